"""Nationalities in a form, with the one that the number of a paper implies. A file stores two."""

from typing import Any

from django import forms

from casework.identity.rules import THREE_NATIONALITIES, are_too_many, two_nationalities
from casework.papers.rules.papers import parse_paper


class ChecksNationalities(forms.Form):
    """Mixin for `nationality`, `second_nationality` and `document`: a third nationality is an error."""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if are_too_many(*self._codes):
            self.add_error("second_nationality", THREE_NATIONALITIES)
        return cleaned

    @property
    def two_nationalities(self) -> dict[str, str]:
        return two_nationalities(*self._codes)

    @property
    def _codes(self) -> list[str]:
        values = {name: value or "" for name, value in self.cleaned_data.items()}
        implied = parse_paper(values.get("document", "")).nationality
        return [values.get("nationality", ""), values.get("second_nationality", ""), implied]
