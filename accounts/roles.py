"""The roles: their descriptions and permissions. The roles page, docs/roles.md and tests are made from this file."""

from dataclasses import dataclass
from enum import StrEnum

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P


class Role(models.TextChoices):
    CASEWORKER = "caseworker", _("Caseworker")
    COORDINATOR = "coordinator", _("Shelter coordinator")
    LEGAL_OFFICER = "legal_officer", _("Legal officer")
    SUPERVISOR = "supervisor", _("Supervisor")
    ADMINISTRATOR = "administrator", _("Administrator")
    AUDITOR = "auditor", _("Auditor")
    SCREENER = "screener", _("Exclusion screener")


class HeldAt(StrEnum):
    """Whether a grant of the role names a team or only an office."""

    TEAM = "team"
    OFFICE = "office"


# Each of these permissions shows something about people in files.
SHOWS_PEOPLE = frozenset({P.CASE_READ, P.CASE_CARD, P.SCREENING_READ})


@dataclass(frozen=True)
class RoleDescription:
    """What a role is for, where it is held, and its permissions.

    `sees_all_cases`: the role reaches every case of the office. Other roles of an office reach a case only through
    `accounts.sight.access_sources`. `must_end`: the role cannot be held without an end.
    """

    title: str | Promise
    description: str | Promise
    held_at: HeldAt
    permissions: frozenset[P]
    sees_all_cases: bool = False
    must_end: bool = False

    @property
    def sees_people(self) -> bool:
        """Whether the role shows anything about people in files; such a role needs a supervisor's approval."""
        return bool(self.permissions & SHOWS_PEOPLE)


EVERYBODY = frozenset({P.ACCOUNT_CHANGE, P.INBOX_READ})
# Permissions of all roles that work with the people of a case.
READS_FILES = EVERYBODY | {
    P.CASE_READ,
    P.CASE_CARD,
    P.INDIVIDUAL_READ,
    P.SERVICE_READ,
    P.NOTE_READ,
    P.NOTE_WRITE,
    P.NEED_READ,
    P.NEED_FLAGS,
    P.COMPARTMENT_WRITE,
    P.COMPARTMENT_READ,
    P.APPLICATION_READ,
    P.PERMIT_READ,
    P.RENUNCIATION_READ,
    P.LETTER_READ,
    P.TASK_READ,
    P.REPORT_OWN_READ,
    P.HOME_READ,
    P.DOCUMENT_READ,
    P.CONSENT_READ,
    P.REFERRAL_READ,
    P.PLAN_READ,
    P.WELLBEING_READ,
    P.WORK_READ,
    P.TASK_CHANGE,
    P.PARTNER_READ,
}
# Permissions of all roles that look after cases.
KEEPS_FILES = READS_FILES | {
    P.CASE_LOG,
    P.CASE_CHANGE,
    P.CASE_CLOSE,
    P.CASE_HISTORY_READ,
    P.INDIVIDUAL_CHANGE,
    P.NEED_CHANGE,
    P.REFERRAL_MAKE,
    P.SITE_READ,
    P.PLACEMENT_READ,
    P.AID_READ,
    P.AID_CHANGE,
    P.FORECAST_READ,
    P.IMPORT_RUN,
    P.DUPLICATE_DECIDE,
    P.INDIVIDUAL_MERGE,
    P.CASE_ASSIGN,
    P.HOME_CHANGE,
    P.DOCUMENT_CHANGE,
    P.CONSENT_CHANGE,
    P.PLAN_CHANGE,
    P.WELLBEING_CHANGE,
    P.WORK_CHANGE,
    P.EXIT_RECORD,
    P.LETTER_ISSUE,
}

ROLES: dict[Role, RoleDescription] = {
    Role.CASEWORKER: RoleDescription(
        title=Role.CASEWORKER.label,
        description=_(
            "Logs arrivals and looks after the cases of the own team: people, families, notes, needs and aid."
        ),
        held_at=HeldAt.TEAM,
        permissions=KEEPS_FILES | {P.SERVICE_CHANGE},
    ),
    Role.COORDINATOR: RoleDescription(
        title=Role.COORDINATOR.label,
        description=_(
            "Runs the sites: who sleeps where, free beds, meals. Sees residents and families without a bed, on a reduced card."
        ),
        held_at=HeldAt.OFFICE,
        permissions=EVERYBODY
        | {
            P.CASE_CARD,
            P.NEED_FLAGS,
            P.COMPARTMENT_WRITE,
            P.SITE_READ,
            P.SITE_PAYMENT_CHANGE,
            P.BED_CHANGE,
            P.PLACEMENT_READ,
            P.PLACEMENT_CHANGE,
            P.RESIDENT_PHONE_READ,
            P.OCCUPANCY_READ,
            P.AID_READ,
            P.AID_CHANGE,
            P.AGREEMENT_READ,
            P.FORECAST_READ,
            P.TASK_READ,
            P.REPORT_OWN_READ,
            P.PARTNER_READ,
        },
    ),
    Role.LEGAL_OFFICER: RoleDescription(
        title=Role.LEGAL_OFFICER.label,
        description=_(
            "Follows asylum applications, permits and renunciations of the cases that were referred to legal."
        ),
        held_at=HeldAt.OFFICE,
        permissions=READS_FILES
        | {
            P.APPLICATION_CHANGE,
            P.PERMIT_CHANGE,
            P.RENUNCIATION_CHANGE,
            P.RENUNCIATION_VERIFY,
            P.EVIDENCE_READ,
            P.EVIDENCE_CHANGE,
            P.FLIGHT_READ,
            P.FLIGHT_CHANGE,
            P.LETTER_ISSUE,
            P.EXTRACT_MAKE,
        },
    ),
    Role.SUPERVISOR: RoleDescription(
        title=Role.SUPERVISOR.label,
        description=_(
            "Answers for an office: sees its cases, moves them between teams, approves roles, releases figures."
        ),
        held_at=HeldAt.OFFICE,
        sees_all_cases=True,
        permissions=KEEPS_FILES
        | {
            P.CASE_REOPEN,
            P.CASE_MOVE,
            P.CASE_RESTRICT,
            P.COMPARTMENT_NAME,
            P.SITE_CHANGE,
            P.SITE_PAYMENT_CHANGE,
            P.BED_CHANGE,
            P.PLACEMENT_CHANGE,
            P.OCCUPANCY_READ,
            P.AGREEMENT_READ,
            P.AGREEMENT_CHANGE,
            P.REPORT_EXACT_READ,
            P.REPORT_RELEASE,
            P.NAMED_LIST_MAKE,
            P.REPORT_RELEASED_READ,
            P.GRANT_APPROVE,
            P.AUDIT_OFFICE_READ,
            P.EXTRACT_MAKE,
            P.INDIVIDUAL_ERASE,
            P.PARTNER_CHANGE,
        },
    ),
    Role.ADMINISTRATOR: RoleDescription(
        title=Role.ADMINISTRATOR.label,
        description=_(
            "Looks after accounts, sites, agreements and reports. Sees figures, never a person's file."
        ),
        held_at=HeldAt.OFFICE,
        permissions=EVERYBODY
        | {
            P.SITE_READ,
            P.SITE_CHANGE,
            P.SITE_PAYMENT_CHANGE,
            P.OCCUPANCY_READ,
            P.AGREEMENT_READ,
            P.AGREEMENT_CHANGE,
            P.FORECAST_COUNTS,
            P.TASK_READ,
            P.REPORT_OWN_READ,
            P.REPORT_PREPARE,
            P.REPORT_RELEASED_READ,
            P.USER_READ,
            P.USER_CHANGE,
            P.GRANT_CHANGE,
            P.OFFICE_CHANGE,
            P.CATALOGUE_CHANGE,
            P.PARTNER_READ,
            P.PARTNER_CHANGE,
        },
    ),
    Role.AUDITOR: RoleDescription(
        title=Role.AUDITOR.label,
        description=_("Checks who did and who read what, without seeing the content."),
        held_at=HeldAt.OFFICE,
        permissions=EVERYBODY | {P.AUDIT_READ, P.USER_READ, P.REPORT_RELEASED_READ},
    ),
    Role.SCREENER: RoleDescription(
        title=Role.SCREENER.label,
        description=_(
            "Screens for exclusion from asylum, until a day: reads what colleagues hand in. Opens no file by this role."
        ),
        held_at=HeldAt.OFFICE,
        # The role reaches every case of the office, but shows only what its two screening permissions allow.
        sees_all_cases=True,
        must_end=True,
        permissions=EVERYBODY | {P.TASK_READ, P.SCREENING_READ, P.SCREENING_CHANGE},
    ),
}


def titles_with(permission: P) -> str:
    """The titles of the roles that hold a permission."""
    return ", ".join(str(role.title) for role in ROLES.values() if permission in role.permissions)
