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

from accounts.due import Near
from casework.register.models.case import Case
from shelters.asleep import asked_about_at
from shelters.models import KeptOccupancy, KeptWaiting, Placement, Site
from shelters.models.kept import COUNTED
from shelters.occupied import count_sites
from shelters.querysets.families import without_bed

KEPT = (KeptOccupancy, KeptWaiting)


def keep(night: datetime.date) -> None:
    """Writes everything of this night. It is tonight: what is kept of any other is over."""
    for model in KEPT:
        model.objects.all().delete()
    _write(night, set(Site.objects.values_list("pk", flat=True)), Case.objects.all())


def keep_near(nights: Iterable[datetime.date], near: Near | None, sites: Collection[Any]) -> None:
    """The same again of these sites, of the cases, and of the sites where people of them sleep."""
    people, cases = (near.people, near.cases) if near else ((), ())
    for night in nights:
        theirs = Placement.objects.sleeping_on(night).filter(individual__in=people).order_by()
        here = {*sites, *theirs.values_list("site", flat=True)}
        KeptOccupancy.objects.filter(night=night, site_id__in=here).delete()
        KeptWaiting.objects.filter(night=night, case_id__in=cases).delete()
        _write(night, here, Case.objects.filter(pk__in=cases))


def _write(night: datetime.date, sites: Collection[Any], cases: Any) -> None:
    # Of no site, too: `worklist.kept` notes which tables are read.
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
    families = without_bed(cases, night).order_by()
    waiting = families.values_list(Value(night, DateField()), "pk", "office")
    with suppress(EmptyResultSet), connection.cursor() as cursor:
        sql, values = waiting.query.sql_with_params()
        columns = "night, case_id, case_office_id"
        cursor.execute(f"INSERT INTO shelters_keptwaiting ({columns}) {sql}", values)
