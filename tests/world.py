"""Two worlds that must never mix: one family each for the teams norte and sur, with a word that betrays it."""

import copy
import datetime
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from unittest import mock

from django.conf import settings
from django.db import connection, transaction
from django.test import override_settings
from django.utils import translation

from accounts.models import User
from aid.actions.commitments import commit_aid
from aid.choices import AidKind
from asylum.claims.actions import lodge_application, move_application
from asylum.pathways.choices import ApplicationStatus, PermitType
from asylum.permits.actions import record_permit
from asylum.renunciation.actions import submit_renunciation
from casework.cases.actions import refer_to_legal, restrict_case
from casework.notes.actions import write_note
from casework.register.choices import Category, Relation, Sex
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.uploads.rules.files import clean_file
from reference.loading import load_work_rules
from reporting.actions.tables import make_table, prepare_table
from reporting.models import FunderTable
from shelters.actions.placements import place
from shelters.models import Site
from tests.aid.build import an_agreement
from tests.asylum.build import sign
from tests.build import ARRIVED_ON, a_row, an_arrival, people_of, reference
from tests.cast import Cast, build_cast
from tests.shelters.acts import check_in
from tests.shelters.build import a_site, beds_of
from worklist.scheduler.tick import tick


@dataclass(frozen=True)
class Family:
    """One team's family. `named` is in names, `sealed` in what even fewer people may read."""

    case: Case
    people: list[Individual]
    site: Site
    named: str
    sealed: str


@dataclass(frozen=True)
class Worlds:
    """Ana's family with all its papers, Bruno's, and one of Ana's team that is restricted to Sonia."""

    norte: Family
    sur: Family
    restricted: Family
    table: FunderTable


@dataclass(frozen=True)
class Stage:
    """The cast and its worlds."""

    cast: Cast
    worlds: Worlds

    def anew(self) -> "Stage":
        """As it was built, whatever a test has since changed on its rows in memory."""
        return copy.deepcopy(self)


@contextmanager
def a_stage(media: Path, *, without: str = "") -> Iterator[Stage]:
    """The cast and its worlds for many tests: each takes back what it adds, the end of the block all of it.

    No test may build a second cast meanwhile: its office would bear the same name. `without` as `build_worlds` takes it.
    The files of the worlds are looked into here: tests/casework/uploads/test_confined.py shows that a process of its own
    makes the same of them.
    """
    with (
        transaction.atomic(),
        override_settings(MEDIA_ROOT=media),
        translation.override(settings.LANGUAGE_CODE),
    ):
        cast = build_cast()
        with mock.patch("casework.uploads.queue.clean_confined", clean_file):
            worlds = build_worlds(cast, without=without)
        connection.check_constraints()
        yield Stage(cast, worlds)
        transaction.set_rollback(True)


def build_worlds(cast: Cast, *, without: str = "") -> Worlds:
    """Everything the apps can hold of a family, for each world; written through actions.

    `without` names the one fill_*.py that a world lacks which is compared with one that has it.
    """
    reference()
    load_work_rules()
    today = cast.cucuta.today()
    norte_site = a_site(cast.cucuta, beds=(4,), run_by=cast.carla, name="Hotel del norte")
    sur_site = a_site(cast.cucuta, beds=(4,), name="Hotel del sur")
    norte = _family(cast, "ana", "Canarionorte", "Selladonorte", norte_site, today)
    sur = _family(cast, "bruno", "Canariosur", "Selladosur", sur_site, today)
    hidden = _family(cast, "ana", "Canarioreservado", "Selladoreservado", sur_site, today)
    restrict_case(hidden.case, people=[cast.sonia], by=cast.sonia)
    _papers(norte, cast, today)
    agreement = an_agreement(cast, ends_on=today + datetime.timedelta(days=9))
    for family, by in ((norte, cast.ana), (sur, cast.bruno)):
        commit_aid(
            family.case,
            kind=AidKind.MEALS,
            is_firm=True,
            starts_on=today - datetime.timedelta(days=3),
            until=today + datetime.timedelta(days=5),
            agreement=agreement,
            by=by,
        )
    commit_aid(
        norte_site,
        kind=AidKind.LODGING,
        is_firm=True,
        starts_on=today - datetime.timedelta(days=3),
        until=today + datetime.timedelta(days=9),
        agreement=agreement,
        by=cast.sonia,
    )
    for fill in fillers(without):
        for family, by in ((norte, cast.ana), (sur, cast.bruno), (hidden, cast.sonia)):
            fill(family, cast, by)
    table = prepare_table(office=cast.cucuta, month=ARRIVED_ON, audience="partner", by=cast.adela)
    made = make_table(table.pk)
    tick()
    return Worlds(norte, sur, hidden, made)


def fillers(without: str = "") -> list[Callable[[Family, Cast, User], None]]:
    """What each room adds to a family: `fill(family, cast, by)` of every fill_*.py but this one, by name."""
    tests = Path(__file__).parent
    wanted = [path for path in tests.rglob("fill_*.py") if path.stem != without]
    found = sorted(wanted, key=lambda path: path.name)
    modules = [path.relative_to(tests.parent).with_suffix("").parts for path in found]
    return [import_module(".".join(parts)).fill for parts in modules]


def _family(
    cast: Cast, worker: str, named: str, sealed: str, site: Site, today: datetime.date
) -> Family:
    by = cast.users[worker]
    people = [
        a_row(
            "Zoraida",
            named,
            sex=Sex.FEMALE,
            born=1990,
            category=Category.FORMER_MEMBER,
            document="V-77.001.111",
            unit=f"Unidad {sealed}",
            phone="3001234567",
        ),
        a_row("Elías", f"{named} Mora", sex=Sex.MALE, born=2018, relation=Relation.SON),
    ]
    on = today - datetime.timedelta(days=3)
    case = an_arrival(cast, by=by, people=people, on=on, circumstances=f"Huyó. {sealed}")
    write_note(case, text=f"Cuenta en confianza: {sealed}", by=by)
    persons = people_of(case)
    free = [bed for bed in beds_of(site) if not bed.placements.exists()]
    for person, bed in zip(persons, free, strict=False):
        check_in(place(person, site=site, bed=bed, starts_on=on, by=cast.sonia), by=cast.sonia)
    return Family(case, persons, site, named, sealed)


def _papers(family: Family, cast: Cast, today: datetime.date) -> None:
    """Only this family is with legal aid."""
    yesterday = today - datetime.timedelta(days=1)
    refer_to_legal(family.case, by=cast.ana)
    person = family.people[0]
    application = lodge_application(
        person,
        on=yesterday,
        reference="2019-EE-7700",
        statement=f"Declara: {family.sealed}",
        by=cast.lucia,
    )
    move_application(application, to=ApplicationStatus.REFUSED, on=yesterday, by=cast.lucia)
    record_permit(person, type=PermitType.SC2, issued_on=yesterday, number="SC2-1", by=cast.lucia)
    paper = sign(person, signed_on=yesterday, statement=f"Renuncia: {family.sealed}", by=cast.lucia)
    submit_renunciation(paper, on=yesterday, by=cast.lucia)
