"""Families that legal officers know, with their papers."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from asylum.claims.actions import lodge_application, move_application
from asylum.papers.choices import Signature, Wording
from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation
from asylum.pathways.choices import WHILE_PENDING, ApplicationStatus, PermitType
from asylum.permits.actions import record_permit
from asylum.procedure.models.application import AsylumApplication
from asylum.renunciation.actions import (
    record_renunciation,
    submit_renunciation,
    verify_renunciation,
)
from casework.cases.actions import refer_to_legal
from casework.register.choices import YesNo
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from partners.choices import OrganisationKind
from partners.models import Organisation
from tests.build import a_case, an_arrival, people_of
from tests.cast import Cast

D = datetime.date
LODGED_ON = D(2019, 3, 4)
STEP_ON = D(2019, 5, 2)
S = ApplicationStatus

# How to reach each state from "lodged", so that tests can stand anywhere.
WAY: dict[str, list[str]] = {
    S.LODGED: [],
    S.RECEIVED: [S.RECEIVED],
    S.INADMITTED: [S.RECEIVED, S.INADMITTED],
    S.ADMITTED: [S.ADMITTED],
    S.SUMMONED: [S.ADMITTED, S.SUMMONED],
    S.INTERVIEWED: [S.ADMITTED, S.SUMMONED, S.INTERVIEWED],
    S.REFUSED: [S.REFUSED],
    S.APPEALED: [S.REFUSED, S.APPEALED],
    S.RECOGNISED: [S.ADMITTED, S.RECOGNISED],
    S.PROTECTED: [S.ADMITTED, S.PROTECTED],
    S.REFUSED_FINAL: [S.REFUSED, S.REFUSED_FINAL],
    S.WITHDRAWN: [S.WITHDRAWN],
    S.CLOSED: [S.CLOSED],
    S.REOPENED: [S.CLOSED, S.REOPENED],
    S.TUTELA: [S.REFUSED, S.REFUSED_FINAL, S.TUTELA],
    S.CEASED: [S.ADMITTED, S.RECOGNISED, S.CEASED],
    S.CANCELLED: [S.ADMITTED, S.RECOGNISED, S.CANCELLED],
    S.REVOKED: [S.ADMITTED, S.PROTECTED, S.REVOKED],
    S.MISTAKEN: [S.MISTAKEN],
}
# States that an application without its renunciation or its interview reaches with a reason only.
OVERRIDDEN = {S.ADMITTED, S.RECOGNISED, S.PROTECTED, S.REFUSED_FINAL}


def referred(case: Case, cast: Cast) -> Case:
    """The case with legal aid; the caseworker of its team hands it over."""
    refer_to_legal(case, by=cast.sonia)
    return case


def a_referred_family(cast: Cast, **facts: Any) -> list[Individual]:
    """A former member, his wife, their son, her brother."""
    return people_of(referred(an_arrival(cast, **facts), cast))


def a_client(cast: Cast, **facts: Any) -> Individual:
    """A former member of a force who came alone, with legal aid."""
    return people_of(referred(a_case(cast, **facts), cast))[0]


def an_application(
    cast: Cast, person: Individual | None = None, *, status: str = S.LODGED, **facts: Any
) -> AsylumApplication:
    person = person or a_client(cast)
    facts = {"on": LODGED_ON, "by": cast.lucia} | facts
    application = lodge_application(person, **facts)
    for step in WAY[status]:
        application = move_application(application, to=step, **answers(step), by=cast.lucia)
    return application


def answers(to: str, on: datetime.date = STEP_ON) -> dict[str, Any]:
    """What the step to that state asks for."""
    return {
        "on": on,
        "interview_on": D(2019, 6, 3) if to == S.SUMMONED else None,
        "override_reason": "Práctica nacional" if to in OVERRIDDEN else "",
        "remark": "Se registró por error" if to == S.MISTAKEN else "",
        "is_sure": to == S.INTERVIEWED,
    }


def anew(to: str, on: datetime.date = STEP_ON) -> dict[str, Any]:
    """The same, with an hour: a second summons that says the same as the first is no other one."""
    return answers(to, on) | ({"at_time": datetime.time(9)} if to == S.SUMMONED else {})


def a_permit(cast: Cast, person: Individual | None = None, **facts: Any) -> Permit:
    facts = {"type": PermitType.SC2, "issued_on": D(2019, 3, 4), "by": cast.lucia} | facts
    # Most have made no application here, of which the action asks.
    facts = {"is_sure": facts["type"] in WHILE_PENDING} | facts
    return record_permit(person or a_client(cast), **facts)


def a_paper(cast: Cast, person: Individual | None = None, **facts: Any) -> Renunciation:
    """A renunciation that Lucia recorded."""
    facts = {"signed_on": D(2019, 3, 1), "by": cast.lucia} | facts
    return sign(person or a_client(cast), **facts)


def sign(person: Individual, **facts: Any) -> Renunciation:
    """The permanent wording, signed, by somebody whom the authority asks; `facts` say it otherwise."""
    said: dict[str, Any] = {
        "is_demanded": True,
        "demanded_on": facts["signed_on"],
        "signature": Signature.YES,
        "wording": Wording.PERMANENT,
    }
    return record_renunciation(person, **(said | facts))


def verify(paper: Renunciation, **facts: Any) -> Renunciation:
    """The authority's act, of which nothing is missing."""
    said: dict[str, Any] = {
        "authority": an_authority(),
        "reference": "MRE-1",
        "are_consequences_explained": YesNo.YES,
        "is_copy_given": YesNo.YES,
    }
    return verify_renunciation(paper, **(said | facts))


def a_submitted_paper(cast: Cast, person: Individual | None = None, **facts: Any) -> Renunciation:
    return submit_renunciation(a_paper(cast, person, **facts), on=D(2019, 3, 5), by=cast.lucia)


def an_authority() -> Organisation:
    return Organisation.objects.get_or_create(
        name="Ministerio de prueba", defaults={"kind": OrganisationKind.STATE}
    )[0]


@contextmanager
def undone() -> Iterator[None]:
    """Tries something out: whatever the block changes is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
