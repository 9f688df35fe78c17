"""What aid tells a case's timeline: promises to the family and to its people."""

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from aid.models import Commitment
from casework.models import Case, FamilyMember
from casework.timeline import Event, Happening, Source


def _commitments(case: Case, user: User) -> Any:
    members = FamilyMember.objects.filter(case=case).on(user.today())
    return Commitment.objects.visible_to(user).filter(
        Q(case=case) | Q(individual__in=members.values("individual"))
    )


def _promised(commitment: Commitment) -> Event:
    return Event(commitment.committed_at, _("Aid promised"), new=commitment.get_kind_display())


def _ended(commitment: Commitment) -> Event:
    return Event(
        commitment.until or commitment.starts_on,
        _("Aid ended"),
        old=commitment.get_kind_display(),
    )


commitments = Source(
    "aid",
    gettext_lazy("Aid"),
    Permission.AID_READ,
    (
        Happening(_commitments, "committed_at", _promised, by="committed_by", person="individual"),
        Happening(
            lambda case, user: _commitments(case, user).filter(until__lte=user.today()),
            "until",
            _ended,
            person="individual",
        ),
    ),
)
