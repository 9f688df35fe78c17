"""Texts that are read to people: versions in two languages that never change."""

import datetime

import pytest
from django.db import ProgrammingError, transaction
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.consents.choices import NOTICE, Purpose, text_code
from reference.actions import add_text_version
from reference.loading import TABLES, load_texts
from reference.models import HouseText
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

DAY = datetime.date(2026, 3, 1)
WORDING = {
    "title_es": "Aviso nuevo",
    "body_es": "Otro.",
    "title_en": "New notice",
    "body_en": "Else.",
}


@pytest.fixture
def texts(db):
    load_texts()


def notice() -> HouseText:
    return HouseText.objects.get(code=NOTICE, version=1, language="es")


@pytest.mark.usefixtures("texts")
def test_the_notice_and_each_purpose_have_a_text_in_both_languages():
    for code in (NOTICE, *map(text_code, Purpose.values)):
        found = HouseText.objects.in_force(code, on=DAY)
        assert set(found) == {"es", "en"}, code
        assert all(text.body and text.title for text in found.values())
    assert len(list((TABLES / "texts").iterdir())) == HouseText.objects.count() == 20


@pytest.mark.usefixtures("texts")
def test_a_newer_version_counts_from_its_day_and_leaves_the_older_as_it_was(cast):
    before = notice().body
    add_text_version(notice(), in_force_from=DAY, by=cast.adela, **WORDING)
    assert (
        HouseText.objects.in_force(NOTICE, on=DAY - datetime.timedelta(days=1))["es"].version == 1
    )
    assert HouseText.objects.in_force(NOTICE, on=DAY)["en"].body == "Else."
    assert notice().body == before
    older = HouseText.objects.outdated(DAY)
    assert {(text.code, text.version) for text in older} == {(NOTICE, 1)}
    assert not HouseText.objects.outdated(DAY - datetime.timedelta(days=1)).exists()
    assert AuditEvent.objects.get(verb="text.version_added").details["version"] == 2
    load_texts()
    assert HouseText.objects.filter(code=NOTICE).count() == 4
    before = DAY - datetime.timedelta(days=1)
    with refused("The newest version counts from a later day", field="in_force_from"):
        add_text_version(notice(), in_force_from=before, by=cast.adela, **WORDING)


@pytest.mark.usefixtures("texts")
def test_a_mistake_in_a_version_is_put_right_by_another_one_of_the_same_day(cast):
    client, address = as_(cast.adela), reverse("text-version-add", args=[notice().pk])
    for body in ("Llame al 301.", "Llame al 310."):
        sent = WORDING | {"in_force_from": "2026-03-01", "body_es": body, "body_en": body}
        assert client.post(address, sent).status_code == 302
    assert HouseText.objects.in_force(NOTICE, on=DAY)["es"].body == "Llame al 310."
    older = HouseText.objects.outdated(DAY)
    assert {text.version for text in older.filter(code=NOTICE)} == {1, 2}


@pytest.mark.usefixtures("texts")
def test_the_database_changes_no_text_that_was_read(cast):
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        HouseText.objects.filter(code=NOTICE).update(body="Otro")
    with pytest.raises(NotAllowed):
        add_text_version(notice(), in_force_from=DAY, by=cast.ana, **WORDING)


@pytest.mark.usefixtures("texts")
def test_everybody_reads_them_and_who_keeps_the_lists_adds_versions(cast):
    read = reverse("text-read", args=[notice().pk])
    page = as_(cast.ana).get(reverse("text-list")).content.decode()
    assert read in page
    text = as_(cast.ana).get(read).content.decode()
    assert "Aviso de privacidad" in text
    assert "Privacy notice" in text
    add = reverse("text-version-add", args=[notice().pk])
    assert as_(cast.ana).get(add).status_code == 404
    client = as_(cast.adela)
    assert "Esta organización" in client.get(add).content.decode()
    client.post(add, WORDING | {"in_force_from": "2026-03-01"})
    newest = HouseText.objects.get(code=NOTICE, version=2, language="es")
    assert reverse("text-read", args=[newest.pk]) in client.get(read).content.decode()


def test_an_empty_house_says_that_no_text_is_on_file(cast):
    assert (
        "No hay ningún texto registrado" in as_(cast.ana).get(reverse("text-list")).content.decode()
    )


@pytest.mark.usefixtures("texts")
def test_a_version_of_which_one_language_changed_alone_is_asked_about(cast):
    client, address = as_(cast.adela), reverse("text-version-add", args=[notice().pk])
    form = client.get(address).context["form"]
    sent = {name: form[name].value() for name in form.fields if name != "is_compared"}
    sent |= {"in_force_from": "2026-03-01", "body_es": "Otro aviso."}
    asked = client.post(address, sent)
    assert list(asked.context["form"].errors) == ["is_compared"]
    assert page_of(asked).says("Inglés: este texto no cambió. ¿Sigue diciendo lo mismo?")
    assert HouseText.objects.filter(code=NOTICE).count() == 2
    assert client.post(address, sent | {"is_compared": "on"}).status_code == 302
    assert HouseText.objects.filter(code=NOTICE).count() == 4
    both = {"in_force_from": datetime.date(2026, 3, 2), "by": cast.adela}
    add_text_version(notice(), **WORDING, **both)


@pytest.mark.usefixtures("texts")
def test_the_lines_of_a_text_as_a_browser_sends_them_are_no_change(cast):
    client, address = as_(cast.adela), reverse("text-version-add", args=[notice().pk])
    form = client.get(address).context["form"]
    sent = {name: form[name].value() for name in form.fields if name != "is_compared"}
    assert "\n" in sent["body_en"]
    sent |= {"in_force_from": "2026-03-01", "body_es": "Otro aviso."}
    sent["body_en"] = sent["body_en"].replace("\n", "\r\n")
    assert list(client.post(address, sent).context["form"].errors) == ["is_compared"]
    client.post(address, sent | {"is_compared": "on"})
    assert (
        HouseText.objects.get(code=NOTICE, version=2, language="en").body == form["body_en"].value()
    )
