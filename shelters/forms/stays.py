"""Forms about stays that are there: people come, leave, stay longer; days are corrected, stays annulled."""

import datetime
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from casework.corrections.forms import CorrectionForm
from pages.dates import short_date
from pages.forms import (
    ActionForm,
    DateField,
    DateTimeField,
    LongText,
    ShortText,
    choose_from,
    field_of,
    on_file,
)
from shelters.actions.corrections import nights_taken_back
from shelters.actions.moves import moved_from, moved_to, moves_into, place_in_words
from shelters.choices import CancelReason, EarlierStay, LeftBecause, LeftTo
from shelters.forms.placements import WithReason
from shelters.models import Placement
from shelters.rules.stays import ONE_NIGHT

FIRST_NIGHT_SLEPT = _("First night that they slept here")
FIRST_NIGHT_HELP = _("They were expected earlier. The nights before count for nobody.")
# Of more nights than this a date is asked.
MOST_NIGHTS_OFFERED = 10


class FamilyForm(WithReason, ActionForm):
    """Base of acts on the ticked members of a family. At first everybody is ticked."""

    stays = forms.MultipleChoiceField(label=_("Who"), widget=forms.CheckboxSelectMultiple)

    field_order: tuple[str, ...] = ("stays", "on", "planned_end_on", "reason")

    def __init__(self, *args: Any, stays: Sequence[Placement], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by_key = {str(stay.pk): stay for stay in stays}
        names = [(key, stay.individual.display_name) for key, stay in self.by_key.items()]
        choose_from(self, "stays", names)
        self.fields["stays"].initial = list(self.by_key)

    def for_action(self) -> dict[str, Any]:
        answers = super().for_action()
        answers["placements"] = [self.by_key[key] for key in answers.pop("stays")]
        return answers


class CheckInForm(FamilyForm):
    """Checks in the ticked members. If some were expected before today, it asks which night was their first.

    Nothing is preselected. The nights since then are offered, of a long time only a date.
    """

    first_night = DateField(
        label=FIRST_NIGHT_SLEPT, required=False, past_only=True, help_text=FIRST_NIGHT_HELP
    )
    field_order = ("stays", "first_night", "reason")

    def __init__(
        self, *args: Any, stays: Sequence[Placement], today: datetime.date, **kwargs: Any
    ) -> None:
        super().__init__(*args, stays=stays, **kwargs)
        first = min((stay.starts_on for stay in stays), default=today)
        nights = (today - first).days + 1
        if nights == 1:
            del self.fields["first_night"]
        elif nights <= MOST_NIGHTS_OFFERED:
            days = [today - n * ONE_NIGHT for n in range(nights)]
            choices = [(day.isoformat(), short_date(day)) for day in days]
            choices[0] = (choices[0][0], _("Tonight, %(day)s") % {"day": choices[0][1]})
            self.fields["first_night"] = forms.TypedChoiceField(
                label=FIRST_NIGHT_SLEPT,
                choices=choices,
                coerce=datetime.date.fromisoformat,
                empty_value=None,
                required=False,
                widget=forms.RadioSelect,
                help_text=FIRST_NIGHT_HELP,
            )


class WhereToFields(forms.Form):
    """Mixin that asks where to and why. Nothing is preselected, and "not asked" is an answer."""

    left_to = forms.ChoiceField(label=_("Where to"), choices=[("", "—"), *LeftTo.choices])
    left_because = forms.ChoiceField(
        label=_("Why they leave"), choices=[("", "—"), *LeftBecause.choices]
    )


class CheckOutForm(WhereToFields, FamilyForm):
    on = DateField(label=_("Left the site on"), help_text=_("The first night without them."))
    field_order = ("stays", "on", "left_to", "left_because", "reason")


class LongerStayForm(FamilyForm):
    """Asks for a new day of leaving or an open end. Neither is preselected, and an empty day is no open end."""

    NOT_FOR_THE_ACTION = FamilyForm.NOT_FOR_THE_ACTION | {"has_no_day"}

    planned_end_on = DateField(
        label=_("They leave on"), required=False, help_text=_("The first night without them.")
    )
    has_no_day = forms.BooleanField(label=_("Nobody knows yet when they leave"), required=False)

    def clean(self) -> dict[str, Any]:
        answers = super().clean() or self.cleaned_data
        day, has_none = answers.get("planned_end_on"), answers.get("has_no_day")
        if bool(day) == bool(has_none) and "planned_end_on" not in self.errors:
            self.add_error("planned_end_on", _("Write the day, or tick that nobody knows it yet."))
        return answers


class ConfirmPlaceForm(FamilyForm):
    """Confirms the places of the ticked members."""

    reason = None


class ProvisionalForm(ConfirmPlaceForm):
    """Asks until which hour the places of the ticked members are provisional."""

    provisional_until = DateTimeField(
        label=_("Provisional until"),
        help_text=_(
            "After it nothing happens by itself: pages say that nobody confirmed the place."
        ),
    )


class AllowForm(FamilyForm):
    """Asks until when the ticked members may stay past the planned end, and why."""

    allowed_until = DateField(
        label=_("They may stay until"), help_text=_("The first night without them.")
    )
    reason = LongText(
        label=_("Why they may stay"),
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("It is kept sealed with the stay."),
    )
    field_order = ("stays", "allowed_until", "reason")


class EarlierStayField(forms.Form):
    """Mixin that asks what happens to the stay from which the person moved. Nothing is preselected."""

    earlier = forms.ChoiceField(
        label=_("The stay from which they moved here"),
        choices=EarlierStay.choices,
        required=False,
        widget=forms.RadioSelect,
    )

    def offer_earlier(self, stays: Sequence[Placement], *, may_bring_back: bool) -> None:
        """Removes the field if nobody moved. Users who may not change the earlier stay can only leave it ended."""
        moves = moves_into(stays)
        if not moves:
            del self.fields["earlier"]
            return
        field = field_of(self, "earlier")
        if may_bring_back:
            sentences = [
                _("%(who)s: %(place)s, until the move on %(day)s.")
                % {
                    "who": after.individual.display_name,
                    "place": place_in_words(before),
                    "day": short_date(after.starts_on),
                }
                for before, after in moves
            ]
            field.help_text = " ".join(sentences)
        else:
            field.choices = [each for each in field.choices if each[0] == EarlierStay.ENDED]
            field.help_text = _("Whoever runs that place can let it run on.")


class CancelForm(EarlierStayField, FamilyForm):
    """Cancels the stays of the ticked members, who did not come or are not to come."""

    reason = forms.ChoiceField(label=_("Reason"), choices=CancelReason.choices)
    field_order = ("stays", "reason", "earlier")

    def __init__(
        self, *args: Any, stays: Sequence[Placement], may_bring_back: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, stays=stays, **kwargs)
        self.offer_earlier(stays, may_bring_back=may_bring_back)


class TogetherForm(CorrectionForm, FamilyForm):
    """Base of corrections for the ticked members of a family. At first only the person of `row` is ticked."""

    def __init__(self, *args: Any, row: Placement, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row
        self.fields["stays"].initial = [str(row.pk)]


class CorrectStayForm(WhereToFields, TogetherForm):
    """Corrects the first night and, if the stay is over, the day of leaving, where to and why."""

    starts_on = DateField(label=_("First night"))
    ends_on = DateField(label=_("Left on"), past_only=True)
    field_order = ("stays", "starts_on", "ends_on", "left_to", "left_because", "reason")

    def __init__(self, *args: Any, row: Placement, **kwargs: Any) -> None:
        super().__init__(*args, row=row, initial=on_file(type(self), row), **kwargs)
        # The day of a move belongs to two stays, and another form corrects it.
        if moved_from(row):
            del self.fields["starts_on"]
        if row.ends_on is None or moved_to(row):
            del self.fields["ends_on"]
        for name in ("left_to", "left_because"):
            self.fields[name].required = False
            if "ends_on" not in self.fields:
                del self.fields[name]


class CorrectMoveForm(TogetherForm):
    """Corrects the day of a move. At first everybody who moved that day is ticked."""

    on = DateField(label=_("Day of the move"), help_text=_("The first night at the new place."))

    def __init__(self, *args: Any, row: Placement, **kwargs: Any) -> None:
        super().__init__(*args, row=row, **kwargs)
        self.fields["on"].initial = row.starts_on
        self.fields["stays"].initial = list(self.by_key)


class AnnulForm(EarlierStayField, TogetherForm):
    """Annuls stays. Beside each person it shows how many nights will no longer count."""

    cancel_reason = forms.ChoiceField(
        label=_("What happened instead"),
        choices=[each for each in CancelReason.choices if each[0] != CancelReason.BED_TAKEN],
    )
    reason = ShortText(
        label=_("Why it is put right"),
        max_length=255,
        needed_when=_("needed once a night was counted"),
        help_text=_("Old and new stay readable."),
    )
    field_order = ("stays", "cancel_reason", "earlier", "reason")

    def __init__(
        self,
        *args: Any,
        stays: Sequence[Placement],
        today: datetime.date,
        may_bring_back: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, stays=stays, **kwargs)
        self.offer_earlier(stays, may_bring_back=may_bring_back)
        lines = [
            (key, f"{stay.individual.display_name} · {_nights_in_words(stay, today)}")
            for key, stay in self.by_key.items()
        ]
        choose_from(self, "stays", lines)


def _nights_in_words(stay: Placement, today: datetime.date) -> str:
    count = nights_taken_back(stay, today=today)
    return ngettext("%(count)s night", "%(count)s nights", count) % {"count": count}
