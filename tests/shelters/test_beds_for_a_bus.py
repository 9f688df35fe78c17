"""After a bus: a bed proposed for each family by the rules of placing one, all given by one button."""

import datetime

import pytest
from django.urls import reverse

from casework.arrivals.actions.arrivals import log_group_arrival
from casework.register.choices import Sex
from shelters.actions import placements
from shelters.models import Placement
from tests.build import a_row
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site, beds_of, people_of

DAY = datetime.timedelta(days=1)


def a_bus(cast, *families):
    """The group and the cases, each family of people of one sex and 30 years by given name."""
    rows = [
        [a_row(name, "Mora", sex=sex, born=cast.sonia.today().year - 30) for name, sex in people]
        for people in families
    ]
    cases = log_group_arrival(team=cast.norte, families=rows, on=cast.sonia.today(), by=cast.ana)
    return cases[0].arrivals.get().group, cases


def men(*names):
    return [(name, Sex.MALE) for name in names]


def chosen(page):
    """What a browser would send of the page: the marked radio of each family."""
    return {name: value for name, value in page.fields.items() if name.startswith("run-")}


def open_page(cast, group):
    answer = as_(cast.sonia).get(reverse("group-place", args=[group]))
    assert answer.status_code == 200
    return page_of(answer)


def test_the_page_of_a_bus_leads_to_a_bed_for_each_family_and_one_button_gives_all(cast, site):
    group, cases = a_bus(cast, men("Yorman", "Luis", "Eider"), men("Wilmer", "Kevin"))
    address = reverse("group-place", args=[group])
    bus = page_of(as_(cast.sonia).get(reverse("arrival-group", args=[group])))
    assert address in bus.links
    page = open_page(cast, group)
    assert page.says("Hotel Puente", "Yorman Mora", "Wilmer Mora", "Dejar para después")
    assert set(chosen(page)) == {f"run-{case.pk}" for case in cases}
    done = page_of(as_(cast.sonia).post(address, chosen(page), follow=True))
    rooms = {case: {stay.bed.room.name for stay in case.placements.all()} for case in cases}
    assert rooms == {cases[0]: {"102"}, cases[1]: {"101"}}
    assert Placement.objects.count() == 5
    stays = [case.placements.earliest("individual__number") for case in cases]
    assert {reverse("placement-undo", args=[stay.pk]) for stay in stays} <= set(done.links)
    assert page_of(as_(cast.sonia).get(address)).says("Todas las personas de estas familias tienen")


def test_each_proposal_counts_those_before_it_as_neighbours(cast):
    a_site(cast.cucuta, beds=[2], name="Hotel Puente")
    group, cases = a_bus(cast, men("Yorman"), [("Luz", Sex.FEMALE)])
    page = open_page(cast, group)
    sent = chosen(page)
    assert sum(bool(value) for value in sent.values()) == 1
    as_(cast.sonia).post(reverse("group-place", args=[group]), sent)
    assert [stay.case for stay in Placement.objects.all()] == [cases[0]]
    # Two men may share it, as strangers do on the page of one family.
    two_men, both = a_bus(cast, men("Wilmer"), men("Kevin"))
    a_site(cast.cucuta, beds=[2], name="Hotel Río")
    assert all(chosen(open_page(cast, two_men)).values())
    assert len(both) == 2


def test_who_is_left_out_waits_on_and_another_place_can_be_chosen(cast, site):
    group, (one, other) = a_bus(cast, men("Yorman"), men("Wilmer"))
    address = reverse("group-place", args=[group])
    sent = chosen(open_page(cast, group)) | {f"run-{one.pk}": ""}
    away = beds_of(site)[5]
    answer = as_(cast.sonia).post(address, sent | {f"run-{other.pk}": str(away.pk)})
    assert answer["Location"] == reverse("arrival-group", args=[group])
    assert {stay.case: stay.bed for stay in Placement.objects.all()} == {other: away}
    page = open_page(cast, group)
    assert page.says("Yorman Mora")
    assert not page.says("Wilmer Mora")


def test_a_family_whose_bed_was_taken_meanwhile_keeps_no_other_from_theirs(cast, site, today):
    group, (one, other) = a_bus(cast, men("Yorman", "Luis"), men("Wilmer"))
    sent = chosen(open_page(cast, group))
    taken = Placement._meta.get_field("bed").related_model.objects.get(
        pk=sent[f"run-{one.pk}"].split(",")[0]
    )
    stranger = people_of(a_family(cast.norte, 1, names=["Teófilo"]))[0]
    placements.place(stranger, site=site, bed=taken, starts_on=today, by=cast.sonia)
    answer = as_(cast.sonia).post(reverse("group-place", args=[group]), sent)
    assert answer.status_code == 200
    page = page_of(answer)
    assert page.says("Teófilo")
    assert page.says("Yorman Mora")
    placed = Placement.objects.exclude(individual=stranger)
    assert {stay.case for stay in placed} == {other}
    # What is free now is proposed instead.
    assert chosen(page)[f"run-{one.pk}"] not in ("", sent[f"run-{one.pk}"])


def test_a_family_that_has_a_place_later_is_placed_on_its_own_page(cast, site, today):
    group, (case,) = a_bus(cast, men("Yorman"))
    [person] = people_of(case)
    placements.place(person, site=site, bed=beds_of(site)[0], starts_on=today + DAY, by=cast.sonia)
    page = open_page(cast, group)
    assert page.says("ya tiene cupo para algunas noches")
    assert reverse("placement-place", args=[case.pk]) in page.links
    assert chosen(page) == {}


@pytest.mark.parametrize("name", ["ana", "bruno", "mara", "lucia"])
def test_who_may_give_no_bed_does_not_see_the_page(cast, site, name):
    group, _cases = a_bus(cast, men("Yorman"))
    address = reverse("group-place", args=[group])
    assert as_(getattr(cast, name)).get(address).status_code == 404
    assert as_(getattr(cast, name)).post(address, {}).status_code == 404


def test_so_many_families_cost_so_many_searches_and_no_more(
    cast, site, django_assert_max_num_queries
):
    group, _cases = a_bus(cast, *(men(f"Luis {n}") for n in range(6)))
    client, address = as_(cast.sonia), reverse("group-place", args=[group])
    client.get(address)
    with django_assert_max_num_queries(30 + 6 * 12):
        client.get(address)


def test_a_large_bus_has_pages_and_the_next_families_follow_when_the_first_have_beds(cast):
    names = [f"Yorman {letter}" for letter in "ABCDEFGHIJKL"]
    a_site(cast.cucuta, beds=[1] * 12, name="Hotel Puente")
    group, cases = a_bus(cast, *(men(name) for name in names))
    address = reverse("group-place", args=[group])
    page = open_page(cast, group)
    assert len(chosen(page)) == 10
    assert f"{address}?page=2" in [
        link if link.startswith("/") else address + link for link in page.links
    ]
    answer = as_(cast.sonia).post(address, chosen(page))
    assert answer["Location"] == address
    assert Placement.objects.count() == 10
    # Somebody pressed the button of a page two whose families have moved to page one meanwhile.
    last = chosen(open_page(cast, group))
    assert len(last) == 2
    answer = as_(cast.sonia).post(f"{address}?page=2", last)
    assert answer["Location"] == reverse("arrival-group", args=[group])
    assert {stay.case for stay in Placement.objects.all()} == set(cases)
