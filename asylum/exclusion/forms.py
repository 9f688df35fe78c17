"""Forms that open a screening and add its steps."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from asylum.exclusion.choices import (
    OUTCOMES_OF_ONE_PERSON,
    OUTCOMES_OF_TWO_PEOPLE,
    Outcome,
    StepKind,
)
from casework.register.forms import choices_with_blank, numbered_person
from casework.register.models.individual import Individual
from casework.uploads.forms import KeptFile
from pages.forms import ActionForm, DateField, LongText, OncePerSubmission, ShortText


class OpenScreeningForm(OncePerSubmission, ActionForm):
    """Opens a screening for a colleague's account, which says who referred the person and when."""

    said = LongText(label=_("Why it is looked into"), required=False)


class OpenNumberedForm(OpenScreeningForm):
    """Opens a screening of a person about whom no colleague handed in an account."""

    person = ShortText(
        label=_("Number of the person"), required=True, help_text=_("For example A-2026-000123-01.")
    )
    referred_by = ShortText(
        label=_("Referred by"),
        required=True,
        max_length=150,
        help_text=_("A colleague, a lawyer, an authority: who raised it."),
    )
    referred_on = DateField(label=_("Referred on"), past_only=True)

    field_order = ("person", "referred_by", "referred_on", "said")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_person(self) -> Individual:
        return numbered_person(self.cleaned_data["person"], self.user, Permission.SCREENING_CHANGE)


class ScreeningStepForm(OncePerSubmission, ActionForm):
    on = DateField(label=_("On"), past_only=True)


class LawyerForm(ScreeningStepForm):
    said = ShortText(
        label=_("Lawyer in charge"),
        required=True,
        max_length=150,
        help_text=_("Who defends the person in this."),
    )


class HeardForm(ScreeningStepForm):
    said = LongText(
        label=_("What the person says"),
        help_text=_(
            "Their own account, in their words where you can. It stands beside what was said of them."
        ),
    )


def _outcome(outcomes: tuple[Outcome, ...]) -> forms.ChoiceField:
    choices = [(each.value, each.label) for each in outcomes]
    return forms.ChoiceField(label=_("Outcome"), choices=choices_with_blank(choices))


class ReviewedForm(ScreeningStepForm):
    outcome = _outcome(OUTCOMES_OF_ONE_PERSON)
    said = LongText(label=_("What was looked into"), required=False)


class ReviewedAfterwardsForm(ScreeningStepForm):
    """A review after an outcome of two people or of the authority, which the review cannot change."""

    said = LongText(
        label=_("What was looked into"),
        help_text=_("The outcome stays: if something changes, propose another conclusion."),
    )


class ConcludedForm(ScreeningStepForm):
    outcome = _outcome(OUTCOMES_OF_TWO_PEOPLE)
    said = LongText(
        label=_("Why"),
        help_text=_("Reasons and law. It counts once somebody else of the screening confirms it."),
    )


class DecidedForm(ScreeningStepForm):
    outcome = _outcome(OUTCOMES_OF_TWO_PEOPLE)
    said = LongText(
        label=_("Authority and reference"),
        help_text=_(
            "Whose act it is, and its number. It changes nothing in the application by itself."
        ),
    )


class AppealedForm(ScreeningStepForm):
    said = LongText(
        label=_("Appeal"), help_text=_("Against what, before whom, or what came of it.")
    )


class KeepPaperForm(ScreeningStepForm):
    """A file for the screening. If the form is invalid, the user chooses the file again, because it is stored nowhere."""

    file = KeptFile()
    said = ShortText(
        label=_("What the paper is"), required=True, max_length=150, help_text=_("And from whom.")
    )
    field_order = ("file", "on", "said")

    def for_action(self) -> dict[str, Any]:
        arguments = super().for_action()
        file = arguments.pop("file")
        return arguments | {"name": str(file.name), "content": file.read()}


class AnswerStepForm(ActionForm):
    said = LongText(label=_("Reason"))


class ConfirmConclusionForm(ActionForm):
    said = LongText(
        label=_("Remark"),
        required=False,
        help_text=_("What two have said is not taken back: if something changes, propose another."),
    )


FORMS: dict[str, type[ScreeningStepForm]] = {
    StepKind.LAWYER: LawyerForm,
    StepKind.HEARD: HeardForm,
    StepKind.REVIEWED: ReviewedForm,
    StepKind.CONCLUDED: ConcludedForm,
    StepKind.DECIDED: DecidedForm,
    StepKind.APPEALED: AppealedForm,
}
