"""Records privacy notices, legal bases of files, and answers about consents."""

import datetime
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NoReturn, TypedDict, Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import DOES_NOT_FOLLOW, refuse_future, refuse_move
from casework.claims.sight import open_claim_to_end_file
from casework.consents.choices import (
    AUTHORISING_GROUNDS,
    CONSENT_MOVES,
    SAYS_NO,
    Basis,
    CannotAnswer,
    ConsentStatus,
    Ground,
    NoticeState,
    NotToldBecause,
    Purpose,
    ToldHow,
    text_code,
)
from casework.consents.models import Consent, ConsentStep, FileBasis, PrivacyNotice
from casework.consents.rules import cannot_authorise, cannot_hear
from casework.consents.start import (
    LawfulStart,
    how_given,
    is_by_representative,
    new_basis,
    new_notice,
    who_answered,
)
from casework.register.actions import record_about_person, refuse_outsider
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused
from reference.models import HouseText


class AnswerDetails(TypedDict, total=False):
    """How the question was asked and answered; unknown keys are left out.

    `basis` is a Basis, `text` the text that was read, `answered_by` the name of a representative who answered."""

    basis: str
    language: str
    explained_by: str
    had_interpreter: bool
    note: str
    text: HouseText | None
    answered_by: str


@transaction.atomic
def record_consent(
    individual: Individual,
    *,
    purpose: str,
    status: str,
    on: datetime.date,
    by: User,
    expires_on: datetime.date | None = None,
    **how: Unpack[AnswerDetails],
) -> Consent:
    """Records a question or an answer (`status`) and returns the consent. A "no" blocks sharing at once.

    `expires_on` is the last day of a consent. An answer about keeping the file also sets its legal basis; a "no" opens
    the data subject's claim that the law requires. Raises ActionRefused for a future day, an answer that cannot follow the
    last one, a text about another purpose, and a child who authorises."""
    individual = lock_for(individual, Permission.CONSENT_CHANGE, by=by)
    refuse_future(on, by=by)
    is_given = status == ConsentStatus.GIVEN
    if is_given and expires_on and expires_on < on:
        raise ActionRefused(_("The consent ends before it is given."), field="expires_on")
    # `lock_for` has locked the person's row, so nobody else records a first consent for this purpose at the same time.
    consent = _consent_of(individual, purpose)
    _refuse_unlawful(consent, status, on)
    _refuse_another_text(purpose, how.get("text"))
    start = _start_from_answer(consent.purpose, status, individual, on=on, how=how)
    _save_answer(consent, status, on=on, by=by, expires_on=expires_on if is_given else None, **how)
    if start:
        new_basis(individual, start, on=on, by=by).save(force_insert=True)
    return consent


def _save_answer(
    consent: Consent,
    status: str,
    *,
    on: datetime.date,
    by: User,
    expires_on: datetime.date | None = None,
    **how: Unpack[AnswerDetails],
) -> None:
    """Saves the answer with its step; a "no" to keeping the file opens its claim."""
    consent.status, consent.status_on = ConsentStatus(status), on
    consent.expires_on = expires_on
    if status == ConsentStatus.GIVEN:
        consent.text = how.get("text")
    consent.save()
    _save_step(consent, on=on, by=by, **how)
    record_about_person(f"consent.{consent.status}", consent, by=by, purpose=consent.purpose)
    if consent.purpose == Purpose.STORING and status in SAYS_NO:
        is_withdrawn = status == ConsentStatus.WITHDRAWN
        open_claim_to_end_file(consent.individual, is_withdrawn=is_withdrawn, on=on, by=by)


def _start_from_answer(
    purpose: str, status: str, individual: Individual, *, on: datetime.date, how: AnswerDetails
) -> LawfulStart | None:
    """Returns the legal basis that an answer about keeping the file gives; None for other purposes and for questions."""
    basis, given_by = how.get("basis", ""), how.get("answered_by", "")
    if purpose != Purpose.STORING or status == ConsentStatus.ASKED:
        return None
    is_child = cannot_authorise(individual.age_on(on))
    child = CannotAnswer.CHILD if is_child else ""
    if status in SAYS_NO:
        return LawfulStart(ground=Ground.NONE_YET)
    if basis == Basis.GUARDIAN:
        return LawfulStart(ground=Ground.REPRESENTED, given_by=given_by, cannot_answer=child)
    if basis == Basis.VITAL_INTEREST:
        return LawfulStart(ground=Ground.VITAL)
    if is_child:
        refuse_child(field="basis")
    return LawfulStart(ground=Ground.AUTHORISED)


def refuse_child(*, field: str) -> NoReturn:
    raise ActionRefused(
        _("A child does not authorise: somebody who represents it does."), field=field
    )


def refuse_adults(people: Sequence[Individual], on: datetime.date) -> None:
    """Raises ActionRefused if one of these people is of age that day, so that nobody represents them as a child."""
    for person in people:
        age = person.age_on(on)
        if age is not None and not cannot_authorise(age):
            raise ActionRefused(
                _("%(name)s is of age: say another reason, or ask the person.")
                % {"name": person.display_name},
                field="cannot_answer",
            )


@transaction.atomic
def record_telling(
    case: Case, *, people: Sequence[Individual], on: datetime.date, by: User, start: LawfulStart
) -> list[PrivacyNotice]:
    """Records for each of these people that they were told the notice, or why not yet, with a due date; returns the rows.

    Raises ActionRefused for partial answers and a future day, and if `heard_by` is missing for a small child or for a
    person who cannot express a will."""
    people = _locked_people(case, people, on=on, by=by)
    if start.notice == NoticeState.TOLD and not start.heard_by.strip():
        unable = _keys_of_unable_people(people)
        names = [
            each.display_name
            for each in people
            if start.how == ToldHow.TO_ANOTHER or each.pk in unable or cannot_hear(each.age_on(on))
        ]
        if names:
            raise ActionRefused(
                _("Say who heard it for %(names)s.") % {"names": ", ".join(names)}, field="heard_by"
            )
    return record_notices(case, people=people, on=on, start=start, by=by)


@transaction.atomic
def record_notices(
    case: Case, *, people: Sequence[Individual], on: datetime.date, by: User, start: LawfulStart
) -> list[PrivacyNotice]:
    """Records notices like `record_telling`, but leaves out people for whom nobody heard the notice.

    It is for people on file who arrive again, with one answer for all."""
    people = _locked_people(case, people, on=on, by=by)
    start.refuse_partial_answers()
    unable = _keys_of_unable_people(people)
    through_another = replace(start, how=start.how and ToldHow.TO_ANOTHER)
    starts = [
        (each, (through_another if each.pk in unable else start).for_person(each, on))
        for each in people
    ]
    notices = [
        new_notice(each, own_start, on=on, by=by)
        for each, own_start in starts
        if own_start.because != NotToldBecause.UNHEARD
    ]
    for notice in notices:
        notice.save(force_insert=True)
        record_about_person("notice.told" if notice.is_told else "notice.not_yet", notice, by=by)
    return notices


def _keys_of_unable_people(people: Sequence[Individual]) -> set[Any]:
    """Returns keys of the people whose basis says that they cannot express a will."""
    rows = FileBasis.objects.representing().filter(cannot_answer=CannotAnswer.UNABLE)
    return set(rows.filter(individual__in=people).values_list("individual", flat=True))


@transaction.atomic
def record_basis(
    case: Case, *, people: Sequence[Individual], on: datetime.date, by: User, start: LawfulStart
) -> list[FileBasis]:
    """Records the legal basis of these people's files and returns the rows.

    An authorisation is also saved as a consent that can be withdrawn. If adults and children are recorded together, the
    adults authorise for themselves and the named person authorises for the children. Raises ActionRefused for partial
    answers, a future day, a child who authorises, and an adult represented as a child."""
    people = _locked_people(case, people, on=on, by=by)
    start.refuse_partial_answers()
    children = {person.pk for person in people if cannot_authorise(person.age_on(on))}
    if start.ground == Ground.AUTHORISED and children and not start.given_by.strip():
        refuse_child(field="given_by")
    if start.is_for_children:
        refuse_adults(people, on)
    bases = []
    for person in people:
        own_start = start.for_person(person, on) if person.pk in children else start
        basis = new_basis(person, own_start, on=on, by=by)
        basis.save(force_insert=True)
        record_about_person("basis.said", basis, by=by, ground=basis.ground)
        if basis.ground in AUTHORISING_GROUNDS:
            _save_authorisation(person, own_start, on=on, by=by)
        bases.append(basis)
    return bases


def _save_authorisation(
    individual: Individual, start: LawfulStart, *, on: datetime.date, by: User
) -> None:
    """Saves the authorisation as the answer about keeping the file; the caller has locked the person."""
    consent = _consent_of(individual, Purpose.STORING)
    _refuse_unlawful(consent, ConsentStatus.GIVEN, on)
    text = start.ground_text
    _refuse_another_text(Purpose.STORING, text)
    how = AnswerDetails(basis=how_given(start), text=text, language=text.language if text else "")
    if is_by_representative(start):
        how["note"] = who_answered(start.given_by, start.given)
    _save_answer(consent, ConsentStatus.GIVEN, on=on, by=by, **how)


def _locked_people(
    case: Case, people: Sequence[Individual], *, on: datetime.date, by: User
) -> list[Individual]:
    if not people:
        raise ActionRefused(_("Choose at least one person."), field="people")
    refuse_future(on, by=by)
    locked = []
    for person in sorted(people, key=lambda each: each.pk):
        locked.append(lock_for(person, Permission.CONSENT_CHANGE, by=by))
        refuse_outsider(person, case)
    return locked


def withdraw_consent(
    consent: Consent, *, on: datetime.date, by: User, basis: str = "", note: str = ""
) -> Consent:
    """Records that the person withdraws the consent: from now on nothing is shared for this purpose."""
    return record_consent(
        consent.individual,
        purpose=consent.purpose,
        status=ConsentStatus.WITHDRAWN,
        on=on,
        basis=basis,
        note=note,
        by=by,
    )


def _save_step(
    consent: Consent, *, on: datetime.date, by: User, **how: Unpack[AnswerDetails]
) -> None:
    ConsentStep.objects.create(
        key_id=consent.key_id,
        consent=consent,
        place=consent.steps.count() + 1,
        status=consent.status,
        on=on,
        by=by,
        basis=how.get("basis", ""),
        language=how.get("language", ""),
        text=how.get("text"),
        explained_by=how.get("explained_by", "").strip(),
        had_interpreter=how.get("had_interpreter", False),
        expires_on=consent.expires_on,
        note=how.get("note", "").strip(),
    )


def _consent_of(individual: Individual, purpose: str) -> Consent:
    """Returns the person's consent for the purpose, or an unsaved one; the caller has locked the person."""
    return individual.consents.counting().filter(purpose=purpose).first() or Consent(
        key_id=individual.key_id, individual=individual, purpose=Purpose(purpose), status=""
    )


def _refuse_another_text(purpose: str, text: HouseText | None) -> None:
    if text and text.code != text_code(purpose):
        raise ActionRefused(_("This text is about another purpose."), field="text")


def _refuse_unlawful(consent: Consent, status: str, on: datetime.date) -> None:
    if status not in CONSENT_MOVES[consent.status]:
        if consent.status:
            refuse_move(consent, ConsentStatus(status), consent.steps.standing(), field="status")
        words = {"here": _("Never asked"), "there": ConsentStatus(status).label}
        raise ActionRefused(DOES_NOT_FOLLOW % words, field="status")
    if consent.status and on < consent.status_on:
        raise ActionRefused(_("The last answer is of a later day."), field="on")


class ConsentMissing(ActionRefused):
    """The person has no valid consent to share this."""
