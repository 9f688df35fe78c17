"""Actions on one person's record."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from casework.children.querysets import surely_adult
from casework.corrections.records import record_in_words, save_wrong_values
from casework.identity.actions.changes import facts_of, fit_relation_to_sex, save_former_values
from casework.identity.choices import FIELDS_OF, ChangingFact, WhichAge
from casework.identity.rules import (
    NOBODYS_PARTNER,
    PARTNERS,
    is_unnamed,
    too_young_to_be_a_partner,
    two_nationalities,
)
from casework.papers.rules.papers import parse_paper
from casework.register.actions import (
    changed_by,
    record_about_person,
    refuse_stale,
    set_changed,
    tokens_of,
)
from casework.register.choices import Category, DocumentType, Relation, Sex
from casework.register.models.individual import Individual
from casework.register.rules import Birth, changes_majority
from casework.service.rules import NOBODY_SERVED_SO_YOUNG, too_young_to_have_served
from casework.slots.followers import run_service_followers
from pages.refusals import ActionRefused
from reference.models import Force, Rank

CORRECTABLE = (
    "given_names",
    "family_names",
    "alias",
    "is_anonymous",
    "sex",
    "nationality",
    "second_nationality",
)


@dataclass(frozen=True)
class PersonRow:
    """One row of the quick-log grid. If `category` is None, a force or rank makes a former member.

    The paper's number may supply its kind and the nationality; also its country if that is None, while "" means unknown.
    `is_service_asked` is False if nobody asked whether the person served. `knew_work_right` is a YesNo from an interview in
    a sheet; "" if nobody asked.
    """

    given_names: str = ""
    family_names: str = ""
    sex: str = Sex.UNKNOWN
    birth: Birth = field(default_factory=Birth)
    document: str = ""
    document_type: str = ""
    document_country: str | None = None
    relation: str = Relation.UNKNOWN
    category: str | None = None
    is_service_asked: bool = False
    force: Force | None = None
    rank: Rank | None = None
    unit: str = ""
    years_of_service: int | None = None
    knew_work_right: str = ""
    alias: str = ""
    is_anonymous: bool = False
    phone: str = ""
    more_phones: tuple[str, ...] = ()
    is_safe_to_call: bool = False
    nationality: str = ""
    second_nationality: str = ""

    @property
    def paper(self) -> dict[str, str]:
        """Kind and issuing country of the paper, as far as known."""
        parsed, country = parse_paper(self.document), self.document_country
        return {
            "type": self.document_type or parsed.type or DocumentType.OTHER,
            "country": parsed.country if country is None else country,
        }

    @property
    def is_former_member(self) -> bool:
        if self.category:
            return self.category == Category.FORMER_MEMBER
        return bool(self.force or self.rank)


WHICH_AGE = _("One of the two ages is that of a child: say which is right.")
NAMES = {"given_names", "family_names", "alias"}
NATIONALITIES = FIELDS_OF[ChangingFact.NATIONALITY]
BIRTH = {"born_on", "birth_year"}


def _refuse_impossible_age(individual: Individual, age: int | None) -> None:
    """Raises ActionRefused if the age contradicts the file: a service, or a partner."""
    has_served = individual.category == Category.FORMER_MEMBER
    if too_young_to_have_served(age, has_served=has_served):
        raise ActionRefused(NOBODY_SERVED_SO_YOUNG, field="birth")
    if too_young_to_be_a_partner(age, Relation.PARTNER):
        current = individual.memberships.filter(left_on=None, relation_to_principal__in=PARTNERS)
        if current.exists():
            raise ActionRefused(NOBODYS_PARTNER, field="birth")


def _is_birth_right(individual: Individual, birth: Birth, which_age: str, *, by: User) -> bool:
    """Whether to accept the birth. Raises ActionRefused if it changes a child's rights and nobody said which age is right."""
    age = birth.age_on(by.today())
    if not changes_majority(individual.age_on(by.today()), age):
        return True
    if which_age != WhichAge.ON_FILE:
        _refuse_impossible_age(individual, age)
    if which_age not in WhichAge.values:
        raise ActionRefused(WHICH_AGE, field="which_age")
    if which_age == WhichAge.ON_FILE:
        record_about_person("individual.age_confirmed", individual, by=by)
    return which_age == WhichAge.NEW


def names_a_newborn(individual: Individual, given_names: str) -> bool:
    """Returns whether the names replace a placeholder such as `RN 1`, which was neither wrong nor a name."""
    placeholder = individual.given_names or individual.alias
    return bool(given_names) and is_unnamed(placeholder) and not is_unnamed(given_names)


def _save(individual: Individual, *, was_adult: bool, by: User) -> None:
    individual.name_tokens = tokens_of(individual, individual.aliases.all())
    changed_by(individual, by)
    individual.save()
    if surely_adult(individual, by.today()) != was_adult:
        run_service_followers(individual, by=by)


@transaction.atomic
def correct_individual(
    individual: Individual,
    *,
    by: User,
    version: int | None = None,
    birth: Birth | None = None,
    since: Mapping[str, str] | None = None,
    is_hidden: bool = False,
    which_age: str = "",
    **changes: Any,
) -> Individual:
    """Corrects the record; wrong values stay readable. `changes` are CORRECTABLE fields; missing ones stay.

    `since` has the day, as far as known, of each ChangingFact that was right but has changed: its former value is
    stored, hidden if `is_hidden`. Relations follow the sex. `which_age`, a WhichAge, is needed if the birth
    would turn a child into an adult, or the reverse. Raises EditConflict if somebody saved after `version` was opened.
    """
    if unknown := set(changes) - set(CORRECTABLE):
        raise TypeError(f"correct_individual takes no {sorted(unknown)}")
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    refuse_stale(individual, version=version, by=by)
    if birth is not None and _is_birth_right(individual, birth, which_age, by=by):
        changes |= {"born_on": birth.born_on, "birth_year": birth.year}
        changes["birth_precision"] = birth.precision
    former_facts, was_adult = facts_of(individual), surely_adult(individual, by.today())
    before = record_in_words(individual, on=by.today())
    codes = [changes.get(each, getattr(individual, each)) for each in NATIONALITIES]
    changes |= two_nationalities(*codes)
    is_named = names_a_newborn(individual, changes.get("given_names", ""))
    if is_named and is_unnamed(individual.alias) and not individual.is_anonymous:
        changes["alias"] = ""
    if not (changed := set_changed(individual, changes)):
        return individual
    # A person without a name, such as a newborn, can be corrected in all other facts.
    if NAMES & set(changed) and not (individual.names or individual.alias):
        raise ActionRefused(_("Give at least one name or an alias."), field="given_names")
    if BIRTH & set(changed):
        _refuse_impossible_age(individual, individual.age_on(by.today()))
    former = save_former_values(individual, former_facts, since or {}, is_hidden=is_hidden, by=by)
    followed = fit_relation_to_sex(individual) if "sex" in changed else []
    _save(individual, was_adult=was_adult, by=by)
    if wrong := [name for name in changed if name not in former]:
        # A newborn's placeholder was no name.
        save_wrong_values(individual, before, set(wrong) - (NAMES if is_named else set()), by=by)
        verb = "individual.named" if is_named else "individual.corrected"
        record_about_person(verb, individual, by=by, fields=_with_followed(wrong, followed))
    if changed_later := [name for name in changed if name in former]:
        facts = {} if is_hidden else {"fields": _with_followed(changed_later, followed)}
        record_about_person("individual.changed", individual, by=by, **facts)
    return individual


def _with_followed(changed: list[str], followed: list[str]) -> list[str]:
    """The changed fields, and those that followed the sex if it is one of them."""
    return changed + (followed if "sex" in changed else [])
