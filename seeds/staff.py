"""The demonstration's office, teams and one account per role."""

import datetime
from dataclasses import dataclass

from django.utils import translation

from accounts.models import Grant, Office, Team, User
from accounts.roles import ROLES, Role
from casework.compartments.actions import name_reader
from shelters.models import Posting, Site

# Known to everybody who runs the demonstration, and refused outside of it: see seeds/world.py.
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
# So long the role of a screener lasts in the demonstration: it never lasts without an end.
SCREENS_FOR = datetime.timedelta(days=180)
SITES_OF_A_COORDINATOR = 8


@dataclass(frozen=True)
class Staff:
    """Who works in the demonstration's office."""

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


def hire_staff() -> Staff:
    """Office, teams and accounts. Nobody is there yet who could act, so the rows are written directly."""
    office = Office.objects.create(name="Cúcuta", time_zone="America/Bogota", **LETTERHEAD)
    teams = {name: Team.objects.create(office=office, name=name) for name in ("Puente", "Terminal")}
    users: dict[str, User] = {}
    for short_name, full_name, role, team in PEOPLE:
        users[short_name] = User.objects.create_user(
            f"{short_name}@amparo.example",
            PASSWORD,
            full_name=full_name,
            title=TITLES.get(short_name, ""),
            office=office,
        )
        Grant.objects.create(
            user=users[short_name],
            role=role,
            office=office,
            team=teams.get(team),
            starts_on=SINCE,
            ends_on=office.today() + SCREENS_FOR if ROLES[role].must_end else None,
        )
    return Staff(office=office, puente=teams["Puente"], terminal=teams["Terminal"], **users)


def name_readers(staff: Staff) -> None:
    """Two who read what survivors tell in confidence."""
    for reader in (staff.lucia, staff.luis):
        name_reader(staff.office, reader=reader, by=staff.sonia)


def run_sites(office: Office) -> None:
    """A coordinator for every site that nobody runs yet, eight sites each. Nobody logs in as one of these."""
    sites = Site.objects.filter(office=office, postings=None).order_by("name")
    supervisor = Grant.objects.filter(office=office, role=Role.SUPERVISOR).earliest("pk").user
    number = Grant.objects.filter(office=office, role=Role.COORDINATOR).count()
    postings = []
    for first in range(0, len(sites), SITES_OF_A_COORDINATOR):
        number += 1
        coordinator = User.objects.create_user(
            f"coordinator-{number}@amparo.example", full_name=f"Coordinator {number}", office=office
        )
        Grant.objects.create(
            user=coordinator, role=Role.COORDINATOR, office=office, starts_on=SINCE
        )
        postings += [
            Posting(user=coordinator, site=site, starts_on=site.opened_on, granted_by=supervisor)
            for site in sites[first : first + SITES_OF_A_COORDINATOR]
        ]
    Posting.objects.bulk_create(postings)


def accounts_in_words() -> list[str]:
    """One line per demonstration account: role, e-mail, password; in English, as all that a terminal prints."""
    with translation.override("en"):
        return [
            f"{ROLES[role].title!s:24} {short_name}@amparo.example   {PASSWORD}"
            for short_name, _, role, _ in PEOPLE
        ]
