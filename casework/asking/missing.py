"""Whose file lacks its lawful start: nobody told them the notice, or nothing is on file on which it is kept."""

import datetime
from functools import cache
from typing import Any

from django.db.models import Exists, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from casework.consents.choices import CannotAnswer, Ground, NoticeState
from casework.consents.models import FileBasis, PrivacyNotice
from casework.register.rules import AGE_OF_MAJORITY
from reference.models import HouseText

UNTOLD = Q(notice_state=NoticeState.NOT_YET)
BASELESS = Q(ground=Ground.NONE_YET)
OLDER = Q(notice_is_older=True)
# Of age, and the file is kept on what another said for a child: it is put to the person.
GROWN = Q(is_grown=True)


FOR_A_CHILD = {"ground": Ground.REPRESENTED, "cannot_answer": CannotAnswer.CHILD}


def is_for_a_child(**start: str) -> bool:
    """Whether the file is kept on the word of who represents a child; of its `ground` and its `cannot_answer`."""
    return start == FOR_A_CHILD


def perhaps_of_age(today: datetime.date) -> Q:
    """Whose file is kept on the word of another for a child, and who may be of age by the year: birthdays are sealed."""
    of_age = Q(individual__birth_year__lte=today.year - AGE_OF_MAJORITY)
    return of_age & Q(**FOR_A_CHILD)


@cache
def _newest(model: Any, column: str, without: str | None = None) -> Coalesce | Subquery:
    """What the newest row says, else `without`. Made once: that takes Django longer than the database needs to answer."""
    rows = model.objects.newest_first().filter(individual=OuterRef("individual"))
    newest = Subquery(rows.values(column)[:1])
    return newest if without is None else Coalesce(newest, Value(without))


def with_start(members: Any, today: datetime.date) -> Any:
    """Adds to memberships what the newest rows of the person say: `notice_state`, `notice_is_older`, `ground`,
    `cannot_answer`.

    Who has no row was told nothing yet, and nothing is on file on which theirs is kept.
    """
    outdated = HouseText.objects.outdated(today)
    return members.annotate(
        notice_state=_newest(PrivacyNotice, "state", NoticeState.NOT_YET),
        notice_text=_newest(PrivacyNotice, "text"),
        notice_version=_newest(PrivacyNotice, "text__version"),
        ground=_newest(FileBasis, "ground", Ground.NONE_YET),
        cannot_answer=_newest(FileBasis, "cannot_answer", ""),
    ).annotate(notice_is_older=Exists(outdated.filter(pk=OuterRef("notice_text"))))
