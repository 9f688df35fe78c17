"""Consents: one for each purpose with all its answers, and a withdrawal that counts at once."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.asking.sharing import may_share, who_may_be_shared
from casework.consents.actions import record_consent, withdraw_consent
from casework.consents.choices import CONSENT_MOVES, ConsentStatus, Purpose
from casework.consents.models import Consent, ConsentStep
from casework.consents.rules import allows_sharing, is_expired
from casework.consents.slots import consents_expiring, consents_panel
from casework.register.models.individual import Individual
from tests.asylum.build import undone
from tests.build import an_arrival, an_individual, people_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

DAY = datetime.date(2019, 3, 1)
LATER = datetime.date(2019, 3, 10)


def answer(cast, person, status=ConsentStatus.GIVEN, on=DAY, purpose=Purpose.LEGAL_AID, **facts):
    return record_consent(person, purpose=purpose, status=status, on=on, by=cast.ana, **facts)


@pytest.mark.parametrize("here", ["", *ConsentStatus.values])
def test_every_pair_of_answers_is_lawful_or_refused_as_the_table_says(cast, here):
    person = an_individual(cast)
    ways = {
        "": [],
        "asked": ["asked"],
        "given": ["given"],
        "refused": ["refused"],
        "withdrawn": ["given", "withdrawn"],
    }
    for step in ways[here]:
        answer(cast, person, step)
    for there in ConsentStatus.values:
        if there not in CONSENT_MOVES[here]:
            with refused("does not follow on", field="status"):
                answer(cast, person, there)
            assert ConsentStep.objects.count() == len(ways[here])
            continue
        with undone():
            assert answer(cast, person, there).status == there
            last = ConsentStep.objects.filter(consent__individual=person).first()
            assert (last.status, last.on, last.by) == (there, DAY, cast.ana)


def test_a_refusal_and_a_withdrawal_are_rows_of_their_own_with_their_day(cast):
    person = an_individual(cast)
    answer(cast, person, ConsentStatus.ASKED, explained_by="Doña Rosa", had_interpreter=True)
    answer(cast, person, ConsentStatus.REFUSED, note="Tiene miedo")
    consent = answer(cast, person, ConsentStatus.GIVEN, LATER, basis="written", language="guc")
    withdraw_consent(consent, on=LATER, note="Ya no", by=cast.ana)
    assert [(step.status, step.on, step.note) for step in consent.steps.order_by("place")] == [
        ("asked", DAY, ""),
        ("refused", DAY, "Tiene miedo"),
        ("given", LATER, ""),
        ("withdrawn", LATER, "Ya no"),
    ]
    assert consent.steps.get(place=1).explained_by == "Doña Rosa"
    assert set(AuditEvent.objects.values_list("verb", flat=True)) >= {
        f"consent.{status}" for status in ConsentStatus.values
    }


@pytest.mark.parametrize(
    ("status", "expires_on", "on", "expected"),
    [
        ("given", None, DAY, True),
        ("given", DAY, DAY, True),
        ("given", DAY, DAY + datetime.timedelta(days=1), False),
        ("asked", None, DAY, False),
        ("refused", None, DAY, False),
        ("withdrawn", None, DAY, False),
    ],
)
def test_only_a_given_consent_carries_up_to_its_last_day(status, expires_on, on, expected):
    assert allows_sharing(status, expires_on, on) is expected


def test_expired_is_derived_and_never_stored(cast):
    consent = answer(cast, an_individual(cast), expires_on=LATER)
    after = LATER + datetime.timedelta(days=1)
    assert is_expired(consent.status, consent.expires_on, after)
    assert "expired" not in ConsentStatus.values
    assert consent.tag_on(LATER).tone == "good"
    assert consent.tag_on(after).tone == "warn"


def test_who_was_never_asked_shares_nothing(cast):
    assert not may_share(an_individual(cast), Purpose.LEGAL_AID, DAY)


def test_a_consent_is_for_its_purpose_and_its_person_only(cast):
    first, second = people_of(an_arrival(cast))[:2]
    answer(cast, first)
    assert may_share(first, Purpose.LEGAL_AID, DAY)
    assert not may_share(first, Purpose.UNHCR, DAY)
    assert not may_share(second, Purpose.LEGAL_AID, DAY)
    assert not may_share(first, Purpose.LEGAL_AID, DAY - datetime.timedelta(days=1))


def test_a_withdrawal_blocks_sharing_at_once_and_what_was_true_before_stays_true(cast):
    person = an_individual(cast)
    consent = answer(cast, person)
    withdraw_consent(consent, on=LATER, by=cast.ana)
    assert not may_share(person, Purpose.LEGAL_AID, LATER)
    assert may_share(person, Purpose.LEGAL_AID, LATER - datetime.timedelta(days=1))
    consent = answer(cast, person, on=LATER)
    assert may_share(person, Purpose.LEGAL_AID, LATER)
    withdraw_consent(consent, on=LATER, by=cast.ana)
    assert not may_share(person, Purpose.LEGAL_AID, LATER)


def test_an_export_leaves_out_who_did_not_agree_in_two_queries(cast):
    people = people_of(an_arrival(cast))
    consents = [answer(cast, person, purpose=Purpose.NAMED_EXPORT) for person in people[:3]]
    answer(cast, people[3], ConsentStatus.REFUSED, purpose=Purpose.NAMED_EXPORT)
    withdraw_consent(consents[0], on=DAY, by=cast.ana)
    with CaptureQueriesContext(connection) as asked:
        found = list(who_may_be_shared(Individual.objects.all(), Purpose.NAMED_EXPORT, DAY))
    assert found == people[1:3]
    assert len(asked) == 2
    for person in people:
        assert may_share(person, Purpose.NAMED_EXPORT, DAY) is (person in found)


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"on": datetime.date(2199, 1, 1)}, "This day lies in the future"),
        ({"on": DAY - datetime.timedelta(days=1)}, "The last answer is of a later day"),
        (
            {"expires_on": DAY - datetime.timedelta(days=1)},
            "The consent ends before it is given",
        ),
    ],
)
def test_days_that_cannot_be_are_refused(cast, facts, says):
    person = an_individual(cast)
    answer(cast, person)
    with refused(says):
        answer(cast, person, **facts)


def test_legal_officers_and_other_teams_record_no_consent(cast):
    person = an_individual(cast)
    for user in (cast.bruno, cast.lucia, cast.carla, cast.mara):
        with pytest.raises(NotAllowed):
            record_consent(
                person, purpose=Purpose.UNHCR, status=ConsentStatus.GIVEN, on=DAY, by=user
            )


def test_a_consent_near_its_end_falls_due_without_name_and_purpose(cast):
    consent = answer(cast, an_individual(cast), expires_on=LATER)
    answer(cast, an_individual(cast))
    rows = list(consents_expiring.rows(cast.cucuta.today()))
    assert [(row[1], row[3]) for row in rows] == [(LATER, consent.pk)]
    sentence = str(consents_expiring.sentence([consent.pk])[consent.pk][0])
    assert consent.individual.number in sentence
    assert "Yorman" not in sentence
    assert str(consent.get_purpose_display()) not in sentence
    withdraw_consent(consent, on=DAY, by=cast.ana)
    assert list(consents_expiring.rows(cast.cucuta.today())) == []


def test_consents_of_one_person_that_end_together_are_told_apart_in_the_list(cast):
    """The list shows purpose and name; a notice shows neither."""
    person, soon = an_individual(cast), cast.ana.today() + datetime.timedelta(days=3)
    for purpose in (Purpose.LEGAL_AID, Purpose.UNHCR):
        answer(cast, person, purpose=purpose, expires_on=soon)
    page = page_of(as_(cast.ana).get(reverse("due-list"), {"kind": "consent_expires"}))
    [rows] = page.root.where("class", "rows")
    said = [line.text for line in rows.all("li")]
    assert len(said) == 2
    for purpose in (Purpose.LEGAL_AID, Purpose.UNHCR):
        assert len([text for text in said if str(purpose.label) in text]) == 1


def test_the_pages_record_answer_and_withdraw(cast):
    person = an_individual(cast)
    client = as_(cast.ana)
    told = {"purpose": "health", "status": "given", "on": "2019-03-01", "basis": "written"}
    told |= {"language": "es", "explained_by": "Ana", "note": "Con su esposa", "text": "none"}
    client.post(reverse("consent-record", args=[person.number]), told)
    consent = Consent.objects.get()
    papers = client.get(reverse("case-part", args=["A-2019-000001", "papers"])).content.decode()
    assert consent.get_absolute_url() in papers
    page = client.get(reverse("consent-withdraw", args=[consent.pk]))
    assert page.status_code == 200
    offered = dict(page.context["form"].fields["basis"].choices)
    assert "vital" not in offered, "nobody takes anything back without being asked"
    client.post(
        reverse("consent-withdraw", args=[consent.pk]), {"on": "2019-03-02", "basis": "spoken"}
    )
    assert not may_share(person, Purpose.HEALTH, LATER)
    client.post(reverse("consent-answer", args=[consent.pk]), told | {"on": "2019-03-03"})
    assert may_share(person, Purpose.HEALTH, LATER)
    text = client.get(consent.get_absolute_url()).content.decode()
    assert text.count("Con su esposa") == 2
    for name in ("consent-detail", "consent-answer", "consent-withdraw"):
        assert as_(cast.bruno).get(reverse(name, args=[consent.pk])).status_code == 404


def test_the_panel_asks_the_database_as_often_for_eight_consents_as_for_one(cast):
    case = an_arrival(cast)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            consents_panel.context(case, cast.ana)
        return len(asked)

    answer(cast, people_of(case)[0])
    one = queries()
    for person in people_of(case):
        for purpose in (Purpose.LEGAL_AID, Purpose.UNHCR):
            answer(cast, person, purpose=purpose, basis="guardian")
    assert Consent.objects.count() == 8
    assert queries() == one
