"""The projection of due dates equals the sources, whatever was written in between, and in whatever way."""

import datetime
import re
import uuid
from contextlib import suppress
from typing import Any

import pytest
import time_machine
from django.core.exceptions import EmptyResultSet
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import BooleanField, CharField, DateField, DateTimeField, F
from django.db.models.functions import Coalesce
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.due import Source, due_sources
from accounts.models import Office
from casework.tasks.models import CaseTask
from reference.loading import load_law
from tests.cast import Cast
from tests.worklist.kept import (
    DAY,
    dates_of_other_kinds,
    differing_kinds,
    projected_nights,
    projected_sources,
)
from tests.world import Stage, Worlds
from vault.privacy import our_models
from worklist.projection.access import are_nights_kept
from worklist.projection.families import FAMILIES_AHEAD
from worklist.projection.models import KeptDue, KeptKind, TouchedDue
from worklist.projection.update import (
    MOST_CHANGES,
    NIGHTS,
    bring_up_to_date,
    current_kinds,
    current_projection,
    recompute_all,
)
from worklist.today.aid_losses import losing_aid
from worklist.today.dates import due_today
from worklist.today.facts import FIRST_KINDS

NAMED = re.compile(r'(?:FROM|JOIN) "(\w+)"')


@pytest.fixture(scope="module")
def stage_of_the_file(stage_of_the_file: Stage) -> Stage:
    """The worlds with the rules of law, and dates of the kinds that the worlds do not have."""
    load_law()
    dates_of_other_kinds(stage_of_the_file.cast)
    connection.check_constraints()
    return stage_of_the_file


@pytest.fixture
def cast(stage: Stage) -> Cast:
    return stage.cast


@pytest.fixture
def worlds(stage: Stage) -> Worlds:
    return stage.worlds


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
def test_every_table_that_a_projected_source_reads_has_triggers(cast: Cast) -> None:
    asked = {
        each for source in projected_sources() for each in asked_tables(source, cast.ana.today())
    }
    assert len(asked) > 20
    # The table of keys needs no trigger: a key is destroyed together with a change of the person's own row.
    assert asked - followed_tables() == {"vault"}


def test_most_sources_are_projected_and_none_with_different_rows_for_each_reader() -> None:
    assert len(projected_sources()) > len(list(due_sources)) // 2
    assert not [source.kind for source in projected_sources() if source.concerns or source.by]


def test_the_projection_equals_the_sources(cast: Cast, worlds: Worlds) -> None:
    today = cast.ana.today()
    assert differing_kinds(today) == []
    filled = set(KeptDue.objects.values_list("kind", flat=True))
    assert len(filled) >= 12, "the world has enough rows for a comparison"
    assert are_nights_kept(today)
    assert all(projected_nights(today))


# Fields to change besides dates, flags and choices: foreign keys, and a number on which a rule depends.
WRITTEN = {
    "birth_year", "office", "case", "individual", "application", "relative", "agreement", "site", "bed", "room", "code",
}  # fmt: skip


def changes() -> dict[str, list[tuple[Any, str]]]:
    """For each table with triggers the fields that may change a due date, each with its model."""
    followed = followed_tables()
    return {
        model._meta.db_table: fields
        for model in sorted(our_models(), key=lambda model: model._meta.label)
        if model._meta.db_table in followed
        and not model._meta.db_table.startswith("accounts")
        and (
            fields := [
                (model, each.attname) for each in model._meta.concrete_fields if _matters(each)
            ]
        )
    }


def _matters(field: Any) -> bool:
    if field.name in WRITTEN:
        return field.is_relation or field.name == "birth_year"
    is_word = isinstance(field, CharField) and bool(field.choices)
    return is_word or isinstance(field, DateField | BooleanField)


# Each step: table, field, row, number of days, whether the row is deleted, and whether the projection is compared after it.
steps = st.lists(
    st.tuples(
        st.integers(0, 10_000), st.integers(0, 100), st.integers(0, 50), st.integers(-400, 400),
        st.booleans(), st.booleans(),
    ),
    min_size=2,
    max_size=9,
)  # fmt: skip


@pytest.mark.long(of="projection")
@pytest.mark.django_db
@settings(
    max_examples=settings().max_examples // 10,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=steps)
def test_the_projection_equals_the_sources_after_any_writes_and_rollbacks(
    cast: Cast, worlds: Worlds, steps: list[tuple[int, int, int, int, bool, bool]]
) -> None:
    today, possible = cast.ana.today(), list(changes().values())
    start = transaction.savepoint()
    written: list[str] = []
    try:
        for table, which, row, days, is_deleted, is_looked_at in steps:
            fields = possible[table % len(possible)]
            model, name = fields[which % len(fields)]
            if _is_written(model, name, row, days, is_deleted=is_deleted):
                written.append(f"{model._meta.label}.{name}")
            if is_looked_at:
                assert differing_kinds(today) == [], written
        assert differing_kinds(today) == [], written
    finally:
        transaction.savepoint_rollback(start)
    assert differing_kinds(today) == [], "what was taken back"


def _is_written(model: Any, name: str, row: int, days: int, *, is_deleted: bool) -> bool:
    """Whether a row was written. If the database refuses it, or has no such row, everything is as before."""
    try:
        with transaction.atomic():
            written = _write(model, name, row, days, is_deleted=is_deleted)
            connection.check_constraints()
    except DatabaseError:
        return False
    return written > 0


def _write(model: Any, name: str, row: int, days: int, *, is_deleted: bool) -> int:
    """Changes or deletes a row without any action, as somebody at the database can; returns the number of rows."""
    keys = list(model._base_manager.order_by("pk").values_list("pk", flat=True))
    rows = (
        model._base_manager.filter(pk=keys[row % len(keys)]) if keys else model._base_manager.none()
    )
    if is_deleted:
        return int(rows._raw_delete(rows.db) or 0)
    if name.endswith("_id"):
        others = list(model._base_manager.exclude(**{name: None}).values_list(name, flat=True))
        value = others[days % len(others)] if others else None
        return int(rows.update(**{name: value})) if others else 0
    field = model._meta.get_field(name)
    if name == "birth_year":
        return int(rows.update(birth_year=2000 + days // 20))
    if isinstance(field, BooleanField):
        return int(rows.update(**{name: days > 0}))
    if isinstance(field, DateTimeField):
        return int(rows.update(**{name: timezone.now() + days * DAY if days > 0 else None}))
    if not isinstance(field, DateField):
        words = [word for word, _label in field.flatchoices]
        return int(rows.update(**{name: words[days % len(words)]}))
    of_today, moved = timezone.localdate() + days * DAY, F(name) + days * DAY
    return int(rows.update(**{name: Coalesce(moved, of_today, output_field=DateField())}))


def test_each_kind_records_all_tables_that_its_query_read(cast: Cast, worlds: Worlds) -> None:
    today = cast.ana.today()
    recompute_all(today)
    read = {row.kind: set(row.tables) for row in KeptKind.objects.filter(day=today)}
    for source in projected_sources():
        if source.asks_first:
            assert read[source.kind] == set(), "any change recomputes it"
            continue
        assert planned_tables(source, today) | {"casework_case"} <= read[source.kind], source.kind
    assert {"aid_agreement", "shelters_placement", "casework_familymember"} <= read[FAMILIES_AHEAD]
    assert {"shelters_bedclosure", "casework_relationship", "casework_exit"} <= read[NIGHTS]
    assert {"asylum_permit"} == {"asylum_permit"} & read["permit_expires"] - read["legal_term"]


def planned_tables(source: Source, day: datetime.date) -> set[str]:
    """The tables in the plan of the database for this source."""
    try:
        sql, values = source.rows(day).query.sql_with_params()
    except EmptyResultSet:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", values)
        return set(re.findall(r"'Relation Name': '(\w+)'", str(cursor.fetchone()[0])))


def test_a_change_recomputes_only_its_case_and_the_kinds_that_read_its_table(
    cast: Cast, worlds: Worlds
) -> None:
    today = cast.ana.today()
    recompute_all(today)
    task = CaseTask.objects.open().order_by("pk")[0]
    theirs = KeptDue.objects.filter(case_id=task.case_id)
    anew = {"task_due", *(each.kind for each in projected_sources() if each.asks_first)}
    before = set(theirs.exclude(kind__in=anew).values_list("pk", flat=True))
    assert before
    CaseTask.objects.filter(pk=task.pk).update(due_on=today + 3 * DAY)
    with CaptureQueriesContext(connection) as asked:
        bring_up_to_date(today)
    assert set(theirs.exclude(kind__in=anew).values_list("pk", flat=True)) == before
    assert theirs.filter(kind="task_due", due_on=today + 3 * DAY).exists()
    (written,) = [each["sql"] for each in asked if "INSERT" in each["sql"]]
    read = set(re.findall(r'FROM "(\w+)"', written))
    always = [asked_tables(each, today) for each in projected_sources() if each.asks_first]
    assert "casework_casetask" in read
    assert read - set().union(*always) <= {"casework_casetask"}


@pytest.mark.long(of="projection")
def test_changes_in_each_table_with_triggers_reach_the_projection(
    cast: Cast, worlds: Worlds
) -> None:
    """Changes all fields of one row and deletes another one; compares once for each table."""
    today = cast.ana.today()
    assert len(changes()) > 25
    for table, fields in changes().items():
        start = transaction.savepoint()
        written = [
            name
            for row, (model, name) in enumerate(fields)
            if _is_written(model, name, 0, 40, is_deleted=False)
            or _is_written(model, name, row, 40, is_deleted=True)
        ]
        assert differing_kinds(today) == [], (table, written)
        transaction.savepoint_rollback(start)


def test_today_is_the_same_with_and_without_the_projection(cast: Cast, worlds: Worlds) -> None:
    tonight = cast.ana.today()
    kinds, _is_ahead, is_night_kept = current_projection(tonight)
    assert kinds
    assert is_night_kept
    met: set[str] = set()
    for user in cast.users.values():
        kept_near = due_today(user, FIRST_KINDS, kinds, tonight)
        derived = due_today(user, FIRST_KINDS, frozenset())
        assert kept_near.numbers == derived.numbers, user
        assert kept_near.unattended == derived.unattended, user
        assert kept_near.week == derived.week, user
        assert kept_near.own == derived.own, user
        assert _in_order(kept_near.first) == _in_order(derived.first), user
        losing, truth = (
            losing_aid(user, is_kept=True, kept_night=tonight),
            losing_aid(user, is_kept=False),
        )
        assert losing.numbers == truth.numbers, user
        assert sorted(map(str, losing.alike)) == sorted(map(str, truth.alike)), user
        met |= set(kept_near.numbers)
    assert len(met) > 8


def _in_order(first: dict[str, list[Any]]) -> dict[str, list[str]]:
    return {kind: sorted(map(str, rows)) for kind, rows in first.items()}


def test_each_day_has_a_projection_and_past_days_are_deleted(cast: Cast, worlds: Worlds) -> None:
    today = cast.ana.today()
    for day in (today - DAY, today, today + DAY):
        assert bring_up_to_date(day)
        assert differing_kinds(day) == []
    days = set(KeptKind.objects.values_list("day", flat=True))
    assert days == {today, today + DAY}
    assert set(KeptKind.objects.filter(kind=NIGHTS).values_list("day", flat=True)) == {today}
    assert set(KeptDue.objects.values_list("day", flat=True)) <= days


def test_the_projection_of_a_day_is_kept_while_it_is_today_at_some_office(
    cast: Cast, worlds: Worlds
) -> None:
    Office.objects.filter(pk=cast.arauca.pk).update(time_zone="Pacific/Auckland")
    noon = datetime.datetime.combine(cast.ana.today(), datetime.time(17), datetime.UTC)
    kept = []
    for days in (0, 1):
        with time_machine.travel(noon + days * DAY, tick=False):
            here, ahead = cast.ana.today(), Office.objects.get(pk=cast.arauca.pk).today()
            assert ahead == here + DAY
            for day in (ahead, here):
                assert bring_up_to_date(day)
            kept.append(set(KeptKind.objects.values_list("day", flat=True)) - {here, ahead})
    assert kept == [set(), set()]


def test_the_tables_are_analyzed_after_a_new_day(cast: Cast, worlds: Worlds) -> None:
    recompute_all(cast.ana.today())
    rows = KeptDue.objects.count()
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE oid = 'worklist_keptdue'::regclass")
        assert cursor.fetchone()[0] == rows > 0


def test_a_change_in_one_case_recomputes_no_other_case(cast: Cast, worlds: Worlds) -> None:
    today = cast.ana.today()
    recompute_all(today)
    case = worlds.norte.case
    others = KeptDue.objects.exclude(case_id=case.pk).order_by("pk")
    before = list(others.values_list("pk", flat=True))
    case.members.model.objects.filter(case=case).update(relation_to_principal="UK")
    assert differing_kinds(today) == []
    assert list(others.values_list("pk", flat=True)) == before


def test_after_many_changes_everything_is_recomputed(cast: Cast, worlds: Worlds) -> None:
    today = cast.ana.today()
    recompute_all(today)
    before = set(KeptDue.objects.values_list("pk", flat=True))
    TouchedDue.objects.bulk_create(
        TouchedDue(person_id=uuid.uuid4()) for _each in range(MOST_CHANGES + 1)
    )
    assert differing_kinds(today) == []
    assert before.isdisjoint(KeptDue.objects.values_list("pk", flat=True))


def test_a_second_call_without_changes_needs_one_query(cast: Cast, worlds: Worlds) -> None:
    today = cast.ana.today()
    current_kinds(today)
    with CaptureQueriesContext(connection) as asked:
        current_kinds(today)
    assert len(asked) == 1


def test_the_command_recomputes_everything(cast: Cast, worlds: Worlds, capsys: Any) -> None:
    today = cast.ana.today()
    current_kinds(today)
    KeptDue.objects.update(due_on=today - 400 * DAY)
    call_command("keep_due")
    assert differing_kinds(today) == []
    assert capsys.readouterr().out == f"Dates kept: {KeptDue.objects.count()}.\n"


@pytest.mark.django_db
def test_the_sql_of_projected_sources_depends_on_no_hour_and_on_no_clock_but_the_offices(
    cast: Cast,
) -> None:
    """A change of an office's time zone marks all dates as changed."""
    today, of_the_office = cast.ana.today(), ' AT TIME ZONE "ACCOUNTS_OFFICE"."TIME_ZONE"'
    for source in projected_sources():
        with suppress(EmptyResultSet):
            sql = source.rows(today).query.sql_with_params()[0].upper()
            sql = sql.replace(of_the_office, "")
            assert not re.search(r"TIME ZONE|TIMESTAMP|NOW\(|CURRENT_", sql), source.kind
