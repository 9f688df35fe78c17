"""Replaces names of third persons by their relation to the person, and colleagues' names by their role."""

import re
import unicodedata
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Grant, User
from accounts.roles import ROLES, Role
from casework.contact.models import Phone
from casework.home.models import RelativeAbroad
from casework.identity.models import ContactAbroad
from casework.register.choices import Relation
from casework.register.models.alias import Alias
from casework.register.models.case import FamilyMember
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual, records_of
from casework.rights.numbers import NumbersVeil

# Shorter words (de, la, el) are no names by themselves.
SHORTEST = 3

WORD = re.compile(r"[^\W\d_]+")


def folded(word: str) -> str:
    """The word without accents and in small letters."""
    plain = unicodedata.normalize("NFKD", word)
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()


@dataclass
class Veil:
    """Replaces words of others' names; `stands_for` gives the replacement of each word."""

    stands_for: dict[str, str] = field(default_factory=dict)
    roles: dict[object, str] = field(default_factory=dict)
    numbers: NumbersVeil = field(default_factory=NumbersVeil)

    def cover(self, name: str, *, by: str) -> None:
        """Replaces capitalised words of this name with `by`."""
        for word in WORD.findall(name):
            if len(word) >= SHORTEST:
                self.stands_for.setdefault(folded(word), f"[{by}]")

    def spare(self, name: str) -> None:
        """Keeps the person's own names."""
        for word in WORD.findall(name):
            self.stands_for.pop(folded(word), None)

    def over(self, text: str) -> str:
        """The text with names and numbers of third persons replaced; a full name is replaced once."""

        def replaced(match: re.Match[str]) -> str:
            word = match[0]
            return self.stands_for.get(folded(word), word) if word[0].isupper() else word

        covered = WORD.sub(replaced, self.numbers.over(text))
        # The given name decides who is meant; several people may share the family name.
        signs = "|".join(re.escape(by) for by in set(self.stands_for.values())) or r"(?!)"
        return re.sub(rf"({signs})(?:\s+(?:{signs}))+", r"\1", covered)

    def role_of(self, user: User) -> str:
        """The name of a colleague in an extract."""
        return self.roles.get(user.pk) or _("Somebody of the staff")


def veil_for(individual: Individual) -> Veil:
    """Covers everybody on file whom texts about the person could name."""
    veil = Veil()
    for grant in Grant.objects.filter(office=individual.office_id).select_related("user"):
        if grant.role == Role.SCREENER:
            # A paper that somebody carries must not mention a screening.
            veil.cover(grant.user.full_name, by=str(_("Somebody of the staff")))
            continue
        role = str(ROLES[Role(grant.role)].title)
        veil.roles.setdefault(grant.user_id, role)
        veil.cover(grant.user.full_name, by=role)
    records = records_of(individual)
    for relative in RelativeAbroad.objects.filter(individual__in=records):
        veil.cover(relative.name, by=str(relative.get_relation_display()))
    for contact in ContactAbroad.objects.filter(individual__in=records):
        veil.cover(contact.name, by=contact_in_words(contact))
    _cover_family(veil, records)
    for own in records:
        for name in (own.given_names, own.family_names, own.alias):
            veil.spare(name)
    for alias in Alias.objects.filter(individual__in=records, is_mistake=False):
        veil.spare(alias.name)
    return veil


def contact_in_words(contact: ContactAbroad) -> str:
    """The relation of a contact abroad to the person."""
    return str(contact.get_relation_display() or _("Contact abroad"))


def _cover_family(veil: Veil, records: list[Individual]) -> None:
    """Covers everybody who was ever in a case with the person, under any record."""
    own = {record.pk for record in records}
    cases = FamilyMember.objects.filter(individual__in=own).values("case")
    members = list(FamilyMember.objects.filter(case__in=cases).select_related("individual"))
    headed = {
        member.case_id
        for member in members
        if member.individual_id in own and member.relation_to_principal == Relation.PRINCIPAL
    }
    relations: dict[object, str] = {}
    for member in members:
        if member.individual_id in own:
            continue
        relation = str(member.get_relation_to_principal_display())
        if member.case_id not in headed and member.relation_to_principal != Relation.PRINCIPAL:
            relation = _("%(relation)s of the principal") % {"relation": relation}
        relations[member.individual_id] = relation
    _cover_names(veil, relations)
    _cover_numbers(veil, own, relations)


def _cover_names(veil: Veil, relations: dict[object, str]) -> None:
    """Covers the family's names, including those of merged records."""
    of_family = Q(pk__in=relations) | Q(merged_into__in=relations) | Q(merged_from__in=relations)
    for other in Individual.objects.filter(of_family).prefetch_related("merged_from").distinct():
        keys = (other.pk, other.merged_into_id, *(each.pk for each in other.merged_from.all()))
        relation = next(relations[key] for key in keys if key in relations)
        relations.setdefault(other.pk, relation)
        # A relation says more than a role, and a colleague may share a name with a child.
        for name in (other.given_names, other.family_names, other.alias):
            for word in WORD.findall(name):
                veil.stands_for.pop(folded(word), None)
            veil.cover(name, by=relation)


def _cover_numbers(veil: Veil, own: set[UUID], relations: dict[object, str]) -> None:
    """Covers the numbers of the family's phones and papers, except those shared with the person."""
    for model in (Phone, IdentityDocument):
        for row in model.objects.filter(individual__in=[*own, *relations]):
            if row.individual_id in own:
                veil.numbers.spare(row.number)
            else:
                veil.numbers.cover(row.number, by=relations[row.individual_id])
