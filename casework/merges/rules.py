"""What a record lacks and the merged one knows, and which rows follow, whoever added the table."""

from collections.abc import Iterator
from typing import Any

from django.db import models
from django.utils.functional import Promise
from pghistory.models import Event

from casework.identity.rules import two_nationalities
from casework.register.choices import BirthPrecision, Category, Sex
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual

BIRTH = ("birth_precision", "birth_year", "born_on")

NAMES = ("given_names", "family_names", "alias")

# A caution that one record carries holds for the person.
CAUTIONS = ("is_anonymous", "needs_interpreter")

NOTHING: tuple[Any, ...] = ("", None, [], Sex.UNKNOWN)


def filled(survivor: Individual, merged: Individual) -> Iterator[str]:
    """Names of the survivor's columns that are blank and that `merged` can fill; facts that differ stay."""
    if survivor.birth_precision == BirthPrecision.UNKNOWN and survivor.birth_year is None:
        yield from (name for name in BIRTH if getattr(merged, name) != getattr(survivor, name))
    for name in (*NAMES, "sex", "languages", "arrival"):
        if getattr(survivor, name) in NOTHING and getattr(merged, name) not in NOTHING:
            yield name
    yield from (
        name for name, code in of_both(survivor, merged).items() if code != getattr(survivor, name)
    )
    answers = () if survivor.category == Category.FORMER_MEMBER else ("is_service_asked",)
    for name in (*CAUTIONS, *answers):
        if getattr(merged, name) and not getattr(survivor, name):
            yield name


def of_both(survivor: Individual, merged: Individual) -> dict[str, Any]:
    """What holds of the person by what both records say, by the names of the fields: nationalities, the survivor's first,
    since who is known with two has both; and who served by one of them has served."""
    facts: dict[str, Any] = {**two_nationalities(*survivor.nationalities, *merged.nationalities)}
    if merged.category == Category.FORMER_MEMBER:
        facts |= {"category": merged.category, "is_service_asked": False}
    return facts


def filled_in_words(survivor: Individual, merged: Individual) -> list[str | Promise]:
    """The same as labels, birth said once."""
    names = ["birth_year" if name in BIRTH else name for name in filled(survivor, merged)]
    if has_served := "category" in names:
        names = [name for name in names if name not in ("category", "is_service_asked")]
    fields: Any = [Individual._meta.get_field(name) for name in dict.fromkeys(names)]
    served = [Category.FORMER_MEMBER.label] if has_served else []
    return [*served, *(field.verbose_name for field in fields)]


def hanging_on_a_person() -> Iterator["models.ForeignKey[Any, Any]"]:
    """Every foreign key of every table to a person whose rows follow in a merge.

    Found by asking the models, so that a new table follows without being named here. Not rows that
    may only grow: they keep naming the record about which they were written.
    """
    relations: list[Any] = Individual._meta.get_fields(include_hidden=True)
    for relation in relations:
        if not (relation.auto_created and (relation.one_to_many or relation.one_to_one)):
            continue
        if follows_in_a_merge(relation.related_model):
            yield relation.field


def follows_in_a_merge(model: Any) -> bool:
    """Rows of our own tables that the application may change; memberships have rules of their own."""
    return (
        model._meta.managed
        and not model._meta.proxy
        and not issubclass(model, Event | FamilyMember)
        and not getattr(model, "append_only", False)
        and not getattr(model, "stays_at_merge", False)
    )


def staying(model: Any, survivor: Individual, merged: Individual) -> Any:
    """Rows of `merged` that stay with it, because the survivor's own say the same.

    The model's query set has a method `staying_at_merge` that names them; the models without one have none.
    """
    rows = model._default_manager.all()
    named = getattr(rows, "staying_at_merge", None)
    return named(survivor, merged) if named else rows.none()


def stays_in_its_case(model: Any) -> bool:
    """Whether rows about a person have no case, or one that is part of what they say: a goal is of a plan."""
    cases = [field for field in model._meta.concrete_fields if field.related_model is Case]
    return not cases or getattr(model, "stays_in_its_case", False)
