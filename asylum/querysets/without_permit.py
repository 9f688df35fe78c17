"""Who holds no valid paper today, and since when."""

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
    """People of open cases whose papers `user` sees and of whom none holds today, by number.

    Each carries its permits that were no mistake in `papers`, the last to end first, and `stay_papers`. Nationals of the
    country of the office need none, nor does who died or is in another country.
    """
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
