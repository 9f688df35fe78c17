"""The router for two connections to one database."""


class OwnerMigrates:
    """Runs migrations on the owner's connection only."""

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool:
        return db == "owner"
