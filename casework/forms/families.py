"""The family builder: who goes, as what, from which day."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.choices import Relation
from casework.forms.arrival_rows import RELATIONS
from casework.forms.fields import ShortText
from casework.models import Case, FamilyMember, Individual
from pages.forms import ActionForm, DateField, OncePerSubmission

AS_PRINCIPAL = [
    ("", "—"),
    (Relation.PRINCIPAL.value, _("Principal of the new case")),
    *RELATIONS[1:],
]


class OtherCaseForm(forms.Form):
    """The number of the case whose people join; cases out of sight do not exist."""

    number = ShortText(label=_("Number of the other case"), max_length=20, required=True)

    def __init__(self, *args: Any, case: Case, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.case, self.user = case, user

    def clean_number(self) -> Case:
        cases = Case.objects.visible_to(self.user, Permission.CASE_CHANGE).open()
        number = self.cleaned_data["number"].upper()
        other = cases.exclude(pk=self.case.pk).filter(number=number).first()
        if other is None:
            raise forms.ValidationError(_("Among your open cases none has this number."))
        return other


class WhoGoesForm(OncePerSubmission, ActionForm):
    """A tick and a relation for each member, and the first day in the other case."""

    NOT_FOR_THE_ACTION = frozenset({"submission"})

    on = DateField(label=_("From"), past_only=True, help_text=_("The first day in the other case."))

    def __init__(
        self,
        *args: Any,
        members: Sequence[FamilyMember],
        user: User,
        relations: Sequence[tuple[str, str | Promise]] = RELATIONS,
        all_go: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.members = list(members)
        self.initial["on"] = user.today()
        for member in self.members:
            name = member.individual.display_name
            self.fields[self._goes(member)] = forms.BooleanField(
                label=name, required=False, initial=all_go
            )
            self.fields[self._as(member)] = forms.ChoiceField(
                label=_("Relation: %(name)s") % {"name": name}, choices=relations, required=False
            )

    @staticmethod
    def _goes(member: FamilyMember) -> str:
        return f"goes_{member.pk}"

    @staticmethod
    def _as(member: FamilyMember) -> str:
        return f"as_{member.pk}"

    def rows(self) -> Iterator[tuple[FamilyMember, forms.BoundField, forms.BoundField]]:
        """Each member with the tick and the relation, for a table."""
        for member in self.members:
            yield member, self[self._goes(member)], self[self._as(member)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        chosen = [member for member in self.members if cleaned.get(self._goes(member))]
        if not chosen and not self.errors:
            self.add_error(None, _("Choose at least one person."))
        for member in chosen:
            if not cleaned.get(self._as(member)):
                self.add_error(self._as(member), _("Say the relation of everybody who goes."))
        return cleaned

    @property
    def going(self) -> list[FamilyMember]:
        return [member for member in self.members if self.cleaned_data[self._goes(member)]]

    @property
    def staying(self) -> list[FamilyMember]:
        return [member for member in self.members if not self.cleaned_data[self._goes(member)]]

    def for_action(self) -> dict[str, Any]:
        relations: dict[Individual, str] = {
            member.individual: self.cleaned_data[self._as(member)] for member in self.going
        }
        return {"relations": relations, "on": self.cleaned_data["on"]}

    def as_typed(self) -> list[str]:
        """Every answer as a hidden field, for the page that asks once more."""
        return [bound.as_hidden() for bound in self if not bound.is_hidden]


class UndoForm(ActionForm):
    """Only the press of the button."""
