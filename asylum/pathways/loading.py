"""Loads pathways, kinds of permits and pairs of permits from the tables, which hold the law."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from django.db.models import Model

from asylum.pathways.models import PathwayPaper, PathwayStage, PermitKind, PermitPair
from reference.loading import is_yes, rows_of

TABLES = Path(__file__).parent / "tables"
SOURCE_FIELDS = ("legal_reference", "source", "confidence")


def load_pathways(
    stages: type[Model] = PathwayStage,
    papers: type[Model] = PathwayPaper,
    *,
    using: str | None = None,
) -> None:
    """Updates the pathways from the tables. A migration passes its historical models and its connection."""
    rows = (
        row
        | {
            "place": place,
            "leads_to": row["leads_to"].split(),
            "terms": [term.split(":") for term in row["terms"].split()],
        }
        for place, row in enumerate(rows_of("stages", tables=TABLES))
    )
    _write(stages, rows, key=["country", "stage"], using=using)
    lists = (row | {"place": place} for place, row in enumerate(rows_of("papers", tables=TABLES)))
    _write(papers, lists, key=["country", "stage", "code"], using=using)


def load_permit_kinds(kinds: type[Model] = PermitKind, *, using: str | None = None) -> None:
    """Updates the kinds of papers of each country from the table."""
    rows: Iterable[dict[str, Any]] = (
        {
            **row,
            "place": place,
            "issued_until": row["issued_until"] or None,
            "entered_until": row["entered_until"] or None,
            "children_too": is_yes(row["children_too"]),
        }
        for place, row in enumerate(rows_of("permits", tables=TABLES))
    )
    _write(kinds, rows, key=["country", "kind"], using=using)


def load_permit_pairs(pairs: type[Model] = PermitPair, *, using: str | None = None) -> None:
    """Updates the rules about pairs of papers from the table."""
    rows = (
        {**row, "starts_on": row["starts_on"] or None, "ends_on": row["ends_on"] or None}
        for row in rows_of("pairs", tables=TABLES)
    )
    _write(pairs, rows, key=["country", "one", "other"], using=using)


def _write(
    model: type[Model], rows: Iterable[dict[str, Any]], *, key: Sequence[str], using: str | None
) -> None:
    """Saves the rows of the table. A source that somebody confirmed on a page is not overwritten."""
    table = list(rows)
    known = model._default_manager.using(using)
    if "verified_on" in {field.name for field in model._meta.concrete_fields}:
        for row in known.exclude(verified_on=None).values(*key, *SOURCE_FIELDS):
            confirmed = {name: row.pop(name) for name in SOURCE_FIELDS}
            for each in table:
                each |= confirmed if row.items() <= each.items() else {}
    known.bulk_create(
        [model(**row) for row in table],
        update_conflicts=True,
        unique_fields=list(key),
        update_fields=[name for name in table[0] if name not in key],
    )
