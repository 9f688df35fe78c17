"""A surge place is looked at again: it stays until another day, or it goes."""

import datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from shelters.actions import beds
from shelters.choices import ClosureReason, SurgeReason
from shelters.due import surge_reviews
from shelters.refusals import StillInUse
from tests.refusals import refused
from tests.shelters.acts import check_out
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of
from worklist.due.lines import lines_of
from worklist.due.rows import due

DAY = datetime.timedelta(days=1)


@pytest.fixture
def today(cast):
    return cast.carla.today()


@pytest.fixture
def site(cast):
    return a_site(cast.cucuta, beds=[2], run_by=cast.carla, name="Hotel Puente")


@pytest.fixture
def place(cast, site, today):
    return surge_places(cast, site, today + DAY)[0]


def surge_places(cast, site, review_on, number=1):
    return beds.add_surge_places(
        site.rooms.first(),
        number=number,
        reason=SurgeReason.PEAK,
        review_on=review_on,
        approved_by=cast.sonia,
        by=cast.carla,
    )


def somebody_in(cast, place, **dates):
    [person] = people_of(a_family(cast.norte))
    return a_stay(person, place.room.site, place, by=cast.carla, **dates)


@pytest.fixture
def sent(client):
    """Sends a form as somebody: the address led to, or the page with its errors, or the status."""

    def send(user, name, place, **fields):
        client.force_login(user)
        answer = client.post(reverse(name, args=[place.pk]), fields)
        if answer.status_code == 302:
            return answer["Location"]
        return answer.content.decode() if answer.status_code == 200 else answer.status_code

    return send


def keeping(cast, until, **other):
    return {
        "reason": SurgeReason.FAMILY_TOGETHER,
        "approved_by": cast.sonia.pk,
        "review_on": until.isoformat(),
        **other,
    }


def test_a_place_is_kept_until_another_day_for_a_reason(cast, client, sent, place, site, today):
    until = today + 14 * DAY
    answer = sent(cast.carla, "surge-place-review", place, **keeping(cast, until))
    assert answer == reverse("site-detail", args=[site.pk])
    place.refresh_from_db()
    assert (place.review_on, place.reason, place.approved_by) == (
        until,
        SurgeReason.FAMILY_TOGETHER,
        cast.sonia,
    )
    event = AuditEvent.objects.get(verb="surge_place.reviewed")
    assert (event.actor, event.about_id) == (cast.carla, str(place.pk))
    assert event.details == {
        "reason": "family_together",
        "review_on": until.isoformat(),
        "was": (today + DAY).isoformat(),
    }
    assert "El cupo se mantiene" in client.get(answer).content.decode()


def test_a_day_that_is_past_and_an_approver_from_elsewhere_are_errors_of_the_form(
    cast, sent, place, today
):
    text = sent(cast.carla, "surge-place-review", place, **keeping(cast, today))
    assert "La próxima revisión debe ser futura." in text
    text = sent(
        cast.carla,
        "surge-place-review",
        place,
        **keeping(cast, today + DAY, approved_by=cast.mara.pk),
    )
    assert 'name="approved_by"' in text
    with refused("Mara"):
        beds.review_surge_place(
            place,
            reason=SurgeReason.PEAK,
            review_on=today + 2 * DAY,
            approved_by=cast.mara,
            by=cast.carla,
        )
    assert "id_review_on" in sent(cast.carla, "surge-place-review", place)
    place.refresh_from_db()
    assert place.review_on == today + DAY


def test_only_surge_places_are_reviewed(cast, client, site, today):
    plain = beds_of(site)[0]
    with refused("surge"):
        beds.review_surge_place(
            plain,
            reason=SurgeReason.PEAK,
            review_on=today + DAY,
            approved_by=cast.sonia,
            by=cast.carla,
        )
    client.force_login(cast.carla)
    for name in ("surge-place-review", "bed-remove"):
        assert client.get(reverse(name, args=[plain.pk])).status_code == 404


def test_an_empty_place_is_taken_away_and_asks_for_no_review(cast, client, sent, place, today):
    assert surge_reviews.rows(today).exists()
    sent(cast.carla, "bed-remove", place, on=(today + DAY).isoformat())
    place.refresh_from_db()
    assert place.closed_on == today + DAY
    assert AuditEvent.objects.get(verb="bed.removed").about_id == str(place.pk)
    assert not surge_reviews.rows(today).exists()
    # An old notice and a tab left open lead to the site, which says it.
    for name in ("surge-place-review", "bed-remove"):
        answer = client.get(reverse(name, args=[place.pk]), follow=True)
        assert "ya no está" in answer.content.decode()
    for act in (
        lambda: beds.remove_bed(place, on=today + 9 * DAY, by=cast.carla),
        lambda: beds.review_surge_place(
            place,
            reason=SurgeReason.PEAK,
            review_on=today + DAY,
            approved_by=cast.sonia,
            by=cast.carla,
        ),
    ):
        with refused("already"):
            act()


@pytest.mark.parametrize(("starts", "planned"), [(-3, None), (-3, 0), (-3, -1), (0, None), (5, 9)])
def test_a_place_that_somebody_has_or_will_have_stays(cast, sent, place, today, starts, planned):
    somebody_in(
        cast,
        place,
        starts_on=today + starts * DAY,
        planned_end_on=None if planned is None else today + planned * DAY,
        checked_in_at=timezone.now() if starts < 0 else None,
    )
    with pytest.raises(StillInUse):
        beds.remove_bed(place, on=today, by=cast.carla)
    text = sent(cast.carla, "bed-remove", place, on=today.isoformat())
    assert "Alguien tiene esta cama" in text
    place.refresh_from_db()
    assert place.closed_on is None


def test_who_has_left_keeps_no_place(cast, place, today):
    somebody_in(cast, place, starts_on=today - 3 * DAY, ends_on=today)
    assert beds.remove_bed(place, on=today, by=cast.carla).closed_on == today


def test_who_should_have_left_keeps_their_bed_from_being_closed(cast, site, today):
    def close(bed):
        beds.close_bed(bed, starts_on=today, reason=ClosureReason.REPAIR, by=cast.carla)

    overdue, leaving = beds_of(site)
    here = {"starts_on": today - 3 * DAY, "checked_in_at": timezone.now()}
    stay = somebody_in(cast, overdue, planned_end_on=today - DAY, **here)
    with pytest.raises(StillInUse):
        close(overdue)
    check_out(stay, on=today, by=cast.carla)
    close(overdue)
    somebody_in(cast, leaving, planned_end_on=today, **here)
    close(leaving)


def test_only_who_looks_after_the_beds_of_the_site_opens_the_pages(cast, client, sent, place):
    elsewhere = a_site(cast.cucuta)
    [far] = beds.add_surge_places(
        elsewhere.rooms.first(),
        number=1,
        reason=SurgeReason.PEAK,
        review_on=cast.sonia.today() + DAY,
        approved_by=cast.sonia,
        by=cast.sonia,
    )
    for name in ("surge-place-review", "bed-remove"):
        opened = {}
        for each, user in cast.users.items():
            client.force_login(user)
            opened[each] = [
                client.get(reverse(name, args=[bed.pk])).status_code for bed in (place, far)
            ]
        assert opened == {each: [404, 404] for each in cast.users} | {
            "carla": [200, 404],
            "sonia": [200, 200],
        }
        assert sent(cast.ana, name, place, on="2030-01-01") == 404
        assert sent(cast.carla, name, far, on="2030-01-01") == 404
    with pytest.raises(NotAllowed):
        beds.remove_bed(far, on=cast.carla.today(), by=cast.carla)
    far.refresh_from_db()
    assert far.closed_on is None


def test_the_line_that_falls_due_and_the_site_lead_to_the_review(cast, client, site, place, today):
    address = reverse("surge-place-review", args=[place.pk])
    [line] = lines_of(due(cast.carla, today=today, kinds=["surge_review"]), cast.carla)
    assert line.act
    assert line.act.url == address
    for user, sees in ((cast.carla, True), (cast.sonia, True), (cast.adela, False)):
        client.force_login(user)
        page = client.get(reverse("site-detail", args=[site.pk])).content.decode()
        assert (address in page) is sees
    client.force_login(cast.carla)
    page = client.get(address).content.decode()
    assert reverse("site-detail", args=[site.pk]) in page
    assert reverse("bed-remove", args=[place.pk]) in page
    somebody_in(cast, place, starts_on=today)
    assert reverse("bed-remove", args=[place.pk]) not in client.get(address).content.decode()


def test_a_kept_place_falls_due_again_on_its_new_day(cast, place, today):
    beds.review_surge_place(
        place,
        reason=SurgeReason.PEAK,
        review_on=today + 20 * DAY,
        approved_by=cast.sonia,
        by=cast.carla,
    )
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + 19 * DAY):
        rows = due(cast.carla, today=cast.carla.today(), kinds=["surge_review"])
        assert [row.on for row in rows] == [today + 20 * DAY]


def test_the_site_and_the_review_cost_the_same_for_one_place_and_for_thirty(
    cast, client, site, place, today
):
    client.force_login(cast.carla)

    def cost(name, row):
        client.get(reverse(name, args=[row.pk]))
        with CaptureQueriesContext(connection) as found:
            assert client.get(reverse(name, args=[row.pk])).status_code == 200
        return len(found)

    one = cost("site-detail", site), cost("surge-place-review", place)
    surge_places(cast, site, today + 2 * DAY, number=29)
    assert (cost("site-detail", site), cost("surge-place-review", place)) == one
