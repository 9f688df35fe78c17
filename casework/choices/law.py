"""Words of legal time."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Unit(models.TextChoices):
    """Units of legal time. Months are calendar months; business days need the working calendar."""

    HOUR = "hour", _("hours")
    CALENDAR_DAY = "calendar_day", _("calendar days")
    BUSINESS_DAY = "business_day", _("business days")
    MONTH = "month", _("calendar months")
    DATE = "date", _("fixed date")


class Confidence(models.TextChoices):
    V1 = "V1", _("Read in the official text")
    V2 = "V2", _("Read in a secondary source")
    WEAK = "V2-weak", _("One secondary source only")
    CONTESTED = "X", _("Sources contradict each other")
    UNCONFIRMED = "M", _("Not confirmed")
