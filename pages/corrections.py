"""Fields that forms for corrections share."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import ShortText

# The order of the last fields of a form. The last two appear only after a refusal that asks for them.
LAST_FIELDS = ("is_mistake", "reason", "is_early", "is_sure")


class WhyPutRight(forms.Form):
    """Mixin: the reason, which the action requires after a day. It is below the facts, unless `field_order` names it."""

    reason = ShortText(
        label=_("Why it is put right"),
        max_length=255,
        needed_when=_("needed after a day"),
        help_text=_("Needed when it was recorded more than a day ago. Old and new stay readable."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "reason" not in (self.field_order or ()):
            self.order_fields(
                [*(name for name in self.fields if name not in LAST_FIELDS), *LAST_FIELDS]
            )


class MistakeField(forms.Form):
    """Mixin: marks a row that was recorded by mistake, or is about somebody or something else."""

    is_mistake = forms.BooleanField(
        label=_("Recorded by mistake, or about somebody else"),
        required=False,
        help_text=_("It stays readable and counts nowhere. Record it anew where it belongs."),
    )
