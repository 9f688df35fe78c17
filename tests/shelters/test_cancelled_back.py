"""A stay that was cancelled by mistake is expected again, within a day."""

import datetime

import pytest
from django.urls import reverse

from shelters.actions import placements
from shelters.actions.beds import close_bed
from shelters.actions.cancelling import cancel_all
from shelters.actions.presence import check_out_all
from shelters.actions.undo import last_done, undo
from shelters.models import Placement
from shelters.refusals import BedNotInService, BedTaken, NothingToUndo
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)


@pytest.fixture
def stays(cast, site, family, today):
    beds = dict(zip(people_of(family), beds_of(site)[2:], strict=False))
    told = {"site": site, "starts_on": today + DAY, "by": cast.carla}
    return placements.place_family(family, assignments=beds, **told)


def facts(stays):
    names = (
        "starts_on",
        "ends_on",
        "planned_end_on",
        "cancelled_at",
        "cancel_reason",
        "bed_id",
        "left_to",
    )
    rows = Placement.objects.filter(pk__in=[stay.pk for stay in stays])
    return sorted(rows.values_list("pk", "checked_in_at", "checked_out_at", *names))


def cancel(client, stays):
    sent = {"stays": [stay.pk for stay in stays], "reason": "no_show", "earlier": "runs_on"}
    address = reverse("placement-cancel", args=[stays[0].pk])
    return page_of(client.post(address, sent, follow=True))


def test_the_message_leads_to_it_and_the_family_is_expected_again(cast, stays):
    client, before = as_(cast.carla), facts(stays)
    after = cancel(client, stays)
    address = reverse("placement-undo", args=[stays[0].pk])
    assert after.links[address] == "Deshacer"
    asked = page_of(client.get(address))
    assert asked.says("Cancelada")
    assert asked.says("en la misma cama y por las mismas noches")
    for stay in stays:
        assert asked.says(f"Ahora: Cancelada. Después, de nuevo: {stay.where}; desde el")
    client.post(address, {"yes": "1"})
    assert facts(stays) == before
    with refused("nothing to take back", kind=NothingToUndo):
        undo(stays[0], by=cast.carla)


def test_nobody_gets_a_bed_back_that_others_have_or_that_is_out_of_service(cast, stays, today):
    [first, second, _third] = stays
    cancel_all([first, second], reason="declined", by=cast.carla)
    [other] = people_of(a_family(cast.norte))
    a_stay(other, first.site, first.bed, by=cast.carla, starts_on=today + DAY)
    with pytest.raises(BedTaken):
        undo(first, by=cast.carla)
    Placement.objects.filter(individual=other).update(bed=None)
    close_bed(second.bed, starts_on=today, reason="damp", by=cast.carla)
    with pytest.raises(BedNotInService):
        undo(second, by=cast.carla)


def test_a_cancelled_move_is_planned_again_with_both_its_stays(cast, site, family, today):
    [person, *_others] = people_of(family)
    hall = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    days = {"starts_on": today - DAY, "planned_end_on": today + 9 * DAY}
    stay = a_stay(person, site, beds_of(site)[0], by=cast.carla, **days)
    move = {"site": hall, "bed": beds_of(hall)[0], "on": today + 2 * DAY, "by": cast.carla}
    planned = placements.move(stay, **move)
    before = facts([stay, planned])
    cancel(as_(cast.carla), [planned])
    stay.refresh_from_db()
    assert stay.planned_end_on == today + 9 * DAY
    assert last_done(Placement.objects.get(pk=planned.pk)).resumed
    undo(planned, by=cast.carla)
    assert facts([stay, planned]) == before


def test_who_had_left_the_earlier_place_sleeps_there_again_and_has_gone_nowhere(
    cast, site, family, today
):
    [person, *_others] = people_of(family)
    hall = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    days = {"starts_on": today - 2 * DAY}
    stay = a_stay(person, site, beds_of(site)[0], by=cast.carla, **days)
    move = {"site": hall, "bed": beds_of(hall)[0], "on": today + 2 * DAY, "by": cast.carla}
    planned = placements.move(stay, **move)
    left = {"on": today, "left_to": "relatives", "left_because": "family"}
    check_out_all([stay], **left, by=cast.carla)
    before = facts([stay, planned])
    cancel(as_(cast.carla), [planned])
    stay.refresh_from_db()
    assert (stay.ends_on, stay.checked_out_at, stay.left_to, stay.left_because) == (
        None, None, "", "",
    )  # fmt: skip
    undo(planned, by=cast.carla)
    assert facts([stay, planned]) == before
