"""The current moment and night as query values, for SQL that is cached."""

import datetime
from typing import Any

import psycopg
from django.db.models import DateTimeField, Expression
from django.utils import timezone
from psycopg.adapt import Dumper

# Placeholders for `pages.questions`: sites not open that night, and people who left by that day.
ANY_NIGHT = datetime.date(1, 1, 3)
ANY_END = datetime.date(1, 1, 4)


class _MomentOfAsking:
    """A query value that reads the clock when the query is executed."""

    def __repr__(self) -> str:
        return "<the moment of asking>"


class _AskedDumper(Dumper):
    oid = psycopg.postgres.types["timestamptz"].oid

    def dump(self, obj: Any) -> Any:
        return str(timezone.now()).encode()


psycopg.adapters.register_dumper(_MomentOfAsking, _AskedDumper)
_ASKED = _MomentOfAsking()


class ThisMoment(Expression):
    """Now, by our clock. Evaluated on execution: compiled SQL is cached for a day, and midnight differs by time zone."""

    output_field = DateTimeField()

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", [_ASKED]
