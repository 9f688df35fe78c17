"""Compares two records fact by fact, to show them side by side."""

import datetime
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.duplicates.querysets import PeopleOnFile
from casework.register.choices import BirthPrecision, DocumentType, Sex
from casework.register.models.individual import Individual
from casework.register.rules import birth_as_text, tail_of
from casework.service.categories import NOT_ASKED, category_in_words
from casework.service.models import ServiceRecord
from pages.dates import short_date
from reference.choices import RankBand
from reference.models import Rank
from vault.sounds import sounded_words

SAME, ALIKE, COMPATIBLE, DIFFERENT, ONE_SIDE = (
    _("same"),
    _("sounds the same"),
    _("compatible"),
    _("differs"),
    _("only on one side"),
)

TONES: dict[Any, str] = {
    SAME: "good",
    ALIKE: "calm",
    COMPATIBLE: "calm",
    DIFFERENT: "warn",
    ONE_SIDE: "quiet",
}

# Two births may differ by this number of years if one is estimated from an age.
ESTIMATE_TOLERANCE = 1


@dataclass(frozen=True)
class ComparedFact:
    """One fact of two records in words, and the result of comparing it; "" if both are unknown.

    `decides` marks the facts that tell most surely whether two people are one."""

    label: str | Promise
    left: str
    right: str
    result: str | Promise
    decides: bool = False

    @property
    def tone(self) -> str:
        return TONES.get(self.result, "")


def side_by_side(left: Individual, right: Individual, user: User) -> list[ComparedFact]:
    """Returns the compared facts, deciding ones first, without facts that are unknown in both records.

    Case and day of arrival differ for any two records, so they are included only if they are equal. A name, sex, service
    or family known in only one record is left out."""
    on_file = PeopleOnFile.of([left.pk, right.pk], user.today())
    both = (left, right)
    deciding = [
        _papers(on_file, *both),
        _births(*both),
        _phones(*both),
    ]
    names = [
        _name_fact(_("Given names"), *(each.given_names for each in both)),
        _name_fact(_("Family names"), *(each.family_names for each in both)),
        _name_fact(_("Alias"), *(each.alias for each in both)),
    ]
    others = [
        _fact(_("Sex"), *(_sex(each) for each in both)),
        _fact(_("Service"), *(service_in_words(each, user) for each in both)),
        _fact(_("Family"), *(_family(on_file, each) for each in both)),
    ]
    category = _category(*both, user.today())
    always_differ = [
        _fact(_("Case"), *(_case(on_file, each) for each in both)),
        _fact(_("Arrived on"), *(_arrival(each) for each in both)),
    ]
    return [
        *(replace(row, decides=True) for row in deciding if row.result),
        *(row for row in names if row.result not in ("", ONE_SIDE)),
        category,
        *(row for row in others if row.result not in ("", ONE_SIDE)),
        *(row for row in always_differ if row.result == SAME),
    ]


def _fact(label: str | Promise, one: str, other: str) -> ComparedFact:
    return ComparedFact(label, one, other, _compared(one, other))


def _compared(one: str, other: str) -> str | Promise:
    """Returns whether two facts agree, in words; empty if both are unknown."""
    if not (one or other):
        return ""
    if not (one and other):
        return ONE_SIDE
    return SAME if one == other else DIFFERENT


def _category(one: Individual, other: Individual, today: datetime.date) -> ComparedFact:
    """Compares the categories; the result is ONE_SIDE if only one of the two was asked about service."""
    left, right = (str(category_in_words(each, today)) for each in (one, other))
    result = SAME if one.category == other.category else DIFFERENT
    if (left == str(NOT_ASKED)) != (right == str(NOT_ASKED)):
        result = ONE_SIDE
    return ComparedFact(_("Category"), left, right, result)


def _name_fact(label: str | Promise, one: str, other: str) -> ComparedFact:
    """Compares names by sound: an additional name in one record is no contradiction."""
    result = _compared(one, other)
    if result == DIFFERENT:
        words, other_words = sounded_words(one), sounded_words(other)
        if words == other_words:
            result = ALIKE
        elif set(words) <= set(other_words) or set(other_words) <= set(words):
            result = COMPATIBLE
    return ComparedFact(label, one, other, result)


def _births(left: Individual, right: Individual) -> ComparedFact:
    """Compares births: a year or an age does not contradict a date of the same year."""
    one, other = _birth(left), _birth(right)
    result = _compared(one, other)
    years = [_year(each) for each in (left, right)]
    if result == DIFFERENT and None not in years:
        both_days = left.is_birthday_known and right.is_birthday_known
        is_guess = BirthPrecision.AGE in (left.birth_precision, right.birth_precision)
        years_apart = abs((years[0] or 0) - (years[1] or 0))
        if not both_days and years_apart <= (ESTIMATE_TOLERANCE if is_guess else 0):
            result = COMPATIBLE
    return ComparedFact(_("Birth"), one, other, result)


def _year(person: Individual) -> int | None:
    return person.born_on.year if person.born_on else person.birth_year


def _phones(left: Individual, right: Individual) -> ComparedFact:
    """Compares phones: one common number makes them the same. Shows only the last digits: a full number needs its warnings."""
    one, other = _numbers(left), _numbers(right)
    result = _compared(" ".join(sorted(one)), " ".join(sorted(other)))
    if one & other:
        result = SAME
    return ComparedFact(_("Phone"), _tails(one), _tails(other), result)


def _numbers(individual: Individual) -> set[str]:
    return {phone.number for phone in individual.phones.filter(ended_on=None)}


def _tails(numbers: set[str]) -> str:
    return ", ".join(f"…{tail_of(number)}" for number in sorted(numbers))


def _birth(person: Individual) -> str:
    return birth_as_text(person.birth)


def _papers(on_file: PeopleOnFile, left: Individual, right: Individual) -> ComparedFact:
    """Compares papers: one common paper makes them the same; an incomplete number contradicts nothing."""
    one, other = (on_file.candidate_of(each.pk).documents for each in (left, right))
    fact = _fact(_("Documents"), *(_numbers_of_papers(on_file, each) for each in (left, right)))
    if one & other:
        return replace(fact, result=SAME)
    may_be_one = fact.result == DIFFERENT and any(
        paper.may_be(other_paper) for paper in one for other_paper in other
    )
    return replace(fact, result=COMPATIBLE) if may_be_one else fact


def _numbers_of_papers(on_file: PeopleOnFile, person: Individual) -> str:
    papers = on_file.papers.get(person.pk, [])
    return ", ".join(f"{DocumentType(paper.type).label} {paper.number}" for paper in papers)


def _sex(person: Individual) -> str:
    """Returns the sex; empty if nobody recorded it."""
    return "" if person.sex == Sex.UNKNOWN else str(person.get_sex_display())


def service_in_words(person: Individual, user: User) -> str:
    """Returns forces, ranks and units on file; empty for users who may not read them."""
    if not can(user, Permission.SERVICE_READ, about=person):
        return ""
    services: Any = person.service_records.current().select_related("force")
    ranks = dict(Rank.objects.values_list("code", "name"))
    service_parts = (
        (each.force, ranks.get(each.rank, each.rank) or _band(each), each.unit) for each in services
    )
    return ", ".join(
        " · ".join(str(part) for part in parts if part) for parts in service_parts if any(parts)
    )


def _band(service: ServiceRecord) -> str:
    return "" if service.rank_band == RankBand.UNKNOWN else str(service.get_rank_band_display())


def _family(on_file: PeopleOnFile, person: Individual) -> str:
    return ", ".join(sorted(on_file.candidate_of(person.pk).relatives))


def _case(on_file: PeopleOnFile, person: Individual) -> str:
    membership = on_file.memberships.get(person.pk)
    return membership.case.number if membership else ""


def _arrival(person: Individual) -> str:
    return short_date(person.arrival.on) if person.arrival else ""
