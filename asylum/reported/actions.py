"""Records reports about groups, and attempts to recruit a person again."""

import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for, require
from accounts.audit import add_and_record, save_and_record
from accounts.models import Office, User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.people.actions import write_legal_row
from asylum.reported.choices import Stage
from asylum.reported.models import GroupReport, RecruitmentApproach
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused
from reference.models import Municipality
from vault.keys import issue_key


@transaction.atomic
def record_group_report(
    office: Office,
    *,
    kind: str,
    stage: str,
    on: datetime.date,
    reliability: str,
    source: str,
    what: str,
    by: User,
    headcount: int | None = None,
    municipality: Municipality | None = None,
) -> GroupReport:
    """Records a report about a group, which names nobody on file, and returns it.

    Raises NotAllowed or ActionRefused for another office, and ActionRefused for a future day of something that happened.
    """
    if office.pk not in by.office_ids(Permission.EVIDENCE_CHANGE):
        require(by, Permission.EVIDENCE_CHANGE, about=office)
        raise ActionRefused(_("This is another office."))
    if stage not in {Stage.PLANNED, Stage.PREVENTED}:
        refuse_future(on, by=by)
    if not source.strip():
        raise ActionRefused(_("Say where it is known from."), field="source")
    report = GroupReport(
        key_id=issue_key(),
        office=office,
        kind=kind,
        stage=stage,
        on=on,
        reliability=reliability,
        source=source.strip(),
        what=what.strip(),
        headcount=headcount,
        municipality=municipality,
        recorded_by=by,
    )
    return add_and_record(report, "group_report.recorded", by=by)


@transaction.atomic
def withdraw_group_report(report: GroupReport, *, reason: str, by: User) -> GroupReport:
    """Marks the report as a mistake: the report stays readable and does not count."""
    report = lock_for(report, Permission.EVIDENCE_CHANGE, by=by)
    if report.withdrawn_on:
        raise ActionRefused(_("This was taken back already."))
    if not reason.strip():
        raise ActionRefused(_("Give the reason."), field="reason")
    report.withdrawn_on, report.withdrawn_because = by.today(), reason.strip()
    return save_and_record(
        report, "withdrawn_on", "withdrawn_because", verb="group_report.withdrawn", by=by
    )


@transaction.atomic
def record_approach(
    individual: Individual,
    *,
    on: datetime.date,
    reliability: str,
    what: str,
    by: User,
    by_whom: str = "",
    protection: str = "",
) -> RecruitmentApproach:
    """Records an attempt to recruit the person again, as told, and returns it. It is no evidence against the person."""
    individual = lock_for(individual, Permission.EVIDENCE_CHANGE, by=by)
    refuse_future(on, by=by)
    return write_legal_row(
        RecruitmentApproach,
        individual,
        "approach.recorded",
        by=by,
        on=on,
        reliability=reliability,
        what=what,
        by_whom=by_whom,
        protection=protection,
    )
