"""What the application's database role may do, and what its database is told. The grants are the wall, not the code above."""

from django.apps import apps
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from pghistory.models import Event
from psycopg import sql

EXTENSIONS = ("btree_gist", "pg_trgm", "unaccent", "intarray")
SCHEMAS = ("public", "vault")
# The database fits into memory, or lies on a disk without a moving head: a row found by its key costs little more than the
# next one. With PostgreSQL's own 4.0 the people at seven sites were counted by reading all 50,000 cases.
PLANNER = {"random_page_cost": "1.1"}
WRITTEN_BY_OWNER_ONLY = ("django_migrations",)
# What the application may ask the owner to do, within what the function itself checks.
FUNCTIONS = ("public.imports_refusals(uuid)", "public.imports_undo(uuid)")


def prepare(connection: BaseDatabaseWrapper) -> None:
    """Makes what migrations stand on: extensions and schemas. Runs as the owner; safe to repeat."""
    with connection.cursor() as cursor:
        for extension in EXTENSIONS:
            cursor.execute(f"CREATE EXTENSION IF NOT EXISTS {extension}")
        for schema in SCHEMAS:
            cursor.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")


def tell_planner(connection: BaseDatabaseWrapper) -> None:
    """Says what things cost, to whoever connects from now on. Runs as the owner; safe to repeat."""
    database = sql.Identifier(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        for name, value in PLANNER.items():
            told = sql.SQL("ALTER DATABASE {} SET {} = {}")
            cursor.execute(told.format(database, sql.Identifier(name), sql.Literal(value)))


def append_only_tables() -> list[str]:
    """Tables where rows are added and never changed: the audit, every history table, and every
    model that says `append_only = True`."""
    return sorted(
        model._meta.db_table
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and is_append_only(model)
    )


def is_append_only(model: type[models.Model]) -> bool:
    return issubclass(model, Event) or bool(getattr(model, "append_only", False))


def never_deleted_tables() -> list[str]:
    """Tables of what stays on file when it was a mistake or has ended: every model that says `never_deleted = True`. Erasing
    somebody destroys the key and deletes no row."""
    return sorted(
        model._meta.db_table
        for model in apps.get_models()
        if model._meta.managed and getattr(model, "never_deleted", False)
    )


def kept_tables() -> list[str]:
    """Tables of what is worked out anew for each day: the application counts them for the database's planner, which would
    otherwise take a new day for an empty one. Every model that says `is_kept = True`."""
    return sorted(
        model._meta.db_table for model in apps.get_models() if getattr(model, "is_kept", False)
    )


def grant(connection: BaseDatabaseWrapper, *, role: str) -> None:
    """Gives the application's role its rights on every table, and takes back what it must not have."""
    name = sql.Identifier(role)
    database = sql.Identifier(connection.settings_dict["NAME"])
    statements = [
        sql.SQL("REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC").format(database),
        sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(database, name),
    ]
    for schema in map(sql.Identifier, SCHEMAS):
        statements += [
            sql.SQL(text).format(schema, name)
            for text in (
                "REVOKE ALL ON ALL TABLES IN SCHEMA {} FROM {}",
                "GRANT USAGE ON SCHEMA {} TO {}",
                "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {} TO {}",
                "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {} TO {}",
            )
        ]
    # quote_name knows the tables that carry a schema in their name.
    quote = connection.ops.quote_name
    statements += [
        sql.SQL("REVOKE UPDATE, DELETE, TRUNCATE ON {} FROM {}").format(sql.SQL(quote(table)), name)
        for table in append_only_tables()
    ]
    statements += [
        sql.SQL("GRANT MAINTAIN ON {} TO {}").format(sql.SQL(quote(table)), name)
        for table in kept_tables()
    ]
    statements += [
        sql.SQL("REVOKE INSERT, UPDATE, DELETE ON {} FROM {}").format(sql.SQL(quote(table)), name)
        for table in WRITTEN_BY_OWNER_ONLY
    ]
    statements += [
        sql.SQL("REVOKE DELETE, TRUNCATE ON {} FROM {}").format(sql.SQL(quote(table)), name)
        for table in never_deleted_tables()
    ]
    for function in map(sql.SQL, FUNCTIONS):
        # Whoever makes a function gives it to everybody, unless somebody takes that back.
        statements.append(sql.SQL("REVOKE ALL ON FUNCTION {} FROM PUBLIC").format(function))
        statements.append(sql.SQL("GRANT EXECUTE ON FUNCTION {} TO {}").format(function, name))
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
