"""Today begins with names, why and the act; with nobody whom the reader may not see."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from asylum.pathways.choices import PermitType
from casework.register.choices import Sex
from casework.register.rules import parse_birth
from casework.tasks.actions import set_task
from tests.asylum.build import a_client, a_permit
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site, a_stay, beds_of
from worklist.due.lines import lines_of
from worklist.due.rows import due

DAY = datetime.timedelta(days=1)


def first_of(user):
    return as_(user).get(reverse("today")).context["first"]


def a_family_in(cast, *names, **more):
    rows = [a_row(name, sex=Sex.MALE, born=1990) for name in names]
    return an_arrival(cast, people=rows, on=cast.ana.today(), **more)


def test_a_family_without_a_bed_is_named_and_users_who_may_place_it_get_the_act(cast):
    a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    case = a_family_in(cast, "Leonel", "Rosa", "Ema")
    [line] = [line for line in first_of(cast.carla) if line.harm == "no_bed"]
    assert line.who == f"{people_of(case)[0].display_name} y 2 más"
    assert (line.distance, line.tone, line.small) == ("esta noche", "late", case.number)
    assert line.act.url == reverse("placement-place", args=[case.pk])
    [line] = [line for line in first_of(cast.ana) if line.harm == "no_bed"]
    assert line.act.url == reverse("case-detail", args=[case.number])


def test_of_a_family_those_without_a_bed_are_named_and_no_child_that_has_one(cast):
    today = cast.ana.today()
    rows = [a_row(name, sex=Sex.MALE, born=1990) for name in ("Francis", "Jhonny", "Ema")]
    rows[2] = a_row("Ema", sex=Sex.FEMALE, birth=parse_birth("0", on=today))
    case = an_arrival(cast, people=rows, on=today)
    house = a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    mother, father, baby = people_of(case)

    def line_of(user):
        [line] = [line for line in first_of(user) if line.harm == "no_bed"]
        return line.who, str(line.because)

    for user in (cast.ana, cast.carla, cast.sonia):
        assert line_of(user)[0] == f"{mother.display_name} y 2 más"
    for person, bed in zip((mother, baby), beds_of(house), strict=False):
        a_stay(person, house, bed, by=cast.carla, starts_on=today)
    for user in (cast.ana, cast.carla, cast.sonia):
        assert line_of(user) == (father.display_name, "sin cama esta noche")


@pytest.mark.parametrize(
    ("ages", "said"),
    [
        (["2"], "de ≈ 2 años"),
        (["2", "8 m"], "de ≈ 8 meses"),
        (["0", "2"], "de menos de 1 año"),
        (["5"], ""),
    ],
)
def test_the_smallest_child_is_told_beside_what_the_family_lacks(cast, ages, said):
    today = cast.ana.today()
    rows = [a_row("Rosa", sex=Sex.FEMALE, born=1990)]
    rows += [a_row("Ema", sex=Sex.FEMALE, birth=parse_birth(age, on=today)) for age in ages]
    an_arrival(cast, people=rows, on=today)
    [line] = [line for line in first_of(cast.ana) if line.harm == "no_bed"]
    _why, _sign, child = str(line.because).partition(" · ")
    assert child == (f"una niña o un niño {said}" if said else "")


def test_lines_about_one_family_are_one(cast):
    case = a_family_in(cast, "Leonel")
    set_task(case, title="Llamar", due_on=cast.ana.today() - DAY, by=cast.ana)
    [line] = first_of(cast.ana)
    assert (line.harm, line.others) == ("no_bed", 1)
    today = page_of(as_(cast.ana).get(reverse("today")))
    assert today.part("first").says("· +1 fecha del caso")
    # The other one stands on the page of the case, one step away.
    [others] = [link for link in today.root.all("a") if "fecha del caso" in link.text]
    assert others.attributes["href"] == reverse("case-detail", args=[case.number])
    assert page_of(as_(cast.ana).get(others.attributes["href"])).says("Llamar")


def test_a_permit_that_ran_out_has_an_act_for_users_who_may_renew_it(cast, law_of_the_file):
    person = a_client(cast)
    today = cast.lucia.today()
    permit = a_permit(
        cast, person, type=PermitType.SC2, issued_on=today - 60 * DAY, expires_on=today - 3 * DAY
    )
    today = cast.lucia.today()
    [line] = lines_of(due(cast.lucia, today=today, kinds=["permit_expires"]), cast.lucia)
    assert line.who == person.display_name
    assert (line.distance, line.tone) == ("hace 3 días", "late")
    assert line.act.url == reverse("permit-renew", args=[permit.pk])


def test_a_list_of_which_not_all_have_a_line_is_linked_with_its_length(cast):
    """Families are lines and dates are not: one with two tasks is one line, and two in the list."""
    late, url = cast.ana.today() - DAY, f"{reverse('task-list')}?whose=mine&state=overdue"
    house = a_site(cast.cucuta, beds=[8], run_by=cast.carla)
    for bed in beds_of(house):
        case = a_family_in(cast, "Leonel")
        a_stay(people_of(case)[0], house, bed, by=cast.carla)
        for title in ("Llamar", "Escribir"):
            set_task(case, title=title, due_on=late, by=cast.ana)
    client = as_(cast.ana)
    page = client.get(reverse("today"))
    told = {line.harm: (line.in_all, line.all_url) for line in page.context["first"] if line.in_all}
    assert told == {"task": (16, url)}
    assert page_of(page).part("first").links[url] == "ver todo (16)"
    assert client.get(url).context["total"] == 16


def test_somebody_else_s_overdue_task_is_no_line_of_mine(cast):
    case = a_family_in(cast, "Leonel")
    house = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    a_stay(people_of(case)[0], house, beds_of(house)[0], by=cast.carla)
    set_task(case, title="Llamar", due_on=cast.ana.today() - DAY, by=cast.ana)
    assert [line.harm for line in first_of(cast.ana)] == ["task"]
    assert "task" not in [line.harm for line in first_of(cast.sonia)]


def test_nights_that_are_no_longer_paid_say_how_many_sleep_there(cast):
    today = cast.ana.today()
    house = a_site(cast.cucuta, beds=[4], run_by=cast.carla, paid_until=today + 4 * DAY)
    for person, bed in zip(
        people_of(a_family_in(cast, "Ada", "Eva")), beds_of(house), strict=False
    ):
        a_stay(person, house, bed, by=cast.carla, starts_on=today, checked_in_at=timezone.now())
    for user in (cast.ana, cast.carla):
        [line] = [line for line in first_of(user) if house.name in line.who]
        assert "2 personas" in line.who
        assert (line.distance, line.tone) == ("en 4 días", "soon")
        rows = page_of(as_(user).get(line.act.url)).rows
        assert len(rows) == 2


def test_a_coordinator_without_a_site_is_offered_nothing_about_beds(cast):
    """A date of a site concerns the office; what is done about it, whoever is posted there."""
    house = a_site(cast.cucuta, beds=[1], paid_until=cast.ana.today() + DAY)
    rows = due(cast.carla, today=cast.ana.today(), kinds=["site_paid_until"])
    [line] = lines_of(rows, cast.carla)
    assert line.who == str(house)
    if line.act:
        assert as_(cast.carla).get(line.act.url).status_code == 200


def test_a_person_who_asked_for_anonymity_is_named_by_the_alias(cast):
    case = a_family_in(cast, "Secundino")
    person = people_of(case)[0]
    person.is_anonymous = True
    person.save()
    page = page_of(as_(cast.ana).get(reverse("today")))
    assert page.says(person.number)
    assert not page.holds("Secundino")


def test_nobody_outside_the_reader_s_sight_is_named(cast):
    a_family_in(cast, "Secundino")
    for name in ("bruno", "lucia", "adela", "aurelio", "mara"):
        assert not page_of(as_(cast.users[name]).get(reverse("today"))).holds("Secundino"), name
    assert page_of(as_(cast.ana).get(reverse("today"))).holds("Secundino")


# So many at most; each is asked whatever the number of rows.
MOST_QUERIES = {"ana": 15, "carla": 11, "lucia": 10, "sonia": 16}


def test_today_needs_the_same_number_of_queries_for_many_families_as_for_few(cast):
    clients = {name: as_(cast.users[name]) for name in MOST_QUERIES}
    today = cast.ana.today()
    counts = {name: [] for name in MOST_QUERIES}
    for number in (8, 6):
        for each in range(number):
            case = a_family_in(cast, f"Persona {each}")
            set_task(case, title="Llamar", due_on=today - DAY, by=cast.ana)
        for name, client in clients.items():
            client.get(reverse("today"))
            with CaptureQueriesContext(connection) as queries:
                assert client.get(reverse("today")).status_code == 200
            counts[name].append(len(queries))
    for name, (some, many) in counts.items():
        assert some == many, (name, counts)
        assert some <= MOST_QUERIES[name], (name, counts)


def test_a_quiet_day_says_so(cast):
    site = a_site(cast.cucuta)
    [person] = people_of(a_family(cast.norte))
    a_stay(person, site, beds_of(site)[0], by=cast.sonia)
    assert page_of(as_(cast.ana).get(reverse("today"))).says("Nada urgente. Un día tranquilo.")
