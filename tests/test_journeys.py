"""Whoever was logged through the forms, whatever is odd about them, has pages that open for every role."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

import pytest
from django.test import Client, override_settings
from django.urls import resolve

from accounts.models import Grant
from casework.register.choices import Sex
from casework.register.models.individual import Individual
from tests.cast import Cast, as_
from tests.crawl import LEAVES, Look, bare_not_found, follow, heads_looked_at_once, look_at
from tests.journeys import ENDS, Journeys, addresses_of, travel

# Those who meet files come first: their turns follow one another, so no two of them open the same pages at every run.
READERS = ("ana", "lucia", "sonia")
# One of each role and team; luis reads what lucia reads.
EVERYBODY = (*READERS, "bruno", "carla", "adela", "aurelio", "mara")
# What a page says where a fact that nobody gave was written out as if it were one.
EMPTY_AS_A_FACT = re.compile(r"\bNone\b|\bnan\b|\bundefined\b|\(\)|\[\]|«»| · ·|, ,")
# How the names of those addresses of one person or case end that show and take nothing.
ONLY_SHOWN = (
    "-detail",
    "-card",
    "-list",
    "-history",
    "-print",
    "-checks",
    "-timeline",
    "-choose",
)
# Acts after which a file ends or goes out of sight, and which are sent for nobody here.
NOT_SENT = ENDS - {"case-close", "loss-report", "individual-erase", "anonymity-wish"}
# What refuses somebody with everything, and why.
NOT_TAKEN = {
    "account-write": "nobody is named who reads it",
    "authority-tell": "a child alone is told of",
    "best-interests-plan": "a child alone is planned for",
    "caregiver-record": "a child alone is cared for",
    "case-close-undo": "the last closing is undone already",
    "case-reopen": "the case is open",
    "case-reopeners": "it only shows",
    "case-unrestrict": "the case is not restricted",
    "consent-record": "the first text is of another purpose than the first purpose",
    "document-describe": "no file waits for its words",
    "duplicates-of": "a second number is to be typed",
    "family-builder": "somebody of another case is to be marked",
    "relationship-record": "a second number is to be typed",
    "renunciation-file": "it only shows",
}
TAGS = re.compile(r"<(script|style|template).*?</\1>|<[^>]+>", re.DOTALL)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def journeys(
    cast_of_the_file: Cast, tables_of_the_file: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Journeys]:
    with override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("journeys")):
        yield travel(cast_of_the_file.anew())


def faults(client: Client, path: str) -> tuple[int, list[str]]:
    """The status, and that the page failed or what stands on it without saying anything."""
    try:
        look = look_at(client, path)
    except Exception as error:
        return 500, [repr(error)]
    return look.status, [f"status {look.status}"] if look.status >= 500 else empty_facts(look)


def empty_facts(look: Look) -> list[str]:
    body = look.text.rpartition("</html>")[0]
    return EMPTY_AS_A_FACT.findall(TAGS.sub(" ", body))


def opened(
    cast: Cast, journeys: Journeys, reader: str, *, every: int = 1
) -> dict[tuple[str, str], list[str]]:
    """What is wrong with the pages of this reader, by oddity and address; of `every` pages the reader opens one.

    "Not found" is looked at once as it stands, and then without its frame, which is the same each time."""
    client, turn, found = as_(cast.users[reader]), EVERYBODY.index(reader), {}
    is_framed = True
    with heads_looked_at_once(), ExitStack() as without_frame:
        for place, (oddity, person) in enumerate(journeys.people.items()):
            for number, (name, path) in enumerate(addresses_of(person).items()):
                if (number + place + turn) % every or name in LEAVES:
                    continue
                status, wrong = faults(client, path)
                if wrong:
                    found[oddity, name] = wrong
                if status == 404 and is_framed:
                    without_frame.enter_context(bare_not_found())
                    is_framed = False
    return found


def test_the_doors_took_what_was_told_them(journeys: Journeys) -> None:
    people = journeys.people
    for person in people.values():
        person.refresh_from_db()
    assert people["is merged"].merged_into_id == people["with everything"].pk
    assert people["is erased"].erased_on, journeys.refused
    assert people["is split off"].memberships.count() == 2


def test_every_form_of_a_file_takes_what_is_told_it_or_stands_here_with_its_reason(
    journeys: Journeys,
) -> None:
    """A form that opens no more, refuses what it took, or begins to take, is missed."""
    offered = set(addresses_of(journeys.people["with everything"]))
    taken = {resolve(path).url_name for path in journeys.taken}
    left = {name for name in offered - taken if not name.endswith(ONLY_SHOWN)}
    assert left == NOT_TAKEN.keys() | NOT_SENT, journeys.refused


@pytest.mark.parametrize("reader", EVERYBODY)
def test_pages_of_whoever_was_logged_open_for_every_role(
    cast: Cast, journeys: Journeys, reader: str
) -> None:
    """Each address for two people or three. Those who meet files open it for half of the oddities together."""
    assert opened(cast, journeys, reader, every=2 * len(READERS)) == {}


def test_a_page_that_fails_for_one_oddity_is_found(
    cast: Cast, journeys: Journeys, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = Individual.display_name.fget

    def failing(person: Individual) -> str:
        if person.sex == Sex.OTHER:
            raise ValueError("everybody is a man or a woman")
        return str(name(person))

    monkeypatch.setattr(Individual, "display_name", property(failing))
    found = opened(cast, journeys, "ana", every=9)
    assert {oddity for oddity, _name in found} == {"sex other"}


def test_every_role_of_the_cast_opens_pages(cast: Cast) -> None:
    held = dict(Grant.objects.values_list("user__full_name", "role"))
    assert {held[name.capitalize()] for name in EVERYBODY} == set(held.values())


@pytest.mark.long(of="looks")
@pytest.mark.parametrize("reader", EVERYBODY)
def test_every_page_of_whoever_was_logged_opens(
    cast: Cast, journeys: Journeys, reader: str
) -> None:
    assert opened(cast, journeys, reader) == {}


@pytest.mark.long(of="looks")
@pytest.mark.parametrize("reader", READERS)
def test_every_page_that_they_lead_to_opens(cast: Cast, journeys: Journeys, reader: str) -> None:
    look = partial(look_at, as_(cast.users[reader]))
    told = addresses_of(journeys.people["with everything"])
    with heads_looked_at_once():
        pages = follow(look, told.values(), of_a_kind=1)
    wrong = {path: empty_facts(Look(200, text, "")) for path, text in pages.items()}
    assert {path: said for path, said in wrong.items() if said} == {}
