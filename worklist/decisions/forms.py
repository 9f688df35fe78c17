"""Forms for decisions about a date."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.register.forms import AboutForm
from pages.forms import DateField
from worklist.decisions.actions import possible_assignees
from worklist.due.choices import DateOutcome, PostponeReason


class PostponeForm(AboutForm):
    """Asks until when a date waits, and why."""

    until = DateField(label=_("Show it again on"))
    reason = forms.ChoiceField(
        label=_("Why it can wait"), choices=PostponeReason.choices, widget=forms.RadioSelect
    )


class SettleDateForm(AboutForm):
    """Asks how a date was settled."""

    outcome = forms.ChoiceField(
        label=_("What became of it"), choices=DateOutcome.choices, widget=forms.RadioSelect
    )


class ColleagueField(forms.ModelChoiceField):
    """A choice among users. The user of the form is labelled as such."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def label_from_instance(self, who: Any) -> str:
        return gettext("Myself: %(name)s") % {"name": who} if who == self.user else str(who)


class HandOverDateForm(AboutForm):
    """Asks who sees to the date. No colleague is preselected."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"] = ColleagueField(
            possible_assignees(self.row, self.user),
            label=_("Who sees to it"),
            user=self.user,
            help_text=_("Here stands only who may see this date."),
        )
