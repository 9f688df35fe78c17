"""The pictures of the README, taken anew from the demonstration world.

`make pictures` takes them with all others. Alone, while `make run` runs in this folder: .venv/bin/python -m
tests.pictures.readme [http://localhost:8000]. Everybody in them is invented. Needs Chromium."""

import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Error, Page, sync_playwright

from config.running.errors import CommandFailed
from config.running.var_folder import ROOT
from tests import runner
from tests.pictures.worlds import PASSWORD

FOLDER = ROOT / "docs" / "screenshots"
DESK, PHONE = (1366, 860), (360, 720)
MOST_BYTES = 120_000
COLOURS = (96, 64, 48, 32, 24)
FAMILY_OF_SOME = re.compile(r"[3-9] personas")
NUMBER = re.compile(r"A-\d{4}-\d{6}")
# What is typed into the grid of an arrival, cell by cell; a letter chooses in a list.
FAMILY = (
    ("Yorman José", "Rodríguez Peña", "m", "27", "V-19345678", "g", "s"),
    ("Marleny", "", "f", "12/4/94", "", "c"),
    ("Ángel", "", "m", "8 m", "", "h"),
)


class Desk:
    """Somebody's browser, logged in and in Spanish."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def opens(self, path: str) -> None:
        self.page.goto(self.address + path)

    def goes_to(self, *links: str) -> None:
        """Follows one link after the other by its words."""
        for link in links:
            with self.page.expect_event("domcontentloaded"):
                self.page.get_by_role("link", name=link).first.click()

    def presses(self, button: str) -> None:
        with self.page.expect_event("domcontentloaded"):
            self.page.locator("main").get_by_role("button", name=button).first.click()

    def has(self, link: str) -> bool:
        return self.page.locator("main").get_by_role("link", name=link).count() > 0

    def takes(self, name: str) -> None:
        """What fits on the screen, as a picture with few colours."""
        self.page.wait_for_load_state("networkidle")
        write(FOLDER / f"{name}.png", self.page.screenshot(animations="disabled", caret="hide"))


@contextmanager
def desk(browser: Browser, address: str, who: str, size: tuple[int, int] = DESK) -> Iterator[Desk]:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, locale="es-CO", has_touch=size == PHONE
    )
    try:
        page = context.new_page()
        page.goto(f"{address}/account/login/?next=/")
        page.get_by_label("Correo electrónico").fill(f"{who}@amparo.example")
        page.get_by_label("Contraseña").fill(PASSWORD)
        page.get_by_role("button", name="Iniciar sesión").click()
        page.wait_for_url(f"{address}/")
        yield Desk(page, address)
    finally:
        context.close()


def write(path: Path, png: bytes) -> None:
    """With as many colours as keep it small. Raises CommandFailed if none of ours is few enough."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    for colours in COLOURS:
        small = io.BytesIO()
        image.quantize(colours, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
        if small.tell() <= MOST_BYTES:
            path.write_bytes(small.getvalue())
            print(f"{path.relative_to(ROOT)}  {small.tell() // 1000} kB")
            return
    raise CommandFailed(f"{path.name} has more than {MOST_BYTES // 1000} kB even with few colours.")


def today(browser: Browser, address: str) -> None:
    with desk(browser, address, "ana") as ana:
        ana.takes("today")


def on_a_phone(browser: Browser, address: str) -> None:
    with desk(browser, address, "ana", PHONE) as ana:
        ana.takes("phone")


def a_family(ana: Desk) -> str:
    """The number of the first family in whose case Ana has something to do. Raises CommandFailed."""
    for number in dict.fromkeys(NUMBER.findall(ana.page.locator("main").inner_text())):
        ana.opens(f"/cases/{number}/")
        if FAMILY_OF_SOME.search(ana.page.locator("main").inner_text()):
            return str(number)
    raise CommandFailed("No family has anything to do today: rm -rf var, and make run again.")


def a_file(browser: Browser, address: str) -> None:
    with desk(browser, address, "ana") as ana:
        ana.opens(f"/cases/{a_family(ana)}/")
        ana.takes("file")


def quick_log(browser: Browser, address: str) -> None:
    """Three people typed in, and nothing saved."""
    with desk(browser, address, "ana") as ana:
        ana.opens("/arrivals/new/")
        while ana.has("Descartar"):
            ana.goes_to("Descartar")
            ana.presses("Descartar")
            ana.opens("/arrivals/new/")
        keyboard = ana.page.keyboard
        for place, person in enumerate(FAMILY):
            if place:
                keyboard.press("Tab")
            for number, cell in enumerate(person):
                if number:
                    keyboard.press("Tab")
                keyboard.type(cell)
        ana.takes("quick-log")


def a_night(browser: Browser, address: str) -> None:
    """Forty people in a place for ten."""
    with desk(browser, address, "carla") as carla:
        carla.opens("/sites/")
        carla.goes_to("San Isidro")
        carla.takes("night")


def figures(browser: Browser, address: str) -> None:
    with desk(browser, address, "sonia") as sonia:
        sonia.opens("/figures/?since=2019-02-22&until=2019-02-28")
        sonia.takes("figures")


def funders_table(browser: Browser, address: str) -> None:
    """Adela has that of February 2019 made, unless there is one."""
    with desk(browser, address, "adela") as adela:
        adela.opens("/reports/")
        if adela.page.locator("tbody th a").count() == 0:
            adela.goes_to("Preparar la tabla mensual")
            adela.page.get_by_label("Mes", exact=True).select_option(value="2019-02-01")
            reader = adela.page.get_by_role("group", name="Quién la leerá")
            reader.locator("[value=partner]").check()
            adela.presses("Preparar la tabla")
            adela.page.get_by_text("Sin entregar").first.wait_for(timeout=120_000)
            adela.opens("/reports/")
        with adela.page.expect_event("domcontentloaded"):
            adela.page.locator("tbody th a").first.click()
        adela.takes("funders-table")


PICTURES = (today, a_file, quick_log, a_night, figures, funders_table, on_a_phone)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser, for as long as the block lasts. Raises CommandFailed where there is none."""
    program = runner.chromium()
    if program is None:
        raise CommandFailed(
            "Pictures are taken with Chromium, and there is none here. Install it (on Debian and Ubuntu: apt install "
            "chromium), or name one in AMPARO_CHROMIUM."
        )
    with sync_playwright() as playwright:
        # Its sandbox refuses to run as root, which containers usually are.
        options = ["--disable-gpu"] + ["--no-sandbox"] * (os.geteuid() == 0)
        browser = playwright.chromium.launch(executable_path=program, args=options)
        try:
            yield browser
        finally:
            browser.close()


def take_readme(browser: Browser, address: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    for take in PICTURES:
        take(browser, address.rstrip("/"))


def main(address: str = "http://localhost:8000") -> int:
    try:
        with chromium() as browser:
            take_readme(browser, address)
    except Error as error:
        print(f"{error}\nDoes `make run` run, and is {address} what it printed?", file=sys.stderr)
        return 1
    except CommandFailed as trouble:
        print(trouble, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
