"""Records activities, wellbeing, and first health screenings."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for, require
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.corrections.actions import correction_action
from casework.referrals.actions import write_referral
from casework.referrals.models import Referral
from casework.register.actions import lock_row, record_about_person, save_new_row
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
    """Records that the person took part in an activity, and returns the row."""
    individual = lock_for(individual, Permission.WELLBEING_CHANGE, by=by)
    refuse_future(on, by=by)
    kind = ActivityKind(kind)
    activity = save_new_row(
        Activity, individual, by=by, kind=kind, on=on, organisation=organisation, remarks=remarks
    )
    record_about_person("activity.recorded", activity, by=by)
    return activity


def _refuse_impossible(row: Activity | HealthScreening | WellbeingNote, *, by: User) -> None:
    refuse_future(row.on, by=by)
    if not isinstance(row, WellbeingNote):
        return
    _refuse_empty(row.feeling, row.support, row.text)
    if row.referral_id and not row.is_accepted:
        raise ActionRefused(
            _("A referral followed from this offer: say first that none did."), field="support"
        )


correct_activity = correction_action(
    Permission.WELLBEING_CHANGE, verb="activity.corrected", then=_refuse_impossible
)
correct_wellbeing_note = correction_action(
    Permission.WELLBEING_CHANGE, verb="wellbeing.corrected", then=_refuse_impossible
)
correct_screening = correction_action(
    Permission.WELLBEING_CHANGE, verb="screening.corrected", then=_refuse_impossible
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
    """Records how the person feels and whether psychosocial support was offered, and returns the row."""
    _refuse_empty(feeling, support, text)
    individual = lock_for(individual, Permission.WELLBEING_CHANGE, by=by)
    refuse_future(on, by=by)
    answers = {"feeling": Feeling(feeling), "support": SupportOffer(support)}
    note = save_new_row(WellbeingNote, individual, by=by, on=on, text=text, **answers)
    record_about_person("wellbeing.written", note, by=by)
    return note


def _refuse_empty(feeling: str, support: str, text: str) -> None:
    if feeling == Feeling.NOT_ASKED and support == SupportOffer.NOT_OFFERED and not text.strip():
        raise ActionRefused(_("Write something first."), field="text")


@transaction.atomic
def refer_from_offer(note: WellbeingNote, *, by: User, **facts: Any) -> Referral:
    """Creates the referral for support that the person accepted; `facts` are those of `write_referral`.

    Raises ActionRefused for an offer that was not accepted, or that already has a referral."""
    note = _lock_accepted_offer(note, by=by)
    if note.referral_id:
        raise ActionRefused(_("A referral follows from this offer already."))
    case = case_of(note.individual, by.today())
    if case is None:
        raise ActionRefused(_("This person belongs to no case."))
    [referral] = write_referral(case, people=[note.individual], by=by, **facts)
    _set_referral(note, referral, by=by)
    return referral


@transaction.atomic
def name_referral(note: WellbeingNote, *, referral: Referral | None, by: User) -> WellbeingNote:
    """Sets which referral followed an accepted offer, or that none did."""
    note = _lock_accepted_offer(note, by=by)
    if referral is not None:
        require(by, Permission.REFERRAL_READ, about=referral)
        if referral.individual_id != note.individual_id:
            raise ActionRefused(_("That referral is about somebody else."), field="referral")
    _set_referral(note, referral, by=by)
    return note


def _lock_accepted_offer(note: WellbeingNote, *, by: User) -> WellbeingNote:
    """Returns the note, read again and locked until commit."""
    note = lock_row(note, Permission.WELLBEING_CHANGE, by=by)
    if not note.is_accepted:
        raise ActionRefused(_("The person has not accepted this offer."))
    return note


def _set_referral(note: WellbeingNote, referral: Referral | None, *, by: User) -> None:
    note.referral = referral
    note.save(update_fields=["referral"])
    followed = str(referral.pk) if referral else ""
    record_about_person("wellbeing.referral_named", note, by=by, referral=followed)


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
    """Records a first health screening and returns it. Only the day is required."""
    individual = lock_for(individual, Permission.WELLBEING_CHANGE, by=by)
    refuse_future(on, by=by)
    signs = {"was_underfed": YesNo(was_underfed), "has_lost_weight": YesNo(has_lost_weight)}
    screening = save_new_row(HealthScreening, individual, by=by, on=on, findings=findings, **signs)
    record_about_person("screening.recorded", screening, by=by)
    return screening
