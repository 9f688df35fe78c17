"""The filters of the list of what falls due."""

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.due import due_sources
from accounts.models import User
from pages.forms import choose_from
from worklist.due.choices import Whose


class DueFilterForm(forms.Form):
    """The filters by kind, by day and by assignee. Every field is optional."""

    kind = forms.ChoiceField(label=_("Kind"), required=False)
    when = forms.ChoiceField(
        label=_("When"),
        required=False,
        choices=[
            ("", _("Any day")),
            ("overdue", _("Overdue")),
            ("7", _("Overdue or within 7 days")),
            ("14", _("Overdue or within 14 days")),
            ("30", _("Overdue or within 30 days")),
        ],
    )
    # Set by the tabs; the other filters keep it.
    whose = forms.ChoiceField(
        label=_("Whose"),
        required=False,
        choices=[("", _("Of the whole team")), *Whose.choices],
        widget=forms.HiddenInput,
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [
            (source.kind, str(source.title))
            for source in due_sources
            if user.holds(source.permission) and source.is_listed
        ]
        kinds.sort(key=lambda pair: pair[1])
        choose_from(self, "kind", [("", _("All kinds")), *kinds])

    def bounds(self, today: datetime.date) -> dict[str, Any]:
        """The cleaned filters as arguments of `worklist.due.rows.due`."""
        kind, when, whose = (self.cleaned_data[name] for name in ("kind", "when", "whose"))
        bounds: dict[str, Any] = {"kinds": [kind] if kind else [], "whose": whose}
        if when == "overdue":
            bounds["until"] = today - datetime.timedelta(days=1)
        elif when:
            bounds["until"] = today + datetime.timedelta(days=int(when))
        return bounds
