"""What an organisation does, requests and tensions are put right; what was recorded by mistake counts nowhere."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from partners.actions import answer_request, give_role, make_request, record_tension
from partners.corrections import correct_request, correct_role, correct_tension, corrections_of
from tests.cast import as_
from tests.partners.test_facts_partners import a_town, an_organisation, page, waiting
from tests.refusals import refused

DAY = datetime.timedelta(days=1)
APRIL = datetime.date(2019, 4, 30)


@pytest.fixture
def ngo(cast):
    return an_organisation(cast, "Fundación Puentes")


@pytest.fixture
def role(cast, ngo):
    return give_role(ngo, role="lodging", starts_on=APRIL, by=cast.adela)


@pytest.fixture
def asked(cast, ngo):
    return make_request(
        kind="items", asked_of=ngo, on=APRIL, words="Doscientas cobijas", by=cast.adela
    )


@pytest.fixture
def tension(cast):
    return record_tension(
        on=APRIL, municipality=a_town(), kind="protest", level=3, account="Ruido", by=cast.adela
    )


def test_what_an_organisation_does_is_put_right(cast, ngo, role):
    client, address = as_(cast.adela), reverse("partner-role-correct", args=[role.pk])
    assert address in page(cast.adela, "organisation-detail", ngo.pk).links
    typed = {"role": "meals", "starts_on": APRIL - DAY}
    assert client.post(address, typed).status_code == 302
    role.refresh_from_db()
    assert (role.role, role.starts_on) == ("meals", APRIL - DAY)
    [row] = page(cast.carla, "who-does-what").rows
    assert row["Comidas"]
    assert not row["Alojamiento"]
    [kept] = corrections_of(role)
    assert "Alojamiento → Comidas" in kept.changes
    assert page(cast.adela, "partner-role-correct", role.pk).says("Alojamiento → Comidas")
    said = AuditEvent.objects.get(verb="partner_role.corrected").details
    assert said == {"fields": ["role", "starts_on"]}


def test_what_an_organisation_never_did_counts_nowhere_and_is_struck_through(cast, ngo, role):
    days = {"role": "lodging", "starts_on": APRIL, "ends_on": APRIL}
    with time_machine.travel(timezone.now() + 2 * DAY):
        with refused("say why", field="reason"):
            correct_role(role, **days, by=cast.adela)
        correct_role(role, **days, reason="Era la parroquia.", by=cast.adela)
    assert as_(cast.carla).get(reverse("who-does-what")).context["lines"] == []
    shown = as_(cast.ana).get(reverse("organisation-detail", args=[ngo.pk])).content.decode()
    assert "<s>Alojamiento</s>" in shown
    assert reverse("partner-role-correct", args=[role.pk]) not in shown


def test_that_an_organisation_never_did_it_is_one_tick_as_everywhere(cast, ngo, role):
    client, address = as_(cast.adela), reverse("partner-role-correct", args=[role.pk])
    typed = {"role": "lodging", "starts_on": APRIL.isoformat(), "ends_on": "", "is_mistake": "on"}
    answer = client.post(address, typed)
    assert answer.status_code == 302, answer.context["form"].errors
    role.refresh_from_db()
    assert role.holds_on_no_day
    assert client.get(reverse("who-does-what")).context["lines"] == []


def test_a_role_is_not_put_right_into_what_cannot_be(cast, ngo, role):
    give_role(ngo, role="meals", starts_on=APRIL, by=cast.adela)
    with refused("still runs", field="role"):
        correct_role(role, role="meals", starts_on=APRIL, by=cast.adela)
    with refused("before the start", field="ends_on"):
        correct_role(role, role="lodging", starts_on=APRIL, ends_on=APRIL - DAY, by=cast.adela)
    for stranger in (cast.mara, cast.ana):
        with pytest.raises(NotAllowed):
            correct_role(role, role="cash", starts_on=APRIL, by=stranger)


def test_a_request_and_its_answer_are_put_right(cast, ngo, asked):
    state = an_organisation(cast, "Ministerio Anfitrión", "state")
    answer_request(asked, outcome="granted", answered_on=APRIL + DAY, by=cast.adela)
    assert waiting(cast) == []
    client, address = as_(cast.adela), reverse("request-correct", args=[asked.pk])
    assert address in page(cast.adela, "request-list").links
    typed = {
        "kind": "cash",
        "asked_by": state.pk,
        "asked_of": ngo.pk,
        "on": APRIL - DAY,
        "words": "Doscientas cobijas",
        "outcome": "declined",
        "answered_on": APRIL,
        "reason_given": "No es su mandato",
    }
    assert (
        "reason_given" in client.post(address, typed | {"reason_given": ""}).context["form"].errors
    )
    answer = client.post(address, typed)
    assert answer.status_code == 302, answer.context["form"].errors
    [row] = page(cast.sonia, "request-report").rows
    assert {"Ministerio Anfitrión", "Fundación Puentes", "No es su mandato"} <= set(row.values())
    client.post(address, typed | {"outcome": "open", "answered_on": "", "reason_given": ""})
    assert waiting(cast) == [str(asked.pk)]
    assert page(cast.adela, "request-correct", asked.pk).says("No es su mandato → —")
    events = AuditEvent.objects.filter(verb="request.corrected")
    assert "mandato" not in str(list(events.values_list("details", flat=True)))


def test_a_request_that_nobody_made_counts_nowhere(cast, asked):
    facts = {"kind": "items", "is_mistake": True}
    with time_machine.travel(timezone.now() + 2 * DAY):
        with refused("say why", field="reason"):
            correct_request(asked, **facts, by=cast.adela)
        correct_request(asked, **facts, reason="Se registró dos veces.", by=cast.adela)
    assert waiting(cast) == []
    assert page(cast.adela, "request-report").rows == []
    listed = page(cast.adela, "request-list")
    assert listed.says("registrado por error")
    assert reverse("request-answer", args=[asked.pk]) not in listed.links
    with refused("recorded by mistake"):
        answer_request(asked, outcome="granted", answered_on=APRIL, by=cast.adela)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"on": datetime.date(2099, 1, 1)}, "on"),
        ({"asked_of": None}, "asked_of"),
        ({"outcome": "granted"}, "answered_on"),
        ({"outcome": "granted", "answered_on": APRIL - DAY}, "answered_on"),
        ({"outcome": "granted", "answered_on": datetime.date(2099, 1, 1)}, "answered_on"),
        ({"outcome": "declined", "answered_on": APRIL}, "reason_given"),
        ({"answered_on": APRIL}, "outcome"),
    ],
)
def test_a_request_is_not_put_right_into_what_cannot_be(cast, asked, wrong, field):
    with refused(field=field):
        correct_request(asked, **wrong, by=cast.adela)
    assert corrections_of(asked) == []


def test_another_office_and_who_only_reads_correct_nothing(cast, asked, tension):
    for stranger in (cast.mara, cast.ana):
        with pytest.raises(NotAllowed):
            correct_request(asked, kind="cash", by=stranger)
        with pytest.raises(NotAllowed):
            correct_tension(tension, level=1, by=stranger)
        for name, row in (("request-correct", asked), ("tension-correct", tension)):
            assert as_(stranger).get(reverse(name, args=[row.pk])).status_code == 404
    assert reverse("tension-correct", args=[tension.pk]) not in page(cast.ana, "tension-list").links


def test_a_tension_is_put_right_and_what_never_was_is_marked(cast, tension):
    client, address = as_(cast.adela), reverse("tension-correct", args=[tension.pk])
    assert address in page(cast.adela, "tension-list").links
    typed = {
        "on": APRIL - DAY,
        "municipality": tension.municipality.pk,
        "kind": "complaint",
        "level": "1",
        "source": "Junta",
        "account": "Ruido de noche",
    }
    answer = client.post(address, typed)
    assert answer.status_code == 302, answer.context["form"].errors
    tension.refresh_from_db()
    assert (tension.on, tension.kind, tension.level) == (APRIL - DAY, "complaint", 1)
    assert page(cast.adela, "tension-correct", tension.pk).says("Ruido → Ruido de noche")
    assert AuditEvent.objects.filter(verb="tension.listed", about_id=tension.pk).exists()
    with refused("future", field="on"):
        correct_tension(tension, on=datetime.date(2099, 1, 1), by=cast.adela)
    with time_machine.travel(timezone.now() + 2 * DAY):
        with refused("say why", field="reason"):
            correct_tension(tension, is_mistake=True, by=cast.adela)
        correct_tension(tension, is_mistake=True, reason="Otro barrio.", by=cast.adela)
    assert page(cast.ana, "tension-list").says("registrado por error")
    assert AuditEvent.objects.filter(verb="tension.corrected").count() == 2
