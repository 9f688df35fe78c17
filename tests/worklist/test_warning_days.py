"""On which days before a date of a kind people are told is set by an administrator."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.due import due_sources
from accounts.models import AuditEvent
from casework.handovers.actions import assign_case
from tests.aid.build import a_commitment
from tests.cast import Cast, as_
from tests.shelters.build import a_family
from worklist.due.rows import due
from worklist.notices.models import Notice
from worklist.scheduler import tick
from worklist.sources.lookups import has_own_days
from worklist.sources.models import WarningDays

DAY = datetime.timedelta(days=1)
PAGE = "/warnings/"


@pytest.fixture
def ends_on(cast: Cast) -> datetime.date:
    """The last day of the aid of a family of Ana's."""
    case = a_family(cast.norte)
    assign_case(case, caseworker=cast.ana, by=cast.sonia)
    day = cast.ana.today() + 40 * DAY
    a_commitment(case, by=cast.ana, until=day + DAY)
    return day


def set_by(cast: Cast, days: str, kind: str = "commitment_ends") -> str:
    """The page that the administrator gets after setting these days."""
    return as_(cast.adela).post(f"{PAGE}{kind}/", {"days": days}, follow=True).content.decode()


def tick_on(monkeypatch: pytest.MonkeyPatch, day: datetime.date) -> None:
    noon = datetime.datetime.combine(day, datetime.time(17), datetime.UTC)
    monkeypatch.setattr(tick, "database_now", lambda: noon)
    tick.tick()


def told(cast: Cast) -> list[int]:
    """The days of warning that Ana was told, the first one first."""
    rows = Notice.objects.filter(user=cast.ana, kind="commitment_ends").order_by("created_at")
    return list(rows.values_list("warning_days", flat=True))


def test_a_kind_is_told_on_the_days_that_are_set_and_on_the_day_after(
    cast: Cast, ends_on: datetime.date, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "35, 3 días antes" in set_by(cast, "3 35")
    for left in (36, 35, 30, 14, 4, 3, 1, 0, -1):
        tick_on(monkeypatch, ends_on - left * DAY)
    assert told(cast) == [35, 3, -1]


def test_set_back_the_default_days_apply(
    cast: Cast, ends_on: datetime.date, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_by(cast, "35")
    page = as_(cast.adela).post(f"{PAGE}commitment_ends/reset/", follow=True).content.decode()
    assert "35 días antes" not in page
    for left in (35, 30, 14):
        tick_on(monkeypatch, ends_on - left * DAY)
    assert told(cast) == [30, 14]


def test_a_changed_day_that_has_passed_is_told_to_nobody_who_was_told_before(
    cast: Cast, ends_on: datetime.date, monkeypatch: pytest.MonkeyPatch
) -> None:
    tick_on(monkeypatch, ends_on - 30 * DAY)
    set_by(cast, "29 20")
    WarningDays.objects.update(set_on=ends_on - 27 * DAY)
    tick_on(monkeypatch, ends_on - 27 * DAY)
    assert told(cast) == [30]
    tick_on(monkeypatch, ends_on - 20 * DAY)
    assert told(cast) == [30, 20]


def test_whoever_was_told_nothing_before_is_told_at_the_next_tick(
    cast: Cast, ends_on: datetime.date
) -> None:
    tick.tick()
    assert told(cast) == []
    set_by(cast, "60")
    tick.tick()
    tick.tick()
    assert told(cast) == [60]


def test_the_line_of_the_day_follows_the_days_that_are_set(cast: Cast) -> None:
    today = cast.ana.today()
    case = a_family(cast.norte)
    a_commitment(case, by=cast.ana, until=today + 10 * DAY)
    kinds = {"kinds": ["commitment_ends"], "today": today, "warns_today": True}
    assert not due(cast.sonia, **kinds)[:]
    set_by(cast, "9")
    assert due(cast.sonia, **kinds)[:]


@pytest.mark.parametrize("days", ["", "x", "401", "-1"])
def test_days_that_are_none_are_refused_in_the_language_of_the_reader(
    cast: Cast, days: str
) -> None:
    page = set_by(cast, days)
    assert ("Falta" if days == "" else "Escriba números de 0 a 400") in page
    assert not WarningDays.objects.exists()


def test_what_the_law_or_the_kind_fixes_cannot_be_changed(cast: Cast) -> None:
    fixed = [each for each in due_sources if not each.is_state and not has_own_days(each)]
    page = as_(cast.adela).get(PAGE).content.decode()
    assert {"permit_expires", "task_given"} <= {each.kind for each in fixed}
    for source in fixed:
        address = f"{PAGE}{source.kind}/"
        assert address not in page
        assert as_(cast.adela).post(address, {"days": "5"}).status_code == 404
    assert "Según cada norma" in page
    assert not WarningDays.objects.exists()


def test_the_page_lists_every_kind_with_one_question_for_all(cast: Cast) -> None:
    client = as_(cast.adela)
    with CaptureQueriesContext(connection) as without:
        page = client.get(PAGE).content.decode()
    for source in due_sources:
        assert source.is_state or str(source.title) in page
    for kind in ("commitment_ends", "agreement_ends", "task_due"):
        set_by(cast, "9", kind)
    client.get(PAGE)
    with CaptureQueriesContext(connection) as changed:
        client.get(PAGE)
    assert len(changed) <= len(without)


def test_what_was_set_is_in_the_audit_log_and_nobody_else_sets_it(cast: Cast) -> None:
    set_by(cast, "9 2")
    set_by(cast, "9 2")
    [event] = AuditEvent.objects.filter(verb="warning_days.set")
    assert event.details == {"before": [30, 14, 7, 1, 0], "after": [9, 2]}
    for user in (cast.ana, cast.sonia, cast.carla):
        assert as_(user).get(PAGE).status_code == 404
        assert as_(user).post(f"{PAGE}task_due/", {"days": "5"}).status_code == 404
