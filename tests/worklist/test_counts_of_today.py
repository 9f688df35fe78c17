"""Every count of Today links to a list of exactly what it counts, for each reader."""

import datetime
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from accounts.due import waiting_counts
from accounts.models import AuditEvent
from asylum.papers.models.renunciation import Renunciation
from asylum.procedure.models.deadline import LegalDeadline
from casework.cases.actions import close_case
from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair
from casework.exits.actions import record_exit
from casework.handovers.actions import assign_case
from casework.register.choices import EndReason, ExitType, Sex
from casework.register.models.case import Case
from casework.tasks.actions import set_task
from imports.choices import ImportStatus
from imports.models import ImportBatch
from pages.context import address
from tests.aid.build import a_commitment
from tests.asylum.build import a_submitted_paper
from tests.build import a_row, an_arrival, people_of
from tests.cast import Cast, as_
from tests.imports.sheets import FAMILY, HEADINGS, as_csv, batch_of, upload
from tests.page import Page, page_of
from tests.shelters.build import a_family, a_site, a_stay, beds_of
from tests.shelters.build import people_of as members_of
from tests.world import Stage
from worklist.due.assignees import assignees_of
from worklist.due.rows import due

DAY = datetime.timedelta(days=1)
USERS = ("ana", "bruno", "carla", "lucia", "luis", "sonia", "adela", "aurelio", "mara")
# What colleagues of one role reach differs; how a number finds its list does not.
OF_EACH_ROLE = ("ana", "carla", "lucia", "sonia", "adela", "aurelio")
PAGE = 25


def fill_arrivals(cast: Cast, today: datetime.date) -> None:
    """Of today: one whole family with two gaps, one case that is closed again; and children who came alone."""
    rows = [
        a_row("Rosa", sex=Sex.UNKNOWN, born=1991),
        a_row("Marleny", sex=Sex.FEMALE),
        a_row("Wilmer", sex=Sex.MALE, born=1990),
    ]
    an_arrival(cast, people=rows, on=today)
    closed = an_arrival(cast, people=[a_row("Deivi")], on=today)
    close_case(closed, reason=EndReason.LOST_CONTACT, on=today, by=cast.ana)
    for number in range(13):
        child = a_row(f"Niño {number}", sex=Sex.MALE, born=today.year - 9)
        an_arrival(cast, people=[child], on=today)


def fill_stays(cast: Cast, today: datetime.date) -> None:
    here = datetime.datetime.combine(today, datetime.time(1), tzinfo=datetime.UTC)
    house = a_site(cast.cucuta, beds=[12], run_by=cast.carla)
    free, before = iter(beds_of(house)), today - 3 * DAY
    left = {"starts_on": before, "checked_in_at": here}
    kinds: list[tuple[int, dict[str, Any]]] = [
        (1, {"starts_on": today}),
        (2, {"starts_on": before, "checked_in_at": None}),
        (3, {**left, "planned_end_on": today}),
        (4, {**left, "planned_end_on": today - DAY}),
        (1, {**left, "planned_end_on": today, "ends_on": today, "checked_out_at": here}),
    ]
    for number, days in kinds:
        for _each in range(number):
            person = members_of(a_family(cast.norte))[0]
            stay = a_stay(person, house, next(free), by=cast.carla, **days)
        if days.get("planned_end_on") == today - DAY:
            # Gone by an exit, and still down as here.
            record_exit(stay.individual, type=ExitType.OWN_MEANS, on=today - DAY, by=cast.ana)


def fill_imports(cast: Cast) -> None:
    """Of Ana: one that runs, two that failed, one that waits and one that ended; one of Bruno that failed."""
    rows = as_csv([HEADINGS, *FAMILY])
    states = (ImportStatus.RUNNING, ImportStatus.FAILED, ImportStatus.FAILED, ImportStatus.MAPPING)
    for status in (*states, ImportStatus.DROPPED):
        batch = batch_of(upload(as_(cast.ana), rows, "a.csv", cast.norte))
        ImportBatch.objects.filter(pk=batch.pk).update(status=status)
    ImportBatch.objects.filter(status=ImportStatus.DROPPED).update(ended_at=batch.uploaded_at)
    batch = batch_of(upload(as_(cast.bruno), rows, "b.csv", cast.sur))
    ImportBatch.objects.filter(pk=batch.pk).update(status=ImportStatus.FAILED)
    batch = batch_of(upload(as_(cast.sonia), rows, "c.csv", cast.norte))
    ImportBatch.objects.filter(pk=batch.pk).update(status=ImportStatus.QUEUED)


def fill_work(cast: Cast, case: Case, today: datetime.date) -> None:
    """What Ana is to do, late, soon and some day; and pairs of records, one of each state."""
    for days in (-2, -1, 0, 7, 8, 30):
        set_task(case, title=f"Llamar {days}", due_on=today + days * DAY, by=cast.ana)
    people = people_of(an_arrival(cast, people=[a_row(f"Luis {n}") for n in range(4)]))
    first, *others = sorted(people, key=lambda person: person.pk)
    for other, status in zip(others, PairStatus, strict=False):
        DuplicatePair.objects.create(first=first, second=other, score=80, status=status)


@pytest.fixture(scope="module")
def stage_of_the_file(stage_of_the_file: Stage) -> Stage:
    """The worlds, and of each count something that a wrong list would hold besides."""
    cast = stage_of_the_file.cast
    today = cast.ana.today()
    fill_arrivals(cast, today)
    fill_stays(cast, today)
    fill_imports(cast)
    fill_work(cast, stage_of_the_file.worlds.norte.case, today)
    connection.check_constraints()
    return stage_of_the_file


@pytest.fixture
def filled(stage: Stage) -> Cast:
    return stage.cast


def total_behind(answer: Any) -> int:
    """The total that the list shows."""
    if answer.wsgi_request.path == reverse("grant-list"):
        return rows_shown(answer)
    total: int = answer.context["total"]
    return total


def rows_shown(answer: Any) -> int:
    """How many rows the first page of the list has."""
    page = page_of(answer)
    if answer.wsgi_request.path == reverse("grant-list"):
        return len(list(page.root.where("class", "card")))
    lines = [each for rows in page.root.where("class", "rows") for each in rows.all("li")]
    return listed(page) or len(lines)


def listed(page: Page) -> int:
    """Rows of the list, without those of a chart below it."""
    return len(page.rows) - sum(
        len(Page(each, "").rows) for each in page.root.where("class", "chart")
    )


def numbers_of_today(answer: Any) -> Iterator[tuple[int, str]]:
    """Each number on Today that leads to the list of what it counts, and the address of the list.

    Beds and people lead to their sites, and families at one site to who sleeps there; what is decided on a page of its
    own, to that page; screenings, to a page of two lists. The reader's own looks are more with each look.
    """
    page = page_of(answer)
    parts = [*page.root.where("class", "counts"), *page.root.where("id", "load")]
    said = [(a.text, a.attributes["href"]) for part in parts for a in part.all("a")]
    residents = reverse("placement-list")
    said += [
        (f.who, f.act.url)
        for f in answer.context["first"]
        if f.act and not f.act.url.startswith(residents)
    ]
    said += [(str(f.in_all), f.all_url) for f in answer.context["first"] if f.in_all]
    no_lists = {address(each.page) for each in waiting_counts if each.is_act}
    no_lists.add(reverse("screening-list"))
    for words, url in said:
        is_own = f"actor={answer.wsgi_request.user.pk}" in url
        if (found := re.match(r"\d+(?= )|\d+$", words)) and not is_own and url not in no_lists:
            yield int(found[0]), url


def held_against_lists(
    cast: Cast, names: tuple[str, ...]
) -> tuple[dict[tuple[str, str], int], set[str]]:
    """Holds each number on these people's Today against the list that it leads to.

    Returns of each count the highest number that was met, and to which lists a number led."""
    met: dict[tuple[str, str], int] = {}
    led: set[str] = set()
    for name in names:
        client = as_(cast.users[name])
        answer = client.get(reverse("today"))
        held: dict[str, int] = {}
        for count in answer.context["counts"]:
            assert count.url, (name, count)
            behind = client.get(count.url)
            held[count.url] = total_behind(behind)
            assert held[count.url] == count.number, (name, count)
            where = (count.slug, count.url.partition("arrived_from")[0] + str("lacks" in count.url))
            where = (where[0], where[1].partition("caseworker=")[0])
            if not met.get(where):
                assert rows_shown(behind) == min(count.number, PAGE), (name, count)
            met[where] = max(met.get(where, 0), count.number)
        for number, url in numbers_of_today(answer):
            if url not in held:
                held[url] = total_behind(client.get(url))
            assert number == held[url], (name, url)
            led |= {url.partition("caseworker=")[0]} if number else set()
    return met, led


def test_every_number_of_today_equals_the_length_of_its_list(filled):
    today = filled.ana.today()
    alone = a_family(filled.norte)
    for days in (1, 2):
        a_commitment(alone, by=filled.ana, until=today - days * DAY)
    set_task(a_family(filled.norte), title="Llamar", due_on=today - DAY, by=filled.ana)
    met, led = held_against_lists(filled, OF_EACH_ROLE)
    for known in (f"{reverse('due-list')}?whose=nobody", reverse("case-list")):
        assert any(known in url for url in led), (known, sorted(led))
    # A kind of date that this world lacks is none that its list was seen to hold.
    unmet = {slug for (slug, _url), number in met.items() if not number}
    assert unmet <= {"kinds", "legal", "waiting"}
    assert {slug for slug, _url in met} == {
        "my-cases",
        "incomplete",
        "children-alone",
        "nobodys",
        "waiting",
        "kinds",
        "legal",
        "coming-and-going",
        "without-bed",
        "my-tasks",
        "dates",
        "losing-aid",
        "arrivals",
        "duplicates",
        "imports",
    }


@pytest.mark.long(of="sight")
def test_every_number_equals_its_list_for_colleagues_of_the_same_roles_too(filled):
    assert held_against_lists(filled, tuple(set(USERS) - set(OF_EACH_ROLE)))[1]


def test_the_user_who_recorded_a_paper_is_not_asked_to_verify_it(stage):
    cast = stage.cast
    for by in (cast.lucia, cast.lucia, cast.luis):
        a_submitted_paper(cast, by=by)
    for user in (cast.lucia, cast.luis):
        papers = Renunciation.objects.visible_to(user).awaiting_verification()
        others = papers.exclude(recorded_by=user).count()
        assert 0 < others < papers.count()
        client = as_(user)
        [count] = [
            each
            for each in client.get(reverse("today")).context["counts"]
            if "kind=renunciation_to_verify" in each.url
        ]
        tab = f"{reverse('renunciation-list')}?to_verify=on"
        shown = client.get(tab)
        counted = {each["url"]: each["count"] for each in shown.context["tabs"]}
        assert count.number == others
        behind = client.get(count.url)
        assert total_behind(behind) == rows_shown(behind) == others
        assert counted[tab] == shown.context["total"] == others


def test_the_tabs_agree_with_the_list_on_who_sees_to_a_date(filled):
    """As many dates are somebody's, as far as a reader sees them, as the tabs of that reader hold."""
    for case in Case.objects.open()[:3]:
        if not case.assignments.exists():
            assign_case(case, caseworker=filled.ana, by=filled.sonia)
    today, met = filled.ana.today(), set()
    for user in filled.users.values():
        rows = due(user, today=today)[:]
        held = dict(zip(map(_key, rows), assignees_of(rows, today), strict=True))
        nobodys = {_key(row) for row in rows if row.case_id and not held[_key(row)]}
        assert set(map(_key, due(user, today=today, whose="nobody")[:])) == nobodys, user
        mine = {key for key, who in held.items() if who and who[0] == user.pk}
        deputy = LegalDeadline.objects.filter(deputy=user)
        shown = set(map(_key, due(user, today=today, whose="mine")[:]))
        assert mine == shown or (mine < shown and deputy.exists()), user
        met |= {bool(nobodys), *(who is not None for who in held.values())}
    assert met == {True, False}


def _key(row):
    return row.kind, row.about_id, row.on


def at(hour):
    """It is this hour now: when something was looked at, the database alone says."""
    ahead = (hour - datetime.datetime.now(datetime.UTC).hour + 12) % 24 - 12
    return timezone.override(datetime.timezone(datetime.timedelta(hours=ahead)))


@pytest.mark.parametrize(("hour", "is_night"), [(1, True), (12, False)])
def test_the_number_of_views_at_night_leads_to_these_views(stage, hour, is_night):
    AuditEvent.objects.create(actor=stage.cast.bruno, verb="case.read", is_read=True)
    client = as_(stage.cast.aurelio)
    with at(hour):
        numbers = numbers_of_today(client.get(reverse("today")))
        nights = [(number, url) for number, url in numbers if "hours=night" in url]
        assert all(number == total_behind(client.get(url)) for number, url in nights)
        held = client.get(reverse("audit"), {"hours": "night"}).context["total"]
    assert (bool(nights), bool(held)) == (is_night, is_night)


def test_accounts_with_equally_many_views_at_night_are_sorted_by_name(stage):
    for user in reversed(stage.cast.users.values()):
        if user != stage.cast.aurelio:  # who is about to look
            AuditEvent.objects.create(actor=user, verb="case.read", is_read=True)
    with at(1):
        links = page_of(as_(stage.cast.aurelio).get(reverse("today"))).links
    nights = [words for url, words in links.items() if "actor=" in url and "hours=night" in url]
    assert nights == ["1 Adela", "1 Ana", "1 Aurelio", "1 Bruno", "1 Carla"]


def test_a_rare_count_is_folded_away_while_it_is_zero(filled):
    page = page_of(as_(filled.ana).get(reverse("today")))
    counts = as_(filled.ana).get(reverse("today")).context["counts"]
    folded = [each for each in counts if each.is_folded]
    assert folded
    shown = page.part("counts").links
    assert not [each.url for each in folded if each.url in shown]
    assert all(each.url in page.links for each in folded)


def test_the_beds_of_tonight_equal_the_sums_over_the_sites(filled):
    for name in ("carla", "sonia", "adela"):
        client = as_(filled.users[name])
        blocks = client.get(reverse("today")).context["blocks"]
        [totals] = [block.context["totals"] for block in blocks if block.slug == "tonight"]
        lists = [list(client.get(url).context["page_obj"]) for _words, url in totals]
        sums = [
            sum(site.free_beds for site in lists[0]),
            sum(site.sleepers for site in lists[1]),
            sum(site.beds_in_service for site in lists[2]),
        ]
        assert [int(words.split()[0]) for words, _url in totals] == sums
        assert all(site.free_beds for site in lists[0])
        assert sums[0] > 0, name
        assert sums[2] > sums[0], name


def test_every_act_opens_for_the_user_to_whom_it_is_offered(filled):
    offered = set()
    for name in OF_EACH_ROLE:
        client = as_(filled.users[name])
        page = client.get(reverse("today"))
        acts = [line.act for line in page.context["first"] if line.act]
        for block in page.context["blocks"]:
            acts += [
                line.act
                for _day, lines in block.context.get("days", ())
                for line in lines
                if line.act
            ]
        for act in acts:
            assert client.get(act.url).status_code == 200, (name, act)
            offered.add(act.url.split("/")[1])
    assert len(offered) > 4
