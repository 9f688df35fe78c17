"""Words of meals in the audit log."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VERBS: dict[str, str | Promise] = {"meals.recorded": _("recorded the meals of a day")}
