"""The roll-call of a night: nobody is present before somebody says so, and a correction keeps what was said before."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent
from casework.rights.extract import extract_of
from casework.slips.actions import issue_slip
from pages.dates import short_date
from pages.refusals import ActionRefused
from shelters.door.actions import call_others_present, set_door_rule, take_roll
from shelters.door.choices import RollPresence
from shelters.door.models import RollAnswer
from shelters.models import Placement
from tests.browser import at_desk, axe_faults, chromium, overflow
from tests.build import a_row, an_arrival
from tests.build import people_of as arrived
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of
from tests.shelters.door_builds import who_sleeps_here

DAY = datetime.timedelta(days=1)
MOST_QUERIES = 16
MOST_TAPS = 45


def page_at(user, name, site, **asked):
    return page_of(as_(user).get(reverse(name, args=[site.pk]), asked))


def send(user, name, site, *, on=None, **said):
    """What a browser sends from the page: its hidden fields, and what somebody chose."""
    address = reverse(name, args=[site.pk]) + (f"?on={on.isoformat()}" if on else "")
    browser = as_(user)
    fields = page_of(browser.get(address)).fields
    return browser.post(address, fields | said)


def question(stay):
    return f"stay-{stay.pk}"


def said(site, night):
    """The answers that count, by the name of the person."""
    answers = RollAnswer.objects.of_night(site, night).select_related("individual")
    return {each.individual.display_name: (each.presence, each.remark) for each in answers}


def test_nobody_is_present_before_somebody_says_so(cast, site, today):
    here, away, unasked = who_sleeps_here(cast, site, "Yorman", "Luz", "Eider")
    page = page_at(cast.carla, "roll-call", site)
    assert not [each for each in page.root.where("type", "radio") if "checked" in each.attributes]
    answer = send(
        cast.carla, "roll-call", site, **{question(here): "present", question(away): "absent"}
    )
    assert answer.url.startswith(reverse("roll-exceptions", args=[site.pk]))
    assert said(site, today) == {"Yorman": ("present", ""), "Luz": ("absent", "")}
    # Finishing without the tick leaves whom nobody looked at without an answer.
    answer = send(cast.carla, "roll-exceptions", site, **{question(away): "Trabaja de noche"})
    assert answer.url.startswith(reverse("roll-done", args=[site.pk]))
    assert said(site, today)["Luz"] == ("absent", "Trabaja de noche")
    assert "Eider" not in said(site, today)
    done = page_at(cast.carla, "roll-done", site)
    assert done.says("1 presentes", "1 ausentes", "0 excusados", "1 sin respuesta")
    assert unasked.individual.display_name == "Eider"


def test_all_others_are_present_only_by_an_act_of_its_own(cast, site, today):
    away, *_others = who_sleeps_here(cast, site, "Luz", "Eider", "Yorman")
    send(cast.carla, "roll-call", site, **{question(away): "excused"})
    step = page_at(cast.carla, "roll-exceptions", site)
    assert step.says("2 personas no tienen respuesta", "Eider", "Yorman")
    assert step.fields.get("others_are_present") is None
    send(cast.carla, "roll-exceptions", site, others_are_present="on")
    assert said(site, today) == {
        "Luz": ("excused", ""),
        "Eider": ("present", ""),
        "Yorman": ("present", ""),
    }


def test_a_roll_call_without_exceptions_has_two_steps(cast, site):
    [one] = who_sleeps_here(cast, site, "Luz")
    answer = send(cast.carla, "roll-call", site, **{question(one): "present"})
    assert answer.url.startswith(reverse("roll-done", args=[site.pk]))


def test_a_correction_keeps_the_earlier_answer(cast, site, today):
    [one] = who_sleeps_here(cast, site, "Luz")
    night = today - DAY
    send(cast.carla, "roll-call", site, on=night, **{question(one): "absent"})
    send(cast.carla, "roll-exceptions", site, on=night, **{question(one): "Nadie sabe"})
    send(cast.carla, "roll-call", site, on=night, **{question(one): "present"})
    chain = list(RollAnswer.objects.order_by("recorded_at"))
    assert [(each.presence, each.remark) for each in chain] == [
        ("absent", ""),
        ("absent", "Nadie sabe"),
        ("present", ""),
    ]
    assert [each.replaces for each in chain] == [None, *chain[:2]]
    assert said(site, night) == {"Luz": ("present", "")}
    corrected = AuditEvent.objects.filter(verb="roll.corrected")
    assert {each.case_id for each in corrected} == {one.case_id}
    assert corrected.count() == 2


def test_an_old_page_does_not_overwrite_what_a_colleague_said(cast, site, today):
    one, other = who_sleeps_here(cast, site, "Luz", "Eider")
    old_page = page_at(cast.carla, "roll-call", site).fields
    take_roll(site, night=today, answers={one.pk: ("absent", "En el hospital")}, by=cast.sonia)
    address = reverse("roll-call", args=[site.pk])
    as_(cast.carla).post(address, old_page | {question(other): "present"})
    assert said(site, today) == {"Luz": ("absent", "En el hospital"), "Eider": ("present", "")}


def test_who_has_not_moved_in_is_not_called(cast, site, today):
    [person] = people_of(a_family(cast.norte, names=["Eider"]))
    stay = a_stay(person, site, beds_of(site)[0], by=cast.carla, starts_on=today)
    page = page_at(cast.carla, "roll-call", site)
    assert page.says("Se espera, sin llegada registrada", "Eider")
    assert question(stay) not in page.source.replace(f"initial-{question(stay)}", "")
    with refused("no longer on the list"):
        take_roll(site, night=today, answers={stay.pk: ("present", "")}, by=cast.carla)


def test_a_night_that_has_not_begun_is_not_called(cast, site, today):
    [one] = who_sleeps_here(cast, site, "Luz")
    for by_one in (
        lambda: take_roll(
            site, night=today + DAY, answers={one.pk: ("present", "")}, by=cast.carla
        ),
        lambda: call_others_present(site, night=today + DAY, by=cast.carla),
    ):
        with refused("has not begun"):
            by_one()
    assert not RollAnswer.objects.exists()


def test_only_who_runs_the_site_or_the_office_calls_the_roll(cast, site, today):
    [one] = who_sleeps_here(cast, site, "Luz")
    takers = set()
    for name, user in cast.users.items():
        try:
            take_roll(site, night=today, answers={one.pk: ("present", "")}, by=user)
        except ActionRefused:
            assert as_(user).get(reverse("roll-call", args=[site.pk])).status_code in (302, 404)
            continue
        takers.add(name)
    assert takers == {"carla", "sonia"}
    read_by = {name for name, u in cast.users.items() if RollAnswer.objects.visible_to(u).exists()}
    assert read_by == {"ana", "carla", "sonia"}


def test_a_slip_finds_its_people_and_answers_for_nobody(cast, site):
    family = an_arrival(cast, people=[a_row("Luz", born=1994), a_row("Eider", born=1991)])
    here = {"by": cast.carla, "checked_in_at": timezone.now(), "starts_on": cast.carla.today()}
    one, other = (
        a_stay(person, site, bed, **here)
        for person, bed in zip(arrived(family), beds_of(site), strict=False)
    )
    [stranger] = who_sleeps_here(cast, site, "Yorman")
    code = issue_slip(family.arrivals.get(), by=cast.ana).token
    address = reverse("roll-slip", args=[site.pk])
    browser = as_(cast.carla)
    link = {"code": f"https://amparo.example/slips/{code}/"}
    answer = browser.post(address, link, headers={"Accept": "application/json"})
    assert set(answer.json()["stays"]) == {str(one.pk), str(other.pk)}
    only = browser.post(address, {"code": code})
    page = page_of(browser.get(only.url))
    assert page.says("Luz", "Eider", "Solo las personas de la constancia")
    assert not page.says("Yorman")
    assert not RollAnswer.objects.exists()
    fields = page.fields | {question(one): "present", question(other): "present"}
    after = browser.post(only.url, fields)
    assert after.url.startswith(reverse("roll-call", args=[site.pk]))
    assert RollAnswer.objects.filter(presence=RollPresence.PRESENT).count() == 2
    assert not RollAnswer.objects.filter(individual=stranger.individual).exists()
    unknown = browser.post(address, {"code": "7K3M-7K3M-7K3M-7K3M-7K3M"})
    assert page_of(browser.get(unknown.url)).says("Nadie de esta lista")


def test_the_camera_is_allowed_on_the_list_of_the_roll_call_alone(cast, site):
    who_sleeps_here(cast, site, "Luz")
    policies = {
        name: as_(cast.carla).get(reverse(name, args=[site.pk]))["Permissions-Policy"]
        for name in ("roll-call", "roll-done", "site-night")
    }
    assert {name for name, policy in policies.items() if "camera=(self)" in policy} == {"roll-call"}
    assert all("microphone=()" in policy for policy in policies.values())


def absent(cast, site, stay, *nights):
    for night in nights:
        take_roll(site, night=night, answers={stay.pk: ("absent", "")}, by=cast.carla)


def named_absent(user):
    page = page_of(as_(user).get(reverse("absence-list")))
    return [row["Quién"].split()[0] for row in page.rows]


def test_absence_is_told_after_the_nights_that_the_site_says_and_takes_no_place(cast, site, today):
    long_gone, just_gone = who_sleeps_here(cast, site, "Luz", "Eider")
    absent(cast, site, long_gone, today - 2 * DAY, today - DAY)
    absent(cast, site, just_gone, today)
    assert named_absent(cast.carla) == []
    set_door_rule(site, absence_nights=3, by=cast.carla)
    assert named_absent(cast.carla) == []
    absent(cast, site, long_gone, today)
    assert named_absent(cast.carla) == named_absent(cast.sonia) == ["Luz"]
    # The line on Today leads there, for whoever runs the site.
    today_page = page_of(as_(cast.carla).get(reverse("today")))
    assert today_page.says("1 persona ausente demasiado tiempo en el pase de lista")
    assert as_(cast.ana).get(reverse("absence-list")).status_code == 404
    stay = Placement.objects.get(pk=long_gone.pk)
    assert (stay.ends_on, stay.cancelled_at) == (None, None)
    # The newest rule counts.
    set_door_rule(site, absence_nights=4, by=cast.sonia)
    assert named_absent(cast.carla) == []
    set_door_rule(site, absence_nights=None, by=cast.sonia)
    assert named_absent(cast.carla) == []


@pytest.mark.parametrize("presence", ["present", "excused"])
def test_who_was_seen_or_excused_is_not_absent_since_before(cast, site, today, presence):
    [one] = who_sleeps_here(cast, site, "Luz")
    set_door_rule(site, absence_nights=2, by=cast.carla)
    absent(cast, site, one, today - 3 * DAY, today - 2 * DAY)
    assert named_absent(cast.carla) == ["Luz"]
    take_roll(site, night=today - DAY, answers={one.pk: (presence, "")}, by=cast.carla)
    assert named_absent(cast.carla) == []
    absent(cast, site, one, today)
    assert named_absent(cast.carla) == []


def test_a_night_without_a_roll_call_neither_counts_nor_ends_the_absence(cast, site, today):
    [one] = who_sleeps_here(cast, site, "Luz")
    set_door_rule(site, absence_nights=2, by=cast.carla)
    absent(cast, site, one, today - 5 * DAY)
    assert named_absent(cast.carla) == []
    absent(cast, site, one, today)
    assert named_absent(cast.carla) == ["Luz"]


def test_who_left_and_came_back_begins_anew(cast, site, today):
    [one] = who_sleeps_here(cast, site, "Luz")
    set_door_rule(site, absence_nights=2, by=cast.carla)
    absent(cast, site, one, today - 6 * DAY, today - 5 * DAY)
    one.ends_on, one.checked_out_at = today - 4 * DAY, timezone.now()
    one.save()
    again = a_stay(
        one.individual,
        site,
        beds_of(site)[3],
        by=cast.carla,
        starts_on=today - 2 * DAY,
        checked_in_at=timezone.now(),
    )
    assert named_absent(cast.carla) == []
    absent(cast, site, again, today - DAY, today)
    assert named_absent(cast.carla) == ["Luz"]


def test_another_room_does_not_end_an_absence(cast, site, today):
    [one] = who_sleeps_here(cast, site, "Luz")
    set_door_rule(site, absence_nights=2, by=cast.carla)
    absent(cast, site, one, today - DAY)
    one.ends_on, one.checked_out_at = today, timezone.now()
    one.save()
    other_room = a_stay(
        one.individual,
        site,
        beds_of(site)[3],
        by=cast.carla,
        starts_on=today,
        checked_in_at=timezone.now(),
        previous=one,
    )
    absent(cast, site, other_room, today)
    assert named_absent(cast.carla) == ["Luz"]


def test_the_rules_of_a_door_are_set_by_who_runs_it_and_earlier_ones_stay(cast, site):
    address = reverse("door-rule", args=[site.pk])
    assert as_(cast.ana).get(address).status_code == 404
    for nights in ("3", "5"):
        assert as_(cast.carla).post(address, {"absence_nights": nights}).status_code == 302
    assert [rule.absence_nights for rule in site.door_rules.all()] == [5, 3]
    assert page_of(as_(cast.carla).get(address)).fields["absence_nights"] == "5"


@pytest.mark.parametrize("name", ["roll-call", "roll-exceptions", "roll-done"])
def test_a_step_costs_the_same_for_one_and_for_four(cast, site, today, name):
    def queries():
        client = as_(cast.carla)
        client.get(reverse(name, args=[site.pk]))
        with CaptureQueriesContext(connection) as found:
            assert client.get(reverse(name, args=[site.pk])).status_code == 200
        return [each["sql"] for each in found.captured_queries if "SAVEPOINT" not in each["sql"]]

    [first] = who_sleeps_here(cast, site, "Luz")
    absent(cast, site, first, today)
    one = queries()
    for stay in who_sleeps_here(cast, site, "Eider", "Yorman", "Ana"):
        absent(cast, site, stay, today)
    many = queries()
    assert len(one) == len(many) <= MOST_QUERIES, "\n".join(many)


def test_the_list_of_absent_people_costs_the_same_for_one_and_for_four(cast, site, today):
    def queries():
        client = as_(cast.carla)
        client.get(reverse("absence-list"))
        with CaptureQueriesContext(connection) as found:
            client.get(reverse("absence-list"))
        return [each["sql"] for each in found.captured_queries if "SAVEPOINT" not in each["sql"]]

    set_door_rule(site, absence_nights=1, by=cast.carla)
    absent(cast, site, who_sleeps_here(cast, site, "Luz")[0], today)
    one = queries()
    for stay in who_sleeps_here(cast, site, "Eider", "Yorman", "Ana"):
        absent(cast, site, stay, today)
    many = queries()
    assert len(named_absent(cast.carla)) == 4
    assert len(one) == len(many) <= MOST_QUERIES, "\n".join(many)


def test_a_persons_extract_shows_what_the_roll_call_said_of_them(cast, site, today):
    one, other = who_sleeps_here(cast, site, "Luz", "Eider")
    take_roll(site, night=today, answers={one.pk: ("excused", "Cita médica")}, by=cast.carla)
    absent(cast, site, other, today)
    sections = {
        str(section.title): section.rows
        for section in extract_of(one.individual, by=cast.sonia).sections
    }
    values = [line.value for line in sections["Pases de lista"][0]]
    assert values[:3] == [short_date(today), "Excusado", "Cita médica"]
    assert len(sections["Pases de lista"]) == 1


@pytest.mark.browser
@pytest.mark.long(of="looks")
@pytest.mark.django_db(transaction=True)
def test_a_hotel_of_forty_is_called_on_a_phone_in_45_taps(translations, live_server, cast):
    hotel = a_site(cast.cucuta, beds=[4] * 10, run_by=cast.carla, name="Hotel Puente")
    for family in range(10):
        who_sleeps_here(cast, hotel, *(f"Persona {family}{each}" for each in range(4)))
    taps = 0
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=360, user=cast.carla) as page,
    ):

        def tap(target):
            nonlocal taps
            target.click()
            taps += 1

        page.goto(live_server.url + "/")
        page.goto(live_server.url + reverse("site-list"))
        taps += 1
        tap(page.get_by_role("link", name="Hotel Puente"))
        tap(page.get_by_role("link", name="Pase de lista"))
        assert (axe_faults(page), overflow(page)) == ([], 0)
        groups = page.locator(".called")
        for at in range(groups.count()):
            wanted = "absent" if at == 7 else "present"
            tap(groups.nth(at).locator(f"label.{wanted}"))
        tap(page.get_by_role("button", name="Guardar y seguir"))
        assert (axe_faults(page), overflow(page)) == ([], 0)
        tap(page.get_by_role("button", name="Terminar"))
        assert page.locator("main").inner_text().count("39") == 1
        assert (axe_faults(page), overflow(page)) == ([], 0)
    assert taps <= MOST_TAPS
    assert RollAnswer.objects.filter(presence=RollPresence.PRESENT).count() == 39
