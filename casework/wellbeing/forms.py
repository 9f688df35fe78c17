"""Forms for activities, wellbeing and health screenings."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.referrals.choices import OutsideService
from casework.referrals.forms import WriteReferralForm
from casework.referrals.models import Referral
from casework.register.choices import YesNo
from casework.register.forms import AboutForm
from casework.wellbeing.choices import ActivityKind, Feeling, SupportOffer
from casework.wellbeing.models import WellbeingNote
from pages.forms import ActionForm, DateField, LongText, OncePerSubmission, choose_from
from partners.models import Organisation


class ActivityForm(OncePerSubmission, AboutForm):
    TODAY = ("on",)
    on = DateField(label=_("Day"), past_only=True)
    kind = forms.ChoiceField(label=_("Kind"), choices=[("", "—"), *ActivityKind.choices])
    organisation = forms.ModelChoiceField(
        Organisation.objects.all(), label=_("Offered by"), required=False
    )
    remarks = LongText(label=_("Remarks"), required=False)


class WellbeingForm(OncePerSubmission, AboutForm):
    TODAY = ("on",)
    on = DateField(label=_("Day"), past_only=True)
    feeling = forms.ChoiceField(
        label=_("How did the last two weeks feel?"),
        choices=Feeling.choices,
        initial=Feeling.NOT_ASKED,
        widget=forms.RadioSelect,
    )
    support = forms.ChoiceField(
        label=_("Psychosocial support"),
        choices=SupportOffer.choices,
        initial=SupportOffer.NOT_OFFERED,
    )
    text = LongText(label=_("Note"), required=False)


class ScreeningForm(OncePerSubmission, AboutForm):
    TODAY = ("on",)
    on = DateField(label=_("Day"), past_only=True)
    was_underfed = forms.ChoiceField(
        label=_("Had too little to eat before"),
        choices=YesNo.choices,
        initial=YesNo.UNKNOWN,
        widget=forms.RadioSelect,
    )
    has_lost_weight = forms.ChoiceField(
        label=_("Lost weight"),
        choices=YesNo.choices,
        initial=YesNo.UNKNOWN,
        widget=forms.RadioSelect,
    )
    findings = LongText(
        label=_("Findings"), required=False, help_text=_("Nothing here is compulsory.")
    )


class ReferFromOfferForm(WriteReferralForm):
    """A referral for the person who accepted an offer."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["people"]
        self.initial["service"] = OutsideService.MENTAL_HEALTH

    def for_action(self) -> dict[str, Any]:
        return ActionForm.for_action(self)


class ReferralChoice(forms.ModelChoiceField):
    def label_from_instance(self, referral: Any) -> str:
        service, state = referral.get_service_display(), referral.get_status_display()
        return f"{service} · {referral.organisation} · {state}"


class NameReferralForm(ActionForm):
    """The person's referral that followed the offer."""

    referral = ReferralChoice(
        Referral.objects.none(),
        label=_("Referral that followed"),
        required=False,
        empty_label=_("None"),
    )

    def __init__(self, *args: Any, note: WellbeingNote, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = Referral.objects.visible_to(user).filter(individual=note.individual_id)
        choose_from(self, "referral", own.select_related("organisation"))
        self.initial["referral"] = note.referral_id
