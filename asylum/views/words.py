"""What a page about a claim or a paper says once something was done with it."""

from typing import Any

from django.utils.translation import gettext as _


def state_recorded(row: Any) -> str:
    """The state as it stands now; whose claim or paper it is stands before these words."""
    return _("Recorded by you: %(state)s.") % {"state": row.get_status_display()}
