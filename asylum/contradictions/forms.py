"""The form that dismisses a contradiction."""

from django.utils.translation import gettext_lazy as _

from casework.register.forms import AboutForm
from pages.forms import LongText, OncePerSubmission


class DismissForm(OncePerSubmission, AboutForm):
    because = LongText(
        label=_("Why is it no mistake?"),
        help_text=_("Both days stay. If one of them is wrong, correct it where it stands."),
    )
