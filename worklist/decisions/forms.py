"""Forms for decisions about a date."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.register.forms import AboutForm
from pages.forms import DateField
from worklist.decisions.actions import who_can_see_to
from worklist.due.choices import DateOutcome, PostponeReason


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
