"""The first office and the first administrator of an empty installation."""

import hmac
import secrets
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import gettext as _

from accounts.audit import record
from accounts.models import Grant, Office, Team, User
from accounts.roles import Role
from pages.refusals import ActionRefused

CODE_FILE = "first-start-code"
# An arbitrary number for the advisory lock that serialises two first starts.
FIRST_START_LOCK = 4_218_001


class FirstStartRefused(ActionRefused):
    """The installation has accounts already."""


def is_empty() -> bool:
    """Whether nobody has an account yet."""
    return not User.objects.exists()


def code_path() -> Path:
    """The file with the code of the first start."""
    return Path(settings.VAR_DIR) / CODE_FILE


def issue_code() -> str:
    """The one-time code, readable only with access to the server's disk; made on first call."""
    path = code_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="ascii") as file:
            path.chmod(0o600)
            file.write(secrets.token_hex(8))
    except FileExistsError:
        pass
    return path.read_text(encoding="ascii").strip()


def is_right_code(typed: str) -> bool:
    """Compares in constant time; False while no code was issued."""
    path = code_path()
    if not path.exists():
        return False
    return hmac.compare_digest(typed.strip().encode(), path.read_bytes().strip())


@transaction.atomic
def first_start(
    *,
    office_name: str,
    team_name: str,
    email: str,
    full_name: str,
    password: str | None,
    language: str = "es",
    country: str,
    time_zone: str,
) -> User:
    """Creates office, team and administrator. Refused once anybody has an account."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [FIRST_START_LOCK])
    if not is_empty():
        raise FirstStartRefused(_("Amparo has accounts already. Ask your administrator."))
    office = Office.objects.create(name=office_name, country=country, time_zone=time_zone)
    Team.objects.create(office=office, name=team_name)
    user = User.objects.create_user(
        email, password, full_name=full_name, office=office, language=language
    )
    Grant.objects.create(
        user=user, role=Role.ADMINISTRATOR, office=office, starts_on=office.today()
    )
    details = {"country": country, "time_zone": time_zone}
    record("office.first_started", by=user, about=office, details=details)
    transaction.on_commit(lambda: code_path().unlink(missing_ok=True))
    return user
