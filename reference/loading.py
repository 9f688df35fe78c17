"""Loads the CSV tables into the database. Rows that users may have corrected are not overwritten."""

import csv
import datetime
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import holidays
from django.db.models import Model
from django.utils import timezone

from reference.calendar import YEARS_AHEAD, calendar_changed, write_term_days
from reference.models import (
    CrossingPoint,
    DeadlineRule,
    Department,
    Force,
    HouseText,
    Municipality,
    NeedCode,
    PublicHoliday,
    Rank,
    RegionalDirectorate,
    SanctionInstrument,
    State,
    WorkRule,
)

TABLES = Path(__file__).parent / "tables"

FIRST_HOLIDAY_YEAR = 2018

# The CSV table of rules by host country.
RULES_OF_COUNTRY = {"CO": "deadline_rules", "BR": "deadline_rules_br"}

LANGUAGE_OF_HOLIDAYS = {"CO": "es", "BR": "pt_BR"}


def rows_of(name: str, *, tables: Path = TABLES) -> Iterator[dict[str, str]]:
    """Yields the rows of a CSV file as dicts by heading. `name` has no ending."""
    with (tables / f"{name}.csv").open(encoding="utf-8", newline="") as table:
        yield from csv.DictReader(table)


def is_yes(word: str) -> bool:
    return word == "yes"


def _day(text: str) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None


def add_missing(model: type[Model], rows: Iterable[dict[str, Any]], *, key: Sequence[str]) -> None:
    """Adds rows with a new key. Existing rows may have been corrected, and stay unchanged."""
    existing = set(model._default_manager.values_list(*key))
    model._default_manager.bulk_create(
        model(**row) for row in rows if tuple(row[name] for name in key) not in existing
    )


def _add_or_update(model: type[Model], rows: Iterable[dict[str, Any]]) -> None:
    """Adds rows with a new code, and updates existing ones to the values of the table."""
    table_rows = list(rows)
    model._default_manager.bulk_create(
        [model(**row) for row in table_rows],
        update_conflicts=True,
        unique_fields=["code"],
        update_fields=[name for name in table_rows[0] if name != "code"],
    )


def load_places() -> None:
    _add_or_update(Department, rows_of("departments"))
    municipalities = (
        {"code": row["code"], "name": row["name"], "department_id": row["department"]}
        for row in rows_of("municipalities")
    )
    add_missing(Municipality, municipalities, key=["code"])
    existing = set(RegionalDirectorate.objects.values_list("code", flat=True))
    directorates = [row for row in rows_of("directorates") if row["code"] not in existing]
    new_rows = ({name: row[name] for name in ("code", "name")} for row in directorates)
    add_missing(RegionalDirectorate, new_rows, key=["code"])
    for row in directorates:
        directorate = RegionalDirectorate.objects.get(code=row["code"])
        departments = Department.objects.filter(pk__in=row["departments"].split())
        directorate.departments.set(departments)
    crossings = (
        {
            "code": row["code"],
            "name": row["name"],
            "municipality_id": row["municipality"] or None,
            "is_official": is_yes(row["is_official"]),
        }
        for row in rows_of("crossings")
    )
    add_missing(CrossingPoint, crossings, key=["code"])


def load_states() -> None:
    _add_or_update(State, rows_of("states"))


def load_forces() -> None:
    add_missing(Force, rows_of("forces"), key=["code"])
    ranks = (row | {"order": int(row["order"])} for row in rows_of("ranks"))
    add_missing(Rank, ranks, key=["code"])


def _rule_fields(row: dict[str, str]) -> dict[str, Any]:
    return {
        **{
            name: row[name]
            for name in (
                "trigger_event",
                "target_event",
                "unit",
                "legal_reference",
                "perhaps_superseded_by",
                "source",
                "confidence",
            )
        },
        "amount": int(row["amount"]) if row["amount"] else None,
        "fixed_on": _day(row["fixed_on"]),
        "counts_from_next_day": is_yes(row["counts_from_next_day"]),
        "extends_to_open_day": is_yes(row["extends_to_open_day"]),
        "stops_when_suspended": is_yes(row["stops_when_suspended"]),
        "is_renewable": is_yes(row["is_renewable"]),
        "warn_days": [int(days) for days in row["warn_days"].split()],
        "valid_to": _day(row["valid_to"]),
    }


def load_law() -> None:
    """Adds missing rules. Existing ones may have been corrected by a lawyer, and stay unchanged."""
    for country, table in RULES_OF_COUNTRY.items():
        rules = (
            {"country": country, "code": row["code"], "valid_from": _day(row["valid_from"])}
            | _rule_fields(row)
            for row in rows_of(table)
        )
        add_missing(DeadlineRule, rules, key=["country", "code", "valid_from"])
        _load_holidays(country)


def _holiday_years() -> range:
    """The years that a term can reach."""
    return range(FIRST_HOLIDAY_YEAR, timezone.localdate().year + YEARS_AHEAD + 2)


def _load_holidays(country: str) -> None:
    """Adds missing national holidays. By law, regional ones are business days."""
    days = holidays.country_holidays(
        country, years=list(_holiday_years()), language=LANGUAGE_OF_HOLIDAYS[country]
    )
    existing = set(PublicHoliday.objects.filter(country=country).values_list("on", flat=True))
    new = [
        PublicHoliday(country=country, on=day, name=name[:80])
        for day, name in days.items()
        if day not in existing
    ]
    PublicHoliday.objects.bulk_create(new, ignore_conflicts=True)
    # If a law added a holiday since the last start, running terms are recomputed.
    if new:
        calendar_changed(country)
    else:
        write_term_days(country)


def load_needs() -> None:
    needs = (
        {name: row[name] for name in ("code", "family", "name_en", "name_es")}
        | {"is_restricted": is_yes(row["is_restricted"]), "room_needs": row["room_needs"].split()}
        for row in rows_of("need_codes")
    )
    _add_or_update(NeedCode, needs)


def load_sanction_instruments() -> None:
    instruments = (row | {"on": _day(row["on"])} for row in rows_of("sanction_instruments"))
    add_missing(SanctionInstrument, instruments, key=["code"])


def load_work_rules() -> None:
    rules = (
        row | {"valid_from": _day(row["valid_from"]), "valid_to": _day(row["valid_to"])}
        for row in rows_of("work_rules")
    )
    add_missing(WorkRule, rules, key=["country", "paper", "valid_from"])


def load_texts() -> None:
    """Adds missing texts. Existing ones may have been read to somebody."""
    texts = (_text(path) for path in sorted((TABLES / "texts").glob("*.txt")))
    add_missing(HouseText, texts, key=["code", "version", "language"])


def _text(path: Path) -> dict[str, Any]:
    code, version, language, _ending = path.name.split(".")
    title, body = path.read_text(encoding="utf-8").split("\n\n", 1)
    return {
        "code": code,
        "version": int(version),
        "language": language,
        "title": title.strip(),
        "body": body.strip(),
    }
