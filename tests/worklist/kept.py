"""Compares the projection of due dates with the sources."""

import datetime
import uuid
from collections import defaultdict
from typing import Any

from django.core.exceptions import EmptyResultSet

from accounts.due import Source, due_sources
from aid.forecasts import members_here
from aid.loss_sql import families_ahead
from casework.children.actions import tell_authority
from casework.consents.actions import record_telling
from casework.consents.choices import NoticeState, NotToldBecause
from casework.consents.start import LawfulStart
from casework.exits.actions import report_loss
from casework.exits.choices import LossKind
from casework.needs.actions import record_need
from casework.register.models.case import Case
from casework.rights.actions import record_subject_request
from shelters.actions.placements import place
from shelters.asleep import doubtful_sleepers_at
from shelters.models import KeptOccupancy, KeptWaiting, Site
from shelters.models.kept import COUNTED
from shelters.occupied import count_sites
from shelters.querysets.families import without_bed
from shelters.tonight import SleepersTonight
from tests.build import an_individual
from tests.casework.children.build import alone
from tests.casework.identity.fill_person import a_code
from tests.cast import Cast
from tests.shelters.build import a_site
from worklist.projection.access import are_nights_kept
from worklist.projection.families import AID_DAYS, FAMILIES_AHEAD
from worklist.projection.models import KeptAhead, KeptDue
from worklist.projection.update import NIGHTS, current_kinds

DAY = datetime.timedelta(days=1)


def dates_of_other_kinds(cast: Cast) -> None:
    """Makes dates of the kinds that the worlds do not have."""
    today = cast.ana.today()
    alone(cast, days_ago=3)
    tell_authority(alone(cast), on=today, authority="ICBF", by=cast.ana)
    person = an_individual(cast, on=today - 9 * DAY)
    told = {"known_from": "Su hermano", "told": "Lo entregaron.", "by": cast.ana}
    report_loss(person, kind=LossKind.DEATH, on=today, **told)
    record_subject_request(person, kind="access", received_on=today, by=cast.ana)
    code = a_code("DS-PM")
    record_need(
        person,
        code=code,
        starts_on=today,
        source="observed",
        review_on=today + 5 * DAY,
        by=cast.ana,
    )
    case = person.memberships.get().case
    start = LawfulStart(notice=NoticeState.NOT_YET, because=NotToldBecause.values[0])
    record_telling(case, people=[person], on=today, by=cast.ana, start=start)
    site = a_site(cast.cucuta, beds=(2,), run_by=cast.carla)
    place(person, site=site, starts_on=today, planned_end_on=today + 6 * DAY, by=cast.carla)


def projected_sources() -> list[Source]:
    return [source for source in due_sources if source.is_kept]


def rows_of_source(source: Source, day: datetime.date) -> list[str]:
    """The rows of the source itself, as texts that can be compared."""
    try:
        rows = list(source.rows(day))
    except EmptyResultSet:
        return []
    return sorted(map(str, ([str(part) for part in row] for row in rows if row[1])))


def projected_rows(day: datetime.date) -> dict[str, list[str]]:
    """The rows of the projection by kind, in the same form as `rows_of_source`."""
    rows = KeptDue.objects.filter(day=day).values_list(
        "kind", "due_on", "about_type", "about_id", "case_id", "permission", "office_id", "severity",
        "warn_days", "person_id",
    )  # fmt: skip
    found: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        found[row[0]].append(str([str(part) for part in row]))
    return defaultdict(list, {kind: sorted(lines) for kind, lines in found.items()})


def differing_kinds(day: datetime.date) -> list[str]:
    """The kinds whose rows in the projection differ from those of their source."""
    assert current_kinds(day) == {source.kind for source in projected_sources()}
    dates = projected_rows(day)
    of_dates = [
        source.kind
        for source in projected_sources()
        if dates[source.kind] != rows_of_source(source, day)
    ]
    of_cases = {case.pk: case for case in Case.objects.all()}
    beside = [
        row.kind
        for row in KeptDue.objects.filter(day=day).exclude(case_id=None)
        if not _stands_where(row, of_cases[row.case_id])
    ]
    return (
        of_dates
        + beside
        + ([] if projected_families(day, of_cases) == families_of_source(day) else [FAMILIES_AHEAD])
        + (
            [NIGHTS]
            if are_nights_kept(day) and projected_nights(day) != nights_of_source(day)
            else []
        )
    )


def _stands_where(row: Any, case: Case) -> bool:
    where = (row.case_team_id, row.case_office_id, row.case_is_restricted)
    return where == (case.team_id, case.office_id, case.is_restricted)


def families_of_source(day: datetime.date) -> set[tuple[Any, ...]]:
    """What families lose, computed for everybody."""
    members, last = members_here(Case.objects.open(), day), day + AID_DAYS * DAY
    return {
        (
            each.case_id,
            each.has_nothing_now,
            each.is_left_with_nothing,
            each.first_loss_on,
            *each.lost,
        )
        for each in families_ahead(members, on=day, last=last)
    }


def projected_families(day: datetime.date, of_cases: dict[uuid.UUID, Case]) -> set[tuple[Any, ...]]:
    families = list(KeptAhead.objects.filter(day=day))
    assert all(_stands_where(each, of_cases[each.case_id]) for each in families)
    projected_rows = {
        (
            each.case_id,
            each.has_nothing_now,
            each.is_left_with_nothing,
            each.first_loss_on,
            *each.lost,
        )
        for each in families
    }
    assert len(projected_rows) == len(families)
    return projected_rows


def nights_of_source(night: datetime.date) -> tuple[dict[Any, Any], set[Any]]:
    """For each site its numbers and the sleepers whom a rule may protect, and the families without a bed; all computed anew."""
    asked: dict[Any, list[Any]] = {}
    rows = doubtful_sleepers_at(None, night)
    broken = SleepersTonight(None, night, rows).broken()
    for stay, site, *_rest in rows:
        asked.setdefault(site, []).append((str(stay), broken.get(stay, [])))
    sites = count_sites(Site.objects.values_list("pk", flat=True), night)
    waiting = without_bed(Case.objects.all(), night)
    return {
        site: (*numbers, sorted(asked.get(site, [])))
        for site, numbers in sites.items()
        if any(numbers)
    }, set(waiting.values_list("pk", "office"))


def projected_nights(night: datetime.date) -> tuple[dict[Any, Any], set[Any]]:
    rows = KeptOccupancy.objects.filter(night=night)
    columns = rows.values_list("site_id", *COUNTED, "asked_about", "not_kept")
    projected_rows = KeptWaiting.objects.filter(night=night)
    waiting = list(projected_rows.values_list("case_id", "case_office_id"))
    assert len(waiting) == len(set(waiting))
    return {
        site: (*numbers, sorted((str(stay), broken.get(str(stay), [])) for stay in asked))
        for site, *numbers, asked, broken in columns
        if any(numbers)
    }, set(waiting)
