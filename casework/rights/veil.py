"""Replaces names of third persons in texts by their relation to the person, and names of colleagues by their role."""

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

# Shorter words such as "de" or "la" are no names by themselves.
SHORTEST_NAME = 3

WORD = re.compile(r"[^\W\d_]+")


def plain_word(word: str) -> str:
    """Returns the word without accents and in small letters."""
    plain = unicodedata.normalize("NFKD", word)
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()


@dataclass
class Veil:
    """Replaces names and numbers in texts; `replacements` holds the replacement of each word of a name."""

    replacements: dict[str, str] = field(default_factory=dict)
    roles: dict[object, str] = field(default_factory=dict)
    numbers: NumbersVeil = field(default_factory=NumbersVeil)

    def cover(self, name: str, *, label: str) -> None:
        """Lets `label` replace capitalised words of this name."""
        for word in WORD.findall(name):
            if len(word) >= SHORTEST_NAME:
                self.replacements.setdefault(plain_word(word), f"[{label}]")

    def exempt(self, name: str) -> None:
        """Lets the words of this name, one of the person's own, stay."""
        for word in WORD.findall(name):
            self.replacements.pop(plain_word(word), None)

    def replace_in(self, text: str) -> str:
        """Returns the text with names and numbers of third persons replaced; a full name is replaced once."""

        def replacement(match: re.Match[str]) -> str:
            word = match[0]
            return self.replacements.get(plain_word(word), word) if word[0].isupper() else word

        replaced = WORD.sub(replacement, self.numbers.replace_in(text))
        # The first word of a name decides who is meant: several people may share the family name.
        labels = "|".join(re.escape(label) for label in set(self.replacements.values())) or r"(?!)"
        return re.sub(rf"({labels})(?:\s+(?:{labels}))+", r"\1", replaced)

    def role_of(self, user: User) -> str:
        """Returns the words for a colleague in an extract."""
        return self.roles.get(user.pk) or _("Somebody of the staff")


def veil_for(individual: Individual) -> Veil:
    """Returns the veil that replaces everybody on file whom texts about the person could name."""
    veil = Veil()
    for grant in Grant.objects.filter(office=individual.office_id).select_related("user"):
        if grant.role == Role.SCREENER:
            # An extract must not reveal that there are screeners.
            veil.cover(grant.user.full_name, label=str(_("Somebody of the staff")))
            continue
        role = str(ROLES[Role(grant.role)].title)
        veil.roles.setdefault(grant.user_id, role)
        veil.cover(grant.user.full_name, label=role)
    records = records_of(individual)
    for relative in RelativeAbroad.objects.filter(individual__in=records):
        veil.cover(relative.name, label=str(relative.get_relation_display()))
    for contact in ContactAbroad.objects.filter(individual__in=records):
        veil.cover(contact.name, label=contact_in_words(contact))
    _cover_family(veil, records)
    for record in records:
        for name in (record.given_names, record.family_names, record.alias):
            veil.exempt(name)
    for alias in Alias.objects.filter(individual__in=records, is_mistake=False):
        veil.exempt(alias.name)
    return veil


def contact_in_words(contact: ContactAbroad) -> str:
    """Returns the relation of a contact abroad to the person."""
    return str(contact.get_relation_display() or _("Contact abroad"))


def _cover_family(veil: Veil, records: list[Individual]) -> None:
    """Adds everybody who was ever in a case with the person or a merged record."""
    own_keys = {record.pk for record in records}
    cases = FamilyMember.objects.filter(individual__in=own_keys).values("case")
    members = list(FamilyMember.objects.filter(case__in=cases).select_related("individual"))
    headed_cases = {
        member.case_id
        for member in members
        if member.individual_id in own_keys and member.relation_to_principal == Relation.PRINCIPAL
    }
    relations: dict[object, str] = {}
    for member in members:
        if member.individual_id in own_keys:
            continue
        relation = str(member.get_relation_to_principal_display())
        if (
            member.case_id not in headed_cases
            and member.relation_to_principal != Relation.PRINCIPAL
        ):
            relation = _("%(relation)s of the principal") % {"relation": relation}
        relations[member.individual_id] = relation
    _cover_names(veil, relations)
    _cover_numbers(veil, own_keys, relations)


def _cover_names(veil: Veil, relations: dict[object, str]) -> None:
    """Adds the names of the family, including those of merged records."""
    is_of_family = Q(pk__in=relations) | Q(merged_into__in=relations) | Q(merged_from__in=relations)
    for other in Individual.objects.filter(is_of_family).prefetch_related("merged_from").distinct():
        keys = (other.pk, other.merged_into_id, *(each.pk for each in other.merged_from.all()))
        relation = next(relations[key] for key in keys if key in relations)
        relations.setdefault(other.pk, relation)
        # A relation replaces a role: a colleague may share a name with a child of the family.
        for name in (other.given_names, other.family_names, other.alias):
            for word in WORD.findall(name):
                veil.replacements.pop(plain_word(word), None)
            veil.cover(name, label=relation)


def _cover_numbers(veil: Veil, own_keys: set[UUID], relations: dict[object, str]) -> None:
    """Adds the numbers of the family's phones and papers; numbers of the person stay."""
    for model in (Phone, IdentityDocument):
        for row in model.objects.filter(individual__in=[*own_keys, *relations]):
            if row.individual_id in own_keys:
                veil.numbers.exempt(row.number)
            else:
                veil.numbers.cover(row.number, label=relations[row.individual_id])
