"""Work: recording the right to it, what was told, applications and how they ended; visits of care."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
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
from pages.refusals import ActionRefused
from partners.models import Organisation


@transaction.atomic
def record_authorisation(
    individual: Individual,
    *,
    rule: str,
    allows: str,
    starts_on: datetime.date,
    by: User,
    ends_on: datetime.date | None = None,
    paper: str = "",
    source: str = "",
) -> WorkAuthorisation:
    """Keeps what a paper says about work, with who says so; other papers stay as they are."""
    require(by, Permission.WORK_CHANGE, about=individual)
    if ends_on and ends_on <= starts_on:
        raise ActionRefused(_("The end is before the start."), field="ends_on")
    authorisation = WorkAuthorisation.objects.create(
        key_id=individual.key_id,
        individual=individual,
        rule=rule,
        allows=allows,
        starts_on=starts_on,
        ends_on=ends_on,
        paper=paper.strip(),
        source=source.strip(),
        recorded_by=by,
    )
    case = case_of(individual, by.today())
    record("work_right.recorded", by=by, about=authorisation, case=case, details={"rule": rule})
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
    """Keeps that the user told somebody about a right, and what the person knew before."""
    require(by, Permission.WORK_CHANGE, about=individual)
    refuse_future(on, by=by)
    told = new_information(
        individual,
        topic=topic,
        on=on,
        language=language,
        knew_before=knew_before,
        understood=understood,
        remark=remark,
        by=by,
    )
    told.save()
    case = case_of(individual, by.today())
    record("information.given", by=by, about=told, case=case, details={"topic": topic})
    return told


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
    """The unsaved row; permission and audit are the caller's."""
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


@transaction.atomic
def record_job_application(
    individual: Individual, *, on: datetime.date, by: User, employer: str = ""
) -> JobApplication:
    """Keeps that somebody applied for work; the answer comes later."""
    require(by, Permission.WORK_CHANGE, about=individual)
    refuse_future(on, by=by)
    application = JobApplication.objects.create(
        key_id=individual.key_id,
        individual=individual,
        on=on,
        employer=employer.strip(),
        recorded_by=by,
    )
    record(
        "job_application.recorded",
        by=by,
        about=application,
        case=case_of(individual, by.today()),
    )
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
    """Keeps the answer, once; a refusal, and only a refusal, has a reason."""
    application = JobApplication.objects.lock(application)
    require(by, Permission.WORK_CHANGE, about=application)
    refuse_future(outcome_on, by=by, field="outcome_on")
    if outcome not in JOB_MOVES[application.outcome]:
        raise ActionRefused(_("This application has its answer already."))
    if outcome_on < application.on:
        raise ActionRefused(_("The answer is before the application."), field="outcome_on")
    if (outcome == JobOutcome.REFUSED) != bool(refusal_reason):
        raise ActionRefused(_("A refusal, and nothing else, has a reason."), field="refusal_reason")
    application.outcome = JobOutcome(outcome)
    application.outcome_on = outcome_on
    application.refusal_reason = refusal_reason
    application.save(update_fields=["outcome", "outcome_on", "refusal_reason"])
    record(
        "job_application.settled",
        by=by,
        about=application,
        case=case_of(application.individual, by.today()),
        details={"outcome": outcome, "reason": refusal_reason},
    )
    return application


@transaction.atomic
def note_informal_work(
    individual: Individual, *, account: str, noted_on: datetime.date, by: User
) -> InformalWork:
    """Keeps, sealed, that somebody works without papers. The audit says who wrote, never what."""
    require(by, Permission.WORK_CHANGE, about=individual)
    refuse_future(noted_on, by=by, field="noted_on")
    if not account.strip():
        raise ActionRefused(_("Write something first."), field="account")
    work = InformalWork.objects.create(
        key_id=individual.key_id,
        individual=individual,
        account=account.strip(),
        noted_on=noted_on,
        recorded_by=by,
    )
    # The same words as for any remark about work: a reader of the log learns nothing from it.
    record("work.noted", by=by, case=case_of(individual, by.today()))
    return work


@transaction.atomic
def end_informal_work(work: InformalWork, *, ended_on: datetime.date, by: User) -> InformalWork:
    """Says that it is over; what was written stays sealed in the file."""
    work = InformalWork.objects.lock(work)
    require(by, Permission.WORK_CHANGE, about=work)
    refuse_future(ended_on, by=by, field="ended_on")
    if work.ended_on:
        raise ActionRefused(_("This has ended already."))
    work.ended_on = ended_on
    work.save(update_fields=["ended_on"])
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
    """Keeps that a provider saw somebody; what was found is sealed with the person's key."""
    require(by, Permission.WELLBEING_CHANGE, about=individual)
    refuse_future(on, by=by)
    visit = HealthVisit.objects.create(
        key_id=individual.key_id,
        individual=individual,
        provider=provider,
        kind=kind,
        on=on,
        findings=findings.strip(),
        recorded_by=by,
    )
    case = case_of(individual, by.today())
    record("visit.recorded", by=by, about=visit, case=case, details={"kind": kind})
    return visit
