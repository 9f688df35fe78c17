"""Who a letter says it is from, and the letter as somebody looks at it before it is made."""

import io
import json
from typing import Any

import pikepdf
import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.access import NotAllowed
from accounts.actions.offices import change_letterhead
from accounts.actions.users import change_title, rename_user
from accounts.models import AuditEvent
from asylum.letters.actions import issue_letter, preview_of
from asylum.letters.choices import LetterKind
from asylum.letters.models import Letter
from casework.uploads.models import WaitingFile
from pages.codes import NO_CODE
from tests.asylum.build import a_client, an_application
from tests.asylum.test_letters import LINE, text_of
from tests.cast import Cast, as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("law")

HEAD = {
    "organisation": "Fundación Casa Abierta",
    "address": "Calle 5 n.º 1-20",
    "phone": "607 555 01 41",
    "email": "contacto@casa.example",
}
ASKED = {"authority": "Ministerio de prueba", "subject": "Copia del acta", "text": "Es urgente."}


@pytest.fixture
def headed(cast: Cast) -> Cast:
    change_letterhead(cast.cucuta, **HEAD, by=cast.adela)
    return cast


def a_letter(cast: Cast) -> Letter:
    cast.lucia.refresh_from_db()
    return issue_letter(
        a_client(cast), kind=LetterKind.REQUEST, language="es", by=cast.lucia, **ASKED
    )


def test_the_administration_writes_the_letterhead_and_the_log_says_what_stood_there(cast):
    page = as_(cast.adela).post(reverse("letterhead-change", args=[cast.cucuta.pk]), HEAD)
    assert page["Location"] == reverse("office-list")
    cast.cucuta.refresh_from_db()
    assert cast.cucuta.letterhead == HEAD
    event = AuditEvent.objects.get(verb="office.letterhead_set")
    assert (event.actor, event.details) == (cast.adela, {"before": dict.fromkeys(HEAD, "")})
    assert page_of(as_(cast.adela).get(reverse("office-list"))).says("Fundación Casa Abierta")
    with refused("Nothing was changed"):
        change_letterhead(cast.cucuta, **HEAD, by=cast.adela)
    with pytest.raises(NotAllowed):
        change_letterhead(cast.cucuta, **HEAD | {"phone": ""}, by=cast.sonia)


def test_a_letterhead_without_an_organisation_is_not_taken(cast):
    sent = as_(cast.adela).post(
        reverse("letterhead-change", args=[cast.cucuta.pk]), HEAD | {"organisation": " "}
    )
    assert sent.status_code == 200
    cast.cucuta.refresh_from_db()
    assert cast.cucuta.phone == ""


def test_a_letter_says_who_writes_and_who_signs(headed):
    change_title(headed.lucia, title="Abogada", by=headed.lucia)
    content = a_letter(headed).content()
    said = text_of(content)
    assert said.startswith(
        "Fundación Casa Abierta Calle 5 n.º 1-20 · 607 555 01 41 · contacto@casa.example "
        "Cúcuta, 16 de mayo de 2019"
    )
    assert "Lucia Abogada Fundación Casa Abierta" in said
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert str(pdf.docinfo["/Author"]) == HEAD["organisation"]


def test_without_a_letterhead_there_is_a_line_and_no_name_that_nobody_wrote(cast):
    content = a_letter(cast).content()
    said = text_of(content)
    assert said.startswith(f"{LINE} Cúcuta, 16 de mayo de 2019")
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert "/Author" not in pdf.docinfo
    # Neither role nor office stands under the signature in place of title and organisation.
    assert f"{LINE} Lucia ¿Es válida" in said


def test_a_letter_on_file_keeps_the_head_and_the_title_of_its_day(headed):
    letter = a_letter(headed)
    before = letter.content()
    change_letterhead(headed.cucuta, **HEAD | {"organisation": "Otra casa"}, by=headed.adela)
    change_title(headed.lucia, title="Abogada", by=headed.lucia)
    letter = Letter.objects.get()
    assert letter.content() == before
    facts = json.loads(letter.filled_in)
    assert (facts["head"], facts["signer_title"]) == (HEAD, "")
    assert "Otra casa" in text_of(a_letter(headed).content())


def test_the_title_is_written_by_the_person_or_by_the_administration(cast):
    as_(cast.lucia).post(reverse("account-title"), {"title": "Abogada"})
    cast.lucia.refresh_from_db()
    assert cast.lucia.title == "Abogada"
    assert AuditEvent.objects.get(verb="account.title_set").details == {"before": ""}
    assert page_of(as_(cast.lucia).get(reverse("account"))).fields["title"] == "Abogada"
    rename_user(cast.lucia, full_name="Lucia", title="Defensora", by=cast.adela)
    cast.lucia.refresh_from_db()
    assert cast.lucia.title == "Defensora"
    for wrong in (
        lambda: change_title(cast.lucia, title="Jueza", by=cast.ana),
        lambda: rename_user(cast.lucia, full_name="Lucia", title="Jueza", by=cast.ana),
    ):
        with pytest.raises(NotAllowed):
            wrong()


# Before it is made


def looked_at(client: Client, person: Any, **asked: str) -> str:
    """Where the letter is shown that was asked for."""
    address = reverse("letter-issue", args=[person.pk, LetterKind.REQUEST])
    location: str = client.post(address, {"language": "es", **ASKED, **asked})["Location"]
    return location


def the_button(client: Client, address: str) -> dict[str, str]:
    return {
        name: value
        for name, value in page_of(client.get(address)).fields.items()
        if name in ("seen", "submission")
    }


def test_a_letter_is_looked_at_as_pictures_before_it_is_made(headed):
    person, lucia = a_client(headed), as_(headed.lucia)
    address = looked_at(lucia, person)
    page = page_of(lucia.get(address))
    assert page.says("Hacer la carta")
    assert page.holds("Página 1 de 1")
    assert not page.says("Ninguna organización")
    picture = lucia.get(f"{address}1.png")
    assert picture["Content-Type"] == "image/png"
    assert "no-store" in picture["Cache-Control"]
    with Image.open(io.BytesIO(picture.content)) as drawing:
        assert drawing.format == "PNG"
        assert drawing.width == 935
    assert lucia.get(f"{address}2.png").status_code == 404
    reads = AuditEvent.objects.filter(verb="letter.previewed", about_id=str(person.pk))
    assert (reads.count(), all(each.is_read for each in reads)) == (2, True)
    assert Letter.objects.count() == 0


def test_the_letter_that_was_looked_at_is_made_once_and_its_draft_goes(headed):
    person, lucia = a_client(headed), as_(headed.lucia)
    address = looked_at(lucia, person)
    button = the_button(lucia, address)
    answers = [lucia.post(address, button) for _click in range(2)]
    letter = Letter.objects.get()
    assert {each["Location"] for each in answers} == {letter.get_absolute_url()}
    assert (letter.code == NO_CODE, WaitingFile.objects.count()) == (False, 0)
    assert "Copia del acta" in text_of(letter.content())
    again = lucia.get(address, follow=True)
    assert page_of(again).says("ya se hizo")
    assert lucia.get(f"{address}1.png").status_code == 404


def test_going_back_keeps_what_was_typed(headed):
    person, lucia = a_client(headed), as_(headed.lucia)
    address = looked_at(lucia, person, text="Pedimos la copia.\nEs para el recurso.")
    draft = WaitingFile.objects.get()
    page = page_of(
        lucia.get(
            reverse("letter-issue", args=[person.pk, LetterKind.REQUEST]), {"draft": draft.pk}
        )
    )
    assert page.fields["subject"] == "Copia del acta"
    assert page.says("Es para el recurso.")
    assert str(draft.pk) in address
    assert b"Copia del acta" not in draft.name.encode()


def test_a_letter_that_says_something_else_by_now_is_shown_again(headed):
    person, lucia = a_client(headed), as_(headed.lucia)
    an_application(headed, person)
    address = looked_at(lucia, person)
    button = the_button(lucia, address)
    change_letterhead(headed.cucuta, **HEAD | {"organisation": "Otra casa"}, by=headed.adela)
    page = page_of(lucia.post(address, button))
    assert page.says("La carta dice ahora otra cosa")
    assert Letter.objects.count() == 0
    fresh = {"seen": page.fields["seen"], "submission": page.fields["submission"]}
    assert fresh != button
    lucia.post(address, fresh)
    assert "Otra casa" in text_of(Letter.objects.get().content())


def test_nobody_reaches_what_somebody_else_typed(headed):
    person, lucia = a_client(headed), as_(headed.lucia)
    address = looked_at(lucia, person)
    for name in ("luis", "sonia", "ana", "bruno", "adela"):
        other = as_(headed.users[name])
        assert other.get(f"{address}1.png").status_code == 404, name
        assert other.get(address).status_code in {302, 404}, name
    other_kind = address.replace("/request/", "/appeal/")
    assert lucia.get(f"{other_kind}1.png").status_code == 404
    with pytest.raises(NotAllowed):
        preview_of(person, kind=LetterKind.REQUEST, language="es", by=headed.ana, **ASKED)


def test_the_preview_says_that_a_letterhead_is_missing_and_who_can_write_it(cast):
    person, lucia = a_client(cast), as_(cast.lucia)
    page = page_of(lucia.get(looked_at(lucia, person)))
    assert page.says("Ninguna organización aparece arriba", "sin cargo ni profesión")
    assert reverse("letterhead-change", args=[cast.cucuta.pk]) not in page.text


def test_a_letter_is_opened_in_the_browser_to_be_printed(headed):
    letter, lucia = a_letter(headed), as_(headed.lucia)
    opened = lucia.get(reverse("letter-file", args=[letter.pk]), {"open": ""})
    assert opened["Content-Disposition"].startswith("inline")
    assert opened.content == letter.content()
    assert "frame-ancestors 'self'" in opened["Content-Security-Policy"]
