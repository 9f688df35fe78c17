"""Work, what was told about rights, and visits to a doctor."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from casework.extract import Held, Part, of_person

work = Part(
    _("Work and visits"),
    [
        Held(
            "casework.WorkAuthorisation",
            _("Permission to work"),
            of_person("casework.WorkAuthorisation"),
            ["rule", "allows", "starts_on", "ends_on", "paper", "source"],
            permission=P.WORK_READ,
            author="recorded_by",
        ),
        Held(
            "casework.InformationGiven",
            _("What was told about rights"),
            of_person("casework.InformationGiven"),
            ["on", "topic", "language", "knew_before", "understood", "remark"],
            permission=P.WORK_READ,
            author="given_by",
        ),
        Held(
            "casework.JobApplication",
            _("Applications for work"),
            of_person("casework.JobApplication"),
            ["on", "employer", "outcome", "outcome_on", "refusal_reason"],
            permission=P.WORK_READ,
            author="recorded_by",
        ),
        Held(
            "casework.InformalWork",
            _("Work without papers"),
            of_person("casework.InformalWork"),
            ["account", "noted_on", "ended_on"],
            permission=P.WORK_READ,
            author="recorded_by",
        ),
        Held(
            "casework.HealthVisit",
            _("Visits to a doctor"),
            of_person("casework.HealthVisit"),
            ["on", "kind", "provider", "findings"],
            permission=P.WELLBEING_READ,
            author="recorded_by",
        ),
    ],
)
