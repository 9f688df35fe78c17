"""Forms for renunciations."""

from django import forms
from django.utils.translation import gettext_lazy as _

from asylum.choices import Language, Signature, Wording
from pages.forms import ActionForm, DateField, OncePerSubmission
from partners.choices import OrganisationKind
from partners.models import Organisation
from reference.models import Municipality


class RenunciationForm(OncePerSubmission, ActionForm):
    """The paper as it lies on the table; what is usual is filled in."""

    signature = forms.ChoiceField(
        label=_("Signature"),
        choices=Signature.choices,
        widget=forms.RadioSelect(attrs={"autofocus": True}),
    )
    wording = forms.ChoiceField(
        label=_("Wording"),
        choices=Wording.choices,
        widget=forms.RadioSelect,
        help_text=_("Read the paper: a temporary separation never counts as a renunciation."),
    )
    are_consequences_explained = forms.BooleanField(
        label=_("The consequences were explained"), required=False
    )
    is_copy_given = forms.BooleanField(label=_("The person got a copy"), required=False)
    signed_on = DateField(label=_("Date of the paper"), past_only=True)
    municipality = forms.ModelChoiceField(
        label=_("Place"), queryset=Municipality.objects.all(), required=False
    )
    authority = forms.ModelChoiceField(
        label=_("Authority"),
        queryset=Organisation.objects.filter(
            kind__in=[OrganisationKind.STATE, OrganisationKind.UN]
        ),
        required=False,
    )
    language = forms.ChoiceField(label=_("Language"), choices=Language.choices)
    had_interpreter = forms.BooleanField(label=_("With an interpreter"), required=False)
    witness = forms.CharField(label=_("Witness"), required=False)
    template_version = forms.CharField(label=_("Version of the form"), max_length=30)
    statement = forms.CharField(
        label=_("Statement"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Sealed: only legal officers read this."),
    )


class StepForm(ActionForm):
    """A step of the paper: when, and what is to be remembered of it."""

    on = DateField(label=_("Date of this step"), past_only=True)
    remark = forms.CharField(
        label=_("Remark"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Sealed: only legal officers read this."),
    )


class SubmitForm(StepForm):
    """To whom the paper went."""

    authority = forms.ModelChoiceField(
        label=_("Authority"),
        queryset=Organisation.objects.filter(
            kind__in=[OrganisationKind.STATE, OrganisationKind.UN]
        ),
        required=False,
    )
    field_order = ["on", "authority", "remark"]
