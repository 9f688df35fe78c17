"""Forms that give people a place: who, which nights, which beds."""

import datetime
import uuid
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django import forms
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.individual import Individual
from pages.forms import (
    ActionForm,
    DateField,
    LongText,
    choose_from,
    field_of,
)
from pages.order import order_of
from pages.questions import PLACEHOLDER, cached_rows
from reference.models import Municipality
from shelters.beds_for_family import Search
from shelters.models import Bed, Placement, Site
from shelters.querysets.site import SiteQuerySet
from shelters.refusals import NotEnoughBeds

LEAVES_ON_HELP = _("The first night without them. Empty for as long as it takes.")
NO_LONGER = _("Somebody whom you chose has a place by now: look again who still waits.")
LOOK_AGAIN = _("You changed what was asked for: look at the beds again.")


def _by_name(municipality: Any) -> str:
    return order_of(municipality.name)


class WithReason(forms.Form):
    """Mixin with a reason, for places that need one."""

    reason: Any = LongText(
        label=_("Why all the same"),
        required=False,
        max_length=2_000,
        needed_when=_("needed where a rule asks for it"),
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Only where the place asks for a reason. It is kept sealed with the stay."),
    )


class PlanForm(forms.Form):
    """Asks who needs a bed, where and for which nights. It comes first, so that only free beds are offered."""

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
        municipalities: dict[Any, Any] = {site.municipality_id: site.municipality for site in sites}
        choose_from(self, "only_site", sites)
        choose_from(self, "only_municipality", Municipality.objects.filter(code__in=municipalities))
        self._offer("only_site", sites)
        self._offer("only_municipality", sorted(municipalities.values(), key=_by_name))
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
        site, municipality = self.cleaned_data["only_site"], self.cleaned_data["only_municipality"]
        return [
            each
            for each in self.sites
            if (site is None or each == site)
            and (municipality is None or each.municipality == municipality)
        ]

    @property
    def chosen(self) -> list[Individual]:
        wanted = set(self.cleaned_data["people"])
        return [person for key, person in self.everybody.items() if key in wanted]

    @property
    def search_key(self) -> str:
        """The search as one line of text. An offer is valid only for the search it was made for."""
        answers = self.cleaned_data
        days = [day.isoformat() if day else "" for day in (answers["starts_on"], self.leaves_on)]
        places = [
            str(each.pk) if each else ""
            for each in (answers["only_municipality"], answers["only_site"])
        ]
        return "|".join([",".join(str(person.pk) for person in self.chosen), *days, *places])

    @property
    def leaves_on(self) -> datetime.date | None:
        day: datetime.date | None = self.cleaned_data["planned_end_on"]
        return day


def _chosen_beds(user: User) -> Any:
    beds = Bed.objects.visible_to(user, Permission.PLACEMENT_CHANGE).filter(pk__in=[PLACEHOLDER])
    return beds.select_related("room__site").order_by()


class BedsForm(WithReason, PlanForm, ActionForm):
    """The plan and the chosen beds. `run` is the `Run.key` of the beds: their ids in order.

    `offered_for` is the search that the beds were offered for. If the user has changed the search, the offer is outdated.
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
        beds = {
            bed.pk: bed for bed in cached_rows(_chosen_beds, self.user, values={PLACEHOLDER: ids})
        }
        if len(beds) != len(ids):
            raise forms.ValidationError(_("Choose where they sleep."))
        return [beds[each] for each in ids]

    def still_fits(self, search: Callable[[list[Site]], Search]) -> bool:
        """Whether these beds are free and need no reason, for the current search. Adds an error if not.

        If the search has not changed, nothing is searched again.
        """
        offered_for = self.cleaned_data["offered_for"]
        if offered_for in ("", self.search_key):
            return True
        beds = self.cleaned_data["run"]
        chosen = [bed.pk for bed in beds]
        sites = [each for each in self.sites_wanted() if each.pk == beds[0].room.site_id]
        for run in search(sites).runs():
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
    """Moves people into the chosen beds from a night on."""

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
    """Gives people a place at a site, without a bed."""

    site = forms.ModelChoiceField(label=_("Site"), queryset=Site.objects.none())

    def __init__(self, *args: Any, sites: SiteQuerySet, **kwargs: Any) -> None:
        super().__init__(*args, sites=sites, **kwargs)
        choose_from(self, "site", sites)

    def for_action(self) -> dict[str, Any]:
        names = ("site", "starts_on", "planned_end_on", "reason")
        return {"people": self.chosen, **{name: self.cleaned_data[name] for name in names}}
