"""Who joined and left the family."""

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from casework.models import FamilyMember
from casework.timeline import Event, Happening, Source


def _joined(member: FamilyMember) -> Event:
    number = {"number": member.individual.number}
    return Event(member.joined_on, _("%(number)s joined the family") % number)


def _left(member: FamilyMember) -> Event:
    number = {"number": member.individual.number}
    return Event(member.left_on or member.joined_on, _("%(number)s left the family") % number)


people = Source(
    "people",
    gettext_lazy("People"),
    Permission.CASE_READ,
    (
        # Who was there from the first day did not join: the case was opened for them.
        Happening(
            lambda case, user: (
                FamilyMember.objects.lasting()
                .filter(case=case, joined_on__gt=F("case__opened_on"))
                .select_related("individual")
            ),
            "joined_on",
            _joined,
            person="individual",
        ),
        Happening(
            lambda case, user: FamilyMember.objects.lasting().filter(case=case),
            "left_on",
            _left,
            person="individual",
        ),
    ),
)
