"""Pairs of records, and the search for people on file who may be the same person as a candidate."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Self
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import visible_keys
from casework.contact.models import Phone
from casework.duplicates.choices import ONE_NUMBER, PairStatus, Reason
from casework.duplicates.rules.matching import Candidate, Likeness, likeness, likeness_in_family
from casework.papers.rules.numbers import card_spellings
from casework.papers.rules.papers import Paper
from casework.register.models.alias import Alias
from casework.register.models.case import FamilyMember
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual, non_name_fields
from casework.register.querysets.case import latest_of
from casework.register.querysets.individual import IndividualQuerySet
from casework.search.querysets import phone_tokens
from pages.questions import PLACEHOLDER, cached_rows
from vault.querysets import SealedQuerySet
from vault.search import exact_token, ranked_each

# The most people with a similar name who are compared with one candidate.
MOST_COMPARED = 12

# The most candidates that are compared with one set of queries.
CHUNK = 50

PHONE_AND_BIRTH = frozenset({Reason.SAME_PHONE, Reason.SAME_BIRTH_DATE})


class PairQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.DUPLICATE_DECIDE) -> Self:
        """Returns pairs with two visible people: only supervisors see pairs across teams."""
        people = Individual.objects.visible_to(user, permission)
        return self.filter(first__in=people, second__in=people)

    def waiting(self) -> Self:
        """Returns pairs to decide, and pairs confirmed as one person that are not merged."""
        return self.filter(status__in=[PairStatus.OPEN, PairStatus.SAME])

    def with_any_of(self, people: Iterable[Any]) -> Self:
        """Returns pairs with one of these people, without merged ones."""
        keys = list(people)
        return self.filter(Q(first__in=keys) | Q(second__in=keys)).exclude(status=PairStatus.MERGED)

    def to_merge(self, cases: Iterable[Any]) -> Self:
        """Returns pairs confirmed to be one person and not merged yet, with one of them in these cases."""
        people = Individual.objects.filter(memberships__case__in=cases).values("pk")
        has_one_there = Q(first__in=people) | Q(second__in=people)
        return self.filter(has_one_there, status=PairStatus.SAME).select_related("first", "second")

    def with_person(self, individual: Any) -> Self:
        return self.filter(Q(first=individual) | Q(second=individual))


@dataclass(frozen=True)
class LikelyDuplicate:
    """A person on file who may be the candidate, with facts to recognise the person by."""

    individual: Individual
    age: int | None
    document_tail: str
    last_seen_on: datetime.date
    likeness: Likeness


def likely_duplicates(
    candidate: Candidate, user: User, limit: int = 3, *, came_with: Sequence[str] = ()
) -> list[LikelyDuplicate]:
    """Returns at most `limit` people on file who may be the candidate, the likeliest first.

    Only people whom `user` may see are compared. `came_with` are numbers of people on file with whom the candidate came:
    the other members of their cases are compared with `likeness_in_family`."""
    return _likely_duplicates_of_chunk([candidate], user, limit, _families_with(came_with, user))[0]


def _families_with(numbers: Sequence[str], user: User) -> set[UUID]:
    """Returns the keys of the other members of these people's current cases."""
    if not numbers:
        return set()
    visible = Individual.objects.visible_to(user, Permission.INDIVIDUAL_READ)
    members = FamilyMember.objects.on(user.today())
    memberships = members.filter(individual__in=visible.filter(number__in=numbers))
    others = members.filter(case__in=memberships.values("case"), individual__in=visible)
    return set(others.exclude(individual__number__in=numbers).values_list("individual", flat=True))


def likely_duplicates_of(
    candidates: Sequence[Candidate], user: User, limit: int = 3
) -> list[list[LikelyDuplicate]]:
    """Returns the likely duplicates of each candidate, in order: a fixed number of queries for every CHUNK of candidates."""
    results: list[list[LikelyDuplicate]] = []
    for start in range(0, len(candidates), CHUNK):
        results += _likely_duplicates_of_chunk(candidates[start : start + CHUNK], user, limit)
    return results


def _likely_duplicates_of_chunk(
    candidates: Sequence[Candidate], user: User, limit: int, family: Set[UUID] = frozenset()
) -> list[list[LikelyDuplicate]]:
    individuals = Individual.objects
    people = individuals.filter(pk__in=visible_keys(individuals, user, Permission.INDIVIDUAL_READ))
    today = user.today()
    alike_people = _alike_among(people, candidates, today=today, limit=limit, family=family)
    keys = [individual.pk for each in alike_people for individual, _alike in each]
    papers, joined = _papers(keys), _last_joined_days(keys, today)
    return [
        [
            _likely_duplicate(
                individual,
                similarity,
                papers=papers.get(individual.pk, []),
                joined_on=joined.get(individual.pk),
                today=today,
            )
            for individual, similarity in each
        ]
        for each in alike_people
    ]


PersonAndLikeness = tuple[Individual, Likeness]


def _alike_among(
    people: IndividualQuerySet,
    candidates: Sequence[Candidate],
    *,
    today: datetime.date,
    limit: int,
    themselves: Sequence[UUID] = (),
    family: Set[UUID] = frozenset(),
) -> list[list[PersonAndLikeness]]:
    """Returns for each candidate at most `limit` people who may be the candidate, the likeliest first.

    `themselves` are the keys of the candidates, in order, if they are on file: nobody is compared with themselves. People
    of `family` are compared with every candidate, with `likeness_in_family`."""
    searched_names = [
        (index, name) for index, each in enumerate(candidates) for name in each.names_to_search
    ]
    similar_names = ranked_each(people, [name for _index, name in searched_names], MOST_COMPARED)
    pairs = {(searched_names[at][0], key) for at, key in similar_names}
    pairs |= _same_numbers(people, candidates)
    pairs |= {(index, key) for index in range(len(candidates)) for key in family}
    pairs -= set(enumerate(themselves))
    on_file = PeopleOnFile.of(
        {individual for _index, individual in pairs},
        today,
        papers=any(each.documents for each in candidates),
        phones=any(each.phones for each in candidates),
        families=any(each.relatives for each in candidates),
    )
    alike_people: list[list[PersonAndLikeness]] = [[] for _candidate in candidates]
    for index, key in pairs:
        if key not in on_file.people:
            continue
        compare = likeness_in_family if key in family else likeness
        similarity = compare(candidates[index], on_file.candidate_of(key))
        if similarity.is_possible:
            alike_people[index].append((on_file.people[key], similarity))
    return [
        sorted(sorted(each, key=_numbers_first)[:limit], key=_likeliest_first)
        for each in alike_people
    ]


def _numbers_first(person_and_likeness: PersonAndLikeness) -> tuple[bool, int, str]:
    """A sort key: matches by paper, or by phone and birth date, come before people with the same name."""
    reasons = set(person_and_likeness[1].reasons)
    has_number = bool(ONE_NUMBER & reasons) or reasons >= PHONE_AND_BIRTH
    return not has_number, *_likeliest_first(person_and_likeness)


def _likeliest_first(person_and_likeness: PersonAndLikeness) -> tuple[int, str]:
    individual, similarity = person_and_likeness
    return -similarity.score, individual.number


def _likely_duplicate(
    individual: Individual,
    similarity: Likeness,
    *,
    papers: list[IdentityDocument],
    joined_on: datetime.date | None,
    today: datetime.date,
) -> LikelyDuplicate:
    changed_on = timezone.localdate(individual.changed_at)
    return LikelyDuplicate(
        individual=individual,
        age=individual.age_on(today),
        document_tail=papers[0].number_tail if papers else "",
        last_seen_on=max(changed_on, joined_on) if joined_on else changed_on,
        likeness=similarity,
    )


def pairs_among_all(
    keys: Sequence[UUID], *, today: datetime.date, limit: int = 5
) -> list[tuple[UUID, Individual, Likeness]]:
    """Returns possible duplicates of these people among everybody on file: (key, other person, likeness).

    Ignores visibility, for storing pairs in the background. Never show its result without `visible_to`."""
    individuals = Individual.objects.filter(merged_into=None)
    on_file = PeopleOnFile.of(keys, today)
    keys_on_file = [key for key in keys if key in on_file.people]
    candidates = [on_file.candidate_of(key) for key in keys_on_file]
    alike_people = _alike_among(
        individuals, candidates, today=today, limit=limit, themselves=keys_on_file
    )
    return [
        (key, other, similarity)
        for key, each in zip(keys_on_file, alike_people, strict=True)
        for other, similarity in each
    ]


def _same_numbers(
    people: IndividualQuerySet, candidates: Sequence[Candidate]
) -> set[tuple[int, UUID]]:
    """Returns pairs (index of the candidate, key of the person) with the same document or phone."""
    documents: dict[int, set[int]] = defaultdict(set)
    phones: dict[int, set[int]] = defaultdict(set)
    for index, candidate in enumerate(candidates):
        for paper in candidate.documents:
            for spelling in card_spellings(paper.number):
                documents[exact_token(spelling, purpose="document")].add(index)
        for token in {token for number in candidate.phones for token in phone_tokens(number)}:
            phones[token].add(index)
    if not (documents or phones):
        return set()
    papers = IdentityDocument.objects
    by_paper = papers.filter(number_token__in=documents, individual__in=people).values_list(
        "number_token", "individual"
    )
    numbers = Phone.objects
    by_phone = numbers.filter(token__in=phones, individual__in=people).values_list(
        "token", "individual"
    )
    same_papers = {
        (index, key) for token, key in by_paper if token is not None for index in documents[token]
    }
    return same_papers | {
        (index, key) for token, key in by_phone if token is not None for index in phones[token]
    }


@dataclass(frozen=True)
class PeopleOnFile:
    """People on file, decrypted for comparison, with their papers, phones, names and families.

    All are by key of the person, except `families`, which is by key of the case. `candidates` is a cache."""

    people: dict[UUID, Individual]
    papers: dict[UUID, list[IdentityDocument]]
    phones: dict[UUID, list[str]]
    names: dict[UUID, list[str]]
    memberships: dict[UUID, FamilyMember]
    families: dict[UUID, list[Individual]]
    candidates: dict[UUID, Candidate] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        keys: Iterable[UUID],
        today: datetime.date,
        *,
        papers: bool = True,
        phones: bool = True,
        families: bool = True,
    ) -> "PeopleOnFile":
        """Fetches these people with at most six queries; skips what is not requested or not on file.

        The caller has checked visibility."""
        keys = list(keys)
        memberships = _memberships(keys, today) if families else {}
        people = _people(keys)
        return cls(
            people=people,
            papers=_papers(keys) if papers else {},
            phones=_phones(keys) if phones else {},
            names=_further_names([each for each in people.values() if each.has_aliases]),
            memberships=memberships,
            families=_families(memberships.values(), today) if families else {},
        )

    def candidate_of(self, key: UUID) -> Candidate:
        """Returns the facts of the person as a candidate, with the names of current family members."""
        if key not in self.candidates:
            self.candidates[key] = self._candidate_of(key)
        return self.candidates[key]

    def _candidate_of(self, key: UUID) -> Candidate:
        individual, papers = self.people[key], self.papers.get(key, [])
        membership = self.memberships.get(key)
        family = self.families.get(membership.case_id, []) if membership else []
        further = self.names.get(key, [])
        return Candidate(
            given_names=individual.given_names,
            family_names=individual.family_names,
            sex=individual.sex,
            birth=individual.birth,
            papers=tuple(map(Paper.on_file, papers)),
            other_phones=tuple(self.phones.get(key, ())),
            other_names=tuple(filter(None, (individual.alias, *further))),
            relatives=tuple(other.names for other in family if other.pk != key),
        )


def _people(keys: Sequence[UUID]) -> dict[UUID, Any]:
    """Returns people by key. `has_aliases` is annotated, so that further names are fetched only for people who have any."""
    return {each.pk: each for each in cached_rows(_known_people, values={PLACEHOLDER: keys})}


def _known_people() -> Any:
    aliases = Alias.objects.filter(individual=OuterRef("pk"), is_mistake=False)
    people = Individual.objects.filter(pk__in=[PLACEHOLDER]).annotate(has_aliases=Exists(aliases))
    return people.order_by().defer("name_tokens", "languages", "nationality", "second_nationality")


def _further_names(people: Sequence[Individual]) -> dict[UUID, list[str]]:
    """Returns further names by key of the person, also former ones, because papers may still have them."""
    names: dict[UUID, list[str]] = defaultdict(list)
    if people:
        for alias in Alias.objects.filter(individual__in=people, is_mistake=False):
            names[alias.individual_id].append(alias.name)
    return names


def _papers(keys: Sequence[UUID]) -> dict[UUID, list[IdentityDocument]]:
    papers: dict[UUID, list[IdentityDocument]] = defaultdict(list)
    for paper in cached_rows(_papers_of, values={PLACEHOLDER: keys}):
        papers[paper.individual_id].append(paper)
    return papers


def _papers_of() -> Any:
    return IdentityDocument.objects.filter(individual__in=[PLACEHOLDER])


def _phones(keys: Sequence[UUID]) -> dict[UUID, list[str]]:
    """Returns current phone numbers by person."""
    numbers: dict[UUID, list[str]] = defaultdict(list)
    for phone in cached_rows(_phones_of, values={PLACEHOLDER: keys}):
        numbers[phone.individual_id].append(phone.number)
    return numbers


def _phones_of() -> Any:
    return Phone.objects.filter(individual__in=[PLACEHOLDER], ended_on=None)


def _memberships(keys: Sequence[UUID], today: datetime.date) -> dict[UUID, FamilyMember]:
    return latest_of(cached_rows(_memberships_until, today, values={PLACEHOLDER: keys}))


def _memberships_until(today: datetime.date) -> Any:
    return FamilyMember.objects.filter(
        individual__in=[PLACEHOLDER], joined_on__lte=today
    ).order_by()


def _last_joined_days(keys: Sequence[UUID], today: datetime.date) -> dict[UUID, datetime.date]:
    """Returns the last day on which each person joined a family, by key of the person."""
    return dict(cached_rows(_joined_until, today, values={PLACEHOLDER: keys}))


def _joined_until(today: datetime.date) -> Any:
    return _memberships_until(today).order_by("joined_on").values_list("individual", "joined_on")


def _families(
    memberships: Iterable[FamilyMember], today: datetime.date
) -> dict[UUID, list[Individual]]:
    """Returns the current members of each case, by key of the case, with names only."""
    families: dict[UUID, list[Individual]] = defaultdict(list)
    cases = {membership.case_id for membership in memberships}
    for member in cached_rows(_members_of, today, values={PLACEHOLDER: list(cases)}):
        families[member.case_id].append(member.individual)
    return families


def _members_of(today: datetime.date) -> Any:
    members = FamilyMember.objects.on(today).filter(case__in=[PLACEHOLDER])
    return members.select_related("individual").defer(*non_name_fields("individual"))
