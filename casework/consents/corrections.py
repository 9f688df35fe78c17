"""Corrects notices, legal bases and consents, and what depends on an answer.

An answer recorded in the wrong file is not withdrawn, because the person never withdrew anything. It is marked as a
mistake, and the answer before it counts again."""

import datetime
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.claims.sight import put_claim_right
from casework.consents.actions import refuse_child, refuse_of_age
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
from casework.corrections.actions import put_right, putting_right, refuse_mistake
from casework.corrections.steps import put_on_its_day, take_back
from casework.register.actions import lock_row, tell
from casework.register.choices import YesNo
from pages.dates import short_date
from pages.refusals import ActionRefused

# The longest time between an answer about keeping the file and its basis, which one action records.
AT_ONCE = datetime.timedelta(minutes=1)

# These facts of a basis can be corrected, but not emptied.
EMPTIED = {
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
    """Corrects the day of an answer, or marks it as a mistake: the one before counts again.

    Also changes the basis of the file and the claim that the answer started. Raises ActionRefused for an impossible
    day, and for a mistake that a later answer depends on."""
    consent: Consent = Consent.objects.select_related("individual").get(pk=step.consent_id)
    consent.individual = lock_for(consent.individual, Permission.CONSENT_CHANGE, by=by)
    steps = list(consent.steps.standing().with_day().order_by("place"))
    was = next((each.day for each in steps if each.pk == step.pk), step.on)
    if is_mistake:
        take_back(step, individual=consent.individual, reason=reason, by=by)
        _refuse_unlawful([each for each in steps if each.pk != step.pk])
    else:
        on = on or was
        _refuse_day(consent, step, on)
        put_on_its_day(step, on, among=steps, individual=consent.individual, reason=reason, by=by)
    _stand_again(consent)
    changed = "is_mistake" if is_mistake else "on"
    tell("consent.corrected", consent, by=by, purpose=consent.purpose, fields=[changed])
    if consent.purpose == Purpose.STORING and step.status != ConsentStatus.ASKED:
        _let_keeping_follow(
            consent, step, was=was, on=None if is_mistake else on, reason=reason, by=by
        )
    return consent


def _refuse_unlawful(left: Sequence[ConsentStep]) -> None:
    """The remaining answers must be a lawful sequence."""
    here = ""
    for each in left:
        if each.status not in CONSENT_MOVES[here]:
            raise ActionRefused(
                _("A later answer rests on this one: take that one back first."),
                field="is_mistake",
            )
        here = each.status


def _refuse_day(consent: Consent, step: ConsentStep, on: datetime.date) -> None:
    if step.expires_on and step.expires_on < on:
        raise ActionRefused(_("The consent ends before it is given."), field="on")
    by_word = step.basis not in (Basis.GUARDIAN, Basis.VITAL_INTEREST)
    is_given = consent.purpose == Purpose.STORING and step.status == ConsentStatus.GIVEN
    if is_given and by_word and cannot_authorise(consent.individual.age_on(on)):
        refuse_child(field="on")


def _stand_again(consent: Consent) -> None:
    """Sets the consent from its last valid step; of the consents of merged records, the weightier one counts."""
    steps = list(consent.steps.standing().with_day().select_related("text").order_by("place"))
    last = steps[-1] if steps else None
    given = [each for each in steps if each.status == ConsentStatus.GIVEN]
    consent.status = last.status if last else ""
    consent.status_on = last.day if last else consent.status_on
    consent.expires_on = last.expires_on if last else None
    consent.text = given[-1].text if given else None
    consent.save()
    counts = consent.yields_to or consent
    others = list(counts.yielding.all())
    weightiest = max([counts, *others], key=lambda each: each.weight)
    if weightiest == counts:
        return
    # A constraint allows one that counts, so the others are saved first.
    for each in (counts, *(other for other in others if other != weightiest)):
        each.yields_to = weightiest
        each.save(update_fields=["yields_to"])
    weightiest.yields_to = None
    weightiest.save(update_fields=["yields_to"])


def _let_keeping_follow(
    consent: Consent,
    step: ConsentStep,
    *,
    was: datetime.date,
    on: datetime.date | None,
    reason: str,
    by: User,
) -> None:
    """Updates the basis recorded with the answer, and the claim that a refusal or withdrawal started."""
    if basis := basis_with(step, was):
        facts: dict[str, Any] = {"is_mistake": True} if on is None else {"on": on}
        put_right(basis, facts, reason=reason, by=by)
        basis.save()
    if step.status in SAYS_NO:
        # The claim stays if another answer is still a "no".
        says_no_on = consent.status_on if on is None and consent.refuses_file else on
        put_claim_right(
            consent.individual, at=step.at, was=was, on=says_no_on, reason=reason, by=by
        )


def basis_with(step: ConsentStep, day: datetime.date) -> FileBasis | None:
    """The basis of the file recorded with this answer about keeping it."""
    bases = FileBasis.objects.standing().filter(individual=step.consent.individual, on=day)
    says_no = step.status in SAYS_NO
    fitting = [each for each in bases if (each.ground == Ground.NONE_YET) == says_no]
    found: FileBasis | None = _nearest(fitting, "recorded_at", step.at)
    return found


def step_with(basis: FileBasis) -> ConsentStep | None:
    """The answer about keeping the file that was recorded with this basis."""
    steps = ConsentStep.objects.standing().with_day().select_related("consent__individual")
    of_person = steps.filter(consent__individual=basis.individual, day=basis.on)
    answers = of_person.filter(consent__purpose=Purpose.STORING).exclude(status=ConsentStatus.ASKED)
    fitting = [each for each in answers if basis.is_missing == (each.status in SAYS_NO)]
    found: ConsentStep | None = _nearest(fitting, "at", basis.recorded_at)
    return found


def steps_with(notice: PrivacyNotice) -> list[ConsentStep]:
    """Answers that keep the file and are based on this notice: given on its day, or recorded together with it."""
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
        if step.day == notice.on or abs(step.at - notice.recorded_at) <= AT_ONCE
    ]


def notices_with(basis: FileBasis) -> list[PrivacyNotice]:
    """Notices recorded together with this basis."""
    told = PrivacyNotice.objects.standing().filter(
        individual=basis.individual, state=NoticeState.TOLD
    )
    return [row for row in told if abs(row.recorded_at - basis.recorded_at) <= AT_ONCE]


def _nearest(rows: Iterable[Any], field: str, moment: datetime.datetime) -> Any:
    apart = [(abs(getattr(row, field) - moment), row) for row in rows]
    near = [each for each in apart if each[0] <= AT_ONCE]
    return min(near, key=lambda each: each[0])[1] if near else None


def _refuse_halved_notice(notice: PrivacyNotice, *, by: User) -> None:
    refuse_future(notice.on, by=by)
    if notice.is_told and notice.text is None:
        raise ActionRefused(_("Say which text was read, and in which language."), field="text")
    if notice.is_told and not notice.how:
        raise ActionRefused(_("Say how the notice was told."), field="how")
    if not notice.is_told and not notice.because:
        raise ActionRefused(_("Say why the notice was not told yet."), field="because")
    if notice.because == NotToldBecause.OTHER and not notice.note:
        raise ActionRefused(_("Say which reason."), field="note")


_put_notice_right = putting_right(
    Permission.CONSENT_CHANGE, verb="notice.corrected", then=_refuse_halved_notice
)


@transaction.atomic
def correct_notice(
    notice: PrivacyNotice,
    *,
    by: User,
    reason: str = "",
    answer_too: str = "",
    **facts: Any,
) -> PrivacyNotice:
    """Corrects the day and manner of a notice, or marks it as a mistake: the statement before it counts again.

    Whether the person was told cannot be corrected: telling them later is a new statement. If an answer is based on a
    mistaken notice, `answer_too` must say whether the answer is a mistake too."""
    row = lock_row(notice, Permission.CONSENT_CHANGE, by=by)
    refuse_mistake(row)
    answers = steps_with(row) if facts.get("is_mistake") else []
    if answers and answer_too not in (YesNo.YES, YesNo.NO):
        raise ActionRefused(
            _("An answer of %(day)s rests on this notice: say whether it was a mistake, too.")
            % {"day": short_date(answers[0].day)},
            field="answer_too",
        )
    changed: PrivacyNotice = _put_notice_right(row, by=by, reason=reason, **facts)
    for step in answers if answer_too == YesNo.YES else ():
        correct_consent_step(step, is_mistake=True, reason=reason, by=by)
    return changed


def _refuse_future_basis(basis: FileBasis, *, by: User) -> None:
    refuse_future(basis.on, by=by)


_put_basis_right = putting_right(
    Permission.CONSENT_CHANGE, verb="basis.corrected", then=_refuse_future_basis
)


@transaction.atomic
def correct_basis(basis: FileBasis, *, by: User, reason: str = "", **facts: Any) -> FileBasis:
    """Corrects the day and the authorising person of a basis, or marks it as a mistake.

    An authorisation is also the person's answer, so the answer recorded with it changes too. Another ground is no
    correction: this basis is marked as a mistake, and the other one is recorded."""
    row = lock_row(basis, Permission.CONSENT_CHANGE, by=by)
    refuse_mistake(row)
    for name, sentence in EMPTIED.items():
        if getattr(row, name) and not facts.get(name, getattr(row, name)).strip():
            raise ActionRefused(sentence, field=name)
    if CannotAnswer.CHILD == facts.get("cannot_answer") != row.cannot_answer:
        refuse_of_age([row.individual], facts.get("on", row.on))
    step, was = step_with(row), row.on
    changed: FileBasis = _put_basis_right(row, by=by, reason=reason, **facts)
    if step and changed.is_mistake:
        correct_consent_step(step, is_mistake=True, reason=reason, by=by)
    elif step and changed.on != was:
        correct_consent_step(step, on=changed.on, reason=reason, by=by)
    return changed
