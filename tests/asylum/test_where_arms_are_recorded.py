"""Where it is recorded what somebody handed over is said on every page that shows that nothing is on file."""

import pytest
from django.urls import reverse

from casework.register.choices import YesNo
from casework.service.actions import record_disarmament
from tests.asylum.build import a_client, a_referred_family
from tests.asylum.files import ARMS_ON, an_observation
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law")


def file_of(person):
    return reverse("renunciation-file", args=[person.pk])


def test_the_file_of_renunciation_says_where_it_is_recorded_and_shows_all_of_it(cast):
    person = a_client(cast)
    lucia = as_(cast.lucia)
    page = page_of(lucia.get(file_of(person)))
    assert page.says("Lo registra quien atiende el caso, en la parte Personas: Armas y uniforme")
    case = person.memberships.get().case
    people = reverse("case-part", args=[case.number, "people"])
    assert f"{people}#disarmament" in page.links
    assert list(page_of(lucia.get(people)).root.where("id", "disarmament"))
    record = reverse("disarmament-record", args=[person.number])
    assert not [link for link in page.links if link.startswith(record)]
    record_disarmament(
        person,
        arms_surrendered=YesNo.YES,
        uniform_handed_over=YesNo.NO,
        receipt_number="ACTA-7",
        on=ARMS_ON,
        by=cast.ana,
    )
    page = page_of(lucia.get(file_of(person)))
    assert page.says("entregó las armas: Sí · entregó uniforme e insignias: No · recibo ACTA-7")


def test_an_observation_without_a_day_of_arms_says_whose_word_its_day_is(cast):
    person = a_client(cast)
    an_observation(cast, person)
    lucia, said = as_(cast.lucia), "Este día se dijo con la observación"
    assert page_of(lucia.get(file_of(person))).says(said)
    record_disarmament(person, on=ARMS_ON, by=cast.ana)
    assert not page_of(lucia.get(file_of(person))).says(said)


def test_the_page_of_the_person_has_the_act_and_comes_back(cast):
    soldier, wife, *_rest = a_referred_family(cast)
    ana = as_(cast.ana)
    own = reverse("individual-detail", args=[soldier.number])
    record = reverse("disarmament-record", args=[soldier.number])
    [act] = [link for link in page_of(ana.get(own)).links if link.startswith(record)]
    sent = page_of(ana.get(act)).fields | {"arms_surrendered": "yes"}
    assert ana.post(act, sent)["Location"] == own
    of_wife = page_of(ana.get(reverse("individual-detail", args=[wife.number])))
    assert not [link for link in of_wife.links if "disarmament" in link]
    of_lucia = page_of(as_(cast.lucia).get(own))
    assert not [link for link in of_lucia.links if "disarmament" in link]
