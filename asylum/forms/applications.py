"""Forms for applications and their terms."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from asylum.choices import ApplicationStatus, Ground
from asylum.models import AsylumApplication
from casework.corrections.forms import CorrectionForm
from casework.register.forms import choices_with_blank
from pages.corrections import MistakeField
from pages.forms import ActionForm, DateField, OncePerSubmission


class LodgeForm(OncePerSubmission, ActionForm):
    """A new application. Without the day of lodging it stays in preparation."""

    lodged_on = DateField(
        label=_("Lodged on"),
        required=False,
        past_only=True,
        help_text=_("Leave it empty while the application is in preparation."),
    )
    entered_on = DateField(label=_("Entered the country on"), required=False, past_only=True)
    grounds = forms.MultipleChoiceField(
        label=_("Grounds"),
        choices=Ground.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    reference = forms.CharField(label=_("Reference of the authority"), required=False)
    late_reason = forms.CharField(
        label=_("Reason for filing late"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Needed only after the term to apply."),
    )
    statement = forms.CharField(
        label=_("Reasons for leaving and for not returning"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Sealed: only legal officers read this."),
    )

    def for_action(self) -> dict[str, Any]:
        """The day of lodging goes to the action that lodges; preparing knows none."""
        answers = super().for_action()
        lodged_on = answers.pop("lodged_on")
        return answers | ({"on": lodged_on} if lodged_on else {})


class CorrectApplicationForm(CorrectionForm, LodgeForm):
    """The application as it is on file, to be put right."""

    interview_on = DateField(label=_("Day of the interview"), required=False)
    field_order = (
        "lodged_on",
        "entered_on",
        "interview_on",
        "grounds",
        "reference",
        "late_reason",
        "statement",
        "reason",
    )

    def for_action(self) -> dict[str, Any]:
        return super(LodgeForm, self).for_action()


class MoveForm(ActionForm):
    """The next state of an application: only lawful ones are offered."""

    to = forms.ChoiceField(label=_("New state"), widget=forms.RadioSelect)
    on = DateField(label=_("Date of this step"), past_only=True)
    interview_on = DateField(
        label=_("Day of the interview"),
        required=False,
        help_text=_("As the summons says."),
    )
    late_reason = forms.CharField(
        label=_("Reason for filing late"), required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    override_reason = forms.CharField(
        label=_("Why it is admitted without a verified renunciation"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    remark = forms.CharField(
        label=_("Remark"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Sealed: only legal officers read this."),
    )

    # Fields that only some of the next states ask for.
    ASKED_FOR = {
        "interview_on": ApplicationStatus.SUMMONED,
        "late_reason": ApplicationStatus.LODGED,
        "override_reason": ApplicationStatus.ADMITTED,
    }

    def __init__(
        self, *args: Any, application: AsylumApplication, chosen: str = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        moves = [s for s in application.lawful_moves if chosen in ("", s)]
        moves = moves or application.lawful_moves
        to = cast(forms.ChoiceField, self.fields["to"])
        offered = [(state.value, str(state.label)) for state in moves]
        # The state that a link named needs no second answer; of several none stands first.
        to.choices = offered if len(offered) == 1 else choices_with_blank(offered)
        for name, state in self.ASKED_FOR.items():
            if state not in moves:
                del self.fields[name]


class SettleForm(ActionForm):
    """On which day a term was met."""

    on = DateField(label=_("Done on"), past_only=True)


class CorrectTickForm(MistakeField, CorrectionForm):
    """On which day a term was met in truth, or that it was not."""

    on = DateField(label=_("Done on"), past_only=True)
    field_order = ("on", "is_mistake", "reason")


class CorrectStepForm(CorrectionForm):
    """On which day a step was in truth."""

    on = DateField(label=_("Date of this step"), past_only=True)
    field_order = ("on", "reason")
