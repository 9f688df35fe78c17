"""Forms for renunciations."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from asylum.papers.choices import (
    ACT_OF_AUTHORITY,
    DeclarationLanguage,
    Identified,
    Method,
    Signature,
    Wording,
)
from asylum.papers.models.renunciation import Renunciation
from asylum.renunciation.corrections import may_correct_act
from asylum.scans.forms import WithScan
from casework.corrections.forms import CorrectionForm
from casework.register.choices import YesNo
from casework.register.forms import choices_with_blank
from pages.forms import ActionForm, DateField, LongText, OncePerSubmission, ShortText
from partners.choices import STATE_KINDS, OrganisationKind
from partners.models import Organisation
from reference.models import Municipality

AUTHORITIES = Organisation.objects.filter(kind__in=[*STATE_KINDS, OrganisationKind.UN])


class YesNoField(forms.ChoiceField):
    """An optional answer without a preselection; no answer means "not known"."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        choices = [(YesNo.YES.value, YesNo.YES.label), (YesNo.NO.value, YesNo.NO.label)]
        super().__init__(choices=choices, widget=forms.RadioSelect, **kwargs)

    def clean(self, value: Any) -> str:
        return str(super().clean(value) or YesNo.UNKNOWN)


class DemandForm(OncePerSubmission, ActionForm):
    """Whether the authority asks one person for a renunciation."""

    is_asked = forms.TypedChoiceField(
        label=_("Does the authority ask this person to renounce?"),
        choices=[(YesNo.YES.value, YesNo.YES.label), (YesNo.NO.value, YesNo.NO.label)],
        coerce=lambda answer: answer == YesNo.YES,
        widget=forms.RadioSelect(attrs={"autofocus": True}),
        help_text=_(
            "The authority tells fighters from civilians. A force or a rank on file does not."
        ),
    )
    on = DateField(label=_("Said on"), past_only=True)
    authority = forms.ModelChoiceField(label=_("Authority"), queryset=AUTHORITIES, required=False)
    outcome = forms.ChoiceField(
        label=_("Identified as"),
        choices=choices_with_blank(Identified.choices),
        required=False,
        help_text=_(
            "Only what a paper of the authority says; somebody may come out as a civilian."
        ),
    )
    method = forms.ChoiceField(
        label=_("How the authority identified the person"),
        choices=choices_with_blank(Method.choices),
        required=False,
    )
    reference = ShortText(
        label=_("Paper in which it stands"),
        max_length=60,
        needed_when=_("needed where somebody was identified"),
        help_text=_("Sealed: only legal officers read this."),
    )
    remark = forms.CharField(
        label=_("How it is known"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Sealed: only legal officers read this."),
    )


class RenunciationForm(OncePerSubmission, ActionForm):
    """The paper that a person signed or refused to sign. No answer is preselected."""

    is_demanded = forms.TypedChoiceField(
        label=_("Does the authority ask this person to renounce?"),
        choices=[(YesNo.YES.value, YesNo.YES.label), (YesNo.NO.value, YesNo.NO.label)],
        coerce=lambda answer: answer == YesNo.YES,
        widget=forms.RadioSelect,
        help_text=_(
            "The authority tells fighters from civilians. A force or a rank on file does not."
        ),
    )
    demanded_on = DateField(
        label=_("The authority said so on"),
        required=False,
        past_only=True,
        needed_when=_("needed where it asks"),
        help_text=_("The day of the paper is another one."),
    )
    signature = forms.ChoiceField(
        label=_("Signature"), choices=Signature.choices, widget=forms.RadioSelect
    )
    wording = forms.ChoiceField(
        label=_("Wording"),
        choices=Wording.choices,
        widget=forms.RadioSelect,
        required=False,
        help_text=_(
            "Only of what was signed. Read the paper: a temporary separation never counts as a renunciation."
        ),
    )
    are_consequences_explained = YesNoField(label=_("The consequences were explained"))
    is_copy_given = YesNoField(label=_("The person got a copy"))
    signed_on = DateField(label=_("Date of the paper"), past_only=True)
    municipality = forms.ModelChoiceField(
        label=_("Place"), queryset=Municipality.objects.all(), required=False
    )
    authority = forms.ModelChoiceField(
        label=_("Authority before which it was signed"), queryset=AUTHORITIES, required=False
    )
    language = forms.ChoiceField(
        label=_("Language"), choices=[("", "—"), *DeclarationLanguage.choices], required=False
    )
    had_interpreter = YesNoField(label=_("With an interpreter"))
    witness = ShortText(label=_("Witness"), max_length=120)
    template_version = forms.CharField(
        label=_("Version of the form"), max_length=60, required=False
    )
    statement = forms.CharField(
        label=_("Statement"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Sealed: only legal officers read this."),
    )

    def __init__(self, *args: Any, is_known: bool, **kwargs: Any) -> None:
        """With `is_known` the authority's statement is on file, so the form does not ask for it."""
        super().__init__(*args, **kwargs)
        if is_known:
            del self.fields["is_demanded"], self.fields["demanded_on"]
        self.visible_fields()[0].field.widget.attrs["autofocus"] = True


class CorrectRenunciationForm(CorrectionForm, RenunciationForm):
    """Corrects a renunciation, and the authority's act if the user may date its verification."""

    accepted_by = forms.ModelChoiceField(
        label=_("Authority that accepted it"), queryset=AUTHORITIES, required=False
    )
    reference = ShortText(label=_("Reference of the authority's act"), max_length=60)

    def __init__(self, *args: Any, row: Renunciation, user: User, **kwargs: Any) -> None:
        super().__init__(*args, is_known=True, **kwargs)
        if not may_correct_act(row, user):
            for name in ACT_OF_AUTHORITY:
                del self.fields[name]


class StepForm(ActionForm):
    """A step of a paper: its day and a remark."""

    on = DateField(label=_("Date of this step"), past_only=True)
    remark = forms.CharField(
        label=_("Remark"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Sealed: only legal officers read this."),
    )


class SubmitForm(StepForm):
    """The authority to which the paper was submitted."""

    authority = forms.ModelChoiceField(label=_("Authority"), queryset=AUTHORITIES, required=False)
    field_order: tuple[str, ...] = ("on", "authority", "remark")


class VerifyForm(SubmitForm):
    """The authority's act, and whether the person was told the consequences."""

    reference = forms.CharField(
        label=_("Reference of the authority's act"), max_length=60, required=False
    )
    are_consequences_explained = YesNoField(label=_("The consequences were explained"))
    is_copy_given = YesNoField(label=_("The person got a copy"))
    scan_follows = forms.BooleanField(
        label=_("The scan follows"),
        required=False,
        help_text=_("A task is set to put it on file."),
    )
    because = LongText(
        label=_("Why without what is missing"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        needed_when=_("needed where something is missing"),
        help_text=_("If authority, reference, explanation or copy is not on file."),
    )
    field_order: tuple[str, ...] = (
        "on",
        "authority",
        "reference",
        "are_consequences_explained",
        "is_copy_given",
        "scan_follows",
        "because",
        "remark",
    )


class RenunciationMistakeForm(ActionForm):
    """Why the paper is a mistake."""

    remark = forms.CharField(
        label=_("Reason"),
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Sealed: only legal officers read this."),
    )


class RecordRenunciationForm(WithScan, RenunciationForm):
    """The paper with its image, as the last field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields([*(name for name in self.fields if name not in ("file", "drop")), "file"])


class VerifyWithScanForm(WithScan, VerifyForm):
    """The act of the authority with its image."""

    field_order = (
        "on",
        "authority",
        "reference",
        "are_consequences_explained",
        "is_copy_given",
        "file",
        "scan_follows",
        "because",
        "remark",
    )

    def __init__(self, *args: Any, row: Renunciation, **kwargs: Any) -> None:
        """Prefills the answers of the paper on file, so that the user compares them with the authority's act."""
        super().__init__(*args, row=row, **kwargs)
        for name in ("are_consequences_explained", "is_copy_given"):
            if (known := getattr(row, name)) != YesNo.UNKNOWN:
                self.initial.setdefault(name, known)
                self.fields[name].help_text = _("As the paper on file says: %(answer)s.") % {
                    "answer": YesNo(known).label
                }
