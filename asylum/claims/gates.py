"""Checks what must be on file before a claim moves on. A reason overrides a check."""

import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from asylum.papers.standing import standing_of
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from asylum.pathways.models import PathwayStage
from asylum.procedure.models.application import AsylumApplication
from casework.service.actions import answer_service
from casework.service.choices import NOBODY_ASKED
from pages.dates import short_date
from pages.refusals import ActionRefused

BEFORE_A_GRANT = (ApplicationStatus.ADMITTED, ApplicationStatus.INTERVIEWED)


class RenunciationMissing(ActionRefused):
    """The claim needs a verified renunciation, or a reason to continue without one."""


class StepMissing(ActionRefused):
    """The claim needs an earlier step or the end of a term, or a reason to continue without it."""


def ask_about_service(
    application: AsylumApplication, *, on: datetime.date, has_served: bool | None, by: User
) -> None:
    """Records that the person served in no force, if nobody asked before.

    Raises ActionRefused without an answer, because the claim may need a renunciation. Raises it for a person who served,
    too: another page records the service first.
    """
    if not standing_of(application.individual, on).is_unasked:
        return
    if has_served is None:
        raise ActionRefused(
            _("%(nobody)s. Ask first: whoever served is asked to renounce before the admission.")
            % {"nobody": NOBODY_ASKED},
            field="has_served",
        )
    if has_served:
        raise ActionRefused(
            _("Have the service recorded first, on the page of this person."), field="has_served"
        )
    answer_service(
        application.individual,
        is_service_asked=True,
        by=by,
        permission=Permission.APPLICATION_CHANGE,
    )


def becomes_final_without_appeal(
    application: AsylumApplication, *, on: datetime.date, reason: str
) -> bool:
    """Returns whether a refusal becomes final on a day on which the term to appeal still runs.

    Raises StepMissing without a reason for that.
    """
    appeal = application.deadlines.running().filter(kind=DeadlineKind.APPEAL, due_on__gte=on)
    if (term := appeal.first()) is None:
        return False
    if not reason.strip():
        raise StepMissing(
            _(
                "The time to appeal runs until %(day)s, and no appeal is on file. Did the person waive it, or is "
                "this step a mistake? Say why the refusal is final all the same."
            )
            % {"day": short_date(term.due_on)},
            field="override_reason",
        )
    return True


def refuse_late_appeal(application: AsylumApplication, *, on: datetime.date, reason: str) -> None:
    """Raises ActionRefused for an appeal after its term without a reason."""
    late = application.deadlines.running().filter(kind=DeadlineKind.APPEAL, due_on__lt=on).first()
    if late and not reason.strip():
        raise ActionRefused(
            _("The term to appeal ended on %(day)s: say why the appeal is late.")
            % {"day": short_date(late.due_on)},
            field="late_reason",
        )


def admits_by_override(application: AsylumApplication, *, on: datetime.date, reason: str) -> bool:
    """Returns whether the claim is admitted without the verified renunciation that it needs.

    Raises RenunciationMissing without a reason for that.
    """
    if may_go_on(application, on=on):
        return False
    if not reason.strip():
        raise RenunciationMissing(
            _(
                "On %(day)s no verified renunciation of this former member was on file, and no record that the "
                "authority asks for none. Say why the claim is admitted all the same."
            )
            % {"day": short_date(on)},
            field="override_reason",
        )
    return True


def may_go_on(application: AsylumApplication, *, on: datetime.date) -> bool:
    """Returns whether a renunciation of the person was verified on that day, or none was needed."""
    return standing_of(application.individual, on).may_go_on


def grants_by_override(application: AsylumApplication, *, on: datetime.date, reason: str) -> bool:
    """Returns whether protection is granted without admission, interview or a valid renunciation.

    Only steps of the country's pathway are required. Raises StepMissing without a reason.
    """
    passed = set(application.status_changes.standing().values_list("status", flat=True))
    pathway = PathwayStage.objects.of(application.country)
    stages = set(pathway.values_list("stage", flat=True))
    missing = [str(step.label) for step in BEFORE_A_GRANT if step in stages - passed]
    if not may_go_on(application, on=on):
        missing.append(_("a verified renunciation"))
    if missing and not reason.strip():
        raise StepMissing(
            _("Not on file: %(what)s. Say why protection is recorded all the same.")
            % {"what": ", ".join(missing)},
            field="override_reason",
        )
    return bool(missing)
