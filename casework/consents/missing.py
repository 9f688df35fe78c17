"""Whose file lacks its lawful start: nobody told them the notice, or nothing is on file on which it is kept."""

import datetime
from functools import cache
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, Subquery

from accounts.models import User
from accounts.permissions import Permission
from casework.consents.choices import Ground, NoticeState
from casework.consents.models import FileBasis, PrivacyNotice
from casework.register.models.case import FamilyMember
from casework.register.querysets.case import FamilyMemberQuerySet
from reference.models import HouseText

UNTOLD = ~Q(notice_state=NoticeState.TOLD) | Q(notice_state=None)
BASELESS = Q(ground=Ground.NONE_YET) | Q(ground=None)
OLDER = Q(notice_is_older=True)


def with_newest(members: Any) -> Any:
    """Adds to memberships what the newest rows of the person say: `notice_state` and `ground`."""
    return members.annotate(notice_state=_newest_state(), ground=_newest_ground())


@cache
def _newest_state() -> Subquery:
    return Subquery(_newest_notice().values("state")[:1])


@cache
def _newest_ground() -> Subquery:
    """Made once: every page of a file asks it, and Django takes longer to make it than the database to answer."""
    bases = FileBasis.objects.newest_first().filter(individual=OuterRef("individual"))
    return Subquery(bases.values("ground")[:1])


def lacks_start(notice_state: str | None, ground: str | None) -> bool:
    """UNTOLD or BASELESS, of rows that were fetched."""
    return notice_state != NoticeState.TOLD or ground in (None, Ground.NONE_YET)


def with_start(members: Any, today: datetime.date) -> Any:
    """The same, and whether the notice is of an older text in `notice_is_older`."""
    outdated = HouseText.objects.outdated(today)
    return (
        with_newest(members)
        .annotate(
            notice_text=Subquery(_newest_notice().values("text")[:1]),
            notice_version=Subquery(_newest_notice().values("text__version")[:1]),
        )
        .annotate(notice_is_older=Exists(outdated.filter(pk=OuterRef("notice_text"))))
    )


def _newest_notice() -> Any:
    return PrivacyNotice.objects.newest_first().filter(individual=OuterRef("individual"))


def members_in_sight(user: User) -> FamilyMemberQuerySet:
    """Memberships of open cases today, with what is on file about the start of each person's file."""
    members = (
        FamilyMember.objects.visible_to(user, Permission.CONSENT_READ)
        .on(user.today())
        .filter(case__closed_on=None)
    )
    rows: FamilyMemberQuerySet = (
        with_start(members, user.today())
        .filter(UNTOLD | BASELESS | OLDER)
        .select_related("individual", "case__team")
        .order_by("joined_on", F("individual__number"))
    )
    return rows
