"""Taking back what was recorded about a person by mistake."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.actions.about_person import lock_row, tell
from casework.actions.refusals import refuse_replaced, refuse_withdrawn
from pages.refusals import ActionRefused


def withdraw(
    row: Any, permission: Permission, *, reason: str, by: User, verb: str, **facts: Any
) -> Any:
    """Marks a Withdrawable row as a mistake, and writes `facts` with it. The caller's transaction decides.

    Raises NotAllowed; ActionRefused without a reason, and for a row that was replaced or withdrawn already.
    """
    row = lock_row(row, permission, by=by)
    refuse_withdrawn(row)
    if hasattr(row, "replaces"):
        refuse_replaced(row)
    if not reason.strip():
        raise ActionRefused(_("Give the reason."), field="reason")
    facts |= {
        "withdrawn_at": timezone.now(),
        "withdrawn_by": by,
        "withdrawn_because": reason.strip(),
    }
    for name, fact in facts.items():
        setattr(row, name, fact)
    row.save(update_fields=list(facts))
    tell(verb, row, by=by)
    return row
