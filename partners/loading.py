"""Loads all CSV tables of reference data into the database, with organisations and reported figures."""

import datetime
from pathlib import Path

from django.db import transaction

from partners.choices import OrganisationKind
from partners.models import Organisation, ReportedFigure
from reference.loading import (
    add_missing,
    is_yes,
    load_forces,
    load_law,
    load_needs,
    load_places,
    load_sanction_instruments,
    load_states,
    load_texts,
    load_work_rules,
    rows_of,
)

TABLES = Path(__file__).parent / "tables"


def load_organisations() -> None:
    rows = list(rows_of("organisations", tables=TABLES))
    add_missing(Organisation, rows, key=["name"])
    # Earlier versions loaded forces as bodies of the state.
    forces = [row["name"] for row in rows if row["kind"] == OrganisationKind.FORCES]
    outdated = Organisation.objects.filter(name__in=forces, kind=OrganisationKind.STATE)
    outdated.update(kind=OrganisationKind.FORCES)


def load_reported_figures() -> None:
    figures = (
        row
        | {
            "on": datetime.date.fromisoformat(row["on"]),
            "is_day_approximate": is_yes(row["is_day_approximate"]),
            "value": int(row["value"]),
            "value_to": int(row["value_to"]) if row["value_to"] else None,
        }
        for row in rows_of("reported_figures", tables=TABLES)
    )
    add_missing(ReportedFigure, figures, key=["code"])


@transaction.atomic
def load_reference() -> None:
    """Loads every table. May run again: rows that users may have corrected are not overwritten."""
    load_places()
    load_states()
    load_forces()
    load_organisations()
    load_law()
    load_needs()
    load_sanction_instruments()
    load_work_rules()
    load_texts()
    load_reported_figures()
