"""The rows of the quick-log grid: the head and the other people. Rare fields are folded below the row."""

import datetime
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.identity.actions.individuals import PersonRow
from casework.identity.birth_field import BirthField
from casework.identity.rules import (
    AGES_HARDLY_FIT,
    ARE_AGES_RIGHT,
    NAME_MISSING,
    SMALL_CHILD_FIRST,
    are_ages_unlikely,
    is_newborn,
    relation_fault,
    too_small_to_come_first,
    two_nationalities,
)
from casework.papers.rules.papers import parse_paper
from casework.register.choices import Category, DocumentType, Relation, Sex
from casework.register.forms import RELATIONS
from casework.register.rules import AGE_OF_MAJORITY, Birth
from casework.service.rules import (
    NOBODY_SERVED_SO_YOUNG,
    RANK_NOT_IN_FORCE,
    too_young_to_have_served,
)
from pages.countries import LIKELY_COUNTRIES, name_of_country
from pages.forms import ShortText, choose_from, field_of
from reference.models import Force, Rank
from reference.models.lists import ranks_by_body

NO_FORCE = "none"

FORCE_UNKNOWN = "unknown"

# "Not asked" is an answer, so that it differs from a field that the user forgot.
NOT_ASKED = "not_asked"

IDENTITY_FIELDS = ("given_names", "family_names", "sex", "birth", "document")

FIRST_FAMILY = "A"

FAMILY_MISSING = _(
    "Give the letter of a family, that of another row or a new one, or say the relation."
)

# Fields that are shown only if the ages are doubtful.
CONFIRMATIONS = {"are_ages_right", "is_child_first"}

# Fields that have a value before the user types.
PREFILLED_FIELDS = {"document_type", "family"}


def nationality_choices() -> list[tuple[str, Any]]:
    """Returns frequent countries as choices; the third choice combines the first two, for dual nationals."""
    likely = [(code, name_of_country(code)) for code in LIKELY_COUNTRIES]
    both_countries = " ".join(LIKELY_COUNTRIES[:2]), " + ".join(name for _code, name in likely[:2])
    return [("", _("As the paper says")), *likely[:2], both_countries, *likely[2:]]


class ServiceChoices:
    """Forces and ranks, queried once for all rows of a grid."""

    @cached_property
    def forces(self) -> dict[str, Force]:
        return {force.code: force for force in Force.objects.offered()}

    @cached_property
    def ranks(self) -> dict[str, Rank]:
        return {rank.code: rank for rank in Rank.objects.offered()}

    def force_choices(self) -> list[tuple[str, Any]]:
        """Returns the choices of a row; the first one means "not answered"."""
        return [
            ("", "—"),
            (NO_FORCE, _("No, in none")),
            *((code, str(force)) for code, force in self.forces.items()),
            (FORCE_UNKNOWN, _("Served, force not known")),
            (NOT_ASKED, _("Nobody asked yet")),
        ]

    def rank_choices(self) -> list[tuple[str, Any]]:
        """Returns the choices of a row: "not known" first, then the ranks grouped by force."""
        ranks_of_bodies = ranks_by_body(self.ranks.values()).items()
        groups = [
            (body, [(rank.code, str(rank)) for rank in ranks]) for body, ranks in ranks_of_bodies
        ]
        return [("", _("Not known")), *groups]


class ArrivingPersonForm(forms.Form):
    """One row of the grid. `main` holds the fields in the table, with None for an empty cell; `more` the folded ones."""

    MAIN: tuple[str | None, ...] = ()
    MAIN_IN_GROUP: tuple[str | None, ...] = ()
    INHERITED_FIELDS: frozenset[str] = frozenset()

    # In a group: the sentence with the letter and the head of the row's family. The grid sets it.
    comes_with = ""

    given_names = ShortText(label=_("Given names"))
    family_names = ShortText(label=_("Family names"))
    sex = forms.ChoiceField(label=_("Sex"), choices=[("", "—"), *Sex.choices], required=False)
    birth = BirthField()
    document = ShortText(label=_("Document"), max_length=60)
    force = forms.ChoiceField(label=_("Served in a force?"), required=False)
    rank = forms.ChoiceField(label=_("Rank"), required=False)
    document_type = forms.ChoiceField(
        label=_("Type of document"),
        choices=[("", "—"), *DocumentType.choices],
        required=False,
    )
    nationality = forms.ChoiceField(
        label=_("Nationality"),
        choices=nationality_choices,
        required=False,
        help_text=_("What the number of the paper says need not be said again."),
    )
    alias = ShortText(label=_("Alias"))
    family = ShortText(label=_("Family"), max_length=3)
    is_anonymous = forms.BooleanField(label=_("Asked for anonymity"), required=False)
    is_child_of_a_force = forms.BooleanField(
        label=_("A child who was with a force"),
        required=False,
        help_text=_("Only for somebody under 18 of whom this was said."),
    )
    is_child_first = forms.BooleanField(
        label=_("A small child alone, or first of the family: it is so"), required=False
    )

    def __init__(
        self,
        *args: Any,
        on: datetime.date,
        today: datetime.date,
        service: ServiceChoices,
        is_group: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.service, self.is_group = service, is_group
        if not is_group:
            del self.fields["family"]
        # A typed age is the age today, whatever the day of arrival; nobody was born after arriving.
        self.arrived_on = field_of(self, "birth").by = on
        field_of(self, "birth").on = today
        choose_from(self, "force", service.force_choices())
        choose_from(self, "rank", service.rank_choices())
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"

    @property
    def fields_in_table(self) -> tuple[str | None, ...]:
        return self.MAIN_IN_GROUP if self.is_group else self.MAIN

    @property
    def main(self) -> list[forms.BoundField | None]:
        return [self[name] if name else None for name in self.fields_in_table]

    @property
    def more(self) -> list[forms.BoundField]:
        """The folded fields, without confirmations that are not needed."""
        folded = [self[name] for name in self.fields if name not in self.fields_in_table]
        return [
            bound for bound in folded if bound.name not in CONFIRMATIONS or self._is_needed(bound)
        ]

    def _is_needed(self, bound: forms.BoundField) -> bool:
        return bool(bound.errors) or self._has_text(bound.name)

    @property
    def has_more(self) -> bool:
        """Whether a folded field was filled in, or has an error."""
        names = [bound.name for bound in self.more if bound.name not in PREFILLED_FIELDS]
        return any(self._has_text(name) for name in names) or any(b.errors for b in self.more)

    @property
    def is_blank(self) -> bool:
        return not self.is_bound or not self.is_about_somebody()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.is_about_somebody() and not (self._has_name(cleaned) or is_newborn(self.age)):
            self.add_error("given_names", NAME_MISSING)
        if cleaned.get("force") in (NO_FORCE, NOT_ASKED) and cleaned.get("rank"):
            self.add_error("rank", _("Who served in no force, or was not asked, has no rank."))
        force = self.service.forces.get(cleaned.get("force", ""))
        rank = self.service.ranks.get(cleaned.get("rank", ""))
        if force and rank and not force.has(rank):
            self.add_error("rank", str(RANK_NOT_IN_FORCE))
        typed, kind = cleaned.get("document", ""), cleaned.get("document_type", "")
        if typed and not kind and not parse_paper(typed).type:
            self.add_error("document_type", _("Say what kind of paper has this number."))
        self._refuse_impossible(cleaned)
        return cleaned

    def _refuse_impossible(self, cleaned: dict[str, Any]) -> None:
        age = self.age
        has_served = self._has_served(cleaned)
        if too_young_to_have_served(age, has_served=has_served):
            self.add_error("birth", str(NOBODY_SERVED_SO_YOUNG))
        elif has_served and self._is_child() and not cleaned.get("is_child_of_a_force"):
            sentence = _(
                "%(age)s years and a force: tick this if it is so, or put age or force right."
            )
            self.add_error("is_child_of_a_force", sentence % {"age": age})
        relation = cleaned.get("relation") or ""
        if fault := relation_fault(relation, age=age, sex=cleaned.get("sex") or ""):
            self.add_error("relation", str(fault))

    @property
    def age(self) -> int | None:
        """The age on the day of arrival, or None if the row does not say enough."""
        birth: Birth = self.cleaned_data.get("birth") or Birth()
        return birth.age_on(self.arrived_on)

    def _is_child(self) -> bool:
        age = self.age
        return age is not None and age < AGE_OF_MAJORITY

    @staticmethod
    def _has_name(cleaned: dict[str, Any]) -> bool:
        """Whether the row has a name. One name is enough, and so is the alias of a person who gives no name."""
        return any(cleaned.get(name) for name in ("given_names", "family_names", "alias"))

    @staticmethod
    def _has_served(cleaned: dict[str, Any]) -> bool:
        service = cleaned.get("force") or cleaned.get("rank")
        return bool(service) and cleaned.get("force") not in (NO_FORCE, NOT_ASKED)

    def typed(self, name: str) -> str:
        """Returns the submitted text of the field, valid or not."""
        return str(self.data.get(self.add_prefix(name), "")).strip()

    def _has_text(self, name: str) -> bool:
        return bool(self.typed(name))

    def is_about_somebody(self) -> bool:
        """Whether somebody typed into the row; False if it has only prefilled or inherited values."""
        return any(
            self._has_text(name)
            for name in self.fields
            if name not in PREFILLED_FIELDS | self.INHERITED_FIELDS
        )

    def asks_for_service(self) -> bool:
        """Whether the first row of a family lacks the answer about service; adds an error if so.

        The grid calls this method for first rows only. The position of a row does not say whether the person served. A
        child is not asked.
        """
        typed = self.cleaned_data
        if self._is_child() or not self._has_name(typed):
            return False
        if typed.get("force") or typed.get("rank") or "force" in self.errors:
            return False
        self.add_error(
            "force",
            _(
                "Say in which force this person served, that it was in none, or that nobody asked yet."
            ),
        )
        return True

    def asks_if_first(self) -> bool:
        """Whether the user must confirm that such a small child is the first row; adds an error if so."""
        cleaned = self.cleaned_data
        if cleaned.get("is_child_first") or not too_small_to_come_first(self.age):
            return False
        self.add_error("is_child_first", SMALL_CHILD_FIRST)
        return True

    def asks_for_ages(self, head: "ArrivingPersonForm") -> bool:
        """Whether the user must confirm the relation to the head, because the ages are unlikely; adds an error if so."""
        cleaned = self.cleaned_data
        relation, is_right = cleaned.get("relation") or "", cleaned.get("are_ages_right")
        if is_right or not are_ages_unlikely(relation, age=self.age, age_of_principal=head.age):
            return False
        self.add_error("are_ages_right", AGES_HARDLY_FIT)
        return True

    def asks_for_family(self) -> bool:
        """Whether a row of a group names neither family nor relation; adds an error if so."""
        if (
            not self.is_group
            or self.cleaned_data.get("family")
            or self.cleaned_data.get("relation")
        ):
            return False
        self.add_error("family", FAMILY_MISSING)
        return True

    def row(self, *, is_head: bool) -> PersonRow:
        """Returns the person of a valid row."""
        typed = self.cleaned_data
        is_service_asked = typed["force"] != NOT_ASKED and bool(typed["force"] or typed["rank"])
        return PersonRow(
            given_names=typed["given_names"],
            family_names=typed["family_names"],
            sex=typed["sex"] or Sex.UNKNOWN,
            birth=typed["birth"],
            document=typed["document"],
            document_type=typed["document_type"],
            **two_nationalities(
                *typed["nationality"].split(), parse_paper(typed["document"]).nationality
            ),
            alias=typed["alias"],
            is_anonymous=typed["is_anonymous"],
            relation=Relation.PRINCIPAL if is_head else typed.get("relation") or Relation.UNKNOWN,
            category=Category.FORMER_MEMBER if self._has_served(typed) else Category.RELATIVE,
            is_service_asked=is_service_asked,
            force=self.service.forces.get(typed["force"]),
            rank=self.service.ranks.get(typed["rank"]),
        )


class HeadForm(ArrivingPersonForm):
    """The first row; force and rank are in the table."""

    MAIN = (*IDENTITY_FIELDS, "force", "rank")
    MAIN_IN_GROUP = ("family", *IDENTITY_FIELDS, None, "force")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.is_group:
            self.fields["family"].initial = FIRST_FAMILY
        self.fields["given_names"].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self._has_name(cleaned) and not self.errors:
            self.add_error("given_names", NAME_MISSING)
        return cleaned


class MemberForm(ArrivingPersonForm):
    """A further row. A row that has only an inherited family name is empty."""

    MAIN = (*IDENTITY_FIELDS, "relation", None)
    MAIN_IN_GROUP = ("family", *IDENTITY_FIELDS, "relation", "force")
    INHERITED_FIELDS = frozenset({"family_names"})

    relation = forms.ChoiceField(label=_("Relation"), choices=RELATIONS, required=False)
    are_ages_right = forms.BooleanField(label=ARE_AGES_RIGHT, required=False)
