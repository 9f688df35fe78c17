"""The form for the days of warning of a kind of date."""

from pages.forms import ActionForm
from reference.forms import WarnDays


class WarningDaysForm(ActionForm):
    days = WarnDays(least=0, required=True)
