"""Refusals that several actions share."""

import datetime

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from pages.refusals import ActionRefused

# Somebody may write down today what was to be done last week; what was due before that is a slip.
LATEST_DAYS = 31


def refuse_long_ago(due_on: datetime.date, *, by: User, field: str = "due_on") -> None:
    """Raises ActionRefused for something still to be done by a day that was long ago in the user's office."""
    if due_on < by.today() - datetime.timedelta(days=LATEST_DAYS):
        raise ActionRefused(_("This day was long ago: check the year."), field=field)


def refuse_future(on: datetime.date, *, by: User, field: str = "on") -> None:
    """Raises ActionRefused for a day after today in the user's office."""
    if on > by.today():
        raise ActionRefused(_("This day lies in the future."), field=field)
