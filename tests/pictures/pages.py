"""`make pictures`: how Amparo looks, taken from worlds that it makes itself, full and empty.

Each page at two widths, light and dark, into var/pictures, for whoever looks at a change, with a line that says how
high it is and where on it a note is written; and the pictures of the README into docs/readme. Usage:
python -m tests.pictures [--without-readme]. Everybody in them is invented. Needs Chromium."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Literal

from playwright.sync_api import Browser, Error, StorageState

from config.running.errors import CommandFailed
from config.running.var_folder import ROOT, VarFolder
from tests.pictures import readme
from tests.pictures.worlds import world

FOLDER = ROOT / "var" / "pictures"
WIDTHS = {1280: 860, 360: 720}
SCHEMES = ("light", "dark")
NOBODY = ""


@dataclass(frozen=True)
class Page:
    """One page as somebody sees it; `{case}` stands for the number of a family's case."""

    name: str
    path: str
    who: str = NOBODY


# The height of a page, and how far below its beginning the box for a note ends.
MEASURE = """() => {
  const box = document.querySelector(".note-box textarea");
  const ends = box && Math.round(box.getBoundingClientRect().bottom + window.scrollY);
  return [document.documentElement.scrollHeight, ends];
}"""


@dataclass(frozen=True)
class Size:
    """Pixels of CSS: of the whole page, and from its beginning to the end of the note box, where it has one."""

    high: int
    note_box_ends: int | None

    def __str__(self) -> str:
        words = f"{self.high} px high"
        return (
            f"{words}, the note box ends at {self.note_box_ends}" if self.note_box_ends else words
        )


FULL = (
    *(Page(f"today-{who}", "/", who) for who in ("ana", "carla", "lucia", "sonia", "adela")),
    Page("file", "/cases/{case}/", "ana"),
    Page("list", "/cases/", "ana"),
    Page("form", "/arrivals/new/", "ana"),
    Page("chart", "/figures/?since=2019-02-22&until=2019-02-28", "sonia"),
    Page("log-in", "/account/login/"),
    Page("help", "/help/", "ana"),
)
EMPTY = (
    Page("today", "/", "adela"),
    Page("first-steps", "/first-steps/", "adela"),
    Page("list", "/sites/", "adela"),
    Page("users", "/users/", "adela"),
    Page("due", "/due/", "adela"),
    Page("form", "/sites/new/", "adela"),
    Page("reports", "/reports/", "adela"),
    Page("prepare", "/reports/prepare/", "adela"),
    Page("losses", "/forecast/counts/", "adela"),
    Page("log-in", "/account/login/"),
    Page("help", "/help/", "adela"),
)
WORLDS = {"full": FULL, "empty": EMPTY}


def files() -> Iterator[str]:
    """The name of every picture, in the order in which they are taken."""
    for kind, pages in WORLDS.items():
        for page in pages:
            for width in WIDTHS:
                for scheme in SCHEMES:
                    yield file_of(kind, page, width, scheme)


def file_of(kind: str, page: Page, width: int, scheme: str) -> str:
    return f"{kind}-{page.name}-{width}-{scheme}.png"


def take_all(browser: Browser, address: str, kind: str) -> None:
    """Every page of this kind of world, in every width and scheme."""
    pages = WORLDS[kind]
    inside = {who: log_in(browser, address, who) for who in {page.who for page in pages} - {NOBODY}}
    case = number_of_a_case(browser, address) if kind == "full" else ""
    for page in pages:
        for width, height in WIDTHS.items():
            for scheme in SCHEMES:
                path = FOLDER / file_of(kind, page, width, scheme)
                url = address + page.path.format(case=case)
                size = take(browser, url, path, (width, height), inside.get(page.who))
            print(f"{kind} {page.name}, {width} px wide: {size}", flush=True)


def take(
    browser: Browser,
    url: str,
    path: Path,
    size: tuple[int, int],
    inside: StorageState | None,
) -> Size:
    """The whole page, however long, and how long it is. Raises CommandFailed where there is none."""
    scheme: Literal["dark", "light"] = "dark" if path.stem.endswith("-dark") else "light"
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale="es-CO",
        color_scheme=scheme,
        has_touch=size[0] < 600,
        storage_state=inside,
    )
    try:
        page = context.new_page()
        answer = page.goto(url, wait_until="networkidle")
        if answer is None or not answer.ok:
            raise CommandFailed(f"{url} answers {answer.status if answer else 'nothing'}.")
        page.screenshot(path=path, full_page=True, animations="disabled", caret="hide")
        return Size(*page.evaluate(MEASURE))
    finally:
        context.close()


def log_in(browser: Browser, address: str, who: str) -> StorageState:
    """Logs in once; each picture begins from there."""
    with readme.desk(browser, address, who) as desk:
        return desk.page.context.storage_state()


def number_of_a_case(browser: Browser, address: str) -> str:
    with readme.desk(browser, address, "ana") as ana:
        return readme.a_family(ana)


def main(*options: str) -> int:
    try:
        if unknown := set(options) - {"--without-readme"}:
            raise CommandFailed(
                f"{' '.join(sorted(unknown))} is not known; there is --without-readme."
            )
        with readme.chromium() as browser:
            FOLDER.mkdir(parents=True, exist_ok=True)
            for kind in WORLDS:
                print(f"The {kind} world starts; the first time takes some minutes.", flush=True)
                place = VarFolder(FOLDER / f"{kind}-world")
                place.make()
                with world(place, is_empty=kind == "empty") as address:
                    take_all(browser, address, kind)
                    if kind == "full" and "--without-readme" not in options:
                        readme.take_readme(browser, address)
    except Error as error:
        print(error, file=sys.stderr)
        return 1
    except CommandFailed as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    print(f"{len(list(files()))} pictures are in {FOLDER}.")
    return 0


def stop(number: int, frame: FrameType | None) -> None:
    """Whoever ends us ends the servers with us, in good order."""
    raise KeyboardInterrupt
