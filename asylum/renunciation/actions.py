"""Records renunciations, their submission to the authority, and their verification by a second person."""

import datetime
from collections.abc import Mapping
from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future, refuse_move
from asylum.papers.choices import NEVER_ASKED, WITH_A_PAPER, RenunciationStatus, Signature, Wording
from asylum.papers.models.renunciation import (
    Renunciation,
    RenunciationDemand,
    RenunciationStatusChange,
)
from asylum.papers.rules import may_be_asked
from asylum.people.actions import lock_person_and_case
from asylum.rule_tasks.actions import SCAN_DAYS, add_task_once, close_outdated_tasks, rule_applies
from asylum.rule_tasks.choices import RuleTask
from asylum.scans.actions import file_scan, withdraw_scans_of
from casework.children.querysets import surely_adult
from casework.corrections.actions import in_words, save_changes
from casework.documents.actions import SentFile
from casework.register.choices import Category, YesNo
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused
from partners.models import Organisation
from reference.models import Municipality


class NotToBeAsked(ActionRefused):
    """This person is never asked to sign a renunciation."""


class SecondPersonNeeded(ActionRefused):
    """The colleague who recorded a paper cannot verify it."""


class PaperDetails(TypedDict, total=False):
    """The other facts of the paper; a fact that is left out has the default of the model."""

    template_version: str
    language: str
    had_interpreter: str
    are_consequences_explained: str
    municipality: Municipality | None
    authority: Organisation | None
    witness: str
    is_copy_given: str
    statement: str


@transaction.atomic
def record_demand(
    individual: Individual,
    *,
    is_asked: bool,
    on: datetime.date,
    by: User,
    authority: Organisation | None = None,
    method: str = "",
    outcome: str = "",
    reference: str = "",
    remark: str = "",
) -> RenunciationDemand:
    """Records whether the authority asks one person for a renunciation, and returns the statement.

    `outcome` says how the authority identified the person, and needs the `reference` of its paper. If the authority asks,
    and a claim was admitted without a verified paper, adds one task to review the claim, unless a newer statement
    exists. Raises NotToBeAsked for relatives, children, civilians and people of doubtful age."""
    individual, case = lock_person_and_case(
        individual, by=by, permission=Permission.RENUNCIATION_CHANGE
    )
    refuse_future(on, by=by)
    if outcome in WITH_A_PAPER and not reference.strip():
        raise ActionRefused(_("Name the paper in which it stands."), field="reference")
    if is_asked and outcome in NEVER_ASKED:
        raise NotToBeAsked(_("Nobody asks a civilian or a child to renounce."), field="outcome")
    if is_asked:
        _refuse_unless_adult_who_served(individual, on=on)
    demand = RenunciationDemand.objects.create(
        key_id=individual.key_id,
        individual=individual,
        case=case,
        is_asked=is_asked,
        authority=authority,
        on=on,
        method=method,
        outcome=outcome,
        reference=reference.strip(),
        remark=remark.strip(),
        recorded_by=by,
    )
    record("renunciation.demanded", by=by, about=demand, case=case, details={"is_asked": is_asked})
    if is_asked and individual.renunciation_demands.standing().first() == demand:
        add_claim_review_task(individual, by=by)
    close_outdated_tasks(individual, by=by)
    return demand


def is_asked(individual: Individual) -> bool | None:
    """Returns whether the authority asks, by its latest statement; None without a statement."""
    newest = individual.renunciation_demands.standing().first()
    return newest.is_asked if newest else None


@transaction.atomic
def record_renunciation(
    individual: Individual,
    *,
    signed_on: datetime.date,
    signature: str,
    by: User,
    wording: str = "",
    is_demanded: bool | None = None,
    demanded_on: datetime.date | None = None,
    scan: SentFile | None = None,
    **details: Unpack[PaperDetails],
) -> Renunciation:
    """Records the paper that one adult former member signed, or refused to sign, and returns it.

    Raises NotToBeAsked for people whom the authority does not ask. With `is_demanded` first records that it asks."""
    individual, case = lock_person_and_case(
        individual, by=by, permission=Permission.RENUNCIATION_CHANGE
    )
    refuse_future(signed_on, by=by, field="signed_on")
    _refuse_unless_adult_who_served(individual, on=signed_on)
    if is_demanded:
        _record_that_authority_asks(individual, demanded_on, by=by)
    if not (is_demanded or is_asked(individual)):
        raise NotToBeAsked(
            _("Nobody signs whom the authority does not ask: say first that it asks."),
            field="is_demanded",
        )
    wording = checked_wording(signature, wording)
    if signature == Signature.YES and _has_signed(individual, wording):
        raise ActionRefused(_("This person has signed such a paper already."), field="wording")
    renunciation = Renunciation.objects.create(
        key_id=individual.key_id,
        individual=individual,
        case=case,
        wording=wording,
        signature=signature,
        signed_on=signed_on,
        status_on=signed_on,
        recorded_by=by,
        **details,
    )
    _save_step(renunciation, on=signed_on, by=by)
    facts = {"wording": str(wording), "signature": str(signature)}
    record("renunciation.recorded", by=by, about=renunciation, case=case, details=facts)
    if scan:
        file_scan(renunciation, scan, by=by)
    return renunciation


def _record_that_authority_asks(
    individual: Individual, on: datetime.date | None, *, by: User
) -> None:
    if on is None:
        raise ActionRefused(
            _("Say on which day the authority said that it asks."), field="demanded_on"
        )
    record_demand(individual, is_asked=True, on=on, by=by)


def checked_wording(signature: str, wording: str) -> str:
    """Returns the wording of a signed paper, empty for a refusal; raises ActionRefused for a signed paper without one."""
    if signature != Signature.YES:
        return ""
    if not wording:
        raise ActionRefused(_("Say which wording was signed."), field="wording")
    return wording


@transaction.atomic
def submit_renunciation(
    renunciation: Renunciation,
    *,
    on: datetime.date,
    by: User,
    authority: Organisation | None = None,
    remark: str = "",
) -> Renunciation:
    """Records that the paper was submitted to the deciding authority.

    The step stores that authority. The authority before which the paper was signed does not change."""
    row = _lock_for_step(
        renunciation, RenunciationStatus.SUBMITTED, on, by, Permission.RENUNCIATION_CHANGE
    )
    if row.status == RenunciationStatus.REFUSED and _has_signed(row.individual, row.wording):
        raise ActionRefused(_("This person has signed a newer paper: follow that one."))
    return _move(row, RenunciationStatus.SUBMITTED, on, by, remark, authority)


@transaction.atomic
def verify_renunciation(
    renunciation: Renunciation,
    *,
    on: datetime.date,
    by: User,
    authority: Organisation | None = None,
    reference: str = "",
    are_consequences_explained: str = "",
    is_copy_given: str = "",
    scan_follows: bool = False,
    because: str = "",
    remark: str = "",
    scan: SentFile | None = None,
) -> Renunciation:
    """Records that the authority accepted the renunciation as genuine and permanent.

    `by` is a second person who saw the authority's act: raises SecondPersonNeeded if `by` recorded the paper. Gaps in the
    act (`asylum.papers.choices.Gap`) need the reason `because`. With `scan_follows` and without `scan` adds a task to file
    the scan."""
    row = _lock_for_step(
        renunciation, RenunciationStatus.VERIFIED, on, by, Permission.RENUNCIATION_VERIFY
    )
    if row.recorded_by_id == by.pk:
        raise SecondPersonNeeded(_("You recorded this paper: somebody else must verify it."))
    row.accepted_by = authority or row.submitted_to
    row.reference = reference.strip()
    answers = {
        "are_consequences_explained": are_consequences_explained,
        "is_copy_given": is_copy_given,
    }
    known = {name: answer for name, answer in answers.items() if answer not in ("", YesNo.UNKNOWN)}
    set_answers(row, known, reason=because, by=by)
    set_gaps(row, because=because, field="because")
    row.verified_by, row.verified_on = by, on
    if scan_follows and not scan:
        title = _("Put the scan of the verification on file: %(number)s")
        add_task_once(row.individual, RuleTask.SCAN_FOLLOWS, title, days=SCAN_DAYS, by=by)
    moved = _move(row, RenunciationStatus.VERIFIED, on, by, remark, row.accepted_by)
    if scan:
        file_scan(moved.status_changes.latest("at"), scan, by=by)
    return moved


def set_answers(row: Renunciation, answers: Mapping[str, str], *, reason: str, by: User) -> None:
    """Sets answers about the paper; the caller saves the row. Records a correction for known answers that change."""
    replaced = {
        name: in_words(row, name)
        for name, answer in answers.items()
        if answer != getattr(row, name) and YesNo.UNKNOWN not in (answer, getattr(row, name))
    }
    for name, answer in answers.items():
        setattr(row, name, answer)
    if replaced:
        save_changes(row, replaced, reason=reason, by=by)


def set_gaps(row: Renunciation, *, because: str, field: str) -> None:
    """Sets the gaps of the authority's act (`asylum.papers.choices.Gap`); the caller saves the row.

    Raises ActionRefused at `field` for new gaps without the reason `because`."""
    gaps = row.lacks
    new = [gap for gap in gaps if gap not in row.verified_without]
    if new and not because.strip():
        raise ActionRefused(
            _("A verification is the act of an authority. Not on file: %(what)s. Say why.")
            % {"what": ", ".join(str(gap.label) for gap in new)},
            field=field,
        )
    if new:
        reasons = (row.verified_without_because, because.strip())
        row.verified_without_because = "\n".join(reason for reason in reasons if reason)
    row.verified_without = gaps


@transaction.atomic
def postpone_renunciation(
    renunciation: Renunciation, *, on: datetime.date, by: User, remark: str = ""
) -> Renunciation:
    """Records that the authority does not accept the paper yet."""
    row = _lock_for_step(
        renunciation, RenunciationStatus.NOT_YET, on, by, Permission.RENUNCIATION_VERIFY
    )
    return _move_and_review_claim(row, RenunciationStatus.NOT_YET, on, by, remark)


@transaction.atomic
def refuse_renunciation(
    renunciation: Renunciation, *, on: datetime.date, by: User, remark: str = ""
) -> Renunciation:
    """Records that the authority refused the paper, which can be submitted again."""
    row = _lock_for_step(
        renunciation, RenunciationStatus.REFUSED, on, by, Permission.RENUNCIATION_VERIFY
    )
    return _move_and_review_claim(row, RenunciationStatus.REFUSED, on, by, remark)


@transaction.atomic
def withdraw_renunciation(
    renunciation: Renunciation, *, on: datetime.date, by: User, remark: str = ""
) -> Renunciation:
    """Records that the person withdrew the paper. No claim changes; a task asks to review an admitted one."""
    row = _lock_for_step(
        renunciation, RenunciationStatus.WITHDRAWN, on, by, Permission.RENUNCIATION_CHANGE
    )
    return _move_and_review_claim(row, RenunciationStatus.WITHDRAWN, on, by, remark)


@transaction.atomic
def retract_renunciation(renunciation: Renunciation, *, by: User, remark: str = "") -> Renunciation:
    """Marks the paper as a mistake: the paper counts nowhere, and says nothing about the person or the authority."""
    today = by.today()
    row = _lock_for_step(
        renunciation, RenunciationStatus.MISTAKEN, today, by, Permission.RENUNCIATION_CHANGE
    )
    if not remark.strip():
        raise ActionRefused(_("Give the reason."), field="remark")
    withdraw_scans_of(row, by=by, permission=Permission.RENUNCIATION_CHANGE)
    return _move_and_review_claim(row, RenunciationStatus.MISTAKEN, today, by, remark)


def _move_and_review_claim(
    row: Renunciation, to: RenunciationStatus, on: datetime.date, by: User, remark: str
) -> Renunciation:
    """Moves the paper; if a claim depended on it, adds one task to review the claim."""
    is_doubtful = makes_claim_doubtful(row, to)
    row = _move(row, to, on, by, remark)
    if is_doubtful:
        add_claim_review_task(row.individual, by=by)
    return row


def makes_claim_doubtful(paper: Renunciation, to: RenunciationStatus) -> bool:
    """Returns whether this step of the paper is a reason to review the person's claim.

    The temporary wording never counts for a claim. A paper that was recorded by mistake says nothing unless it was verified."""
    counts = paper.wording == Wording.PERMANENT
    return counts and (
        to != RenunciationStatus.MISTAKEN or paper.status == RenunciationStatus.VERIFIED
    )


def add_claim_review_task(person: Individual, *, by: User) -> None:
    """Adds one task if the person's claim continued and the renunciation that it needs is not verified."""
    if rule_applies(RuleTask.NO_RENUNCIATION, person, by.today()):
        title = _("Review the claim: no verified renunciation stands: %(number)s")
        add_task_once(person, RuleTask.NO_RENUNCIATION, title, by=by)


def why_not_asked(individual: Individual, *, on: datetime.date) -> str:
    """Returns a sentence that says why this person is never asked to sign; empty for an adult who served."""
    if may_be_asked(individual.category, is_adult=surely_adult(individual, on)):
        return ""
    if individual.category != Category.FORMER_MEMBER:
        return _("Relatives are never asked to sign a renunciation.")
    return _("Nobody is asked to sign a renunciation who is or may be under eighteen.")


def _refuse_unless_adult_who_served(individual: Individual, *, on: datetime.date) -> None:
    if why := why_not_asked(individual, on=on):
        raise NotToBeAsked(why)


def _has_signed(individual: Individual, wording: str) -> bool:
    return individual.renunciations.standing().filter(wording=wording).exists()


def _lock_for_step(
    renunciation: Renunciation, to: str, on: datetime.date, by: User, permission: Permission
) -> Renunciation:
    """Returns the locked paper; raises ActionRefused if it cannot move to this state on that day."""
    row = lock_for(renunciation, permission, by=by)
    refuse_future(on, by=by)
    if to not in row.lawful_moves:
        refuse_move(row, RenunciationStatus(to), row.status_changes.standing())
    if on < row.status_on:
        raise ActionRefused(_("The last step was on a later day."), field="on")
    return row


def _move(
    row: Renunciation,
    to: RenunciationStatus,
    on: datetime.date,
    by: User,
    remark: str,
    authority: Organisation | None = None,
) -> Renunciation:
    row.status, row.status_on = to, on
    row.save()
    _save_step(row, on=on, by=by, remark=remark, authority=authority)
    record(f"renunciation.{to}", by=by, about=row, case=row.case, details={"on": on.isoformat()})
    close_outdated_tasks(row.individual, by=by)
    return row


def _save_step(row: Renunciation, *, on: datetime.date, by: User, **facts: Any) -> None:
    RenunciationStatusChange.objects.create(
        key_id=row.key_id, renunciation=row, status=row.status, on=on, by=by, **facts
    )
