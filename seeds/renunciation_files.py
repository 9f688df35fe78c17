"""Renunciation files: evidence for and against, observations, a contested statement, reports about groups."""

import datetime

from asylum.evidence.actions import record_evidence, reply_evidence, resolve_review
from asylum.evidence.choices import (
    Attribution,
    Bearing,
    Channel,
    Reliability,
    ReplyKind,
    ReviewResult,
    Sign,
)
from asylum.identification.actions import contest_identification
from asylum.measures.actions import arms_laid_down, review, start_measure, start_observation
from asylum.measures.choices import MeasureKind, SaidAtReview
from asylum.papers.choices import Identified, Method
from asylum.papers.models.renunciation import Renunciation, RenunciationDemand
from asylum.renunciation.actions import record_demand
from asylum.reported.actions import record_approach, record_group_report
from asylum.reported.choices import GroupKind, Stage
from casework.register.models.individual import Individual
from casework.service.actions import record_service
from partners.models import Organisation
from reference.models import Municipality
from seeds.staff import Staff
from seeds.tasks_and_plans import caseworker_of

# Kind, how far it went, days ago, number of people, source, text.
REPORTS: list[tuple[GroupKind, Stage, int, int | None, str, str]] = [
    (
        GroupKind.MOVEMENT,
        Stage.SENT_BACK,
        16,
        50,
        "Diario de la Frontera (inventado)",
        "Unas cincuenta personas corrieron al puente y la policía las devolvió.",
    ),
    (
        GroupKind.MARCH,
        Stage.PREVENTED,
        12,
        None,
        "Autoridad migratoria, por teléfono",
        "Se planeó una marcha larga; las autoridades la impidieron.",
    ),
    (
        GroupKind.TALK,
        Stage.CLAIMED,
        9,
        None,
        "Radio del Puente (inventada)",
        "Se habló de formar una milicia. Nadie la nombra ni la muestra.",
    ),
    (
        GroupKind.ENLISTING,
        Stage.CLAIMED,
        6,
        200,
        "Diario de la Frontera (inventado)",
        "Dicen que doscientas personas se alistaron para escoltar convoyes.",
    ),
    (
        GroupKind.WARNING,
        Stage.CLAIMED,
        4,
        None,
        "Boletín de un centro de análisis (inventado)",
        "Advierte que el otro gobierno ve en los hoteles una amenaza.",
    ),
]


def open_renunciation_files(staff: Staff, today: datetime.date) -> None:
    """Records another part of the file for each of four people who signed, and reports about groups."""
    signed = Renunciation.objects.signed().order_by("individual__number")
    people = [paper.individual for paper in signed.select_related("individual")[:4]]
    recorders = (
        _record_contrary_evidence,
        _record_supporting_evidence,
        _record_observation,
        _record_contest,
    )
    for person, record_part in zip(people, recorders, strict=False):
        record_part(person, staff, today)
    for kind, stage, ago, headcount, source, what in REPORTS:
        record_group_report(
            staff.office,
            kind=kind,
            stage=stage,
            on=today - _days(ago),
            headcount=headcount,
            municipality=Municipality.objects.get(code="54001"),
            reliability=Reliability.USUAL if stage == Stage.SENT_BACK else Reliability.WEAK,
            source=source,
            what=what,
            by=staff.lucia,
        )


def _days(number: int) -> datetime.timedelta:
    return datetime.timedelta(days=number)


def _record_contrary_evidence(person: Individual, staff: Staff, today: datetime.date) -> None:
    """Records a press report, the person's reply, and an attempt to recruit the person. The review stays open."""
    piece = record_evidence(
        person,
        bearing=Bearing.CONTRARY,
        sign=Sign.COMMAND,
        on=today - _days(2),
        channel=Channel.PRESS,
        source="Diario de la Frontera (inventado), página 3",
        what="«Esperamos órdenes de nuestro jefe.»",
        attribution=Attribution.DOUBTFUL,
        reliability=Reliability.WEAK,
        by=staff.lucia,
    )
    reply_evidence(
        piece,
        on=today - _days(1),
        kind=ReplyKind.ANSWERED,
        text="No hablé con ningún periodista. Mi jefe de antes se quedó allá.",
        by=staff.lucia,
    )
    record_approach(
        person,
        on=today - _days(3),
        reliability=Reliability.UNKNOWN,
        what="Un desconocido le ofreció dinero por escoltar un convoy.",
        protection="Que no salga sin compañía; se le mostró a quién llamar.",
        by=staff.lucia,
    )


def _record_supporting_evidence(person: Individual, staff: Staff, today: datetime.date) -> None:
    """Records evidence of a civilian life, and contrary evidence that a review found wrong."""
    certainty = {"reliability": Reliability.CONFIRMED, "attribution": Attribution.CERTAIN}
    record_evidence(
        person,
        bearing=Bearing.SUPPORTING,
        sign=Sign.LIVELIHOOD,
        on=today - _days(1),
        channel=Channel.PAPER,
        source="Certificado del curso de panadería",
        what="Terminó el curso y ayuda en una panadería.",
        by=staff.luis,
        **certainty,
    )
    piece = record_evidence(
        person,
        bearing=Bearing.CONTRARY,
        sign=Sign.CALL,
        on=today - _days(3),
        channel=Channel.NETWORK,
        source="Un video que circuló",
        what="Alguien de uniforme llama a tomar las armas.",
        attribution=Attribution.DOUBTFUL,
        reliability=Reliability.WEAK,
        by=staff.lucia,
    )
    if piece.review is not None:
        resolve_review(
            piece.review,
            result=ReviewResult.UNFOUNDED,
            because="El del video es otro: la cicatriz y el año no concuerdan.",
            by=staff.luis,
        )


def _record_observation(person: Individual, staff: Staff, today: datetime.date) -> None:
    """Records an observation that an authority reviewed once."""
    authority = Organisation.objects.get(short_name="Cancillería")
    observation = start_observation(
        person,
        starts_on=arms_laid_down(person) or today - _days(5),
        planned_until=today + _days(80),
        review_on=today + _days(2),
        reasons="Ocho años de servicio como suboficial; su familia está con él.",
        authority=authority,
        by=staff.lucia,
    )
    review(
        observation,
        on=today - _days(1),
        outcome=SaidAtReview.GOES_ON,
        authority=authority,
        planned_until=today + _days(60),
        review_on=today + _days(20),
        found="Sin contacto con su antigua unidad.",
        by=staff.lucia,
    )

    _record_measures(person, authority, staff, today)


def _record_measures(
    person: Individual, authority: Organisation, staff: Staff, today: datetime.date
) -> None:
    """Records a separation from the unit, and a limit of two hours a day outside with its legal basis and one review."""
    start_measure(
        person,
        kind=MeasureKind.APART_UNIT,
        starts_on=today - _days(5),
        reasons="Vivía en el mismo piso que tres compañeros de su unidad.",
        source="Correo de la autoridad del mismo día",
        authority=authority,
        by=staff.lucia,
    )
    limit = start_measure(
        person,
        kind=MeasureKind.HOURS,
        starts_on=today - _days(5),
        authority=authority,
        legal_basis="Acta de alojamiento temporal (inventada), numeral 4",
        terms="Dos horas al día fuera del hotel, con anotación en la portería.",
        reasons="Cercanía de la frontera.",
        source="Copia del acta que mostró la persona",
        review_on=today + _days(4),
        by=staff.lucia,
    )
    review(
        limit,
        on=today - _days(1),
        outcome=SaidAtReview.GOES_ON,
        authority=authority,
        found="Sigue igual; se pidió por escrito que se amplíe a cuatro horas.",
        review_on=today + _days(10),
        by=staff.lucia,
    )


def _record_contest(person: Individual, staff: Staff, today: datetime.date) -> None:
    """Records that the authority identifies the person as a former fighter, and that he contests it."""
    last: RenunciationDemand = person.renunciation_demands.latest("recorded_at")
    demand = record_demand(
        person,
        is_asked=True,
        on=last.on,
        method=Method.QUESTIONS,
        outcome=Identified.FORMER,
        reference="ACTA-118",
        authority=last.authority,
        by=staff.lucia,
    )
    contest_identification(
        demand,
        on=today,
        grounds="Dejó el servicio hace quince años y desde entonces fue policía municipal.",
        by=staff.lucia,
    )
    # The authority's list has him in service days after he crossed: a contradiction.
    case = person.memberships.get(left_on=None).case
    record_service(
        person,
        unit="Según la lista de la autoridad",
        served_until=case.opened_on + _days(3),
        by=caseworker_of(case, staff),
    )
