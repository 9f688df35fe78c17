"""Confirmation of ages that hardly fit the relation to the principal."""

import datetime
from typing import Any

from django import forms

from casework.identity.rules import AGES_HARDLY_FIT, ARE_AGES_RIGHT, are_ages_unlikely
from casework.register.choices import Relation
from casework.register.models.case import Case


class ConfirmsAges(forms.Form):
    """Mixin: asks for confirmation of ages that hardly fit the relation to the principal."""

    are_ages_right = forms.BooleanField(label=ARE_AGES_RIGHT, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        before = [name for name in self.fields if name != "are_ages_right"]
        self.order_fields([*before[: before.index("relation") + 1], "are_ages_right"])
        if not self.is_bound:
            del self.fields["are_ages_right"]

    def check_ages(self, case: Case, age: int | None, today: datetime.date) -> None:
        """Adds an error if the ages hardly fit and nobody confirmed them; removes the question if they fit."""
        is_right = self.cleaned_data.pop("are_ages_right", False)
        relation = self.cleaned_data.get("relation", "")
        heads = case.members.filter(left_on=None, relation_to_principal=Relation.PRINCIPAL)
        head = heads.select_related("individual").first()
        age_of_head = head.individual.age_on(today) if head else None
        if not are_ages_unlikely(relation, age=age, age_of_principal=age_of_head):
            del self.fields["are_ages_right"]
        elif not is_right:
            self.add_error("are_ages_right", AGES_HARDLY_FIT)
