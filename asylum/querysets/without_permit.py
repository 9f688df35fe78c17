"""People without a valid paper today, and since when."""

from typing import Any

from django.db.models import F, Prefetch

from accounts.models import User
from accounts.permissions import Permission
from asylum.models import Permit
from asylum.nationals import nationals
from asylum.querysets.rows import gone_for_good
from asylum.querysets.stay import may_stay, stay_papers
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual


def people_without_permit(user: User) -> Any:
    """Visible people of open cases without a valid paper today, by number.

    `papers` holds their permits without mistakes, latest end first, and `stay_papers` the rest. Excludes nationals of
    the office's country, who need none, and people who died or left the country."""
    today = user.today()
    papers = Permit.objects.visible_to(user).filter(mistaken_on=None).with_validity()
    papers = papers.select_related("renewed_by").order_by(F("valid_until_on").desc())
    supported = FamilyMember.objects.on(today).filter(case__closed_on=None)
    seen = Individual.objects.visible_to(user, Permission.PERMIT_READ)
    return (
        seen.filter(pk__in=supported.values("individual"), merged_into=None)
        .exclude(nationals())
        .exclude(gone_for_good("pk"))
        .exclude(may_stay(today))
        .select_related("office")
        .prefetch_related(
            Prefetch("permits", papers, to_attr="papers"),
            Prefetch("identity_documents", stay_papers(), to_attr="stay_papers"),
        )
        .order_by("number")
    )
