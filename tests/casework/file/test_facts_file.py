"""Facts of the reports that the running file must hold: F61, F62, F21, F22."""

import datetime
import re

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Count
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from asylum.flight.actions import record_flight
from asylum.flight.models import FlightAccount
from casework.cases.actions import refer_to_legal
from casework.register.choices import YesNo
from casework.wellbeing.actions import record_activity, record_screening, write_wellbeing_note
from casework.wellbeing.choices import ActivityKind, Feeling, SupportOffer
from casework.wellbeing.idle import idle_members
from casework.wellbeing.models import HealthScreening, WellbeingNote
from casework.wellbeing.rules import MALNUTRITION, suggested_need
from partners.models import Organisation
from tests.build import a_case, an_arrival, people_of
from tests.cast import log_in
from tests.page import page_of
from tests.refusals import refused

DAY = datetime.timedelta(days=1)
PLOT = "Intentaron salir cincuenta y el teléfono estaba intervenido"
JANUARY = "Estuvo en el alzamiento de enero"


def idle(user):
    return [member.individual for member in idle_members(user)]


def test_f61_people_without_activity_for_thirty_days_are_listed(cast):
    today = cast.ana.today()
    one, two, three = people_of(an_arrival(cast, on=today - 60 * DAY))[:3]
    people_of(an_arrival(cast, on=today - 29 * DAY))
    people_of(an_arrival(cast, by=cast.bruno, on=today - 60 * DAY))
    for person, days in ((one, 29), (two, 30)):
        record_activity(person, kind=ActivityKind.SPORT, on=today - days * DAY, by=cast.ana)
    found = idle(cast.ana)
    assert one not in found
    assert {two, three} <= set(found)
    assert len(found) == 3
    page = log_in(cast.ana).get(reverse("activity-missing")).content.decode()
    assert set(re.findall(r"A-\d{4}-\d{6}-\d{2}", page)) == {person.number for person in found}


def test_f61_an_activity_has_a_day_a_kind_and_who_offers_it(cast):
    person = people_of(an_arrival(cast))[1]
    parish = Organisation.objects.create(name="Parroquia del barrio", kind="church")
    client = log_in(cast.ana)
    sent = {"on": "2019-03-02", "kind": "training", "organisation": parish.pk, "remarks": "Panes"}
    assert client.post(reverse("activity-record", args=[person.number]), sent).status_code == 302
    activity = person.activities.get()
    assert (activity.kind, activity.organisation, activity.remarks) == ("training", parish, "Panes")
    number = case_number_of(person)
    page = page_of(client.get(reverse("case-part", args=[number, "support"])))
    assert page.says("Parroquia del barrio")


def case_number_of(person):
    return person.number.rsplit("-", 1)[0]


def test_f61_worry_is_asked_about_counted_and_psychosocial_support_offered(cast):
    person = people_of(a_case(cast))[0]
    write_wellbeing_note(
        person,
        on=cast.ana.today(),
        feeling=Feeling.BAD,
        support=SupportOffer.ACCEPTED,
        text="Antes vivía mejor; no duerme por la espera.",
        by=cast.ana,
    )
    note = WellbeingNote.objects.get()
    assert note.text.startswith("Antes vivía mejor")
    counted = WellbeingNote.objects.order_by().values("feeling", "support").annotate(Count("pk"))
    assert list(counted) == [{"feeling": "2", "support": "accepted", "pk__count": 1}]
    with refused("Write something first"):
        write_wellbeing_note(person, on=cast.ana.today(), by=cast.ana)


@pytest.mark.parametrize(
    ("underfed", "thinner", "need"),
    [
        (YesNo.YES, YesNo.YES, MALNUTRITION),
        (YesNo.NO, YesNo.YES, MALNUTRITION),
        (YesNo.YES, YesNo.UNKNOWN, MALNUTRITION),
        (YesNo.NO, YesNo.NO, ""),
        (YesNo.UNKNOWN, YesNo.UNKNOWN, ""),
    ],
)
def test_f62_hunger_and_lost_weight_suggest_the_need_sm_mn(underfed, thinner, need):
    assert suggested_need(was_underfed=underfed, has_lost_weight=thinner) == need
    assert MALNUTRITION == "SM-MN"


def test_f62_the_page_suggests_and_the_findings_are_sealed(cast):
    person = people_of(a_case(cast))[0]
    client = log_in(cast.ana)
    sent = {
        "on": "2019-03-02",
        "was_underfed": "yes",
        "has_lost_weight": "yes",
        "findings": "Comía una vez al día.",
    }
    assert client.post(reverse("screening-record", args=[person.number]), sent).status_code == 302
    stored = HealthScreening.objects.values_list("findings", flat=True).get()
    assert b"una vez" not in bytes(stored)
    page = client.get(reverse("case-part", args=[case_number_of(person), "support"]))
    assert page_of(page).says("SM-MN")
    assert page_of(page).says("Comía una vez al día.")


def test_f62_nothing_in_a_screening_is_compulsory_but_the_day(cast):
    person = people_of(a_case(cast))[0]
    record_screening(person, on=cast.ana.today(), by=cast.ana)
    assert HealthScreening.objects.get().suggested_need == ""


def test_activity_wellbeing_and_health_stay_with_who_works_with_the_person(cast):
    person = people_of(a_case(cast))[0]
    write_wellbeing_note(person, on=cast.ana.today(), text="Triste.", by=cast.ana)
    with pytest.raises(NotAllowed):
        record_screening(person, on=cast.bruno.today(), by=cast.bruno)
    for stranger in (cast.bruno, cast.carla, cast.adela, cast.mara, cast.lucia):
        client = log_in(stranger)
        for name in ("activity-record", "wellbeing-write", "screening-record"):
            assert client.get(reverse(name, args=[person.number])).status_code == 404
        page = page_of(client.get(reverse("activity-missing")), whatever_status=True)
        assert not page.holds(person.number)


def a_client(cast):
    case = a_case(cast)
    refer_to_legal(case, by=cast.ana)
    return people_of(case)[0]


def an_account(cast, person):
    return record_flight(
        person,
        told_on=cast.lucia.today(),
        circumstances=PLOT,
        past_events=JANUARY,
        by=cast.lucia,
    )


def test_f21_and_f22_flight_and_past_events_are_read_in_the_legal_compartment(cast):
    person = a_client(cast)
    client = log_in(cast.lucia)
    sent = {"told_on": "2019-03-05", "circumstances": PLOT, "past_events": JANUARY}
    answer = client.post(reverse("flight-record", args=[person.pk]), sent)
    account = FlightAccount.objects.get()
    assert answer["Location"] == reverse("flight-detail", args=[account.pk])
    page = page_of(log_in(cast.luis).get(answer["Location"]))
    assert page.says(PLOT)
    assert page.says(JANUARY)
    case_page = client.get(reverse("case-part", args=[case_number_of(person), "law"]))
    assert 'id="flight"' in case_page.content.decode()
    assert not page_of(case_page).holds(PLOT)
    assert AuditEvent.objects.filter(verb="flight.read", actor=cast.luis).count() == 1


@pytest.mark.parametrize("who", ["ana", "bruno", "sonia", "carla", "adela", "aurelio", "mara"])
def test_f21_and_f22_nobody_else_sees_even_a_tab(cast, who):
    person = a_client(cast)
    account = an_account(cast, person)
    client = log_in(cast.users[who])
    for address in (
        reverse("flight-detail", args=[account.pk]),
        reverse("flight-correct", args=[account.pk]),
        reverse("flight-record", args=[person.pk]),
    ):
        assert client.get(address).status_code == 404
    number = case_number_of(person)
    pages = [
        reverse("case-detail", args=[number]),
        reverse("individual-detail", args=[person.number]),
        reverse("case-history", args=[number]),
    ]
    for page in pages:
        text = page_of(client.get(page), whatever_status=True)
        assert not text.holds("flight")
        assert not text.holds(PLOT)
    with pytest.raises(NotAllowed):
        record_flight(person, told_on=cast.ana.today(), circumstances=PLOT, by=cast.users[who])


def test_f21_and_f22_a_case_that_is_not_referred_stays_closed_to_legal_officers(cast):
    person = people_of(a_case(cast))[0]
    with pytest.raises(NotAllowed):
        an_account(cast, person)


def test_f21_and_f22_an_account_is_corrected_by_a_newer_one(cast):
    person = a_client(cast)
    account = an_account(cast, person)
    client = log_in(cast.lucia)
    address = reverse("flight-correct", args=[account.pk])
    assert page_of(client.get(address)).says(PLOT)
    sent = {"told_on": "2019-03-05", "circumstances": "Eran cuarenta.", "past_events": JANUARY}
    assert client.post(address, sent).status_code == 302
    newer = FlightAccount.objects.get(corrects=account)
    assert (newer.circumstances, FlightAccount.objects.get(pk=account.pk).circumstances) == (
        "Eran cuarenta.",
        PLOT,
    )
    assert client.post(address, sent).status_code == 200
    account.circumstances = "Nunca pasó."
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        account.save()


@pytest.mark.parametrize("name", ["activity-missing", "case-part"])
def test_four_people_ask_the_database_as_often_as_one(cast, name, django_assert_max_num_queries):
    client = log_in(cast.ana)
    on = cast.ana.today() - 60 * DAY

    person = people_of(a_case(cast, on=on))[0]
    record_activity(person, kind=ActivityKind.SPORT, on=on, by=cast.ana)
    write_wellbeing_note(person, on=on, text="Bien.", by=cast.ana)
    part = [case_number_of(person), "support"]
    address = reverse(name, args=part if name == "case-part" else [])
    client.get(address)
    with django_assert_max_num_queries(18) as one:
        client.get(address)
    for _case in range(3):
        if name == "case-part":
            write_wellbeing_note(person, on=on, text="Bien.", by=cast.ana)
            record_activity(person, kind=ActivityKind.SPORT, on=on, by=cast.ana)
        else:
            a_case(cast, on=on)
    with django_assert_max_num_queries(18) as four:
        client.get(address)
    assert len(one) == len(four)
