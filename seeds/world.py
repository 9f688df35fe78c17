"""Builds the demonstration world through the actions that staff use."""

import datetime
from collections.abc import Callable

from django.conf import settings
from django.db import transaction

from accounts.models import Grant, User
from accounts.roles import Role
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.uploads.queue import check_all
from partners.loading import load_reference
from seeds.about_people import know_people
from seeds.arrivals import remember_arrivals
from seeds.crowd import add_crowd
from seeds.crowd_lives import Lives
from seeds.doors import keep_doors
from seeds.february_2019 import arrive_in_february
from seeds.file_papers import keep_papers
from seeds.hearings import hold_hearings
from seeds.home import keep_apart, tell_of_home
from seeds.houses import give_notice, open_houses, plan_moves
from seeds.look_alikes import log_some_twice
from seeds.papers import hand_in_papers
from seeds.partners import gather_partners
from seeds.people import Inventor
from seeds.promises import make_promises
from seeds.renunciation_files import open_renunciation_files
from seeds.running_files import keep_files_running
from seeds.screening import screen_one
from seeds.staff import Staff, hire_staff, name_readers, run_sites
from seeds.this_month import arrive_this_month, protect_two
from vault.keys import remembering

SEED = 567


class WorldExists(Exception):
    """The database has people or accounts already; invented ones are never mixed in."""


class NotADemonstration(Exception):
    """This is production, where accounts with a published password must not exist."""


@transaction.atomic
def build_world(*, one_in: int = 1, say: Callable[[str], None] = lambda sentence: None) -> Staff:
    """Fills an empty database, completely or not at all. Raises WorldExists or NotADemonstration.

    With `one_in`, only one in that many arrivals of February 2019, plus all families of this month: for tests."""
    _refuse_production()
    if Case.objects.exists() or User.objects.exists():
        raise WorldExists("There are accounts or cases already; nothing was loaded.")
    say("Reference data: places, forces, ranks, deadlines with their sources.")
    load_reference()
    staff = hire_staff()
    today = staff.office.today()
    with remembering():
        _fill(staff, today, one_in, say)
    return staff


def grow_world(people: int, *, say: Callable[[str], None] = lambda sentence: None) -> int:
    """Adds invented people in bulk until there are `people` of them. Raises NotADemonstration."""
    _refuse_production()
    missing = people - Individual.objects.count()
    if missing <= 0:
        return 0
    before = set(Case.objects.values_list("pk", flat=True))
    grants = Grant.objects.filter(role=Role.CASEWORKER).select_related("team", "user__office")
    teams = [(grant.team, grant.user) for grant in grants if grant.team]
    # Created before the crowd, because they choose the files to copy among the currently open ones.
    lives = [
        Lives(worker, worker.today(), seed=people)
        for worker in {user.office_id: user for _team, user in teams}.values()
    ]
    added = add_crowd(missing, teams=teams, seed=people, say=say)
    new = [case for case in Case.objects.select_related("office") if case.pk not in before]
    for each in lives:
        each.live([case for case in new if case.office_id == each.office.pk])
        run_sites(each.office)
    return added


def _refuse_production() -> None:
    if settings.IS_PRODUCTION:
        raise NotADemonstration("Invented people are loaded in demonstration mode only.")


def _fill(staff: Staff, today: datetime.date, one_in: int, say: Callable[[str], None]) -> None:
    inventor = Inventor(SEED)
    name_readers(staff)
    say("Seven hotels and a church hall.")
    sites = open_houses(staff, today)
    say("Arrivals of February 2019, as reported by regional directorate.")
    count = sum(1 for _ in arrive_in_february(staff, sites, inventor, one_in=one_in))
    say(f"  {count} cases of 2019, closed since.")
    say("Families of the last three weeks.")
    families = arrive_this_month(staff, sites, inventor, today)
    remember_arrivals(families, staff)
    keep_doors(staff, sites, today)
    hand_in_papers(families, staff, inventor, today)
    hold_hearings(staff, today)
    open_renunciation_files(staff, today)
    make_promises(families, sites, staff, today)
    gather_partners(families, staff, today)
    keep_files_running(families, staff, today)
    tell_of_home(families, staff, today)
    keep_papers(families, staff, today)
    keep_apart(families, staff)
    know_people(families, staff, today)
    log_some_twice(families, staff, today)
    protect_two(families, staff)
    screen_one(families, staff, today)
    give_notice(sites, staff, today)
    plan_moves(sites, staff, today)
    check_all()
    say(f"  {len(families)} open cases.")
