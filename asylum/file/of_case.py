"""Claims, terms and permits of the people of one case, fetched once for a page."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Case as Choice
from django.db.models import Exists, OuterRef, Q, Subquery, Value, When
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import gettext as _

from accounts.access import cache_result, cached_per_request, can
from accounts.models import Office, User
from accounts.permissions import Permission
from asylum.papers.choices import VALIDITY_TONE
from asylum.papers.models.permit import Permit
from asylum.papers.rules import validity_on
from asylum.pathways.choices import ApplicationStatus
from asylum.people.followed import deaths_in, people_followed
from asylum.permits.querysets import stay_papers, stay_papers_to_end
from asylum.permits.visas import with_visas
from asylum.procedure.choices import ABSENT
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.interview import ClaimInterview
from asylum.procedure.models.term_move import TermMove
from asylum.terms.models import TermExtension
from asylum.work_right.querysets import identity_papers_held
from casework.register.choices import DocumentType
from casework.register.models.case import Case
from casework.register.models.identity_document import IdentityDocument
from casework.register.querysets.case import people_today, with_people_of
from casework.register.rules import AGE_OF_MAJORITY
from casework.slots.holdings import cached_rows_on_file, holds
from casework.slots.panels import Fact, Harm, RunsOut
from pages.addresses import fast_reverse
from pages.questions import PLACEHOLDER, QueryByKeys, cached_rows
from pages.together import Rows, row_of


@cached_per_request
def claims_in(case: Case, user: User) -> list[AsylumApplication]:
    """Returns the claims of the people of the case: open ones first, then ended ones, then mistakes."""
    if not holds(case, AsylumApplication):
        return []
    people = people_followed(case, user)
    claims = cached_rows(_claims, values={PLACEHOLDER: [person.pk for person in people]})
    claims.sort(key=lambda claim: (not claim.is_made, not claim.is_open))
    with_pending_claim = {claim.individual_id for claim in claims if claim.is_pending}
    for claim in claims:
        claim.is_overtaken = not claim.is_open and claim.individual_id in with_pending_claim
    return _with_deaths(with_people_of(claims, people), case)


def _with_deaths(rows: list[Any], case: Case) -> list[Any]:
    for row in rows:
        row.is_of_the_dead = row.individual_id in deaths_in(case)
    return rows


def claims_of_the_dead(case: Case, user: User) -> list[AsylumApplication]:
    """Returns the claims of people who died and are no longer members."""
    dead = deaths_in(case).keys() - {person.pk for person in people_today(case, user)}
    claims = AsylumApplication.objects.visible_to(user).filter(individual__in=dead)
    claims = claims.select_related("individual").prefetch_related("deadlines")
    return _with_deaths(list(claims), case) if dead else []


def _claims() -> Any:
    on_that_day = ClaimInterview.objects.filter(
        application=OuterRef("pk"), on=OuterRef("interview_on")
    )
    summons = on_that_day.unsaid()
    hour = Subquery(summons.order_by("-recorded_at").values("at_time")[:1])
    absent = on_that_day.filter(outcome__in=ABSENT).order_by("-recorded_at")
    is_absent = Q(status=ApplicationStatus.SUMMONED) & ~Exists(summons)
    claims = AsylumApplication.objects.filter(individual__in=[PLACEHOLDER])
    return claims.annotate(
        interview_at=hour,
        absence=Choice(
            When(is_absent, then=Subquery(absent.values("outcome")[:1])), default=Value("")
        ),
        absence_key=Subquery(absent.values("pk")[:1]),
    )


@cached_per_request
def terms_in(case: Case, user: User) -> list[LegalDeadline]:
    """Returns all terms of these claims, the soonest first, linked with the claims in both directions."""
    claims = claims_in(case, user)
    return _with_claims(
        claims,
        cached_rows(_terms, values={PLACEHOLDER: [each.pk for each in claims]}) if claims else [],
    )


def query_of_terms(case: Case, user: User) -> Any:
    """Returns the query whose rows `store_terms` takes, to be run together with other queries."""
    return query_about_claimants(case, user, _every_term)


def query_about_claimants(case: Case, user: User, make: Any) -> QueryByKeys:
    """Returns the query that `make` gives, about the people of the case; about nobody if the case has no claim."""
    people = people_followed(case, user) if holds(case, AsylumApplication) else []
    return QueryByKeys([each.pk for each in people], make)


def _every_term() -> Any:
    terms = LegalDeadline.objects.filter(application__individual__in=[PLACEHOLDER])
    return terms.values(*(field.attname for field in LegalDeadline._meta.concrete_fields))


def store_terms(case: Case, user: User, rows: Rows) -> None:
    """Stores these rows as the result of `terms_in` for this page."""
    terms = [row_of(LegalDeadline, row.pop("id"), row) for row in rows]
    cache_result(terms_in, case, user, found=_with_claims(claims_in(case, user), terms))


def _with_claims(
    claims_of_case: list[AsylumApplication], terms: list[LegalDeadline]
) -> list[LegalDeadline]:
    claims = {claim.pk: claim for claim in claims_of_case}
    for claim in claims.values():
        own_terms = [term for term in terms if term.application_id == claim.pk]
        _set_prefetched(claim, "deadlines", own_terms)
    for term in terms:
        term.application = claims[term.application_id]
    return terms


def _terms() -> Any:
    return LegalDeadline.objects.filter(application__in=[PLACEHOLDER])


def running_terms_in(case: Case, user: User) -> list[LegalDeadline]:
    """Returns running terms as `LegalDeadline.objects.with_reasons` does; those of overtaken claims come last."""
    running = {term.pk: term for term in terms_in(case, user) if term.is_running}
    if not running:
        return []
    with_offices(people_followed(case, user), case)
    terms: list[LegalDeadline] = cached_rows(_reasons, values={PLACEHOLDER: running})
    moves = cached_rows(_moves, values={PLACEHOLDER: running}) if holds(case, TermMove) else []
    extensions: list[Any] = []
    if holds(case, TermExtension):
        extensions = cached_rows(_extensions, values={PLACEHOLDER: running})
    for term in terms:
        term.application = running[term.pk].application
        _set_prefetched(term, "moves", [each for each in moves if each.deadline_id == term.pk])
        _set_prefetched(
            term, "extensions", [each for each in extensions if each.deadline_id == term.pk]
        )
    return sorted(terms, key=lambda term: term.application.is_overtaken)


def ends_of_terms(
    case: Case, user: User, *, may_change: bool
) -> tuple[list[RunsOut], list[RunsOut]]:
    """Returns when running terms end: those of claims that are not overtaken, and those of overtaken ones."""
    running = [term for term in terms_in(case, user) if term.is_running]
    running = with_visas(running, lambda: permits_to_read(case, user))
    first, overtaken = (
        [
            _end_of(term, may_change)
            for term in running
            if term.application.is_overtaken == is_overtaken
        ]
        for is_overtaken in (False, True)
    )
    return first, overtaken


def _end_of(term: LegalDeadline, may_change: bool) -> RunsOut:
    act, url = _("See the term"), term.get_absolute_url()
    if may_change and term.is_settled_by_hand:
        act, url = _("Tick off"), fast_reverse("deadline-settle", term.pk)
    elif may_change:
        act, url = _("Record"), term.application.get_absolute_url()
    name, what = term.application.individual.display_name, term.what
    if term.visa_on:
        what = _("%(what)s (a visa is on file)") % {"what": what}
    return RunsOut(term.due_on, what, name, term.get_absolute_url(), act, url)


def _reasons() -> Any:
    terms = LegalDeadline.objects.filter(pk__in=[PLACEHOLDER])
    return terms.with_newer_rule().select_related("rule", "owner", "deputy")


def _moves() -> Any:
    return TermMove.objects.with_cause().filter(deadline__in=[PLACEHOLDER])


def _extensions() -> Any:
    return TermExtension.objects.filter(deadline__in=[PLACEHOLDER])


def _set_prefetched(row: Any, name: str, rows: list[Any]) -> None:
    """Sets the rows as if they had been prefetched."""
    row._prefetched_objects_cache = {**getattr(row, "_prefetched_objects_cache", {}), name: rows}


@cached_per_request
def permits_in(case: Case, user: User) -> list[Permit]:
    """Returns all permits of the people of the case, the last first, with their renewals."""
    if not holds(case, Permit):
        return []
    people = people_followed(case, user)
    permits = cached_rows(_permits, values={PLACEHOLDER: [person.pk for person in people]})
    return _with_deaths(with_people_of(permits, with_offices(people, case)), case)


def permits_to_read(case: Case, user: User) -> list[Permit]:
    """Returns `permits_in` if the user may read permits; else nothing."""
    return permits_in(case, user) if can(user, Permission.PERMIT_READ, about=case) else []


def _permits() -> Any:
    permits = Permit.objects.filter(individual__in=[PLACEHOLDER]).select_related("renewed_by")
    return permits.with_claim_ended()


@cached_per_request
def _identity_papers(case: Case, user: User) -> list[Any]:
    """Returns the stay papers and the valid identity papers of the people, with `is_stay_paper` and `is_valid`."""
    people, day = people_followed(case, user), (user.today(), get_current_timezone_name())
    return cached_rows_on_file(case, people, IdentityDocument, _either_paper, *day)


def _either_paper(day: datetime.date, _zone: str) -> Any:
    stay, valid = stay_papers().filter(ended_on=None), identity_papers_held(day)
    rows = IdentityDocument.objects.filter(individual__in=[PLACEHOLDER]).annotate(
        is_stay_paper=Exists(stay.filter(pk=OuterRef("pk"))),
        is_valid=Exists(valid.filter(pk=OuterRef("pk"))),
    )
    return rows.filter(Q(is_stay_paper=True) | Q(is_valid=True))


def valid_identity_papers_in(case: Case, user: User) -> list[IdentityDocument]:
    """Returns the identity papers that are valid today (`identity_papers_held`)."""
    return [paper for paper in _identity_papers(case, user) if paper.is_valid]


def stay_papers_in(case: Case, user: User) -> dict[Any, list[tuple[IdentityDocument, Any]]]:
    """Returns stay papers that are not on file as permits, each with the tag of its validity, by person."""
    by_key = dict[Any, list[tuple[IdentityDocument, Any]]]()
    for paper in _identity_papers(case, user):
        if not paper.is_stay_paper:
            continue
        validity = validity_on(
            user.today(), valid_until=paper.valid_until, valid_from=paper.valid_from
        )
        tag = str(validity.label), VALIDITY_TONE[validity]
        by_key.setdefault(paper.individual_id, []).append((paper, tag))
    return by_key


def query_of_stay_papers(case: Case, user: User) -> QueryByKeys:
    """Returns the query whose rows `ends_of_stay_papers` takes, to be run together with other queries."""
    people = people_followed(case, user) if holds(case, IdentityDocument) else []
    day = user.today(), get_current_timezone_name()
    return QueryByKeys([each.pk for each in people], _stay_papers, day)


def _stay_papers(day: datetime.date, _zone: str) -> Any:
    rows = stay_papers_to_end(day).filter(individual__in=[PLACEHOLDER])
    return rows.values("individual", "valid_until")


def ends_of_stay_papers(case: Case, user: User, rows: Rows) -> list[RunsOut]:
    people = {str(person.pk): person for person in people_followed(case, user)}
    return [
        RunsOut(
            datetime.date.fromisoformat(row["valid_until"]),
            str(DocumentType.STAY_PAPER.label),
            people[row["individual"]].display_name,
            fast_reverse("individual-detail", people[row["individual"]].number),
        )
        for row in rows
    ]


def with_offices(people: list[Any], case: Case) -> list[Any]:
    """Returns the people, each with their office, which is that of the case for most of them."""
    known = {case.office_id: case.office}
    if others := {person.office_id for person in people} - {*known}:
        known |= Office.objects.in_bulk(others)
    for person in people:
        person.office = known[person.office_id]
    return people


def names_of_claimants(claims: Iterable[AsylumApplication]) -> tuple[str, ...]:
    return tuple(claim.individual.display_name for claim in claims)


def mark_facts_of_all(facts: Iterable[Fact], case: Case, user: User) -> list[Fact]:
    """Returns the facts, with `is_of_all` set for those about every adult. Children have their claim with an adult."""
    people, last_year = people_today(case, user), user.today().year - AGE_OF_MAJORITY
    adults = [each.display_name for each in people if (each.birth_year or 0) <= last_year]
    return [
        replace(fact, is_of_all=bool(adults) and {*adults}.issubset(fact.who)) for fact in facts
    ]


def facts_missing_in_claims(claims: Iterable[AsylumApplication], *, may_change: bool) -> list[Fact]:
    """Returns facts about what is missing in lodged claims; claims that lack the same are one fact.

    The fact about most people comes first, because the head of the file has room for one.
    """
    lodged = [claim for claim in claims if claim.is_open and claim.lodged_on]
    claims_without = {
        _("grounds"): [claim for claim in lodged if not claim.grounds],
        _("reference number"): [claim for claim in lodged if not claim.reference],
    }
    gaps: dict[tuple[AsylumApplication, ...], list[str]] = {}
    for gap, of_claims in claims_without.items():
        gaps.setdefault(tuple(of_claims), []).append(gap)
    largest_first = sorted(gaps.items(), key=lambda each: -len(each[0]))
    return [
        _missing_fact(what, of_claims, may_change=may_change)
        for of_claims, what in largest_first
        if of_claims
    ]


def _missing_fact(
    what: list[str], claims: Sequence[AsylumApplication], *, may_change: bool
) -> Fact:
    """Returns the fact, with a link to the claim that was lodged first."""
    first = min(claims, key=lambda claim: claim.lodged_on or datetime.date.max)
    url = first.get_absolute_url()
    return Fact(
        _("Missing: %(what)s") % {"what": ", ".join(what)},
        Harm.LACKING,
        "warn",
        url,
        first.lodged_on,
        names_of_claimants(claims),
        _("Complete") if may_change else _("See the application"),
        fast_reverse("application-correct", first.pk) if may_change else url,
    )
