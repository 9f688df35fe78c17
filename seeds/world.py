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
from seeds.about_people import record_facts_about_people
from seeds.arrivals import record_details_of_arrivals
from seeds.commitments import record_agreements_and_commitments
from seeds.crowd import add_crowd
from seeds.crowd_files import FileFiller
from seeds.doors import record_life_at_a_site
from seeds.duplicates import log_possible_duplicates
from seeds.february_2019 import log_arrivals_of_february
from seeds.file_papers import record_documents_and_referrals
from seeds.home import record_people_kept_apart, record_relatives_at_home
from seeds.interviews import record_interviews
from seeds.papers import record_claims_and_permits
from seeds.partners import record_partners
from seeds.people import Inventor
from seeds.renunciation_files import open_renunciation_files
from seeds.screening import record_screening
from seeds.sites import create_sites, draft_moves, record_notice_of_hotel
from seeds.staff import Staff, create_coordinators, create_staff, name_readers
from seeds.tasks_and_plans import record_tasks_and_plans
from seeds.this_month import (
    assign_caseworkers,
    log_arrivals_of_this_month,
    restrict_and_anonymise,
)
from vault.keys import remembering

SEED = 567


class WorldExists(Exception):
    """The database has people or accounts already; invented ones are never mixed in."""


class NotADemonstration(Exception):
    """This is production, where accounts with a published password must not exist."""


@transaction.atomic
def build_world(*, one_in: int = 1, say: Callable[[str], None] = lambda sentence: None) -> Staff:
    """Fills an empty database, completely or not at all. Raises WorldExists or NotADemonstration.

    `one_in` above 1 loads only every `one_in`th arrival of February 2019, for tests. `say` gets lines about the progress."""
    _refuse_production()
    if Case.objects.exists() or User.objects.exists():
        raise WorldExists("There are accounts or cases already; nothing was loaded.")
    say("Reference data: places, forces, ranks, deadlines with their sources.")
    load_reference()
    staff = create_staff()
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
    # Created before the crowd, because a FileFiller copies files of the cases that are open when it is created.
    fillers = [
        FileFiller(worker, worker.today(), seed=people)
        for worker in {user.office_id: user for _team, user in teams}.values()
    ]
    added = add_crowd(missing, teams=teams, seed=people, say=say)
    new = [case for case in Case.objects.select_related("office") if case.pk not in before]
    for each in fillers:
        each.fill([case for case in new if case.office_id == each.office.pk])
        create_coordinators(each.office)
    return added


def _refuse_production() -> None:
    if settings.IS_PRODUCTION:
        raise NotADemonstration("Invented people are loaded in demonstration mode only.")


def _fill(staff: Staff, today: datetime.date, one_in: int, say: Callable[[str], None]) -> None:
    inventor = Inventor(SEED)
    name_readers(staff)
    say("Seven hotels and a church hall.")
    sites = create_sites(staff, today)
    say("Arrivals of February 2019, as reported by regional directorate.")
    count = sum(1 for _ in log_arrivals_of_february(staff, sites, inventor, one_in=one_in))
    say(f"  {count} cases of 2019, closed since.")
    say("Families of the last three weeks.")
    families = log_arrivals_of_this_month(staff, sites, inventor, today)
    record_details_of_arrivals(families, staff)
    record_life_at_a_site(staff, sites, today)
    record_claims_and_permits(families, staff, inventor, today)
    record_interviews(staff, today)
    open_renunciation_files(staff, today)
    record_agreements_and_commitments(families, sites, staff, today)
    record_partners(families, staff, today)
    record_tasks_and_plans(families, staff, today)
    record_relatives_at_home(families, staff, today)
    record_documents_and_referrals(families, staff, today)
    record_people_kept_apart(families, staff)
    record_facts_about_people(families, staff, today)
    log_possible_duplicates(families, staff, today)
    restrict_and_anonymise(families, staff)
    record_screening(families, staff, today)
    assign_caseworkers(families, staff)
    record_notice_of_hotel(sites, staff, today)
    draft_moves(sites, staff, today)
    check_all()
    say(f"  {len(families)} open cases.")
