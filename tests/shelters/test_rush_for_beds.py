"""Many press the button at one moment, before several web processes: nobody gets half of anything, and all are told why."""

import pytest
from django.urls import reverse

from shelters.models import MovePlan, Placement
from shelters.plan.choices import MovePlanState
from tests.cast import build_cast
from tests.shelters.build import a_family, a_room, a_site, a_stay, beds_of, people_of
from tests.shelters.plan.plan_builds import DAY, MAN, WOMAN, family_with, plan_of, sleeping_at
from tests.shelters.served import filled_in, sent_at_once, served, statuses, typed_blind

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long(of="projection")]
WHY = "Así se acordó."


@pytest.fixture(scope="module")
def port(django_db_setup, django_db_blocker, tmp_path_factory):
    with django_db_blocker.unblock(), served(tmp_path_factory.mktemp("served")) as port:
        yield port


@pytest.fixture
def cast():
    return build_cast()


def standing():
    return Placement.objects.standing().filter(ends_on=None)


def asks_for(cast, *beds):
    """For each of these beds a family of one in front of the page where it gets a place, with this bed chosen."""
    first = None
    for bed in beds:
        family = a_family(cast.norte)
        address = reverse("placement-place", args=[family.pk])
        typed = {"run": str(bed.pk), "reason": WHY}
        if first is None:
            first = filled_in(cast.carla, address, **typed, offered_for="")
            yield first
        else:
            [person] = people_of(family)
            typed |= {"people": str(person.pk), "starts_on": cast.carla.today().isoformat()}
            yield typed_blind(first, cast.carla, address, **typed)


def is_told(answer):
    return "Libres en su lugar" in answer.page or "No queda otra cama libre" in answer.page


def test_of_fifty_who_ask_for_one_bed_one_gets_it_and_all_others_read_why(cast, port):
    bed = beds_of(a_site(cast.cucuta, beds=[2], run_by=cast.carla))[0]
    answers = sent_at_once(port, list(asks_for(cast, *[bed] * 50)))
    assert statuses(answers) == {302: 1, 200: 49}
    assert [is_told(each) for each in answers if each.status == 200] == [True] * 49
    assert list(standing().values_list("bed", flat=True)) == [bed.pk]


def test_of_a_hundred_who_ask_for_three_places_of_a_dormitory_three_get_one(cast, port):
    site = a_site(cast.cucuta, beds=[], run_by=cast.carla)
    a_room(site, 3, name="Dormitorio", kind="hall")
    beds = beds_of(site)
    forms = list(asks_for(cast, *[beds[number % 3] for number in range(100)]))
    answers = sent_at_once(port, forms)
    assert statuses(answers) == {302: 3, 200: 97}
    assert [is_told(each) for each in answers if each.status == 200] == [True] * 97
    assert set(standing().values_list("bed", flat=True)) == {bed.pk for bed in beds}


def test_of_a_swap_and_a_move_of_the_same_person_both_cannot_begin_from_one_bed(cast, port):
    site = a_site(cast.cucuta, beds=[2, 2], run_by=cast.carla)
    beds = beds_of(site)
    rosa, zulay = [
        a_stay(people_of(a_family(cast.norte))[0], site, bed, by=cast.carla) for bed in beds[:3:2]
    ]
    swap = reverse("board-exchange")
    swap += f"?pick={rosa.individual.number}&with={zulay.individual.number}"
    move = reverse("placement-move", args=[rosa.pk])
    answers = sent_at_once(
        port,
        [
            filled_in(cast.carla, swap, reason=WHY),
            filled_in(cast.carla, move, run=str(beds[3].pk), offered_for="", reason=WHY),
        ],
    )
    assert sum(each.status == 302 for each in answers) == 1
    now = {stay.individual_id: stay.bed_id for stay in standing()}
    swapped = {rosa.individual_id: beds[2].pk, zulay.individual_id: beds[0].pk}
    moved = {rosa.individual_id: beds[3].pk, zulay.individual_id: beds[2].pk}
    assert now == (swapped if answers[0].status == 302 else moved)
    assert standing().count() == 2


def test_a_plan_is_applied_whole_or_not_at_all_while_somebody_gets_one_of_its_beds(cast, port):
    today = cast.carla.today()
    closing, other = [a_site(cast.cucuta, beds=[2, 2], run_by=cast.carla) for _each in range(2)]
    couples = [family_with(cast.norte, WOMAN, MAN, day=today) for _each in range(2)]
    sleeping_at(closing, couples, by=cast.carla)
    plan = plan_of(closing, leaves_on=today, counts_until=today + DAY, by=cast.carla)
    applies = filled_in(cast.carla, reverse("move-plan-apply", args=[plan.pk]), reason=WHY)
    applied, placed = sent_at_once(port, [applies, *asks_for(cast, beds_of(other)[3])])
    state = MovePlan.objects.get(pk=plan.pk).state
    there = standing().filter(site=other)
    assert sorted([applied.status, placed.status]) == [200, 302]
    if state == MovePlanState.APPLIED:
        assert (placed.status, there.count()) == (200, 4)
        assert is_told(placed)
    else:
        assert (placed.status, state, there.count()) == (302, MovePlanState.DRAFT, 1)
        assert standing().filter(site=closing).count() == 4
    assert there.values("bed").distinct().count() == there.count()
