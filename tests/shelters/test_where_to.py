"""Where somebody goes who is checked out, and why; with a place of their own they are not without a bed."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from casework.register.models.case import Case
from shelters.actions import placements
from shelters.actions.undo import undo
from shelters.choices import PLACE_OF_THEIR_OWN, LeftTo
from shelters.models import Placement
from shelters.querysets.families import members_without_bed, without_bed
from tests.cast import as_
from tests.page import page_of
from tests.shelters.acts import NOT_ASKED, check_out, correct_stay
from tests.shelters.build import a_family, a_stay, beds_of, people_of
from worklist.today.counts import today_counts

DAY = datetime.timedelta(days=1)
OWN = {"left_to": "own_rent", "left_because": "own_place"}


@pytest.fixture
def case(cast):
    return a_family(cast.norte, names=["Yorman"])


@pytest.fixture
def stay(cast, site, case, today):
    [person] = people_of(case)
    return a_stay(person, site, beds_of(site)[0], by=cast.carla, starts_on=today - 5 * DAY)


def waits(stay, day):
    """The same answer for the person and for the family."""
    person = members_without_bed(day).filter(individual=stay.individual).exists()
    assert without_bed(Case.objects.filter(pk=stay.case_id), day).exists() is person
    return person


def test_check_out_asks_where_to_and_why_and_chooses_nothing(cast, stay, today):
    client, address = as_(cast.carla), reverse("placement-check-out", args=[stay.pk])
    asked = page_of(client.get(address))
    assert (asked.fields["left_to"], asked.fields["left_because"]) == ("", "")
    assert {"not_asked", "own_rent"} <= set(asked.offered("left_to"))
    refused = page_of(client.post(address, asked.fields))
    assert len(refused.refusals) == 2
    client.post(address, asked.fields | NOT_ASKED)
    stay.refresh_from_db()
    assert (stay.ends_on, stay.left_to, stay.left_because) == (today, "not_asked", "not_asked")
    shown = page_of(client.get(reverse("placement-detail", args=[stay.pk])))
    assert shown.says("Sin preguntar · Sin preguntar")


@pytest.mark.parametrize("left_to", LeftTo.values)
def test_who_has_a_place_of_their_own_is_not_without_a_bed(cast, stay, today, left_to):
    check_out(stay, on=today, by=cast.carla, left_to=left_to)
    has_place = left_to in PLACE_OF_THEIR_OWN
    assert waits(stay, today) is not has_place
    shown = page_of(as_(cast.carla).get(reverse("family-without-bed-list")))
    assert shown.says(stay.case.number) is not has_place
    assert bool(today_counts(cast.carla, None).counts["without_bed"]) is not has_place


def test_who_gets_a_place_again_and_loses_it_is_without_a_bed(cast, site, stay, today):
    check_out(stay, on=today - 3 * DAY, by=cast.carla, **OWN)
    client, address = as_(cast.carla), reverse("placement-place", args=[stay.case_id])
    card = page_of(client.get(reverse("case-card", args=[stay.case.number])))
    assert card.says("salió de un sitio", "Un lugar que alquila")
    assert address in card.links
    asked = page_of(client.get(address))
    client.post(address, asked.fields | {"run": asked.offered("run")[0]})
    again = Placement.objects.get(ends_on=None)
    assert again.individual == stay.individual
    undo(again, by=cast.carla)
    assert not waits(stay, today)
    told = {"site": site, "bed": beds_of(site)[1], "by": cast.carla}
    again = placements.place(stay.individual, starts_on=today, **told)
    Placement.objects.filter(pk=again.pk).update(starts_on=today - 2 * DAY)
    # Planned and never there: the place that they asked for shows that they need one.
    assert waits(stay, today)


def test_where_to_is_put_right_and_taken_back_with_the_check_out(cast, stay, today):
    check_out(stay, on=today, by=cast.carla, **OWN)
    correct_stay(stay, left_to="nowhere", reason="Otra persona.", by=cast.carla)
    assert waits(stay, today)
    stay.refresh_from_db()
    assert stay.left_because == "own_place"


def test_the_check_out_is_taken_back_with_its_answers(cast, stay, today):
    check_out(stay, on=today, by=cast.carla, **OWN)
    undo(stay, by=cast.carla)
    stay.refresh_from_db()
    assert (stay.ends_on, stay.left_to, stay.left_because) == (None, "", "")


def test_nobody_who_is_here_has_gone_anywhere(stay):
    with pytest.raises(IntegrityError, match="gone_nowhere"), transaction.atomic():
        Placement.objects.filter(pk=stay.pk).update(left_to="onward")
