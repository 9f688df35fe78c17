"""Makes Django compile `pk__in=keys` with one array parameter, whatever the number of keys.

Django writes a placeholder for each key, so a statement with 24 keys differs from one with 25, and each is compiled and
planned separately. `= ANY (array)` is one statement, whose plan the database can keep."""

from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import AutoField, BigAutoField, BooleanField, F, Func, QuerySet, UUIDField
from django.db.models.expressions import ColPairs
from django.db.models.fields.related import ForeignObject
from django.db.models.fields.related_lookups import RelatedIn
from django.db.models.lookups import In

Sql = tuple[str, Any]


def _as_array(self: Any, compiler: Any, connection: Any) -> Sql:
    """The SQL with one array of keys. Only keys use it: for other columns the planner needs Django's SQL for partial indexes."""
    if not self.rhs_is_direct_value() or isinstance(self.lhs, ColPairs):
        sql: Sql = self.as_sql(compiler, connection)
        return sql
    placeholders, keys = self.process_rhs(compiler, connection)
    if placeholders.strip("(), %s"):
        # An array cannot hold an expression.
        sql = self.as_sql(compiler, connection)
        return sql
    column, params = self.process_lhs(compiler, connection)
    return f"{column} = ANY (%s)", [*params, list(keys)]


class KeysIn(In):
    as_postgresql = _as_array


class RelatedKeysIn(RelatedIn):
    as_postgresql = _as_array


for field in (UUIDField, AutoField, BigAutoField):
    field.register_lookup(KeysIn)
ForeignObject.register_lookup(RelatedKeysIn)


def among(column: str, keys: QuerySet[Any, Any]) -> Func:
    """A condition: the column is one of these keys, which the database computes first. With `__in` it may scan all rows."""
    return Func(
        F(column),
        ArraySubquery(keys),
        template="%(expressions)s)",
        arg_joiner=" = ANY (",
        output_field=BooleanField(),
    )
