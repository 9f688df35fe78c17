"""Forms for permits."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from asylum.papers.choices import AS_BEFORE, WorkRight
from asylum.papers.models.permit import Permit
from asylum.pathways.choices import PermitType
from asylum.pathways.querysets import permit_types_for
from asylum.scans.forms import WithScan
from casework.corrections.forms import CorrectionForm, MistakeForm
from casework.register.forms import choices_with_blank
from casework.register.models.individual import Individual
from pages.forms import (
    ActionForm,
    AsksOnceShown,
    ChoiceOrDefault,
    DateField,
    DateInput,
    OncePerSubmission,
    ShortText,
    choose_from,
)


class RenewForm(AsksOnceShown, OncePerSubmission, ActionForm):
    """The paper that replaces a permit. The right to work is unknown until somebody reads the paper."""

    expires_on = DateField(
        label=_("Expires on (as printed)"),
        required=False,
        widget=DateInput(attrs={"autofocus": True}),
    )
    issued_on = DateField(label=_("Issued on"), past_only=True)
    number = ShortText(
        label=_("Number"), max_length=40, help_text=_("Leave it empty when it stays the same.")
    )
    work_right = ChoiceOrDefault(
        label=_("What the paper says about work"),
        choices=[*WorkRight.choices, (AS_BEFORE, _("As before"))],
        initial=WorkRight.UNKNOWN,
    )


class PermitForm(AsksOnceShown, OncePerSubmission, ActionForm):
    """The facts of a permit."""

    type = forms.ChoiceField(label=_("Type"), choices=choices_with_blank(PermitType.choices))
    number = ShortText(
        label=_("Number"), max_length=40, needed_when=_("needed unless the paper bears none")
    )
    has_no_number = forms.BooleanField(label=_("The paper bears no number"), required=False)
    authority = ShortText(
        label=_("Authority, as printed"),
        max_length=120,
        help_text=_("Empty where it is the one that always issues it."),
    )
    issued_on = DateField(label=_("Issued on"), past_only=True)
    valid_from = DateField(
        label=_("Valid from"),
        required=False,
        help_text=_("Where it is another day than that of issue."),
    )
    expires_on = DateField(
        label=_("Expires on (as printed)"),
        required=False,
        help_text=_("The date on the paper counts. Without one, the rule of the law is computed."),
    )
    work_right = forms.ChoiceField(
        label=_("What the paper says about work"),
        choices=WorkRight.choices,
        initial=WorkRight.UNKNOWN,
    )


class CorrectPermitForm(CorrectionForm, PermitForm):
    """Corrects a permit; offers the kinds of permits of the office's country."""

    field_order = (
        "type",
        "number",
        "has_no_number",
        "issued_on",
        "expires_on",
        "valid_from",
        "authority",
        "work_right",
        "reason",
    )

    def __init__(self, *args: Any, row: Permit, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = permit_types_for(row.individual)
        if row.type not in dict(kinds):
            kinds.append((row.type, row.get_type_display()))
        choose_from(self, "type", kinds)


class CancelPermitForm(ActionForm):
    """The day on which the authority cancelled the permit."""

    on = DateField(label=_("Cancelled on"), past_only=True)


class ConfirmPermitForm(ActionForm):
    """The day on which the authority confirmed a permit whose claim ended, and the source."""

    on = DateField(label=_("The authority said so on"), past_only=True)
    reason = ShortText(label=_("Who said so, and how"), max_length=255, required=True)


class CorrectCancellationForm(MistakeForm):
    """Corrects the day of a cancellation, or says that there was none."""

    on = DateField(label=_("Cancelled on"), past_only=True)


class RecordPermitForm(WithScan, PermitForm):
    """A permit with its image. Offers the kinds of the office's country; those no longer issued at the person's entry
    come last."""

    field_order = (
        "type",
        "number",
        "has_no_number",
        "issued_on",
        "expires_on",
        "valid_from",
        "authority",
        "work_right",
        "file",
    )

    def __init__(self, *args: Any, row: Individual, **kwargs: Any) -> None:
        super().__init__(*args, row=row, **kwargs)
        choose_from(self, "type", choices_with_blank(permit_types_for(row)))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("number") and not cleaned.get("has_no_number"):
            self.add_error("number", _("Write the number, or say that the paper bears none."))
        return cleaned


class RenewPermitForm(WithScan, RenewForm):
    field_order = ("expires_on", "issued_on", "number", "work_right", "file")
