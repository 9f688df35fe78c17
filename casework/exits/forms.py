"""Forms about exits, returns, deaths and forced returns."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.cases.forms import AfterExitFields, DepartureFields
from casework.exits.choices import Joining, LossKind
from casework.exits.returns import membership_to_rejoin
from casework.register.choices import AfterExit, ExitType
from casework.register.forms import AboutForm, choices_with_blank
from casework.register.models.exit import Exit
from pages.forms import AsksOnceShown, DateField, LongText, OncePerSubmission, ShortText, field_of

# The types of this form: a death is reported on its own page.
TYPES_WITHOUT_DEATH = [each for each in ExitType.choices if each[0] != ExitType.DIED]


class ExitForm(AsksOnceShown, OncePerSubmission, DepartureFields, AboutForm):
    TODAY = ("on",)
    type = forms.ChoiceField(
        label=_("How the person left"), choices=[("", "—"), *TYPES_WITHOUT_DEATH]
    )
    on = DateField(label=_("Day"), past_only=True)
    field_order = ("type", "on")


class ReportLossForm(OncePerSubmission, AboutForm):
    kind = forms.ChoiceField(label=_("What happened"), choices=choices_with_blank(LossKind.choices))
    on = DateField(label=_("Day"), past_only=True)
    known_from = ShortText(
        label=_("How do you know?"),
        required=True,
        help_text=_("Who told you, which paper you saw."),
    )
    told = LongText(
        label=_("What is known"),
        max_length=4_000,
        required=False,
        help_text=_("For a forced return: by whom, where to, and the risk there."),
    )


class ConfirmLossForm(AboutForm):
    checked_how = LongText(
        label=_("How did you check it?"),
        max_length=2_000,
        help_text=_(
            "Do not confirm because a colleague says so: see a paper, or speak to a source."
        ),
    )


class AfterExitForm(AfterExitFields, AboutForm):
    """Asks what happened after an exit. Offers no return after a death, and "still away" only after a return."""

    joins = forms.ChoiceField(
        label=_("Does the person belong to the family again?"),
        choices=Joining.choices,
        widget=forms.RadioSelect,
        required=False,
    )
    reason = LongText(label=_("How do you know?"), max_length=1_000)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        person_exit: Exit = self.row
        if member := membership_to_rejoin(person_exit, self.user):
            joins = field_of(self, "joins")
            joins.needed_when = _("needed where they came back")
            joins.help_text = member.case.number
        else:
            del self.fields["joins"]
        left_out = {AfterExit.AWAY} if person_exit.is_away else set()
        if person_exit.type == ExitType.DIED:
            left_out.add(AfterExit.BACK)
            del self.fields["back_on"]
            self.fields.pop("joins", None)
        what: Any = self.fields["what"]
        what.choices = [each for each in AfterExit.choices if each[0] not in left_out]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        is_back = cleaned.get("what") == AfterExit.BACK
        if is_back and "joins" in self.fields and not cleaned.get("joins"):
            self.add_error("joins", _("Say whether they belong to the family again."))
        return cleaned
