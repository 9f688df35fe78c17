"""What must never be false about stays stands in the database, whatever code asks."""

import datetime
import uuid

import pytest
from django.db import IntegrityError, connection, transaction

from shelters.choices import BedKind, SurgeReason
from shelters.models import Bed, Placement
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

FIRST = datetime.date(2019, 3, 1)
LATER = datetime.date(2019, 3, 8)


def insert(cast, person, site, bed, starts_on, ends_on=None, cancelled_at=None):
    """Plain SQL, past every line of ours."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO shelters_placement (id, individual_id, case_id, site_id, bed_id, starts_on,"
            " ends_on, cancelled_at, cancel_reason, left_to, left_because, placed_by_id, placed_at)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, '', '', %s, now())",
            [
                uuid.uuid4(),
                person.pk,
                person.memberships.get().case_id,
                site.pk,
                bed and bed.pk,
                starts_on,
                ends_on,
                cancelled_at,
                "mistake" if cancelled_at else "",
                cast.carla.pk,
            ],
        )


@pytest.fixture
def house(cast):
    site = a_site(cast.cucuta, beds=[2])
    return site, beds_of(site), people_of(a_family(cast.norte, 2))


def refused(name):
    return pytest.raises(IntegrityError, match=name)


def test_a_bed_has_one_stay_per_night(cast, house):
    site, (bed, _), (one, other) = house
    insert(cast, one, site, bed, FIRST, LATER)
    with refused("one_stay_per_bed_and_night"):
        insert(cast, other, site, bed, LATER - datetime.timedelta(days=1))


def test_a_person_has_one_stay_per_night_even_without_a_bed(cast, house):
    site, (bed, _), (one, _other) = house
    insert(cast, one, site, bed, FIRST)
    with refused("one_stay_per_individual_and_night"):
        insert(cast, one, site, None, LATER)


def test_one_leaves_and_another_arrives_on_one_day(cast, house):
    site, (bed, _), (one, other) = house
    insert(cast, one, site, bed, FIRST, LATER)
    insert(cast, other, site, bed, LATER)
    assert Placement.objects.filter(bed=bed).count() == 2


def test_a_cancelled_stay_holds_nothing(cast, house):
    site, (bed, _), (one, other) = house
    insert(cast, one, site, bed, FIRST, cancelled_at=datetime.datetime.now(datetime.UTC))
    insert(cast, other, site, bed, FIRST)
    insert(cast, one, site, None, FIRST)


def test_a_stay_does_not_end_before_it_starts(cast, house):
    site, (bed, _), (one, _other) = house
    # An inverted range is refused by PostgreSQL itself, before any constraint of ours.
    with pytest.raises(Exception, match=r"stay_ends_after_it_starts|lower bound"):
        insert(cast, one, site, bed, LATER, FIRST)


def test_the_bed_stands_at_the_site_of_the_stay(cast, house):
    _, (bed, _), (one, _other) = house
    elsewhere = a_site(cast.cucuta)
    with refused("the bed is not of this site"):
        insert(cast, one, elsewhere, bed, FIRST)


def test_a_stay_cannot_be_carried_to_a_bed_of_another_site(cast, house):
    site, (bed, _), (one, _other) = house
    stay = a_stay(one, site, bed, by=cast.carla)
    stranger = beds_of(a_site(cast.cucuta))[0]
    with refused("the bed is not of this site"), transaction.atomic():
        Placement.objects.filter(pk=stay.pk).update(bed=stranger)


def test_every_change_of_a_stay_is_kept_as_known(cast, house):
    site, (bed, _), (one, _other) = house
    stay = a_stay(one, site, bed, by=cast.carla)
    Placement.objects.filter(pk=stay.pk).update(planned_end_on=LATER)
    known = stay.as_known.order_by("pgh_id").values_list("pgh_label", "planned_end_on")
    assert list(known) == [("insert", None), ("update", LATER)]


@pytest.mark.parametrize("missing", ["approved_by", "reason", "review_on"])
def test_a_surge_place_needs_approver_reason_and_review(cast, house, missing):
    site, (bed, _), _people = house
    fields = {
        "approved_by": cast.sonia,
        "reason": SurgeReason.PEAK,
        "review_on": LATER,
    }
    Bed(room=bed.room, name="S1", kind=BedKind.SURGE, opened_on=FIRST, **fields).save()
    fields[missing] = "" if missing == "reason" else None
    with refused("surge_place_has_approver_reason_and_review"), transaction.atomic():
        Bed(room=bed.room, name="S2", kind=BedKind.SURGE, opened_on=FIRST, **fields).save()
    assert site.rooms.get().beds.surge().count() == 1
