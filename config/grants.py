"""The rights of the application's database role, and settings of its database.

The database enforces them, whatever the code does."""

from django.apps import apps
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from pghistory.models import Event
from psycopg import sql

EXTENSIONS = ("btree_gist", "pg_trgm", "unaccent", "intarray")
SCHEMAS = ("public", "vault")
# The database is in memory or on a solid-state disk, so a random read costs little more than a sequential one. With
# PostgreSQL's default of 4.0, counting the people at seven sites read all 50,000 cases.
PLANNER = {"random_page_cost": "1.1"}
WRITTEN_BY_OWNER_ONLY = ("django_migrations",)
# Functions that run with the owner's rights for the application; each checks its arguments itself.
FUNCTIONS = ("public.imports_refusals(uuid)", "public.imports_undo(uuid)")


def prepare(connection: BaseDatabaseWrapper) -> None:
    """Creates the extensions and schemas that migrations need. Runs as the owner; safe to repeat."""
    with connection.cursor() as cursor:
        for extension in EXTENSIONS:
            cursor.execute(f"CREATE EXTENSION IF NOT EXISTS {extension}")
        for schema in SCHEMAS:
            cursor.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")


def set_planner_costs(connection: BaseDatabaseWrapper) -> None:
    """Sets the planner's costs for new connections. Runs as the owner; safe to repeat."""
    database = sql.Identifier(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        for name, value in PLANNER.items():
            told = sql.SQL("ALTER DATABASE {} SET {} = {}")
            cursor.execute(told.format(database, sql.Identifier(name), sql.Literal(value)))


def append_only_tables() -> list[str]:
    """Tables whose rows are added and never changed: the audit log, history tables, and models with `append_only = True`."""
    return sorted(
        model._meta.db_table
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and is_append_only(model)
    )


def is_append_only(model: type[models.Model]) -> bool:
    return issubclass(model, Event) or bool(getattr(model, "append_only", False))


def never_deleted_tables() -> list[str]:
    """Tables whose rows stay on file after a mistake or an end: models with `never_deleted = True`. Erasing
    somebody destroys the key and deletes no row."""
    return sorted(
        model._meta.db_table
        for model in apps.get_models()
        if model._meta.managed and getattr(model, "never_deleted", False)
    )


def kept_tables() -> list[str]:
    """Tables whose rows are computed for each day: models with `is_kept = True`.

    The application runs ANALYZE on them, because the planner's statistics would still describe a new day as empty."""
    return sorted(
        model._meta.db_table for model in apps.get_models() if getattr(model, "is_kept", False)
    )


def grant(connection: BaseDatabaseWrapper, *, role: str) -> None:
    """Grants the application's role its rights on every table, and revokes all others."""
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
    # quote_name also quotes table names that include a schema.
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
        # By default PostgreSQL grants EXECUTE on a new function to everybody.
        statements.append(sql.SQL("REVOKE ALL ON FUNCTION {} FROM PUBLIC").format(function))
        statements.append(sql.SQL("GRANT EXECUTE ON FUNCTION {} TO {}").format(function, name))
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
