"""The panel of due dates in the file of a case. It shows the dates that no other panel of the file shows."""

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
from casework.slips.content import slips_to_compare
from casework.slots.holdings import holds, people_ever
from casework.slots.panels import SOON, Fact, Harm
from pages.dates import distance, short_date
from pages.questions import PLACEHOLDER, QueryByKeys
from pages.together import InSql, Rows, together
from worklist.due.acts import FileAccess, SubjectNumbers, first_usable_act
from worklist.due.choices import DecisionKind
from worklist.due.conditions import open_condition, with_projected_dates
from worklist.due.models import DueDecision
from worklist.due.rows import NO_ROWS_SQL, SELECT, Due
from worklist.projection.models import KeptDue, TouchedDue
from worklist.projection.source_rows import COLUMNS, source_sql
from worklist.projection.update import is_current
from worklist.sources.lookups import source_of, ways_of, words

# The columns that hold keys.
KEYS = ("case_id", "office_id", "person_id")
# The kind of an arrival slip that is no longer true. All other kinds of papers are letters.
SLIP_FALLEN = "slip_fallen"


def sources_of_this_panel() -> list[Source]:
    """The listed sources whose dates no other panel of the file shows."""
    return [
        each for each in due_sources if each.is_listed and each.shown_in_panel == DatesPanel.slug
    ]


class DatesPanel:
    """Adds facts to the head of the file. The panel has no section of its own, because the list of dates is a page."""

    slug, title = "dates", gettext_lazy("Due")
    permission = Permission.TASK_READ
    template = "casework/file/_to_do.html"

    def context(self, case: Case, user: User) -> None:
        return None

    def rows_for_glance(self, case: Case, user: User) -> InSql:
        """The query for the rows of this panel, which runs in one statement with those of the other panels.

        Papers are left out: the query only tells whether slips or letters of the case have to be checked. To check them costs
        several queries, and most cases need no check.
        """
        sources = [
            source
            for source in sources_of_this_panel()
            if not source.is_paper and holds(case, source.about)
        ]
        slips, values = QueryByKeys(case.pk, _slips_to_check).compiled()
        letters, of_letters = _letters_to_check(case, user)
        dated = _open_rows_sql(sources, case, user)
        return InSql(
            f"SELECT * FROM (SELECT EXISTS ({slips}) AS slips, {letters} AS letters) AS to_check"  # noqa: S608
            f" LEFT JOIN ({dated.sql or NO_ROWS_SQL}) AS dated ON true",
            (*values, *of_letters, *dated.params),
        )

    def glance(self, case: Case, user: User, rows: Rows) -> list[Fact]:
        """The near and overdue dates of the case, then the postponed ones."""
        to_check = []
        for source in sources_of_this_panel():
            column = "slips" if source.kind == SLIP_FALLEN else "letters"
            if source.is_paper and any(row[column] for row in rows):
                to_check.append(source)
        if to_check:
            fallen = _open_rows_sql(to_check, case, user)
            rows = [*rows, *together({}, {SLIP_FALLEN: fallen}).answers().rows[SLIP_FALLEN]]
        dated = sorted((_row_from_json(row) for row in rows if row["kind"]), key=_sort_key)
        return [*_facts(dated, case, user), *_postponed_facts(case, user)]


dates_panel = DatesPanel()


def _slips_to_check() -> Any:
    """The slips of a case with a change since they were issued, which may make them untrue."""
    return slips_to_compare().filter(arrival__case=PLACEHOLDER).values("pk").order_by()


def _letters_to_check(case: Case, user: User) -> tuple[str, Sequence[Any]]:
    """SQL that tells whether letters of the case have to be checked, and its values.

    For most cases the projection shows that all letters are still true.
    """
    kinds = tuple(
        each.kind
        for each in sources_of_this_panel()
        if each.is_paper
        and each.kind != SLIP_FALLEN
        and holds(case, each.about)
        and can(user, each.permission, about=case)
    )
    if not kinds:
        return "false", []
    sql, values = QueryByKeys(
        case.pk, _case_with_letters_to_check, (user.today(), kinds)
    ).compiled()
    return f"EXISTS ({sql})", values


def _case_with_letters_to_check(today: datetime.date, kinds: tuple[str, ...]) -> Any:
    """The case, if the projection of its letters is not valid or has a letter of the case."""
    people = FamilyMember.objects.filter(case=PLACEHOLDER).values("individual").order_by()
    of_everything = Q(case_id=None, person_id=None, site_id=None)
    changes = TouchedDue.objects.filter(
        Q(case_id=PLACEHOLDER) | Q(person_id__in=people) | of_everything
    )
    fallen = KeptDue.objects.filter(day=today, kind__in=kinds, case_id=PLACEHOLDER)
    to_check = ~is_current(today, kinds, changes) | Q(Exists(fallen))
    return Case.objects.filter(to_check, pk=PLACEHOLDER).values("pk").order_by()


def _open_rows_sql(sources: Iterable[Source | None], case: Case, user: User) -> InSql:
    """The query for overdue and near rows of these kinds that are open for the user."""
    today = user.today()
    rows, params = _all_rows_sql(sources, case, user)
    if not rows:
        return InSql("", ())
    is_open, open_values = open_condition(user, today)
    sql = (
        f"SELECT * FROM ({rows}) AS dated"  # noqa: S608
        f" WHERE case_id = %s AND due_on <= %s AND {is_open}"
    )
    return InSql(sql, (*params, case.pk, today + SOON, *open_values))


def _all_rows_sql(
    sources: Iterable[Source | None], case: Case, user: User
) -> tuple[str, list[Any]]:
    """SQL for all rows of these kinds about the case or its people, whatever was decided about them; and its values."""
    today, near = user.today(), Near([case.pk], people_ever(case), [case.pk])
    parts, params, results = list[str](), list[Any](), dict[Any, tuple[Any, ...]]()
    for source in sources:
        if source and can(user, source.permission, about=case):
            with suppress(EmptyResultSet):
                sql, values = source_sql(source, today, near, results)
                # Only SQL that the ORM made from our own querysets; every value is a parameter.
                parts.append(f"SELECT {SELECT} FROM ({sql}) AS part ({', '.join(COLUMNS)})")  # noqa: S608
                params += values
    return " UNION ALL ".join(parts), params


def _row_from_json(row: dict[str, Any]) -> Due:
    """The date from a row of JSON, in which days and keys are texts."""
    facts = row | {name: row[name] and UUID(row[name]) for name in KEYS}
    facts["due_on"] = datetime.date.fromisoformat(row["due_on"])
    return Due(*(facts[name] for name in COLUMNS))


def _sort_key(row: Due) -> tuple[datetime.date, str, str]:
    return row.on, row.kind, row.about_id


def _facts(rows: list[Due], case: Case, user: User) -> list[Fact]:
    """The facts about these dates, in their order."""
    if not rows:
        return []
    texts = words((row.kind, row.about_id) for row in rows)
    # Also former members, because a date about a former member shows the name too.
    members = vars(case).get("members_ever") or family_today(case, user)
    people = {member.individual_id: member.individual for member in members}
    access = FileAccess(user, case)
    own = _done_by_user(rows, user)
    facts = [
        (row, _fact(row, what, people.get(row.person_id), case, access))
        for row in rows
        if (what := texts.get((row.kind, row.about_id), ("", ""))[1])
    ]
    return [_without_act(fact) if (row.kind, row.about_id) in own else fact for row, fact in facts]


def _done_by_user(rows: list[Due], user: User) -> set[tuple[str, str]]:
    """Keys of rows that the user did and that a second person must confirm. The list of dates leaves these out."""
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


def _without_act(fact: Fact) -> Fact:
    """The fact with the words that it waits for a second person, and without an act; its page says who can act."""
    text, what = (
        gettext("%(what)s, which waits for a second person") % {"what": words}
        for words in (fact.text, fact.what)
    )
    return replace(fact, text=text, what=what, act="", act_url="")


def _fact(row: Due, what: str, person: Individual | None, case: Case, access: FileAccess) -> Fact:
    today = access.user.today()
    numbers = SubjectNumbers(case.number, person.number if person else "")
    act = first_usable_act(ways_of(row.kind), case.pk, row, numbers, access)
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
    """The harm by which the head of the file ranks the date.

    An invalid paper ranks as a paper, because its holder can be detained; any other date ranks as a task."""
    source = source_of(kind)
    if source and source.is_paper:
        return Harm.PAPER
    return Harm.TASK if is_late else Harm.TASK_AHEAD


def _postponed_facts(case: Case, user: User) -> list[Fact]:
    """The postponed dates of the case with who postponed them and until when.

    Without these facts a short list would look as if everything was done."""
    if not holds(case, DueDecision):
        return []
    today = user.today()
    visible = DueDecision.objects.visible_to(user).standing_on(today).select_related("by")
    postponed = with_projected_dates(visible.filter(case=case, what=DecisionKind.POSTPONED), today)
    decisions = _with_open_date(list(postponed), case, user)
    texts = words((each.kind, each.about_id) for each in decisions)
    facts = []
    for each in decisions:
        _who, what = texts.get((each.kind, each.about_id), ("", ""))
        until = {"name": each.by, "day": short_date(each.until), "why": each.why, "what": what}
        text = gettext("%(what)s: postponed by %(name)s until %(day)s (%(why)s)") % until
        url = reverse("due-decisions")
        act = gettext("See what was decided")
        facts.append(
            Fact(text, Harm.TASK_AHEAD, "quiet", url, each.until, act=act, act_url=url, what=text)
        )
    return facts


def _with_open_date(decisions: list[Any], case: Case, user: User) -> list[Any]:
    """The decisions about a date that is still due on the same day.

    Queries the sources for the kinds for which the projection is not valid.
    """
    unsure = sorted({each.kind for each in decisions if not each.is_projected})
    rows, params = _all_rows_sql(map(source_of, unsure), case, user)
    stand = set[tuple[Any, ...]]()
    if rows:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT kind, about_id, due_on FROM ({rows}) AS dated", params)  # noqa: S608
            stand = set(cursor.fetchall())
    return [
        each
        for each in decisions
        if (
            each.is_still_due
            if each.is_projected
            else (each.kind, each.about_id, each.due_on) in stand
        )
    ]
