"""Which terms start with which state of an application, and under which rule of the reference data.

The lengths themselves are rows of `DeadlineRule`, with source and confidence; here stand only their codes.
"""

from dataclasses import dataclass

from asylum.choices import ApplicationStatus, DeadlineKind, PermitType


@dataclass(frozen=True)
class Term:
    """`rule` is the code of a DeadlineRule; without one the day is stated by a paper (a summons)."""

    kind: DeadlineKind
    rule: str = ""
    met_by: frozenset[str] = frozenset()


_S = ApplicationStatus
FILING = Term(DeadlineKind.FILE, "refugee-application", frozenset({_S.LODGED}))

STARTED_BY: dict[str, tuple[Term, ...]] = {
    _S.DRAFT: (FILING,),
    _S.LODGED: (
        Term(DeadlineKind.ADMISSION, "admission-decision", frozenset({_S.ADMITTED, _S.REFUSED})),
    ),
    _S.ADMITTED: (Term(DeadlineKind.RATIFY, "claim-ratification"),),
    _S.SUMMONED: (Term(DeadlineKind.INTERVIEW, "", frozenset({_S.INTERVIEWED})),),
    _S.REFUSED: (Term(DeadlineKind.APPEAL, "negative-decision-appeal", frozenset({_S.APPEALED})),),
    _S.RECOGNISED: (Term(DeadlineKind.VISA, "visa-after-recognition"),),
    _S.PROTECTED: (Term(DeadlineKind.VISA, "visa-after-recognition"),),
    _S.REFUSED_FINAL: (Term(DeadlineKind.LEAVE, "leave-after-refusal"),),
}

MET_BY: dict[str, frozenset[str]] = {
    term.kind: term.met_by for terms in STARTED_BY.values() for term in terms
}
# Terms that somebody ticks off by hand: no later state of the application shows that they were met.
SETTLED_BY_HAND: frozenset[str] = frozenset(kind for kind, met_by in MET_BY.items() if not met_by)

VALIDITY_RULES: dict[str, str] = {
    PermitType.SC2: "sc2-validity",
    PermitType.PEP: "pep-validity",
    PermitType.PPT: "ppt-validity",
    PermitType.TUTOR: "pep-tutor-validity",
    PermitType.PIP: "pip-validity",
    PermitType.SC1: "leave-after-refusal",
}
