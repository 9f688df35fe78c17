"""Query values for SQL that is cached: placeholders of nights, and the time of execution."""

import datetime
from typing import Any

import psycopg
from django.db.models import DateTimeField, Expression
from django.utils import timezone
from psycopg.adapt import Dumper

# Placeholders for `pages.questions`: a night, and the end of a period of nights.
ANY_NIGHT = datetime.date(1, 1, 3)
ANY_END = datetime.date(1, 1, 4)


class _ExecutionTime:
    """A query value that reads the clock when the query is executed."""

    def __repr__(self) -> str:
        return "<the time of execution>"


class _ExecutionTimeDumper(Dumper):
    oid = psycopg.postgres.types["timestamptz"].oid

    def dump(self, obj: Any) -> Any:
        return str(timezone.now()).encode()


psycopg.adapters.register_dumper(_ExecutionTime, _ExecutionTimeDumper)
_EXECUTION_TIME = _ExecutionTime()


class ThisMoment(Expression):
    """The time of execution, by our clock: compiled SQL is cached for a day, and midnight differs by time zone."""

    output_field = DateTimeField()

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", [_EXECUTION_TIME]
