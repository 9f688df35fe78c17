"""A printed page of a file names case, office, day and user, and has no buttons."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page
from pypdf import PdfReader

from casework.consents.actions import record_consent
from casework.consents.choices import Purpose
from casework.notes.actions import write_note
from pages.dates import short_date
from tests.asylum.build import a_permit, a_referred_family, an_application
from tests.browser import at_desk, chromium
from tests.cast import Cast, as_
from tests.page import page_of
from tests.pages.test_lists_on_paper import seen_on_paper

ACTS = (
    "Acciones", "Corregir", "Editar", "Escribir en confianza", "Filtrar", "Nueva solicitud", "Nuevo permiso", "Renovar",
    "Registrar", "Sale de la familia", "Ya no",
)  # fmt: skip
# A dot before a link that is not printed.
LEFT_ALONE = re.compile(r"·\s*$", re.MULTILINE)


@pytest.mark.browser
@pytest.mark.long(of="looks")
@pytest.mark.django_db(transaction=True)
def test_every_page_of_a_file_says_on_paper_what_it_is_and_offers_nothing_to_do(
    translations: None, live_server: Any, cast: Cast
) -> None:
    person = a_referred_family(cast)[0]
    case = an_application(cast, person).case
    a_permit(cast, person)
    write_note(case, text="Trae el recibo.", by=cast.lucia)
    record_consent(person, purpose=Purpose.HEALTH, status="given", on=cast.ana.today(), by=cast.ana)
    parts = ("people", "papers", "law", "plan")
    addresses = [
        reverse("case-detail", args=[case.number]),
        *(reverse("case-part", args=[case.number, part]) for part in parts),
        reverse("case-timeline", args=[case.number]),
        reverse("case-timeline-print", args=[case.number]),
        reverse("individual-detail", args=[person.number]),
    ]
    for user in (cast.ana, cast.lucia):
        printed_by = f"{cast.cucuta.name} · {short_date(user.today())} · Impreso por {user}"
        with (
            chromium() as browser,
            at_desk(browser, live_server.url, width=1280, user=user) as page,
        ):
            for address in addresses:
                words, pressed = seen_on_paper(page, live_server.url + address)
                said = " ".join(words.split())
                assert pressed == [], address
                assert said.count(printed_by) == 1, address
                assert case.number in said, address
                assert person.display_name in said, address
                assert [act for act in ACTS if act in said] == [], address
                assert LEFT_ALONE.findall(words) == [], address
                if address.endswith("/papers/"):
                    assert "Compartir con un servicio de salud" in said


@pytest.mark.browser
@pytest.mark.long(of="looks")
@pytest.mark.django_db(transaction=True)
def test_every_sheet_of_a_file_says_which_part_of_which_file_it_is(
    translations: None, live_server: Any, cast: Cast
) -> None:
    person = a_referred_family(cast)[0]
    claim = an_application(cast, person)
    case = claim.case
    a_permit(cast, person)
    said_at = {
        reverse("case-detail", args=[case.number]): f"Resumen · {case.number}",
        reverse("case-part", args=[case.number, "law"]): f"Asilo · {case.number}",
        reverse("case-timeline-print", args=[case.number]): f"Cronología · {case.number}",
        reverse("individual-detail", args=[person.number]): person.number,
        claim.get_absolute_url(): f"Solicitud de asilo · {person.number}",
    }
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.lucia) as page,
    ):
        for address, said in said_at.items():
            page.goto(live_server.url + address)
            asks = address == reverse("case-timeline-print", args=[case.number])
            page.wait_for_function("asked => window.dialogues === asked", arg=int(asks))
            # The paper is as small as a postcard, so that there are several sheets.
            words = sheets_of(page, width="148mm", height="105mm")
            assert len(words) > 1, address
            assert [each for each in words if not each.startswith(said)] == [], address
            assert page.evaluate("window.dialogues") == int(asks), address
        # A list is about many cases and names none in its margin.
        page.goto(live_server.url + reverse("case-list"))
        [words] = sheets_of(page, format="A4")
        assert words.startswith("1 / 1 Casos")


def sheets_of(page: Page, **size: Any) -> list[str]:
    """Returns the text of each sheet as Chromium prints the page, with its default margins."""
    margin = dict.fromkeys(("top", "right", "bottom", "left"), "10mm")
    sheets = PdfReader(BytesIO(page.pdf(margin=margin, **size))).pages
    return [" ".join(sheet.extract_text().split()) for sheet in sheets]


@pytest.mark.browser
@pytest.mark.long(of="looks")
@pytest.mark.django_db(transaction=True)
def test_a_page_that_is_there_to_be_printed_opens_the_dialogue_once_and_again_when_asked(
    translations: None, live_server: Any, cast: Cast
) -> None:
    case = a_referred_family(cast)[0].memberships.get().case
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=1280, user=cast.lucia) as page,
    ):
        page.goto(live_server.url + reverse("case-timeline-print", args=[case.number]))
        page.wait_for_function("window.dialogues > 0")
        assert page.evaluate("window.dialogues") == 1
        page.get_by_role("button", name="Imprimir").click()
        assert page.evaluate("window.dialogues") == 2


@pytest.mark.django_db
def test_a_paper_that_leaves_the_house_does_not_say_who_printed_it(cast: Cast) -> None:
    case = a_referred_family(cast)[0].memberships.get().case
    inside, outside = reverse("who-does-what"), reverse("who-does-what") + "?as=public"
    slip = reverse("arrival-slip", args=[case.arrivals.get().pk])
    for address, is_said in ((inside, True), (outside, False), (slip, False)):
        page = page_of(as_(cast.ana).get(address))
        assert page.says(f"Impreso por {cast.ana}") is is_said, address
