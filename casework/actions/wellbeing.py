"""Recording what people do, how they feel, and a first look at their health."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.refusals import refuse_future
from casework.choices.home import Answer
from casework.choices.wellbeing import ActivityKind, Feeling, SupportOffer
from casework.models import (
    Activity,
    HealthScreening,
    Individual,
    Organisation,
    WellbeingNote,
)
from casework.querysets.individual import case_of
from pages.refusals import ActionRefused


@transaction.atomic
def record_activity(
    individual: Individual,
    *,
    kind: str,
    on: datetime.date,
    by: User,
    organisation: Organisation | None = None,
    remarks: str = "",
) -> Activity:
    """Keeps that the person took part in something."""
    return _record(
        Activity(
            individual=individual,
            kind=ActivityKind(kind),
            on=on,
            organisation=organisation,
            remarks=remarks.strip(),
        ),
        "activity.recorded",
        by=by,
    )


@transaction.atomic
def write_wellbeing_note(
    individual: Individual,
    *,
    on: datetime.date,
    by: User,
    feeling: str = Feeling.NOT_ASKED,
    support: str = SupportOffer.NOT_OFFERED,
    text: str = "",
) -> WellbeingNote:
    """Keeps how the person feels, and whether psychosocial support was offered."""
    if feeling == Feeling.NOT_ASKED and support == SupportOffer.NOT_OFFERED and not text.strip():
        raise ActionRefused(_("Write something first."), field="text")
    return _record(
        WellbeingNote(
            individual=individual,
            on=on,
            feeling=Feeling(feeling),
            support=SupportOffer(support),
            text=text.strip(),
        ),
        "wellbeing.written",
        by=by,
    )


@transaction.atomic
def record_screening(
    individual: Individual,
    *,
    on: datetime.date,
    by: User,
    was_underfed: str = Answer.UNKNOWN,
    has_lost_weight: str = Answer.UNKNOWN,
    findings: str = "",
) -> HealthScreening:
    """Keeps a first look at the person's health. Nothing in it is compulsory but the day."""
    return _record(
        HealthScreening(
            individual=individual,
            on=on,
            was_underfed=Answer(was_underfed),
            has_lost_weight=Answer(has_lost_weight),
            findings=findings.strip(),
        ),
        "screening.recorded",
        by=by,
    )


def _record(row: Any, verb: str, *, by: User) -> Any:
    individual = Individual.objects.lock(row.individual)
    require(by, Permission.WELLBEING_CHANGE, about=individual)
    refuse_future(row.on, by=by)
    row.key_id = individual.key_id
    row.recorded_by = by
    row.save()
    case = case_of(individual, by.today())
    record(verb, by=by, about=row, case=case, details={"individual": individual.number})
    return row
