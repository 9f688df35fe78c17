"""The head of a file: name and urgent facts, the same on every page and form of the file.

The head costs a page at most HEAD_QUERIES queries, however many people and papers the file has.
"""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Model
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.access import cached_permissions, can
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
    facts_for_head,
    glances_of,
    page_of,
    panels_of,
    sorted_by_harm,
)
from pages.addresses import fast_reverse
from pages.together import Answers, Questions
from vault.querysets import share_keys

HEAD_QUERIES = 12
MAX_INITIALS = 6
# A user goes from form to form of one file: a view of its head is recorded once in this time.
VIEW_INTERVAL = datetime.timedelta(minutes=10)
# The context variables that may hold the subject of a page, in order of preference.
SUBJECT_NAMES = ("case", "individual", "person")


@dataclass(frozen=True)
class Head:
    """What the head of a file shows. `facts` are all that the user may see, the worst first; `by_panel` groups them.

    `faces` are initials. `page_answers` holds the answers to the page's own queries.
    """

    case: Case
    url: str
    faces: list[str]
    more_faces: int
    facts: list[Fact]
    by_panel: dict[str, list[Fact]]
    is_card: bool

    page_answers: Answers

    @property
    def chips(self) -> list[Fact]:
        return facts_for_head(self.facts)

    @property
    def people(self) -> int:
        return len(self.case.people_today)

    @property
    def exit_notes(self) -> list[str]:
        """Sentences about exits of current members, each once: the last people of a family stay members after they left."""
        exits = [member.leaving for member in self.case.people_today if vars(member).get("leaving")]
        return list(dict.fromkeys(exit_in_words(each) for each in exits))


def head_for(
    case: Case,
    user: User,
    panels: Sequence[Panel],
    *,
    is_card: bool = False,
    counts: Questions | None = None,
    rows: Questions | None = None,
) -> Head:
    """Returns the head of a case with `people_today`, with facts of these panels.

    `counts` and `rows` are further queries, as in `glances_of`.
    """
    people = [member.individual for member in case.people_today]
    # Facts may name former members.
    share_keys([case, *people, *(member.individual for member in _members_ever(case))])
    names_with_exits = _names_with_exits(case)
    glances = glances_of(panels, case, user, counts=counts, rows=rows)
    by_panel = {
        panel.slug: [
            _with_link(
                _with_names(fact, people, names_with_exits, is_card=is_card),
                case,
                panel,
                is_card=is_card,
            )
            for fact in facts
        ]
        for panel, facts in _facts_with_panels(panels, glances.facts)
    }
    return Head(
        case,
        fast_reverse("case-card" if is_card else "case-detail", case.number),
        [initials(person) for person in people[:MAX_INITIALS]],
        max(len(people) - MAX_INITIALS, 0),
        sorted_by_harm(fact for facts in by_panel.values() for fact in facts),
        by_panel,
        is_card,
        glances.page_answers,
    )


def _facts_with_panels(
    panels: Sequence[Panel], facts: Mapping[str, list[Fact]]
) -> list[tuple[Panel, list[Fact]]]:
    return [(panel, facts[panel.slug]) for panel in panels if panel.slug in facts]


def _with_names(
    fact: Fact, people: Sequence[Individual], names_with_exits: Mapping[str, str], *, is_card: bool
) -> Fact:
    """Returns the fact with a note beside each person who left. `is_of_all` hides the names; it is set on the card,
    and for a fact about the whole family.
    """
    family = {person.display_name for person in people}
    is_of_all = fact.is_of_all or len(people) == 1 or family.issubset(fact.who)
    names_others = not family.issuperset(fact.who)
    return replace(
        fact,
        who=tuple(names_with_exits.get(name, name) for name in fact.who),
        is_of_all=is_card or (is_of_all and not names_others),
    )


def _members_ever(case: Case) -> list[FamilyMember]:
    """Returns the members fetched with the case; empty if it was fetched without them."""
    members: list[FamilyMember] = vars(case).get("members_ever", [])
    return members


def _names_with_exits(case: Case) -> dict[str, str]:
    """Returns display names with a note about the exit, by display name, of members who left."""
    former_members = [member for member in _members_ever(case) if member.leaving]
    names = ((member.individual.display_name, member.leaving) for member in former_members)
    return {name: name_with_exit(name, person_exit) for name, person_exit in names}


def _with_link(fact: Fact, case: Case, panel: Panel, *, is_card: bool) -> Fact:
    """Returns the fact with a URL: its own, or else that of its panel; on the card always that of its panel there."""
    part_url = address_of(case, panel)
    if is_card:
        part_url = f"{fast_reverse('case-card', case.number)}#{panel.slug}"
    url = part_url if is_card else fact.url or part_url
    act_url = fact.act_url or (url if fact.act else "")
    return replace(fact, url=url, act_url=act_url)


def address_of(case: Case, panel: Panel) -> str:
    """Returns the URL of the panel in the file."""
    page = page_of(panel)
    if page:
        return f"{fast_reverse('case-part', case.number, page)}#{panel.slug}"
    return f"{fast_reverse('case-detail', case.number)}#{panel.slug}"


def initials(person: Individual) -> str:
    """Returns the initials of the display name, for decoration."""
    # Text in brackets is no name.
    name = person.display_name.rpartition(")")[2]
    words = [word for word in name.split() if word[0].isalpha()]
    return "".join(word[0] for word in [words[0], words[-1]][: len(words)]).upper() if words else ""


def head_of_page(context: Mapping[str, Any], user: User) -> str:
    """Records that the user views the file that a page is about, and returns the HTML of its head; "" for other pages.

    `context` is the context of the page. A confidential page sets `hides_file`: a recorded view would reveal it.
    """
    if context.get("hides_file"):
        return ""
    head = context.get("file_head")
    if not isinstance(head, Head):
        with cached_permissions():
            key = _case_key(context, user.today())
            head = head_for_key(key, user) if key else None
        if head is None:
            return ""
        _record_view(head.case, user)
    return render_to_string("casework/file/_head.html", {"head": head})


def head_for_key(key: Any, user: User) -> Head | None:
    """Returns the head of the case with this key, or the head of its card; None if the user sees neither."""
    for permission, is_card in ((Permission.CASE_READ, False), (Permission.CASE_CARD, True)):
        case = case_with_family(user, permission, pk=key)
        if case is not None:
            return _visible_head(case, user, is_card=is_card)
    return None


def head_of(case: Case, user: User) -> Head | None:
    """Returns the head of a case from `case_with_family`, or of its card; None if the user sees neither."""
    for permission, is_card in ((Permission.CASE_READ, False), (Permission.CASE_CARD, True)):
        if can(user, permission, about=case):
            return _visible_head(case, user, is_card=is_card)
    return None


def _visible_head(case: Case, user: User, *, is_card: bool) -> Head:
    panels = panels_of(case, user)
    if is_card:
        panels = [panel for panel in panels if getattr(panel, "is_on_card", False)]
    return head_for(case, user, panels, is_card=is_card)


def _case_key(context: Mapping[str, Any], today: datetime.date) -> Any:
    """Returns the key of the case of the page's subject; None for a page about no case."""
    subjects = [context[name] for name in SUBJECT_NAMES if isinstance(context.get(name), Model)]
    rows = [value for value in context.values() if isinstance(value, Model)]
    for row in [*subjects, *rows]:
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


def _record_view(case: Case, user: User) -> None:
    """Records the view of the head, unless a view of the case by this user was recorded within VIEW_INTERVAL."""
    views = AuditEvent.objects.filter(
        case_id=case.pk, actor=user, is_read=True, at__gte=timezone.now() - VIEW_INTERVAL
    )
    if not views.exists():
        record_read("head.read", by=user, about=case)
