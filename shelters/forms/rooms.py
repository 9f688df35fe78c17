"""The forms that set up rooms like others, and beds."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pages.forms import ActionForm, ShortText
from shelters.choices import BedKind, RoomKind
from shelters.models import Room, Site
from shelters.rules.room_numbers import MOST_ROOMS, NoRooms, doors, floor_of

FEATURES = [name for name in Room.FEATURES if name not in ("kind", "floor")]

ORDINARY_BEDS = [choice for choice in BedKind.choices if choice[0] != BedKind.SURGE]


class DoorsForm(ActionForm):
    """Asks for the numbers of new rooms of a site."""

    names = ShortText(
        label=_("Numbers on the doors"),
        max_length=400,
        required=True,
        help_text=_("For example 101-115, 201-215. Up to 100 at once."),
    )

    def __init__(self, *args: Any, site: Site, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.site = site

    def clean_names(self) -> list[str]:
        try:
            names = doors(self.cleaned_data["names"])
        except NoRooms as fault:
            raise forms.ValidationError(_in_words(fault)) from fault
        existing = Room.objects.filter(site=self.site, name__in=names).values_list(
            "name", flat=True
        )
        if taken := [name for name in names if name in set(existing)]:
            raise forms.ValidationError(
                gettext("These rooms are on file already: %(names)s.") % {"names": ", ".join(taken)}
            )
        return names


class MoreBedsForm(ActionForm):
    """Asks how many ordinary beds a room gets on top of those it has."""

    number = forms.IntegerField(label=_("Number of beds"), min_value=1, max_value=100, initial=1)
    kind = forms.ChoiceField(label=_("Kind of beds"), choices=ORDINARY_BEDS)


class RoomsForm(DoorsForm):
    """Asks for the door numbers and for the features that all of these rooms have."""

    beds = forms.IntegerField(label=_("Beds in each room"), min_value=1, max_value=20)
    bed_kind = forms.ChoiceField(label=_("Kind of beds"), choices=ORDINARY_BEDS)
    kind = forms.ChoiceField(label=_("Kind of space"), choices=RoomKind.choices)
    floor = forms.IntegerField(
        label=_("Floor"),
        required=False,
        min_value=-5,
        max_value=60,
        help_text=_("Empty: from the number, so that 204 is on floor 2. 0 is the ground floor."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update(forms.fields_for_model(Room, fields=FEATURES))

    def lines(self) -> list[tuple[str, int]]:
        """Each room that would be created, with its floor. For a valid form."""
        floor = self.cleaned_data["floor"]
        return [
            (name, floor_of(name) if floor is None else floor)
            for name in self.cleaned_data["names"]
        ]

    def total(self) -> int:
        """The total number of beds."""
        return len(self.cleaned_data["names"]) * int(self.cleaned_data["beds"])


def _in_words(fault: NoRooms) -> str:
    if not fault.part:
        return gettext("Between 1 and %(most)s rooms at once.") % {"most": MOST_ROOMS}
    sentence = gettext(
        "“%(part)s” is no number on a door, nor a row of up to 100 of them, such as 101-115."
    )
    return sentence % {"part": fault.part}
