"""Recruitment attempts in extracts, and verbs of the audit log."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission as P
from asylum.reported.models import RecruitmentApproach
from casework.slots.extract import WHY_NO_THIRD_PERSONS, held_unless_withdrawn

recruitment_approach_extract = held_unless_withdrawn(
    RecruitmentApproach,
    gettext_lazy("Approaches to recruit the person again"),
    ["what", "protection"],
    {"by_whom": WHY_NO_THIRD_PERSONS},
    permission=P.EVIDENCE_READ,
)

VERBS: dict[str, str | Promise] = {
    "approach.recorded": gettext_lazy("recorded an approach to recruit somebody again"),
    "approach.withdrawn": gettext_lazy("took back an approach that was recorded by mistake"),
    "group_report.listed": gettext_lazy("looked at what was reported of groups"),
    "group_report.recorded": gettext_lazy("recorded what was reported of a group"),
    "group_report.withdrawn": gettext_lazy("took back a report about a group"),
}
