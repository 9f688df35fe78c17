"""Recording what people do, how they feel, and a first look at their health."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.referrals.actions import write_referral
from casework.referrals.models import Referral
from casework.register.choices import YesNo
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.wellbeing.choices import ActivityKind, Feeling, SupportOffer
from casework.wellbeing.models import Activity, HealthScreening, WellbeingNote
from pages.refusals import ActionRefused
from partners.models import Organisation


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
    activity: Activity = _record(
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
    return activity


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
    note: WellbeingNote = _record(
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
    return note


@transaction.atomic
def refer_from_offer(note: WellbeingNote, *, by: User, **facts: Any) -> Referral:
    """Writes the referral that follows from support which the person accepted; `facts` are those of `write_referral`.

    Raises ActionRefused for an offer that was not accepted, or that a referral follows already.
    """
    note, individual = _accepted(note, by=by)
    if note.referral_id:
        raise ActionRefused(_("A referral follows from this offer already."))
    case = case_of(individual, by.today())
    if case is None:
        raise ActionRefused(_("This person belongs to no case."))
    [referral] = write_referral(case, people=[individual], by=by, **facts)
    _follow_with(note, referral, by=by)
    return referral


@transaction.atomic
def name_referral(note: WellbeingNote, *, referral: Referral | None, by: User) -> WellbeingNote:
    """Says which referral followed from an offer that was accepted, or that none did."""
    note, individual = _accepted(note, by=by)
    if referral is not None:
        require(by, Permission.REFERRAL_READ, about=referral)
        if referral.individual_id != individual.pk:
            raise ActionRefused(_("That referral is about somebody else."), field="referral")
    _follow_with(note, referral, by=by)
    return note


def _accepted(note: WellbeingNote, *, by: User) -> tuple[WellbeingNote, Individual]:
    """The fresh note and its person, ours until commit."""
    individual = Individual.objects.lock(note.individual)
    require(by, Permission.WELLBEING_CHANGE, about=individual)
    note = WellbeingNote.objects.select_for_update().get(pk=note.pk)
    if not note.is_accepted:
        raise ActionRefused(_("The person has not accepted this offer."))
    return note, individual


def _follow_with(note: WellbeingNote, referral: Referral | None, *, by: User) -> None:
    note.referral = referral
    note.save(update_fields=["referral"])
    case = case_of(note.individual, by.today())
    details = {
        "individual": note.individual.number,
        "referral": str(referral.pk) if referral else "",
    }
    record("wellbeing.referral_named", by=by, about=note, case=case, details=details)


@transaction.atomic
def record_screening(
    individual: Individual,
    *,
    on: datetime.date,
    by: User,
    was_underfed: str = YesNo.UNKNOWN,
    has_lost_weight: str = YesNo.UNKNOWN,
    findings: str = "",
) -> HealthScreening:
    """Keeps a first look at the person's health. Nothing in it is compulsory but the day."""
    screening: HealthScreening = _record(
        HealthScreening(
            individual=individual,
            on=on,
            was_underfed=YesNo(was_underfed),
            has_lost_weight=YesNo(has_lost_weight),
            findings=findings.strip(),
        ),
        "screening.recorded",
        by=by,
    )
    return screening


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
