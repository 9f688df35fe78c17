"""Forms about stays."""

import datetime
import uuid
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django import forms
from django.db.models import Model
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.forms import CorrectionForm
from casework.register.models.individual import Individual
from pages.dates import short_date
from pages.forms import (
    ActionForm,
    DateField,
    LongText,
    ShortText,
    choose_from,
    field_of,
    on_file,
)
from pages.order import order_of
from pages.questions import ANY_KEY, kept_rows
from reference.models import Municipality
from shelters.actions.corrections import nights_taken_back
from shelters.actions.moves import moved_from, moved_to, moves_into, place_in_words
from shelters.beds_for_family import Search
from shelters.choices import CancelReason, EarlierStay
from shelters.models import Bed, Placement, Site
from shelters.querysets.site import SiteQuerySet
from shelters.refusals import NotEnoughBeds

LEAVES_ON_HELP = _("The first night without them. Empty for as long as it takes.")
NO_LONGER = _("Somebody whom you chose has a place by now: look again who still waits.")
LOOK_AGAIN = _("You changed what was asked for: look at the beds again.")


def _order_of_place(place: Any) -> str:
    return order_of(place.name)


class WithReason(forms.Form):
    """Mixin: a reason, if a rule about beds asks for one."""

    reason: Any = LongText(
        label=_("Why all the same"),
        required=False,
        max_length=2_000,
        needed_when=_("needed where a rule asks for it"),
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Only where the place asks for a reason. It is kept sealed with the stay."),
    )


class PlanForm(forms.Form):
    """Who, from which night, until when, and where: asked first, so that only free beds are offered."""

    people = forms.MultipleChoiceField(
        label=_("Who"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": NO_LONGER},
    )
    starts_on = DateField(label=_("First night"))
    planned_end_on = DateField(label=_("They leave on"), required=False, help_text=LEAVES_ON_HELP)
    only_municipality = forms.ModelChoiceField(
        label=_("Municipality"),
        queryset=Municipality.objects.none(),
        required=False,
        empty_label=_("All"),
    )
    only_site = forms.ModelChoiceField(
        label=_("Site"), queryset=Site.objects.none(), required=False, empty_label=_("All")
    )

    def __init__(
        self, *args: Any, people: Sequence[Individual], sites: SiteQuerySet, **kwargs: Any
    ) -> None:
        """`sites` come with their municipalities; pages with several of these forms fetch them once."""
        super().__init__(*args, **kwargs)
        self.sites = sites
        places: dict[Any, Any] = {site.municipality_id: site.municipality for site in sites}
        choose_from(self, "only_site", sites)
        choose_from(self, "only_municipality", Municipality.objects.filter(code__in=places))
        self._offer("only_site", sites)
        self._offer("only_municipality", sorted(places.values(), key=_order_of_place))
        self.everybody = {str(person.pk): person for person in people}
        choose_from(
            self, "people", [(key, person.display_name) for key, person in self.everybody.items()]
        )

    def _offer(self, name: str, rows: Iterable[Model]) -> None:
        """Renders the select from rows already fetched: Django would query them again."""
        field = field_of(self, name)
        field.choices = [("", field.empty_label), *((row.pk, str(row)) for row in rows)]

    def clean(self) -> dict[str, Any]:
        answers = super().clean() or self.cleaned_data
        first, last = answers.get("starts_on"), answers.get("planned_end_on")
        if first and last and last <= first:
            self.add_error("planned_end_on", _("The day of leaving is not after the first night."))
        return answers

    def sites_wanted(self) -> list[Site]:
        """The chosen sites, or all."""
        site, place = self.cleaned_data["only_site"], self.cleaned_data["only_municipality"]
        return [
            each
            for each in self.sites
            if (site is None or each == site) and (place is None or each.municipality == place)
        ]

    @property
    def chosen(self) -> list[Individual]:
        wanted = set(self.cleaned_data["people"])
        return [person for key, person in self.everybody.items() if key in wanted]

    @property
    def asked(self) -> str:
        """The search as one line of text: offers belong to this search only."""
        said = self.cleaned_data
        days = [day.isoformat() if day else "" for day in (said["starts_on"], self.leaves_on)]
        places = [
            str(each.pk) if each else "" for each in (said["only_municipality"], said["only_site"])
        ]
        return "|".join([",".join(str(person.pk) for person in self.chosen), *days, *places])

    @property
    def leaves_on(self) -> datetime.date | None:
        day: datetime.date | None = self.cleaned_data["planned_end_on"]
        return day


def _to_give(user: User) -> Any:
    beds = Bed.objects.visible_to(user, Permission.PLACEMENT_CHANGE).filter(pk__in=[ANY_KEY])
    return beds.select_related("room__site").order_by()


class BedsForm(WithReason, PlanForm, ActionForm):
    """The same with the chosen beds: their ids in order, as a run names itself.

    `offered_for` is the search that the beds were offered for: if the user changed it since, the offer is outdated.
    """

    run = forms.CharField(error_messages={"required": _("Choose where they sleep.")})
    offered_for = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_run(self) -> list[Bed]:
        try:
            ids = [uuid.UUID(part) for part in self.cleaned_data["run"].split(",")]
        except ValueError:
            raise forms.ValidationError(_("Choose where they sleep.")) from None
        found = {bed.pk: bed for bed in kept_rows(_to_give, self.user, values={ANY_KEY: ids})}
        if len(found) != len(ids):
            raise forms.ValidationError(_("Choose where they sleep."))
        return [found[each] for each in ids]

    def still_fits(self, search: Callable[[list[Site]], Search]) -> bool:
        """Whether these beds are still free, and allowed without a reason, for the current search; adds an error if not.

        Searches their site again only if the search has changed.
        """
        offered_for = self.cleaned_data["offered_for"]
        if offered_for in ("", self.asked):
            return True
        beds = self.cleaned_data["run"]
        chosen = [bed.pk for bed in beds]
        site = [each for each in self.sites_wanted() if each.pk == beds[0].room.site_id]
        for run in search(site).runs():
            if not run.asks and [bed.bed_id for bed in run.beds] == chosen:
                return True
        self.add_error(None, LOOK_AGAIN)
        return False

    def assignments(self) -> dict[Individual, Bed]:
        people, beds = self.chosen, self.cleaned_data["run"]
        if len(people) != len(beds):
            raise NotEnoughBeds(str(LOOK_AGAIN))
        return dict(zip(people, beds, strict=True))

    def for_action(self) -> dict[str, Any]:
        assignments = self.assignments()
        return {
            "site": next(iter(assignments.values())).room.site,
            "assignments": assignments,
            "starts_on": self.cleaned_data["starts_on"],
            "planned_end_on": self.cleaned_data["planned_end_on"],
            "reason": self.cleaned_data["reason"],
        }


class MoveBedsForm(BedsForm):
    """Which bed for whom, from which night on."""

    def __init__(self, *args: Any, stays: dict[Individual, Placement], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stays = stays

    def for_action(self) -> dict[str, Any]:
        assignments = self.assignments()
        beds: dict[Placement, Bed] = {
            self.stays[person]: bed for person, bed in assignments.items()
        }
        site = next(iter(beds.values())).room.site
        return {
            "placements": beds,
            "site": site,
            "on": self.cleaned_data["starts_on"],
            "reason": self.cleaned_data["reason"],
        }


class SiteOnlyForm(WithReason, PlanForm, ActionForm):
    """A place at a site without a bed."""

    site = forms.ModelChoiceField(label=_("Site"), queryset=Site.objects.none())

    def __init__(self, *args: Any, sites: SiteQuerySet, **kwargs: Any) -> None:
        super().__init__(*args, sites=sites, **kwargs)
        choose_from(self, "site", sites)

    def for_action(self) -> dict[str, Any]:
        asked = ("site", "starts_on", "planned_end_on", "reason")
        return {"people": self.chosen, **{name: self.cleaned_data[name] for name in asked}}


class FamilyForm(WithReason, ActionForm):
    """An act on the members of the family who are ticked; everybody is ticked at first."""

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
    """Check-in."""


class CheckOutForm(FamilyForm):
    on = DateField(label=_("Left the site on"), help_text=_("The first night without them."))


class LongerStayForm(FamilyForm):
    """A new day of leaving, or an open end: neither is preselected, and an empty field is no answer."""

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


class EarlierStayField(forms.Form):
    """Mixin: what becomes of the stay from which the person moved; nothing is preselected."""

    earlier = forms.ChoiceField(
        label=_("The stay from which they moved here"),
        choices=EarlierStay.choices,
        required=False,
        widget=forms.RadioSelect,
    )

    def offer_earlier(self, stays: Sequence[Placement], *, may_bring_back: bool) -> None:
        """Shown only if there is such a stay. Users who may not change it can only leave it as it is."""
        moves = moves_into(stays)
        if not moves:
            del self.fields["earlier"]
            return
        field = field_of(self, "earlier")
        if may_bring_back:
            said = [
                _("%(who)s: %(place)s, until the move on %(day)s.")
                % {
                    "who": after.individual.display_name,
                    "place": place_in_words(before),
                    "day": short_date(after.starts_on),
                }
                for before, after in moves
            ]
            field.help_text = " ".join(said)
        else:
            field.choices = [each for each in field.choices if each[0] == EarlierStay.ENDED]
            field.help_text = _("Whoever runs that place can let it run on.")


class CancelForm(EarlierStayField, ActionForm):
    reason = forms.ChoiceField(label=_("Reason"), choices=CancelReason.choices)
    field_order = ("reason", "earlier")

    def __init__(
        self, *args: Any, stays: Sequence[Placement], may_bring_back: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.offer_earlier(stays, may_bring_back=may_bring_back)


class TogetherForm(CorrectionForm, FamilyForm):
    """A correction for members of the family who are ticked; at first only the one whose page it is."""

    def __init__(self, *args: Any, row: Placement, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row
        self.fields["stays"].initial = [str(row.pk)]


class CorrectStayForm(TogetherForm):
    """The nights on file; the day of leaving only for a stay that is over."""

    starts_on = DateField(label=_("First night"))
    ends_on = DateField(label=_("Left on"), past_only=True)
    field_order = ("stays", "starts_on", "ends_on", "reason")

    def __init__(self, *args: Any, row: Placement, **kwargs: Any) -> None:
        super().__init__(*args, row=row, initial=on_file(type(self), row), **kwargs)
        # The day of a move belongs to two stays, and another form corrects it.
        if moved_from(row):
            del self.fields["starts_on"]
        if row.ends_on is None or moved_to(row):
            del self.fields["ends_on"]


class CorrectMoveForm(TogetherForm):
    """For everybody who moved that day: all are ticked at first, as in the move itself."""

    on = DateField(label=_("Day of the move"), help_text=_("The first night at the new place."))

    def __init__(self, *args: Any, row: Placement, **kwargs: Any) -> None:
        super().__init__(*args, row=row, **kwargs)
        self.fields["on"].initial = row.starts_on
        self.fields["stays"].initial = list(self.by_key)


class AnnulForm(EarlierStayField, TogetherForm):
    """Shows beside each ticked person how many nights stop counting."""

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
            (key, f"{stay.individual.display_name} · {_nights(stay, today)}")
            for key, stay in self.by_key.items()
        ]
        choose_from(self, "stays", lines)


def _nights(stay: Placement, today: datetime.date) -> str:
    count = nights_taken_back(stay, today=today)
    return ngettext("%(count)s night", "%(count)s nights", count) % {"count": count}
