"""Writes the projection of a night: how full each site is, which rules seem to be broken, which families have no bed.

`worklist.projection` says what changed. The rows depend on the date at the sites, and are valid while all sites have the same
date.
"""

import datetime
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import DateField, Value

from accounts.due import Near
from accounts.sight import params_named
from casework.register.models.case import Case
from pages.questions import PLACEHOLDER, cached_rows, kept_sql
from shelters.asleep import doubtful_sleepers_at
from shelters.models import KeptOccupancy, KeptWaiting, Placement, Site
from shelters.models.kept import COUNTED
from shelters.occupied import count_sites
from shelters.querysets.families import without_bed
from shelters.querysets.moment import ANY_NIGHT
from shelters.tonight import SleepersTonight

KEPT = (KeptOccupancy, KeptWaiting)


def keep(night: datetime.date) -> None:
    """Writes everything about this night, which is tonight: rows of any other night are stale."""
    for model in KEPT:
        model.objects.all().delete()
    _write(night, set(Site.objects.values_list("pk", flat=True)))
    with suppress(EmptyResultSet):
        _write_waiting(*params_named(_waiting(night, Case.objects.all()), "w"))


def keep_near(nights: Iterable[datetime.date], near: Near | None, sites: Collection[Any]) -> None:
    """Recomputes these sites, these cases, and the sites where members of these cases sleep."""
    people, cases = (near.people, near.cases) if near else ((), ())
    for night in nights:
        slept_at = cached_rows(_where_they_sleep, values={ANY_NIGHT: night, PLACEHOLDER: people})
        _write(night, {*sites, *(site for (site,) in slept_at)})
        if cases:
            sql, values = kept_sql("w", _waiting_near, night, values={PLACEHOLDER: cases})
            _write_waiting(sql, values | {"night": night, "cases": list(cases)}, DELETE_PLACED)


def _where_they_sleep() -> Any:
    stays = Placement.objects.sleeping_on(ANY_NIGHT).filter(individual__in=[PLACEHOLDER])
    return stays.order_by().values_list("site")


def _waiting_near(night: datetime.date) -> Any:
    return _waiting(night, Case.objects.filter(pk__in=[PLACEHOLDER]))


def _waiting(night: datetime.date, cases: Any) -> Any:
    families = without_bed(cases, night).order_by()
    return families.values_list(Value(night, DateField()), "pk", "office")


# Deletes the rows of those given cases that no longer wait for a bed.
DELETE_PLACED = """, gone AS (DELETE FROM shelters_keptwaiting WHERE night = %(night)s AND case_id = ANY(%(cases)s)
    AND case_id NOT IN (SELECT case_id FROM waiting))"""


def _write_waiting(sql: str, values: dict[str, Any], deletion: str = "") -> None:
    with connection.cursor() as cursor:
        columns = "night, case_id, case_office_id"
        cursor.execute(
            f"WITH waiting ({columns}) AS MATERIALIZED ({sql}){deletion}"  # noqa: S608
            f" INSERT INTO shelters_keptwaiting ({columns}) SELECT * FROM waiting"
            " ON CONFLICT (night, case_id) DO UPDATE SET case_office_id = excluded.case_office_id",
            values,
        )


def _write(night: datetime.date, sites: Collection[Any]) -> None:
    # Also runs without sites, because `worklist.projection` records which tables these queries read.
    rows = doubtful_sleepers_at(sites, night)
    broken = SleepersTonight(None, night, rows).broken()
    doubtful: dict[Any, list[Any]] = {}
    for stay, site, *_rest in rows:
        doubtful.setdefault(site, []).append(stay)
    counted = count_sites(sites, night)
    if empty := {*sites} - counted.keys():
        KeptOccupancy.objects.filter(night=night, site_id__in=empty).delete()
    KeptOccupancy.objects.bulk_create(
        [
            KeptOccupancy(
                night=night,
                site_id=site,
                asked_about=(stays := doubtful.get(site, [])),
                not_kept={str(stay): broken[stay] for stay in stays if stay in broken},
                **dict(zip(COUNTED, numbers, strict=True)),
            )
            for site, numbers in counted.items()
        ],
        update_conflicts=True,
        unique_fields=["night", "site_id"],
        update_fields=[*COUNTED, "asked_about", "not_kept"],
    )
