"""Refusals that several actions share."""

import datetime

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from pages.refusals import ActionRefused


def refuse_future(on: datetime.date, *, by: User, field: str = "on") -> None:
    """Raises ActionRefused for a day after today in the user's office."""
    if on > by.today():
        raise ActionRefused(_("This day lies in the future."), field=field)
