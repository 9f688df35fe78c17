"""What the forms about one person share."""

from typing import Any

from django import forms
from django.template.defaultfilters import yesno
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.choices.countries import Country
from casework.forms.fields import LongText
from casework.models import Individual
from pages.forms import ActionForm, DateField, OncePerSubmission


def person_numbered(number: str, user: User, permission: Permission) -> Individual:
    """Whoever has this number among those whom `user` sees. Raises ValidationError."""
    people = Individual.objects.visible_to(user, permission)
    person = people.filter(number=number.strip().upper()).first()
    if person is None:
        raise forms.ValidationError(_("Among your cases nobody has this number."))
    return person


class PersonForm(OncePerSubmission, ActionForm):
    """Something new about a person."""

    def __init__(self, *args: Any, user: User, individual: Individual, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.individual = individual


class RowForm(ActionForm):
    """Something about a row; fields of the row's own names start with what is on file."""

    def __init__(self, *args: Any, user: User, row: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.row = row
        for name in set(self.fields) & {field.name for field in row._meta.concrete_fields}:
            self.initial.setdefault(name, getattr(row, name))

    def on_file_now(self) -> list[str]:
        """Label and value on file of every field where what was typed says something else."""
        told = []
        for bound in self.visible_fields():
            known = self.initial.get(bound.name)
            if bound.field.has_changed(known, bound.data):
                value = yesno(known) if isinstance(known, bool) else known
                words = dict(getattr(bound.field, "choices", [])).get(value, value) or "—"
                told.append(f"{bound.label}: {words}")
        return told


class EndRowForm(RowForm):
    """The day from which something no longer holds: today, unless said otherwise."""

    ended_on = DateField(label=_("Since"), past_only=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["ended_on"] = self.user.today()


class WithdrawForm(RowForm):
    """Why something on file was a mistake."""

    reason = LongText(label=_("Why was it a mistake?"))


def choices_with_blank(choices: Any) -> list[tuple[str, Any]]:
    """The choices after an empty one, so that nothing is chosen by accident."""
    return [("", "—"), *choices]


class CountryField(forms.ChoiceField):
    """A choice among the likely countries, and the one that is on file."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=choices_with_blank(Country.choices), **kwargs)

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).upper()

    def offer(self, code: str) -> None:
        """Lets a country stand that is on file and none of the likely ones."""
        if code and code not in Country.values:
            self.choices = [*self.choices, (code, code)]  # type: ignore[has-type]
