"""A day is made out of a moment by the clock on the wall: in the evening it is tomorrow in UTC already."""

import ast
from collections.abc import Iterator

from tests.test_floors import ROOT

PACKAGES = (
    "accounts", "aid", "asylum", "casework", "config", "imports", "pages", "partners", "reference",
    "reporting", "seeds", "shelters", "vault", "worklist",
)  # fmt: skip
ON_A_CLOCK = ("localtime", "local_time", "astimezone", "there", "in_office_time", "local.date")
# Cells and fields hold what was typed, a moment without a zone; the filters of pages ask themselves which it is.
TYPED = {
    "imports/rules/confined.py", "imports/rules/text.py", "pages/forms.py", "pages/templatetags/pages.py",
    "vault/fields.py",
}  # fmt: skip


def days_of_utc(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "date"
            and not node.args
        ):
            said = ast.unparse(node)
            if not any(word in said for word in ON_A_CLOCK):
                yield said


def test_no_day_is_made_of_a_moment_without_the_clock_on_the_wall() -> None:
    found = {
        str(path.relative_to(ROOT)): days
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if str(path.relative_to(ROOT)) not in TYPED
        and (days := list(days_of_utc(path.read_text())))
    }
    assert found == {}


def test_a_day_of_utc_is_noticed() -> None:
    assert list(days_of_utc("seen = row.changed_at.date()\nday = localtime(at).date()")) == [
        "row.changed_at.date()"
    ]
