"""Who looks after which cases."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.handovers.querysets import who_leaves_something
from casework.register.forms import AboutForm
from casework.register.models.case import Case
from casework.register.querysets.assignment import colleagues_of
from pages.forms import ActionForm, DateField, choose_from


class AssignForm(AboutForm):
    """The colleague, and the day from which on."""

    TODAY = ("on",)
    caseworker = forms.ModelChoiceField(User.objects.none(), label=_("Looks after it"))
    on = DateField(label=_("From"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "caseworker", colleagues_of(self.user))


class AssignSeveralForm(AssignForm):
    """The same for the cases that were ticked in a list."""

    case = forms.ModelMultipleChoiceField(
        Case.objects.none(),
        to_field_name="number",
        widget=forms.MultipleHiddenInput,
        error_messages={"required": _("Tick at least one case.")},
    )

    def __init__(self, *args: Any, cases: Any, **kwargs: Any) -> None:
        super().__init__(*args, row=None, **kwargs)
        self.fields["caseworker"].label = _("Looks after them")
        choose_from(self, "case", cases)


class HandOverForm(ActionForm):
    leaving = forms.ModelChoiceField(User.objects.none(), label=_("Who hands over"))
    taking = forms.ModelChoiceField(User.objects.none(), label=_("Who takes over"))
    on = DateField(label=_("From"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "leaving", who_leaves_something(user))
        choose_from(self, "taking", colleagues_of(user))
        self.initial["on"] = user.today()
