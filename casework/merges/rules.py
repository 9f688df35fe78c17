"""Which facts a merge fills, and which rows of any table move with it."""

from collections.abc import Iterator
from typing import Any

from django.db import IntegrityError, models
from django.db.models.constraints import BaseConstraint
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from pghistory.models import Event

from casework.identity.rules import two_nationalities
from casework.register.choices import BirthPrecision, Category, Sex
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.register.rules import birth_as_text
from reference.choices import Country

# The precisions of a birth, from the least to the most precise.
PRECISIONS: list[str] = [
    BirthPrecision.UNKNOWN,
    BirthPrecision.AGE,
    BirthPrecision.YEAR,
    BirthPrecision.MONTH,
    BirthPrecision.DAY,
]

BIRTH = ("birth_precision", "birth_year", "born_on")

NAMES = ("given_names", "family_names", "alias")

# These fields are true after a merge if they are true in one of the records.
CAUTIONS = ("is_anonymous", "needs_interpreter")

BLANK_VALUES: tuple[Any, ...] = ("", None, [], Sex.UNKNOWN)


def _has_more_precise_birth(one: Individual, other: Individual) -> bool:
    """Whether the birth of `one` is more precise than that of `other` and does not contradict it."""
    is_more_precise = PRECISIONS.index(one.birth_precision) > PRECISIONS.index(
        other.birth_precision
    )
    tolerance = 1 if other.birth_precision == BirthPrecision.AGE else 0
    years_apart = abs((one.birth_year or 0) - (other.birth_year or 0))
    is_in_month = other.born_on is None or (
        one.born_on is not None and one.born_on.replace(day=1) == other.born_on.replace(day=1)
    )
    return is_more_precise and years_apart <= tolerance and is_in_month


def _takes_birth(survivor: Individual, merged: Individual) -> bool:
    """Whether the survivor gets the birth of `merged`: if it has none, or no `born_on` and a less precise one.

    A `born_on` is never replaced, because it is sealed and the undo could not restore it."""
    if survivor.birth_precision == BirthPrecision.UNKNOWN and survivor.birth_year is None:
        return True
    return survivor.born_on is None and _has_more_precise_birth(merged, survivor)


def differing_facts(survivor: Individual, merged: Individual) -> list[str]:
    """Returns the facts of `merged` that `survivor` neither has nor gets, as "label: value"; also correct after the merge."""
    filled_names = set(filled_columns(survivor, merged))
    # If nobody asked about service, the category is a default and no answer.
    is_answer = merged.is_service_asked or merged.category == Category.FORMER_MEMBER
    category = ("category",) if is_answer else ()
    facts = [
        (
            name,
            str(getattr(merged, f"get_{name}_display", lambda name=name: getattr(merged, name))()),
        )
        for name in (*NAMES, "sex", *category)
        if name not in filled_names
        and getattr(merged, name) not in (*BLANK_VALUES, getattr(survivor, name))
    ]
    birth = birth_as_text(merged.birth)
    is_birth_known = filled_names.intersection(BIRTH) or _has_more_precise_birth(survivor, merged)
    if not is_birth_known and birth not in ("", birth_as_text(survivor.birth)):
        facts.append(("birth_year", birth))
    if "languages" not in filled_names and set(merged.languages) - set(survivor.languages):
        facts.append(("languages", ", ".join(merged.languages_in_words)))
    kept_codes = {*combined_facts(survivor, merged).values()}
    facts += [
        ("nationality", str(Country(code).label))
        for code in merged.nationalities
        if code not in kept_codes
    ]
    return [f"{_label_of(name)}: {value}" for name, value in facts]


def _label_of(name: str) -> Any:
    field: Any = Individual._meta.get_field(name)
    return capfirst(field.verbose_name)


def filled_columns(survivor: Individual, merged: Individual) -> Iterator[str]:
    """Yields the names of the survivor's fields that a merge fills from `merged`: blank ones, and a less precise birth."""
    if _takes_birth(survivor, merged):
        yield from (name for name in BIRTH if getattr(merged, name) != getattr(survivor, name))
    for name in (*NAMES, "sex", "languages", "arrival"):
        if getattr(survivor, name) in BLANK_VALUES and getattr(merged, name) not in BLANK_VALUES:
            yield name
    yield from (
        name
        for name, code in combined_facts(survivor, merged).items()
        if code != getattr(survivor, name)
    )
    answers = () if has_only_merged_served(survivor, merged) else ("is_service_asked",)
    for name in (*CAUTIONS, *answers):
        if getattr(merged, name) and not getattr(survivor, name):
            yield name


def has_only_merged_served(survivor: Individual, merged: Individual) -> bool:
    """Whether only `merged` says that the person served in a force."""
    return survivor.category != merged.category == Category.FORMER_MEMBER


def combined_facts(survivor: Individual, merged: Individual) -> dict[str, Any]:
    """Returns values that combine both records, by field: the nationalities, the survivor's first, and that one served."""
    facts: dict[str, Any] = {**two_nationalities(*survivor.nationalities, *merged.nationalities)}
    if has_only_merged_served(survivor, merged):
        facts |= {"category": merged.category, "is_service_asked": False}
    return facts


def labels_of_filled(survivor: Individual, merged: Individual) -> list[str | Promise]:
    """Returns the labels of the filled columns, with one label for the birth."""
    names = ["birth_year" if name in BIRTH else name for name in filled_columns(survivor, merged)]
    if has_served := "category" in names:
        names = [name for name in names if name not in ("category", "is_service_asked")]
    fields: Any = [Individual._meta.get_field(name) for name in dict.fromkeys(names)]
    label_of_service = [Category.FORMER_MEMBER.label] if has_served else []
    return [*label_of_service, *(field.verbose_name for field in fields)]


def foreign_keys_to_person() -> Iterator["models.ForeignKey[Any, Any]"]:
    """Yields every foreign key to a person whose rows move with a merge.

    They are found in Django's models, so a new table needs no entry here.
    """
    relations: list[Any] = Individual._meta.get_fields(include_hidden=True)
    for relation in relations:
        if not (relation.auto_created and (relation.one_to_many or relation.one_to_one)):
            continue
        if follows_in_a_merge(relation.related_model):
            yield relation.field


def follows_in_a_merge(model: Any) -> bool:
    """Whether rows of the model move with a merge: those of managed tables, except memberships, history and append-only rows.

    A model stays out with `stays_at_merge = True`."""
    return (
        model._meta.managed
        and not model._meta.proxy
        and not issubclass(model, Event | FamilyMember)
        and not getattr(model, "append_only", False)
        and not getattr(model, "stays_at_merge", False)
    )


def rows_that_stay(model: Any, survivor: Individual, merged: Individual) -> Any:
    """Returns rows of `merged` that stay with that record, because the survivor has the same.

    A queryset class defines them in its method `staying_at_merge`; without the method, no row stays.
    """
    rows = model._default_manager.all()
    staying_at_merge = getattr(rows, "staying_at_merge", None)
    return staying_at_merge(survivor, merged) if staying_at_merge else rows.none()


def stays_in_its_case(model: Any) -> bool:
    """Whether a merge does not change the case of the rows: the model has no case, or sets `stays_in_its_case = True`."""
    cases = [field for field in model._meta.concrete_fields if field.related_model is Case]
    return not cases or getattr(model, "stays_in_its_case", False)


def conflict_message(model: Any, error: IntegrityError) -> str:
    """Returns a sentence with the name of the table and, if there is one, the message of the violated constraint."""
    name = getattr(getattr(error.__cause__, "diag", None), "constraint_name", "")
    message = {each.name: each.violation_error_message for each in model._meta.constraints}.get(
        name
    )
    if message == BaseConstraint.default_violation_error_message:
        message = None
    return _("The two records cannot have these together: %(rows)s. %(why)s") % {
        "rows": model._meta.verbose_name_plural,
        "why": message or "",
    }
