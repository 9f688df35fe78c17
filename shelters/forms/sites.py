"""Forms about sites, rooms, beds and postings."""

import datetime
from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from accounts.permissions import Permission
from casework.corrections.forms import MistakeForm
from casework.corrections.models import Correction
from casework.register.forms import RowForm
from pages.forms import (
    ActionForm,
    ActionModelForm,
    ChoiceWhenNeeded,
    DateField,
    EditVersion,
    LongText,
    ShortText,
    choose_from,
)
from reference.models import Municipality
from shelters.actions.sites import CHANGEABLE
from shelters.choices import ClosureReason, SurgeReason
from shelters.contracts.choices import NoticeReason
from shelters.forms.rooms import ORDINARY_BEDS
from shelters.models import Posting, Room, Site
from shelters.rules.stays import ONE_NIGHT


class LastNightField(DateField):
    """Asks for the last night, as bills and lists state it, and returns the day after it: the first night without."""

    def prepare_value(self, value: Any) -> Any:
        return value - ONE_NIGHT if isinstance(value, datetime.date) else value

    def to_python(self, value: Any) -> datetime.date | None:
        # Only typed input is a text; the initial value is a date, and stored already.
        day = super().to_python(value)
        return day + ONE_NIGHT if day and isinstance(value, str) else day


class MunicipalityField(forms.ModelChoiceField):
    """Labels municipalities with their department, because two may have the same name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queryset = Municipality.objects.select_related("department")

    def label_from_instance(self, obj: Municipality) -> str:
        return f"{obj.name}, {obj.department.name}"


class SiteForm(EditVersion, ActionModelForm):
    class Meta:
        model = Site
        fields = CHANGEABLE
        field_classes = {
            "opened_on": DateField,
            "municipality": MunicipalityField,
            "house_rules": LongText,
        }


class SiteAddressForm(ActionForm):
    """Asks where the site is and whom to call there."""

    address = ShortText(label=_("Address"), max_length=200)
    contact = ShortText(label=_("Contact person"), max_length=120)
    phone = ShortText(label=_("Phone"), max_length=40)


class NewSiteForm(ActionModelForm):
    """Opens a site. Asks for the office only if there are several."""

    office = forms.ModelChoiceField(label=_("Office"), queryset=Office.objects.none())

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offices = Office.objects.filter(pk__in=user.office_ids(Permission.SITE_CHANGE))
        choose_from(self, "office", offices)
        choice = self.fields["office"]
        if len(offices) == 1:
            choice.initial, choice.widget = offices[0].pk, forms.HiddenInput()
        self.fields["opened_on"].initial = user.today()

    class Meta(SiteForm.Meta):
        pass


class NightForm(forms.Form):
    """The night to show; tonight by default."""

    on = DateField(label=_("Night"), required=False)

    def day_or(self, today: datetime.date) -> datetime.date:
        """The day in the address, `today` if it names none. Raises Http404 for what is no day."""
        if not self.is_valid():
            raise Http404
        return self.cleaned_data["on"] or today


class EndDayForm(ActionForm):
    """One day: for closing a site, removing a bed or ending a posting."""

    on = DateField(label=_("From which night"), help_text=_("The first night without it."))


class CloseSiteForm(EndDayForm):
    """The first night without the site, and why it closes while people have a place there."""

    why = ChoiceWhenNeeded(
        label=_("Why it closes"),
        choices=[("", "—"), *NoticeReason.choices],
        required=False,
        needed_when=_("needed while people have a place there and no notice was given"),
        help_text=_("They stay on Today until everybody has another place."),
    )


class RoomForm(ActionModelForm):
    beds = forms.IntegerField(label=_("Number of beds"), min_value=0, max_value=100, initial=2)
    bed_kind = forms.ChoiceField(label=_("Kind of beds"), choices=ORDINARY_BEDS)

    class Meta:
        model = Room
        fields = ("name", "wing", *Room.FEATURES)
        labels = {"kind": _("Kind of space")}

    field_order = ("name", "kind", "beds", "bed_kind", "floor", "wing")


class ChangeRoomForm(ActionModelForm):
    """Changes a room. The page lists the earlier values below."""

    reason = ShortText(
        label=_("Why it is changed"),
        max_length=255,
        needed_when=_("needed where somebody sleeps in it"),
        help_text=_("Old and new stay readable."),
    )

    class Meta(RoomForm.Meta):
        pass

    def corrections(self) -> Iterable[Correction]:
        return Correction.objects.of(self.instance)


class SurgeReviewForm(ActionForm):
    """Asks for the reason, the approver and the day of review of surge places."""

    reason = forms.ChoiceField(label=_("Reason"), choices=SurgeReason.choices)
    approved_by = forms.ModelChoiceField(label=_("Approved by"), queryset=User.objects.none())
    review_on = DateField(label=_("To be reviewed on"))

    def __init__(self, *args: Any, site: Site, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        approvers = [
            each.pk
            for each in User.objects.filter(office=site.office, is_active=True)
            if site.office_id in each.office_ids(Permission.BED_CHANGE)
        ]
        choose_from(self, "approved_by", User.objects.filter(pk__in=approvers))


class SurgeForm(SurgeReviewForm):
    room = forms.ModelChoiceField(label=_("Room"), queryset=Room.objects.none())
    number = forms.IntegerField(label=_("Number of places"), min_value=1, max_value=100, initial=1)

    field_order = ("room", "number")

    def __init__(self, *args: Any, site: Site, user: User, **kwargs: Any) -> None:
        super().__init__(*args, site=site, user=user, **kwargs)
        choose_from(self, "room", site.rooms.filter(closed_on=None))

    def for_action(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name != "room"}


class BedsOutForm(ActionForm):
    """Asks for the nights on which a bed is out of service."""

    starts_on = DateField(label=_("Out of service from"))
    ends_on = DateField(
        label=_("Back in service on"),
        required=False,
        help_text=_("The first night it can be used again."),
    )
    reason = forms.ChoiceField(label=_("Reason"), choices=ClosureReason.choices)


class CorrectClosureForm(MistakeForm, RowForm):
    """Corrects the nights and the reason of a closure, or says that there was none."""

    starts_on = DateField(label=_("Out of service from"))
    ends_on = DateField(
        label=_("Back in service on"),
        required=False,
        help_text=_("The first night it can be used again."),
    )
    why_closed = forms.ChoiceField(label=_("Cause"), choices=ClosureReason.choices)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["why_closed"] = self.row.reason


class PostingForm(ActionModelForm):
    def __init__(self, *args: Any, site: Site, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        staff = User.objects.filter(grants__office=site.office, is_active=True).distinct()
        coordinators = [each.pk for each in staff if each.holds(Permission.PLACEMENT_CHANGE)]
        choose_from(self, "user", staff.filter(pk__in=coordinators))

    class Meta:
        model = Posting
        fields = ("user", "starts_on", "ends_on")
        field_classes = {"starts_on": DateField, "ends_on": DateField}
