"""The moment at which a question is asked, and the night that it is about, in words that may be kept."""

import datetime
from typing import Any

import psycopg
from django.db.models import DateTimeField, Expression
from django.utils import timezone
from psycopg.adapt import Dumper

# Marks for `pages.questions`: no site was open that night, and nobody left on that day.
ANY_NIGHT = datetime.date(1, 1, 3)
ANY_END = datetime.date(1, 1, 4)


class _MomentOfAsking:
    """Stands among the values of a question; the clock is read when the question goes to the database."""

    def __repr__(self) -> str:
        return "<the moment of asking>"


class _AskedDumper(Dumper):
    oid = psycopg.postgres.types["timestamptz"].oid

    def dump(self, obj: Any) -> Any:
        return str(timezone.now()).encode()


psycopg.adapters.register_dumper(_MomentOfAsking, _AskedDumper)
_ASKED = _MomentOfAsking()


class ThisMoment(Expression):
    """Now, by our clock. Not when the words were made: those are kept for a day, and midnight comes to each site in
    its own zone."""

    output_field = DateTimeField()

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", [_ASKED]
