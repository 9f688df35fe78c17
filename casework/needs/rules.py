"""Which needs can apply to which people. Needs no database."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from casework.register.choices import Sex
from casework.register.rules import AGE_OF_MAJORITY
from reference.choices import REPORTED_IN_CONFIDENCE, NeedFamily

OF_CHILDREN = frozenset({NeedFamily.CHILD_AT_RISK, NeedFamily.SEPARATED_CHILD})
# The lowest age at which a need can apply, by family or code. The limits are low, because only the impossible is
# excluded: something that happens to a child too early is itself the need.
FROM_AGE: dict[str, int] = {
    NeedFamily.OLDER_PERSON: 50,
    NeedFamily.WOMAN_AT_RISK: AGE_OF_MAJORITY,
    "CR-CP": 9,
    "CR-CS": 9,
    "CR-TP": 9,
    "CR-CC": 5,
    "CR-LW": 4,
    "CR-LO": 4,
    "CR-NE": 3,
    "CR-AF": 4,
    "CR-CL": 6,
    "SM-DP": 9,
    "SM-PR": 9,
    "SP-PT": 9,
    "SP-GP": 25,
    "SP-CG": 5,
    "LP-MM": 9,
    "LP-AF": 4,
    "TR-HO": 4,
    "SV-FM": 9,
    "SV-SS": 4,
}
NOT_OF_MEN = frozenset({NeedFamily.WOMAN_AT_RISK, "CR-TP", "SM-DP", "SM-PR"})


def fits(code: str, *, age: int | None, sex: str) -> bool:
    """Returns whether a need with this code can apply to that age and sex; unknown values exclude nothing."""
    family = NeedFamily(code[:2])
    kinds = {family, code}
    if sex == Sex.MALE and kinds & NOT_OF_MEN:
        return False
    if age is None:
        return True
    if family in OF_CHILDREN and age >= AGE_OF_MAJORITY:
        return False
    return age >= max(FROM_AGE.get(kind, 0) for kind in kinds)


def refuse_confidential_code(code: Any) -> None:
    """Raises ValidationError for a code that is recorded only in confidence; the same sentence for everybody."""
    if str(code or "").strip().upper() in REPORTED_IN_CONFIDENCE:
        raise ValidationError(
            _(
                "This is no need here. Whoever suspects it writes it down in confidence, on the page of the person."
            )
        )
