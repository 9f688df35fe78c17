"""Forms that close, move and restrict a case, and that ask how people left."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Grant, Team, User
from accounts.roles import ROLES
from casework.cases.actions import exits_by_closing
from casework.cases.querysets import closing_reasons
from casework.register.choices import AfterExit, EndReason, ExitType, Voluntary
from casework.register.forms import AboutForm, CountryField
from casework.register.models.case import Case
from pages.forms import DateField, EditVersion, LongText, ShortText, choose_from, field_of

ROLES_THAT_SEE_PEOPLE = [role for role, description in ROLES.items() if description.sees_people]


class DepartureFields(forms.Form):
    """Mixin: where somebody went and, for a return, whether of their own will."""

    # Fields that only a return needs: a script shows them once a return is chosen.
    RETURN_ONLY_FIELDS = ("is_voluntary", "asked_by", "risk_note")

    destination_country = CountryField(label=_("Country of destination"), required=False)
    destination = ShortText(label=_("Place of destination"))
    is_voluntary = forms.ChoiceField(
        label=_("Of their own will"),
        choices=[("", "—"), *Voluntary.choices],
        required=False,
        help_text=_("Ask the person alone."),
    )
    asked_by = ShortText(
        label=_("Who asked the person"),
        max_length=120,
        needed_when=_("needed where they go of their own will"),
    )
    risk_note = LongText(
        label=_("Risk"),
        max_length=4_000,
        required=False,
        needed_when=_("needed for a return"),
        help_text=_("What may happen there, and what the person said to it."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field_of(self, "is_voluntary").needed_when = _("needed for a return")
        for name in self.RETURN_ONLY_FIELDS:
            # The choice of a return is in the field `type` of an exit, or `reason` of a closing.
            attrs = {
                "data-shown-by": "type reason",
                "data-shown-for": f"{ExitType.RETURN} {EndReason.RETURNED}",
            }
            self.fields[name].widget.attrs.update(attrs)


class AfterExitFields(forms.Form):
    """Mixin: whether somebody returned or never left. Nothing is preselected."""

    what = forms.ChoiceField(
        label=_("What became of the exit?"),
        choices=AfterExit.choices,
        widget=forms.RadioSelect,
        help_text=_(
            "Who left and came back was away on those days, and the figures say so. What was recorded by mistake counts"
            " nowhere."
        ),
    )
    back_on = DateField(label=_("Came back on"), past_only=True, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field_of(self, "back_on").needed_when = _("needed where they came back")


class CloseCaseForm(EditVersion, DepartureFields, AboutForm):
    TODAY = ("on",)
    reason = forms.ChoiceField(label=_("Reason"), choices=[("", "—"), *EndReason.choices])
    on = DateField(label=_("Day of closing"), past_only=True)
    field_order = ("reason", "on")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["version"] = self.row.version
        allowed, reason = closing_reasons(self.row), cast(Any, self.fields["reason"])
        reason.choices = [each for each in reason.choices if not each[0] or each[0] in allowed]


class ReopenCaseForm(AfterExitFields, AboutForm):
    """Reopens a case, and asks what became of people who left by its closing. Nothing is preselected."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.row.pk and not exits_by_closing(self.row):
            del self.fields["what"], self.fields["back_on"]


class MoveCaseForm(AboutForm):
    team = forms.ModelChoiceField(Team.objects.none(), label=_("Team"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        case: Case = self.row
        teams = Team.objects.filter(office=case.office_id).exclude(pk=case.team_id)
        choose_from(self, "team", teams)


class RestrictCaseForm(AboutForm):
    people = forms.ModelMultipleChoiceField(
        User.objects.none(),
        label=_("Who may see the case besides you"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    until = DateField(label=_("Their sight ends on"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        case, user = self.row, self.user
        named = case.named_access.in_force(user.today()).values_list("user", flat=True)
        self.initial["people"] = list(named)
        grants = Grant.objects.in_force(user.today()).filter(role__in=ROLES_THAT_SEE_PEOPLE)
        choose_from(
            self,
            "people",
            User.objects.filter(
                office=case.office_id, is_active=True, pk__in=grants.values("user")
            ).exclude(pk=user.pk),
        )
