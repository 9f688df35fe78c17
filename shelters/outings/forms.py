"""The form of an outing's times."""

from django.utils.translation import gettext_lazy as _

from casework.register.forms import AboutForm
from pages.forms import DateTimeField


class OutingForm(AboutForm):
    out_at = DateTimeField(label=_("Went out at"))
    back_at = DateTimeField(label=_("Came back at"), required=False)
