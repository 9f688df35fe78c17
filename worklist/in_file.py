"""What falls due about a file and no other part of it says: among what is to be done there, as the list has it."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Exists
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from accounts.access import can
from accounts.due import Near, Source, due_sources
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.register.querysets.case import people_today
from casework.slips.stated import slips_to_read
from casework.slots.holdings import holds
from casework.slots.panels import SOON, Fact, Harm
from pages.dates import distance, short_date
from pages.questions import ANY_KEY, AskedOf
from pages.together import Rows
from worklist.acts import Known, ReachableInFile, first_of
from worklist.choices import DecisionKind
from worklist.decided import standing
from worklist.due import SELECT, Due
from worklist.kept import COLUMNS, words_near
from worklist.models import DueDecision
from worklist.sources import ways_of, words

SLIP_FALLEN = "slip_fallen"
# A paper that fell: who carries it can be held. Everything else is something promised.
HARMS = {SLIP_FALLEN: Harm.PAPER, "letter_fallen": Harm.PAPER}


def sources_said_here() -> list[Source]:
    """Of which no other panel of the file has words of its own."""
    return [each for each in due_sources if each.is_listed and each.said_by == DatesPanel.slug]


class DatesPanel:
    """Its rows stand in the file alone: the list of what falls due is a page of its own."""

    slug, title = "dates", gettext_lazy("Due")
    permission = Permission.TASK_READ
    template = "casework/file/_to_do.html"

    def context(self, case: Case, user: User) -> None:
        return None

    def rows_for_glance(self, case: Case, user: User) -> Any:
        return AskedOf(case.pk, _members)

    def glance(self, case: Case, user: User, members: Rows) -> list[Fact]:
        rows = rows_about(case, user, members)
        return [*_facts(rows, case, user), *_postponed(case, user)]


dates_panel = DatesPanel()


def _members() -> Any:
    """Whoever ever belonged to the case, and whether one of its slips may have fallen."""
    slips = slips_to_read().filter(arrival__case=ANY_KEY)
    members = FamilyMember.objects.filter(case=ANY_KEY).order_by()
    return members.values("individual", has_slip=Exists(slips))


def rows_about(case: Case, user: User, members: Rows) -> list[Due]:
    """What of these kinds is overdue or near, the earliest first: as `worklist.due.due` has it for all cases."""
    today = user.today()
    has_slip = any(each["has_slip"] for each in members)
    sources = [
        source
        for source in sources_said_here()
        if (has_slip if source.kind == SLIP_FALLEN else holds(case, source.about))
        and can(user, source.permission, about=case)
    ]
    if not sources:
        return []
    near = Near([case.pk], [UUID(each["individual"]) for each in members], [case.pk])
    parts, params, found = list[str](), list[Any](), dict[Any, tuple[Any, ...]]()
    for source in sources:
        with suppress(EmptyResultSet):
            sql, values = words_near(source, today, near, found)
            parts.append(f"SELECT {SELECT} FROM ({sql}) AS part ({', '.join(COLUMNS)})")  # noqa: S608
            params += values
    return _still_asking(parts, params, case, user) if parts else []


def _still_asking(parts: list[str], params: list[Any], case: Case, user: User) -> list[Due]:
    """Without what somebody settled, or postponed for the reader."""
    today = user.today()
    asks, asked = standing(user, today)
    with connection.cursor() as cursor:
        # Only SQL that the ORM made of our own querysets; every value is a parameter.
        cursor.execute(
            f"SELECT * FROM ({' UNION ALL '.join(parts)}) AS dated"  # noqa: S608
            f" WHERE case_id = %s AND due_on <= %s AND {asks} ORDER BY due_on, kind, about_id",
            [*params, case.pk, today + SOON, *asked],
        )
        return [Due(*row) for row in cursor.fetchall()]


def _facts(rows: list[Due], case: Case, user: User) -> list[Fact]:
    if not rows:
        return []
    said = words((row.kind, row.about_id) for row in rows)
    people = {person.pk: person for person in people_today(case, user)}
    reachable = ReachableInFile(user, case)
    return [
        _fact(row, said[row.kind, row.about_id][1], people.get(row.person_id), case, reachable)
        for row in rows
        if (row.kind, row.about_id) in said
    ]


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
        HARMS.get(row.kind, Harm.TASK if is_late else Harm.TASK_AHEAD),
        "trouble" if is_late else "warn",
        url,
        row.on,
        person.display_name if person else "",
        act.label if act else gettext("See the date"),
        url,
        what=what,
    )


def _postponed(case: Case, user: User) -> list[Fact]:
    """What a colleague or the reader put off, by whom and until when: no list that was short says that it is done."""
    if not holds(case, DueDecision):
        return []
    seen = DueDecision.objects.visible_to(user).standing_on(user.today()).select_related("by")
    decisions = list(seen.filter(case=case, what=DecisionKind.POSTPONED))
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
