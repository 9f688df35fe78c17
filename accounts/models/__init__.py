"""Models of users, offices, teams, dated grants, deputies, sessions, saved views, and the audit log."""

from accounts.models.audit import AuditEvent
from accounts.models.grant import Grant
from accounts.models.office import Office, OfficeLogo
from accounts.models.password_link import WantedPasswordLink
from accounts.models.saved_view import SavedView
from accounts.models.session import Session
from accounts.models.stand_in import StandIn
from accounts.models.team import Team
from accounts.models.user import User

__all__ = [
    "AuditEvent",
    "Grant",
    "Office",
    "OfficeLogo",
    "SavedView",
    "Session",
    "StandIn",
    "Team",
    "User",
    "WantedPasswordLink",
]
