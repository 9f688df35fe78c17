"""Corrects notices, legal bases and consents, and the rows that depend on an answer.

An answer recorded in the wrong file is not withdrawn, because the person never withdrew anything. The answer is marked
as a mistake, and the answer before it counts again."""

import datetime
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.claims.sight import correct_claim_to_end_file
from casework.consents.actions import refuse_adults, refuse_child
from casework.consents.choices import (
    CONSENT_MOVES,
    SAYS_NO,
    Basis,
    CannotAnswer,
    ConsentStatus,
    Ground,
    NoticeState,
    NotToldBecause,
    Purpose,
)
from casework.consents.models import Consent, ConsentStep, FileBasis, PrivacyNotice
from casework.consents.rules import cannot_authorise
from casework.corrections.actions import apply_correction, correction_action, refuse_mistake
from casework.corrections.steps import correct_day_of_step, mark_step_as_mistake
from casework.register.actions import lock_row, record_about_person
from casework.register.choices import YesNo
from pages.dates import short_date
from pages.refusals import ActionRefused

# One action records both the answer about keeping the file and the basis; their times differ at most by this.
LONGEST_ACTION = datetime.timedelta(minutes=1)

# Fields of a basis that may be corrected but not emptied, each with the error message.
REQUIRED_FACTS = {
    "given_by": _("Say who authorised."),
    "cannot_answer": _("Say why somebody else authorised."),
    "note": _("Give the reason."),
}


@transaction.atomic
def correct_consent_step(
    step: ConsentStep,
    *,
    by: User,
    on: datetime.date | None = None,
    is_mistake: bool = False,
    reason: str = "",
) -> Consent:
    """Corrects the day of an answer, or marks it as a mistake, so that the answer before it counts again.

    Also corrects the basis of the file and the claim that the answer started. Raises ActionRefused for an impossible
    day, and for a mistake on which a later answer is based."""
    consent: Consent = Consent.objects.select_related("individual").get(pk=step.consent_id)
    consent.individual = lock_for(consent.individual, Permission.CONSENT_CHANGE, by=by)
    steps = list(consent.steps.standing().with_day().order_by("place"))
    old_day = next((each.day for each in steps if each.pk == step.pk), step.on)
    if is_mistake:
        mark_step_as_mistake(step, individual=consent.individual, reason=reason, by=by)
        _refuse_unlawful([each for each in steps if each.pk != step.pk])
    else:
        on = on or old_day
        _refuse_day(consent, step, on)
        correct_day_of_step(
            step, on, among=steps, individual=consent.individual, reason=reason, by=by
        )
    _recalculate(consent)
    field = "is_mistake" if is_mistake else "on"
    record_about_person(
        "consent.corrected", consent, by=by, purpose=consent.purpose, fields=[field]
    )
    if consent.purpose == Purpose.STORING and step.status != ConsentStatus.ASKED:
        _correct_basis_and_claim(
            consent, step, old_day=old_day, on=None if is_mistake else on, reason=reason, by=by
        )
    return consent


def _refuse_unlawful(steps: Sequence[ConsentStep]) -> None:
    """Raises ActionRefused if one of these answers cannot follow the one before."""
    status = ""
    for each in steps:
        if each.status not in CONSENT_MOVES[status]:
            raise ActionRefused(
                _("A later answer rests on this one: take that one back first."), field="is_mistake"
            )
        status = each.status


def _refuse_day(consent: Consent, step: ConsentStep, on: datetime.date) -> None:
    if step.expires_on and step.expires_on < on:
        raise ActionRefused(_("The consent ends before it is given."), field="on")
    is_by_person = step.basis not in (Basis.GUARDIAN, Basis.VITAL_INTEREST)
    is_given = consent.purpose == Purpose.STORING and step.status == ConsentStatus.GIVEN
    if is_given and is_by_person and cannot_authorise(consent.individual.age_on(on)):
        refuse_child(field="on")


def _recalculate(consent: Consent) -> None:
    """Sets the consent from its last valid step; of merged records, the consent with the greatest `weight` then counts."""
    steps = list(consent.steps.standing().with_day().select_related("text").order_by("place"))
    last = steps[-1] if steps else None
    given = [each for each in steps if each.status == ConsentStatus.GIVEN]
    consent.status = last.status if last else ""
    consent.status_on = last.day if last else consent.status_on
    consent.expires_on = last.expires_on if last else None
    consent.text = given[-1].text if given else None
    consent.save()
    counting = consent.yields_to or consent
    others = list(counting.yielding.all())
    weightiest = max([counting, *others], key=lambda each: each.weight)
    if weightiest == counting:
        return
    # A constraint allows one consent that counts, so the others are saved first.
    for each in (counting, *(other for other in others if other != weightiest)):
        each.yields_to = weightiest
        each.save(update_fields=["yields_to"])
    weightiest.yields_to = None
    weightiest.save(update_fields=["yields_to"])


def _correct_basis_and_claim(
    consent: Consent,
    step: ConsentStep,
    *,
    old_day: datetime.date,
    on: datetime.date | None,
    reason: str,
    by: User,
) -> None:
    """Corrects the basis recorded with the answer, and the claim that a "no" opened; `on` is None for a mistake."""
    if basis := basis_recorded_with(step, old_day):
        facts: dict[str, Any] = {"is_mistake": True} if on is None else {"on": on}
        apply_correction(basis, facts, reason=reason, by=by)
        basis.save()
    if step.status in SAYS_NO:
        # The claim stays if the answer that is valid now is a "no" too.
        says_no_on = consent.status_on if on is None and consent.refuses_file else on
        correct_claim_to_end_file(
            consent.individual, at=step.at, old_day=old_day, on=says_no_on, reason=reason, by=by
        )


def basis_recorded_with(step: ConsentStep, day: datetime.date) -> FileBasis | None:
    """Returns the basis that was recorded with this answer about keeping the file, or None."""
    bases = FileBasis.objects.standing().filter(individual=step.consent.individual, on=day)
    says_no = step.status in SAYS_NO
    candidates = [each for each in bases if (each.ground == Ground.NONE_YET) == says_no]
    basis: FileBasis | None = _nearest(candidates, "recorded_at", step.at)
    return basis


def step_recorded_with(basis: FileBasis) -> ConsentStep | None:
    """Returns the answer about keeping the file that was recorded with this basis, or None."""
    steps = ConsentStep.objects.standing().with_day().select_related("consent__individual")
    steps_of_day = steps.filter(consent__individual=basis.individual, day=basis.on)
    answers = steps_of_day.filter(consent__purpose=Purpose.STORING).exclude(
        status=ConsentStatus.ASKED
    )
    candidates = [each for each in answers if basis.is_missing == (each.status in SAYS_NO)]
    step: ConsentStep | None = _nearest(candidates, "at", basis.recorded_at)
    return step


def answers_after(notice: PrivacyNotice) -> list[ConsentStep]:
    """Returns consents to keeping the file that were given on the day of the notice, or recorded together with it."""
    if not notice.is_told:
        return []
    steps = ConsentStep.objects.standing().with_day().select_related("consent__individual", "text")
    answers = steps.filter(
        consent__individual=notice.individual,
        consent__purpose=Purpose.STORING,
        status=ConsentStatus.GIVEN,
    )
    return [
        step
        for step in answers
        if step.day == notice.on or abs(step.at - notice.recorded_at) <= LONGEST_ACTION
    ]


def notices_recorded_with(basis: FileBasis) -> list[PrivacyNotice]:
    """Returns the notices recorded together with this basis."""
    notices = PrivacyNotice.objects.standing().filter(
        individual=basis.individual, state=NoticeState.TOLD
    )
    return [row for row in notices if abs(row.recorded_at - basis.recorded_at) <= LONGEST_ACTION]


def _nearest(rows: Iterable[Any], field: str, moment: datetime.datetime) -> Any:
    distances = [(abs(getattr(row, field) - moment), row) for row in rows]
    close = [each for each in distances if each[0] <= LONGEST_ACTION]
    return min(close, key=lambda each: each[0])[1] if close else None


def _refuse_partial_notice(notice: PrivacyNotice, *, by: User) -> None:
    refuse_future(notice.on, by=by)
    if notice.is_told and notice.text is None:
        raise ActionRefused(_("Say which text was read, and in which language."), field="text")
    if notice.is_told and not notice.how:
        raise ActionRefused(_("Say how the notice was told."), field="how")
    if not notice.is_told and not notice.because:
        raise ActionRefused(_("Say why the notice was not told yet."), field="because")
    if notice.because == NotToldBecause.OTHER and not notice.note:
        raise ActionRefused(_("Say which reason."), field="note")


_save_notice = correction_action(
    Permission.CONSENT_CHANGE, verb="notice.corrected", then=_refuse_partial_notice
)


@transaction.atomic
def correct_notice(
    notice: PrivacyNotice, *, by: User, reason: str = "", answer_too: str = "", **facts: Any
) -> PrivacyNotice:
    """Corrects the day and the details of a notice, or marks it as a mistake, so that the notice before it counts again.

    Whether the person was told cannot be corrected: a notice told later is a new row. If an answer is based on a notice
    that is a mistake, `answer_too` says whether the answer is a mistake too. Raises ActionRefused without it."""
    row = lock_row(notice, Permission.CONSENT_CHANGE, by=by)
    refuse_mistake(row)
    answers = answers_after(row) if facts.get("is_mistake") else []
    if answers and answer_too not in (YesNo.YES, YesNo.NO):
        raise ActionRefused(
            _("An answer of %(day)s rests on this notice: say whether it was a mistake, too.")
            % {"day": short_date(answers[0].day)},
            field="answer_too",
        )
    changed: PrivacyNotice = _save_notice(row, by=by, reason=reason, **facts)
    for step in answers if answer_too == YesNo.YES else ():
        correct_consent_step(step, is_mistake=True, reason=reason, by=by)
    return changed


def _refuse_future_basis(basis: FileBasis, *, by: User) -> None:
    refuse_future(basis.on, by=by)


_save_basis = correction_action(
    Permission.CONSENT_CHANGE, verb="basis.corrected", then=_refuse_future_basis
)


@transaction.atomic
def correct_basis(basis: FileBasis, *, by: User, reason: str = "", **facts: Any) -> FileBasis:
    """Corrects the day and the authorising person of a basis, or marks it as a mistake.

    The answer recorded with the basis is corrected too. The ground cannot be corrected: the user marks this basis as a
    mistake and records another one."""
    row = lock_row(basis, Permission.CONSENT_CHANGE, by=by)
    refuse_mistake(row)
    for name, sentence in REQUIRED_FACTS.items():
        if getattr(row, name) and not facts.get(name, getattr(row, name)).strip():
            raise ActionRefused(sentence, field=name)
    if CannotAnswer.CHILD == facts.get("cannot_answer") != row.cannot_answer:
        refuse_adults([row.individual], facts.get("on", row.on))
    step, old_day = step_recorded_with(row), row.on
    changed: FileBasis = _save_basis(row, by=by, reason=reason, **facts)
    if step and changed.is_mistake:
        correct_consent_step(step, is_mistake=True, reason=reason, by=by)
    elif step and changed.on != old_day:
        correct_consent_step(step, on=changed.on, reason=reason, by=by)
    return changed
