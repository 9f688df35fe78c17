"""The SQL of a source is compiled once a day for all readers, if it depends on nothing else."""

import re

import pytest
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.due import Source, due_sources
from accounts.models import User
from tests.build import an_arrival
from tests.cast import Cast
from tests.worklist.conftest import TODAY, open_case
from worklist.due.rows import due


def sql_of(source: Source, user: User) -> str:
    try:
        return str(source.rows_of(user, user.today()).query.sql_with_params())
    except EmptyResultSet:
        return ""


def comparable_sql_of(source: Source, user: User) -> str:
    """The SQL and its values, without the memory addresses of objects in their texts."""
    return re.sub(r"0x[0-9a-f]+", "", sql_of(source, user))


@pytest.fixture
def remembered() -> list[Source]:
    return [source for source in due_sources if not source.asks_first]


def test_the_sql_of_most_sources_is_cached(remembered: list[Source]) -> None:
    assert len(remembered) >= len(list(due_sources)) * 3 // 4


def test_cached_sql_depends_on_no_row(cast: Cast, remembered: list[Source]) -> None:
    an_arrival(cast)
    # Which roles the reader has is known by then: they are part of the key.
    assert cast.sonia.standing_key
    for source in remembered:
        with CaptureQueriesContext(connection) as asked:
            sql_of(source, cast.sonia)
        assert len(asked) == 0, source.kind


def test_cached_sql_is_the_same_for_all_readers_unless_it_depends_on_the_reader(
    cast: Cast, remembered: list[Source]
) -> None:
    for source in remembered:
        if not source.is_own:
            assert comparable_sql_of(source, cast.sonia) == comparable_sql_of(source, cast.ana), (
                source.kind
            )


@pytest.mark.usefixtures("opened_and_counted")
def test_sql_cached_for_one_reader_shows_nothing_to_another(cast: Cast) -> None:
    case = open_case(cast.norte)
    seen = [
        case.pk in {row.case_id for row in due(reader, today=TODAY)}
        for reader in (cast.sonia, cast.mara, cast.sonia, cast.bruno, cast.ana)
    ]
    assert seen == [True, False, True, False, True]
