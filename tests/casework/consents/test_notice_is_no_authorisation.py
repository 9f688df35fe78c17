"""The privacy notice only informs: an authorisation names a text of its own or none."""

import pytest
from django.urls import reverse

from casework.consents.choices import NOTICE, text_code
from casework.consents.models import Consent, ConsentStep, PrivacyNotice
from casework.consents.start import LawfulStart
from casework.register.models.individual import Individual
from casework.rights.actions import make_extract
from reference.models import HouseText
from tests.build import an_arrival, people_of, reference
from tests.casework.consents.test_lawful_start import sent, text_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

SAYS_SO = "(el aviso, no una autorización)"

pytestmark = pytest.mark.usefixtures("texts_of_the_file", "db")


def answers(**facts):
    told = {"notice": "told", "notice_text": text_of().pk, "how": "paper"}
    return told | {"ground": "authorised", "given": "written"} | facts


def a_consent_of_before(cast) -> Consent:
    """An authorisation of the time in which it named the notice as its text."""
    case = an_arrival(cast, start=LawfulStart(ground="authorised", given="written"))
    consent = people_of(case)[0].consents.get()
    Consent.objects.filter(pk=consent.pk).update(text=text_of())
    facts = {"status": "given", "on": consent.status_on, "basis": "written", "by": cast.ana}
    ConsentStep.objects.create(
        key_id=consent.key_id, consent=consent, place=2, text=text_of(), **facts
    )
    consent.refresh_from_db()
    return consent


def test_the_grid_offers_the_texts_of_an_authorisation_and_chooses_none(cast):
    fields = as_(cast.ana).get(reverse("arrival-log")).context["grid"].arrival
    case = an_arrival(cast)
    page = as_(cast.ana).get(reverse("basis-say", args=[case.number])).context["form"]
    assert fields["ground_text"].field.choices == page["ground_text"].field.choices
    assert not fields["ground_text"].value()
    offered = {str(value) for value, _label in fields["ground_text"].field.choices}
    assert str(text_of(text_code("storing")).pk) in offered
    assert str(text_of().pk) not in offered


@pytest.mark.parametrize("said", ["", "none"])
def test_an_authorisation_without_a_text_names_none_even_where_the_notice_was_told(cast, said):
    reference()
    client = as_(cast.ana)
    answer = client.post(reverse("arrival-log"), sent(cast, **answers(ground_text=said)))
    assert answer.status_code == 302
    consent, step = Consent.objects.get(), ConsentStep.objects.get()
    assert (consent.text, step.text, step.language) == (None, None, "")
    assert PrivacyNotice.objects.get().text == text_of()
    page = page_of(client.get(consent.get_absolute_url()))
    assert page.says("No se leyó ningún texto")
    assert not page.holds("Aviso de privacidad")


def test_the_notice_is_refused_as_the_text_of_an_authorisation(cast):
    reference()
    client = as_(cast.ana)
    page = client.post(reverse("arrival-log"), sent(cast, **answers(ground_text=text_of().pk)))
    assert set(page.context["grid"].arrival.errors) == {"ground_text"}
    assert not Individual.objects.exists()
    with refused("This text is about another purpose", field="ground_text"):
        an_arrival(
            cast,
            start=LawfulStart(ground="authorised", given="written", ground_text=text_of()),
        )


def test_what_was_recorded_with_the_notice_says_so_wherever_it_is_read(cast):
    consent = a_consent_of_before(cast)
    client, case = as_(cast.ana), consent.individual.arrival.case
    page = page_of(client.get(consent.get_absolute_url()))
    assert page.says(SAYS_SO)
    assert page.says("Lo que se le leyó a la persona")
    assert not page.says("Lo que la persona aceptó")
    for address in (reverse("consent-list"), reverse("case-part", args=[case.number, "papers"])):
        assert page_of(client.get(address)).says(SAYS_SO), address
    HouseText.objects.create(code=NOTICE, version=2, language="es", title="Aviso", body="Otro")
    assert not Consent.objects.of_older_text(cast.ana.today()).exists()
    extract = make_extract(consent.individual, reason="asked", by=cast.sonia)
    words = [line.value for section in extract.sections for row in section.rows for line in row]
    assert sum(SAYS_SO in each for each in words) == 2
