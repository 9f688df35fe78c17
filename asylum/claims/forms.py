"""Forms for applications."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from asylum.papers.standing import is_unasked
from asylum.pathways.choices import DECISIONS, GRANTS, NEGATIVE_DECISIONS, ApplicationStatus
from asylum.procedure.choices import ClaimGround, RefusalGround
from asylum.procedure.models.application import AsylumApplication
from casework.corrections.forms import CorrectionForm
from casework.register.choices import YesNo
from casework.register.forms import choices_with_blank
from casework.register.models.individual import Individual
from pages.choices import NextState
from pages.forms import (
    ActionForm,
    AsksOnceShown,
    DateField,
    LongText,
    OncePerSubmission,
    ShortText,
    TimeField,
    choose_from,
)


class ClaimField(forms.ModelChoiceField):
    """The claim of a relative on which this one depends; empty for an independent claim."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            queryset=AsylumApplication.objects.none(),
            label=_("Depends on the claim of"),
            required=False,
            empty_label=_("Nobody: it is a claim of its own"),
            help_text=_("A claim of its own goes on whatever becomes of the other one."),
            **kwargs,
        )

    def label_from_instance(self, claim: Any) -> str:
        return f"{claim.individual.display_name}: {claim.get_status_display()}"


class RefusalGroundField(forms.ChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=_("Why the decision was negative"),
            choices=choices_with_blank(RefusalGround.choices),
            required=False,
            help_text=_("Sealed: only legal officers read this."),
            **kwargs,
        )


def _taken_on() -> DateField:
    return DateField(
        label=_("Decision taken on"),
        required=False,
        past_only=True,
        help_text=_("The day that the act bears. Terms run from the day of its notice."),
    )


class LodgeForm(OncePerSubmission, AsksOnceShown, ActionForm):
    """A new application. Without the day of lodging it is a draft."""

    lodged_on = DateField(
        label=_("Lodged on"),
        required=False,
        past_only=True,
        help_text=_("Leave it empty while the application is in preparation."),
    )
    entered_on = DateField(label=_("Entered the country on"), required=False, past_only=True)
    grounds = forms.MultipleChoiceField(
        label=_("Grounds"),
        choices=ClaimGround.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    depends_on = ClaimField()
    reference = ShortText(label=_("Reference of the authority"), max_length=60)
    late_reason = LongText(
        label=_("Reason for filing late"),
        required=False,
        needed_when=_("needed after the term"),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    statement = forms.CharField(
        label=_("Reasons for leaving and for not returning"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Sealed: only legal officers read this."),
    )
    field_order: tuple[str, ...] = (
        "lodged_on",
        "entered_on",
        "grounds",
        "depends_on",
        "reference",
        "is_sure",
    )

    def __init__(self, *args: Any, person: Individual, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        principals = AsylumApplication.objects.principals_for(person, user)
        choose_from(self, "depends_on", principals.select_related("individual"))
        if not principals.exists():
            del self.fields["depends_on"]

    def for_action(self) -> dict[str, Any]:
        """Gives the day of lodging to the action as `on`; a draft has no day."""
        answers = super().for_action()
        lodged_on = answers.pop("lodged_on")
        return answers | ({"on": lodged_on} if lodged_on else {})


class CorrectApplicationForm(CorrectionForm, LodgeForm):
    """Corrects an application."""

    interview_on = DateField(label=_("Day of the interview"), required=False)
    resolved_on = _taken_on()
    refusal_ground = RefusalGroundField()
    field_order = (
        "lodged_on",
        "entered_on",
        "interview_on",
        "resolved_on",
        "refusal_ground",
        "depends_on",
        "grounds",
        "reference",
        "is_sure",
        "late_reason",
        "statement",
        "reason",
    )

    def __init__(self, *args: Any, row: AsylumApplication, user: User, **kwargs: Any) -> None:
        super().__init__(*args, person=row.individual, user=user, **kwargs)
        of_interview = (ApplicationStatus.SUMMONED, ApplicationStatus.INTERVIEWED)
        last = row.status_changes.standing().filter(status__in=of_interview).first()
        # The page of the step corrects the day of an interview that was held.
        is_held = last and last.status == ApplicationStatus.INTERVIEWED
        if is_held or (last is None and row.interview_on is None):
            del self.fields["interview_on"]
        if row.decided_on is None:
            del self.fields["resolved_on"]
        # The ground stays on file while an appeal runs.
        decision = row.status_changes.standing().filter(status__in=DECISIONS).first()
        if decision is None or decision.status not in NEGATIVE_DECISIONS:
            del self.fields["refusal_ground"]

    def for_action(self) -> dict[str, Any]:
        return super(LodgeForm, self).for_action()


class MoveForm(AsksOnceShown, ActionForm):
    """The next state of an application; offers only states that may follow, or only `chosen`."""

    to = NextState(ApplicationStatus, label=_("New state"), widget=forms.RadioSelect)
    on = DateField(
        label=_("Date of this step"),
        past_only=True,
        help_text=_("Of a decision: the day on which it was notified."),
    )
    resolved_on = _taken_on()
    refusal_ground = RefusalGroundField()
    interview_on = DateField(
        label=_("Day of the interview"),
        required=False,
        help_text=_("As the summons says."),
    )
    at_time = TimeField(label=_("Hour"), required=False)
    place = ShortText(label=_("Place"))
    late_reason = LongText(
        label=_("Reason for filing late"),
        required=False,
        needed_when=_("needed after the term"),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    has_served = forms.TypedChoiceField(
        label=_("Did this person serve in a force?"),
        choices=[(YesNo.NO.value, _("Asked: served in no force")), (YesNo.YES.value, _("Served"))],
        coerce=lambda answer: answer == YesNo.YES,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("Nobody has asked yet. The answer is kept with the person."),
    )
    override_reason = forms.CharField(
        label=_("Why it goes on although a step is missing"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    remark = forms.CharField(
        label=_("Remark"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Sealed: only legal officers read this."),
    )

    # The states that need a field; other fields are shown for all states.
    STATES_WITH_FIELD: dict[str, frozenset[str]] = {
        **dict.fromkeys(
            ("interview_on", "at_time", "place"), frozenset({ApplicationStatus.SUMMONED})
        ),
        "resolved_on": DECISIONS,
        "refusal_ground": NEGATIVE_DECISIONS,
        "late_reason": frozenset({ApplicationStatus.LODGED, ApplicationStatus.APPEALED}),
        "has_served": frozenset({ApplicationStatus.ADMITTED}),
        "override_reason": GRANTS | {ApplicationStatus.ADMITTED, ApplicationStatus.REFUSED_FINAL},
    }

    def __init__(
        self, *args: Any, application: AsylumApplication, chosen: str = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        lawful, person = application.moves_in_words, application.individual
        offered = [(state, label) for state, label in lawful if chosen in ("", state)] or lawful
        moves = [state for state, _label in offered]
        to = cast(forms.ChoiceField, self.fields["to"])
        # One state is preselected; of several states none is.
        to.choices = offered if len(offered) == 1 else choices_with_blank(offered)
        to.initial = offered[0][0] if len(offered) == 1 else None
        for name, states in self.STATES_WITH_FIELD.items():
            is_answered = name == "has_served" and not is_unasked(person, person.office.today())
            if states.isdisjoint(moves) or is_answered:
                del self.fields[name]
        if DECISIONS.isdisjoint(moves):
            self.fields["on"].help_text = ""
        # The claim moved after the page was opened: the action refuses the state, so no field is required.
        if self.is_bound and self.data.get(self.add_prefix("to")) not in moves:
            return
        if moves == [ApplicationStatus.SUMMONED]:
            self.fields["interview_on"].required = True
        if moves == [ApplicationStatus.MISTAKEN]:
            self.fields["remark"].required = True
