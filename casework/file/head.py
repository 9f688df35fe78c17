"""The slim head of a file: name and urgent facts, the same on every page and form of it.

It costs a page at most HEAD_QUERIES queries, however many people and papers the file has.
"""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Model
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.access import asking_once, can
from accounts.audit import record_read
from accounts.models import AuditEvent, User
from accounts.permissions import Permission
from casework.exits.words import exit_in_words, name_with_exit
from casework.file.querysets import case_with_family
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.slots.panels import (
    Fact,
    Panel,
    foremost,
    glances_of,
    in_order_of_harm,
    page_of,
    panels_of,
)
from pages.addresses import path_to
from pages.together import Answers, Questions
from vault.querysets import share_keys

HEAD_QUERIES = 12
FACES = 6
# The head is the same for a user who goes from form to form of one file.
ONE_LOOK = datetime.timedelta(minutes=10)
# Context variables for the subject of a page, the most specific first.
NAMES = ("case", "individual", "person")


@dataclass(frozen=True)
class Head:
    """A file in one line. `facts` are all that the user may see, the worst first; `by_panel` groups them by panel."""

    case: Case
    url: str
    faces: list[str]
    more_faces: int
    facts: list[Fact]
    by_panel: dict[str, list[Fact]]
    is_card: bool
    # The results of the page's own queries.
    besides: Answers

    @property
    def chips(self) -> list[Fact]:
        return foremost(self.facts)

    @property
    def people(self) -> int:
        return len(self.case.people_today)

    @property
    def gone(self) -> list[str]:
        """Of people who left but still belong to the file, as the last of a family do: since when, each day once, in words."""
        left = [member.leaving for member in self.case.people_today if vars(member).get("leaving")]
        return list(dict.fromkeys(exit_in_words(each) for each in left))


def head_for(
    case: Case,
    user: User,
    shown: Sequence[Panel],
    *,
    is_card: bool = False,
    counts: Questions | None = None,
    rows: Questions | None = None,
) -> Head:
    """For a case with its `people_today`; facts come from these panels only. `counts` and `rows` as in `glances_of`."""
    people = [member.individual for member in case.people_today]
    # Facts may name former members.
    share_keys([case, *people, *(member.individual for member in _members_ever(case))])
    gone = _gone_by_name(case)
    glances = glances_of(shown, case, user, counts=counts, rows=rows)
    by_panel = {
        panel.slug: [
            _linked(_named(fact, people, gone, is_card=is_card), case, panel, is_card=is_card)
            for fact in facts
        ]
        for panel, facts in _with_panels(shown, glances.facts)
    }
    return Head(
        case,
        path_to("case-card" if is_card else "case-detail", case.number),
        [initials(person) for person in people[:FACES]],
        max(len(people) - FACES, 0),
        in_order_of_harm(fact for facts in by_panel.values() for fact in facts),
        by_panel,
        is_card,
        glances.besides,
    )


def _with_panels(
    shown: Sequence[Panel], facts: Mapping[str, list[Fact]]
) -> list[tuple[Panel, list[Fact]]]:
    return [(panel, facts[panel.slug]) for panel in shown if panel.slug in facts]


def _named(
    fact: Fact, people: Sequence[Individual], gone: Mapping[str, str], *, is_card: bool
) -> Fact:
    """Adds names to a fact about some members, or about a former member, with a note if they left; the card names nobody."""
    family = {person.display_name for person in people}
    is_of_all = fact.is_of_all or len(people) == 1 or family.issubset(fact.who)
    is_of_others = not family.issuperset(fact.who)
    return replace(
        fact,
        who=tuple(gone.get(name, name) for name in fact.who),
        is_of_all=is_card or (is_of_all and not is_of_others),
    )


def _members_ever(case: Case) -> list[FamilyMember]:
    """From the members fetched with the file; empty for a file fetched without."""
    found: list[FamilyMember] = vars(case).get("members_ever", [])
    return found


def _gone_by_name(case: Case) -> dict[str, str]:
    """By name of each person who left, the name with a note."""
    left = [member for member in _members_ever(case) if member.leaving]
    names = ((member.individual.display_name, member.leaving) for member in left)
    return {name: name_with_exit(name, leaving) for name, leaving in names}


def _linked(fact: Fact, case: Case, panel: Panel, *, is_card: bool) -> Fact:
    """A fact without a page of its own links to its part of the file; on the card every fact to its part of the card."""
    there = address_of(case, panel)
    if is_card:
        there = f"{path_to('case-card', case.number)}#{panel.slug}"
    url = there if is_card else fact.url or there
    act_url = fact.act_url or (url if fact.act else "")
    return replace(fact, url=url, act_url=act_url)


def address_of(case: Case, panel: Panel) -> str:
    """The address of the panel in the file."""
    page = page_of(panel)
    if page:
        return f"{path_to('case-part', case.number, page)}#{panel.slug}"
    return f"{path_to('case-detail', case.number)}#{panel.slug}"


def initials(person: Individual) -> str:
    """Initials of the display name: decoration only."""
    # Text in brackets is no name.
    name = person.display_name.rpartition(")")[2]
    words = [word for word in name.split() if word[0].isalpha()]
    return "".join(word[0] for word in [words[0], words[-1]][: len(words)]).upper() if words else ""


def head_of_page(shown: Mapping[str, Any], user: User) -> str:
    """The head of the file that a page is about; `shown` is the page's context. Records the look first.

    A page with `hides_file` has none: a confidential page leaves no trace in the file."""
    if shown.get("hides_file"):
        return ""
    head = shown.get("file_head")
    if not isinstance(head, Head):
        with asking_once():
            key = _case_key(shown, user.today())
            head = head_behind(key, user) if key else None
        if head is None:
            return ""
        _write_look(head.case, user)
    return render_to_string("casework/file/_head.html", {"head": head})


def head_behind(key: Any, user: User) -> Head | None:
    """The head of the file with this key, or of its card, as far as the user may see it."""
    for permission, is_card in ((Permission.CASE_READ, False), (Permission.CASE_CARD, True)):
        case = case_with_family(user, permission, pk=key)
        if case is not None:
            return _head_seen(case, user, is_card=is_card)
    return None


def head_of(case: Case, user: User) -> Head | None:
    """The same for a case fetched with its family, whatever the permission."""
    for permission, is_card in ((Permission.CASE_READ, False), (Permission.CASE_CARD, True)):
        if can(user, permission, about=case):
            return _head_seen(case, user, is_card=is_card)
    return None


def _head_seen(case: Case, user: User, *, is_card: bool) -> Head:
    panels = panels_of(case, user)
    if is_card:
        panels = [panel for panel in panels if getattr(panel, "is_on_card", False)]
    return head_for(case, user, panels, is_card=is_card)


def _case_key(shown: Mapping[str, Any], today: datetime.date) -> Any:
    """The case of the page's subject; None for a page about no file."""
    named = [shown[name] for name in NAMES if isinstance(shown.get(name), Model)]
    rows = [value for value in shown.values() if isinstance(value, Model)]
    for row in [*named, *rows]:
        if key := _case_of_row(row, today):
            return key
    return None


def _case_of_row(row: Model, today: datetime.date) -> Any:
    if isinstance(row, Case):
        return row.pk
    if isinstance(row, Individual):
        case = case_of(row, today)
        return case.pk if case else None
    if key := getattr(row, "case_id", None):
        return key
    person = getattr(row, "individual", None)
    return _case_of_row(person, today) if isinstance(person, Individual) else None


def _write_look(case: Case, user: User) -> None:
    """Unless this page, or one shortly before it, already recorded the user's view of this file."""
    looks = AuditEvent.objects.filter(
        case_id=case.pk, actor=user, is_read=True, at__gte=timezone.now() - ONE_LOOK
    )
    if not looks.exists():
        record_read("head.read", by=user, about=case)
