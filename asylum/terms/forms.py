"""Forms that tick off, assign and extend terms."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.corrections.forms import MistakeForm
from pages.forms import ActionForm, DateField, OncePerSubmission, ShortText, choose_from


class ExtendForm(OncePerSubmission, ActionForm):
    """The new last day, and the authority's paper."""

    is_on = DateField(label=_("New last day"))
    granted_on = DateField(label=_("Granted on"), past_only=True)
    paper = ShortText(
        label=_("Paper of the authority"),
        max_length=200,
        required=True,
        help_text=_("Kind, number and authority, as it says."),
    )


class AssignTermForm(ActionForm):
    """The owner and the deputy of a term."""

    owner = forms.ModelChoiceField(User.objects.none(), label=_("Looks after it"))
    deputy = forms.ModelChoiceField(User.objects.none(), label=_("Stands in"), required=False)

    def __init__(self, *args: Any, colleagues: QuerySet[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("owner", "deputy"):
            choose_from(self, name, colleagues)


class HandOverTermsForm(ActionForm):
    """Who hands their running terms over, and who takes them."""

    leaving = forms.ModelChoiceField(User.objects.none(), label=_("Who hands the terms over"))
    taking = forms.ModelChoiceField(User.objects.none(), label=_("Who takes over"))

    def __init__(
        self, *args: Any, holders: QuerySet[User], colleagues: QuerySet[User], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "leaving", holders)
        choose_from(self, "taking", colleagues)


class TermMetForm(ActionForm):
    """The day on which a term was met."""

    on = DateField(label=_("Done on"), past_only=True)


class CorrectTickForm(MistakeForm):
    """Corrects the day on which a term was met, or says that it was not met."""

    on = DateField(label=_("Done on"), past_only=True)
