"""Applications, permits and renunciations of this month's former members, in every state."""

import datetime

from asylum.claims.actions import lodge_application, move_application
from asylum.individual_reviews.actions import record_individual_review
from asylum.individual_reviews.choices import AskedFor, ReviewOutcome
from asylum.letters.actions import issue_letter, revoke_letter
from asylum.letters.choices import LetterKind, LetterLanguage
from asylum.papers.choices import DeclarationLanguage, Signature, Wording, WorkRight
from asylum.papers.models.renunciation import Renunciation
from asylum.pathways.choices import ApplicationStatus, PermitType
from asylum.permits.actions import record_permit
from asylum.procedure.choices import ClaimGround, RefusalGround
from asylum.renunciation.actions import (
    record_renunciation,
    submit_renunciation,
    verify_renunciation,
)
from asylum.terms.actions import assign_deadline
from casework.register.choices import Category, YesNo
from casework.register.models.case import LegalReferral
from casework.register.models.individual import Individual
from partners.models import Organisation
from reference.models import Municipality
from seeds.people import Inventor
from seeds.staff import Staff
from seeds.this_month import Family

# Days from today until a permit expires, for one person in five each: past, near, far.
PERMIT_ENDS = [-3, 5, 12, 28, 60]
# Indexes, among the referred families, of those that get letters.
WITH_LETTERS = {1}
# The index of the referred family whose principal has an SC-2 and an SC-1 at once.
WITH_TWO_PERMITS = 2


def record_claims_and_permits(
    families: list[Family], staff: Staff, inventor: Inventor, today: datetime.date
) -> None:
    """Records papers only for cases referred to legal aid; the other files show what is missing."""
    referred = set(LegalReferral.objects.values_list("case_id", flat=True))
    for number, family in enumerate(f for f in families if f.case.pk in referred):
        person, arrived_on = family.principal, family.case.opened_on
        if person.category != Category.FORMER_MEMBER or arrived_on > today - _days(4):
            continue
        renunciation = _sign(person, number, staff, arrived_on) if number % 4 else None
        _apply(person, number, renunciation, staff, today, arrived_on)
        record_permit(
            person,
            type=PermitType.SC2,
            issued_on=arrived_on + _days(2),
            expires_on=today + _days(PERMIT_ENDS[number % len(PERMIT_ENDS)])
            if arrived_on + _days(2) <= today + _days(PERMIT_ENDS[number % len(PERMIT_ENDS)])
            else today + _days(30),
            number=f"SC2-{inventor.random.randint(100_000, 999_999)}",
            work_right=WorkRight.NO if number % 2 else WorkRight.UNKNOWN,
            is_sure=True,
            by=staff.lucia,
        )
        if number == WITH_TWO_PERMITS:
            # An SC-1 was issued by mistake, although no refusal is final.
            record_permit(
                person,
                type=PermitType.SC1,
                issued_on=today - _days(1),
                number="SC1-900001",
                work_right=WorkRight.NO,
                by=staff.lucia,
            )
        if number % 2:
            _review(person, number, staff, today)
        if number in WITH_LETTERS:
            _hand_letters(person, staff)


def _review(person: Individual, number: int, staff: Staff, today: datetime.date) -> None:
    """Records a review that asks for a statement of the right to work, because the permit denies it."""
    is_given = number % 4 == 1
    record_individual_review(
        person,
        on=today - _days(1),
        reviewed_by="Migración Colombia, ventanilla de Cúcuta",
        asked_for=AskedFor.STATES_WORK,
        outcome=ReviewOutcome.GIVEN if is_given else ReviewOutcome.OPEN,
        found="Expiden una constancia de que puede trabajar." if is_given else "",
        next_step="" if is_given else "Volver con la copia de la solicitud.",
        by=staff.lucia,
    )


def _hand_letters(person: Individual, staff: Staff) -> None:
    """Issues a letter for an employer, and a certificate twice: the first one is revoked."""
    issue_letter(person, kind=LetterKind.EMPLOYER, language=LetterLanguage.SPANISH, by=staff.lucia)
    first, _second = (
        issue_letter(
            person, kind=LetterKind.CERTIFICATE, language=LetterLanguage.SPANISH, by=staff.lucia
        )
        for _time in range(2)
    )
    revoke_letter(first, reason="Se imprimió antes de tener el radicado.", by=staff.lucia)


def _days(number: int) -> datetime.timedelta:
    return datetime.timedelta(days=number)


def _sign(person: Individual, number: int, staff: Staff, arrived_on: datetime.date) -> Renunciation:
    """Records a renunciation as Lucía; some are submitted, some verified by Luis; one has the temporary wording."""
    signed_on = arrived_on + _days(2)
    renunciation = record_renunciation(
        person,
        signed_on=signed_on,
        is_demanded=True,
        demanded_on=signed_on,
        signature=Signature.YES,
        wording=Wording.TEMPORARY if number == 6 else Wording.PERMANENT,
        are_consequences_explained=YesNo.YES,
        is_copy_given=YesNo.YES,
        language=DeclarationLanguage.SPANISH,
        municipality=Municipality.objects.get(code="54001"),
        authority=Organisation.objects.get(short_name="Cancillería"),
        by=staff.lucia,
    )
    if number % 3 and renunciation.wording == Wording.PERMANENT:
        submit_renunciation(
            renunciation,
            on=signed_on + _days(1),
            authority=renunciation.authority,
            by=staff.lucia,
        )
        if number % 3 == 2:
            verify_renunciation(
                renunciation,
                on=signed_on + _days(2),
                reference=f"MRE-{3_000 + number}",
                by=staff.luis,
            )
    renunciation.refresh_from_db()
    return renunciation


def _apply(
    person: Individual,
    number: int,
    renunciation: Renunciation | None,
    staff: Staff,
    today: datetime.date,
    arrived_on: datetime.date,
) -> None:
    if number % 5 == 4:
        return
    application = lodge_application(
        person,
        on=arrived_on + _days(3),
        entered_on=arrived_on,
        grounds=[ClaimGround.CONVENTION_1951, ClaimGround.CARTAGENA][: 1 + number % 2],
        reference=f"REF-{20_000 + number}",
        by=staff.lucia,
    )
    if renunciation is None or renunciation.verified_on is None:
        return
    admitted_on = max(renunciation.verified_on, arrived_on + _days(4))
    if admitted_on > today:
        return
    move_application(application, to=ApplicationStatus.ADMITTED, on=admitted_on, by=staff.lucia)
    if number % 2:
        move_application(
            application,
            to=ApplicationStatus.SUMMONED,
            on=admitted_on,
            interview_on=today + _days(3 + number % 5),
            at_time=datetime.time(8 + number % 8, 30),
            place="Cancillería, sede Cúcuta" if number % 3 else "",
            by=staff.lucia,
        )
    elif admitted_on < today - _days(3):
        refused = move_application(
            application,
            to=ApplicationStatus.REFUSED,
            on=today - _days(3),
            resolved_on=max(admitted_on, today - _days(9)),
            refusal_ground=RefusalGround.CREDIBILITY,
            by=staff.lucia,
        )
        for term in refused.deadlines.running():
            assign_deadline(term, owner=staff.lucia, deputy=staff.luis, by=staff.lucia)
