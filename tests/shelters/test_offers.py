"""Which places are offered: at every site, with who sleeps there and until when the nights are paid."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from casework.register.choices import Relation, Sex
from shelters import beds_for_family
from shelters.beds_for_family import Search
from shelters.models import Bed, Placement, StayReason
from shelters.views.families import MOST_SITES
from tests.build import a_row, an_arrival
from tests.cast import as_
from tests.page import page_of
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
# What one page may ask the database, as the bench holds it.
MOST_STATEMENTS = 25


@pytest.fixture
def look(client, cast):
    def look_(case, **asked):
        client.force_login(cast.carla)
        return page_of(client.get(reverse("placement-place", args=[case.pk]), asked))

    return look_


def sites_of(page):
    beds = [run.split(",")[0] for run in page.offered("run")]
    return {Bed.objects.get(pk=bed).room.site for bed in beds}


def test_every_site_has_its_best_offers_and_no_more_than_two(cast, look):
    full = a_site(cast.cucuta, beds=[4] * 9, run_by=cast.carla)
    other = a_site(cast.cucuta, beds=[2, 2], run_by=cast.carla)
    page = look(a_family(cast.norte, 4))
    assert sites_of(page) == {full, other}
    assert len(page.offered("run")) == 3


def test_one_chooses_the_site_or_the_municipality(cast, look, today):
    near = a_site(cast.cucuta, run_by=cast.carla)
    rosario = a_municipality("54874", "Villa del Rosario")
    far = a_site(cast.cucuta, run_by=cast.carla, municipality=rosario)
    case = a_family(cast.norte)
    asked = {"people": people_of(case)[0].pk, "starts_on": today}
    assert sites_of(look(case, **asked)) == {near, far}
    assert sites_of(look(case, **asked, only_site=far.pk)) == {far}
    assert sites_of(look(case, **asked, only_municipality=near.municipality_id)) == {near}


def test_a_family_moves_to_another_hotel(cast, client, site, family, today):
    for person, bed in zip(people_of(family), beds_of(site)[2:], strict=False):
        stay = a_stay(person, site, bed, by=cast.carla)
    other = a_site(cast.cucuta, beds=[4], run_by=cast.carla, name="Hotel Lejano")
    client.force_login(cast.carla)
    address = reverse("placement-move", args=[stay.pk])
    people = [person.pk for person in people_of(family)]
    asked = {"people": people, "starts_on": today.isoformat(), "only_site": other.pk}
    [run] = page_of(client.get(address, asked)).offered("run")
    assert client.post(address, {**asked, "run": run}).status_code == 302
    assert {stay.site for stay in Placement.objects.filter(case=family, ends_on=None)} == {other}


def test_who_stayed_too_long_is_offered_free_beds_alone(cast, client, site, today):
    [one] = people_of(a_family(cast.norte))
    days = {"starts_on": today - 9 * DAY, "planned_end_on": today - DAY}
    stay = a_stay(one, site, beds_of(site)[0], by=cast.carla, checked_in_at=timezone.now(), **days)
    for bed in beds_of(site)[2:]:
        a_stay(people_of(a_family(cast.norte))[0], site, bed, by=cast.carla)
    client.force_login(cast.carla)
    page = page_of(client.get(reverse("placement-move", args=[stay.pk])))
    assert page.offered("run") == [str(beds_of(site)[1].pk)]


def test_an_offer_says_who_sleeps_there_as_far_as_the_reader_may_know(cast, look):
    house = a_site(cast.cucuta, beds=[5], run_by=cast.carla)
    one, two, three = beds_of(house)[:3]
    mother, child = people_of(a_family(cast.norte, 2, names=["Luz", "Eider"]))
    mother.sex, child.birth_year = Sex.FEMALE, cast.carla.today().year - 8
    for person, bed in ((mother, one), (child, two)):
        person.save()
        a_stay(person, house, bed, by=cast.carla)
    [hidden] = people_of(a_family(cast.norte, names=["Canaria"], is_restricted=True))
    a_stay(hidden, house, three, by=cast.sonia)
    page = look(a_family(cast.norte))
    assert page.says("1 niño (5–11)", "1 mujer (18–59)", "1 persona más")
    assert page.says("un hombre dormiría junto a menores de edad de otra familia")
    assert not any(page.holds(name) for name in ("Luz", "Eider", "Canaria"))


def test_an_offer_says_until_when_the_site_is_paid(cast, look):
    ends = {"paid_until": datetime.date(2031, 12, 4), "contract_ends_on": datetime.date(2032, 1, 1)}
    a_site(cast.cucuta, run_by=cast.carla, name="Hotel Puente", **ends)
    page = look(a_family(cast.norte))
    assert page.says("noches pagadas hasta el 3 dic 2031 inclusive")
    assert page.says("contrato para las noches hasta el 31 dic 2031 inclusive")


@pytest.mark.parametrize("ends", ["paid_until", "contract_ends_on"])
def test_an_offer_of_fewer_nights_than_asked_for_warns_and_stands_after_the_others(
    cast, look, today, ends
):
    short = a_site(cast.cucuta, beds=[1], run_by=cast.carla, **{ends: today + 3 * DAY})
    enough = a_site(cast.cucuta, beds=[2], run_by=cast.carla, **{ends: today + 30 * DAY})
    endless = a_site(cast.cucuta, beds=[3], run_by=cast.carla)
    case = a_family(cast.norte)
    warned = {
        "paid_until": "pagado solo 3 noches más",
        "contract_ends_on": "con contrato solo 3 noches más",
    }[ends]

    def marks(leaves_on):
        """By site, in the order of the page, what the marks of its offer say."""
        asked = {"people": people_of(case)[0].pk, "starts_on": today, "planned_end_on": leaves_on}
        page = look(case, **asked)
        sites = [Bed.objects.get(pk=run).room.site for run in page.offered("run")]
        said = [each.text for each in page.root.where("class", "marks")]
        return list(zip(sites, [warned in each for each in said], strict=True))

    assert marks(today + 3 * DAY) == [(short, False), (enough, False), (endless, False)]
    assert marks(today + 4 * DAY) == [(enough, False), (endless, False), (short, True)]
    unknown = marks("")
    assert unknown[0] == (endless, False)
    assert (short, True) in unknown


def test_without_a_day_of_leaving_the_site_that_is_covered_longest_stands_first(cast, look, today):
    nights = {"Hotel A": 4, "Hotel B": 61, "Hotel C": 12}
    for name, paid in nights.items():
        ends = {"paid_until": today + paid * DAY}
        a_site(cast.cucuta, beds=[2], run_by=cast.carla, name=name, **ends)
    page = look(a_family(cast.norte, 2))
    assert [site.name for site in order_of(page)] == ["Hotel B", "Hotel C", "Hotel A"]
    # Each is paid for some nights only: an amber tag on all of them would say nothing.
    assert not [each for each in page.root.where("class", "marks") if "warn" in amber(each)]


def amber(marks):
    return " ".join(" ".join(each.classes) for each in marks.all("span"))


def test_of_offers_that_differ_each_wears_one_amber_tag_at_most(cast, look, today):
    split = a_site(cast.cucuta, beds=[1, 1], run_by=cast.carla, paid_until=today + DAY)
    a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    page = look(a_family(cast.norte, 2))
    good, short = page.root.where("class", "marks")
    assert ("warn" in amber(good), amber(short).split().count("warn")) == (False, 1)
    assert order_of(page)[-1] == split
    assert page.says("Una habitación", "no sobra ninguna cama")


def test_the_best_of_every_site_has_its_number_before_the_second_of_any(cast, look):
    for _each in range(3):
        a_site(cast.cucuta, beds=[2, 2], run_by=cast.carla)
    page = look(a_family(cast.norte, 2))
    keys = [each.attributes.get("data-key") for each in page.root.where("name", "run")]
    assert keys == ["1", "4", "2", "5", "3", "6"]


def test_from_an_offer_other_beds_are_chosen_by_hand(cast, client, look, today):
    site = a_site(cast.cucuta, beds=[2, 2], run_by=cast.carla)
    case = a_family(cast.norte, 2)
    page = look(case)
    [first, *_others] = [link for link in page.links if "board/place" in link]
    by_hand = page_of(client.get(first))
    beds = [str(bed.pk) for bed in beds_of(site)]
    assert by_hand.offered("bed_0") == beds
    client.post(first, {**by_hand.fields, "bed_0": beds[0], "bed_1": beds[3]})
    assert {str(stay.bed_id) for stay in Placement.objects.all()} == {beds[0], beds[3]}


def test_a_site_that_is_not_paid_at_all_says_so_in_its_offer(cast, look, today):
    a_site(cast.cucuta, beds=[1], run_by=cast.carla, paid_until=today)
    assert look(a_family(cast.norte)).says("ninguna noche está pagada")


def test_who_pays_matters_less_than_one_room_for_all(cast, look, today):
    split = a_site(cast.cucuta, beds=[1, 1], run_by=cast.carla)
    together = a_site(cast.cucuta, beds=[2], run_by=cast.carla, paid_until=today + DAY)
    page = look(a_family(cast.norte, 2))
    sites = [Bed.objects.get(pk=run.split(",")[0]).room.site for run in page.offered("run")]
    assert sites == [together, split]


def test_what_asks_for_a_reason_is_refused_without_and_taken_with_one(cast, client, look, today):
    house = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    [woman] = people_of(a_family(cast.norte))
    woman.sex = Sex.FEMALE
    woman.save()
    a_stay(woman, house, beds_of(house)[0], by=cast.carla)
    case = a_family(cast.norte)
    page = look(case)
    assert page.offered("reason")
    sent = {"people": people_of(case)[0].pk, "starts_on": today, "run": page.offered("run")[0]}
    address = reverse("placement-place", args=[case.pk])
    refusal = page_of(client.post(address, sent))
    assert "mujeres y hombres" in refusal.refusals[0]
    assert client.post(address, {**sent, "reason": "Se conocen."}).status_code == 302


def test_the_offers_cost_the_same_for_one_neighbour_and_for_four(cast, client):
    house = a_site(cast.cucuta, beds=[], run_by=cast.carla)
    a_room(house, 40, name="Salón")
    case, free = a_family(cast.norte), iter(beds_of(house))
    address = reverse("placement-place", args=[case.pk])
    client.force_login(cast.carla)

    def queries():
        client.get(address)
        with CaptureQueriesContext(connection) as found:
            assert client.get(address).status_code == 200
        return len(found)

    a_stay(people_of(a_family(cast.norte))[0], house, next(free), by=cast.carla)
    one = queries()
    for _ in range(3):
        a_stay(people_of(a_family(cast.norte))[0], house, next(free), by=cast.carla)
    assert queries() == one


def test_beds_and_rooms_stand_in_the_order_people_count(cast):
    house = a_site(cast.cucuta, beds=[])
    for name in ("10", "2", "1", "11"):
        a_room(house, 1, name=f"Salón {name}")
    for bed, name in zip(beds_of(house), ("10", "2", "1", "11"), strict=True):
        Bed.objects.filter(pk=bed.pk).update(position=1, name=name)
    assert [bed.room.name for bed in beds_of(house)] == [f"Salón {each}" for each in (1, 2, 10, 11)]


def test_an_offer_of_several_rooms_says_who_sleeps_in_which_and_keeps_a_baby_with_its_mother(
    cast, look, client, today
):
    a_site(cast.cucuta, beds=(2, 2), run_by=cast.carla)
    born = {"born": today.year - 1, "relation": Relation.SON}
    family = [
        a_row("Wilfredo", "Pinto", sex=Sex.MALE, born=1985),
        a_row("Kevin", "Pinto", sex=Sex.MALE, **{**born, "born": today.year - 9}),
        a_row("Marleny", "Pinto", sex=Sex.FEMALE, born=1990, relation=Relation.SPOUSE),
        a_row("Ángel", "Pinto", sex=Sex.MALE, **born),
    ]
    case = an_arrival(cast, people=family)
    page = look(case)
    [run] = page.offered("run")
    rooms = [Bed.objects.get(pk=bed).room_id for bed in run.split(",")]
    assert rooms[2] == rooms[3] != rooms[0] == rooms[1]
    assert page.says("Wilfredo Pinto, Kevin Pinto", "Marleny Pinto, Ángel Pinto")
    client.post(
        reverse("placement-place", args=[case.pk]),
        {"run": run, "people": [each.pk for each in people_of(case)], "starts_on": today},
    )
    slept = {stay.individual.given_names: stay.bed.room_id for stay in Placement.objects.all()}
    assert slept["Marleny"] == slept["Ángel"] != slept["Wilfredo"] == slept["Kevin"]


def a_family_of_ages(cast, *ages):
    year = cast.carla.today().year
    rows = [
        a_row(
            f"De {age}",
            "Pinto",
            sex=Sex.FEMALE,
            born=year - age,
            relation=Relation.DAUGHTER if place else Relation.PRINCIPAL,
        )
        for place, age in enumerate(ages)
    ]
    return an_arrival(cast, people=rows)


def test_small_children_sleep_beside_the_adults_and_the_older_ones_by_themselves(cast, look):
    a_site(cast.cucuta, beds=(3, 2, 2), run_by=cast.carla)
    page = look(a_family_of_ages(cast, 34, 15, 4, 31, 14, 7, 9))
    assert page.says("De 34 Pinto, De 4 Pinto, De 7 Pinto", "De 31 Pinto, De 9 Pinto")
    assert page.says("De 15 Pinto, De 14 Pinto", "Menores de edad sin un adulto")
    assert page.source.count("Menores de edad sin un adulto") == 1
    assert not page.holds("Pide un motivo")


def test_where_small_children_have_no_adult_in_the_room_another_split_is_offered(cast, look):
    """Of the fullest rooms one is without an adult; a hall and a room hold everybody."""
    house = a_site(cast.cucuta, beds=(3, 3), run_by=cast.carla)
    case = a_family_of_ages(cast, 34, 4, 5, 7, 9)
    page = look(case)
    assert page.says("Pide un motivo", "De 9 Pinto", "dormiría", "Menores de edad sin un adulto")
    a_room(house, 5, name="Salón")
    page = look(case)
    assert not page.holds("Pide un motivo")
    assert page.says("Salón", "Una habitación")


def test_a_small_child_in_a_room_of_children_takes_a_reason(cast, client, look, today):
    a_site(cast.cucuta, beds=(2, 2), run_by=cast.carla)
    case = a_family_of_ages(cast, 34, 4, 10, 9)
    page = look(case)
    sent = {
        "people": [each.pk for each in people_of(case)],
        "starts_on": today,
        "run": page.offered("run")[0],
    }
    address = reverse("placement-place", args=[case.pk])
    [refusal] = page_of(client.post(address, sent)).refusals
    assert "Pinto: en 102 ningún adulto de la familia" in refusal
    assert ("De 10" in refusal, "De 9" in refusal, "De 4" in refusal) == (True, True, False)
    assert client.post(address, {**sent, "reason": "La tía duerme al lado."}).status_code == 302
    reasons = [(each.individual.given_names, each.rules) for each in StayReason.objects.all()]
    assert sorted(reasons) == [("De 10", ["small_child_alone"]), ("De 9", ["small_child_alone"])]


def test_an_offer_of_one_room_says_no_names_twice(cast, look):
    a_site(cast.cucuta, beds=(4,), run_by=cast.carla)
    page = look(an_arrival(cast))
    [run] = page.offered("run")
    assert len({Bed.objects.get(pk=bed).room_id for bed in run.split(",")}) == 1
    assert not page.holds("Suárez, Marleny")


def test_a_key_is_one_digit_so_the_first_nine_have_one(cast, look):
    for _each in range(6):
        a_site(cast.cucuta, beds=[1, 1], run_by=cast.carla)
    page = look(a_family(cast.norte))
    assert len(page.offered("run")) > 9
    assert [f'data-key="{number}"' in page.source for number in (1, 9, 10, 11)] == [
        True, True, False, False,
    ]  # fmt: skip


@pytest.fixture
def many_sites(cast):
    """One more than stand on the page at first; the room of the last one leaves more beds over."""
    sites = [a_site(cast.cucuta, beds=[2], run_by=cast.carla) for _each in range(MOST_SITES)]
    return [*sites, a_site(cast.cucuta, beds=[5], run_by=cast.carla, name="Hotel Grande")]


def test_of_many_sites_those_that_fit_best_are_offered_and_every_one_when_asked_for(
    cast, client, look, many_sites, today
):
    case = a_family(cast.norte, 2)
    page = look(case)
    assert sites_of(page) == set(many_sites[:-1])
    assert page.says("1 sitio más tiene camas libres suficientes", "Mostrar todos los sitios")
    address = reverse("placement-place", args=[case.pk])
    sent = {"people": [person.pk for person in people_of(case)], "starts_on": today.isoformat()}
    every = page_of(client.post(address, {**sent, "look": "every_site"}, follow=True))
    assert sites_of(every) == set(many_sites)
    assert not every.says("Mostrar todos los sitios")
    [further] = every.root.where("id", "further")
    assert further.text == "Desde aquí, 1 sitio más que antes no se mostraba."
    names = [site.name for site in order_of(every)]
    assert every.text.index(names[-2]) < every.text.index(further.text)
    assert every.text.index(further.text) < every.text.index(names[-1])
    # What was asked for holds while one looks again, and one of them is given like any other.
    again = page_of(client.post(address, {**sent, "look": "1", "every_site": "1"}, follow=True))
    assert sites_of(again) == set(many_sites)
    [last] = [
        run for run in again.offered("run") if run.startswith(str(beds_of(many_sites[-1])[0].pk))
    ]
    assert client.post(address, {**sent, "run": last, "every_site": "1"}).status_code == 302
    stays = Placement.objects.filter(case=case, ends_on=None)
    assert {stay.site for stay in stays} == {many_sites[-1]}


def with_children_of_others(cast, site):
    """The room of the site gets one bed more, and a mother and her child sleep in it: a man there asks for a reason."""
    mother, child = people_of(a_family(cast.norte, 2))
    mother.sex, child.birth_year = Sex.FEMALE, cast.carla.today().year - 8
    room = a_room(site, 1, name="Más")
    for person, bed in zip((mother, child), beds_of(site), strict=False):
        person.save()
        a_stay(person, site, bed, by=cast.carla)
    Bed.objects.filter(room=room).update(room=beds_of(site)[0].room, position=3, name="3")


def order_of(page):
    """The sites, in the order in which they stand on the page."""
    beds = [run.split(",")[0] for run in page.offered("run")]
    return list(dict.fromkeys(Bed.objects.get(pk=bed).room.site for bed in beds))


def look_at_every_site(look, case, today):
    people = [person.pk for person in people_of(case)]
    return look(case, people=people, starts_on=today, look="every_site")


def test_no_site_that_asks_for_a_reason_stands_in_place_of_one_that_asks_for_none(
    cast, look, many_sites
):
    [*_fitting, asking, large] = many_sites
    with_children_of_others(cast, asking)
    page = look(a_family(cast.norte))
    assert sites_of(page) == {*many_sites} - {asking}
    assert not page.holds("Pide un motivo")
    assert page.says("1 sitio más tiene camas libres suficientes")
    every = look_at_every_site(look, a_family(cast.norte), cast.carla.today())
    assert order_of(every) == [*order_of(page), asking]
    assert order_of(page)[-1] == large


def test_where_the_best_all_ask_for_a_reason_the_site_that_asks_for_none_stands_first(
    cast, look, many_sites
):
    for site in many_sites[:-1]:
        with_children_of_others(cast, site)
    page = look(a_family(cast.norte))
    assert len(sites_of(page)) == MOST_SITES
    assert order_of(page)[0] == many_sites[-1]
    assert page.says("1 sitio más tiene camas libres suficientes")


def test_a_way_that_asks_for_a_reason_is_left_out_while_sites_that_ask_for_none_are(
    cast, look, many_sites
):
    [first, *_others] = many_sites
    a_room(first, 3, name="Otra")
    with_children_of_others(cast, first)
    page = look(a_family(cast.norte))
    assert first in sites_of(page)
    assert not page.holds("Pide un motivo")
    assert look_at_every_site(look, a_family(cast.norte), cast.carla.today()).holds(
        "Pide un motivo"
    )


def test_who_sleeps_at_further_sites_is_read_with_the_first(cast, many_sites):
    case, client = a_family(cast.norte), as_(cast.sonia)
    address = reverse("placement-place", args=[case.pk])

    def cost():
        asked = []
        client.get(address)
        with connection.execute_wrapper(
            lambda execute, *statement: asked.append(statement) or execute(*statement)
        ):
            assert client.get(address).status_code == 200
        return len(asked)

    before = cost()
    with_children_of_others(cast, many_sites[-2])
    assert before == cost() <= MOST_STATEMENTS


def test_sites_that_are_read_later_are_judged_as_those_that_are_read_first(
    cast, look, many_sites, monkeypatch
):
    with_children_of_others(cast, many_sites[-2])
    family = a_family(cast.norte)
    at_once = order_of(look(family))
    monkeypatch.setattr(beds_for_family, "READ_AT_ONCE", 2)
    assert order_of(look(family)) == at_once


def test_no_more_sites_are_judged_than_are_shown_where_none_of_them_asks_for_a_reason(
    cast, many_sites, monkeypatch
):
    [person] = people_of(case := a_family(cast.norte))
    night = cast.carla.today()
    search = Search(case, [person], sites=many_sites, night=night, until=None, reader=cast.carla)
    judged, judge = [], Search._judged
    monkeypatch.setattr(
        Search, "_judged", lambda self, run: judged.append(run.site_id) or judge(self, run)
    )
    runs = search.runs(most_sites=2)
    assert {run.site_id for run in runs} == {*judged}
    assert len({*judged}) == 2
    assert search.left_out == len(many_sites) - 2


def test_the_page_asks_as_much_for_the_sleepers_of_one_site_as_of_four(cast, client):
    case = a_family(cast.norte)
    address = reverse("placement-place", args=[case.pk])
    client.force_login(cast.carla)

    def cost(sites):
        for _each in range(sites):
            site = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
            [sleeper] = people_of(a_family(cast.norte))
            a_stay(sleeper, site, beds_of(site)[0], by=cast.carla)
        client.get(address)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address).status_code == 200
        return len(asked)

    assert cost(1) == cost(3)


def test_who_got_a_bed_in_another_tab_is_said_in_words(cast, client, look):
    site = a_site(cast.cucuta, beds=[2, 2], run_by=cast.carla)
    case = a_family(cast.norte)
    page = look(case)
    [person], today = people_of(case), cast.carla.today()
    sent = {
        "people": [str(person.pk)],
        "starts_on": today.isoformat(),
        "run": page.offered("run")[0],
    }
    a_stay(person, site, beds_of(site)[3], by=cast.carla)
    after = page_of(client.post(reverse("placement-place", args=[case.pk]), sent))
    assert after.says("Alguien de quienes escogió ya tiene cupo: mire otra vez quién espera.")
    assert str(person.pk) not in " ".join(after.refusals)


@pytest.fixture
def with_a_young_man(cast):
    """A mother, a man of 23, a girl of 13 and a baby: rooms of two would leave the girl alone with the man."""
    year = cast.carla.today().year
    rows = [
        a_row("Rosa", "Pinto", sex=Sex.FEMALE, born=year - 41),
        a_row("Wilmer", "Pinto", sex=Sex.MALE, born=year - 24, relation=Relation.OTHER),
        a_row("Yuli", "Pinto", sex=Sex.FEMALE, born=year - 14, relation=Relation.DAUGHTER),
        a_row("Sol", "Pinto", sex=Sex.FEMALE, born=year - 2, relation=Relation.DAUGHTER),
    ]
    return an_arrival(cast, people=rows)


def rooms_by_name(case, run):
    people = [person.given_names for person in people_of(case)]
    return dict(
        zip(people, (Bed.objects.get(pk=bed).room_id for bed in run.split(",")), strict=True)
    )


def test_a_girl_is_not_alone_with_a_young_man_where_the_family_can_be_split_otherwise(
    cast, look, with_a_young_man
):
    a_site(cast.cucuta, beds=(2, 2), run_by=cast.carla)
    page = look(with_a_young_man)
    rooms = rooms_by_name(with_a_young_man, page.offered("run")[0])
    assert rooms["Yuli"] == rooms["Rosa"] != rooms["Wilmer"] == rooms["Sol"]
    assert not page.holds("Pide un motivo")


def test_who_puts_a_girl_with_a_young_man_all_the_same_says_why(
    cast, client, look, with_a_young_man, today
):
    a_site(cast.cucuta, beds=(2, 2), run_by=cast.carla)
    case = with_a_young_man
    [run] = look(case).offered("run")
    rosa, wilmer, yuli, sol = run.split(",")
    sent = {
        "people": [person.pk for person in people_of(case)],
        "starts_on": today,
        "run": ",".join((rosa, wilmer, sol, yuli)),
    }
    address = reverse("placement-place", args=[case.pk])
    [refusal] = page_of(client.post(address, sent)).refusals
    assert "Yuli Pinto" in refusal
    assert "sola con un hombre joven" in refusal
    assert client.post(address, {**sent, "reason": "Es su hermano."}).status_code == 302
    [reason] = StayReason.objects.all()
    assert (reason.individual.given_names, reason.rules) == ("Yuli", ["girl_with_young_man"])


def test_a_brother_who_came_alone_with_his_sister_is_not_questioned(cast, look):
    year = cast.carla.today().year
    rows = [
        a_row("Wilmer", "Pinto", sex=Sex.MALE, born=year - 24),
        a_row("Yuli", "Pinto", sex=Sex.FEMALE, born=year - 14, relation=Relation.OTHER),
    ]
    a_site(cast.cucuta, beds=(2,), run_by=cast.carla)
    assert not look(an_arrival(cast, people=rows)).holds("Pide un motivo")


def test_who_is_to_move_is_offered_another_hotel_before_the_one_they_are_in(client, cast, today):
    """Their own has the tighter place, and stays among the offers: for another room."""
    own = a_site(cast.cucuta, beds=[1, 1], run_by=cast.carla)
    a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    [person] = people_of(a_family(cast.norte))
    days = {"starts_on": today - DAY, "checked_in_at": timezone.now()}
    stay = a_stay(person, own, beds_of(own)[0], by=cast.carla, **days)
    client.force_login(cast.carla)
    offered = page_of(client.get(reverse("placement-move", args=[stay.pk]))).offered("run")
    sites = [Bed.objects.get(pk=run).room.site for run in offered]
    assert sites[0] != own
    assert sites[-1] == own
