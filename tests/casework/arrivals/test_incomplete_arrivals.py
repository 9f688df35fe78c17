"""Today asks for facts that were unknown at the bridge, and users can complete them."""

import datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.arrivals.actions.arrivals import correct_arrival
from casework.register.choices import EntryMode, Sex
from casework.register.models.arrival import Arrival
from tests.build import a_row, an_arrival, people_of, reference
from tests.cast import log_in
from tests.refusals import refused


def whole(given_names="Yorman", **facts):
    return a_row(given_names, **({"sex": Sex.MALE, "born": 1991, "document": "V-1234"} | facts))


def incomplete_on_today(user):
    text = log_in(user).get(reverse("today"), HTTP_ACCEPT_LANGUAGE="en").content.decode()
    return text.partition('id="incomplete"')[2].split("</section>")[0]


def test_people_who_lack_something_stand_on_today_by_name_for_24_hours(cast):
    given = reference()
    people = [
        whole(),
        whole("Marleny", document=""),
        whole("Ángel", sex=Sex.UNKNOWN),
        a_row("Wilmer", sex=Sex.MALE, document="V-9"),
    ]
    people = people_of(an_arrival(cast, people=people, crossing=given["crossing"]))
    elsewhere = people_of(an_arrival(cast, people=[whole("Rosa")]))
    others = people_of(an_arrival(cast, by=cast.bruno, people=[a_row()]))
    block = incomplete_on_today(cast.ana)
    shown = [person.number for person in (*people, *elsewhere, *others) if person.number in block]
    assert shown == [person.number for person in (*people[1:], *elsewhere)]
    assert "Marleny" in block
    assert reverse("individual-detail", args=[people[1].number]) in block
    assert reverse("arrival-correct", args=[elsewhere[0].arrival_id]) in block
    assert reverse("arrival-correct", args=[people[0].arrival_id]) not in block
    Arrival.objects.update(logged_at=timezone.now() - datetime.timedelta(hours=25))
    assert people[1].number not in incomplete_on_today(cast.ana)


def test_today_asks_as_often_for_four_incomplete_arrivals_as_for_one(
    cast, django_assert_max_num_queries
):
    client = log_in(cast.ana)
    counts = []
    for number in (1, 4):
        an_arrival(cast, people=[a_row(f"Luis {n}") for n in range(number)])
        client.get(reverse("today"))
        with django_assert_max_num_queries(75) as asked:
            client.get(reverse("today"))
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_the_arrival_is_completed_and_what_is_left_out_stays(cast):
    given = reference()
    arrival = an_arrival(cast, entry_mode=EntryMode.RIVER).arrivals.get()
    correct_arrival(arrival, crossing=given["crossing"], is_stamped=False, by=cast.ana)
    arrival.refresh_from_db()
    assert (arrival.crossing, arrival.is_stamped, arrival.entry_mode) == (
        given["crossing"],
        False,
        EntryMode.RIVER,
    )
    correct_arrival(arrival, is_stamped=False, by=cast.ana)
    assert [event.details for event in AuditEvent.objects.filter(verb="arrival.corrected")] == [
        {"fields": ["crossing", "is_stamped"]}
    ]


def test_a_moment_to_come_is_refused_and_others_may_not(cast):
    arrival = an_arrival(cast).arrivals.get()
    tomorrow = timezone.now() + datetime.timedelta(days=1)
    with refused("This moment lies in the future"):
        correct_arrival(arrival, first_contact_at=tomorrow, by=cast.ana)
    for name in ("bruno", "carla", "lucia", "mara"):
        with pytest.raises(NotAllowed):
            correct_arrival(arrival, is_stamped=True, by=cast.users[name])
        address = reverse("arrival-correct", args=[arrival.pk])
        assert log_in(cast.users[name]).get(address).status_code == 404


def test_an_hour_of_today_that_is_to_come_is_refused_by_the_clock_of_the_office(cast):
    with time_machine.travel(
        datetime.datetime(2019, 5, 6, 8, 35, tzinfo=ZoneInfo("America/Bogota"))
    ):
        arrival = an_arrival(cast, on=cast.ana.today()).arrivals.get()
        with refused("This hour of today is still to come"):
            correct_arrival(arrival, at_time=datetime.time(18, 40), by=cast.ana)
        correct_arrival(arrival, at_time=datetime.time(6, 40), by=cast.ana)
        yesterday = arrival.on - datetime.timedelta(days=1)
        correct_arrival(arrival, on=yesterday, at_time=datetime.time(18, 40), by=cast.ana)
    arrival.refresh_from_db()
    assert (arrival.on, arrival.at_time) == (yesterday, datetime.time(18, 40))


def test_the_page_shows_what_is_on_file_and_writes(cast):
    given = reference()
    case = an_arrival(cast, circumstances="Cruzó de noche.")
    arrival = case.arrivals.get()
    client, address = log_in(cast.ana), reverse("arrival-correct", args=[arrival.pk])
    assert "Cruzó de noche." in client.get(address).content.decode()
    sent = {
        "on": arrival.on,
        "entry_mode": "river",
        "crossing": given["crossing"].pk,
        "circumstances": "Cruzó.",
    }
    assert client.post(address, sent)["Location"] == reverse("case-detail", args=[case.number])
    arrival.refresh_from_db()
    assert (arrival.entry_mode, arrival.circumstances) == ("river", "Cruzó.")


def test_the_second_of_two_who_correct_an_arrival_is_told_who_and_saves_after_looking(cast):
    arrival = an_arrival(cast).arrivals.get()
    address = reverse("arrival-correct", args=[arrival.pk])
    ana = log_in(cast.ana)
    opened = ana.get(address).context["form"].initial["version"]
    correct_arrival(arrival, entry_mode="river", by=cast.sonia)
    typed = {"on": arrival.on, "entry_mode": "bridge", "version": opened}
    answer = ana.post(address, typed)
    assert answer.status_code == 200
    assert "Sonia" in answer.content.decode()
    arrival.refresh_from_db()
    assert (arrival.entry_mode, arrival.changed_by) == ("river", cast.sonia)
    again = answer.context["form"].data["version"]
    assert ana.post(address, typed | {"version": again}).status_code == 302
    arrival.refresh_from_db()
    assert (arrival.entry_mode, arrival.changed_by, arrival.version) == ("bridge", cast.ana, 3)
