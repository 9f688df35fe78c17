"""Forms of the due list: filters, and decisions about a date."""

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.due import due_sources
from accounts.models import User
from casework.register.forms import AboutForm
from pages.forms import DateField, choose_from
from worklist.actions.decisions import who_can_see_to
from worklist.choices import DateOutcome, PostponeReason, Whose


class PostponeForm(AboutForm):
    until = DateField(label=_("Show it again on"))
    reason = forms.ChoiceField(
        label=_("Why it can wait"), choices=PostponeReason.choices, widget=forms.RadioSelect
    )


class SettleDateForm(AboutForm):
    outcome = forms.ChoiceField(
        label=_("What became of it"), choices=DateOutcome.choices, widget=forms.RadioSelect
    )


class WhoSeesToIt(forms.ModelChoiceField):
    """The user, as oneself, and colleagues by name."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def label_from_instance(self, who: Any) -> str:
        return gettext("Myself: %(name)s") % {"name": who} if who == self.user else str(who)


class HandOverDateForm(AboutForm):
    """No colleague is preselected."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"] = WhoSeesToIt(
            who_can_see_to(self.row, self.user),
            label=_("Who sees to it"),
            user=self.user,
            help_text=_("Here stands only who may see this date."),
        )


class DueFilterForm(forms.Form):
    """Kind, days and whose; every field is optional."""

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
        """The valid fields as arguments of `worklist.due.due`."""
        kind, when, whose = (self.cleaned_data[name] for name in ("kind", "when", "whose"))
        bounds: dict[str, Any] = {"kinds": [kind] if kind else [], "whose": whose}
        if when == "overdue":
            bounds["until"] = today - datetime.timedelta(days=1)
        elif when:
            bounds["until"] = today + datetime.timedelta(days=int(when))
        return bounds
