"""Forms for interpreters and interviews."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from asylum.procedure.choices import ATTENDANCE_OUTCOMES, InterviewOutcome
from asylum.procedure.models.interview import Interpreter
from casework.register.forms import choices_with_blank, numbered_person
from casework.register.models.individual import Individual
from pages.forms import (
    ActionForm,
    DateField,
    LongText,
    OncePerSubmission,
    ShortText,
    TimeField,
    choose_from,
)
from partners.models import Organisation


class PersonNumber(ShortText):
    """The number of a person on file; an initial value may be the person."""

    def prepare_value(self, value: Any) -> Any:
        return getattr(value, "number", value)


class InterpreterForm(OncePerSubmission, ActionForm):
    """An interpreter, and who vetted them."""

    name = ShortText(label=_("Name"), max_length=120, required=True)
    languages = ShortText(label=_("Languages"), max_length=120, required=True)
    organisation = forms.ModelChoiceField(
        Organisation.objects.all(), label=_("Organisation"), required=False
    )
    individual = PersonNumber(
        label=_("Number of the person on file"),
        help_text=_("Where the interpreter is a former member whom this office supports."),
    )
    vetted_by = ShortText(label=_("Checked by"), max_length=120, required=True)
    vetted_on = DateField(label=_("Checked on"), past_only=True)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_individual(self) -> Individual | None:
        number = self.cleaned_data["individual"]
        return numbered_person(number, self.user, Permission.SERVICE_READ) if number else None


class ChangeInterpreterForm(InterpreterForm):
    """Changes an interpreter, or sets since when they are no longer offered."""

    ended_on = DateField(label=_("No longer offered since"), required=False, past_only=True)


class RecordInterviewForm(ActionForm):
    """Hour and place as the summons states them, the interpreter, and the outcome."""

    at_time = TimeField(label=_("Hour"), required=False)
    place = ShortText(label=_("Place"))
    outcome = forms.ChoiceField(
        label=_("What became of it"),
        choices=choices_with_blank(
            [(each.value, each.label) for each in InterviewOutcome if each in ATTENDANCE_OUTCOMES]
        ),
        required=False,
    )
    reason = LongText(
        label=_("Why the person was not there"),
        required=False,
        help_text=_(
            "An absence without an excuse may archive the claim: write as excused only what the authority accepted."
        ),
    )
    interpreter = forms.ModelChoiceField(
        Interpreter.objects.none(), label=_("Interpreter"), required=False
    )
    interpreter_because = LongText(
        label=_("Why this interpreter all the same"),
        required=False,
        help_text=_("Where the interpreter may have served in the unit of the person."),
    )

    def __init__(self, *args: Any, user: User, chosen: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        interpreters = Interpreter.objects.visible_to(user)
        offered = interpreters.offered(user.today()) | interpreters.filter(pk=chosen)
        choose_from(self, "interpreter", offered)
