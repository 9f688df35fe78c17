"""Which needs fit whom: pure, without a database."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from casework.register.choices import Sex
from casework.register.rules import AGE_OF_MAJORITY
from reference.choices import HANDED_IN_INSTEAD, NeedFamily

OLDER_FROM = 50
OF_CHILDREN = frozenset({NeedFamily.CHILD_AT_RISK, NeedFamily.SEPARATED_CHILD})


def fits(family: str, *, age: int | None, sex: str) -> bool:
    """Whether a need of this family can be somebody's of that age and sex; what is not known rules nothing out."""
    if family in OF_CHILDREN:
        return age is None or age < AGE_OF_MAJORITY
    if family == NeedFamily.OLDER_PERSON:
        return age is None or age >= OLDER_FROM
    if family == NeedFamily.WOMAN_AT_RISK:
        return sex != Sex.MALE and (age is None or age >= AGE_OF_MAJORITY)
    return True


def refuse_handed_in(code: Any) -> None:
    """Raises ValidationError for a code that is no need here, alike of everybody: it says where it belongs, and nothing else."""
    if str(code or "").strip().upper() in HANDED_IN_INSTEAD:
        raise ValidationError(
            _(
                "This is no need here. Whoever suspects it writes it down in confidence, on the page of the person."
            )
        )
