"""Forms of a plan: for which night and rooms it is made, another place for a family, the reason to apply it."""

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.register.forms import AboutForm
from pages.forms import ActionForm, DateField, choose_from
from shelters.forms.placements import WithReason
from shelters.forms.sites import LastNightField
from shelters.plan.page import OtherPlace
from shelters.rules.stays import ONE_NIGHT

COUNTED_NIGHTS = 7 * ONE_NIGHT
LEAVE_OUT = "none"


class MakeMovePlanForm(AboutForm):
    """`row` is the site."""

    leaves_on = DateField(label=_("The first night on which nobody may stay"))
    counts_until = LastNightField(
        label=_("The last night that is counted"),
        help_text=_(
            "Until then Amparo counts bed-nights without a place. Who stays longer keeps the new bed."
        ),
    )
    rooms = forms.MultipleChoiceField(
        label=_("Only these rooms"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None ticked: the whole site."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        site, today = self.row, self.user.today()
        ends = (site.closed_on, site.first_night_unpaid(today))
        first = max(today, site.must_leave_on or min(filter(None, ends), default=today))
        self.initial.update(leaves_on=first, counts_until=first + COUNTED_NIGHTS)
        rooms = [(str(room.pk), room.name) for room in site.rooms.order_by("name")]
        choose_from(self, "rooms", rooms)

    def clean_rooms(self) -> list[uuid.UUID]:
        return [uuid.UUID(key) for key in self.cleaned_data["rooms"]]


class ApplyMovePlanForm(WithReason, ActionForm):
    """The reason counts for everybody whose new place needs one."""


class OtherPlaceForm(ActionForm):
    """The places of one family, or none."""

    place = forms.ChoiceField(label=_("New place"), widget=forms.RadioSelect)

    def __init__(
        self, *args: Any, places: list[OtherPlace], stays: list[Any], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.places, self.stays = {place.key: place for place in places}, stays
        choices = [(key, place.words) for key, place in self.places.items()]
        choose_from(self, "place", [*choices, (LEAVE_OUT, _("Leave out of the plan"))])

    def for_action(self) -> dict[str, Any]:
        chosen = self.cleaned_data["place"]
        if chosen == LEAVE_OUT:
            return {"beds": dict.fromkeys(self.stays)}
        return {"beds": self.places[chosen].beds}
