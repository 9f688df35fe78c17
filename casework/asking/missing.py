"""Files without a lawful start: nobody told the person the notice, or the file has no legal basis."""

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
# Somebody else consented for this adult during childhood, so somebody must ask the person.
IS_GROWN = Q(is_grown=True)


FOR_A_CHILD = {"ground": Ground.REPRESENTED, "cannot_answer": CannotAnswer.CHILD}


def is_for_a_child(**start: str) -> bool:
    """Returns whether the file's basis is the word of a child's representative; from its `ground` and `cannot_answer`."""
    return start == FOR_A_CHILD


def perhaps_of_age(today: datetime.date) -> Q:
    """Files for which somebody else consented for a child who may be of age by year of birth; birthdays are sealed."""
    of_age = Q(individual__birth_year__lte=today.year - AGE_OF_MAJORITY)
    return of_age & Q(**FOR_A_CHILD)


@cache
def _newest(model: Any, column: str, default: str | None = None) -> Coalesce | Subquery:
    """The field of the newest row, or `default`. Cached, because compiling it takes longer than the query."""
    rows = model.objects.newest_first().filter(individual=OuterRef("individual"))
    newest = Subquery(rows.values(column)[:1])
    return newest if default is None else Coalesce(newest, Value(default))


def with_start(members: Any, today: datetime.date) -> Any:
    """Annotates memberships with the person's newest `notice_state`, `notice_is_older`, `ground` and `cannot_answer`.

    Without rows the notice was not told, and the file has no basis.
    """
    outdated = HouseText.objects.outdated(today)
    return members.annotate(
        notice_state=_newest(PrivacyNotice, "state", NoticeState.NOT_YET),
        notice_text=_newest(PrivacyNotice, "text"),
        notice_version=_newest(PrivacyNotice, "text__version"),
        ground=_newest(FileBasis, "ground", Ground.NONE_YET),
        cannot_answer=_newest(FileBasis, "cannot_answer", ""),
    ).annotate(notice_is_older=Exists(outdated.filter(pk=OuterRef("notice_text"))))
