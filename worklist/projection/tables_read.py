"""Which tables a query reads, found in the text of the statements that it sent."""

import datetime
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

NAME = re.compile(r"\w+")
# The tables named in a text, and the tables behind the views named there.
TABLES = """
SELECT relname, relname FROM pg_class WHERE relkind = 'r' AND relname = ANY(%(words)s)
UNION
SELECT view.relname, behind.relname FROM pg_class AS view
JOIN pg_rewrite AS rule ON rule.ev_class = view.oid
JOIN pg_depend AS needs ON needs.objid = rule.oid AND needs.classid = 'pg_rewrite'::regclass
JOIN pg_class AS behind ON behind.oid = needs.refobjid AND needs.refclassid = 'pg_class'::regclass
WHERE view.relkind = 'v' AND view.relname = ANY(%(words)s) AND behind.relkind = 'r'
"""
# The statements that each query sent, by the name of the query.
Statements = dict[str, list[str]]
# The tables that each kind of each day reads. An empty set means that it may read any table.
TablesByKind = dict[tuple[datetime.date, str], frozenset[str]]


@contextmanager
def statements_sent() -> Iterator[list[str]]:
    """Records the text of every statement sent inside the block."""
    sent: list[str] = []

    def note(execute: Callable[..., Any], sql: Any, *rest: Any) -> Any:
        sent.append(str(sql))
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield sent


def words_of(statements: Iterable[str]) -> set[str]:
    """Every word in these statements, among them the names of tables and views."""
    return set(NAME.findall(" ".join(statements)))


def tables_read(sent: Statements) -> dict[str, list[str]]:
    """For each query, the tables that its statements name, and the tables behind the views that they name."""
    words = {name: words_of(statements) for name, statements in sent.items()}
    tables = defaultdict[str, set[str]](set)
    with connection.cursor() as cursor:
        cursor.execute(TABLES, {"words": list(set().union(*words.values()))})
        for named, table in cursor.fetchall():
            tables[named].add(table)
    return {
        name: sorted(set().union(*(tables[word] for word in each & tables.keys())))
        for name, each in words.items()
    }
