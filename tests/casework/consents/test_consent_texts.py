"""A consent names the text that was read, and a newer text does not change it."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from casework.asking.sharing import may_share, who_may_be_shared
from casework.consents.actions import record_consent, withdraw_consent
from casework.consents.choices import NOTICE, Purpose, text_code
from casework.consents.models import Consent
from casework.register.models.individual import Individual
from pages.dates import short_date
from reference.actions import add_text_version
from reference.models import HouseText
from tests.build import an_individual
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

DAY = datetime.date(2019, 3, 1)
LATER = datetime.date(2019, 3, 2)
WORDING = {"title_es": "Salud", "body_es": "Otro.", "title_en": "Health", "body_en": "Else."}


pytestmark = pytest.mark.usefixtures("texts_of_the_file", "db")


def text_of(purpose: str = Purpose.HEALTH, language: str = "es") -> HouseText:
    return HouseText.objects.get(code=text_code(purpose), version=1, language=language)


def given(cast, person, purpose=Purpose.HEALTH, on=DAY, **facts):
    return record_consent(person, purpose=purpose, status="given", on=on, by=cast.ana, **facts)


def test_the_page_keeps_the_text_that_was_read_and_shows_it_in_the_readers_language(cast, english):
    person = an_individual(cast)
    address = reverse("consent-record", args=[person.number])
    client = as_(cast.ana)
    answers = {"purpose": "health", "status": "given", "on": "2019-03-01", "basis": "spoken"}
    answers |= {"language": "es", "explained_by": "Ana"}
    assert "text" in client.post(address, answers).context["form"].errors
    wrong = client.post(address, answers | {"text": text_of(Purpose.PHOTOS).pk})
    assert "text" in wrong.context["form"].errors
    client.post(address, answers | {"text": text_of(language="en").pk})
    consent = Consent.objects.get()
    assert consent.text == consent.steps.get().text == text_of(language="en")
    shown = page_of(client.get(consent.get_absolute_url()))
    assert shown.says("Acepto que esta organización dé a un servicio de salud mi nombre")
    assert not shown.says("gives a health provider my name")


def test_a_newer_text_leaves_what_was_agreed_and_the_list_shows_who_agreed_to_the_older(cast):
    first = given(cast, an_individual(cast), text=text_of())
    today = cast.cucuta.today()
    add_text_version(text_of(), in_force_from=today, by=cast.adela, **WORDING)
    newer = HouseText.objects.in_force(text_code("health"), on=today)["es"]
    second = given(cast, an_individual(cast), on=today, text=newer)
    first.refresh_from_db()
    assert first.text == text_of()
    assert may_share(first.individual, Purpose.HEALTH, today)
    client = as_(cast.ana)
    older = client.get(reverse("consent-list"), {"is_of_older_text": "on"}).content.decode()
    assert first.individual.number in older
    assert second.individual.number not in older
    everybody = client.get(reverse("consent-list")).content.decode()
    assert second.individual.number in everybody
    assert as_(cast.bruno).get(reverse("consent-list")).content.decode().count("A-2019") == 0
    page = client.get(first.get_absolute_url()).content.decode()
    assert reverse("text-read", args=[newer.pk]) in page
    papers = reverse("case-part", args=[first.individual.number[: -len("-01")], "papers"])
    assert "un texto anterior" in client.get(papers).content.decode()


def test_a_text_of_another_purpose_is_refused_also_by_the_action(cast):
    with refused("This text is about another purpose", field="text"):
        given(cast, an_individual(cast), text=text_of(Purpose.PHOTOS))


def test_who_takes_back_that_the_file_is_kept_shares_nothing_until_they_agree_anew(cast):
    person = an_individual(cast)
    keeping = given(cast, person, Purpose.STORING)
    given(cast, person)
    assert may_share(person, Purpose.HEALTH, DAY)
    withdraw_consent(keeping, on=DAY, by=cast.ana)
    people = Individual.objects.all()
    assert not may_share(person, Purpose.HEALTH, LATER)
    assert not who_may_be_shared(people, Purpose.HEALTH, LATER).exists()
    given(cast, person, on=LATER)
    assert may_share(person, Purpose.HEALTH, LATER)
    assert list(who_may_be_shared(people, Purpose.HEALTH, LATER)) == [person]


def test_the_list_asks_the_database_as_often_for_four_as_for_one(cast):
    client = as_(cast.ana)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(reverse("consent-list")).status_code == 200
        return len(asked)

    given(cast, an_individual(cast), text=text_of())
    queries()
    one = queries()
    for _each in range(4):
        given(cast, an_individual(cast), text=text_of())
    assert queries() <= one


def test_a_text_is_offered_apart_once_a_newer_one_counts_and_only_for_a_day_before(cast):
    person, client = an_individual(cast), as_(cast.ana)
    today = cast.cucuta.today()
    yesterday = today - datetime.timedelta(days=1)
    address = reverse("consent-record", args=[person.number])
    assert "Versiones anteriores" not in client.get(address).content.decode()
    add_text_version(text_of(), in_force_from=today, by=cast.adela, **WORDING)
    choices = client.get(address).context["form"].fields["text"].choices
    plain = {value for value, label in choices if not isinstance(label, list | tuple)}
    newer = HouseText.objects.in_force(text_code("health"), on=today)["es"]
    assert str(newer.pk) in plain
    assert str(text_of().pk) not in plain
    shown = client.get(address).content.decode()
    with translation.override("es"):
        assert f"antes del {short_date(today)}" in shown
    assert "Versiones anteriores" in shown
    answers = {"purpose": "health", "status": "given", "basis": "spoken", "language": "es"}
    answers |= {"explained_by": "Ana", "text": str(text_of().pk)}
    late = client.post(address, answers | {"on": str(today)})
    assert list(late.context["form"].errors) == ["text"]
    assert not Consent.objects.exists()
    assert client.post(address, answers | {"on": str(yesterday)}).status_code == 302
    assert Consent.objects.get().text == text_of()


def test_an_arrival_takes_the_notice_of_its_day(cast):
    today = cast.cucuta.today()
    older = HouseText.objects.get(code=NOTICE, version=1, language="es")
    add_text_version(older, in_force_from=today, by=cast.adela, **WORDING)
    told = {"notice": "told", "notice_text": str(older.pk), "how": "aloud"}
    for on, errors in ((today, ["notice_text"]), (today - datetime.timedelta(days=1), [])):
        answer = as_(cast.ana).post(reverse("arrival-log"), told | {"on": str(on)})
        found = answer.context["grid"].arrival.errors
        assert [name for name in found if name == "notice_text"] == errors, on


def test_what_was_read_to_who_refused_is_shown_as_read_and_not_as_agreed_to(cast):
    person = an_individual(cast)
    facts = {"purpose": Purpose.HEALTH, "status": "refused", "on": DAY, "text": text_of()}
    consent = record_consent(person, **facts, by=cast.ana)
    page = page_of(as_(cast.ana).get(consent.get_absolute_url()))
    assert page.says("Lo que se le leyó a la persona", "dé a un servicio de salud mi nombre")
    assert not page.says("Lo que la persona aceptó")
    assert not page.says("No se leyó ningún texto")
