"""What falls due as it is kept says what the sources say, whatever was written in between, and however."""

import datetime
import re
import uuid
from contextlib import suppress
from dataclasses import astuple, replace
from itertools import product
from typing import Any

import pytest
from django.core.exceptions import EmptyResultSet
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import DateField, DateTimeField, F
from django.db.models.functions import Coalesce
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.due import Source, due_sources
from accounts.models import User
from aid.choices import Show
from aid.forms.forecasts import HORIZONS
from aid.kept import ahead_keepers, kept_ahead
from aid.outlook import outlook
from tests.cast import Cast
from tests.worklist.kept import DAY, dates_of_other_kinds, differing, kept_sources, nights_kept
from tests.world import Stage, Worlds
from vault.privacy import our_models
from worklist.desk import FIRST_OF
from worklist.kept import (
    KEPT_FOR,
    MOST_TOUCHED,
    NIGHTS,
    bring_up_to_date,
    keep_anew,
    kept_kinds,
    kept_of,
)
from worklist.known import are_nights_kept
from worklist.losing import losing_aid, people_losing
from worklist.models import KeptDue, KeptKind, TouchedDue
from worklist.near import near

NAMED = re.compile(r'(?:FROM|JOIN) "(\w+)"')


@pytest.fixture(scope="module")
def stage_of_the_file(law_of_the_file: None, stage_of_the_file: Stage) -> Stage:
    """The worlds under the law, with dates of kinds that they lack."""
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
    max_examples=settings().max_examples // 10,
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
            if _is_written(model, name, row, days, is_deleted=is_deleted):
                assert differing(today) == [], (model._meta.label, name)
    finally:
        transaction.savepoint_rollback(start)
    assert differing(today) == [], "what was taken back"


def _is_written(model: Any, name: str, row: int, days: int, *, is_deleted: bool) -> bool:
    """False where the database refused it or held no such row: then everything is as it was."""
    try:
        with transaction.atomic():
            written = _write(model, name, row, days, is_deleted=is_deleted)
            connection.check_constraints()
    except DatabaseError:
        return False
    return written > 0


def _write(model: Any, name: str, row: int, days: int, *, is_deleted: bool) -> int:
    """Changes or removes a row past every action, as an import or somebody at the database would; how many it met."""
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
    if name == "birth_year":
        return int(rows.update(birth_year=2000 + days // 20))
    if name == "is_women_only":
        return int(rows.update(is_women_only=days > 0))
    if name in {"sex", "kind"}:
        words = list(model._meta.get_field(name).flatchoices)
        return int(rows.update(**{name: words[days % len(words)][0]}))
    of_today, moved = timezone.localdate() + days * DAY, F(name) + days * DAY
    return int(rows.update(**{name: Coalesce(moved, of_today, output_field=DateField())}))


def test_today_says_the_same_whether_anything_is_kept_or_not(cast: Cast, worlds: Worlds) -> None:
    tonight = cast.ana.today()
    kinds, _is_ahead, is_night_kept = kept_of(tonight)
    assert kinds
    assert is_night_kept
    met: set[str] = set()
    for user in cast.users.values():
        kept_near = near(user, FIRST_OF, kinds, tonight)
        derived = near(user, FIRST_OF, frozenset())
        assert kept_near.numbers == derived.numbers, user
        assert kept_near.unattended == derived.unattended, user
        assert kept_near.week == derived.week, user
        assert kept_near.own == derived.own, user
        assert _in_order(kept_near.first) == _in_order(derived.first), user
        losing, truth = (
            losing_aid(user, is_kept=True, kept_of=tonight),
            losing_aid(user, is_kept=False),
        )
        assert losing.numbers == truth.numbers, user
        assert sorted(map(str, losing.alike)) == sorted(map(str, truth.alike)), user
        assert people_losing(user, is_kept=True) == people_losing(user, is_kept=False), user
        for days, show in product(HORIZONS, ("", *Show)):
            assert _ahead(user, days, show) == _derived_ahead(user, days, show), (user, days, show)
        met |= set(kept_near.numbers)
    assert len(met) > 8


def _ahead(user: User, days: int, show: str) -> tuple[Any, ...]:
    told = outlook(user, within_days=days, on=user.today(), show=show)
    return (*astuple(replace(told, stretches=[])), sorted(map(str, told.stretches)))


def _derived_ahead(user: User, days: int, show: str) -> tuple[Any, ...]:
    assert kept_ahead(user, user.today())
    with ahead_keepers.filled_with():
        assert not kept_ahead(user, user.today())
        return _ahead(user, days, show)


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


@pytest.mark.django_db
def test_what_is_kept_depends_on_the_day_and_on_no_hour_and_no_zone(cast: Cast) -> None:
    today = cast.ana.today()
    for source in kept_sources():
        with suppress(EmptyResultSet):
            sql = source.rows(today).query.sql_with_params()[0].upper()
            assert not re.search(r"TIME ZONE|TIMESTAMP|NOW\(|CURRENT_", sql), source.kind
