"""Forms that write and send a referral to an outside service, and record its result."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission
from casework.consents.choices import Purpose
from casework.corrections.forms import CorrectionForm
from casework.referrals.choices import OutsideService, ReferralStatus, Urgency
from casework.referrals.models import Referral
from casework.referrals.querysets import refused_purposes, shareable_purposes
from casework.register.forms import AboutForm, PeopleChoice, RowForm, current_people
from casework.register.models.individual import Individual
from pages.choices import NextState
from pages.forms import DateField, LongText, OncePerSubmission, ShortText, choose_from, field_of
from partners.choices import SELDOM_REFERRED_TO, OrganisationKind
from partners.forms import organisations_by_role
from partners.models import Organisation

WARNINGS: dict[str, str | Promise] = {
    OrganisationKind.FORCES: _(
        "%(name)s is an armed force or police: who deserted may be in danger there. Tick this only if the person wants it."
    ),
    OrganisationKind.BUSINESS: _(
        "%(name)s is a business, and no service for people: beds are given among the beds. Tick this if it is meant."
    ),
}


ONE_OF_TWO = _("one of the two is needed")
WITHOUT_CONSENT = _("needed without a consent")


class PeopleWhoShare(PeopleChoice):
    """People, each with the purposes for which data may be shared today and with the refusals in words, by key."""

    shares: Mapping[Any, list[Purpose]]
    refusals: Mapping[Any, list[str]]

    def label_from_instance(self, individual: Any) -> str:
        agreed = [str(purpose.label) for purpose in self.shares.get(individual.pk, [])]
        shares = ", ".join(agreed) or gettext("no consent to share")
        answers = "; ".join([shares, *self.refusals.get(individual.pk, [])])
        return f"{individual.display_name} · {answers}"


class WriteReferralForm(OncePerSubmission, AboutForm):
    NOT_FOR_THE_ACTION = AboutForm.NOT_FOR_THE_ACTION | {"searched", "is_meant"}

    people = PeopleWhoShare(Individual.objects.none(), label=_("Who is referred"))
    service = forms.ChoiceField(label=_("Service"), choices=[("", "—"), *OutsideService.choices])
    organisation = forms.ModelChoiceField(
        Organisation.objects.all(),
        label=_("Organisation"),
        required=False,
        help_text=_("Choose here, or write below the name of one that is on file."),
    )
    searched = ShortText(
        needed_when=ONE_OF_TWO,
        label=_("Or another one on file, by its name"),
        max_length=120,
        help_text=_("Forces, police and businesses do not stand in the list."),
    )
    is_meant = forms.BooleanField(label=_("It is meant all the same"), required=False)
    urgency = forms.ChoiceField(label=_("Urgency"), choices=Urgency.choices, initial=Urgency.NORMAL)
    reason = LongText(label=_("Reason"), max_length=4_000)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = current_people(self.row, self.user)
        field_of(self, "people").shares = shareable_purposes(people, self.user.today())
        field_of(self, "people").refusals = refused_purposes(people)
        choose_from(self, "people", people)
        if len(people) == 1:
            self.initial["people"] = [people[0].pk]
        offered = organisations_by_role(self.user, without=SELDOM_REFERRED_TO)
        chosen = field_of(self, "organisation")
        chosen.choices, chosen.needed_when = offered, ONE_OF_TWO
        # `clean` shows this field when the organisation has a warning.
        self.fields["is_meant"].widget = forms.HiddenInput()

    def _organisation_by_name(self) -> Organisation | None:
        typed = str(self.data.get("searched", "")).strip()
        has_name = Q(name__iexact=typed) | Q(short_name__iexact=typed)
        return Organisation.objects.filter(has_name).first() if typed else None

    def _name_not_found_message(self) -> str:
        sentence = gettext("No organisation on file has this name.")
        if self.user.holds(Permission.PARTNER_CHANGE):
            add = gettext("Add the organisation")
            return format_html('{} <a href="{}">{}</a>', sentence, reverse("organisation-add"), add)
        return sentence + " " + gettext("A supervisor or an administrator can add it.")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("searched"):
            cleaned["organisation"] = self._organisation_by_name()
            if cleaned["organisation"] is None:
                self.add_error("searched", self._name_not_found_message())
        elif not cleaned.get("organisation") and "organisation" not in self.errors:
            self.add_error("organisation", _("Choose an organisation, or write its name."))
        chosen = cleaned.get("organisation")
        if chosen and chosen.kind in SELDOM_REFERRED_TO:
            self.fields["is_meant"].widget = forms.CheckboxInput()
            if not cleaned.get("is_meant"):
                self.add_error("is_meant", WARNINGS[chosen.kind] % {"name": chosen})
        return cleaned

    def for_action(self) -> dict[str, Any]:
        arguments = super().for_action()
        return arguments | {"people": list(arguments["people"])}


class SendReferralForm(AboutForm):
    TODAY = ("on",)
    on = DateField(label=_("Sent on"), past_only=True)
    override_reason = LongText(
        label=_("Why it is sent without consent"),
        max_length=1_000,
        required=False,
        needed_when=WITHOUT_CONSENT,
        help_text=_("Only when it cannot wait, for example when a life is in danger."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        today = self.user.today()
        # A bound form keeps the field even with a consent today: on the typed day of sending there may have been none.
        if self.row.refused_consents(today) or not (
            self.is_bound or self.row.missing_consents(today)
        ):
            del self.fields["override_reason"]


class MoveReferralForm(AboutForm):
    TODAY = ("on",)
    to = NextState(ReferralStatus, label=_("What happened"))
    on = DateField(label=_("Day"), past_only=True)
    remark = LongText(
        label=_("Remark"),
        max_length=1_000,
        required=False,
        needed_when=_("needed if it was declined or taken back"),
        help_text=_("If it was declined or taken back, the reason."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lawful = self.row.lawful_moves - {ReferralStatus.SENT}
        choose_from(
            self,
            "to",
            [(value, label) for value, label in ReferralStatus.choices if value in lawful],
        )


class CorrectReferralForm(CorrectionForm, RowForm):
    """Corrects service and urgency and, until the referral is sent, the recipient."""

    row: Referral
    service = forms.ChoiceField(label=_("Service"), choices=OutsideService.choices)
    organisation = forms.ModelChoiceField(Organisation.objects.all(), label=_("Organisation"))
    urgency = forms.ChoiceField(label=_("Urgency"), choices=Urgency.choices)
    text = LongText(label=_("Reason for the referral"), max_length=4_000)
    why_without = LongText(
        label=_("Why it is sent without consent"),
        max_length=1_000,
        required=False,
        needed_when=WITHOUT_CONSENT,
        help_text=_("Only where the right service needs another consent."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # `text` is the reason of the referral, `reason` that of the correction.
        self.initial["text"], self.initial["reason"] = self.row.reason, ""
        del self.fields["why_without" if self.row.sent_on is None else "organisation"]
