"""What importing a sheet of 300 good arrivals costs on a phone."""

from typing import Any

import pytest

from imports.actions.stages import run_steps
from imports.models import ImportBatch
from partners.loading import load_reference
from tests.browser import chromium
from tests.cast import Cast
from tests.imports.sheets import as_xlsx
from tests.story.desks import desk_of
from tests.story.keys import Taps

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long(of="looks"),
    pytest.mark.django_db(transaction=True),
]

HEADINGS = ["Nombres", "Apellidos", "Sexo", "Edad", "Cédula", "Fuerza", "Grado"]


def three_hundred() -> bytes:
    rows = [
        [f"Luis{'abcdefghij'[n % 10]}", f"Mora{'abcdefghij'[n // 10 % 10]}{'xyz'[n // 100]}", "M", "30",
         f"{n + 10_000_000}", "GNB", "S/2"]
        for n in range(300)
    ]  # fmt: skip
    return as_xlsx([HEADINGS, *rows])


def test_importing_300_good_arrivals_takes_six_taps(
    live_server: Any, cast: Cast, settings: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    load_reference()
    sheet = tmp_path / "llegadas.xlsx"
    sheet.write_bytes(three_hundred())
    with chromium() as browser, desk_of(browser, live_server.url, "ana", on_a_phone=True) as ana:
        taps, page = Taps(ana.page), ana.page
        ana.opens("/")
        taps.tap(page.get_by_role("link", name="Importaciones", exact=True))
        with page.expect_file_chooser() as chooser:
            taps.tap(page.locator("input[type=file]"))
        chooser.value.set_files(sheet)
        taps.tap(page.get_by_role("button", name="Subir la hoja"))
        taps.tap(page.get_by_role("button", name="Revisar todas las filas"))
        taps.tap(page.get_by_role("button", name="Confirmar y revisar todas las filas"))
        page.wait_for_url(lambda url: "/words/" not in url)
        run_steps(ImportBatch.objects.get().pk)
        # The page asks every two seconds, and shows what is ready.
        taps.tap(page.get_by_role("button", name="Registrar 300 filas"))
        ana.sees("En cola", "300")
        assert ImportBatch.objects.get().rows_to_do == 300
    assert taps.tapped <= 6
