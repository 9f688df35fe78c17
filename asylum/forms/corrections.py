"""What every form that puts something right asks besides."""

from django.utils.translation import gettext_lazy as _

from pages.forms import ActionForm, ShortText


class CorrectionForm(ActionForm):
    """Mixin: the reason, which is needed once a day has passed."""

    reason = ShortText(
        label=_("Why it is put right"),
        max_length=255,
        help_text=_("Needed when it was recorded more than a day ago. Old and new stay readable."),
    )
