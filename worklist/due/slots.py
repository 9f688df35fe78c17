"""Dates about a file that no other panel of the file shows: listed among what is to be done there."""

import datetime
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Exists, Q
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from accounts.access import can
from accounts.due import Near, Source, due_sources
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.register.querysets.case import family_today
from casework.slips.stated import slips_to_read
from casework.slots.holdings import holds, people_ever
from casework.slots.panels import SOON, Fact, Harm
from pages.dates import distance, short_date
from pages.questions import ANY_KEY, QueryByKeys
from pages.together import InSql, Rows, together
from worklist.due.acts import Known, ReachableInFile, first_of
from worklist.due.choices import DecisionKind
from worklist.due.conditions import still_open, with_their_days
from worklist.due.models import DueDecision
from worklist.due.rows import NOTHING_DUE, SELECT, Due
from worklist.projection.models import KeptDue, TouchedDue
from worklist.projection.update import COLUMNS, is_truth, sql_near
from worklist.sources.lookups import source_of, ways_of, words

KEYS = ("case_id", "office_id", "person_id")

SLIP_FALLEN = "slip_fallen"


def sources_said_here() -> list[Source]:
    """Sources that no other panel of the file shows."""
    return [each for each in due_sources if each.is_listed and each.said_by == DatesPanel.slug]


class DatesPanel:
    """The rows are shown in the file only; the due list is a page of its own."""

    slug, title = "dates", gettext_lazy("Due")
    permission = Permission.TASK_READ
    template = "casework/file/_to_do.html"

    def context(self, case: Case, user: User) -> None:
        return None

    def rows_for_glance(self, case: Case, user: User) -> InSql:
        """Queried together with the other parts of the head.

        Whether a letter is due for reading is checked only where one may exist.
        """
        sources = [
            source
            for source in sources_said_here()
            if not source.is_paper and holds(case, source.about)
        ]
        slips, values = QueryByKeys(case.pk, _slips_to_read).compiled()
        letters, of_letters = _letters_to_read(case, user)
        dated = _dated(sources, case, user)
        return InSql(
            f"SELECT * FROM (SELECT EXISTS ({slips}) AS slips, {letters} AS letters) AS to_read"  # noqa: S608
            f" LEFT JOIN ({dated.sql or NOTHING_DUE}) AS dated ON true",
            (*values, *of_letters, *dated.params),
        )

    def glance(self, case: Case, user: User, rows: Rows) -> list[Fact]:
        to_read = []
        for source in sources_said_here():
            told_by = "slips" if source.kind == SLIP_FALLEN else "letters"
            if source.is_paper and any(row[told_by] for row in rows):
                to_read.append(source)
        if to_read:
            fallen = _dated(to_read, case, user)
            rows = [*rows, *together({}, {SLIP_FALLEN: fallen}).answers().rows[SLIP_FALLEN]]
        dated = sorted((_due(row) for row in rows if row["kind"]), key=_in_order)
        return [*_facts(dated, case, user), *_postponed(case, user)]


dates_panel = DatesPanel()


def _slips_to_read() -> Any:
    return slips_to_read().filter(arrival__case=ANY_KEY).values("pk").order_by()


def _letters_to_read(case: Case, user: User) -> tuple[str, Sequence[Any]]:
    """For most cases the projection has the answer, as SQL and its values: reading letters takes several queries."""
    kinds = tuple(
        each.kind
        for each in sources_said_here()
        if each.is_paper
        and each.kind != SLIP_FALLEN
        and holds(case, each.about)
        and can(user, each.permission, about=case)
    )
    if not kinds:
        return "false", []
    sql, values = QueryByKeys(case.pk, _with_letters_to_read, (user.today(), kinds)).compiled()
    return f"EXISTS ({sql})", values


def _with_letters_to_read(today: datetime.date, kinds: tuple[str, ...]) -> Any:
    """The case, if the projection of its letters is not current or says that one is due."""
    people = FamilyMember.objects.filter(case=ANY_KEY).values("individual").order_by()
    of_everything = Q(case_id=None, person_id=None, site_id=None)
    changes = TouchedDue.objects.filter(
        Q(case_id=ANY_KEY) | Q(person_id__in=people) | of_everything
    )
    fallen = KeptDue.objects.filter(day=today, kind__in=kinds, case_id=ANY_KEY)
    to_read = ~is_truth(today, kinds, changes) | Q(Exists(fallen))
    return Case.objects.filter(to_read, pk=ANY_KEY).values("pk").order_by()


def _dated(sources: Iterable[Source | None], case: Case, user: User) -> InSql:
    """Overdue or near rows of these kinds, without those settled or postponed for the user."""
    today = user.today()
    rows, params = _rows_of(sources, case, user)
    if not rows:
        return InSql("", ())
    is_open, open_values = still_open(user, today)
    sql = (
        f"SELECT * FROM ({rows}) AS dated"  # noqa: S608
        f" WHERE case_id = %s AND due_on <= %s AND {is_open}"
    )
    return InSql(sql, (*params, case.pk, today + SOON, *open_values))


def _rows_of(sources: Iterable[Source | None], case: Case, user: User) -> tuple[str, list[Any]]:
    """All current rows of these kinds near the case, as SQL and its values."""
    today, near = user.today(), Near([case.pk], people_ever(case), [case.pk])
    parts, params, found = list[str](), list[Any](), dict[Any, tuple[Any, ...]]()
    for source in sources:
        if source and can(user, source.permission, about=case):
            with suppress(EmptyResultSet):
                sql, values = sql_near(source, today, near, found)
                # Only SQL that the ORM made from our own querysets; every value is a parameter.
                parts.append(f"SELECT {SELECT} FROM ({sql}) AS part ({', '.join(COLUMNS)})")  # noqa: S608
                params += values
    return " UNION ALL ".join(parts), params


def _due(row: dict[str, Any]) -> Due:
    """The row from its JSON form: days and keys are texts."""
    facts = row | {name: row[name] and UUID(row[name]) for name in KEYS}
    facts["due_on"] = datetime.date.fromisoformat(row["due_on"])
    return Due(*(facts[name] for name in COLUMNS))


def _in_order(row: Due) -> tuple[datetime.date, str, str]:
    return row.on, row.kind, row.about_id


def _facts(rows: list[Due], case: Case, user: User) -> list[Fact]:
    if not rows:
        return []
    said = words((row.kind, row.about_id) for row in rows)
    # What is due about who belongs to the file no longer bears their name as well.
    members = vars(case).get("members_ever") or family_today(case, user)
    people = {member.individual_id: member.individual for member in members}
    reachable = ReachableInFile(user, case)
    own = _own(rows, user)
    facts = [
        (row, _fact(row, what, people.get(row.person_id), case, reachable))
        for row in rows
        if (what := said.get((row.kind, row.about_id), ("", ""))[1])
    ]
    return [_for_another(fact) if (row.kind, row.about_id) in own else fact for row, fact in facts]


def _own(rows: list[Due], user: User) -> set[tuple[str, str]]:
    """What the user did, and a second person is asked for: the list of what falls due leaves it out."""
    keys = {
        source.kind: {row.about_id for row in rows if row.kind == source.kind}
        for source in due_sources
        if source.by
    }
    return {
        (kind, key)
        for kind, about_ids in keys.items()
        if about_ids and (source := source_of(kind))
        for key in source.done_by(user, about_ids)
    }


def _for_another(fact: Fact) -> Fact:
    """Says that it waits, without a link: the page it leads to says who can act."""
    text, what = (
        gettext("%(what)s, which waits for a second person") % {"what": words}
        for words in (fact.text, fact.what)
    )
    return replace(fact, text=text, what=what, act="", act_url="")


def _fact(
    row: Due, what: str, person: Individual | None, case: Case, reachable: ReachableInFile
) -> Fact:
    today = reachable.user.today()
    known = Known(case.number, person.number if person else "")
    act = first_of(ways_of(row.kind), case.pk, row, known, reachable)
    url = act.url if act else f"{reverse('due-list')}?kind={row.kind}"
    is_late = row.on < today
    return Fact(
        f"{distance(row.on, today)}: {what}",
        _harm(row.kind, is_late=is_late),
        "trouble" if is_late else "warn",
        url,
        row.on,
        (person.display_name,) if person else (),
        act.label if act else gettext("See the date"),
        url,
        what=what,
    )


def _harm(kind: str, *, is_late: bool) -> Harm:
    """An invalid paper: its holder can be detained. Anything else counts as a promise."""
    source = source_of(kind)
    if source and source.is_paper:
        return Harm.PAPER
    return Harm.TASK if is_late else Harm.TASK_AHEAD


def _postponed(case: Case, user: User) -> list[Fact]:
    """What a colleague or the user postponed, by whom and until when, so that a short list is not read as "all done"."""
    if not holds(case, DueDecision):
        return []
    today = user.today()
    seen = DueDecision.objects.visible_to(user).standing_on(today).select_related("by")
    postponed = with_their_days(seen.filter(case=case, what=DecisionKind.POSTPONED), today)
    decisions = _of_days_that_stand(list(postponed), case, user)
    said = words((each.kind, each.about_id) for each in decisions)
    facts = []
    for each in decisions:
        _who, what = said.get((each.kind, each.about_id), ("", ""))
        until = {"name": each.by, "day": short_date(each.until), "why": each.why, "what": what}
        text = gettext("%(what)s: postponed by %(name)s until %(day)s (%(why)s)") % until
        url = reverse("due-decisions")
        act = gettext("See what was decided")
        facts.append(
            Fact(text, Harm.TASK_AHEAD, "quiet", url, each.until, act=act, act_url=url, what=text)
        )
    return facts


def _of_days_that_stand(decisions: list[Any], case: Case, user: User) -> list[Any]:
    """Without decisions about a date that has moved or is settled: a new day was not postponed.

    Queries the sources where the projection does not say it.
    """
    unsure = sorted({each.kind for each in decisions if not each.is_kept})
    rows, params = _rows_of(map(source_of, unsure), case, user)
    stand = set[tuple[Any, ...]]()
    if rows:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT kind, about_id, due_on FROM ({rows}) AS dated", params)  # noqa: S608
            stand = set(cursor.fetchall())
    return [
        each
        for each in decisions
        if (each.stands if each.is_kept else (each.kind, each.about_id, each.due_on) in stand)
    ]
