"""What notices that aid ends say besides: whom the end reaches, and what the reader can do."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.due import Reached, Source
from accounts.models import User
from pages.dates import short_date
from worklist.due.acts import OPEN_THE_FILE, LineAct, RowAccess, SubjectNumbers, usable_acts
from worklist.due.assignees import assignee_in_words, assignees_of
from worklist.due.names import Names
from worklist.due.rows import Due
from worklist.notices.models import Notice
from worklist.sources.lookups import Key, ends_aid, source_of, ways_of


class EndsOfAid:
    """The sentences, numbers and acts of the notices among these that aid ends.

    The number of queries depends on the kinds and on the permissions of their ways, not on the notices.
    """

    def __init__(self, notices: Iterable[Notice], user: User, names: Names) -> None:
        self._names = names
        ends = [each for each in notices if ends_aid(each.kind) and not each.withdrawn_at]
        self._rows = {each.pk: _as_row(each) for each in ends}
        self._access = RowAccess(user, (each.case_id for each in ends), list(self._rows.values()))
        self._assignees = _assignees(list(self._rows.items()), user)
        self._reached: dict[Key, Reached] = {}
        self._sentences: dict[Key, str] = {}
        for kind in {each.kind for each in ends}:
            of_kind = {each.about_id: each for each in ends if each.kind == kind}
            if source := source_of(kind):
                self._ask(source, of_kind, user.today())

    def _ask(self, source: Source, of_kind: dict[str, Notice], today: datetime.date) -> None:
        in_words = {about_id: day_in_words(each.due_on) for about_id, each in of_kind.items()}
        for key, sentence in source.endings(in_words).items():
            self._sentences[source.kind, str(key)] = sentence
        of_many = [key for key, each in of_kind.items() if each.case_id is None]
        if source.reached and of_many:
            for key, reached in source.reached(of_many, today).items():
                self._reached[source.kind, str(key)] = reached

    def sentence(self, notice: Notice) -> str:
        """The sentence that aid ends; empty for other notices, and if the subject no longer exists."""
        return self._sentences.get((notice.kind, notice.about_id), "")

    def reached(self, notice: Notice) -> str:
        """`14 people, 4 families`; for the aid of one family, whose name is in the line, its assignee."""
        reached = self._reached.get((notice.kind, notice.about_id))
        if reached is None:
            return self._assignees.get(notice.pk, "")
        people = ngettext("%(number)d person", "%(number)d people", reached.people)
        families = ngettext("%(number)d family", "%(number)d families", reached.families)
        return f"{people % {'number': reached.people}}, {families % {'number': reached.families}}"

    def acts(self, notice: Notice) -> tuple[LineAct, ...]:
        """Every act on the subject that the reader may do."""
        if (row := self._rows.get(notice.pk)) is None:
            return ()
        name = self._names.of(notice.case_id)
        numbers = SubjectNumbers(name.case_number) if name else SubjectNumbers()
        ways = (*ways_of(row.kind), *(OPEN_THE_FILE[:1] if row.case_id else ()))
        return usable_acts(ways, row, numbers, self._access)


def _assignees(rows: list[tuple[Any, Due]], user: User) -> dict[Any, str]:
    """Who sees to the dates of families among these, by the key of the notice."""
    rows = [(key, row) for key, row in rows if row.case_id]
    if not rows:
        return {}
    found = assignees_of([row for _key, row in rows], user.today())
    return {
        key: assignee_in_words(assignee, user) if assignee else _("nobody looks after the family")
        for (key, _row), assignee in zip(rows, found, strict=True)
    }


def _as_row(notice: Notice) -> Due:
    source = source_of(notice.kind)
    permission = str(source.permission) if source else ""
    about = (notice.about_type, notice.about_id, notice.case_id, permission, notice.office_id)
    return Due(notice.kind, notice.due_on, *about, severity="", warn_days=None)


def day_in_words(day: datetime.date) -> str:
    """`Monday 30 Nov 2026`."""
    return f"{date_format(day, 'l')} {short_date(day)}"
