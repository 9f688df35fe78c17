"""Who has left, by an exit on file, is not planned to stay longer with the rest of the family."""

import pytest
from django.urls import reverse
from django.utils import timezone

from casework.exits.actions import record_exit
from casework.register.choices import ExitType, Relation
from pages.dates import short_date
from shelters.actions import placements
from shelters.refusals import StayNotOpen
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.acts import NOT_ASKED
from tests.shelters.build import a_stay, beds_of, people_of
from tests.shelters.test_family_acts import DAY, fresh


@pytest.fixture
def stays(cast, site, family, today):
    return [
        a_stay(
            person,
            site,
            bed,
            by=cast.carla,
            starts_on=today - 3 * DAY,
            planned_end_on=today + DAY,
            checked_in_at=timezone.now(),
        )
        for person, bed in zip(people_of(family), beds_of(site)[2:], strict=False)
    ]


@pytest.fixture
def left(cast, stays, today):
    """The stay of Eider, who went on yesterday."""
    stay = next(each for each in stays if each.individual.display_name.startswith("Eider"))
    record_exit(stay.individual, type=ExitType.ONWARD, on=today - DAY, by=cast.ana)
    return stay


def extend_page(cast, stay, **sent):
    client, address = as_(cast.carla), reverse("placement-extend", args=[stay.pk])
    return page_of(client.post(address, sent, follow=True) if sent else client.get(address))


def test_who_left_stands_apart_and_is_not_offered(cast, stays, left, today):
    page = extend_page(cast, stays[0])
    assert set(page.offered("stays")) == {str(stay.pk) for stay in stays if stay != left}
    gone = f"Eider 102 · 3 se fue el {short_date(today - DAY)}"
    assert page.says("Ya no está, y la estadía sigue abierta", gone)
    assert page.links[reverse("placement-check-out", args=[left.pk])] == "Registrar salida Eider"
    untouched = {**page.fields, "stays": page.offered("stays")}
    extend_page(cast, stays[0], **untouched | {"planned_end_on": (today + 9 * DAY).isoformat()})
    days = {stay.pk: stay.planned_end_on for stay in fresh(stays)}
    assert days.pop(left.pk) == today + DAY
    assert set(days.values()) == {today + 9 * DAY}


def test_who_left_is_refused_by_name_when_sent_all_the_same(cast, stays, left, today):
    later = today + 9 * DAY
    sent = {"stays": [stay.pk for stay in stays], "planned_end_on": later.isoformat()}
    [said] = extend_page(cast, stays[0], **sent).refusals
    assert f"Eider se fue el {short_date(today - DAY)} y ya no se aloja aquí" in said
    with refused("Eider left on", kind=StayNotOpen):
        placements.extend_all(stays, planned_end_on=later, by=cast.carla)
    assert {stay.planned_end_on for stay in fresh(stays)} == {today + DAY}


def test_where_everybody_left_nobody_is_offered(cast, stays, left, today):
    principal = left.case.members.get(relation_to_principal=Relation.PRINCIPAL)
    rest = [stay for stay in stays if stay != left]
    for stay in sorted(rest, key=lambda each: each.individual_id == principal.individual_id):
        record_exit(stay.individual, type=ExitType.ONWARD, on=today, by=cast.ana)
    page = extend_page(cast, left)
    assert not page.offered("stays")
    assert page.says("No hay nadie", "Ya no está, y la estadía sigue abierta")


def test_who_left_is_checked_out_alone_on_the_day_of_the_exit(cast, stays, left, today):
    address = reverse("placement-check-out", args=[left.pk])
    page = page_of(as_(cast.carla).get(address))
    assert page.fields["on"] == (today - DAY).strftime("%d/%m/%Y")
    as_(cast.carla).post(address, page.fields | NOT_ASKED)
    over = {stay.pk: stay.ends_on for stay in fresh(stays) if stay.ends_on}
    assert over == {left.pk: today - DAY}


def test_who_left_before_coming_has_a_stay_to_cancel(cast, stays, left, today):
    type(left).objects.filter(pk=left.pk).update(checked_in_at=None)
    assert reverse("placement-cancel", args=[left.pk]) in extend_page(cast, stays[0]).links
