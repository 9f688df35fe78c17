"""A form that asks for a reason."""

from django.utils.translation import gettext_lazy as _

from pages.forms import ActionForm, ShortText


class ReasonForm(ActionForm):
    """Why a row is a mistake."""

    reason = ShortText(label=_("Reason"), max_length=255, required=True)
