"""What is asked of a call, and the beds that are held for it."""

import datetime
import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.register.choices import Sex
from pages.dates import day_in_words
from pages.forms import ActionForm, DateField, ShortText
from reference.choices import RoomNeed
from reference.models import Municipality
from shelters.forms.placements import LEAVES_ON_HELP
from shelters.holds.models import BedHold
from shelters.holds.search import Caller
from shelters.models import Bed
from shelters.querysets.site import SiteQuerySet
from shelters.rules.room_needs import RULE_OF_NEED

MOST_OF_A_KIND = 20
NIGHTS_OFFERED = 7
# Name of the field, label, sex, and the age that stands for all ages of this kind.
KINDS = (
    ("women", _("Women"), Sex.FEMALE, 30),
    ("men", _("Men"), Sex.MALE, 30),
    ("girls", _("Girls 12–17"), Sex.FEMALE, 12),
    ("boys", _("Boys 12–17"), Sex.MALE, 12),
    ("small_girls", _("Girls 0–11"), Sex.FEMALE, 4),
    ("small_boys", _("Boys 0–11"), Sex.MALE, 4),
)


class CallForm(forms.Form):
    """How many people look for a place, of which sex and age, for which nights, and what they need of a room."""

    night = forms.ChoiceField(label=_("First night"), widget=forms.RadioSelect, required=False)
    starts_on = DateField(label=_("Another night"), required=False)
    ends_on = DateField(label=_("They leave on"), required=False, help_text=LEAVES_ON_HELP)
    needs = forms.MultipleChoiceField(
        label=_("What they need of a room"),
        choices=[(need.value, need.label) for need in RoomNeed if need in RULE_OF_NEED],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    municipality = forms.ModelChoiceField(
        label=_("Municipality"),
        queryset=Municipality.objects.none(),
        required=False,
        empty_label=_("All"),
    )

    def __init__(
        self, *args: Any, sites: SiteQuerySet, today: datetime.date, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        for name, label, _sex, _age in KINDS:
            self.fields[name] = forms.IntegerField(
                label=label, min_value=0, max_value=MOST_OF_A_KIND, required=False
            )
        days = [today + datetime.timedelta(days=each) for each in range(NIGHTS_OFFERED)]
        night: Any = self.fields["night"]
        night.choices = [(day.isoformat(), day_in_words(day)) for day in days]
        night.initial = today.isoformat()
        where: Any = self.fields["municipality"]
        where.queryset = Municipality.objects.filter(code__in=sites.values("municipality"))
        next(iter(self.counts)).field.widget.attrs["autofocus"] = True

    @property
    def counts(self) -> list[forms.BoundField]:
        return [self[name] for name, *_rest in KINDS]

    def clean(self) -> dict[str, Any]:
        said = super().clean() or self.cleaned_data
        if not any(said.get(name) for name, *_rest in KINDS):
            self.add_error(KINDS[0][0], _("Say how many people look for a place."))
        day = said.get("starts_on") or said.get("night") or self.today
        said["first"] = day if isinstance(day, datetime.date) else datetime.date.fromisoformat(day)
        if said["first"] < self.today:
            self.add_error("starts_on", _("This night is over."))
        if said.get("ends_on") and said["ends_on"] <= said["first"]:
            self.add_error("ends_on", _("The day of leaving is not after the first night."))
        return said

    @property
    def callers(self) -> list[Caller]:
        return [
            Caller(uuid.uuid4(), str(label), sex, age)
            for name, label, sex, age in KINDS
            for _each in range(self.cleaned_data[name] or 0)
        ]


class HoldForm(ActionForm):
    """The beds to hold, as the keys of a run. `starts_on` and `ends_on` are those of the search."""

    run = forms.CharField(error_messages={"required": _("Choose the beds.")})
    note = ShortText(
        label=_("Note"),
        required=False,
        max_length=120,
        help_text=BedHold._meta.get_field("note").help_text,
    )

    def __init__(self, *args: Any, asked: CallForm, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asked, self.user = asked, user

    def clean_run(self) -> list[Bed]:
        try:
            keys = [uuid.UUID(part) for part in self.cleaned_data["run"].split(",")]
        except ValueError:
            raise forms.ValidationError(_("Choose the beds.")) from None
        seen = Bed.objects.visible_to(self.user, Permission.PLACEMENT_CHANGE)
        beds = list(seen.filter(pk__in=keys).select_related("room__site"))
        if len(beds) != len(keys) or len({bed.room.site_id for bed in beds}) != 1:
            raise forms.ValidationError(_("Choose the beds."))
        return beds

    def for_action(self) -> dict[str, Any]:
        said = self.asked.cleaned_data
        return {
            "beds": self.cleaned_data["run"],
            "starts_on": said["first"],
            "ends_on": said["ends_on"],
            "note": self.cleaned_data["note"],
        }
