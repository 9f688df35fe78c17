"""The people all tests know by name: two offices, two teams, one person per role."""

import copy
import datetime
import time
import uuid
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.utils import timezone

from accounts.middleware import TOUCHED_AT
from accounts.models import Grant, Office, Session, Team, User
from accounts.roles import ROLES, Role
from accounts.sessions import SessionStore, stored_key

PASSWORD = "correct-horse-under-the-mango-tree"
SINCE = datetime.date(2018, 1, 1)
APPROVED = datetime.datetime(2018, 1, 1, 12, tzinfo=datetime.UTC)
FIRST = ("Adela", "Sonia", "Mara")
# The fixture of tests/conftest.py that keeps it for a file.
CAST = "cast_of_the_file"


@dataclass(frozen=True)
class Cast:
    """`cucuta` has the teams norte and sur; `arauca` is another office with mara and the team rio."""

    cucuta: Office
    arauca: Office
    norte: Team
    sur: Team
    rio: Team
    ana: User
    bruno: User
    carla: User
    lucia: User
    luis: User
    sonia: User
    adela: User
    aurelio: User
    mara: User

    @property
    def users(self) -> dict[str, User]:
        """Everybody by first name, in the order of the roles."""
        names = ["ana", "bruno", "carla", "lucia", "luis", "sonia", "adela", "aurelio", "mara"]
        return {name: getattr(self, name) for name in names}

    def anew(self) -> "Cast":
        """As it was written, whatever a test has since changed on its rows in memory."""
        return copy.deepcopy(self)


@cache
def _hashed_password() -> str:
    return make_password(PASSWORD)


def hire(name: str, role: Role, office: Office, team: Team | None = None) -> User:
    """Somebody with one role since 2018, who logs in with PASSWORD."""
    return _hire_all((name, role, office, team))[0]


def _hire_all(*people: tuple[str, Role, Office, Team | None]) -> list[User]:
    """In two statements: most tests of the suite begin with the whole cast."""
    users = User.objects.bulk_create(
        User(
            pk=_key_of(name.lower()),
            email=f"{name.lower()}@amparo.example",
            full_name=name,
            office=office,
            password=_hashed_password(),
        )
        for name, _role, office, _team in people
    )
    Grant.objects.bulk_create(
        _given(user, role, office, team=team, is_first=name in FIRST)
        for user, (name, role, office, team) in zip(users, people, strict=True)
    )
    created: list[User] = list(users)
    return created


def give(user: User, role: Role, office: Office, **said: Any) -> Grant:
    """A further role since SINCE, as Adela gives it, or Sonia to her, and approved where it must be."""
    grant = _given(user, role, office, **said)
    grant.save()
    return grant


def _given(user: User, role: Role, office: Office, *, is_first: bool = False, **said: Any) -> Grant:
    """The first administrator is given the role by nobody, the first supervisor of an office needs no approval."""
    adela, sonia, mara = map(_key_of, ("adela", "sonia", "mara"))
    giver = sonia if user.pk == adela else adela
    facts: dict[str, Any] = {"starts_on": SINCE, "granted_by_id": giver}
    if is_first and role == Role.ADMINISTRATOR:
        facts["granted_by_id"] = None
    if ROLES[role].sees_people and not is_first:
        approver = mara if user.pk == sonia else sonia
        facts |= {"needs_approval": True, "approved_by_id": approver, "approved_at": APPROVED}
    return Grant(user=user, role=role, office=office, **facts | said)


def _key_of(name: str) -> uuid.UUID:
    """The same in every test: queries are compiled once for each reader, and need not be compiled again."""
    return uuid.uuid5(uuid.NAMESPACE_OID, name)


def build_cast() -> Cast:
    """Writes the whole cast into the database."""
    cucuta, arauca = Office.objects.bulk_create(
        Office(pk=_key_of(name), name=name) for name in ("Cúcuta", "Arauca")
    )
    norte, sur, rio = Team.objects.bulk_create(
        Team(pk=_key_of(name), office=office, name=name)
        for office, name in ((cucuta, "Puente"), (cucuta, "Terminal"), (arauca, "Río"))
    )
    users = _hire_all(
        ("Adela", Role.ADMINISTRATOR, cucuta, None),
        ("Ana", Role.CASEWORKER, cucuta, norte),
        ("Bruno", Role.CASEWORKER, cucuta, sur),
        ("Carla", Role.COORDINATOR, cucuta, None),
        ("Lucia", Role.LEGAL_OFFICER, cucuta, None),
        ("Luis", Role.LEGAL_OFFICER, cucuta, None),
        ("Sonia", Role.SUPERVISOR, cucuta, None),
        ("Aurelio", Role.AUDITOR, cucuta, None),
        ("Mara", Role.SUPERVISOR, arauca, None),
    )
    people = {user.full_name.lower(): user for user in users}
    return Cast(cucuta=cucuta, arauca=arauca, norte=norte, sur=sur, rio=rio, **people)


def as_(user: User) -> Client:
    """A browser where `user` has been logged in for a while. The session is one row, because most tests begin with it."""
    cookie = uuid.uuid4().hex
    session = SessionStore(cookie)
    content = {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
        # Seen just now: the first page need not write it.
        TOUCHED_AT: int(time.time()),
    }
    row = Session(
        session_key=stored_key(cookie),
        session_data=session.encode(content),
        expire_date=timezone.now() + datetime.timedelta(seconds=settings.SESSION_COOKIE_AGE),
        user=user,
    )
    Session.objects.bulk_create([row])
    browser = Client()
    browser.cookies[settings.SESSION_COOKIE_NAME] = cookie
    return browser


def log_in(user: User) -> Client:
    """A browser where `user` gave the password just now, as `fresh_login_required` wants it."""
    browser = as_(user)
    session = browser.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time()}]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    return browser


@pytest.fixture
def cast(request: pytest.FixtureRequest, db: None) -> Cast:
    """That of the file as it was built, whatever a test has changed on its rows in memory.

    A transactional test writes one of its own: others see only what was committed."""
    if CAST in request.fixturenames:
        kept: Cast = request.getfixturevalue(CAST)
        return kept.anew()
    return build_cast()
