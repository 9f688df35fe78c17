"""`make pictures`: what it takes, that each page is somebody's to open, and what it says where it cannot."""

import subprocess
from itertools import product

import pytest
from django.urls import resolve

from accounts.roles import ROLES, Role
from config.running.errors import CommandFailed
from config.running.servers import NAMES
from config.running.var_folder import ROOT, VarFolder
from tests import runner
from tests.browser import chromium
from tests.pictures import pages, readme, worlds

ROLE_OF = {
    "ana": Role.CASEWORKER,
    "carla": Role.COORDINATOR,
    "lucia": Role.LEGAL_OFFICER,
    "sonia": Role.SUPERVISOR,
    "adela": Role.ADMINISTRATOR,
}
KINDS = {"file", "list", "form", "chart", "log-in", "help"}


def test_five_roles_and_every_kind_of_page_are_taken() -> None:
    names = {page.name for page in pages.FULL}
    assert names == {f"today-{who}" for who in ROLE_OF} | KINDS
    assert {page.name for page in pages.EMPTY} >= {"today", "list", "form", "log-in", "help"}


def test_each_is_taken_wide_and_narrow_light_and_dark_full_and_empty() -> None:
    taken = list(pages.files())
    assert len(taken) == len(set(taken))
    names = {kind: [page.name for page in shown] for kind, shown in pages.WORLDS.items()}
    assert set(taken) == {
        f"{kind}-{name}-{width}-{scheme}.png"
        for kind in ("full", "empty")
        for name, width, scheme in product(names[kind], (1280, 360), ("light", "dark"))
    }


@pytest.mark.parametrize(
    "page", [*pages.FULL, *pages.EMPTY], ids=lambda page: f"{page.who}{page.path}"
)
def test_each_page_is_there_for_who_opens_it(page: pages.Page) -> None:
    path = page.path.format(case="A-2026-000001").split("?")[0]
    permission = getattr(resolve(path).func, "permission", None)
    if page.who:
        assert permission in ROLES[ROLE_OF[page.who]].permissions
    else:
        assert permission is None


def test_of_each_page_is_said_how_high_it_is_and_where_a_note_is_written() -> None:
    assert str(pages.Size(1532, None)) == "1532 px high"
    assert str(pages.Size(1322, 655)) == "1322 px high, the note box ends at 655"
    with chromium() as browser:
        context = browser.new_context(viewport={"width": 360, "height": 700})
        page = context.new_page()
        box = "<form class='note-box'><textarea style='height: 100px; display: block'></textarea>"
        page.set_content(f"<body style='margin: 0'><p style='margin: 0; height: 900px'></p>{box}")
        assert pages.Size(*page.evaluate(pages.MEASURE)).note_box_ends in range(1000, 1010)
        context.close()


def test_what_is_taken_for_a_look_is_never_committed() -> None:
    ignored = subprocess.run(
        ["git", "check-ignore", "--quiet", str(pages.FOLDER / next(pages.files()))], cwd=ROOT
    )
    assert ignored.returncode == 0


def test_without_chromium_a_sentence_says_so_and_nothing_is_started(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(runner, "chromium", lambda: None)
    monkeypatch.setattr(pages, "world", None)
    assert pages.main() == 1
    assert "Chromium" in capsys.readouterr().err
    assert readme.main() == 1
    said = capsys.readouterr().err
    assert said.startswith("Pictures are taken with Chromium, and there is none here.")
    assert "Traceback" not in said


def test_an_option_that_nobody_knows_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert pages.main("--all") == 1
    assert "--all is not known" in capsys.readouterr().err


def test_a_world_that_others_work_in_is_never_photographed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, "postgresql://real@db/amparo")
    with (
        pytest.raises(CommandFailed, match="touches no other"),
        worlds.world(VarFolder(ROOT / "var" / "never"), is_empty=True),
    ):
        pytest.fail("It started.")
