"""What must be on file before a claim continues, and the reason for continuing without it."""

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
    """A former member's claim is not admitted before the renunciation is verified."""


class StepMissing(ActionRefused):
    """Protection needs admission and interview, or a reason."""


def ask_about_service(
    application: AsylumApplication, *, on: datetime.date, has_served: bool | None, by: User
) -> None:
    """Records the answer to whether the person served in a force, if nobody asked before.

    Without an answer it is unknown whether a renunciation is needed. Raises ActionRefused without one, and for a person
    who served: the service is recorded on another page first.
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


def ends_without_appeal(application: AsylumApplication, *, on: datetime.date, reason: str) -> bool:
    """Whether a refusal becomes final before the term to appeal is over, with the reason."""
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
    """An appeal after its term needs a reason, like a claim lodged late."""
    late = application.deadlines.running().filter(kind=DeadlineKind.APPEAL, due_on__lt=on).first()
    if late and not reason.strip():
        raise ActionRefused(
            _("The term to appeal ended on %(day)s: say why the appeal is late.")
            % {"day": short_date(late.due_on)},
            field="late_reason",
        )


def admits_by_override(application: AsylumApplication, *, on: datetime.date, reason: str) -> bool:
    """Whether the claim is admitted without the verified renunciation that it needs, with the reason."""
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
    """Whether the renunciation was verified on that day, or none was needed."""
    return standing_of(application.individual, on).may_go_on


def grants_by_override(application: AsylumApplication, *, on: datetime.date, reason: str) -> bool:
    """Whether protection is granted without a required step: admission, interview, or a valid renunciation."""
    passed = set(application.status_changes.standing().values_list("status", flat=True))
    pathway = PathwayStage.objects.of(application.country)
    known = set(pathway.values_list("stage", flat=True))
    lacks = [str(step.label) for step in BEFORE_A_GRANT if step in known - passed]
    if not may_go_on(application, on=on):
        lacks.append(_("a verified renunciation"))
    if lacks and not reason.strip():
        raise StepMissing(
            _("Not on file: %(what)s. Say why protection is recorded all the same.")
            % {"what": ", ".join(lacks)},
            field="override_reason",
        )
    return bool(lacks)
