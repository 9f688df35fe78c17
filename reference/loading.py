"""Reads the reference tables into the database; what an office changed by hand is kept."""

import csv
import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import holidays
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

# A host country is its table of rules; an office says in which country it lies.
RULES_OF_COUNTRY = {"CO": "deadline_rules", "BR": "deadline_rules_br"}

LANGUAGE_OF_HOLIDAYS = {"CO": "es", "BR": "pt_BR"}


def rows_of(name: str, *, tables: Path = TABLES) -> Iterator[dict[str, str]]:
    """The rows of a CSV, by heading."""
    with (tables / f"{name}.csv").open(encoding="utf-8", newline="") as table:
        yield from csv.DictReader(table)


def is_yes(word: str) -> bool:
    return word == "yes"


def _day(text: str) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None


def load_places() -> None:
    for row in rows_of("departments"):
        Department.objects.update_or_create(
            code=row["code"], defaults={"iso_code": row["iso_code"], "name": row["name"]}
        )
    for row in rows_of("municipalities"):
        Municipality.objects.update_or_create(
            code=row["code"], defaults={"name": row["name"], "department_id": row["department"]}
        )
    for row in rows_of("directorates"):
        directorate, _ = RegionalDirectorate.objects.update_or_create(
            code=row["code"], defaults={"name": row["name"]}
        )
        departments = Department.objects.filter(pk__in=row["departments"].split())
        directorate.departments.set(departments)
    for row in rows_of("crossings"):
        CrossingPoint.objects.get_or_create(
            code=row["code"],
            defaults={
                "name": row["name"],
                "municipality_id": row["municipality"] or None,
                "is_official": is_yes(row["is_official"]),
            },
        )


def load_states() -> None:
    for row in rows_of("states"):
        State.objects.update_or_create(
            code=row["code"], defaults={"name": row["name"], "country": row["country"]}
        )


def load_forces() -> None:
    for row in rows_of("forces"):
        Force.objects.get_or_create(
            code=row["code"], defaults={k: row[k] for k in ("name", "short_name", "kind")}
        )
    for row in rows_of("ranks"):
        Rank.objects.get_or_create(
            code=row["code"],
            defaults={"name": row["name"], "band": row["band"], "order": int(row["order"])},
        )


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
    """Adds rules that are missing. A rule that is there was perhaps corrected by a lawyer, and stays."""
    for country, table in RULES_OF_COUNTRY.items():
        for row in rows_of(table):
            DeadlineRule.objects.get_or_create(
                country=country,
                code=row["code"],
                valid_from=_day(row["valid_from"]),
                defaults=_rule_fields(row),
            )
        _load_holidays(country)


def _holiday_years() -> range:
    """As far ahead as a term can reach; read again at every start, so that the calendar never ends."""
    return range(FIRST_HOLIDAY_YEAR, timezone.localdate().year + YEARS_AHEAD + 2)


def _load_holidays(country: str) -> None:
    """National holidays only: regional ones are none of the law's business days."""
    days = holidays.country_holidays(
        country, years=list(_holiday_years()), language=LANGUAGE_OF_HOLIDAYS[country]
    )
    known = set(PublicHoliday.objects.filter(country=country).values_list("on", flat=True))
    new = [
        PublicHoliday(country=country, on=day, name=name[:80])
        for day, name in days.items()
        if day not in known
    ]
    PublicHoliday.objects.bulk_create(new, ignore_conflicts=True)
    # A law may have made a day off since the last start: terms that run follow it.
    if new:
        calendar_changed(country)
    else:
        write_term_days(country)


def load_needs() -> None:
    for row in rows_of("need_codes"):
        NeedCode.objects.update_or_create(
            code=row["code"],
            defaults={
                **{name: row[name] for name in ("family", "name_en", "name_es")},
                "is_restricted": is_yes(row["is_restricted"]),
                "room_needs": row["room_needs"].split(),
            },
        )


def load_sanction_instruments() -> None:
    for row in rows_of("sanction_instruments"):
        names = ("name_en", "name_es", "source", "confidence")
        SanctionInstrument.objects.get_or_create(
            code=row["code"],
            defaults={name: row[name] for name in names} | {"on": _day(row["on"])},
        )


def load_work_rules() -> None:
    """Adds rules that are missing. A rule that is there was perhaps corrected by a lawyer, and stays."""
    told = ("name_en", "name_es", "allows", "condition_en", "condition_es")
    sources = ("legal_reference", "source", "confidence")
    for row in rows_of("work_rules"):
        WorkRule.objects.get_or_create(
            country=row["country"],
            paper=row["paper"],
            valid_from=_day(row["valid_from"]),
            defaults={name: row[name] for name in (*told, *sources)}
            | {"valid_to": _day(row["valid_to"])},
        )


def load_texts() -> None:
    """Adds texts that are missing. One that is there was perhaps read to somebody, and stays as it is."""
    for path in sorted((TABLES / "texts").glob("*.txt")):
        code, version, language, _ending = path.name.split(".")
        title, body = path.read_text(encoding="utf-8").split("\n\n", 1)
        HouseText.objects.get_or_create(
            code=code,
            version=int(version),
            language=language,
            defaults={"title": title.strip(), "body": body.strip()},
        )
