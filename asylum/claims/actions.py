"""Prepares and lodges asylum applications, and records their steps."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future, refuse_move
from asylum.claims.gates import (
    admits_by_override,
    ask_about_service,
    becomes_final_without_appeal,
    grants_by_override,
    refuse_late_appeal,
)
from asylum.claims.references import token_of
from asylum.filing.days import filing_day, is_late_without_reason
from asylum.interviews.actions import (
    add_interview_of_summons,
    ask_about_far_day,
    record_attendance,
    refuse_repeated_summons,
    set_day_of_interview,
)
from asylum.pathways.choices import (
    DECISIONS,
    GRANTS,
    NEGATIVE_DECISIONS,
    OPEN_APPLICATION,
    ApplicationStatus,
)
from asylum.people.actions import DaysInDoubt, ask_about_days, lock_person_and_case
from asylum.procedure.counting import recount_terms
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from asylum.rule_tasks.actions import review_dependent_claims
from casework.register.models.individual import Individual
from pages.dates import short_date
from pages.refusals import ActionRefused

INTERVIEW_BEFORE_SUMMONS = gettext_lazy("The interview is before the summons.")


class MoveNotLawful(ActionRefused):
    """The application cannot move from its state to this one."""


@transaction.atomic
def prepare_application(
    individual: Individual,
    *,
    by: User,
    on: datetime.date | None = None,
    entered_on: datetime.date | None = None,
    grounds: Sequence[str] = (),
    reference: str = "",
    statement: str = "",
    late_reason: str = "",
    depends_on: AsylumApplication | None = None,
    is_sure: bool = False,
) -> AsylumApplication:
    """Opens an application that is not lodged yet, on the day `on` or today, and returns it.

    The term to lodge runs from `entered_on`, by default the day of arrival. `depends_on` is the claim of a relative whose
    outcome this person shares. Raises ActionRefused if the person has an open application. Unless the user `is_sure`,
    raises DaysInDoubt if another claim was open on that day or was granted, and ReferenceInDoubt if a claim of another
    case has this reference."""
    individual, case = lock_person_and_case(
        individual, by=by, permission=Permission.APPLICATION_CHANGE
    )
    if individual.applications.open().exists():
        raise ActionRefused(_("This person has an open application already."))
    if not is_sure:
        _ask_about_other_claim(individual, on=on or by.today())
    refuse_impossible_principal(individual, depends_on, by=by)
    if entered_on is None and individual.arrival is not None:
        entered_on = individual.arrival.on
    if entered_on is not None:
        refuse_future(entered_on, by=by, field="entered_on")
    application = AsylumApplication.objects.create(
        key_id=individual.key_id,
        individual=individual,
        case=case,
        country=individual.office.country,
        status_on=on or by.today(),
        entered_on=entered_on,
        depends_on=depends_on,
        reference=reference,
        reference_token=token_of(reference, individual, is_sure=is_sure, by=by),
        grounds=list(grounds),
        statement=statement,
        late_reason=late_reason,
        recorded_by=by,
    )
    _save_step(application, on=application.status_on, by=by)
    recount_terms(application)
    record("application.prepared", by=by, about=application, case=case)
    return application


def _ask_about_other_claim(individual: Individual, *, on: datetime.date) -> None:
    """Raises DaysInDoubt if another claim was open on that day or was granted: the new one may belong to a relative."""
    excludes_another = Q(status__in=GRANTS) | Q(status_on__gt=on)
    others = individual.applications.made().filter(excludes_another, lodged_on__lte=on)
    if other := others.order_by("-status_on").first():
        question = _(
            "This person has an application lodged on %(lodged)s: %(state)s, %(day)s. Did the same person make another one?"
        )
        words = {
            "lodged": short_date(other.lodged_on),
            "state": other.get_status_display(),
            "day": short_date(other.status_on),
        }
        raise DaysInDoubt(question % words, field="is_sure")


@transaction.atomic
def lodge_application(
    individual: Individual,
    *,
    on: datetime.date,
    by: User,
    entered_on: datetime.date | None = None,
    grounds: Sequence[str] = (),
    reference: str = "",
    statement: str = "",
    late_reason: str = "",
    depends_on: AsylumApplication | None = None,
    is_sure: bool = False,
) -> AsylumApplication:
    """Opens an application that was lodged on that day, and returns it. Raises as `prepare_application`.

    Raises ActionRefused without `late_reason` for an application lodged after its term."""
    refuse_future(on, by=by, field="lodged_on")
    application = prepare_application(
        individual,
        on=on,
        by=by,
        entered_on=entered_on,
        grounds=grounds,
        reference=reference,
        statement=statement,
        late_reason=late_reason,
        depends_on=depends_on,
        is_sure=is_sure,
    )
    return _move(application, to=ApplicationStatus.LODGED, on=on, by=by)


@transaction.atomic
def move_application(
    application: AsylumApplication,
    *,
    to: str,
    on: datetime.date,
    by: User,
    interview_on: datetime.date | None = None,
    at_time: datetime.time | None = None,
    place: str = "",
    resolved_on: datetime.date | None = None,
    refusal_ground: str = "",
    late_reason: str = "",
    override_reason: str = "",
    remark: str = "",
    has_served: bool | None = None,
    is_sure: bool = False,
) -> AsylumApplication:
    """Records that the application reached the state `to` on that day, for a decision the day of its notification.

    `interview_on`, `at_time` (local time) and `place` belong to a summons. `resolved_on` is the date of a decision,
    `refusal_ground` why it was negative. Before an admission `has_served` answers whether the person served in a force,
    if nobody asked before. `override_reason` says why the claim continues without a required step
    (`asylum.claims.gates`).

    Raises MoveNotLawful for a state that cannot follow, RenunciationMissing and StepMissing without a required step and
    without `override_reason`, and DaysInDoubt for unlikely days unless the user `is_sure`."""
    application = lock_for(application, Permission.APPLICATION_CHANGE, by=by)
    refuse_future(on, by=by)
    if to not in application.lawful_moves:
        steps = application.status_changes.standing()
        refuse_move(application, ApplicationStatus(to), steps, field="to", kind=MoveNotLawful)
    if on < application.status_on and application.status != ApplicationStatus.DRAFT:
        raise ActionRefused(_("The last step was on a later day."), field="on")
    refuse_second_open(application, to)
    if to == ApplicationStatus.ADMITTED:
        ask_about_service(application, on=on, has_served=has_served, by=by)
    _check_days(application, to, on, interview_on, resolved_on or on, is_sure=is_sure)
    earlier = _set_decision(application, to=to, on=on, resolved_on=resolved_on, why=refusal_ground)
    return _move(
        application,
        to=to,
        on=on,
        by=by,
        hearing={"on": interview_on, "at_time": at_time, "place": place},
        late_reason=late_reason,
        override_reason=override_reason,
        remark=remark,
        **earlier,
    )


def _check_days(
    application: AsylumApplication,
    to: str,
    on: datetime.date,
    interview_on: datetime.date | None,
    resolved_on: datetime.date,
    *,
    is_sure: bool,
) -> None:
    """Raises DaysInDoubt for a day that is lawful but unlikely, unless the user `is_sure`.

    Also replaces the planned day of an interview by the day on which it was held."""
    if to == ApplicationStatus.SUMMONED:
        ask_about_far_day(on, interview_on, is_sure=is_sure)
    if to == ApplicationStatus.INTERVIEWED:
        set_day_of_interview(application, on=on, is_sure=is_sure)
    if to in DECISIONS:
        ask_about_decision_before_interview(application, resolved_on, is_sure=is_sure)


def _move(
    application: AsylumApplication,
    *,
    to: str,
    on: datetime.date,
    by: User,
    hearing: Mapping[str, Any] | None = None,
    late_reason: str = "",
    override_reason: str = "",
    remark: str = "",
    **earlier: Any,
) -> AsylumApplication:
    is_override = False
    if to == ApplicationStatus.LODGED:
        _lodge(application, on=on, late_reason=late_reason)
    elif to == ApplicationStatus.ADMITTED:
        is_override = admits_by_override(application, on=on, reason=override_reason)
    elif to in GRANTS:
        is_override = grants_by_override(application, on=on, reason=override_reason)
    elif to == ApplicationStatus.APPEALED:
        refuse_late_appeal(application, on=on, reason=late_reason)
        remark = "\n".join(filter(None, (late_reason.strip(), remark)))
    elif to == ApplicationStatus.REFUSED_FINAL:
        is_override = becomes_final_without_appeal(application, on=on, reason=override_reason)
    elif to == ApplicationStatus.SUMMONED:
        if application.status == to and hearing:
            refuse_repeated_summons(application, noticed_on=on, **hearing)
        _summon(application, on=on, interview_on=(hearing or {}).get("on"))
    elif to == ApplicationStatus.INTERVIEWED:
        record_attendance(application, on=on, by=by)
    elif to == ApplicationStatus.MISTAKEN and not remark.strip():
        raise ActionRefused(_("Give the reason."), field="remark")
    application.status, application.status_on = to, on
    application.save()
    step = _save_step(
        application,
        on=on,
        by=by,
        remark=override_reason if is_override else remark,
        is_override=is_override,
        **earlier,
    )
    if to == ApplicationStatus.SUMMONED and hearing:
        add_interview_of_summons(step, noticed_on=on, **hearing, by=by)
    recount_terms(application)
    verb = "application.lodged" if to == ApplicationStatus.LODGED else "application.moved"
    details = {"to": str(to), "on": on.isoformat(), "is_override": is_override}
    record(verb, by=by, about=application, case=application.case, details=details)
    review_dependent_claims(application, by=by)
    return application


def refuse_second_open(application: AsylumApplication, to: str) -> None:
    """Raises ActionRefused if this step reopens an ended claim and the person has another open one."""
    if application.is_open or to not in OPEN_APPLICATION:
        return
    if AsylumApplication.objects.open().filter(individual=application.individual_id).exists():
        raise ActionRefused(_("This person has an open application already."), field="to")


def _set_decision(
    application: AsylumApplication,
    *,
    to: str,
    on: datetime.date,
    resolved_on: datetime.date | None,
    why: str,
) -> dict[str, Any]:
    """Sets the date, notification (`on`) and ground of a decision.

    Returns the earlier decision as fields of the step, which stores it; empty if the step is no decision."""
    if to not in DECISIONS:
        return {}
    refuse_impossible_day_of_decision(resolved_on, lodged_on=application.lodged_on, decided_on=on)
    earlier = {
        "earlier_resolved_on": application.resolved_on,
        "earlier_ground": application.refusal_ground,
    }
    application.resolved_on, application.decided_on = resolved_on, on
    application.refusal_ground = why if to in NEGATIVE_DECISIONS else ""
    return earlier


def ask_about_decision_before_interview(
    application: AsylumApplication, decided_on: datetime.date | None, *, is_sure: bool
) -> None:
    """Raises DaysInDoubt for a decision before the interview, unless the user `is_sure`: another claim may be meant."""
    question = _("The interview is on file for %(day)s. Was the decision taken before it?")
    ask_about_days(application.interview_on, decided_on, question, is_sure=is_sure)


def refuse_impossible_day_of_decision(
    resolved_on: datetime.date | None,
    *,
    lodged_on: datetime.date | None,
    decided_on: datetime.date | None,
) -> None:
    """Raises ActionRefused for a decision dated before the claim was lodged, or after its notification."""
    if resolved_on is None:
        return
    if decided_on is None or resolved_on > decided_on:
        raise ActionRefused(
            _("The decision was notified before it was taken."), field="resolved_on"
        )
    if lodged_on and resolved_on < lodged_on:
        raise ActionRefused(
            _("The decision was taken before the claim was lodged."), field="resolved_on"
        )


def refuse_impossible_principal(
    individual: Individual, principal: AsylumApplication | None, *, by: User
) -> None:
    """Raises ActionRefused if this person's claim cannot depend on the principal claim (`principals_for`)."""
    if principal and not AsylumApplication.objects.principals_for(individual, by).contains(
        principal
    ):
        raise ActionRefused(
            _(
                "Choose the claim of a relative who stands in the same case and has a claim of their own."
            ),
            field="depends_on",
        )


def _lodge(application: AsylumApplication, *, on: datetime.date, late_reason: str) -> None:
    application.lodged_on = on
    if application.entered_on and on < application.entered_on:
        raise ActionRefused(_("The application was lodged before the entry."), field="on")
    if late_reason:
        application.late_reason = late_reason
    last_day = filing_day(application.entered_on, country=application.country)
    if last_day and is_late_without_reason(application):
        raise ActionRefused(
            _("The term to apply ended on %(day)s: say why the application is late.")
            % {"day": short_date(last_day)},
            field="late_reason",
        )


def _summon(
    application: AsylumApplication, *, on: datetime.date, interview_on: datetime.date | None
) -> None:
    if interview_on is None:
        raise ActionRefused(_("A summons needs the day of the interview."), field="interview_on")
    if interview_on < on:
        raise ActionRefused(INTERVIEW_BEFORE_SUMMONS, field="interview_on")
    application.interview_on = interview_on


def _save_step(
    application: AsylumApplication,
    *,
    on: datetime.date,
    by: User,
    remark: str = "",
    is_override: bool = False,
    **earlier: Any,
) -> ApplicationStatusChange:
    step: ApplicationStatusChange = ApplicationStatusChange.objects.create(
        key_id=application.key_id,
        application=application,
        status=application.status,
        on=on,
        remark=remark,
        is_override=is_override,
        by=by,
        **earlier,
    )
    return step
