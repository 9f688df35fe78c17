"""Who imports whom: apps on their floors, packages of casework.

Rows come from tests/test_floors.py, which holds the code to them. How often is told in four steps
only, so that a map is drawn anew when something moved and not for each import.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from config.maps import svg

# At least so many imports, as thick, in words.
STEPS = ((30, 7.0, "30 and more"), (10, 4.0, "10 to 29"), (3, 2.0, "3 to 9"), (1, 1.0, "1 or 2"))
WIDTH, ROW, BOX, SIDE = 1180, 92, 40, 24
# What so large a share of those above it import is drawn as a beam under them, without lines.
NEARLY_ALL, MANY = 0.7, 8
# Where boxes alone on their floor stand, one floor after the other: no line hides behind the next.
ALONE = (0.5, 0.28, 0.72, 0.4, 0.6)

Rows = list[list[str]]


def rules(root: Path, name: str) -> object:
    """What tests/test_floors.py says under that name."""
    tree = ast.parse((root / "tests/test_floors.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and [ast.unparse(each) for each in node.targets] == [name]:
            return ast.literal_eval(node.value)
    raise LookupError(name)


def floors(root: Path) -> Rows:
    """The apps, the top floor first."""
    found: dict[str, int] = rules(root, "FLOORS")  # type: ignore[assignment]
    return [
        [app for app, row in found.items() if row == floor]
        for floor in sorted(set(found.values()), reverse=True)
    ]


def packages(root: Path) -> Rows:
    """The packages of casework, what gathers first."""
    found: tuple[set[str], ...] = rules(root, "CASEWORK")  # type: ignore[assignment]
    return [sorted(row) for row in reversed(found)]


@cache
def imported(source: str) -> tuple[str, ...]:
    """Every module named by an import of the source, once for each import. Maps of apps and of packages ask the same."""
    return tuple(_imported(source))


def _imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            # `from casework import models` names a package, too.
            alone = "." not in node.module
            yield from ([f"{node.module}.{name.name}" for name in node.names] if alone else [])
            yield from ([] if alone else [node.module])


def counted(folder: Path, names: Sequence[str], inside: str = "") -> Counter[tuple[str, str]]:
    """How often each imports each other one. `inside` is the app of which they are packages."""
    found: Counter[tuple[str, str]] = Counter()
    start = f"{inside}." if inside else ""
    for name in names:
        for path in sorted((folder / name).rglob("*.py")):
            if "migrations" in path.parts:
                continue
            for module in imported(path.read_text(encoding="utf-8")):
                other = module.removeprefix(start).split(".")[0]
                if module.startswith(start) and other in names and other != name:
                    found[name, other] += 1
    return found


def step(number: int) -> tuple[float, str]:
    return next((thick, words) for least, thick, words in STEPS if number >= least)


def beams(rows: Rows, found: Counter[tuple[str, str]]) -> dict[str, str]:
    """What nearly all above it import, with who does not."""
    told = {}
    for place, row in enumerate(rows):
        above = [name for each in rows[:place] for name in each]
        for name in row:
            without = [other for other in above if not found[other, name]]
            if len(above) >= MANY and len(without) <= (1 - NEARLY_ALL) * len(above):
                told[name] = f"all above but {', '.join(without)}" if without else "all above"
    return told


def drawn(rows: Rows, found: Counter[tuple[str, str]], title: str, what: str = "Imports") -> str:
    """The rows from above to below, names side by side, lines as thick as there are imports, or what it is."""
    below = beams(rows, found)
    places: dict[str, tuple[float, float]] = {}
    parts, y = [], float(SIDE)
    for row in rows:
        names = [name for name in row if name not in below]
        if names:
            parts.append(svg.box(SIDE / 2, y - 10, WIDTH - SIDE, BOX + 20, "floor"))
            for number, name in enumerate(ordered(names, found, places)):
                share = (number + 0.5) / len(names)
                if len(names) == 1:
                    share = ALONE[len(places) % len(ALONE)]
                places[name] = (WIDTH * share, y)
            y += ROW
        for name in (name for name in row if name in below):
            parts.append(svg.box(SIDE, y - 10, WIDTH - 2 * SIDE, BOX, "beam"))
            parts.append(svg.text(SIDE + 14, y + 15, name, "big"))
            parts.append(svg.text(SIDE + 140, y + 15, f"{what} from {below[name]}", "soft"))
            y += BOX + 14
    lines = [
        line(places, upper, lower, number)
        for (upper, lower), number in sorted(found.items())
        if {upper, lower} <= places.keys()
    ]
    boxes = [named_box(x, top, name) for name, (x, top) in places.items()]
    return svg.picture(WIDTH, y + 40, title, [*parts, *lines, *boxes, *legend(what, y + 14)])


def ordered(
    row: list[str], found: Counter[tuple[str, str]], places: dict[str, tuple[float, float]]
) -> list[str]:
    """Each below those who import it, so that lines cross little."""

    def pull(name: str) -> float:
        above = [x for other, (x, _y) in places.items() if found[other, name]]
        return sum(above) / len(above) if above else WIDTH / 2

    return sorted(row, key=lambda name: (pull(name), name))


def line(places: dict[str, tuple[float, float]], upper: str, lower: str, number: int) -> str:
    thickness, words = step(number)
    (x1, y1), (x2, y2) = places[upper], places[lower]
    return svg.curve(x1, y1 + BOX, x2, y2, thickness, f"{upper} → {lower}: {words}")


def named_box(x: float, y: float, name: str) -> str:
    width = svg.LETTER * len(name) + 30
    return svg.box(x - width / 2, y, width, BOX, "box") + svg.text(x, y + 25, name, "big", "middle")


def legend(what: str, y: float) -> Iterator[str]:
    yield svg.text(SIDE, y + 5, f"{what}, from above to below:", "soft")
    for number, (_least, thickness, words) in enumerate(reversed(STEPS)):
        x = 230 + 150 * number
        yield f'<path d="M{x} {y:.0f}H{x + 40}" class="line" stroke-width="{thickness:g}"/>'
        yield svg.text(x + 48, y + 5, words, "soft")


def of_apps(root: Path) -> str:
    rows = floors(root)
    found = counted(root, [name for row in rows for name in row])
    return drawn(rows, found, "Floors, and which app imports which")


def of_casework(root: Path) -> str:
    rows = packages(root)
    found = counted(root / "casework", [name for row in rows for name in row], "casework")
    return drawn(rows, found, "Packages of casework, and which imports which")
