"""Annotates rows with author and time from the audit log, for models that do not store them."""

from typing import Any

from django.db.models import OuterRef, Subquery, TextField
from django.db.models.functions import Cast

from accounts.models import AuditEvent, User

# The annotations that `with_log` adds; an EventSource may name them in `fields`.
LOG_FIELDS = ("logged_at", "logged_by", "logged_by_name", "logged_said")


def with_log(rows: Any, *verbs: str) -> Any:
    """Annotates rows with the time, author and details of the latest event with one of these verbs about the row."""
    acts = AuditEvent.objects.filter(verb__in=verbs, about_id=Cast(OuterRef("pk"), TextField()))
    columns = zip(LOG_FIELDS, ("at", "actor", "actor__full_name", "details"), strict=True)
    return rows.annotate(
        **{name: Subquery(acts.order_by("-at").values(column)[:1]) for name, column in columns}
    )


def author_in_log(row: Any) -> User | None:
    return User(pk=row.logged_by, full_name=row.logged_by_name) if row.logged_by else None
