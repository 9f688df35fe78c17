"""Who did something and when, from the audit log, for timelines of rows that do not store it."""

from typing import Any

from django.db.models import OuterRef, Subquery, TextField
from django.db.models.functions import Cast

from accounts.models import AuditEvent, User

# Attributes that `with_log` sets and a Happening reads.
LOGGED = ("logged_at", "logged_by", "logged_by_name", "logged_said")


def with_log(rows: Any, *verbs: str) -> Any:
    """Annotates each row with the latest of these verbs about it: when and by whom it was recorded."""
    acts = AuditEvent.objects.filter(verb__in=verbs, about_id=Cast(OuterRef("pk"), TextField()))
    columns = zip(LOGGED, ("at", "actor", "actor__full_name", "details"), strict=True)
    return rows.annotate(
        **{name: Subquery(acts.order_by("-at").values(column)[:1]) for name, column in columns}
    )


def logger_of(row: Any) -> User | None:
    return User(pk=row.logged_by, full_name=row.logged_by_name) if row.logged_by else None
