"""Forms that add and remove members, change the principal, correct days and relations, and build families."""

import datetime
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.bonds.models import Relationship
from casework.bonds.rules import relation_by_bond
from casework.corrections.forms import CHANGED, CorrectionForm, WrongOrChanged
from casework.families.actions.days import causes_of_days
from casework.identity.actions.individuals import PersonRow
from casework.identity.ages_field import ConfirmsAges
from casework.identity.birth_field import BirthField, birth_no_later_than
from casework.identity.kinship import relation_of_former, relation_of_other
from casework.identity.nationality_fields import ChecksNationalities
from casework.identity.rules import NAME_MISSING, is_newborn, relation_fault
from casework.register.choices import EntryMode, Relation, Sex
from casework.register.forms import RELATIONS, AboutForm, CountryField, RowForm
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from pages.forms import (
    ActionForm,
    ChoiceOrDefault,
    ChoiceWhenNeeded,
    DateField,
    OncePerSubmission,
    ShortText,
    choose_from,
    field_of,
)
from reference.forms import OfferedChoice
from reference.models import CrossingPoint


class AddMemberForm(ChecksNationalities, ConfirmsAges, OncePerSubmission, AboutForm):
    """Adds a new person. People on file come through the family builder."""

    TODAY = ("joined_on",)
    given_names = ShortText(label=_("Given names"))
    family_names = ShortText(label=_("Family names"))
    sex = forms.ChoiceField(label=_("Sex"), choices=[("", "—"), *Sex.choices], required=False)
    birth = BirthField()
    document = ShortText(label=_("Document"), max_length=60)
    relation = forms.ChoiceField(label=_("Relation to the principal"), choices=RELATIONS)
    nationality = CountryField(label=_("Nationality"), required=False)
    second_nationality = CountryField(label=_("Second nationality"), required=False)
    joined_on = DateField(label=_("Joined on"), past_only=True)
    crossed_on = DateField(
        label=_("Came across on"),
        required=False,
        past_only=True,
        help_text=_("Leave it empty for a child who was born here."),
    )
    crossing = OfferedChoice(CrossingPoint, label=_("Crossing point"))
    entry_mode = ChoiceOrDefault(
        label=_("Entry"), choices=EntryMode.choices, initial=EntryMode.UNKNOWN
    )
    FOLDED_FIELDS = ("crossing", "entry_mode")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field_of(self, "birth").on = self.user.today()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        days = [cleaned[name] for name in ("joined_on", "crossed_on") if cleaned.get(name)]
        birth = birth_no_later_than(self, min([*days, self.user.today()]))
        age = birth.age_on(self.user.today())
        has_name = cleaned.get("given_names") or cleaned.get("family_names")
        if not (has_name or is_newborn(age) or self.errors):
            self.add_error("given_names", NAME_MISSING)
        relation = cleaned.get("relation") or ""
        if fault := relation_fault(relation, age=age, sex=cleaned.get("sex") or ""):
            self.add_error("relation", str(fault))
        self.check_ages(self.row, age, self.user.today())
        return cleaned

    @property
    def main(self) -> list[forms.BoundField]:
        return [bound for bound in self.visible_fields() if bound.name not in self.FOLDED_FIELDS]

    @property
    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FOLDED_FIELDS]

    @property
    def has_more(self) -> bool:
        """Whether a folded field was filled in, or has an error."""
        return any(
            bound.errors or bound.value() not in (None, "", EntryMode.UNKNOWN)
            for bound in self.more
        )

    def for_action(self) -> dict[str, Any]:
        typed = self.cleaned_data
        facts = {name: typed[name] for name in ("given_names", "family_names", "document", "birth")}
        facts |= self.two_nationalities
        typed_once = ("relation", "joined_on", "crossed_on", *self.FOLDED_FIELDS)
        return {
            **{name: typed[name] for name in typed_once},
            "row": PersonRow(**facts, is_service_asked=False, sex=typed["sex"] or Sex.UNKNOWN),
        }


class EndMembershipForm(AboutForm):
    TODAY = ("left_on",)
    left_on = DateField(
        label=_("Left on"), past_only=True, help_text=_("The first day without this person.")
    )


RELATIONS_IN_NEW_CASE = [
    ("", "—"),
    (Relation.PRINCIPAL.value, _("Principal of the new case")),
    *RELATIONS[1:],
]


class OnFileForm(forms.Form):
    """Asks for the number of a case whose people join, or of a person on file, that the user may change."""

    number = ShortText(
        label=_("Number of the other case, or of a person on file"), max_length=20, required=True
    )

    def __init__(self, *args: Any, case: Case, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.case, self.user = case, user
        self.individual: Individual | None = None

    def clean_number(self) -> Case | None:
        """Returns the open case from which people join; None for a person without a case today."""
        number = self.cleaned_data["number"].upper()
        people = Individual.objects.visible_to(self.user, Permission.INDIVIDUAL_CHANGE)
        self.individual = people.filter(number=number).first()
        cases = Case.objects.visible_to(self.user, Permission.CASE_CHANGE)
        if self.individual is None:
            other_cases = cases.open().exclude(pk=self.case.pk)
            other: Case | None = other_cases.filter(number=number).first()
            if other:
                return other
            raise forms.ValidationError(_("Among your open cases nobody has this number."))
        memberships = self.individual.memberships.filter(left_on=None)
        membership: FamilyMember | None = memberships.select_related("case").first()
        if membership is None:
            return None
        if membership.case_id == self.case.pk:
            raise forms.ValidationError(_("This person is in this case already."))
        if not membership.case.is_open:
            raise forms.ValidationError(
                _("This person belongs to %(number)s, which is closed: reopen it first.")
                % {"number": membership.case.number}
            )
        return membership.case


class BringBackForm(OncePerSubmission, ActionForm):
    """Asks for the relation and the first day of a person without a case today."""

    relation = forms.ChoiceField(label=_("Relation to the principal"), choices=RELATIONS)
    joined_on = DateField(label=_("Joined on"), past_only=True)

    def __init__(self, *args: Any, today: datetime.date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["joined_on"] = today


class MemberChoice(forms.ModelChoiceField):
    def label_from_instance(self, member: Any) -> str:
        return str(member.individual.display_name)


class ChoosePrincipalForm(forms.Form):
    """Asks for the new principal; the next page asks for the others' relations to that person."""

    principal = MemberChoice(FamilyMember.objects.none(), label=_("New principal"))

    def __init__(self, *args: Any, members: QuerySet[FamilyMember], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        candidates = members.exclude(relation_to_principal=Relation.PRINCIPAL)
        choose_from(self, "principal", candidates)


class ChangePrincipalForm(ActionForm):
    """Asks for each member's relation to the new principal; relations that follow from the old ones are prefilled."""

    def __init__(
        self, *args: Any, chosen: FamilyMember, members: Iterable[FamilyMember], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.chosen = chosen
        self.others = [member for member in members if member.pk != chosen.pk]
        old_relation, name = chosen.relation_to_principal, chosen.individual.display_name
        for member in self.others:
            sex = member.individual.sex
            guess = (
                relation_of_former(old_relation, sex)
                if self._is_former(member)
                else relation_of_other(old_relation, member.relation_to_principal, sex)
            )
            self.fields[f"as_{member.pk}"] = forms.ChoiceField(
                label=_("%(member)s is ____ of %(principal)s")
                % {"member": member.individual.display_name, "principal": name},
                choices=RELATIONS,
                initial=guess or self._relation_by_bond(member) or None,
            )

    def _relation_by_bond(self, member: FamilyMember) -> str:
        """Returns the relation that a bond on file implies; "" if there is none."""
        principal, person = self.chosen.individual, member.individual
        for bond in Relationship.objects.between(principal, person).open():
            is_first = bond.individual_a_id == person.pk
            if word := relation_by_bond(bond.kind, is_first=is_first, sex=person.sex):
                return word
        return ""

    @staticmethod
    def _is_former(member: FamilyMember) -> bool:
        return bool(member.relation_to_principal == Relation.PRINCIPAL)

    def for_action(self) -> dict[str, Any]:
        relations = {member: self.cleaned_data[f"as_{member.pk}"] for member in self.others}
        former = next((member for member in relations if self._is_former(member)), None)
        arguments: dict[str, Any] = {"principal": self.chosen}
        if former:
            arguments["relation_of_former"] = relations.pop(former)
        return arguments | {"relations": relations}


class CorrectMembershipForm(CorrectionForm, RowForm):
    """Corrects the days on file, without days that an arrival or an exit sets."""

    joined_on = DateField(label=_("Joined on"), past_only=True)
    left_on = DateField(
        label=_("Left on"), past_only=True, help_text=_("The first day without this person.")
    )
    ONLY_IF_ON_FILE = ("left_on",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in causes_of_days(self.row):
            self.fields.pop(name, None)

    @property
    def has_days(self) -> bool:
        return any(name in self.fields for name in ("joined_on", "left_on"))

    def for_action(self) -> dict[str, Any]:
        days = {"joined_on": self.row.joined_on, "left_on": self.row.left_on}
        return days | super().for_action()


class RelationForm(ConfirmsAges, AboutForm):
    """Asks for the relation and, if one is on file, whether that one was wrong or has changed."""

    relation = forms.ChoiceField(label=_("Relation to the principal"), choices=RELATIONS)
    how = WrongOrChanged(label=_("What stood there before"))
    on = DateField(
        label=_("Changed on"),
        required=False,
        past_only=True,
        help_text=_("For example the day of an adoption. Leave it empty if it is not known."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["relation"] = self.row.relation_to_principal
        if not self.row.is_relation_known:
            del self.fields["how"], self.fields["on"]

    def for_action(self) -> dict[str, Any]:
        has_changed = self.cleaned_data.get("how") == CHANGED
        day = self.cleaned_data.get("on") if has_changed else None
        relation = self.cleaned_data["relation"]
        return {"relation": relation, "has_changed": has_changed, "on": day}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        today = self.user.today()
        self.check_ages(self.row.case, self.row.individual.age_on(today), today)
        return cleaned


class WhoGoesForm(OncePerSubmission, ActionForm):
    """Asks who goes into the other case, with which relation, and from which day."""

    NOT_FOR_THE_ACTION = frozenset({"submission"})

    on = DateField(label=_("From"), past_only=True, help_text=_("The first day in the other case."))

    def __init__(
        self,
        *args: Any,
        members: Sequence[FamilyMember],
        user: User,
        relations: Sequence[tuple[str, str | Promise]] = RELATIONS,
        going: Collection[FamilyMember] = (),
        derives: bool = False,
        **kwargs: Any,
    ) -> None:
        """With `derives`, for a new case, the form fills empty relations that follow from the old ones."""
        super().__init__(*args, **kwargs)
        self.members, self.derives = list(members), derives
        self.initial["on"] = user.today()
        for member in self.members:
            name = member.individual.display_name
            self.fields[self._tick_name(member)] = forms.BooleanField(
                label=name, required=False, initial=member in going
            )
            field = ChoiceWhenNeeded(
                label=_("Relation: %(name)s") % {"name": name}, choices=relations, required=False
            )
            field.needed_when = _("if it does not follow") if derives else _("for whoever goes")
            self.fields[self._relation_name(member)] = field

    @staticmethod
    def _tick_name(member: FamilyMember) -> str:
        return f"goes_{member.pk}"

    @staticmethod
    def _relation_name(member: FamilyMember) -> str:
        return f"as_{member.pk}"

    def rows(self) -> Iterator[tuple[FamilyMember, forms.BoundField, forms.BoundField]]:
        """Yields each member with the tick and the relation, for a table."""
        for member in self.members:
            yield member, self[self._tick_name(member)], self[self._relation_name(member)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        going = [member for member in self.members if cleaned.get(self._tick_name(member))]
        if not going and not self.errors:
            self.add_error(None, _("Choose at least one person."))
        if self.derives:
            self._fill_relations(going, cleaned)
        for member in going:
            if (
                not cleaned.get(self._relation_name(member))
                and self._relation_name(member) not in self.errors
            ):
                words = {"name": member.individual.display_name}
                self.add_error(
                    self._relation_name(member), _("Say the relation of %(name)s.") % words
                )
        return cleaned

    def _fill_relations(self, going: list[FamilyMember], cleaned: dict[str, Any]) -> None:
        """Fills empty relations: a single person is the principal; others get the relation that follows from the old ones."""
        if len(going) == 1:
            cleaned[self._relation_name(going[0])] = Relation.PRINCIPAL.value
        heads = [
            each for each in going if cleaned.get(self._relation_name(each)) == Relation.PRINCIPAL
        ]
        if not heads and going:
            self.add_error(None, _("Say who of them is the principal of the new case."))
        for member in going if len(heads) == 1 else []:
            if not cleaned.get(self._relation_name(member)):
                old_relation, sex = heads[0].relation_to_principal, member.individual.sex
                guess = relation_of_other(old_relation, member.relation_to_principal, sex)
                cleaned[self._relation_name(member)] = guess.value if guess else ""

    @property
    def relations_in_words(self) -> list[str]:
        """Sentences with the name and the chosen or derived relation of each person who goes."""
        words = dict(RELATIONS_IN_NEW_CASE)
        return [
            f"{member.individual.display_name}: {words[self.cleaned_data[self._relation_name(member)]]}"
            for member in self.going
        ]

    @property
    def going(self) -> list[FamilyMember]:
        return [member for member in self.members if self.cleaned_data[self._tick_name(member)]]

    @property
    def staying(self) -> list[FamilyMember]:
        return [member for member in self.members if not self.cleaned_data[self._tick_name(member)]]

    def for_action(self) -> dict[str, Any]:
        relations: dict[Individual, str] = {
            member.individual: self.cleaned_data[self._relation_name(member)]
            for member in self.going
        }
        return {"relations": relations, "on": self.cleaned_data["on"]}

    def hidden_answers(self) -> list[str]:
        """Returns every answer as a hidden field, for the confirmation page."""
        return [bound.as_hidden() for bound in self if not bound.is_hidden]


class UndoForm(ActionForm):
    """A form that is only a button."""
