"""Form fields that casework shares, and base forms about one person."""

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.register.choices import Relation
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.case import members_today
from pages.forms import ActionForm, DateField, LongText
from reference.choices import Country, countries

RELATIONS: list[tuple[str, Any]] = [
    ("", "—"),
    *(each for each in Relation.choices if each[0] not in (Relation.PRINCIPAL, Relation.UNKNOWN)),
]


class PersonChoice(forms.ModelChoiceField):
    def label_from_instance(self, individual: Any) -> str:
        return str(individual.display_name)


def person_field(case: Case, day: datetime.date, **kwargs: Any) -> PersonChoice:
    """Returns a field with the members of the case that day; its empty choice is "The whole case"."""
    fetched = vars(case).get("people_today")
    keys: Any = [member.individual_id for member in fetched or ()]
    if fetched is None:
        keys = members_today(case, day).values("individual")
    people = Individual.objects.filter(pk__in=keys)
    kwargs.setdefault("required", False)
    kwargs.setdefault("empty_label", _("The whole case"))
    return PersonChoice(queryset=people, **kwargs)


def current_people(case: Case, user: User) -> Any:
    members = members_today(case, user.today()).values("individual")
    return Individual.objects.filter(pk__in=members)


class PeopleChoice(forms.ModelMultipleChoiceField):
    """Several people of the case `form.row`, by display name."""

    widget = forms.CheckboxSelectMultiple

    def get_bound_field(self, form: Any, field_name: str) -> forms.BoundField:
        self.queryset = current_people(form.row, form.user)
        return super().get_bound_field(form, field_name)

    def label_from_instance(self, individual: Any) -> str:
        return str(individual.display_name)


def numbered_person(number: str, user: User, permission: Permission) -> Individual:
    """Returns the person with this number. Raises ValidationError if the user sees nobody with it."""
    people = Individual.objects.visible_to(user, permission)
    person: Individual | None = people.filter(number=number.strip().upper()).first()
    if person is None:
        raise forms.ValidationError(_("Among your cases nobody has this number."))
    return person


class AboutForm(ActionForm):
    """A form about `row` for `user`. Fields named in `TODAY` have today as initial value."""

    TODAY: tuple[str, ...] = ()

    def __init__(self, *args: Any, user: User, row: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.row = row
        self.initial.update(dict.fromkeys(self.TODAY, user.today()))


class ConfirmRowForm(AboutForm):
    """A form without fields, for a page that only asks for confirmation."""


class RowForm(AboutForm):
    """A form about a row; fields with names of model fields have the row's values as initial values.

    A form for corrections inherits from this form first, then from the form that records the row. So `TODAY` and
    `submission`, the token against double clicks, are reset.
    """

    TODAY: tuple[str, ...] = ()
    submission: Any = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in set(self.fields) & {field.name for field in self.row._meta.concrete_fields}:
            self.initial.setdefault(name, getattr(self.row, name))


class EndRowForm(RowForm):
    """Asks for the first day on which something no longer applies."""

    TODAY = ("ended_on",)
    ended_on = DateField(label=_("Since"), past_only=True)


class WithdrawForm(RowForm):
    """Asks why something on file was a mistake."""

    reason = LongText(label=_("Why was it a mistake?"))


def choices_with_blank(choices: Any) -> list[tuple[str, Any]]:
    """Returns the choices after an empty one, so that none is preselected."""
    return [("", "—"), *choices]


class CountryField(forms.ChoiceField):
    """A country by ISO code, frequent ones first; offers the stored code even if it is unknown."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=lambda: choices_with_blank(countries()), **kwargs)

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).upper()

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        code = form.get_initial_for_field(self, field_name)
        if code and code not in Country.values:
            offered: Any = self.choices
            self.choices = [*offered, (code, code)]
        return super().get_bound_field(form, field_name)
