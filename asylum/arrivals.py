"""What a corrected day of arrival means for applications, and for the term that runs from the entry."""

import datetime
from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.audit import record
from accounts.models import User
from asylum.actions.deadlines import file_from, is_late_unsaid
from asylum.actions.renunciations import REVIEW_DAYS, set_once
from asylum.models import AsylumApplication
from casework.corrections.actions import put_right
from casework.register.models.case import Case
from casework.register.models.individual import Individual


class ApplicationsFollow:
    """An application that took its day of entry from the arrival takes the new one."""

    def contradictions(
        self, people: Sequence[Individual], *, on: datetime.date, opened: Case | None
    ) -> list[str]:
        earlier = AsylumApplication.objects.filter(
            Q(lodged_on__lt=on) | Q(status_on__lt=on), individual__in=people
        )
        return [_("An application for asylum is on file from before this day.")] if earlier else []

    def follow(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> None:
        """Writes the day of entry, and computes anew the term to apply."""
        rows = AsylumApplication.objects.select_for_update(of=("self",)).filter(
            individual__in=people, entered_on=was
        )
        for application in rows:
            put_right(application, {"entered_on": on}, reason=_("The arrival was put right"), by=by)
            application.save(update_fields=["entered_on"])
            for term in file_from(application, was=was):
                details = {"kind": term.kind, "due_on": term.due_on.isoformat()}
                record(
                    "deadline.computed_anew",
                    by=by,
                    about=term,
                    case=application.case,
                    details=details,
                )
            if application.is_made:
                _tell(application, by=by)


def _tell(application: AsylumApplication, *, by: User) -> None:
    """One task for whoever looks after the terms of the claim: a term moved, or the claim turned out to be late."""
    person, last = application.individual, application.deadlines.exclude(owner=None).last()
    title = _("The arrival was put right, and with it the entry in a claim: %(number)s")
    if is_late_unsaid(application):
        title = _("The arrival was put right, and a claim is late now: say why: %(number)s")
    set_once(
        person,
        title % {"number": person.number},
        days=REVIEW_DAYS,
        by=by,
        assigned_to=last.owner if last else None,
    )


applications = ApplicationsFollow()
