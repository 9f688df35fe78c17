"""Files of renunciation, with what speaks for and against it."""

import datetime
from typing import Any

from asylum.evidence.actions import record_evidence
from asylum.evidence.choices import Attribution, Bearing, Channel, Reliability, Sign
from asylum.evidence.models import Evidence
from asylum.measures.actions import arms_laid_down, start_measure, start_observation
from asylum.measures.choices import MeasureKind
from asylum.measures.models import Measure, Observation
from asylum.reported.actions import record_approach, record_group_report
from asylum.reported.choices import GroupKind, Stage
from asylum.reported.models import GroupReport, RecruitmentApproach
from casework.register.models.individual import Individual
from tests.asylum.build import D, a_client, an_authority
from tests.cast import Cast

SEEN_ON = D(2019, 5, 10)
ARMS_ON = D(2019, 2, 24)


def some_evidence(cast: Cast, person: Individual | None = None, **facts: Any) -> Evidence:
    """Contrary: he waits for orders, as an invented paper says."""
    said: dict[str, Any] = {
        "bearing": Bearing.CONTRARY,
        "sign": Sign.COMMAND,
        "on": SEEN_ON,
        "channel": Channel.PRESS,
        "source": "El Diario Inventado, 10 de mayo",
        "what": "«Espero órdenes de mi jefe.»",
        "attribution": Attribution.PROBABLE,
        "reliability": Reliability.WEAK,
        "by": cast.lucia,
    }
    return record_evidence(person or a_client(cast), **(said | facts))


def an_observation(cast: Cast, person: Individual | None = None, **facts: Any) -> Observation:
    """From the day on which he laid down arms, for three months, to be looked at after one."""
    person = person or a_client(cast)
    starts_on = facts.pop("starts_on", arms_laid_down(person) or ARMS_ON)
    said: dict[str, Any] = {
        "starts_on": starts_on,
        "planned_until": starts_on + datetime.timedelta(days=90),
        "review_on": starts_on + datetime.timedelta(days=30),
        "reasons": "Ocho años de servicio, suboficial.",
        "by": cast.lucia,
    }
    if "authority" not in facts:
        said["authority"] = an_authority()
    return start_observation(person, **(said | facts))


def a_restriction(cast: Cast, person: Individual | None = None, **facts: Any) -> Measure:
    """Two hours a day outside, to be looked at after a month."""
    said: dict[str, Any] = {
        "kind": MeasureKind.HOURS,
        "starts_on": ARMS_ON,
        "legal_basis": "Acta 4, numeral 2",
        "reasons": "La frontera está cerca.",
        "source": "Copia del acta",
        "review_on": ARMS_ON + datetime.timedelta(days=30),
        "by": cast.lucia,
    }
    if "authority" not in facts:
        said["authority"] = an_authority()
    return start_measure(person or a_client(cast), **(said | facts))


def an_approach(cast: Cast, person: Individual | None = None, **facts: Any) -> RecruitmentApproach:
    said: dict[str, Any] = {
        "on": SEEN_ON,
        "reliability": Reliability.WEAK,
        "what": "Le ofrecieron plata por escoltar un convoy.",
        "by": cast.lucia,
    }
    return record_approach(person or a_client(cast), **(said | facts))


def a_group_report(cast: Cast, **facts: Any) -> GroupReport:
    """Fifty ran to the bridge and were sent back."""
    said: dict[str, Any] = {
        "kind": GroupKind.MOVEMENT,
        "stage": Stage.SENT_BACK,
        "on": D(2019, 4, 30),
        "headcount": 50,
        "reliability": Reliability.USUAL,
        "source": "Un periódico",
        "what": "Unos cincuenta corrieron al puente.",
        "by": cast.lucia,
    }
    return record_group_report(cast.cucuta, **(said | facts))
