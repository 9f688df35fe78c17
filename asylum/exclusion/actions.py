"""Opens a screening, adds its steps, and has two colleagues conclude it.

These actions write nothing into the common audit log. The rows are append-only, and store who wrote and who read them.
"""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for, require
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.exclusion.choices import OUTCOMES, STEPS_WITH_A_PAGE, StepKind
from asylum.exclusion.models import (
    Screening,
    ScreeningLook,
    ScreeningPaper,
    ScreeningStep,
    ScreeningUpload,
)
from casework.compartments.models import SealedAccount
from casework.register.models.individual import Individual, records_of
from casework.uploads.queue import enqueue, save_with_files
from casework.uploads.rules.formats import CleanFile
from pages.refusals import ActionRefused


@transaction.atomic
def record_look(
    screening: Screening | None, *, by: User, paper: ScreeningPaper | None = None
) -> None:
    """Records that `by` looks at a screening, at one of its papers, or at the list, before anything is shown.

    Raises NotAllowed.
    """
    require(by, Permission.SCREENING_READ, about=screening)
    ScreeningLook.objects.create(screening=screening, paper=paper, by=by)


@transaction.atomic
def open_screening(
    individual: Individual,
    *,
    referred_by: str,
    referred_on: datetime.date,
    by: User,
    said: str = "",
    account: SealedAccount | None = None,
) -> Screening:
    """Opens the screening of one person, optionally for a colleague's sealed `account`, and returns it.

    `said` says why. Raises ActionRefused if the person is being screened already.
    """
    individual = lock_for(individual, Permission.SCREENING_CHANGE, by=by)
    refuse_future(referred_on, by=by, field="referred_on")
    if Screening.objects.standing().about(records_of(individual)).exists():
        raise ActionRefused(_("This person is being screened already: open it in the list."))
    screening = Screening(
        key_id=individual.key_id,
        office_id=individual.office_id,
        individual=individual,
        account=account,
        referred_by=referred_by.strip(),
        referred_on=referred_on,
        opened_by=by,
    )
    screening.save(force_insert=True)
    _write(screening, StepKind.OPENED, on=by.today(), said=said, by=by)
    return screening


@transaction.atomic
def write_step(
    screening: Screening,
    *,
    kind: str,
    on: datetime.date,
    by: User,
    outcome: str = "",
    said: str = "",
) -> ScreeningStep:
    """Adds a step that happened on that day, and returns it. A conclusion counts once a second person confirms it.

    After an outcome of two people or of the authority, a review has no outcome of its own.
    """
    screening = _locked(screening, by=by)
    if kind not in STEPS_WITH_A_PAGE:
        raise ActionRefused(_("This step is not written here."))
    refuse_future(on, by=by)
    _refuse_outcome(screening, kind, outcome)
    waiting = ScreeningStep.objects.unanswered(StepKind.CONCLUDED).filter(screening=screening)
    if kind == StepKind.CONCLUDED and waiting.exists():
        raise ActionRefused(_("A conclusion waits for a second person: answer that one first."))
    return _write(screening, StepKind(kind), on=on, outcome=outcome, said=said, by=by)


def _refuse_outcome(screening: Screening, kind: str, outcome: str) -> None:
    """Raises ActionRefused if a step of this kind cannot have this outcome, or lacks one."""
    if kind != StepKind.REVIEWED or not screening.is_settled:
        if outcome not in OUTCOMES.get(kind, ("",)):
            raise ActionRefused(_("Say what the outcome is."), field="outcome")
    elif outcome:
        raise ActionRefused(
            _("There is an outcome that one person does not change: propose another conclusion."),
            field="outcome",
        )


@transaction.atomic
def keep_paper(
    screening: Screening, *, name: str, content: bytes, said: str, on: datetime.date, by: User
) -> ScreeningStep:
    """Adds a file to the screening and returns its step; `said` describes the paper.

    A worker checks the file before anybody can open it. Raises FileRefused.
    """
    screening = _locked(screening, by=by)
    refuse_future(on, by=by)
    if not said.strip():
        raise ActionRefused(_("Say what the paper is."), field="said")
    step = _write(screening, StepKind.PAPER, on=on, said=said, by=by)
    enqueue(ScreeningUpload(key_id=step.key_id, step=step, sent_by=by), name=name, content=content)
    return step


def keep_checked(upload: ScreeningUpload, cleaned: CleanFile) -> None:
    """Stores the checked file as the paper of its step."""
    save_with_files(ScreeningPaper(key_id=upload.key_id, step=upload.step), cleaned)


def refuse_checked(_upload: ScreeningUpload) -> None:
    """Does nothing, because the row says why the file was refused, and the common log never mentions a screening."""


def confirm_conclusion(step: ScreeningStep, *, by: User, said: str = "") -> ScreeningStep:
    """Records that a second person confirms the conclusion, which counts from now on."""
    return _answer(step, StepKind.CONFIRMED, said=said, by=by)


def decline_conclusion(step: ScreeningStep, *, by: User, said: str) -> ScreeningStep:
    """Records that a second person does not confirm the conclusion: it does not count, and stays readable."""
    return _answer(step, StepKind.DECLINED, said=said, by=by)


def take_back_step(step: ScreeningStep, *, by: User, said: str) -> ScreeningStep:
    """Marks a step as a mistake, with the reason `said`: the step stays readable and does not count.

    If the step opened the screening, the whole screening is a mistake. A confirmed conclusion cannot be a mistake;
    another one can follow it.
    """
    return _answer(step, StepKind.TAKEN_BACK, said=said, by=by)


@transaction.atomic
def _answer(step: ScreeningStep, kind: StepKind, *, said: str, by: User) -> ScreeningStep:
    screening = _locked(step.screening, by=by)
    step = ScreeningStep.objects.select_related("answered_by").get(pk=step.pk)
    if not step.may_be_taken_back:
        raise ActionRefused(_("Somebody has answered this step already."))
    if kind == StepKind.TAKEN_BACK:
        _refuse_concluded(screening, step)
    elif step.kind != StepKind.CONCLUDED:
        raise ActionRefused(_("Only a conclusion is confirmed."))
    elif step.by_id == by.pk:
        raise ActionRefused(_("Somebody else than whoever proposed it must answer."))
    return _write(screening, kind, on=by.today(), said=said, by=by, answers=step)


def _refuse_concluded(screening: Screening, step: ScreeningStep) -> None:
    if step.kind == StepKind.OPENED and screening.stays:
        raise ActionRefused(_("There is an outcome already: this screening stays."))


def _locked(screening: Screening, *, by: User) -> Screening:
    """Returns the screening with its person locked. Raises NotAllowed, PersonErased, and ActionRefused for a mistake."""
    row: Screening = Screening.objects.select_related("individual__merged_into").get(
        pk=screening.pk
    )
    Individual.objects.lock(row.person)
    require(by, Permission.SCREENING_CHANGE, about=row)
    if not Screening.objects.standing().filter(pk=row.pk).exists():
        raise ActionRefused(_("This screening was opened by mistake: nothing is added to it."))
    return row


def _write(
    screening: Screening,
    kind: StepKind,
    *,
    on: datetime.date,
    by: User,
    outcome: str = "",
    said: str = "",
    answers: ScreeningStep | None = None,
) -> ScreeningStep:
    step = ScreeningStep(
        key_id=screening.key_id,
        screening=screening,
        kind=kind.value,
        answers=answers,
        happened_on=on,
        outcome=outcome,
        said=said.strip(),
        by=by,
    )
    step.save(force_insert=True)
    return step
