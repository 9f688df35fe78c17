"""Two records beside each other, fact by fact, each with the word that says whether they differ."""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.duplicates.querysets import PeopleOnFile
from casework.register.choices import DocumentType
from casework.register.models.individual import Individual
from casework.register.rules import age_in_words, tail_of, written_birth
from pages.dates import short_date
from vault.sounds import sounded_words

SAME, ALIKE, DIFFERENT, ONE_SIDE = (
    _("same"),
    _("sounds the same"),
    _("differs"),
    _("only on one side"),
)

PHONE = _("Phone")

# The first facts are names; nothing else is compared by its sound.
NAMES = 3

TONES: dict[Any, str] = {SAME: "good", ALIKE: "calm", DIFFERENT: "warn", ONE_SIDE: "quiet"}


@dataclass(frozen=True)
class Beside:
    """One fact of both records, which at least one of them has."""

    label: str | Promise
    left: str
    right: str
    word: str | Promise

    @property
    def tone(self) -> str:
        return TONES.get(self.word, "")


def side_by_side(left: Individual, right: Individual, user: User) -> list[Beside]:
    """The facts by which people are told apart, in the order in which one compares them."""
    known = PeopleOnFile.of([left.pk, right.pk], user.today())
    facts: list[tuple[Any, ...]] = [
        (_("Given names"), *(each.given_names for each in (left, right))),
        (_("Family names"), *(each.family_names for each in (left, right))),
        (_("Alias"), *(each.alias for each in (left, right))),
        (_("Sex"), *(each.get_sex_display() for each in (left, right))),
        (_("Birth"), *(_birth(each) for each in (left, right))),
        (_("Age"), *(_age(each, user) for each in (left, right))),
        (_("Documents"), *(_papers(known, each) for each in (left, right))),
        (PHONE, *(_phones(each) for each in (left, right))),
        (_("Category"), *(each.get_category_display() for each in (left, right))),
        (_("Service"), *(_service(each, user) for each in (left, right))),
        (_("Family"), *(_family(known, each) for each in (left, right))),
        (_("Case"), *(_case(known, each) for each in (left, right))),
        (_("Arrived on"), *(_arrival(each) for each in (left, right))),
    ]
    return [
        Beside(
            label,
            _shown(label, one),
            _shown(label, other),
            _compared(one, other, is_name=place < NAMES),
        )
        for place, (label, one, other) in enumerate(facts)
        if one or other
    ]


def _shown(label: str | Promise, fact: str) -> str:
    """Of phones the last digits: the number itself stands behind its warnings, on the person's page."""
    if label != PHONE:
        return fact
    return ", ".join(f"…{tail_of(number)}" for number in fact.split(", ") if number)


def _phones(individual: Individual) -> str:
    numbers = individual.phones.filter(ended_on=None)
    return ", ".join(sorted(phone.number for phone in numbers))


def _compared(one: str, other: str, *, is_name: bool) -> str | Promise:
    if not (one and other):
        return ONE_SIDE
    if one == other:
        return SAME
    sounds_alike = is_name and sounded_words(one) == sounded_words(other)
    return ALIKE if sounds_alike else DIFFERENT


def _birth(person: Individual) -> str:
    return written_birth(person.birth)


def _age(person: Individual, user: User) -> str:
    return age_in_words(person.birth, user.today())


def _papers(known: PeopleOnFile, person: Individual) -> str:
    papers = known.papers.get(person.pk, [])
    return ", ".join(f"{DocumentType(paper.type).label} {paper.number}" for paper in papers)


def _service(person: Individual, user: User) -> str:
    if not can(user, Permission.SERVICE_READ, about=person):
        return ""
    services: Any = person.service_records.current().select_related("force")
    return ", ".join(str(service.force or service.get_rank_band_display()) for service in services)


def _family(known: PeopleOnFile, person: Individual) -> str:
    return ", ".join(sorted(known.described(person.pk).relatives))


def _case(known: PeopleOnFile, person: Individual) -> str:
    membership = known.memberships.get(person.pk)
    return membership.case.number if membership else ""


def _arrival(person: Individual) -> str:
    return short_date(person.arrival.on) if person.arrival else ""
