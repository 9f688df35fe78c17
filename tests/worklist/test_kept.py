"""What falls due as it is kept says what the sources say, whatever was written in between, and however."""

import datetime
import os
import re
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.exceptions import EmptyResultSet
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import DateField, DateTimeField, F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.due import Source, due_sources
from aid.ahead import families_ahead
from aid.forecasts import members_here
from aid.models import Cover
from casework.children.actions import tell_authority
from casework.consents.actions import tell_notice
from casework.consents.choices import NoticeState, NotToldBecause
from casework.consents.start import LawfulStart
from casework.exits.actions import report_loss
from casework.exits.choices import LossKind
from casework.needs.actions import record_need
from casework.register.models.case import Case
from casework.rights.actions import record_subject_request
from reference.loading import load_law
from shelters.actions.placements import place
from shelters.asleep import asked_about_at
from shelters.models import KeptOccupancy, KeptWaiting, Site
from shelters.models.kept import COUNTED
from shelters.occupied import count_sites
from shelters.querysets.families import without_bed
from tests.build import an_individual
from tests.casework.children.build import alone
from tests.casework.identity.fill_person import a_code
from tests.cast import Cast
from tests.shelters.build import a_site
from tests.world import Worlds, build_worlds
from vault.privacy import our_models
from worklist.desk import FIRST_OF
from worklist.due import due
from worklist.kept import (
    KEPT_FOR,
    LOCK,
    MOST_TOUCHED,
    NIGHTS,
    bring_up_to_date,
    keep_anew,
    kept_kinds,
)
from worklist.known import are_nights_kept
from worklist.losing import AHEAD, AID_DAYS, losing_aid, people_losing
from worklist.models import KeptAhead, KeptDue, KeptKind, KeptLoss, TouchedDue
from worklist.near import near

NAMED = re.compile(r'(?:FROM|JOIN) "(\w+)"')
READERS = ("ana", "carla", "lucia", "sonia", "adela", "mara")
DAY = datetime.timedelta(days=1)


@pytest.fixture
def worlds(cast: Cast, settings: Any, tmp_path: Any) -> Worlds:
    settings.MEDIA_ROOT = tmp_path
    with transaction.atomic():
        load_law()
    worlds = build_worlds(cast)
    with transaction.atomic():
        _more(cast)
    return worlds


def _more(cast: Cast) -> None:
    """Dates of kinds that the worlds lack."""
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
    tell_notice(case, people=[person], on=today, by=cast.ana, start=start)
    site = a_site(cast.cucuta, beds=(2,), run_by=cast.carla)
    place(person, site=site, starts_on=today, planned_end_on=today + 6 * DAY, by=cast.carla)


def kept_sources() -> list[Source]:
    return [source for source in due_sources if source.is_kept]


def said(source: Source, day: datetime.date) -> list[tuple[Any, ...]]:
    """What the source itself says, as rows that can be compared."""
    try:
        rows = list(source.rows(day))
    except EmptyResultSet:
        return []
    return sorted(map(str, ([str(part) for part in row] for row in rows if row[1])))


def kept(source: Source, day: datetime.date) -> list[tuple[Any, ...]]:
    rows = KeptDue.objects.filter(day=day, kind=source.kind).values_list(
        "kind", "due_on", "about_type", "about_id", "case_id", "permission", "office_id", "severity",
        "warn_days", "person_id",
    )  # fmt: skip
    return sorted(map(str, ([str(part) for part in row] for row in rows)))


def differing(day: datetime.date) -> list[str]:
    """The kinds of which something else is kept than their source says."""
    assert kept_kinds(day) == {source.kind for source in kept_sources()}
    of_dates = [source.kind for source in kept_sources() if kept(source, day) != said(source, day)]
    of_cases = {case.pk: case for case in Case.objects.all()}
    beside = [
        row.kind
        for row in KeptDue.objects.filter(day=day).exclude(case_id=None)
        if not _stands_where(row, of_cases[row.case_id])
    ]
    return (
        of_dates
        + beside
        + ([] if aid_kept(day, of_cases) == aid_said(day) else [AHEAD])
        + ([NIGHTS] if are_nights_kept(day) and nights_kept(day) != nights_said(day) else [])
    )


def _stands_where(row: Any, case: Case) -> bool:
    where = (row.case_team_id, row.case_office_id, row.case_is_restricted)
    return where == (case.team_id, case.office_id, case.is_restricted)


def aid_said(day: datetime.date) -> tuple[set[Any], set[Any]]:
    """What families lose, and who because of which agreement, as it is worked out over everybody."""
    members, last = members_here(Case.objects.open(), day), day + AID_DAYS * DAY
    families = {
        (
            each.case_id,
            each.has_nothing_now,
            each.is_left_with_nothing,
            each.first_loss_on,
            *each.lost,
        )
        for each in families_ahead(members, on=day, last=last)
    }
    covers: Any = Cover.objects.firm().with_end()
    theirs = covers.filter(individual__in=members.values("individual"))
    losses = {
        (person, agreement, kind, ends_on)
        for agreement, kind, ends_on, people in theirs.lost_by_agreement(day, last)
        for person in people
    }
    return families, losses


def aid_kept(day: datetime.date, of_cases: dict[uuid.UUID, Case]) -> tuple[set[Any], set[Any]]:
    families = list(KeptAhead.objects.filter(day=day))
    assert all(_stands_where(each, of_cases[each.case_id]) for each in families)
    losses = KeptLoss.objects.filter(day=day).values_list(
        "individual_id", "agreement_id", "kind", "ends_on"
    )
    return {
        (
            each.case_id,
            each.has_nothing_now,
            each.is_left_with_nothing,
            each.first_loss_on,
            *each.lost,
        )
        for each in families
    }, set(losses)


def nights_said(night: datetime.date) -> tuple[dict[Any, Any], set[Any]]:
    """How full each site is, whether a rule is asked there, and which families have no bed, counted anew."""
    asked = {site for _stay, site, *_rest in asked_about_at(None, night)}
    sites = count_sites(Site.objects.values_list("pk", flat=True), night)
    waiting = without_bed(Case.objects.all(), night)
    return {
        site: (*numbers, site in asked) for site, numbers in sites.items() if any(numbers)
    }, set(waiting.values_list("pk", flat=True))


def nights_kept(night: datetime.date) -> tuple[dict[Any, Any], set[Any]]:
    rows = KeptOccupancy.objects.filter(night=night)
    columns = rows.values_list("site_id", *COUNTED, "is_asked_about")
    waiting = list(KeptWaiting.objects.filter(night=night).values_list("case_id", flat=True))
    assert len(waiting) == len(set(waiting))
    return {site: tuple(numbers) for site, *numbers in columns if any(numbers)}, set(waiting)


def asked_tables(source: Source, day: datetime.date) -> set[str]:
    with CaptureQueriesContext(connection) as asked:
        try:
            sql = str(source.rows(day).query.sql_with_params()[0])
        except EmptyResultSet:
            sql = ""
    return set(NAMED.findall(" ".join([sql, *(each["sql"] for each in asked)])))


def followed_tables() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE tgname LIKE 'due_touched_by_%'"
        )
        return {table for (table,) in cursor.fetchall()}


@pytest.mark.django_db
def test_every_table_of_which_a_kept_source_asks_is_followed(cast: Cast) -> None:
    asked = {each for source in kept_sources() for each in asked_tables(source, cast.ana.today())}
    assert len(asked) > 20
    assert asked - followed_tables() == set()


def test_most_sources_are_kept_and_none_that_answers_readers_differently() -> None:
    assert len(kept_sources()) > len(list(due_sources)) // 2
    assert not [source.kind for source in kept_sources() if source.concerns or source.by]


def test_what_is_kept_is_what_the_sources_say(cast: Cast, worlds: Worlds) -> None:
    today = cast.ana.today()
    assert differing(today) == []
    filled = set(KeptDue.objects.values_list("kind", flat=True))
    assert len(filled) >= 12, "the world has enough for the comparison to mean something"
    assert are_nights_kept(today)
    assert all(nights_kept(today))


# Beside dates: fields that lead elsewhere, and those on which a bed or a rule depends.
WRITTEN = {"birth_year", "office", "case", "site", "bed", "room", "is_women_only", "sex", "kind"}


def changes() -> list[tuple[Any, str]]:
    """Every date, flag and number of the tables that are followed: a model and its field."""
    followed = followed_tables()
    found = []
    for model in our_models():
        if model._meta.db_table in followed and not model._meta.db_table.startswith("accounts"):
            for field in model._meta.concrete_fields:
                is_day = isinstance(field, DateField) and not isinstance(field, DateTimeField)
                if is_day or field.name in WRITTEN:
                    found.append((model, field.attname))
    return sorted(found, key=lambda each: (each[0]._meta.label, each[1]))


steps = st.lists(
    st.tuples(st.integers(0, 10_000), st.integers(0, 50), st.integers(-400, 400), st.booleans()),
    min_size=2,
    max_size=7,
)


@pytest.mark.django_db
@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=steps)
def test_it_stays_so_whatever_is_written_and_taken_back(
    cast: Cast, worlds: Worlds, steps: list[tuple[int, int, int, bool]]
) -> None:
    today, possible = cast.ana.today(), changes()
    start = transaction.savepoint()
    try:
        for which, row, days, is_deleted in steps:
            model, name = possible[which % len(possible)]
            with suppress(DatabaseError), transaction.atomic():
                _write(model, name, row, days, is_deleted=is_deleted)
                connection.check_constraints()
            assert differing(today) == [], (model._meta.label, name)
    finally:
        transaction.savepoint_rollback(start)
    assert differing(today) == [], "what was taken back"


def _write(model: Any, name: str, row: int, days: int, *, is_deleted: bool) -> None:
    """Changes or removes a row past every action, as an import or somebody at the database would."""
    keys = list(model._base_manager.order_by("pk").values_list("pk", flat=True))
    rows = (
        model._base_manager.filter(pk=keys[row % len(keys)]) if keys else model._base_manager.none()
    )
    if is_deleted:
        rows._raw_delete(rows.db)
    elif name.endswith("_id"):
        others = list(model._base_manager.exclude(**{name: None}).values_list(name, flat=True))
        if others:
            rows.update(**{name: others[days % len(others)]})
    elif name == "birth_year":
        rows.update(birth_year=2000 + days // 20)
    elif name == "is_women_only":
        rows.update(is_women_only=days > 0)
    elif name in {"sex", "kind"}:
        words = list(model._meta.get_field(name).flatchoices)
        rows.update(**{name: words[days % len(words)][0]})
    else:
        rows.filter(**{f"{name}__isnull": True}).update(**{name: timezone.localdate() + days * DAY})
        rows.filter(**{f"{name}__isnull": False}).update(**{name: F(name) + days * DAY})


@pytest.fixture
def held_elsewhere(transactional_db: None) -> Iterator[Callable[[], None]]:
    """Somebody else brings what is kept up to date for as long as the test lasts."""
    other = connection.copy()
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        yield lambda: other.rollback()
    finally:
        other.close()


def seen(cast: Cast) -> dict[str, list[Any]]:
    return {name: list(due(cast.users[name], today=cast.users[name].today())) for name in READERS}


def test_who_cannot_bring_it_up_to_date_asks_the_sources(
    cast: Cast, worlds: Worlds, held_elsewhere: Callable[[], None]
) -> None:
    today = cast.ana.today()
    assert kept_kinds(today) == frozenset()
    derived, waiting = seen(cast), TouchedDue.objects.count()
    assert waiting > 0
    held_elsewhere()
    assert seen(cast) == derived
    assert len(derived["sonia"]) > 15
    assert TouchedDue.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_what_was_broken_off_is_done_by_the_next(cast: Cast, worlds: Worlds) -> None:
    today = cast.ana.today()
    keep_anew(today)
    touched_before = TouchedDue.objects.count()
    worlds.norte.case.members.update(left_on=today)
    assert TouchedDue.objects.count() > touched_before
    other = connection.copy()
    other.set_autocommit(False)
    with other.cursor() as cursor:
        # As far as a process came that was killed: the server takes all of it back.
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        cursor.execute("DELETE FROM worklist_toucheddue")
        cursor.execute("DELETE FROM worklist_keptdue")
    other.close()
    # The server hears of it a moment later: until then somebody else is at it.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s), pg_advisory_unlock(%s)", [LOCK, LOCK])
    assert differing(today) == []


@pytest.mark.django_db(transaction=True)
def test_a_tick_that_is_killed_in_between_leaves_nothing_half_done(
    cast: Cast, worlds: Worlds
) -> None:
    today = cast.ana.today()
    keep_anew(today)
    worlds.norte.case.members.update(left_on=today)
    name = connection.settings_dict["NAME"]
    here = {"DATABASE_URL": urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()}
    in_its_way = connection.copy()
    try:
        in_its_way.set_autocommit(False)
        with in_its_way.cursor() as cursor:
            cursor.execute("LOCK TABLE worklist_keptdue IN SHARE ROW EXCLUSIVE MODE")
        tick = subprocess.Popen([sys.executable, "manage.py", "tick"], env=os.environ | here)
        try:
            for _tenth in range(600):
                if somebody_waits_for_kept_rows():
                    break
                time.sleep(0.1)
            assert somebody_waits_for_kept_rows()
        finally:
            tick.kill()
            tick.wait()
    finally:
        in_its_way.close()
    assert tick.returncode == -signal.SIGKILL
    # The server ends its work when nobody hears the answer: until then somebody else is at it.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s), pg_advisory_unlock(%s)", [LOCK, LOCK])
    assert TouchedDue.objects.exists()
    assert differing(today) == []
    assert not TouchedDue.objects.exists()


def somebody_waits_for_kept_rows() -> bool:
    """Whether somebody is about to change them and has to wait."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'worklist_keptdue'::regclass AND NOT granted"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
        )
        return bool(cursor.fetchone()[0])


def test_today_says_the_same_whether_anything_is_kept_or_not(cast: Cast, worlds: Worlds) -> None:
    kinds = kept_kinds(cast.ana.today())
    assert kinds
    met: set[str] = set()
    for user in cast.users.values():
        kept_near, derived = (near(user, FIRST_OF, known) for known in (kinds, frozenset[str]()))
        assert kept_near.numbers == derived.numbers, user
        assert kept_near.unattended == derived.unattended, user
        assert kept_near.week == derived.week, user
        assert kept_near.own_tasks == derived.own_tasks, user
        assert _in_order(kept_near.first) == _in_order(derived.first), user
        losing, truth = (losing_aid(user, is_kept=is_kept) for is_kept in (True, False))
        assert losing.numbers == truth.numbers, user
        assert sorted(map(str, losing.alike)) == sorted(map(str, truth.alike)), user
        assert people_losing(user, is_kept=True) == people_losing(user, is_kept=False), user
        met |= set(kept_near.numbers)
    assert len(met) > 8


def _in_order(first: dict[str, list[Any]]) -> dict[str, list[str]]:
    return {kind: sorted(map(str, rows)) for kind, rows in first.items()}


def test_each_day_has_its_own_and_the_past_is_forgotten(cast: Cast, worlds: Worlds) -> None:
    today = cast.ana.today()
    for day in (today - KEPT_FOR, today, today + DAY):
        assert bring_up_to_date(day)
        assert differing(day) == []
    days = set(KeptKind.objects.values_list("day", flat=True))
    assert days == {today, today + DAY}
    assert set(KeptKind.objects.filter(kind=NIGHTS).values_list("day", flat=True)) == {today}
    assert set(KeptDue.objects.values_list("day", flat=True)) <= days


def test_the_planner_is_told_of_a_new_day(cast: Cast, worlds: Worlds) -> None:
    keep_anew(cast.ana.today())
    rows = KeptDue.objects.count()
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE oid = 'worklist_keptdue'::regclass")
        assert cursor.fetchone()[0] == rows > 0


def test_a_case_is_worked_out_again_and_no_other(cast: Cast, worlds: Worlds) -> None:
    today = cast.ana.today()
    keep_anew(today)
    case = worlds.norte.case
    others = KeptDue.objects.exclude(case_id=case.pk).order_by("pk")
    before = list(others.values_list("pk", flat=True))
    case.members.model.objects.filter(case=case).update(relation_to_principal="UK")
    assert differing(today) == []
    assert list(others.values_list("pk", flat=True)) == before


def test_after_much_is_written_everything_is_worked_out_anew(cast: Cast, worlds: Worlds) -> None:
    today = cast.ana.today()
    keep_anew(today)
    before = set(KeptDue.objects.values_list("pk", flat=True))
    TouchedDue.objects.bulk_create(
        TouchedDue(person_id=uuid.uuid4()) for _each in range(MOST_TOUCHED + 1)
    )
    assert differing(today) == []
    assert before.isdisjoint(KeptDue.objects.values_list("pk", flat=True))


def test_nothing_is_asked_twice_where_nothing_changed(cast: Cast, worlds: Worlds) -> None:
    today = cast.ana.today()
    kept_kinds(today)
    with CaptureQueriesContext(connection) as asked:
        kept_kinds(today)
    assert len(asked) == 1


def test_the_command_works_everything_out_anew(cast: Cast, worlds: Worlds, capsys: Any) -> None:
    today = cast.ana.today()
    kept_kinds(today)
    KeptDue.objects.update(due_on=today - 400 * DAY)
    call_command("keep_due")
    assert differing(today) == []
    assert capsys.readouterr().out == f"Dates kept: {KeptDue.objects.count()}.\n"


def test_the_command_says_that_somebody_else_is_at_it(
    cast: Cast, held_elsewhere: Callable[[], None]
) -> None:
    with pytest.raises(CommandError, match="Another process"):
        call_command("keep_due")
    held_elsewhere()
    call_command("keep_due")


@pytest.mark.django_db
def test_what_is_kept_depends_on_the_day_and_on_no_hour_and_no_zone(cast: Cast) -> None:
    today = cast.ana.today()
    for source in kept_sources():
        with suppress(EmptyResultSet):
            sql = source.rows(today).query.sql_with_params()[0].upper()
            assert not re.search(r"TIME ZONE|TIMESTAMP|NOW\(|CURRENT_", sql), source.kind
