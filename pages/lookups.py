"""`pk__in=keys` as one parameter, whatever the number of keys.

Django writes a placeholder for each key, so that a statement about 24 rows is another one than about 25: it is put
together and planned anew each time. `= ANY (array)` is one statement, of which the database keeps the plan.
"""

from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import AutoField, BigAutoField, BooleanField, F, Func, QuerySet, UUIDField
from django.db.models.expressions import ColPairs
from django.db.models.fields.related import ForeignObject
from django.db.models.fields.related_lookups import RelatedIn
from django.db.models.lookups import In

Sql = tuple[str, Any]


class _AsArray:
    """Only for keys: a set of states stays as it is written, for an index over some states has to be recognised."""

    def as_postgresql(self: Any, compiler: Any, connection: Any) -> Sql:
        if not self.rhs_is_direct_value() or isinstance(self.lhs, ColPairs):
            sql: Sql = self.as_sql(compiler, connection)
            return sql
        placeholders, keys = self.process_rhs(compiler, connection)
        if placeholders.strip("(), %s"):
            # An expression among the keys is no value that an array could hold.
            sql = self.as_sql(compiler, connection)
            return sql
        column, params = self.process_lhs(compiler, connection)
        return f"{column} = ANY (%s)", [*params, list(keys)]


class KeysIn(_AsArray, In):
    pass


class RelatedKeysIn(_AsArray, RelatedIn):
    pass


for field in (UUIDField, AutoField, BigAutoField):
    field.register_lookup(KeysIn)
ForeignObject.register_lookup(RelatedKeysIn)


def among(column: str, keys: QuerySet[Any, Any]) -> Func:
    """That the column holds one of these keys, which are looked up once and before anything else. For few of many rows
    that an index finds: with `__in` the database may read all rows and hold each against them."""
    return Func(
        F(column),
        ArraySubquery(keys),
        template="%(expressions)s)",
        arg_joiner=" = ANY (",
        output_field=BooleanField(),
    )
