"""Searches the visible people whom a typed name, number or document may mean."""

import datetime
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from operator import or_
from typing import Any, Self, TypeVar

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import visible_keys
from casework.contact.models import Phone
from casework.contact.rules import possible_numbers
from casework.papers.rules.numbers import bare_number, card_spellings
from casework.papers.rules.papers import parse_paper
from casework.register.choices import ExitType, Relation
from casework.register.models.alias import Alias
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit, as_exit, how_they_left
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual, non_name_fields
from casework.register.querysets.individual import IndividualQuerySet
from casework.register.rules import (
    TAIL_LENGTH,
    age_in_words,
    case_number,
    is_tail,
    parse_file_number,
    tail_of,
)
from casework.search.rules import (
    FEWEST_OF_A_TAIL,
    TypedWords,
    digits_of_a_tail,
    may_mean,
    means_whole_name,
    serial_of,
)
from pages.failing import part_or
from pages.questions import PLACEHOLDER, cached_rows
from pages.slots import Slot
from vault.querysets import SealedQuerySet
from vault.search import exact_token, ranked

# A finder takes the typed text and the user; it returns a queryset of keys of people, or None if it does not apply.
people_finders: Slot[Callable[[str, User], Any]] = Slot("by what else somebody is found")


class NameSearchQuerySet(SealedQuerySet):
    def of_last_hour(self, user: User, now: datetime.datetime) -> Self:
        """The user's searches of the last hour."""
        return self.filter(user=user, created_at__gt=now - self.model.LIFETIME)


Result = TypeVar("Result")
MOST_HITS = 20
# The most rows that are decrypted to compare the end of a number: of 100,000 papers about ten share four digits.
MOST_TAILS = 100
# Fields that the search results do not show.
FIELDS_DEFERRED = non_name_fields("", "sex", "birth_precision", "birth_year", "born_on")
# No case number has an earlier year.
FIRST_YEAR = 2015


@dataclass(frozen=True)
class Hit:
    """A person whom a search found, with the present or last case, the age in words, and facts to distinguish namesakes."""

    individual: Individual
    case: Case
    age: str
    # The complete number of the person, the case or a paper was typed.
    is_exact: bool = False
    # Each typed word matches a name, or a number was typed. Other hits are only similar.
    is_strong: bool = True
    relation: str = ""
    principal: str = ""
    # The paper whose number, or end of a number, was typed.
    paper: IdentityDocument | None = None
    # The exit of a person who is away.
    leaving: Exit | None = None

    @property
    def has_died(self) -> bool:
        return self.leaving is not None and self.leaving.type == ExitType.DIED


def search_people(typed: str, user: User, most: int = MOST_HITS) -> list[Hit]:
    """Returns at most `most` people, best first: by number or document, by `people_finders`, then by name."""
    people = Individual.objects.visible_to(user, Permission.INDIVIDUAL_READ)
    exact = list(_by_number(people, typed)[:most])
    by_number = exact + _by_part_of_a_number(people, typed, user.today(), most)
    by_number += _by_finders(people, typed, user)[:most]
    by_name = _by_name(people, typed, most) if len(by_number) < most else {}
    if len(by_number) + len(by_name) < most:
        by_name = {**_by_name_of_a_merged_record(people, typed, most), **by_name}
    ordered = {**dict.fromkeys(by_number, True)}
    for is_strong in (True, False):
        ordered |= {
            person: is_strong
            for person, is_whole in by_name.items()
            if is_whole is is_strong and person not in ordered
        }
    hits = _hits(dict(list(ordered.items())[:most]), exact, user, Permission.INDIVIDUAL_READ)
    papers = _papers_with_number(typed, by_number)
    with_papers = [replace(hit, paper=papers.get(hit.individual.pk)) for hit in hits]
    return sorted(with_papers, key=_rank)


def search_cards(typed: str, user: User, most: int = MOST_HITS) -> list[Hit]:
    """Returns at most `most` people for users who see only reduced cards: by number, bed, and name on the card.

    Papers, phones and further names are not searched, because a hit would reveal more than the card. An anonymous person
    is found only by the alias that the card shows.
    """
    people = Individual.objects.visible_to(user, Permission.CASE_CARD)
    number = parse_file_number(typed)
    by_number = list(people.filter(_has_number(*number))[:most]) if number else []
    by_serial: Any = people.filter(_was_in_case_with_serial(typed, user.today()))[:most]
    similar = [
        person
        for person in ranked(people, typed)[: most * 2]
        if may_mean(typed, [person.display_name])
        and (not person.is_anonymous or _is_called(person.display_name, typed))
    ]
    by_place: Any = _by_finders(people, typed, user)[:most]
    ordered = dict.fromkeys([*by_number, *by_serial, *by_place], True)
    matches = {person: means_whole_name(typed, [person.display_name]) for person in similar}
    for is_strong in (True, False):
        ordered |= {
            person: is_all
            for person, is_all in matches.items()
            if is_all is is_strong and person not in ordered
        }
    hits = _hits(dict(list(ordered.items())[:most]), by_number, user, Permission.CASE_CARD)
    return sorted(hits, key=_rank)


def _rank(hit: Hit) -> tuple[bool, ...]:
    """The sort key: exact hits, strong hits, hits by a paper of a known country, then open cases come first."""
    is_of_a_country = bool(hit.paper and hit.paper.country)
    return not hit.is_exact, not hit.is_strong, not is_of_a_country, not hit.case.is_open


def only_exact_hit(hits: Sequence[Hit]) -> Hit | None:
    """Returns the first hit if a complete number was typed and all hits are of one case; else None."""
    if not hits or not all(hit.is_exact for hit in hits):
        return None
    return hits[0] if len({hit.case for hit in hits}) == 1 else None


def _is_called(name: str, typed: str) -> bool:
    """Whether every typed word may mean a word of the name."""
    return all(may_mean(word, [name]) for word in typed.split())


def hits_of(individuals: list[Individual], user: User) -> list[Hit]:
    """Returns hits for these people in order, each with the present or last case."""
    return _hits(dict.fromkeys(individuals, True), (), user, Permission.INDIVIDUAL_READ)


def _hits(
    people: Mapping[Individual, bool],
    exact: Collection[Individual],
    user: User,
    permission: Permission,
) -> list[Hit]:
    today = user.today()
    keys = [person.pk for person in people]
    memberships: dict[Any, Any] = {
        membership.individual_id: membership
        for membership in cached_rows(_latest_memberships, values={PLACEHOLDER: keys})
    }
    cases = [member.case_id for member in memberships.values()]
    principal_members = cached_rows(_principals, user, permission, values={PLACEHOLDER: cases})
    principals: dict[Any, Individual] = {
        head.case_id: head.individual for head in principal_members
    }
    hits = []
    for individual, is_strong in people.items():
        member = memberships[individual.pk]
        principal = principals.get(member.case_id)
        is_other = principal is not None and principal.pk != individual.pk
        hits.append(
            Hit(
                individual,
                member.case,
                age_in_words(individual.birth, today, with_unit=True),
                is_exact=individual in exact,
                is_strong=is_strong,
                relation=_relation(member) if is_other else "",
                principal=principal.display_name if principal and is_other else "",
                leaving=as_exit(member.left),
            )
        )
    return hits


def _relation(member: FamilyMember) -> str:
    # The choice itself gives the label: Django's `get_..._display` would translate the labels of all choices.
    relation = Relation(member.relation_to_principal)
    return "" if relation is Relation.UNKNOWN else str(relation.label)


def _latest_memberships() -> Any:
    rows = FamilyMember.objects.marked_latest().filter(individual__in=[PLACEHOLDER])
    return rows.annotate(left=how_they_left("individual")).order_by().select_related("case__team")


def _principals(user: User, permission: Permission) -> Any:
    """The principals of these cases whose names the user may see."""
    visible = visible_keys(Individual.objects, user, permission)
    return (
        FamilyMember.objects.marked_latest()
        .filter(case__in=[PLACEHOLDER], relation_to_principal=Relation.PRINCIPAL)
        .filter(individual__in=visible)
        .order_by()
        .select_related("individual")
        .defer(*non_name_fields("individual"))
    )


def _by_finders(people: IndividualQuerySet, typed: str, user: User) -> IndividualQuerySet:
    """People of `people` whom `people_finders` find by the text, for example by a bed."""
    results = [
        or_missing_message(partial(find, typed, user), lambda: None) for find in people_finders
    ]
    id_sets = [ids for ids in results if ids is not None]
    if not id_sets:
        return people.none()
    is_found = reduce(or_, (Q(pk__in=ids) for ids in id_sets))
    return people.filter(is_found)


def or_missing_message(query: Callable[[], Result], fallback: Callable[[], Result]) -> Result:
    """Returns the result of the query; if it fails, `fallback()`, and the page says that beds of people are missing."""
    return part_or(query, fallback, kind="whereabouts", above=_("Beds of people"))


def _by_number(people: IndividualQuerySet, typed: str) -> IndividualQuerySet:
    """People with this number of a person or paper, or who are or were in the case with this number."""
    if sum(letter.isdigit() for letter in typed) < FEWEST_OF_A_TAIL and not parse_file_number(
        typed
    ):
        return people.none()
    papers = IdentityDocument.objects.filter(number_token__in=_number_tokens(typed))
    if country := parse_paper(typed).country:
        papers = papers.filter(country__in=[country, ""])
    is_meant = Q(pk__in=papers.values("individual"))
    if numbers := parse_file_number(typed):
        case, individual = numbers
        is_meant |= _has_number(case, individual)
    return people.filter(is_meant)


def _by_part_of_a_number(
    people: IndividualQuerySet, typed: str, today: datetime.date, most: int
) -> list[Individual]:
    """Returns people with this phone, with a paper or phone that ends in this text, or of a case of this serial number.

    The database has tokens of the last four digits only, so longer texts are compared with decrypted numbers.
    """
    if not any(map(str.isdigit, typed)):
        return []
    of_people = {"individual__in": people}
    owners: set[Any] = set(
        _phones_with_number(typed).filter(**of_people).values_list("individual", flat=True)
    )
    plain_number = bare_number(typed)
    if is_tail(plain_number) or (
        len(plain_number) > TAIL_LENGTH and plain_number[-TAIL_LENGTH:].isdigit()
    ):
        token = exact_token(tail_of(plain_number), purpose="document tail")
        papers = IdentityDocument.objects.filter(tail_token=token, **of_people)
        owners |= {
            each.individual_id
            for each in papers[:MOST_TAILS]
            if _is_end_of(each.number, plain_number)
        }
    if digits := digits_of_a_tail(typed):
        token = exact_token(tail_of(digits), purpose="phone tail")
        phones = Phone.objects.filter(tail_token=token, ended_on=None, **of_people)
        owners |= {
            each.individual_id for each in phones[:MOST_TAILS] if _is_end_of(each.number, digits)
        }
    return list(people.filter(Q(pk__in=owners) | _was_in_case_with_serial(typed, today))[:most])


def _papers_with_number(typed: str, people: Collection[Individual]) -> dict[Any, IdentityDocument]:
    """Returns, by key of the person, the paper whose number is or ends in the text; of two, that of the shorter number."""
    plain_number = bare_number(typed)
    if not people or not is_tail(plain_number[-TAIL_LENGTH:]):
        return {}
    is_meant = Q(number_token__in=_number_tokens(typed))
    is_meant |= Q(tail_token=exact_token(tail_of(plain_number), purpose="document tail"))
    papers = IdentityDocument.objects.filter(is_meant, individual__in=people)
    matching = [each for each in papers if _is_end_of(each.number, plain_number)]
    return {
        each.individual_id: each
        for each in sorted(matching, key=lambda paper: len(paper.number), reverse=True)
    }


def _number_tokens(typed: str) -> list[int]:
    return [exact_token(each, purpose="document") for each in card_spellings(typed)]


def _is_end_of(number: str, typed: str) -> bool:
    plain = "".join(letter for letter in number.upper() if letter.isalnum())
    return plain.endswith("".join(letter for letter in typed.upper() if letter.isalnum()))


def _was_in_case_with_serial(typed: str, today: datetime.date) -> Q:
    """Returns the condition that a person is or was in a case of this serial number, of any year."""
    serial = serial_of(typed)
    if not serial:
        return Q(pk__in=[])
    numbers = [case_number(year, serial) for year in range(FIRST_YEAR, today.year + 1)]
    members = FamilyMember.objects.filter(case__number__in=numbers)
    return Q(pk__in=members.values("individual"))


def _has_number(case: str, individual: str) -> Q:
    """Returns the condition that a person or a record merged into it has this number.

    If `individual` is empty, the condition is that the person is or was in this case.
    """
    if individual:
        records = Individual.objects.filter(number=individual)
    else:
        members = FamilyMember.objects.filter(case__number=case)
        records = Individual.objects.filter(pk__in=members.values("individual"))
    return Q(pk__in=records.values("pk")) | Q(pk__in=records.values("merged_into"))


def _by_name(records: IndividualQuerySet, typed: str, most: int) -> dict[Individual, bool]:
    """Returns people whose name matches the text, each with whether every typed word matches.

    People who share only the tokens of the text are left out.
    """

    def owner_of(record: Individual) -> Any:
        """Returns the key of the person who has the record's further names, because a merge moves them."""
        return record.merged_into_id or record.pk

    candidates = list(ranked(records.defer(*FIELDS_DEFERRED), typed)[:most])
    aliases: dict[Any, list[Alias]] = {}
    for alias in cached_rows(
        _aliases, values={PLACEHOLDER: list({owner_of(each) for each in candidates})}
    ):
        aliases.setdefault(alias.individual_id, []).append(alias)
    typed_words = TypedWords.of(typed)
    matches = {
        record: typed_words.agreement(record.names_with(aliases.get(owner_of(record), ())))
        for record in candidates
    }
    return {record: is_whole for record, is_whole in matches.items() if is_whole is not None}


def _aliases() -> Any:
    return Alias.objects.filter(individual__in=[PLACEHOLDER])


def _by_name_of_a_merged_record(
    people: IndividualQuerySet, typed: str, most: int
) -> dict[Individual, bool]:
    """Returns people with a merged record whose name matches the text."""
    records = Individual.objects.filter(merged_into__in=people)
    by_name = _by_name(records.select_related("merged_into"), typed, most)
    return {
        record.merged_into: is_whole for record, is_whole in by_name.items() if record.merged_into
    }


def _phones_with_number(typed: str) -> QuerySet[Phone]:
    """Current phones whose number the text may mean."""
    return Phone.objects.filter(token__in=phone_tokens(typed), ended_on=None)


def phone_tokens(typed: str) -> list[int]:
    """Returns the tokens of every phone number that the text may mean, with or without the country code."""
    numbers = {typed, *(read.number for read in possible_numbers(typed))}
    return [exact_token(number, purpose="phone") for number in numbers]
