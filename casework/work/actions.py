"""Records rights to work, information about rights, job applications and their answers, and visits of care."""

import datetime
from typing import Any, Required, TypedDict, Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_end, refuse_future, refuse_second_answer
from casework.corrections.actions import apply_correction, correction_action, refuse_mistake
from casework.register.actions import lock_row, refuse_ended, save_new_row
from casework.register.choices import YesNo
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.work.choices import JOB_MOVES, JobOutcome, SpokenLanguage
from casework.work.models import (
    HealthVisit,
    InformalWork,
    InformationGiven,
    JobApplication,
    WorkAuthorisation,
)
from casework.work.rules import too_young_to_work
from pages.refusals import ActionRefused
from partners.models import Organisation

WorkRow = WorkAuthorisation | InformationGiven | JobApplication | HealthVisit


class PaperAboutWork(TypedDict, total=False):
    """The facts of a paper about work, with their source."""

    rule: Required[str]
    allows: Required[str]
    paper: str
    source: str


def _record(verb: str, row: WorkRow, *, by: User, **details: object) -> None:
    """Records the action with the case, without the person's number."""
    record(verb, by=by, about=row, case=case_of(row.individual, by.today()), details=details)


@transaction.atomic
def record_authorisation(
    individual: Individual,
    *,
    starts_on: datetime.date,
    by: User,
    ends_on: datetime.date | None = None,
    **facts: Unpack[PaperAboutWork],
) -> WorkAuthorisation:
    """Records what a paper says about work, with its source, and returns the row. Other papers stay as they are."""
    individual = lock_for(individual, Permission.WORK_CHANGE, by=by)
    if ends_on and ends_on <= starts_on:
        raise ActionRefused(_("The end is before the start."), field="ends_on")
    authorisation = save_new_row(
        WorkAuthorisation, individual, by=by, starts_on=starts_on, ends_on=ends_on, **facts
    )
    _record("work_right.recorded", authorisation, by=by, rule=authorisation.rule)
    return authorisation


@transaction.atomic
def give_information(
    individual: Individual,
    *,
    topic: str,
    on: datetime.date,
    by: User,
    language: str = SpokenLanguage.SPANISH,
    knew_before: str = YesNo.UNKNOWN,
    understood: str = YesNo.UNKNOWN,
    remark: str = "",
) -> InformationGiven:
    """Records that the user informed somebody about a right, and what the person knew before."""
    individual = lock_for(individual, Permission.WORK_CHANGE, by=by)
    refuse_future(on, by=by)
    information = new_information(
        individual,
        topic=topic,
        on=on,
        language=language,
        knew_before=knew_before,
        understood=understood,
        remark=remark,
        by=by,
    )
    information.save()
    _record("information.given", information, by=by, topic=topic)
    return information


def new_information(
    individual: Individual,
    *,
    topic: str,
    on: datetime.date,
    by: User,
    knew_before: str,
    language: str = SpokenLanguage.SPANISH,
    understood: str = YesNo.UNKNOWN,
    remark: str = "",
) -> InformationGiven:
    """Returns an unsaved row; the caller checks the permission and records the action."""
    return InformationGiven(
        key_id=individual.key_id,
        individual=individual,
        topic=topic,
        on=on,
        given_by=by,
        language=language,
        knew_before=knew_before,
        understood=understood,
        remark=remark.strip(),
    )


def _refuse_child(individual: Individual, *, on: datetime.date) -> None:
    if too_young_to_work(individual.age_on(on)):
        raise ActionRefused(
            _("A child under fifteen does not look for work: record a need instead.")
        )


@transaction.atomic
def record_job_application(
    individual: Individual, *, on: datetime.date, by: User, employer: str = ""
) -> JobApplication:
    """Records a job application; the answer comes later."""
    individual = lock_for(individual, Permission.WORK_CHANGE, by=by)
    refuse_future(on, by=by)
    _refuse_child(individual, on=on)
    application = save_new_row(JobApplication, individual, by=by, on=on, employer=employer)
    _record("job_application.recorded", application, by=by)
    return application


@transaction.atomic
def settle_job_application(
    application: JobApplication,
    *,
    outcome: str,
    outcome_on: datetime.date,
    by: User,
    refusal_reason: str = "",
) -> JobApplication:
    """Records the answer, once; only a refusal has a reason."""
    application = lock_for(application, Permission.WORK_CHANGE, by=by)
    refuse_mistake(application)
    if outcome not in JOB_MOVES[application.outcome]:
        sentence = _("This application has its answer already.")
        refuse_second_answer(application, sentence, verb="job_application.settled", field="outcome")
    application.outcome = JobOutcome(outcome)
    application.outcome_on = outcome_on
    application.refusal_reason = refusal_reason
    _refuse_answer(application, by=by)
    application.save(update_fields=["outcome", "outcome_on", "refusal_reason"])
    _record("job_application.settled", application, by=by, outcome=outcome, reason=refusal_reason)
    return application


def _refuse_answer(row: JobApplication, *, by: User) -> None:
    """Raises ActionRefused for an impossible answer: without an answer there is no day, and only a refusal has a
    reason."""
    if row.is_waiting == bool(row.outcome_on):
        raise ActionRefused(_("An answer has a day, and waiting has none."), field="outcome_on")
    if row.outcome_on:
        refuse_future(row.outcome_on, by=by, field="outcome_on")
        if row.outcome_on < row.on:
            raise ActionRefused(_("The answer is before the application."), field="outcome_on")
    if (row.outcome == JobOutcome.REFUSED) != bool(row.refusal_reason):
        raise ActionRefused(_("A refusal, and nothing else, has a reason."), field="refusal_reason")


@transaction.atomic
def note_informal_work(
    individual: Individual, *, account: str, noted_on: datetime.date, by: User
) -> InformalWork:
    """Records, sealed, that a person works without papers. The audit log has the author, never the content."""
    individual = lock_for(individual, Permission.WORK_CHANGE, by=by)
    refuse_future(noted_on, by=by, field="noted_on")
    if not account.strip():
        raise ActionRefused(_("Write something first."), field="account")
    work = save_new_row(InformalWork, individual, by=by, account=account, noted_on=noted_on)
    # All remarks about work have this verb, so that the log reveals nothing.
    record("work.noted", by=by, case=case_of(individual, by.today()))
    return work


@transaction.atomic
def end_informal_work(work: InformalWork, *, ended_on: datetime.date, by: User) -> InformalWork:
    """Ends informal work; the text stays sealed in the file."""
    work = lock_for(work, Permission.WORK_CHANGE, by=by)
    refuse_ended(work)
    refuse_mistake(work)
    refuse_end(work, ended_on, by=by)
    work.ended_on = ended_on
    work.save(update_fields=["ended_on"])
    record("work.noted", by=by, case=case_of(work.individual, by.today()))
    return work


@transaction.atomic
def correct_informal_work(
    work: InformalWork, *, by: User, reason: str = "", **facts: Any
) -> InformalWork:
    """Corrects `noted_on` and, of ended work, `ended_on`; or marks the row as a mistake (`is_mistake`).

    The text cannot be corrected, because a correction would store copies of it. A wrong text is marked as a mistake and
    written again."""
    if unknown := set(facts) - {"noted_on", "ended_on", "is_mistake"}:
        raise TypeError(f"no such fact: {sorted(unknown)}")
    work = lock_row(work, Permission.WORK_CHANGE, by=by)
    if facts.get("ended_on") and not work.ended_on:
        raise ActionRefused(_("That it is over is a step of its own."), field="ended_on")
    changed = apply_correction(work, facts, reason=reason, by=by)
    refuse_future(work.noted_on, by=by, field="noted_on")
    if work.ended_on:
        refuse_future(work.ended_on, by=by, field="ended_on")
        if work.ended_on < work.noted_on and {"noted_on", "ended_on"} & set(changed):
            raise ActionRefused(_("The end is before the start."), field="ended_on")
    work.save(update_fields=changed)
    record("work.noted", by=by, case=case_of(work.individual, by.today()))
    return work


@transaction.atomic
def record_visit(
    individual: Individual,
    *,
    provider: Organisation,
    kind: str,
    on: datetime.date,
    by: User,
    findings: str = "",
) -> HealthVisit:
    """Records a visit of care; the findings are sealed with the person's key."""
    individual = lock_for(individual, Permission.WELLBEING_CHANGE, by=by)
    refuse_future(on, by=by)
    visit = save_new_row(
        HealthVisit, individual, by=by, provider=provider, kind=kind, on=on, findings=findings
    )
    _record("visit.recorded", visit, by=by, kind=kind)
    return visit


def _refuse_impossible(row: WorkRow, *, by: User) -> None:
    """Raises ActionRefused for days and answers that contradict each other."""
    if isinstance(row, WorkAuthorisation):
        if row.ends_on and row.ends_on <= row.starts_on:
            raise ActionRefused(_("The end is before the start."), field="ends_on")
        return
    refuse_future(row.on, by=by)
    if isinstance(row, JobApplication):
        _refuse_answer(row, by=by)


correct_authorisation = correction_action(
    Permission.WORK_CHANGE, verb="work_right.corrected", then=_refuse_impossible
)
correct_information = correction_action(
    Permission.WORK_CHANGE, verb="information.corrected", then=_refuse_impossible
)
correct_job_application = correction_action(
    Permission.WORK_CHANGE, verb="job_application.corrected", then=_refuse_impossible
)
correct_visit = correction_action(
    Permission.WELLBEING_CHANGE, verb="visit.corrected", then=_refuse_impossible
)
