"""Work: what a paper allows, what was told about rights, where somebody applied.

Not what the file alone holds: a timeline is printed.
"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission as P
from casework.models import InformationGiven, JobApplication, WorkAuthorisation
from casework.timeline import Event, Happening, Source
from casework.timeline.members import of_members


def _allowed(row: WorkAuthorisation) -> Event:
    return Event(
        row.starts_on,
        _("Right to work: %(rule)s") % {"rule": row.get_rule_display()},
        new=row.get_allows_display(),
    )


def _told(row: InformationGiven) -> Event:
    return Event(row.on, _("Was told about rights"), new=row.get_topic_display())


def _applied(row: JobApplication) -> Event:
    return Event(row.on, _("Applied for work"))


def _heard_back(row: JobApplication) -> Event:
    return Event(
        row.outcome_on or row.on,
        _("Answer to an application for work"),
        new=row.get_outcome_display(),
    )


_applications = of_members(JobApplication, P.WORK_READ)
work = Source(
    "work",
    gettext_lazy("Work"),
    P.WORK_READ,
    (
        Happening(
            of_members(WorkAuthorisation, P.WORK_READ),
            "starts_on",
            _allowed,
            by="recorded_by",
            person="individual",
        ),
        Happening(
            of_members(InformationGiven, P.WORK_READ),
            "on",
            _told,
            by="given_by",
            person="individual",
        ),
        Happening(_applications, "on", _applied, by="recorded_by", person="individual"),
        Happening(_applications, "outcome_on", _heard_back, person="individual"),
    ),
    is_brief=False,
)
