"""A form field for a day whose month or year alone may be known."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from pages.dates import typed_roughly
from pages.forms import DateField


class RoughDateField(DateField):
    """A past day, or only its month or year: `12/3/2019`, `3/2019`, `2019-03`, `marzo de 2019`, `2019`."""

    parse = staticmethod(typed_roughly)
    default_error_messages = {
        "invalid": _("Write a year (2024), a month (3/2024) or a day (12/3/2024)."),
    }

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault(
            "help_text", _("2024, 3/2024 or 12/3/2024. Leave it empty if nobody knows.")
        )
        super().__init__(required=False, past_only=True, **kwargs)
