"""Keeps what is counted of a night: how full each site is, where a rule may be asked, which families have no bed.

`worklist.kept` says what changed. Both depend on the date at the sites: they hold of a night for as long as that is the
date at every site.
"""

import datetime
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import DateField, Value

from casework.register.models.case import Case
from shelters.asleep import asked_about_at
from shelters.models import KeptOccupancy, KeptWaiting, Placement, Site
from shelters.occupied import COUNTED, count_sites
from shelters.querysets.families import without_bed

KEPT = (KeptOccupancy, KeptWaiting)


def keep(nights: Iterable[datetime.date]) -> None:
    """Writes everything, of these nights."""
    for night in nights:
        _write(night, set(Site.objects.values_list("pk", flat=True)), Case.objects.all())


def keep_near(
    nights: Iterable[datetime.date],
    cases: Collection[Any],
    people: Collection[Any],
    sites: Collection[Any],
) -> None:
    """The same again of these cases and sites, and of the sites where these people sleep."""
    for night in nights:
        theirs = Placement.objects.sleeping_on(night).filter(individual__in=people).order_by()
        here = {*sites, *theirs.values_list("site", flat=True)}
        KeptOccupancy.objects.filter(night=night, site_id__in=here).delete()
        KeptWaiting.objects.filter(night=night, case_id__in=cases).delete()
        _write(night, here, Case.objects.filter(pk__in=cases))


def forget(*, before: datetime.date | None = None) -> None:
    """Takes away what is kept of nights before that one, or of all."""
    for model in KEPT:
        rows = model.objects.all() if before is None else model.objects.filter(night__lt=before)
        rows.delete()


def _write(night: datetime.date, sites: Collection[Any], cases: Any) -> None:
    if sites:
        asked = {site for _stay, site, *_rest in asked_about_at(sites, night)}
        KeptOccupancy.objects.bulk_create(
            KeptOccupancy(
                night=night,
                site_id=site,
                is_asked_about=site in asked,
                **dict(zip(COUNTED, numbers, strict=True)),
            )
            for site, numbers in count_sites(sites, night).items()
        )
    waiting = without_bed(cases, night).order_by().values_list(Value(night, DateField()), "pk")
    with suppress(EmptyResultSet), connection.cursor() as cursor:
        sql, values = waiting.query.sql_with_params()
        cursor.execute(f"INSERT INTO shelters_keptwaiting (night, case_id) {sql}", values)
