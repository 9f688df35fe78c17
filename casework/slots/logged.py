"""Who did what the row itself does not keep, and when: the log says so to a timeline."""

from typing import Any

from django.db.models import OuterRef, Subquery, TextField
from django.db.models.functions import Cast

from accounts.models import AuditEvent, User

# What the log says of an act of which the row itself keeps neither moment nor person: a Happening reads these.
LOGGED = ("logged_at", "logged_by", "logged_by_name", "logged_said")


def with_log(rows: Any, *verbs: str) -> Any:
    """Each with the newest act of one of these verbs about it: when it was recorded and by whom."""
    acts = AuditEvent.objects.filter(verb__in=verbs, about_id=Cast(OuterRef("pk"), TextField()))
    said = zip(LOGGED, ("at", "actor", "actor__full_name", "details"), strict=True)
    return rows.annotate(
        **{name: Subquery(acts.order_by("-at").values(of)[:1]) for name, of in said}
    )


def logger_of(row: Any) -> User | None:
    return User(pk=row.logged_by, full_name=row.logged_by_name) if row.logged_by else None
