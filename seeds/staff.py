"""The demonstration's office and teams, and an account for each role."""

import datetime
from dataclasses import dataclass

from django.utils import timezone, translation

from accounts.models import Grant, Office, Team, User
from accounts.roles import ROLES, Role
from casework.compartments.actions import name_reader
from shelters.models import Posting, Site

# Known to everybody who runs the demonstration, and refused elsewhere: see seeds/world.py.
PASSWORD = "mango-bajo-el-puente"  # noqa: S105
SINCE = datetime.date(2019, 1, 2)
PEOPLE: list[tuple[str, str, Role, str]] = [
    ("ana", "Ana Belén Ortiz", Role.CASEWORKER, "Puente"),
    ("bruno", "Bruno Salas", Role.CASEWORKER, "Terminal"),
    ("carla", "Carla Niño", Role.COORDINATOR, ""),
    ("lucia", "Lucía Prada", Role.LEGAL_OFFICER, ""),
    ("luis", "Luis Entrena", Role.LEGAL_OFFICER, ""),
    ("sonia", "Sonia Galvis", Role.SUPERVISOR, ""),
    ("adela", "Adela Mantilla", Role.ADMINISTRATOR, ""),
    ("aurelio", "Aurelio Pinto", Role.AUDITOR, ""),
    ("elvira", "Elvira Cuesta", Role.SCREENER, ""),
    ("efrain", "Efraín Lozada", Role.SCREENER, ""),
]
LETTERHEAD = {
    "organisation": "Fundación Casa Puente",
    "address": "Calle 14 n.º 4-30, San José de Cúcuta",
    "phone": "607 555 01 40",
    "email": "contacto@casapuente.example",
}
TITLES = {"lucia": "Abogada", "luis": "Abogado", "sonia": "Trabajadora social"}
# A screener's role always has an end; this is its length in the demonstration.
SCREENER_ROLE_LASTS = datetime.timedelta(days=180)
SITES_OF_A_COORDINATOR = 8


@dataclass(frozen=True)
class Staff:
    """The staff of the demonstration's office."""

    office: Office
    puente: Team
    terminal: Team
    ana: User
    bruno: User
    carla: User
    lucia: User
    luis: User
    sonia: User
    adela: User
    aurelio: User
    elvira: User
    efrain: User


def create_staff() -> Staff:
    """Creates office, teams and accounts directly, because actions need an existing user."""
    office = Office.objects.create(name="Cúcuta", time_zone="America/Bogota", **LETTERHEAD)
    teams = {name: Team.objects.create(office=office, name=name) for name in ("Puente", "Terminal")}
    users: dict[str, User] = {}
    for short_name, full_name, _role, _team in PEOPLE:
        users[short_name] = User.objects.create_user(
            f"{short_name}@amparo.example",
            PASSWORD,
            full_name=full_name,
            title=TITLES.get(short_name, ""),
            office=office,
        )
    staff = Staff(office=office, puente=teams["Puente"], terminal=teams["Terminal"], **users)
    # Adela's role comes first: as the first administrator, nobody gave it to her.
    for short_name, _, role, team in sorted(PEOPLE, key=lambda each: each[0] != "adela"):
        at = teams.get(team)
        _grant(users[short_name], role, office, by=staff.adela, approved_by=staff.sonia, team=at)
    return staff


def _grant(
    user: User,
    role: Role,
    office: Office,
    *,
    by: User,
    approved_by: User,
    team: Team | None = None,
) -> None:
    """Creates a grant from SINCE, as actions would: approved if the role sees people, except the first supervisor's."""
    is_approved = ROLES[role].sees_people and user != approved_by
    Grant.objects.create(
        user=user,
        role=role,
        office=office,
        team=team,
        starts_on=SINCE,
        ends_on=office.today() + SCREENER_ROLE_LASTS if ROLES[role].must_end else None,
        granted_by=by if user != by else None,
        needs_approval=is_approved,
        approved_by=approved_by if is_approved else None,
        approved_at=timezone.make_aware(datetime.datetime.combine(SINCE, datetime.time()))
        if is_approved
        else None,
    )


def name_readers(staff: Staff) -> None:
    """Names two readers of confidential accounts of survivors."""
    for reader in (staff.lucia, staff.luis):
        name_reader(staff.office, reader=reader, by=staff.sonia)


def create_coordinators(office: Office) -> None:
    """Creates coordinators for sites without one, SITES_OF_A_COORDINATOR each. Nobody logs in with these accounts."""
    sites = Site.objects.filter(office=office, postings=None).order_by("name")
    administrator, supervisor = (
        Grant.objects.filter(office=office, role=role).earliest("pk").user
        for role in (Role.ADMINISTRATOR, Role.SUPERVISOR)
    )
    number = Grant.objects.filter(office=office, role=Role.COORDINATOR).count()
    postings = []
    for first in range(0, len(sites), SITES_OF_A_COORDINATOR):
        number += 1
        coordinator = User.objects.create_user(
            f"coordinator-{number}@amparo.example", full_name=f"Coordinator {number}", office=office
        )
        _grant(coordinator, Role.COORDINATOR, office, by=administrator, approved_by=supervisor)
        postings += [
            Posting(user=coordinator, site=site, starts_on=site.opened_on, granted_by=supervisor)
            for site in sites[first : first + SITES_OF_A_COORDINATOR]
        ]
    Posting.objects.bulk_create(postings)


def accounts_in_words() -> list[str]:
    """One line per demonstration account: role in both languages, e-mail, password."""
    return [
        f"{_title_in_both_languages(role):46} {short_name}@amparo.example   {PASSWORD}"
        for short_name, _, role, _ in PEOPLE
    ]


def _title_in_both_languages(role: Role) -> str:
    titles = []
    for language in ("es", "en"):
        with translation.override(language):
            titles.append(str(ROLES[role].title))
    return " / ".join(titles)
