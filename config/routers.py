"""Two roles on one database: only the owner migrates."""


class OwnerMigrates:
    """Lets migrations run over the owner's connection alone."""

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool:
        return db == "owner"
