"""Who did not sign renounced nothing: every page says so, with its day, and asks for no wording of what nobody signed."""

import pytest
from django.urls import reverse

from asylum.papers.choices import Signature
from asylum.papers.models.renunciation import Renunciation
from reporting.figures.asylum import renunciation_pipeline
from tests.asylum.build import D, a_client, a_paper
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law")

REFUSED, RECORDED = "No quiso firmar", "Registrada"
ON = {"is_demanded": "yes", "demanded_on": "8/5/2019", "signed_on": "10/5/2019"}


def post(cast, person, **typed):
    client, address = as_(cast.lucia), reverse("renunciation-record", args=[person.pk])
    return client.post(address, page_of(client.get(address)).fields | ON | typed)


@pytest.fixture
def refusal(cast):
    person = a_client(cast)
    assert post(cast, person, signature=Signature.REFUSED).status_code == 302
    return Renunciation.objects.get(individual=person)


def test_no_wording_is_asked_of_what_nobody_signed_and_none_is_kept(cast, refusal):
    assert (refusal.signature, refusal.wording) == (Signature.REFUSED, "")
    other = a_client(cast)
    answer = post(cast, other, signature=Signature.YES)
    assert page_of(answer).refusals
    assert not other.renunciations.exists()
    said = {"signature": Signature.REFUSED, "wording": "permanent"}
    assert post(cast, other, **said).status_code == 302
    assert other.renunciations.get().wording == ""


def test_title_history_list_strip_and_timeline_say_that_the_person_did_not_sign(cast, refusal):
    case = refusal.individual.memberships.get().case
    client = as_(cast.lucia)
    page = page_of(client.get(refusal.get_absolute_url()))
    assert page.says(f"Renuncia {REFUSED} 10 may 2019")
    listed = page_of(client.get(reverse("renunciation-list")))
    [row] = listed.rows
    assert (row["Estado"], row["Carácter"]) == (REFUSED, "—")
    strip = page_of(client.get(reverse("case-part", args=[case.number, "law"])))
    assert strip.says(f"{REFUSED} 10 may 2019")
    timeline = page_of(client.get(reverse("case-timeline", args=[case.number])))
    assert timeline.says(f": {REFUSED}")
    for each in (page, listed, strip, timeline):
        assert not each.says(RECORDED)


def test_list_and_figures_count_it_alike(cast, refusal):
    a_paper(cast)
    client, address = as_(cast.lucia), reverse("renunciation-list")
    recorded = page_of(client.get(address, {"status": "recorded"})).rows
    refused = page_of(client.get(address, {"signature": "refused"})).rows
    people = type(refusal.individual).objects.all()
    told = dict(renunciation_pipeline(people, on=D(2019, 5, 16))[0])
    assert (len(recorded), len(refused)) == (1, 1)
    assert [number for number in told.values() if number] == [1, 1]


def test_a_refusal_that_was_a_signature_is_put_right_with_its_wording(cast, refusal):
    client, address = as_(cast.lucia), reverse("renunciation-correct", args=[refusal.pk])
    typed = page_of(client.get(address)).fields | {"signature": Signature.YES}
    assert page_of(client.post(address, typed)).refusals
    assert client.post(address, typed | {"wording": "temporary"}).status_code == 302
    refusal.refresh_from_db()
    assert (refusal.signature, refusal.wording) == (Signature.YES, "temporary")


def test_a_refusal_that_was_taken_back_tells_both(cast, refusal):
    client, address = as_(cast.lucia), reverse("renunciation-retract", args=[refusal.pk])
    typed = page_of(client.get(address)).fields | {"remark": "Era otra persona"}
    assert client.post(address, typed).status_code == 302
    page = page_of(client.get(refusal.get_absolute_url()))
    assert page.says("Registrado por error")
    assert page.says(REFUSED)
