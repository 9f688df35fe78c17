"""Forms about stays."""

import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.individual import Individual
from pages.forms import ActionForm, DateField, choose_from
from shelters.beds_for_family import in_given_order
from shelters.choices import CancelReason
from shelters.models import Bed, Placement, Site
from shelters.refusals import NotEnoughBeds


class PlanForm(forms.Form):
    """For whom, from which night, until when: asked first, so that only free beds are offered."""

    people = forms.MultipleChoiceField(label=_("Who"), widget=forms.CheckboxSelectMultiple)
    starts_on = DateField(label=_("First night"))
    planned_end_on = DateField(label=_("Planned until"), required=False)

    def __init__(self, *args: Any, people: Sequence[Individual], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.everybody = {str(person.pk): person for person in people}
        choose_from(
            self, "people", [(key, person.display_name) for key, person in self.everybody.items()]
        )

    def clean(self) -> dict[str, Any]:
        answers = super().clean() or self.cleaned_data
        first, last = answers.get("starts_on"), answers.get("planned_end_on")
        if first and last and last <= first:
            self.add_error("planned_end_on", _("The planned end is not after the first night."))
        return answers

    @property
    def chosen(self) -> list[Individual]:
        wanted = set(self.cleaned_data["people"])
        return [person for key, person in self.everybody.items() if key in wanted]


class BedsForm(PlanForm, ActionForm):
    """The same with the beds that were chosen: their ids in order, as a run names itself."""

    run = forms.CharField(error_messages={"required": _("Choose where they sleep.")})

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_run(self) -> list[Bed]:
        try:
            ids = [uuid.UUID(part) for part in self.cleaned_data["run"].split(",")]
        except ValueError:
            raise forms.ValidationError(_("Choose where they sleep.")) from None
        allowed = Bed.objects.visible_to(self.user, Permission.PLACEMENT_CHANGE)
        beds = in_given_order(ids)
        if len(set(ids)) != len(ids) or allowed.filter(pk__in=ids).count() != len(ids):
            raise forms.ValidationError(_("Choose where they sleep."))
        return beds

    def assignments(self) -> dict[Individual, Bed]:
        people, beds = self.chosen, self.cleaned_data["run"]
        if len(people) != len(beds):
            raise NotEnoughBeds(_("There are not as many beds as people. Look again."))
        return dict(zip(people, beds, strict=True))

    def for_action(self) -> dict[str, Any]:
        assignments = self.assignments()
        return {
            "site": next(iter(assignments.values())).room.site,
            "assignments": assignments,
            "starts_on": self.cleaned_data["starts_on"],
            "planned_end_on": self.cleaned_data["planned_end_on"],
        }


class MoveForm(BedsForm):
    """Who moves into which bed, from which night on."""

    def __init__(self, *args: Any, stays: dict[Individual, Placement], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stays = stays

    def for_action(self) -> dict[str, Any]:
        assignments = self.assignments()
        beds: dict[Placement, Bed] = {
            self.stays[person]: bed for person, bed in assignments.items()
        }
        site = next(iter(beds.values())).room.site
        return {"placements": beds, "site": site, "on": self.cleaned_data["starts_on"]}


class SiteOnlyForm(PlanForm, ActionForm):
    """A place at a site; the bed comes later."""

    site = forms.ModelChoiceField(label=_("Site"), queryset=Site.objects.none())

    def __init__(self, *args: Any, sites: QuerySet[Site], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "site", sites)

    def for_action(self) -> dict[str, Any]:
        return {**self.cleaned_data, "people": self.chosen}


class CheckOutForm(ActionForm):
    on = DateField(label=_("Left the site on"), help_text=_("The first night without them."))


class ExtendForm(ActionForm):
    planned_end_on = DateField(
        label=_("Planned until"), required=False, help_text=_("Empty for as long as it takes.")
    )


class CancelForm(ActionForm):
    reason = forms.ChoiceField(label=_("Reason"), choices=CancelReason.choices)
