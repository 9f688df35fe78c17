"""Days that do not fit are proposed, each with both sources; nothing changes by it, and a dismissal needs its reason."""

import dataclasses
import datetime

import pytest
from django.urls import reverse

from accounts.access import NotAllowed
from asylum.contradictions.actions import dismiss_contradiction
from asylum.contradictions.choices import Mismatch
from asylum.contradictions.finder import contradictions_of, days_on_file
from asylum.contradictions.models import DismissedContradiction
from asylum.contradictions.rules import DaysOnFile, Side, contradictions
from asylum.flight.actions import record_flight
from asylum.measures.actions import start_observation
from asylum.papers.choices import Identified
from asylum.people.actions import mark_as_mistake
from asylum.renunciation.actions import record_demand
from casework.identity.actions.identity_documents import add_identity_document
from casework.register.choices import DocumentType
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.service.actions import record_disarmament, record_service
from pages.dates import RoughDay
from reference.choices import Country
from tests.asylum.build import D, a_client, a_paper, a_referred_family, an_application, referred
from tests.asylum.test_evidence import states
from tests.build import a_family, people_of, reference
from tests.cast import Cast, as_
from tests.page import page_of
from tests.refusals import refused

EARLY, LATE = D(2019, 2, 1), D(2019, 3, 1)
DAY = datetime.timedelta(days=1)


def side(day: datetime.date, key: str) -> tuple[Side, ...]:
    return (Side(day, key, key),)


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        (Mismatch.SERVED_AFTER_CROSSING, {"service_ends": LATE, "crossings": EARLY}),
        (Mismatch.ARMS_BEFORE_END, {"disarmaments": EARLY, "service_ends": LATE}),
        (Mismatch.ARMS_AFTER_CROSSING, {"disarmaments": LATE, "crossings": EARLY}),
        (Mismatch.SIGNED_BEFORE_ARMS, {"signatures": EARLY, "disarmaments": LATE}),
        (Mismatch.ENTRY_NOT_ARRIVAL, {"entries": LATE, "crossings": EARLY}),
        (Mismatch.SIGNED_BEFORE_CROSSING, {"signatures": EARLY, "crossings": LATE}),
        (Mismatch.TOLD_BEFORE_CROSSING, {"accounts": EARLY, "crossings": LATE}),
        (Mismatch.ISSUED_AFTER_CROSSING, {"papers_of_origin": LATE, "crossings": EARLY}),
        (Mismatch.FAMILY_ENTRY, {"entries": EARLY, "family_entries": LATE}),
        (Mismatch.CIVILIAN_SIGNED, {"signatures": LATE, "civilian_words": EARLY}),
    ],
)
def test_each_pair_that_does_not_fit_is_found_with_both_sources(code, wrong):
    found = contradictions(DaysOnFile(**{name: side(day, name) for name, day in wrong.items()}))
    assert [each.code for each in found] == [code]
    assert {found[0].first.source, found[0].second.source} == set(wrong)
    same = contradictions(DaysOnFile(**{name: side(EARLY, name) for name in wrong}))
    assert same == []


@pytest.mark.parametrize(
    ("ended", "crossed_on", "handed_over", "codes"),
    [
        (RoughDay(2019), LATE, RoughDay(2019), []),
        (RoughDay(2019, 3), LATE, RoughDay(2019, 3), []),
        (
            RoughDay(2019, 3),
            EARLY,
            EARLY,
            [Mismatch.SERVED_AFTER_CROSSING, Mismatch.ARMS_BEFORE_END],
        ),
        (RoughDay(2018), RoughDay(2019, 2), LATE, [Mismatch.ARMS_AFTER_CROSSING]),
        (LATE, RoughDay(2019, 3, 1), RoughDay(2018), [Mismatch.ARMS_BEFORE_END]),
        (LATE, LATE, RoughDay(2019), []),
    ],
)
def test_days_that_are_known_roughly_fit_as_long_as_both_may_be_true(
    ended, crossed_on, handed_over, codes
):
    days = {"service_ends": ended, "crossings": crossed_on, "disarmaments": handed_over}
    found = contradictions(DaysOnFile(**{name: side(day, name) for name, day in days.items()}))
    assert [each.code for each in found] == codes


def crossed(person: Individual) -> datetime.date:
    assert person.arrival is not None
    return person.arrival.on


def a_soldier_who_told_too_early(cast: Cast) -> Individual:
    person = a_client(cast)
    record_flight(person, told_on=crossed(person) - DAY, circumstances="Salió.", by=cast.lucia)
    return person


def test_the_file_is_compared_across_service_handing_over_and_papers(cast):
    person = a_client(cast)
    assert contradictions_of(person, cast.lucia) == []
    day = crossed(person)
    record_service(person, unit="Batallón inventado", served_until=day + DAY, by=cast.ana)
    record_disarmament(person, on=day, by=cast.ana)
    record_demand(
        person,
        is_asked=False,
        outcome=Identified.CIVILIAN,
        reference="A-1",
        on=day,
        by=cast.lucia,
    )
    a_paper(cast, person, signed_on=day + 2 * DAY)
    assert [each.code for each in contradictions_of(person, cast.lucia)] == [
        Mismatch.SERVED_AFTER_CROSSING,
        Mismatch.ARMS_BEFORE_END,
        Mismatch.CIVILIAN_SIGNED,
    ]


def test_an_observation_says_when_arms_were_laid_down_and_two_services_who_laid_them_down(cast):
    person = a_client(cast)
    day = crossed(person)
    served = {"served_until": day - DAY, "by": cast.ana}
    record_service(person, unit="Batallón 25", **served)
    record_service(person, unit=" batallón  25", **served)
    a_paper(cast, person, signed_on=day + DAY)
    assert contradictions_of(person, cast.lucia) == []
    observe(cast, person, starts_on=day + 2 * DAY)
    record_service(person, unit="Batallón 31", **served)
    found = contradictions_of(person, cast.lucia)
    assert [each.code for each in found] == [
        Mismatch.ARMS_AFTER_CROSSING,
        Mismatch.SIGNED_BEFORE_ARMS,
        Mismatch.TWO_SERVICES,
        Mismatch.TWO_SERVICES,
    ]
    page = page_of(as_(cast.lucia).get(reverse("renunciation-file", args=[person.pk])))
    assert page.says("Dos grados, unidades o fuerzas al final del servicio")


def observe(cast, person, *, starts_on):
    start_observation(
        person, starts_on=starts_on, review_on=D(2019, 8, 1), reasons="Acuerdo", by=cast.lucia
    )


def test_claims_of_people_who_came_along_are_compared(cast, law):
    soldier, wife, *_others = a_referred_family(cast)
    day = crossed(soldier)
    an_application(cast, soldier, entered_on=day, on=day + 5 * DAY)
    an_application(cast, wife, entered_on=day + DAY, on=day + 5 * DAY)
    assert [each.code for each in contradictions_of(soldier, cast.lucia)] == [Mismatch.FAMILY_ENTRY]
    assert [each.code for each in contradictions_of(wife, cast.lucia)] == [
        Mismatch.ENTRY_NOT_ARRIVAL,
        Mismatch.FAMILY_ENTRY,
    ]


def test_a_dismissal_needs_its_reason_and_can_be_taken_back(cast):
    person = a_soldier_who_told_too_early(cast)
    (found,) = contradictions_of(person, cast.lucia)
    with refused("Give the reason", field="because"):
        dismiss_contradiction(person, said=found.said, because=" ", by=cast.lucia)
    with refused("no longer so"):
        dismiss_contradiction(person, said="entry|x=2019-01-01|y", because="Sí.", by=cast.lucia)
    kept = dismiss_contradiction(person, said=found.said, because="Por teléfono.", by=cast.lucia)
    assert contradictions_of(person, cast.luis) == []
    mark_as_mistake(kept, "contradiction.restored", reason="No era así.", by=cast.luis)
    assert contradictions_of(person, cast.luis) == [found]


def test_another_day_is_proposed_again_and_no_status_changes(cast):
    person = a_soldier_who_told_too_early(cast)
    a_paper(cast, person)
    before = states()
    (found,) = contradictions_of(person, cast.lucia)
    dismiss_contradiction(person, said=found.said, because="Por teléfono.", by=cast.lucia)
    told = person.flight_accounts.get()
    earlier = crossed(person) - 2 * DAY
    record_flight(person, told_on=earlier, circumstances="Salió.", corrects=told, by=cast.lucia)
    assert [each.first.on for each in contradictions_of(person, cast.lucia)] == [earlier]
    assert states() == before


def test_the_file_shows_both_sources_and_its_page_dismisses(cast):
    person, client = a_soldier_who_told_too_early(cast), as_(cast.lucia)
    (found,) = contradictions_of(person, cast.lucia)
    shown = client.get(reverse("renunciation-file", args=[person.pk])).content.decode()
    assert found.first.url in shown
    page = reverse("contradiction-dismiss", args=[person.pk, found.said])
    assert client.post(page, {"because": ""}).context["form"].errors
    assert client.post(page, {"because": "Llamó desde el puente."}).status_code == 302
    assert DismissedContradiction.objects.get().because == "Llamó desde el puente."
    assert as_(cast.ana).get(page).status_code == 404
    with pytest.raises(NotAllowed):
        dismiss_contradiction(person, said=found.said, because="Sí.", by=cast.ana)


def test_who_is_logged_with_an_identity_card_has_a_file_that_opens(cast):
    reference()
    sent = {"team": cast.norte.pk, "on": "2019-02-23", "entry_mode": "bridge"}
    sent |= {"head-given_names": "Yorman", "head-document": "V-19.345.678", "head-force": "gnb"}
    sent |= {"member-TOTAL_FORMS": "0", "member-INITIAL_FORMS": "0"}
    assert as_(cast.ana).post(reverse("arrival-log"), sent).status_code == 302
    (person,) = people_of(referred(Case.objects.get(), cast))
    assert person.nationality == person.identity_documents.get().country == Country.VENEZUELA
    page = reverse("renunciation-file", args=[person.pk])
    assert as_(cast.lucia).get(page).status_code == 200


def test_every_day_that_is_compared_is_read_from_a_file_in_which_nothing_is_missing(cast, law):
    head, *others = a_family()
    head = dataclasses.replace(head, nationality=Country.VENEZUELA)
    soldier, wife, *_others = a_referred_family(cast, people=[head, *others])
    day = crossed(soldier)
    for country in (Country.VENEZUELA, "CO"):
        facts = {"type": DocumentType.PASSPORT, "number": f"P-{country}", "country": country}
        add_identity_document(soldier, **facts, valid_from=day + DAY, by=cast.ana)
    record_service(soldier, unit="Batallón inventado", served_until=day + DAY, by=cast.ana)
    record_disarmament(soldier, on=day, by=cast.ana)
    record_flight(soldier, told_on=day - DAY, circumstances="Salió.", by=cast.lucia)
    said = {"is_asked": False, "outcome": Identified.CIVILIAN, "reference": "A-1", "on": day}
    record_demand(soldier, **said, by=cast.lucia)
    a_paper(cast, soldier, signed_on=day - DAY)
    for person, entered_on in ((soldier, day + DAY), (wife, day)):
        an_application(cast, person, entered_on=entered_on, on=day + 5 * DAY)
    known = days_on_file(soldier, cast.lucia)
    read = {each.name: len(getattr(known, each.name)) for each in dataclasses.fields(DaysOnFile)}
    assert read == dict.fromkeys(read, 1)
    # Who signed before being identified, laid down arms at the crossing and served once says nothing against it.
    assert {each.code for each in contradictions_of(soldier, cast.lucia)} == set(Mismatch) - {
        Mismatch.CIVILIAN_SIGNED,
        Mismatch.ARMS_AFTER_CROSSING,
        Mismatch.TWO_SERVICES,
    }
