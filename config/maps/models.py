"""Which tables there are, by subject, and at which others they point."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import ForeignKey, Model

from config.maps import svg
from config.maps.imports import Rows, drawn

WIDTH, COLUMNS, GAP, MARGIN = 1180, 3, 18, 30
LINE, HEAD, PAD = 17, 24, 8
# Tables with a version of a row for each change of it; the row's own box says that it has them.
VERSIONS = "pgh_obj"


@dataclass(frozen=True)
class Table:
    """A model, the subject in whose file it stands, and its keys as `field → Model`."""

    name: str
    subject: str
    keys: tuple[tuple[str, str], ...]
    has_versions: bool

    @property
    def height(self) -> float:
        return HEAD + LINE * len(self.keys) + PAD


def models_of(app: str) -> list[type[Model]]:
    found = apps.get_app_config(app).get_models()
    return [model for model in found if VERSIONS not in {each.name for each in model._meta.fields}]


def keys_of(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    """Its own ones: a one-to-one field is one too, and so is a list of many."""
    fields = [*model._meta.fields, *model._meta.many_to_many]
    return [field for field in fields if field.is_relation and field.related_model]


def target(app: str, key: ForeignKey[Any, Any]) -> str:
    other: Any = key.related_model
    near = other._meta.app_label == app
    return other.__name__ if near else f"{other._meta.app_label}.{other.__name__}"


def tables(app: str) -> list[Table]:
    versioned = {
        field.related_model
        for model in apps.get_app_config(app).get_models()
        for field in model._meta.fields
        if field.name == VERSIONS
    }
    return [
        Table(
            model.__name__,
            subject_of(model, app),
            tuple((key.name, target(app, key)) for key in keys_of(model)),
            model in versioned,
        )
        for model in models_of(app)
    ]


def subject_of(model: type[Model], app: str) -> str:
    """`consents` for what stands in casework.consents.models; `bed` for shelters.models.bed."""
    inside = [part for part in model.__module__.split(".")[1:] if part != "models"]
    return inside[0] if inside else app


def of_app(app: str) -> str:
    """Every table of the app in the panel of its subject, the panels in columns of like height."""
    panels: dict[str, list[Table]] = {}
    for table in sorted(tables(app), key=lambda table: table.name):
        panels.setdefault(table.subject, []).append(table)
    columns = min(COLUMNS, len(panels))
    width = (WIDTH - GAP * (columns + 1)) / columns
    ends = [float(GAP)] * columns
    parts: list[str] = []
    for subject, found in sorted(panels.items(), key=lambda each: (-height(each[1]), each[0])):
        column = ends.index(min(ends))
        parts += panel(subject, found, GAP + column * (width + GAP), ends[column], width)
        ends[column] += height(found) + GAP
    return svg.picture(WIDTH, max(ends), f"Tables of {app}, and at which others they point", parts)


def height(found: list[Table]) -> float:
    return HEAD + GAP + sum(table.height + PAD for table in found)


def panel(subject: str, found: list[Table], x: float, y: float, width: float) -> Iterator[str]:
    yield svg.box(x, y, width, height(found), "floor")
    yield svg.text(x + MARGIN, y + HEAD, subject, "big")
    tops: dict[str, float] = {}
    top = y + HEAD + GAP - PAD
    for table in found:
        tops[table.name] = top
        top += table.height + PAD
    reach = 0.0
    for table in found:
        yield from one(table, x + MARGIN, tops[table.name], width - MARGIN - PAD)
        for number, (_field, other) in enumerate(table.keys):
            if other in tops and other != table.name:
                reach = reach % (MARGIN - 8) + 5
                start = tops[table.name] + HEAD + LINE * number + 4
                yield svg.bracket(x + MARGIN, start, tops[other] + 12, reach)


def one(table: Table, x: float, y: float, width: float) -> Iterator[str]:
    yield svg.box(x, y, width, table.height, "box")
    yield svg.text(x + 10, y + 18, table.name, "big")
    if table.has_versions:
        yield svg.text(x + width - 10, y + 18, "every version kept", "soft", "end")
    for number, (field, other) in enumerate(table.keys):
        yield svg.text(x + 10, y + HEAD + LINE * number + 11, f"{field} → {other}", "soft")


def apps_with_tables(rows: Rows) -> list[str]:
    ours = {config.label for config in apps.get_app_configs()}
    return [app for row in rows for app in row if app in ours and models_of(app)]


def of_apps(rows: Rows) -> str:
    """The apps that have tables, on their floors; lines as thick as there are keys between them."""
    names = apps_with_tables(rows)
    found: Counter[tuple[str, str]] = Counter()
    for app in names:
        for model in models_of(app):
            for key in keys_of(model):
                other: Any = key.related_model
                if other._meta.app_label in names and other._meta.app_label != app:
                    found[app, other._meta.app_label] += 1
    kept = [[app for app in row if app in names] for row in rows]
    return drawn(
        [row for row in kept if row], found, "Apps, and whose tables point at whose", "Keys"
    )
