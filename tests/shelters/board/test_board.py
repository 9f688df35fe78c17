"""The board: what stands on it, what it counts, and what a reader must not find there."""

import datetime
import gzip

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent
from shelters.board.reading import Board
from shelters.board.rules import BoardNights
from shelters.models import BedClosure, Site
from tests.cast import as_
from tests.page import page_of
from tests.shelters.board.full import a_full_board
from tests.shelters.build import (
    a_family,
    a_municipality,
    a_room,
    a_site,
    a_stay,
    beds_of,
    people_of,
)

DAY = datetime.timedelta(days=1)
# What the board itself asks: beds, stays, those the reader sees, closures; with the sites, the keys and the record.
MOST_STATEMENTS = 8
# A board of 1,000 beds and 30 nights, compressed, with the frame of every page.
MOST_BYTES = 30 * 1024


def look(user, **asked):
    return page_of(as_(user).get(reverse("board"), asked))


def statements_of(user, **asked):
    browser = as_(user)
    browser.get(reverse("board"), asked)
    with CaptureQueriesContext(connection) as queries:
        browser.get(reverse("board"), asked)
    return len(queries)


def sleeps(cast, bed, *, name="", arrived=True, **days):
    [person] = people_of(a_family(cast.norte, names=[name] if name else []))
    checked_in_at = timezone.now() if arrived else None
    return a_stay(person, bed.room.site, bed, by=cast.sonia, checked_in_at=checked_in_at, **days)


def test_a_bed_says_who_sleeps_there_until_when_and_when_it_is_free(cast, site, today):
    bed, other = beds_of(site)[:2]
    sleeps(cast, bed, name="Luz", planned_end_on=today + 3 * DAY)
    sleeps(cast, other, name="Eider", arrived=False, starts_on=today + 2 * DAY)
    page = look(cast.carla)
    assert page.says("Luz, registrada la llegada, hasta")
    assert page.says("◇ Eider →, todavía no llega")
    assert page.says("libre hasta el")


def test_a_room_that_is_wholly_free_is_one_row(cast, site):
    page = look(cast.carla)
    assert page.says("102 4 camas")
    assert page.says("4 libres")


def test_sites_are_folded_until_one_is_opened_or_something_is_filtered(cast, site, today):
    other = a_site(
        cast.cucuta, beds=[3], run_by=cast.carla, municipality=a_municipality("54874", "Villa")
    )
    assert not look(cast.carla).says("4 libres")
    assert look(cast.carla, unfold=site.pk.hex[:8]).says("4 libres")
    assert not look(cast.carla, open=site.pk.hex[:8], fold=site.pk.hex[:8]).says("4 libres")
    filtered = look(cast.carla, municipality=other.municipality_id)
    assert filtered.says("3 libres")
    assert not filtered.says(site.name, "4 libres")


def test_rooms_are_filtered_by_free_beds_and_by_steps(cast, site):
    a_room(site, 1, name="201", is_step_free=True)
    assert look(cast.carla, fits=3).says("102")
    assert not look(cast.carla, fits=3).says("101")
    flat = look(cast.carla, step_free="true")
    assert flat.says("201")
    assert not flat.says("102")


def test_a_band_counts_free_taken_closed_and_who_comes_and_goes(cast, site, today):
    one, two, three = beds_of(site)[:3]
    sleeps(cast, one, planned_end_on=today + DAY)
    sleeps(cast, two, arrived=False, starts_on=today)
    BedClosure.objects.create(bed=three, starts_on=today, reason="damp", closed_by=cast.carla)
    page = look(cast.carla)
    assert page.says("3 libres, 2 ocupadas, 1 fuera de servicio, 1 llega")
    assert page.says("4 libres, 1 ocupada, 1 fuera de servicio, 1 sale")


def test_the_board_counts_a_night_as_the_list_of_sites_does(cast, site, today):
    beds = beds_of(site)
    sleeps(cast, beds[0], planned_end_on=today - DAY)
    sleeps(cast, beds[1], planned_end_on=today + DAY)
    sleeps(cast, beds[2], arrived=False, starts_on=today - DAY, planned_end_on=today + 2 * DAY)
    sleeps(cast, beds[3], ends_on=today)
    BedClosure.objects.create(
        bed=beds[4], starts_on=today + DAY, reason="damp", closed_by=cast.carla
    )
    nights = BoardNights(today, today + 7 * DAY)
    [band] = Board([site], nights, reader=cast.carla).bands
    for night, count in zip(nights.days, band.counts, strict=True):
        counted = Site.objects.with_occupancy(night).get(pk=site.pk).occupancy
        assert (count.free, count.free + count.taken) == (counted.free, counted.beds), night


class TestSight:
    def test_of_people_whose_file_one_may_not_see_it_says_only_that_a_bed_is_taken(
        self, cast, site
    ):
        [hidden] = people_of(a_family(cast.norte, names=["Canaria"], is_restricted=True))
        a_stay(hidden, site, beds_of(site)[0], by=cast.sonia)
        page = look(cast.carla)
        assert page.says("ocupada")
        assert not page.holds("Canaria")
        assert not page.holds(hidden.number)

    def test_other_teams_read_no_names(self, cast, site):
        sleeps(cast, beds_of(site)[0], name="Luz")
        assert look(cast.ana).holds("Luz")
        assert not look(cast.bruno).holds("Luz")
        assert look(cast.bruno).says("ocupada")

    def test_sites_out_of_reach_are_not_there(self, cast, site):
        far = a_site(cast.arauca, name="Hotel Lejano")
        assert not look(cast.carla).holds("Lejano")
        wrong = look(cast.carla, site=far.pk)
        assert not wrong.holds("Lejano")

    def test_a_look_is_on_record(self, cast, site, today):
        sleeps(cast, beds_of(site)[0])
        look(cast.carla)
        event = AuditEvent.objects.get(verb="board.read")
        assert (event.actor, event.details["people"]) == (cast.carla, 1)

    def test_who_reads_no_site_has_no_board(self, cast, site):
        assert as_(cast.lucia).get(reverse("board")).status_code == 404


def test_money_is_said_on_the_row_of_the_site_and_hatched_after_the_last_paid_night(cast, today):
    site = a_site(cast.cucuta, beds=[1], run_by=cast.carla, paid_until=today + 4 * DAY)
    sleeps(cast, beds_of(site)[0], planned_end_on=today + 9 * DAY)
    page = look(cast.carla)
    assert page.says("4 noches más")
    unpaid = [each for each in page.root.all("td") if "unpaid" in each.classes]
    assert [each.attributes.get("colspan") for each in unpaid if "slept" in each.classes] == ["5"]
    assert page.says("sin pagar")


@pytest.mark.parametrize(
    "asked", [{"days": "9"}, {"from": "ayerr"}, {"colour": "red"}, {"fits": "-1"}]
)
def test_what_is_no_filter_is_said(cast, site, asked):
    page = look(cast.carla, **asked)
    assert page.says("Un filtro no está bien")
    assert not page.says("102")


@pytest.mark.parametrize("days", [7, 14, 30])
def test_one_chooses_how_many_nights_and_from_when(cast, site, today, days):
    first = today + 10 * DAY
    page = look(cast.carla, days=days, **{"from": first.isoformat()})
    heads = [each for each in page.root.all("th") if each.attributes.get("scope") == "col"]
    assert len(heads) == days + 1
    assert str(first.day) in heads[1].text


def test_the_same_questions_are_asked_of_one_bed_and_of_many(cast, site, today):
    sleeps(cast, beds_of(site)[0])
    one = statements_of(cast.carla)
    for _ in range(3):
        more = a_site(cast.cucuta, beds=[4, 4], run_by=cast.carla)
        for bed in beds_of(more):
            sleeps(cast, bed, planned_end_on=today + DAY)
    assert statements_of(cast.carla, unfold="all") == one


def test_the_board_itself_asks_few_questions(cast, site, today):
    for bed in beds_of(site):
        sleeps(cast, bed)
    nights = BoardNights(today - DAY, today + 29 * DAY)
    with CaptureQueriesContext(connection) as queries:
        Board([site], nights, reader=cast.carla).draw()
    assert len(queries) <= MOST_STATEMENTS - 2


def test_a_thousand_beds_of_thirty_nights_are_light_and_cost_no_more_questions(cast, site, today):
    """Nine of ten beds are taken every night, by families of one to five."""
    sleeps(cast, beds_of(site)[0])
    few = statements_of(cast.carla, days=30, unfold="all")
    sites = a_full_board(cast.norte, by=cast.carla)
    # Of many who wait, the tray asks once more which come first.
    assert statements_of(cast.carla, days=30, unfold="all") <= few + 1
    response = as_(cast.carla).get(reverse("board"), {"days": 30, "unfold": "all"})
    [band] = Board(sites[:1], BoardNights(today, today + 29 * DAY), reader=cast.carla).bands
    assert all(count.taken >= 85 for count in band.counts)
    cells = response.content.count(b"colspan")
    weight = len(gzip.compress(response.content))
    assert cells > 2_000
    assert weight <= MOST_BYTES, weight


def test_a_run_is_one_cell_and_short(cast, site, today):
    bed = beds_of(site)[0]
    sleeps(cast, bed, planned_end_on=today + 20 * DAY)
    response = as_(cast.carla).get(reverse("board"), {"days": 30})
    page = page_of(response)
    cells = [each for each in page.root.all("td") if each.attributes.get("colspan")]
    # One stay, the gap after it, a free bed beside it, and a room that is wholly free.
    assert len(cells) == 4
    assert len(gzip.compress(response.content)) < 10_000
