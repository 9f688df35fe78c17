"""`manage.py setup_database`: brings a new or existing database to this version of Amparo."""

from django.core.management import BaseCommand, CommandError, call_command
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from config import grants, schema
from config.backup import clear_leftovers
from worklist.projection.models import TouchedDue


class Command(BaseCommand):
    help = (
        "Creates extensions, migrates and grants the application's role its rights, "
        "all as the owner. Safe to repeat."
    )

    def handle(self, *args: object, **options: object) -> None:
        owner, application = connections["owner"], connections["default"]
        role = application.settings_dict["USER"]
        if role == owner.settings_dict["USER"]:
            raise CommandError(
                "DATABASE_URL and DATABASE_OWNER_URL name the same role. Give the application a "
                "role of its own that cannot change tables."
            )
        verbosity = int(str(options["verbosity"]))
        clear_leftovers()
        refuse_unknown_migrations(owner)
        grants.prepare(owner)
        call_command("migrate", database="owner", interactive=False, verbosity=verbosity)
        call_command("createcachetable", database="owner", verbosity=verbosity)
        grants.set_planner_costs(owner)
        with transaction.atomic(using="owner"):
            grants.grant(owner, role=role)
            # A new version may compute other due dates than the stored ones.
            TouchedDue.objects.using("owner").create()
        if verbosity:
            self.stdout.write(f"Database ready for the role {role}.")


def refuse_unknown_migrations(owner: BaseDatabaseWrapper) -> None:
    """Raises CommandError if the database has migrations that this version does not know."""
    loader = MigrationLoader(owner)
    on_disk = loader.disk_migrations.keys()
    our_apps = {folder.name for folder in schema.folders()}
    unknown = [
        f"{app}.{name}"
        for app, name in sorted(loader.applied_migrations.keys() - on_disk)
        if app in our_apps
    ]
    if unknown:
        raise CommandError(
            f"The database was made by another version of Amparo: this one does not know {', '.join(unknown)}. "
            "Use the version that made it, or begin with an empty database (in a trial: remove the folder var)."
        )
