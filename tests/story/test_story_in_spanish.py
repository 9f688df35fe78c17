"""The whole story in Spanish, in a browser: from an arrival at the bridge to the funder's table.

Ana logs a family and refers it to legal aid, Carla gives it beds, Lucía lodges the application and
hands over the renunciation, Luis verifies it, Carla is warned of the lodging that ends, and
Adela prepares the table that Sonia releases."""

import datetime
from typing import Any

import pytest
from playwright.sync_api import Browser

from aid.actions.commitments import commit_aid
from aid.choices import AidKind
from aid.rules.gaps import month_after
from reporting.actions.tables import make_table
from reporting.models import FunderTable
from tests.aid.build import an_agreement
from tests.browser import chromium
from tests.build import reference
from tests.cast import Cast
from tests.shelters.build import a_site
from tests.story.desks import desk_of
from tests.story.keys import Keys
from worklist.scheduler.tick import tick

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long(of="looks"),
    pytest.mark.django_db(transaction=True),
]

DAYS_OF_LODGING = 9


@pytest.fixture
def lodging_that_ends(cast: Cast, settings: Any, tmp_path: Any) -> None:
    """A hotel that Carla runs, paid for a few days more."""
    settings.MEDIA_ROOT = tmp_path
    reference()
    today = cast.cucuta.today()
    ends_on = today + datetime.timedelta(days=DAYS_OF_LODGING)
    hotel = a_site(cast.cucuta, beds=(4,), run_by=cast.carla, name="Hotel La Frontera")
    commit_aid(
        hotel,
        kind=AidKind.LODGING,
        is_firm=True,
        starts_on=today,
        until=ends_on,
        agreement=an_agreement(cast, ends_on=ends_on),
        by=cast.sonia,
    )


def test_the_story(live_server: Any, cast: Cast, lodging_that_ends: None) -> None:
    address = live_server.url
    with chromium() as browser:
        number = ana_logs_a_family_and_refers_it(browser, address)
        carla_gives_it_beds(browser, address, number)
        lucia_does_the_papers(browser, address, number)
        luis_verifies(browser, address, cast)
        ana_sees_who_loses_the_bed(browser, address, number)
        assert tick().notices > 0
        assert tick().notices == 0
        carla_is_warned(browser, address)
        adela_prepares_the_table(browser, address, cast)
        sonia_releases_it(browser, address)
        adela_downloads_it(browser, address)


def ana_logs_a_family_and_refers_it(browser: Browser, address: str) -> str:
    with desk_of(browser, address, "ana") as ana:
        ana.goes_to("Nueva llegada")
        ana.sees("La primera fila es")
        with ana.next_page():
            Keys(ana.page).log_four_people()
        ana.sees("Marleny Rodríguez Peña", "Ángel Rodríguez Peña", "Wilmer Rodríguez Peña")
        ana.page.keyboard.press("/")
        ana.page.keyboard.type("jorman rodriges")
        with ana.next_page():
            ana.page.keyboard.press("Enter")
        ana.sees("Buscó «jorman rodriges»", "Yorman José Rodríguez Peña")
        ana.goes_to("A-2", "Remitir a jurídica")
        ana.presses("Remitir")
        ana.sees("4 personas", "está con el equipo jurídico")
        return ana.page.url.split("/cases/")[1].split("/")[0]


def carla_gives_it_beds(browser: Browser, address: str, number: str) -> None:
    with desk_of(browser, address, "carla") as carla:
        carla.goes_to("Sin cama")
        carla.sees(number, "4 personas")
        carla.goes_to("Asignar un cupo")
        carla.sees("Hotel La Frontera", "Una habitación")
        carla.presses("Asignar un cupo")
        carla.sees("y 3 más duermen en")
        carla.goes_to("Sin cama")
        carla.sees("Esta noche todas las personas tienen cama.")


def lucia_does_the_papers(browser: Browser, address: str, number: str) -> None:
    with desk_of(browser, address, "lucia") as lucia:
        lucia.goes_to("Casos", "Yorman José")
        lucia.opens(f"/cases/{number}/part/law/")
        lucia.goes_to("Nueva solicitud")
        today = lucia.page.get_by_label("Entró al país el").input_value()
        lucia.page.get_by_label("Presentada el").fill(today)
        lucia.presses("Guardar")
        lucia.sees("Se registró la solicitud.", "Presentada")
        lucia.goes_to("Casos", "Yorman José")
        lucia.opens(f"/cases/{number}/part/law/")
        lucia.page.locator("#applications .acts summary").first.click()
        lucia.goes_to("Nuevo permiso")
        lucia.page.get_by_label("Tipo").select_option(label="Salvoconducto SC-2")
        lucia.page.locator("main [name=number]").fill("SC2-314159")
        lucia.page.get_by_label("Expedido el").fill(today)
        lucia.presses("Guardar")
        lucia.sees("Se registró el permiso.")
        lucia.goes_to("Casos", "Yorman José")
        lucia.opens(f"/cases/{number}/part/law/")
        lucia.page.locator("#applications .acts summary").first.click()
        lucia.goes_to("Registrar una renuncia")
        for question, said in (
            ("¿La autoridad le pide la renuncia a esta persona?", "Sí"),
            ("Firma", "Firmada"),
            ("Carácter", "Permanente"),
        ):
            lucia.page.get_by_role("group", name=question).get_by_label(said, exact=True).check()
        lucia.page.get_by_label("La autoridad lo dijo el").fill("hoy")
        lucia.presses("Guardar")
        lucia.sees("Se registró la renuncia.")
        lucia.goes_to("Entregarla a la autoridad")
        lucia.page.get_by_label("Fecha de este paso").fill(today)
        lucia.presses("Entregarla a la autoridad")
        lucia.sees("Usted registró")
        assert lucia.page.get_by_role("link", name="La autoridad la aceptó").count() == 0
        lucia.goes_to("Asilo", "Renuncias", "Por verificar")
        lucia.does_not_see("Yorman")


def luis_verifies(browser: Browser, address: str, cast: Cast) -> None:
    with desk_of(browser, address, "luis") as luis:
        luis.goes_to("Asilo", "Renuncias", "Por verificar", "Yorman José")
        luis.goes_to("La autoridad la aceptó")
        today = cast.cucuta.today().isoformat()
        luis.page.get_by_label("Fecha de este paso").fill(today)
        luis.page.get_by_label("Por qué se verifica sin lo que falta").fill(
            "El acta llega el lunes."
        )
        luis.presses("La autoridad la aceptó")
        luis.sees("Usted registró: Verificada.")


def ana_sees_who_loses_the_bed(browser: Browser, address: str, number: str) -> None:
    with desk_of(browser, address, "ana") as ana:
        ana.goes_to("familia con alguien que queda sin ayuda esencial")
        ana.sees("Quién pierde ayuda en 14 días", number, "Alojamiento", "en 8 días", "nada")


def carla_is_warned(browser: Browser, address: str) -> None:
    with desk_of(browser, address, "carla") as carla:
        carla.goes_to("Vencimientos")
        carla.sees("Fundación Puentes", "paga hasta el", "Alojamiento", "en 8 días")
        carla.goes_to("Ver el convenio")
        carla.sees("Convenio CONV-001", "Hotel La Frontera")


def adela_prepares_the_table(browser: Browser, address: str, cast: Cast) -> None:
    """The worker's part is done here: its queue has tests of its own."""
    with desk_of(browser, address, "adela") as adela:
        adela.goes_to("Cifras", "Informes", "Preparar la tabla mensual")
        last_month = month_after(cast.cucuta.today(), -1)
        adela.page.get_by_label("Mes", exact=True).select_option(value=last_month.isoformat())
        reader = adela.page.get_by_role("group", name="Quién la leerá")
        reader.locator("[value=partner]").check()
        adela.presses("Preparar la tabla")
        adela.sees("La tabla se está haciendo")
        make_table(FunderTable.objects.get().pk)
        adela.sees("Sin entregar")
        adela.does_not_see("Yorman")


def sonia_releases_it(browser: Browser, address: str) -> None:
    with desk_of(browser, address, "sonia") as sonia:
        sonia.goes_to("Cifras", "Informes")
        with sonia.next_page():
            sonia.page.locator("tbody th a").first.click()
        sonia.goes_to("Entregar la tabla")
        sonia.presses("Entregar la tabla")
        sonia.sees("Entregada por Sonia")


def adela_downloads_it(browser: Browser, address: str) -> None:
    with desk_of(browser, address, "adela") as adela:
        adela.goes_to("Cifras", "Informes")
        with adela.next_page():
            adela.page.locator("tbody th a").first.click()
        with adela.page.expect_download() as download:
            adela.page.get_by_role("link", name="Descargar en CSV").click()
        lines = download.value.path().read_text("utf-8-sig").splitlines()
    assert any(line.startswith("#") for line in lines[:10])
    assert len(lines) > 5
    assert not any("Rodríguez" in line for line in lines)
