"""The form that filters a timeline."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.register.forms import PersonChoice
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.forms import DateField, choose_from


class TimelineForm(forms.Form):
    """Filters a timeline. The URL holds the values; `person` is the number of the person."""

    kind = forms.ChoiceField(label=_("Kind"), required=False)
    person = PersonChoice(
        Individual.objects.none(),
        label=_("About"),
        required=False,
        to_field_name="number",
        empty_label=_("The whole case"),
    )
    since = DateField(label=_("From"), required=False)
    until = DateField(label=_("Until"), required=False)

    def __init__(self, *args: Any, case: Case, kinds: list[tuple[str, Any]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "kind", [("", _("All")), *kinds])
        people = Individual.objects.filter(memberships__case=case).distinct()
        choose_from(self, "person", people)
        self._offer_people(case)

    def _offer_people(self, case: Case) -> None:
        """Sets the choices of people without a query, if `case_with_family` fetched the members."""
        members = vars(case).get("members_ever")
        if members is None:
            return
        person: Any = self.fields["person"]
        people = {member.individual.number: member.individual for member in members}
        choices = [(number, people[number].display_name) for number in sorted(people)]
        person.choices = [("", person.empty_label), *choices]
