"""The maps in docs/maps are those of the code at hand, and are named in docs/maps.md."""

from collections import Counter
from pathlib import Path

from defusedxml.ElementTree import fromstring

from config.management.commands.draw_maps import maps
from config.maps import imports, models
from config.running.place import ROOT

FOLDER = ROOT / "docs" / "maps"


def test_the_maps_are_those_of_the_code() -> None:
    drawn = maps(ROOT)
    kept = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    changed = sorted(name for name in drawn | kept if drawn.get(name) != kept.get(name))
    assert changed == [], "run: manage.py draw_maps"


def test_every_map_is_named_and_can_be_read() -> None:
    page = (ROOT / "docs" / "maps.md").read_text(encoding="utf-8")
    for path in FOLDER.iterdir():
        assert f"(maps/{path.name})" in page
        assert fromstring(path.read_text(encoding="utf-8")).tag.endswith("svg")


def test_imports_are_counted_by_app_and_by_package(tmp_path: Path) -> None:
    for name in ("aid", "casework/notes", "casework/register"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "aid/due.py").write_text(
        "import casework.notes.models\nfrom casework.notes import actions\nfrom . import aid\n"
    )
    (tmp_path / "casework/notes/views.py").write_text(
        "from casework import register\nfrom casework.register.models.case import Case\n"
    )
    assert imports.counted(tmp_path, ["aid", "casework"]) == Counter({("aid", "casework"): 2})
    inside = imports.counted(tmp_path / "casework", ["notes", "register"], "casework")
    assert inside == Counter({("notes", "register"): 2})


def test_a_new_import_is_drawn_and_one_more_of_many_is_not() -> None:
    rows = [["aid"], ["shelters"]]

    def map_of(number: int) -> str:
        return imports.drawn(rows, Counter({("aid", "shelters"): number}), "Two apps")

    assert map_of(1) != imports.drawn(rows, Counter(), "Two apps")
    assert map_of(3) == map_of(9) != map_of(10)


def test_a_table_shows_its_keys_and_where_they_lead() -> None:
    found = {table.name: table for table in models.tables("casework")}
    assert found["SpecificNeed"].subject == "needs"
    assert ("individual", "Individual") in found["SpecificNeed"].keys
    assert ("code", "reference.NeedCode") in found["SpecificNeed"].keys
    assert found["Case"].has_versions
    assert not found["Note"].has_versions
    assert "CaseEvent" not in found
