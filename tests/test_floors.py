"""The floors of the house: imports point down, stand at the top, and nothing is heard from below."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.source import read

ROOT = Path(__file__).parent.parent

FLOORS = {
    "vault": 0,
    "pages": 0,
    "accounts": 1,
    "guide": 2,
    "reference": 2,
    "partners": 3,
    "casework": 4,
    "shelters": 5,
    "asylum": 5,
    "imports": 5,
    "aid": 6,
    "worklist": 7,
    "reporting": 7,
    "seeds": 7,
    "config": 8,
}
# Rooms of one floor that may lean on each other.
NEIGHBOURS = {("seeds", "reporting"), ("seeds", "worklist")}
# The packages of casework: each may import from those in a row above its own.
CASEWORK = (
    {"register"},
    {"slots", "papers"},
    {"corrections"},
    # Somebody is found by a phone too: the search reads numbers as contact does.
    {"contact", "uploads"},
    {
        "service",
        "documents",
        "search",
        "home",
        "work",
        "notes",
        "tasks",
        "plan",
        "compartments",
        "slips",
    },
    {"children"},
    {"claims"},
    {"identity", "consents"},
    {"asking"},
    {"duplicates", "needs", "interviews", "referrals", "bonds"},
    {"arrivals", "wellbeing"},
    {"cases"},
    {"handovers", "families"},
    {"exits"},
    {"merges"},
    {"rights"},
    {"audit", "file"},
)
# The packages of worklist and asylum, in the same way.
WORKLIST = (
    {"sources"},
    {"projection"},
    {"due"},
    {"notices"},
    {"decisions"},
    {"scheduler"},
    {"first_steps"},
    {"today"},
)
ASYLUM = (
    {"people"},
    {"pathways"},
    {"papers"},
    {"procedure"},
    {"filing", "work_right"},
    {"rule_tasks"},
    {"scans", "terms"},
    {"letters", "evidence", "flight", "individual_reviews", "exclusion"},
    {"checklists", "permits"},
    {"interviews"},
    {"claims", "renunciation"},
    {"identification", "measures", "reported"},
    {"contradictions"},
    {"renunciation_file", "file"},
)
# Apps that are cut into packages by subject, and the order of their packages.
PACKAGES = {"casework": CASEWORK, "asylum": ASYLUM, "worklist": WORKLIST}
# The files of such a package, of reference, partners and imports: each may import from those in a row above its own.
# A folder counts as one file; what has another name than these stands with the actions.
LAYERS = (
    {"choices"},
    {"rules"},
    {"querysets", "models"},
    {"actions"},
    {"forms", "filters", "serializers", "slots"},
    {"views", "api", "tasks", "middleware"},
    {"urls"},
)
# Apps of a single subject, with the files of a package.
OF_ONE_SUBJECT = ("reference", "partners", "imports")
# Folders of an app that are no packages: Django looks for them by these names.
OF_DJANGO = {"management", "migrations", "templatetags"}
MOST_LINES_OF_A_PACKAGE = 2600
FORBIDDEN_NAMES = {"core", "common", "utils", "helpers", "manager", "service"}


def imported_packages(source: str) -> Iterator[str]:
    for node in read(source).imports:
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.split(".")[0]


def upward_imports(package: str, source: str) -> list[str]:
    """Packages that a file of `package` may not import but does."""
    return sorted(
        {
            other
            for other in imported_packages(source)
            if other in FLOORS
            and other != package
            and FLOORS[other] >= FLOORS[package]
            and (package, other) not in NEIGHBOURS
        }
    )


def deferred_imports(source: str) -> list[int]:
    """Lines of imports inside functions."""
    return list(read(source).deferred)


@cache
def files(package: str) -> list[Path]:
    return sorted(path for path in (ROOT / package).rglob("*.py") if "migrations" not in path.parts)


@pytest.mark.parametrize("package", FLOORS)
def test_imports_point_down_only(package):
    found = {
        str(path.relative_to(ROOT)): upward_imports(package, path.read_text())
        for path in files(package)
    }
    assert {path: names for path, names in found.items() if names} == {}


def row_of(name: str, rows: tuple[set[str], ...]) -> int | None:
    return next((number for number, row in enumerate(rows) if name in row), None)


def imported_modules(source: str) -> set[str]:
    """Every module, and every name in one, that the source imports: which of both it is, the source does not say."""
    found = set()
    for node in read(source).imports:
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return found


def against_the_order(app: str, subject: str, source: str) -> list[str]:
    """What a file of this package of the app imports from a package of its own row or a later one, or from `models`."""
    rows = PACKAGES[app]
    own = row_of(subject, rows)
    others = {name.split(".")[1] for name in imported_modules(source) if name.startswith(f"{app}.")}
    return sorted(
        other
        for other in others - {subject}
        if (row := row_of(other, rows)) is None or own is None or row >= own
    )


def against_the_layers(package: str, layer: str, source: str) -> list[str]:
    """What a file of this layer imports from a later layer of its own package."""
    own = row_of(layer, LAYERS)
    own = row_of("actions", LAYERS) if own is None else own
    inside = {
        name.removeprefix(f"{package}.").split(".")[0]
        for name in imported_modules(source)
        if name.startswith(f"{package}.")
    }
    return sorted(
        other
        for other in inside - {layer}
        if (row := row_of(other, LAYERS)) is not None and own is not None and row > own
    )


@pytest.mark.parametrize("app", PACKAGES)
def test_every_package_of_an_app_stands_in_its_order(app):
    inside = {path.parent.name for path in (ROOT / app).glob("*/__init__.py")}
    assert inside - OF_DJANGO == set().union(*PACKAGES[app])


@pytest.mark.parametrize("app", PACKAGES)
def test_packages_of_an_app_import_downwards_only(app):
    found = {
        str(path.relative_to(ROOT)): names
        for row in PACKAGES[app]
        for subject in row
        for path in files(f"{app}/{subject}")
        if (names := against_the_order(app, subject, path.read_text()))
    }
    assert found == {}


def test_an_import_against_the_order_of_packages_is_noticed():
    erasure = "from casework.rights.models import Erasure"
    assert against_the_order("casework", "consents", erasure) == ["rights"]
    assert against_the_order("casework", "tasks", "from casework.plan import actions") == ["plan"]
    assert against_the_order("casework", "tasks", "from casework.models import tasks") == ["models"]
    assert against_the_order("casework", "rights", "from casework.consents import slots") == []
    assert against_the_order("worklist", "due", "from worklist.today import dates") == ["today"]
    assert against_the_order("worklist", "today", "from worklist.due.rows import due") == []
    assert against_the_order("asylum", "terms", "from asylum.claims import slots") == ["claims"]
    assert against_the_order("asylum", "claims", "from asylum.terms import slots") == []
    assert against_the_order("asylum", "terms", "from casework.rights import slots") == []


def packages_in_layers() -> list[str]:
    inside = [
        f"{app}/{subject}"
        for app, rows in PACKAGES.items()
        for row in rows
        for subject in sorted(row)
    ]
    return [each for each in inside if each != "casework/slots"] + [*OF_ONE_SUBJECT]


@pytest.mark.parametrize("package", packages_in_layers())
def test_layers_of_a_package_import_downwards_only(package):
    found = {}
    for path in files(package):
        layer = path.relative_to(ROOT / package).parts[0].removesuffix(".py")
        if names := against_the_layers(package.replace("/", "."), layer, path.read_text()):
            found[str(path.relative_to(ROOT))] = names
    assert found == {}


def test_an_import_against_the_layers_is_noticed():
    package = "casework.consents"
    views = "from casework.consents import views"
    assert against_the_layers(package, "actions", views) == ["views"]
    assert against_the_layers(package, "choices", f"from {package}.models import Consent") == [
        "models"
    ]
    assert against_the_layers(package, "views", f"from {package} import actions, forms") == []


@pytest.mark.parametrize("package", packages_in_layers())
def test_a_package_stays_small_enough_to_be_read(package):
    lines = {str(path): len(path.read_text().splitlines()) for path in files(package)}
    assert (
        sum(lines.values()) <= MOST_LINES_OF_A_PACKAGE or package == "imports",
        len(lines) > 2,
    ) == (
        True,
        True,
    )


@pytest.mark.parametrize("package", FLOORS)
def test_no_import_hides_inside_a_function(package):
    found = {
        str(path.relative_to(ROOT)): deferred_imports(path.read_text()) for path in files(package)
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_an_import_upward_is_noticed():
    assert upward_imports("casework", "from shelters.models import Placement") == ["shelters"]
    assert upward_imports("shelters", "import asylum.models") == ["asylum"]
    assert upward_imports("imports", "from shelters.models import Site") == ["shelters"]
    assert upward_imports("aid", "from shelters.models import Site") == []
    assert deferred_imports("def page():\n    from shelters import models\n") == [2]


def test_every_package_stands_on_a_floor():
    packages = {
        path.parent.name
        for path in ROOT.glob("*/__init__.py")
        if path.parent.name != "tests" and not path.parent.name.startswith(".")
    }
    assert packages == set(FLOORS)


@pytest.mark.parametrize("package", FLOORS)
def test_nobody_listens_to_signals_and_rooms_have_names_from_the_office(package):
    receivers = [
        str(path.relative_to(ROOT))
        for path in files(package)
        if "@receiver" in path.read_text() or "post_save" in path.read_text()
    ]
    named_badly = [
        str(path.relative_to(ROOT))
        for path in files(package)
        if FORBIDDEN_NAMES & {path.stem, *path.relative_to(ROOT).parts}
        # Service in a force is a word of the office.
        and path.parent != ROOT / "casework/service"
    ]
    assert (receivers, named_badly) == ([], [])


@pytest.mark.parametrize("package", FLOORS)
def test_files_and_functions_stay_short_enough_to_read(package):
    long_files = {
        str(path.relative_to(ROOT)): count
        for path in files(package)
        if (count := len(path.read_text().splitlines())) > 400
    }
    long_functions = {
        f"{path.relative_to(ROOT)}:{name}": length
        for path in files(package)
        for name, length in read(path.read_text()).functions
        if length > 50
    }
    assert (long_files, long_functions) == ({}, {})


@pytest.mark.parametrize("package", [name for name in FLOORS if name != "config"])
def test_views_read_and_answer_but_never_write(package):
    paths = [path for path in files(package) if "views" in path.parts or path.stem == "views"]
    writing = {
        str(path.relative_to(ROOT)): word
        for path in paths
        for word in (".save(", ".objects.create(", ".bulk_create(", ".delete(")
        if word in path.read_text()
    }
    assert writing == {}
