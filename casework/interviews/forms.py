"""Forms of interviews with outsiders."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission
from casework.corrections.forms import CorrectionForm, MistakeForm
from casework.interviews.choices import Visitor
from casework.register.forms import AboutForm, PeopleChoice, RowForm
from casework.register.models.individual import Individual
from pages.forms import DateField, LongText, OncePerSubmission, ShortText


class InterviewForm(OncePerSubmission, AboutForm):
    """An interview and its participants: people of the case by checkbox, people of other cases by number."""

    TODAY: tuple[str, ...] = ("on",)
    people = PeopleChoice(Individual.objects.none(), label=_("Who was interviewed"), required=False)
    numbers = ShortText(
        label=_("Numbers of people of other cases"),
        max_length=2_000,
        help_text=_("Separated by blanks, for example A-2019-000123-02 A-2019-000124-01."),
    )
    visitor = forms.ChoiceField(label=_("Who asked"), choices=[("", "—"), *Visitor.choices])
    visitor_name = ShortText(
        label=_("Name of the organisation and of who asked"), max_length=200, required=True
    )
    purpose = LongText(label=_("What for"), max_length=2_000)
    on = DateField(label=_("Day"), past_only=True)

    def clean_numbers(self) -> list[Individual]:
        typed = set(self.cleaned_data["numbers"].upper().replace(",", " ").split())
        people = Individual.objects.visible_to(self.user, Permission.CONSENT_CHANGE)
        reached = list(people.filter(number__in=typed))
        if missing := typed - {person.number for person in reached}:
            raise forms.ValidationError(
                _("Among your cases nobody has this number: %(numbers)s.")
                % {"numbers": ", ".join(sorted(missing))}
            )
        return reached

    def for_action(self) -> dict[str, Any]:
        arguments = super().for_action()
        return arguments | {"people": [*arguments.get("people", ()), *arguments.pop("numbers")]}


class CorrectInterviewForm(MistakeForm, RowForm, InterviewForm):
    """Corrects an interview, and adds participants.

    The page of the interview shows its corrections, and not this form, because a reader may not see all participants.
    """

    corrections: Any = ()
    people: Any = None
    field_order = ("visitor", "visitor_name", "purpose", "on", "numbers", "is_mistake", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["numbers"].label = _("Numbers of people who took part, too")


class RetractPartForm(CorrectionForm, AboutForm):
    """Asks for the reason of a correction: the person did not take part."""

    corrections: Any = ()
