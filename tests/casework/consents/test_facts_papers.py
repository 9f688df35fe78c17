"""Facts of the source articles about papers, interviews and leaving: each on the data of its acceptance check."""

import datetime
from collections import Counter

import pytest
from django.urls import reverse

from casework.cases.actions import ReturnNotAsked, close_case, reopen_case
from casework.consents.actions import ConsentMissing, record_consent, withdraw_consent
from casework.consents.choices import ConsentStatus, Purpose
from casework.exits.actions import record_exit
from casework.exits.presence import presence_in_sight, unaccounted_in_sight
from casework.exits.rules import RollPresence, presence
from casework.families.actions.family import end_membership
from casework.interviews.actions import log_interview, share_contact
from casework.interviews.choices import Visitor
from casework.interviews.models import InterviewedPerson, OutsideInterview
from casework.register.choices import ExitType
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from tests.build import a_case, an_arrival, an_individual, people_of
from tests.cast import as_
from tests.refusals import refused

DAY = datetime.date(2019, 3, 18)


def test_f38_a_return_needs_explicit_voluntariness_and_a_risk_note(cast):
    person = an_individual(cast)
    told = {"type": ExitType.RETURN, "on": DAY, "destination_country": "VE", "by": cast.ana}
    for half in (
        {},
        {"risk_note": "Arresto sin proceso"},
        {"is_voluntary": "yes", "asked_by": "Ana"},
        {"is_voluntary": "yes", "risk_note": "Arresto sin proceso"},
    ):
        with pytest.raises(ReturnNotAsked):
            record_exit(person, **told, **half)
    whole = {"is_voluntary": "yes", "asked_by": "Ana", "risk_note": "Arresto sin proceso, tortura"}
    with refused("a second person confirms it"):
        record_exit(person, **told, **whole | {"is_voluntary": "no"})
    leaving = record_exit(person, **told, **whole)
    assert (leaving.is_voluntary, leaving.risk_note) == ("yes", "Arresto sin proceso, tortura")


def test_f60_arrivals_less_exits_are_those_present():
    """1,400 came by and by from 23 February; by August all but a few hundred had left."""
    first = datetime.date(2019, 2, 23)
    arrivals = Counter(first + datetime.timedelta(days=number // 50) for number in range(1_400))
    middle_of_may = datetime.date(2019, 5, 15)
    gone = Counter(middle_of_may + datetime.timedelta(days=n // 12) for n in range(1_080))
    exits = [(day, None, people) for day, people in gone.items()]
    assert presence(arrivals, exits, datetime.date(2019, 2, 22)) == RollPresence(0, 0)
    assert presence(arrivals, exits, first) == RollPresence(50, 0)
    on_15_may = presence(arrivals, exits, middle_of_may)
    assert (on_15_may.arrived, on_15_may.left, on_15_may.present) == (1_400, 12, 1_388)
    at_the_end = presence(arrivals, exits, datetime.date(2019, 8, 31))
    assert at_the_end.present == 320
    assert at_the_end.present == at_the_end.arrived - at_the_end.left


def test_f60_the_list_of_exits_says_how_many_of_those_in_sight_are_present(cast):
    people = [an_individual(cast) for _each in range(5)]
    an_individual(cast, by=cast.bruno)
    record_exit(people[0], type=ExitType.ONWARD, on=DAY, destination_country="EC", by=cast.ana)
    record_exit(people[1], type=ExitType.RENT_SUBSIDY, on=DAY, by=cast.ana)
    assert presence_in_sight(cast.ana, cast.ana.today()) == RollPresence(5, 2)
    assert presence_in_sight(cast.ana, DAY - datetime.timedelta(days=1)) == RollPresence(5, 0)
    assert presence_in_sight(cast.ana, DAY - datetime.timedelta(days=9999)) == RollPresence(0, 0)
    assert presence_in_sight(cast.sonia, cast.ana.today()).present == 4
    assert [
        (leaving.type, leaving.on, leaving.destination_country)
        for leaving in Exit.objects.order_by("individual__number")
    ] == [("onward", DAY, "EC"), ("rent_subsidy", DAY, "")]


def supported_on(day):
    """Members of open cases, counted without a word from exits."""
    return FamilyMember.objects.on(day).filter(case__status="open").count()


def test_f60_those_present_are_the_members_of_open_cases_whatever_way_the_others_went(cast):
    today = cast.ana.today()
    family, single, mistaken = an_arrival(cast), a_case(cast), a_case(cast)
    here = presence_in_sight(cast.ana, today)
    assert here.present == supported_on(today) == 6
    record_exit(people_of(family)[1], type=ExitType.ONWARD, on=today, by=cast.ana)
    assert presence_in_sight(cast.ana, today).present == supported_on(today) == 5
    close_case(family, reason="onward", on=today, destination_country="ec", by=cast.ana)
    assert presence_in_sight(cast.ana, today).present == supported_on(today) == 2
    close_case(mistaken, reason="duplicate", on=today, by=cast.ana)
    assert presence_in_sight(cast.ana, today).present == supported_on(today) == 1
    reopen_case(family, what="mistake", by=cast.sonia)
    assert presence_in_sight(cast.ana, today).present == supported_on(today) == 4
    close_case(single, reason="lost_contact", on=today, by=cast.ana)
    assert presence_in_sight(cast.ana, today).present == supported_on(today) == 3
    assert list(unaccounted_in_sight(cast.ana, today)) == []


def test_f60_whoever_is_in_no_open_case_and_has_no_exit_is_pointed_out(cast):
    case = an_arrival(cast)
    child = case.members.order_by("-individual__number").first()
    end_membership(child, left_on=cast.ana.today(), by=cast.ana)
    assert list(unaccounted_in_sight(cast.ana, cast.ana.today())) == [child.individual]
    page = as_(cast.ana).get(reverse("exit-list")).content.decode()
    assert reverse("exit-record", args=[child.individual.number]) in page


def test_f68_fifteen_people_are_interviewed_and_a_contact_is_shared_only_with_consent(cast):
    people = [an_individual(cast) for _each in range(15)]
    interview = log_interview(
        people,
        visitor=Visitor.ORGANISATION,
        visitor_name="Observatorio de derechos, dos personas",
        purpose="Informe sobre exintegrantes de la fuerza",
        on=DAY,
        by=cast.ana,
    )
    assert interview.people.count() == 15
    agreed, withdrawn, declined = (interview.people.get(individual=each) for each in people[:3])
    told = {"purpose": Purpose.INTERVIEWS, "on": DAY, "by": cast.ana}
    record_consent(agreed.individual, status=ConsentStatus.GIVEN, **told)
    consent = record_consent(withdrawn.individual, status=ConsentStatus.GIVEN, **told)
    withdraw_consent(consent, on=DAY, by=cast.ana)
    record_consent(declined.individual, status=ConsentStatus.REFUSED, **told)
    assert share_contact(agreed, by=cast.ana).contact_shared_on == cast.ana.today()
    for part in interview.people.exclude(pk=agreed.pk):
        with pytest.raises(ConsentMissing):
            share_contact(part, by=cast.ana)
    assert InterviewedPerson.objects.exclude(contact_shared_on=None).count() == 1
    with refused("This contact was shared already"):
        share_contact(agreed, by=cast.ana)


def test_f68_the_pages_log_an_interview_and_show_each_team_its_own_people(cast):
    case, other = a_case(cast, name="Uno"), a_case(cast, by=cast.bruno, name="Ajeno")
    second = people_of(a_case(cast, name="Segundo"))[0]
    client = as_(cast.ana)
    address = reverse("interview-log", args=[case.number])
    told = {"people": [people_of(case)[0].pk], "visitor": "journalist", "on": "2019-03-18"}
    told |= {"visitor_name": "Un diario", "purpose": "Una nota"}
    stranger = people_of(other)[0].number
    assert client.post(address, told | {"numbers": stranger}).status_code == 200
    assert OutsideInterview.objects.count() == 0
    assert client.post(address, told | {"numbers": second.number}).status_code == 302
    interview = OutsideInterview.objects.get()
    log_interview(
        [people_of(other)[0], people_of(case)[0]],
        visitor=Visitor.RESEARCHER,
        visitor_name="Una universidad",
        purpose="Tesis",
        on=DAY,
        by=cast.sonia,
    )
    assert as_(cast.bruno).get(interview.get_absolute_url()).status_code == 404
    shared = OutsideInterview.objects.get(visitor=Visitor.RESEARCHER)
    seen = as_(cast.bruno).get(shared.get_absolute_url()).content.decode()
    assert "Ajeno" in seen
    assert "Uno" not in seen
    part = interview.people.get(individual=second)
    page = reverse("contact-share", args=[part.pk])
    assert as_(cast.bruno).get(page).status_code == 404
    assert client.post(page, {"csrf": "x"}).status_code == 200
    record_consent(
        second, purpose=Purpose.INTERVIEWS, status=ConsentStatus.GIVEN, on=DAY, by=cast.ana
    )
    assert page in client.get(interview.get_absolute_url()).content.decode()
    assert client.post(page, {"csrf": "x"}).status_code == 302
    part.refresh_from_db()
    assert part.contact_shared_by == cast.ana
