"""Forms of relatives at home, incidents and detentions."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from casework.home.choices import (
    RELATIVE_RELATIONS,
    Actor,
    Certainty,
    DetentionEnd,
    IncidentSource,
    IncidentType,
    RelativeEnd,
    Risk,
)
from casework.home.models import RelativeAbroad
from casework.register.choices import YesNo
from casework.register.forms import AboutForm, CountryField, PersonChoice, RowForm, current_people
from casework.register.models.individual import Individual
from pages.corrections import MistakeField
from pages.forms import DateField, EditVersion, LongText, OncePerSubmission, ShortText, choose_from
from pages.rough_field import RoughDateField
from reference.models import State


class StateChoice(forms.ModelChoiceField):
    """A state in the country of origin. No form asks for a more precise place."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("State"))
        kwargs.setdefault("required", False)
        kwargs.setdefault("empty_label", _("Not known"))
        super().__init__(State.objects.all(), **kwargs)


# Choices for an incident to somebody who is not on file as a relative.
THEMSELF, ANOTHER_RELATIVE = "self", "other"


def _label_of(relative: RelativeAbroad) -> str:
    """Returns the relative's name or relation, with the person whose relative it is."""
    relation = relative.get_relation_display()
    label = f"{relative.name} ({relation})" if relative.name else str(relation)
    return f"{label} · {relative.individual.display_name}"


class WhoseField(PersonChoice):
    """The person concerned, or the person whose relative is concerned. In a family nobody is preselected."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Individual.objects.none(), empty_label="—", **kwargs)

    def get_bound_field(self, form: Any, field_name: str) -> forms.BoundField:
        self.queryset = people = current_people(form.row, form.user)
        if people.count() == 1:
            self.empty_label = None
        return super().get_bound_field(form, field_name)


class RelativeForm(OncePerSubmission, AboutForm):
    """A relative of `individual`, a person in the case."""

    individual = WhoseField(label=_("Relative of"))
    name = ShortText(label=_("Name"), help_text=_("May stay empty."))
    relation = forms.ChoiceField(label=_("Relation"), choices=[("", "—"), *RELATIVE_RELATIONS])
    country = CountryField(label=_("Country"), required=False)
    state = StateChoice(help_text=_("Never write an address here or in the note."))
    risk = forms.ChoiceField(label=_("Risk"), choices=Risk.choices)
    is_dependant = forms.BooleanField(label=_("Lives on what this person earns"), required=False)
    is_ailing = forms.BooleanField(label=_("Ailing"), required=False)
    note = LongText(label=_("Note"), required=False)


NO_DAY_OF_A_MISTAKE = _("What was recorded by mistake needs no day.")


class CorrectRelativeForm(EditVersion, RowForm, RelativeForm):
    individual: Any = None
    ended_on = DateField(
        label=_("No longer at home since"),
        required=False,
        past_only=True,
        help_text=NO_DAY_OF_A_MISTAKE,
    )
    ended_as = forms.ChoiceField(
        label=_("Reason"), choices=[("", "—"), *RelativeEnd.choices], required=False
    )


class IncidentForm(OncePerSubmission, AboutForm):
    """An incident to a relative of `individual`, a person in the case, or to the person."""

    individual = WhoseField(label=_("Person"))
    relative = forms.ChoiceField(label=_("To whom"))
    type = forms.ChoiceField(label=_("What happened"), choices=[("", "—"), *IncidentType.choices])
    happened_on = RoughDateField(label=_("When"))
    is_here = forms.BooleanField(
        label=_("It happened here, on this side of the border"), required=False
    )
    state = StateChoice()
    actor = forms.ChoiceField(label=_("By whom"), choices=Actor.choices)
    paper_signed = forms.ChoiceField(
        label=_("Had to sign a paper"), choices=YesNo.choices, initial=YesNo.UNKNOWN
    )
    source = forms.ChoiceField(label=_("Who told it"), choices=IncidentSource.choices)
    certainty = forms.ChoiceField(
        label=_("How certain"),
        choices=Certainty.choices,
        help_text=_(
            "As told: nobody looked further. Fits: agrees with what else is known of the place and time. "
            "Confirmed: somebody independent said the same."
        ),
    )
    account = LongText(label=_("What was told"), required=False)
    consent_given_on = DateField(
        label=_("Consent given on"),
        required=False,
        past_only=True,
        help_text=_(
            "The day on which the person agreed that this incident supports the case and is counted "
            "for others. Without it, it stays within this file."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        relatives = self.relatives_to_choose().select_related("individual")
        self.relatives = {str(each.pk): each for each in relatives}
        others = [
            ("", "—"),
            (THEMSELF, _("The person themself")),
            (ANOTHER_RELATIVE, _("A relative who is not on file")),
        ]
        choices = [(key, _label_of(each)) for key, each in self.relatives.items()]
        choose_from(self, "relative", others + choices)

    def relatives_to_choose(self) -> QuerySet[RelativeAbroad]:
        people = current_people(self.row, self.user)
        return RelativeAbroad.objects.at_home().filter(individual__in=people)

    def for_action(self) -> dict[str, Any]:
        arguments = super().for_action()
        whom = arguments["relative"]
        return arguments | {"relative": self.relatives.get(whom), "is_own": whom == THEMSELF}


class CorrectIncidentForm(MistakeField, EditVersion, RowForm, IncidentForm):
    individual: Any = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        nobody_on_file = THEMSELF if self.row.is_own else ANOTHER_RELATIVE
        self.initial["relative"] = str(self.row.relative_id or nobody_on_file)

    def relatives_to_choose(self) -> QuerySet[RelativeAbroad]:
        return RelativeAbroad.objects.filter(individual=self.row.individual)


class DetentionForm(OncePerSubmission, AboutForm):
    since = RoughDateField(label=_("Detained since"))
    authority = forms.ChoiceField(label=_("Held by"), choices=Actor.choices)
    state = StateChoice()
    review_on = DateField(label=_("Ask again on"), required=False)
    note = LongText(label=_("Note"), required=False)


class ReviewDetentionForm(EditVersion, RowForm, DetentionForm):
    ended_on = RoughDateField(
        label=_("Ended on"),
        help_text=_(
            "2024, 3/2024 or 12/3/2024. Leave it empty while it lasts, and where it was recorded by mistake."
        ),
    )
    ended_as = forms.ChoiceField(
        label=_("How it ended"), choices=[("", "—"), *DetentionEnd.choices], required=False
    )
    field_order = ("since", "authority", "state", "ended_on", "ended_as", "review_on", "note")
