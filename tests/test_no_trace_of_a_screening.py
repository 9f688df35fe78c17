"""Whoever does not screen for exclusion meets the same Amparo with a screening in it and without.

Every page, list, file, answer of the API and refusal is asked for twice, and compared to the byte; so are the questions that
the database was asked, their text and how many rows each found. That judges time better than a clock: the same questions
with the same rows take the same time, whatever else the machine does.
"""

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import pytest
import time_machine
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from asylum.exclusion.actions import confirm_conclusion, record_look, take_back_step, write_step
from asylum.exclusion.choices import Outcome, StepKind
from asylum.exclusion.models import Screening, ScreeningPaper
from casework.compartments.actions import read_account
from casework.notes.actions import write_note
from casework.register.models.individual import Individual
from tests.asylum.exclusion.build import a_paper, a_screener, a_screening
from tests.casework.compartments.build import confide
from tests.cast import log_in
from tests.crawl import (
    START,
    Look,
    follow,
    heads_looked_at_once,
    kind_of,
    name_of,
    text_of,
    typed_again,
)
from tests.test_url_permissions import addresses, permission_of
from tests.world import Family, Stage, a_stage

# What is drawn anew for each answer: marks against forged forms, the mark of one submission, the key of a typed search,
# and that of a second factor.
DRAWN = re.compile(
    r'"[A-Za-z0-9]{64}"'
    r'|name="submission" value="[^"]+"'
    r"|/search/[0-9a-f-]{36}/"
    r"|image.svg\?[A-Z2-7]{4}|<code>[A-Z2-7]{32}</code>"
)
# These show the reader's own look of this moment, which the clock of the database dates.
SHOW_THE_OWN_LOOK = {"audit", "audit-file", "audit-office", "audit-office-file", "audit-accounts"}
SHOW_THE_OWN_LOOK |= {"audit-accounts-file", "case-history"}
# Where a trace of a screening would first be seen: at every run these are opened, and one page of each other room.
NEAREST = SHOW_THE_OWN_LOOK | {"today", "case-detail", "case-list", "case-timeline", "case-close"}
NEAREST |= {
    "individual-detail",
    "individual-list",
    "individual-erase",
    "account-list",
    "account-read",
}
CLOCK = re.compile(r"\d{1,2}:\d{2}(:\d{2})?")
# Luis reads what is confided to protect survivors, too.
OF_EACH_ROLE = ("ana", "carla", "luis", "sonia", "adela", "aurelio")
# At every run she asks for everything that she may open, and whoever comes after her for what she may not, and what lies nearest.
FIRST = OF_EACH_ROLE[0]
# Savepoints bear numbers; how frequent names are is looked up in a sample, anew every few minutes.
UNCOUNTED = re.compile(
    r"^(SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO SAVEPOINT) |pg_relation_size|TABLESAMPLE"
)


LEFT_OUT = "left out"


class Answer(NamedTuple):
    """What somebody got, and what the database was asked for it: each question and how many rows it found."""

    status: int
    text: str
    questions: list[tuple[str, int]]


class Asked(NamedTuple):
    """One request; `sent` is what a form sends, none for a page that is only opened."""

    path: str
    sent: tuple[tuple[str, str], ...] = ()


@pytest.fixture(scope="module")
def stage_of_the_file(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stage]:
    """The worlds without anything handed in or screened."""
    media = tmp_path_factory.mktemp("media")
    with django_db_blocker.unblock(), a_stage(media, without="fill_screening") as stage:
        yield stage


def screen(people: list[Individual], elvira: User, efrain: User, *, by: User) -> None:
    """Of each of them something is handed in, read, screened, concluded and confirmed; and looked at."""
    for person in people:
        account = confide(person, by, "concern", text="Mandaba allí")
        read_account(account, by=elvira)
        screening = a_screening(person, elvira, account=account)
        told = {"on": elvira.today(), "by": elvira}
        write_step(screening, kind=StepKind.LAWYER, said="Dra. Rojas", **told)
        heard = write_step(screening, kind=StepKind.HEARD, said="Fue en defensa propia", **told)
        take_back_step(heard, said="Era otra persona", by=efrain)
        write_step(screening, kind=StepKind.DECIDED, outcome=Outcome.EXCLUDED, **told)
        concluded = write_step(
            screening, kind=StepKind.CONCLUDED, outcome=Outcome.EXCLUDED, said="1F(a)", **told
        )
        confirm_conclusion(concluded, by=efrain)
        paper = a_paper(screening, elvira, said="Libro de guardias")
        record_look(screening, paper=paper, by=efrain)
        record_look(None, by=efrain)


def is_nearest(path: str) -> bool:
    return kind_of(path) in NEAREST or name_of(path) == "case-part"


def room_of(path: str) -> str:
    """The part of the office that answers, by how its addresses begin; what lies nearest to a file is a room of its own."""
    return kind_of(path) if is_nearest(path) else path.split("?")[0].split("/")[1]


def opened_by(user: User) -> set[str]:
    """The names of the addresses that this user may open."""
    return {
        pattern.name
        for _route, pattern in addresses()
        if pattern.name and (permission := permission_of(pattern)) and user.holds(permission)
    }


def pages_of(
    client: Client, family: Family, kind_of: Callable[[str], str], left_out: set[str]
) -> dict[Asked, Answer]:
    """One page of each kind that the client's user reaches by links, the screened family's where there is one.

    Of the pages of these names only those are opened that lie nearest to a file."""
    person, number = family.people[0], family.case.number
    start = [reverse("case-detail", args=[number]), *START]
    start.insert(1, reverse("individual-detail", args=[person.number]))
    pages: dict[Asked, Answer] = {}

    def look(path: str) -> Look:
        got, pages[Asked(path)] = looked(client, Asked(path))
        return got

    def kind_asked(path: str) -> str:
        return LEFT_OUT if is_left_out(path) else kind_of(path)

    def is_left_out(path: str) -> bool:
        return name_of(path) in left_out and not is_nearest(path)

    def look_unless_left_out(path: str) -> Look:
        return Look(200, "", "") if is_left_out(path) else look(path)

    follow(look_unless_left_out, start, of_a_kind=1, kind_of=kind_asked)
    return pages


def other_requests(user: User, family: Family, left_out: set[str]) -> list[Asked]:
    """Every answer of the API about the screened person; forms that could betray a screening."""
    person, number = family.people[0], family.case.number
    asked = []
    for route, pattern in addresses():
        permission = permission_of(pattern)
        is_list = route.startswith("api/") and not {"<", "("} & set(route)
        is_asked = is_list and pattern.name and pattern.name not in left_out
        if is_asked and permission and user.holds(permission):
            asked.append(Asked(f"{reverse(pattern.name)}?individual={person.number}"))
    concern = {"kind": "concern", "source": "others", "text": "Mandaba allí"}
    need = {"code": "LP-AP", "starts_on": "2019-03-01", "source": "paper"}
    forms = [
        (reverse("search"), {"q": family.named}),
        (reverse("search"), {"q": person.number}),
        (reverse("arrival-duplicates"), typed_again(family)),
        (reverse("account-write", args=[person.number]), concern),
        (reverse("need-record", args=[person.number]), need),
        (reverse("extract-make", args=[person.number]), {"reason": "asked"}),
        (reverse("individual-erase", args=[person.number]), {"reason": "retention"}),
        (reverse("case-close", args=[number]), {"reason": "settled"}),
    ]
    return asked + [
        Asked(path, tuple(sent.items()))
        for path, sent in forms
        if name_of(path) not in left_out or is_nearest(path) or name_of(path) == "search"
    ]


@contextlib.contextmanager
def listening() -> Iterator[list[tuple[str, int]]]:
    """The questions asked inside, with the number of rows that each found."""
    heard: list[tuple[str, int]] = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if not UNCOUNTED.search(str(sql)):
            heard.append((str(sql), context["cursor"].rowcount))
        return result

    with connection.execute_wrapper(listen):
        yield heard


def answer(client: Client, asked: Asked) -> Answer:
    return looked(client, asked)[1]


def looked(client: Client, asked: Asked) -> tuple[Look, Answer]:
    """One answer on its own: nothing of a look or an act stays for the next one to show."""
    with transaction.atomic(), listening() as questions:
        sent = dict(asked.sent)
        got = client.post(asked.path, sent, follow=True) if sent else client.get(asked.path)
        look = Look(got.status_code, text_of(got), got.headers.get("Location", ""))
        transaction.set_rollback(True)
    return look, Answer(look.status, as_drawn_once(look.text, asked.path), questions)


def as_drawn_once(text: str, path: str) -> str:
    text = DRAWN.sub("·", text)
    return CLOCK.sub("·", text) if name_of(path) in SHOW_THE_OWN_LOOK else text


def answers(clients: dict[str, Client], asked: dict[str, list[Asked]]) -> dict[Any, Answer]:
    return {
        (name, each): answer(clients[name], each)
        for name, requests in asked.items()
        for each in requests
    }


def told_apart(one: dict[Any, Answer], other: dict[Any, Answer]) -> list[Any]:
    """Requests to which the two worlds answer differently, or of which they ask the database something else."""
    return [key for key in other if one[key] != other[key]]


class Compared(NamedTuple):
    """Every answer that somebody got in a world without a screening, and in the same world with one."""

    without: dict[Any, Answer]
    with_one: dict[Any, Answer]
    asked: dict[str, list[Asked]]

    def of_whom_a_trace_is_seen(self) -> list[Any]:
        return told_apart(self.without, self.with_one)

    def opened(self) -> set[str]:
        return {name_of(path) for (_, (path, _)), got in self.without.items() if got.status == 200}


@contextlib.contextmanager
def compared(
    stage: Stage, names: Iterable[str], kind_of: Callable[[str], str], *, shared_out: bool
) -> Iterator[Compared]:
    """Asks, screens both people of Ana's family, and asks the same again; the clock stands still meanwhile.

    Shared out, the first opens what she may, and of that the others only what lies nearest to a file."""
    cast, family = stage.cast, stage.worlds.norte
    elvira, efrain = a_screener(cast), a_screener(cast, "Efraín")
    clients = {name: log_in(cast.users[name]) for name in names}
    with time_machine.travel(timezone.now(), tick=False):
        for client in clients.values():
            # What the first request of a day writes stays, or each of the next would write it again.
            client.get(reverse("today"))
        of_first = opened_by(cast.users[FIRST]) if shared_out else set()
        left_out = {name: of_first if name != FIRST else set[str]() for name in clients}
        others = {
            name: other_requests(cast.users[name], family, left_out[name]) for name in clients
        }
        with heads_looked_at_once():
            pages = {
                name: pages_of(clients[name], family, kind_of, left_out[name]) for name in clients
            }
            without = {(name, each): got for name in pages for each, got in pages[name].items()}
            without |= answers(clients, others)
        asked = {name: [*pages[name], *others[name]] for name in clients}
        screen(family.people, elvira, efrain, by=cast.ana)
        assert Screening.objects.count() == ScreeningPaper.objects.count() == len(family.people)
        with heads_looked_at_once():
            with_one = answers(clients, asked)
        yield Compared(without, with_one, asked)


@pytest.mark.django_db
def test_f26_a_screening_is_not_seen_in_any_room(stage: Stage) -> None:
    with compared(stage, OF_EACH_ROLE, room_of, shared_out=True) as worlds:
        assert worlds.of_whom_a_trace_is_seen() == []
    assert len(worlds.asked[FIRST]) >= 100
    assert {name for name, requests in worlds.asked.items() if len(requests) < 8} == set()


@pytest.mark.django_db
def test_f26_whoever_compares_so_carefully_would_see_a_single_note(stage: Stage) -> None:
    case, ana = stage.worlds.norte.case, stage.cast.ana
    clients, asked = (
        {"ana": log_in(ana)},
        {"ana": [Asked(reverse("case-detail", args=[case.number]))]},
    )
    with time_machine.travel(timezone.now(), tick=False):
        answers(clients, asked)
        before = answers(clients, asked)
        assert told_apart(before, answers(clients, asked)) == []
        write_note(case, text="Mandaba allí", by=ana)
        assert told_apart(before, answers(clients, asked))


@pytest.mark.long(of="sight")
@pytest.mark.django_db
def test_f26_nobody_else_can_tell_a_world_with_a_screening_from_one_without(stage: Stage) -> None:
    with compared(stage, OF_EACH_ROLE, kind_of, shared_out=False) as worlds:
        assert worlds.of_whom_a_trace_is_seen() == []
    assert min(map(len, worlds.asked.values())) > 40
    opened = worlds.opened()
    assert {"case-detail", "individual-detail", "audit", "audit-file", "extract-make"} <= opened
