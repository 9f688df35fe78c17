"""The form that saves the content of an open quick-log, valid or not."""

from typing import Any

from django import forms
from django.http import QueryDict

from pages.form_owner import FIELD as PAGE_OF
from pages.forms import ActionForm

FIELDS_NOT_SAVED = {"csrfmiddlewaretoken", PAGE_OF, "add_row", "save_draft", "switch", "like_last"}


class DraftForm(ActionForm):
    """The form's token and everything typed so far. Nothing is checked, because a draft may be incomplete."""

    submission = forms.UUIDField()
    is_group = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Renames `submission` to `token`: under its own name, only the first save of the form would be accepted."""
        cleaned = super().clean() or self.cleaned_data
        cleaned["token"] = cleaned.pop("submission", None)
        return cleaned

    def for_action(self) -> dict[str, Any]:
        return {
            "submission": self.cleaned_data["token"],
            "is_group": self.cleaned_data["is_group"],
            "typed": self.typed,
        }

    @property
    def typed(self) -> dict[str, list[str]]:
        """Field names and their values, as the browser sends them."""
        return {name: texts for name, texts in self.data.lists() if name not in FIELDS_NOT_SAVED}  # type: ignore[attr-defined]


def data_of_draft(typed: dict[str, list[str]]) -> QueryDict:
    """Returns the typed values of a draft as form data."""
    data = QueryDict(mutable=True)
    for name, texts in typed.items():
        data.setlist(name, texts)
    return data
