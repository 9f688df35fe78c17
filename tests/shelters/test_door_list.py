"""The list for the door: who sleeps there, a box and a line to sign for each, and no empty bed."""

import datetime
from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from accounts.models import AuditEvent
from casework.exits.actions import record_exit
from casework.register.choices import ExitType
from pages.dates import short_date
from tests.browser import at_desk, axe_faults, chromium, overflow
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of
from tests.shelters.door_builds import who_sleeps_here

DAY = datetime.timedelta(days=1)
MOST_QUERIES = 12


def the_list(user, site, **asked):
    answer = as_(user).get(reverse("door-list", args=[site.pk]), asked)
    return page_of(answer) if answer.status_code == 200 else answer.status_code


def test_the_list_names_each_sleeper_with_room_age_family_and_a_line_to_sign(cast, site, today):
    stays = who_sleeps_here(cast, site, "Yorman", "Luz")
    expected = people_of(a_family(cast.norte, names=["Eider"]))[0]
    a_stay(expected, site, beds_of(site)[2], by=cast.carla, starts_on=today)
    page = the_list(cast.carla, site)
    assert page.says(short_date(today), "3 personas duermen aquí")
    rows = page.rows
    assert [row["Quién"] for row in rows] == ["Yorman", "Luz", "Eider todavía no está"]
    assert [row["Habitación"] for row in rows] == ["101 · 1", "101 · 2", "102 · 1"]
    assert {row["Edad"] for row in rows} == {str(today.year - 1990)}
    assert [row["Familia"] for row in rows[:2]] == [stays[0].case.number] * 2
    assert [row["Firma"] for row in rows] == ["", "", ""]
    # The site has six beds: those without a sleeper are on no line.
    assert len(rows) == 3
    event = AuditEvent.objects.get(verb="site.door_list_read")
    assert (event.is_read, event.details) == (True, {"on": today.isoformat(), "people": 3})


def test_who_left_or_leaves_that_day_is_on_no_line(cast, site, today):
    staying, gone, leaving = who_sleeps_here(cast, site, "Queda", "Ida", "Sale")
    record_exit(gone.individual, type=ExitType.ONWARD, on=today, by=cast.sonia)
    leaving.ends_on = today
    leaving.checked_out_at = timezone.now()
    leaving.save()
    assert [row["Quién"] for row in the_list(cast.carla, site).rows] == ["Queda"]
    yesterday = the_list(cast.carla, site, on=(today - DAY).isoformat())
    assert "Sale" in [row["Quién"] for row in yesterday.rows]
    assert staying.individual.display_name == "Queda"


def test_a_restricted_resident_is_counted_and_not_named(cast, site):
    who_sleeps_here(cast, site, "Luz")
    hidden = a_family(cast.norte, names=["Canaria"], is_restricted=True)
    a_stay(people_of(hidden)[0], site, beds_of(site)[3], by=cast.sonia)
    page = the_list(cast.carla, site)
    assert not page.holds("Canaria")
    assert page.says("y 1 cuyo caso usted no ve")


def test_only_who_runs_the_site_or_the_office_prints_its_list(cast, site):
    who_sleeps_here(cast, site, "Luz")
    elsewhere = a_site(cast.cucuta, beds=[2])
    answers = {name: the_list(user, site) for name, user in cast.users.items()}
    assert {name for name, page in answers.items() if page != 404} == {"carla", "sonia"}
    assert the_list(cast.carla, elsewhere) == 404


def test_the_list_is_two_taps_from_the_night(cast, site, today):
    night = page_of(as_(cast.carla).get(reverse("site-night", args=[site.pk])))
    address = f"{reverse('door-list', args=[site.pk])}?on={today.isoformat()}"
    assert night.links[address] == "Lista de la puerta"
    assert the_list(cast.carla, site).root is not None
    assert not page_of(as_(cast.ana).get(reverse("site-night", args=[site.pk]))).holds(address)


def test_the_list_costs_the_same_for_one_and_for_four(cast, site):
    def queries():
        client = as_(cast.carla)
        client.get(reverse("door-list", args=[site.pk]))
        with CaptureQueriesContext(connection) as found:
            client.get(reverse("door-list", args=[site.pk]))
        return [each["sql"] for each in found.captured_queries if "SAVEPOINT" not in each["sql"]]

    who_sleeps_here(cast, site, "Luz")
    one = queries()
    who_sleeps_here(cast, site, "Eider", "Yorman", "Ana")
    many = queries()
    assert len(one) == len(many) <= MOST_QUERIES, "\n".join(many)


@pytest.mark.browser
@pytest.mark.long(of="looks")
@pytest.mark.django_db(transaction=True)
def test_forty_people_fit_on_two_sheets_with_a_box_and_a_line_each(translations, live_server, cast):
    hotel = a_site(cast.cucuta, beds=[4] * 11, run_by=cast.carla, name="Hotel Puente")
    for family in range(10):
        who_sleeps_here(cast, hotel, *(f"Persona {family}{each} de la Torre" for each in range(4)))
    address = live_server.url + reverse("door-list", args=[hotel.pk])
    with chromium() as browser:
        for width in (1280, 360):
            with at_desk(browser, live_server.url, width=width, user=cast.carla) as page:
                page.goto(address)
                assert (axe_faults(page), overflow(page)) == ([], 0)
        with at_desk(browser, live_server.url, width=1280, user=cast.carla) as page:
            page.goto(address)
            sheets = PdfReader(BytesIO(page.pdf(format="A4"))).pages
    words = "\n".join(sheet.extract_text() for sheet in sheets)
    assert len(sheets) <= 2
    assert words.count("☐") >= 40
    assert "44" not in words.split()
