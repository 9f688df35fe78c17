"""Who joined and left the family, left us, was found to be the same person, or was erased."""

from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from casework.choices.family import TOLD_BY_MEMBERSHIPS
from casework.models import Case, Erasure, Exit, FamilyChange, FamilyMember, Merge
from casework.timeline import Event, Happening, Source
from casework.timeline.members import people_today


def _joined(member: FamilyMember) -> Event:
    number = {"number": member.individual.number}
    return Event(member.joined_on, _("%(number)s joined the family") % number)


def _left(member: FamilyMember) -> Event:
    number = {"number": member.individual.number}
    return Event(member.left_on or member.joined_on, _("%(number)s left the family") % number)


def _exits(case: Case, user: User) -> Any:
    return Exit.objects.visible_to(user).filter(case=case)


def _went(leaving: Exit) -> Event:
    return Event(leaving.on, _("Left us"), new=leaving.get_type_display())


def _stayed(leaving: Exit) -> Event:
    return Event(
        leaving.annulled_on or leaving.on,
        _("The exit was taken back"),
        old=leaving.get_type_display(),
    )


exits = Source(
    "exits",
    gettext_lazy("Exits"),
    Permission.EXIT_RECORD,
    (
        Happening(_exits, "annulled_on", _stayed, by="annulled_by", person="individual"),
        Happening(_exits, "on", _went, by="recorded_by", person="individual"),
    ),
)


def _merges(case: Case, user: User) -> Any:
    rows = Merge.objects.visible_to(user).filter(survivor__in=people_today(case, user))
    return rows.select_related("merged", "survivor")


def _merged(merge: Merge) -> Event:
    number = {"number": merge.merged.number}
    return Event(merge.at, _("%(number)s was found to be the same person") % number)


def _unmerged(merge: Merge) -> Event:
    number = {"number": merge.merged.number}
    return Event(merge.undone_at or merge.at, _("%(number)s is a person of its own again") % number)


records = Source(
    "records",
    gettext_lazy("Records"),
    Permission.INDIVIDUAL_MERGE,
    (
        Happening(_merges, "at", _merged, by="by", person="survivor"),
        Happening(_merges, "undone_at", _unmerged, by="undone_by", person="survivor"),
    ),
    is_brief=False,
)


def _erased(erasure: Erasure) -> Event:
    return Event(erasure.at, _("Erased"), new=erasure.get_reason_display())


erasures = Source(
    "erasures",
    gettext_lazy("Erasures"),
    Permission.INDIVIDUAL_READ,
    (
        Happening(
            lambda case, user: Erasure.objects.visible_to(user).filter(
                individual__memberships__case=case
            ),
            "at",
            _erased,
            by="by",
            person="individual",
        ),
    ),
)


def _changed(change: FamilyChange) -> Event:
    return Event(change.at, change.get_step_display())


def _undone(change: FamilyChange) -> Event:
    return Event(change.undone_at or change.at, _("Undone"), old=change.get_step_display())


def _changes(case: Case, user: User) -> Any:
    return FamilyChange.objects.filter(case=case)


def _told(case: Case, user: User) -> Any:
    """Steps that no membership tells: those do not stand twice in the stream."""
    return _changes(case, user).exclude(step__in=TOLD_BY_MEMBERSHIPS, undone_at=None)


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
        Happening(_told, "at", _changed, by="by"),
        Happening(_changes, "undone_at", _undone, by="undone_by"),
    ),
)
