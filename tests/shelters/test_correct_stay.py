"""The nights of a stay are put right; what somebody else has on those nights is not taken."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from aid.actions.commitments import commit_aid
from aid.choices import AidKind
from aid.models import Cover
from casework.corrections.models import Correction
from casework.register.models.arrival import Arrival
from casework.register.models.individual import Individual
from pages.dates import short_date
from shelters.actions import placements, presence
from shelters.actions.corrections import annul_stays, correct_move
from shelters.choices import BedRule, StayStatus
from shelters.due import stays_ending
from shelters.models import Bed, Placement, StayReason
from shelters.refusals import BedTaken, ReasonNeeded
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.acts import check_out, correct_stay
from tests.shelters.build import a_family, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)


@pytest.fixture
def stay(cast, site, today):
    [person] = people_of(a_family(cast.norte))
    return a_stay(
        person,
        site,
        beds_of(site)[0],
        by=cast.carla,
        starts_on=today - 5 * DAY,
        checked_in_at=timezone.now(),
    )


def test_the_first_night_and_the_day_of_leaving_are_put_right(cast, stay, today):
    client, page = as_(cast.carla), reverse("placement-detail", args=[stay.pk])
    address = reverse("placement-correct", args=[stay.pk])
    assert address in client.get(page).content.decode()
    assert client.post(address, {"stays": stay.pk, "starts_on": today - 7 * DAY}).status_code == 302
    stay.refresh_from_db()
    assert (stay.starts_on, stay.ends_on) == (today - 7 * DAY, None)
    check_out(stay, on=today - DAY, by=cast.carla)
    sent = {"stays": stay.pk, "starts_on": today - 7 * DAY, "ends_on": today - 3 * DAY}
    client.post(address, sent | {"reason": "Lo dice el registro del hotel."})
    stay.refresh_from_db()
    assert stay.ends_on == today - 3 * DAY
    assert Correction.objects.of(stay).count() == 2
    assert AuditEvent.objects.filter(verb="placement.corrected").count() == 2
    shown = page_of(client.get(page))
    for was, right in ((5, 7), (1, 3)):
        days = [short_date(today - days * DAY) for days in (was, right)]
        assert shown.says(f"{days[0]} → {days[1]}")
    assert shown.says("Lo dice el registro del hotel.", "Carla")
    # Whoever reads the stay reads what stood there, without a button to change it.
    read_only = page_of(as_(cast.ana).get(page))
    assert read_only.says(f"{days[0]} → {days[1]}", "Lo dice el registro del hotel.")
    assert address not in read_only.links


def test_a_family_is_put_right_in_one_act(cast, site, family, today):
    days = {"starts_on": today - 5 * DAY, "by": cast.carla}
    stays = [a_stay(person, site, **days) for person in people_of(family)]
    other = a_stay(people_of(a_family(cast.norte))[0], site, **days)
    client, address = as_(cast.carla), reverse("placement-correct", args=[stays[0].pk])
    page = page_of(client.get(address))
    assert set(page.offered("stays")) == {str(stay.pk) for stay in stays}
    sent = {"stays": [stay.pk for stay in stays], "starts_on": today - 6 * DAY}
    assert client.post(address, sent).status_code == 302
    right = Placement.objects.filter(starts_on=today - 6 * DAY)
    assert set(right) == set(stays)
    assert all(Correction.objects.of(stay).count() == 1 for stay in stays)
    other.refresh_from_db()
    assert other.starts_on == today - 5 * DAY
    type(stays[2]).objects.filter(pk=stays[2].pk).update(starts_on=today - 4 * DAY)
    assert str(stays[2].pk) not in page_of(client.get(address)).offered("stays")


def test_nobody_sleeps_here_before_arriving(cast, stay, site, today):
    [person] = people_of(a_family(cast.norte, names=["Reciente"]))
    case = person.memberships.get().case
    arrival = Arrival.objects.create(
        key_id=case.key_id, case=case, office=cast.cucuta, on=today - 2 * DAY, logged_by=cast.ana
    )
    type(person).objects.filter(pk=person.pk).update(arrival=arrival)
    person.refresh_from_db()
    early = {"site": site, "starts_on": today - 3 * DAY, "by": cast.carla}
    with refused("Reciente arrived on", field="starts_on"):
        placements.place(person, **early)
    placed = placements.place(person, **(early | {"starts_on": today - 2 * DAY}))
    with refused("the first night is not before that", field="starts_on"):
        correct_stay(placed, starts_on=today - 4 * DAY, by=cast.carla)
    # Of whom no day of arrival is on file, nothing contradicts.
    assert correct_stay(stay, starts_on=today - 9 * DAY, by=cast.carla).starts_on < today - 8 * DAY


def test_nights_that_are_not_paid_are_not_put_right_without_a_reason(cast, stay, site, today):
    type(site).objects.update(paid_until=today - DAY, contract_ends_on=None)
    check_out(stay, on=today - 2 * DAY, by=cast.carla)
    with refused("is paid through", field="reason", kind=ReasonNeeded):
        correct_stay(stay, ends_on=today, by=cast.carla)
    stay.refresh_from_db()
    assert stay.ends_on == today - 2 * DAY
    correct_stay(stay, ends_on=today, reason="Salieron más tarde.", by=cast.carla)
    [kept] = StayReason.objects.filter(placement=stay)
    assert (kept.rules, kept.reason) == ([BedRule.NOT_PAID], "Salieron más tarde.")
    # Nobody is asked where the nights grow fewer.
    correct_stay(stay, ends_on=today - 2 * DAY, by=cast.carla)


def test_a_stay_is_not_put_right_into_what_cannot_be(cast, stay, site, today):
    with refused("here already", field="starts_on"):
        correct_stay(stay, starts_on=today + DAY, by=cast.carla)
    with refused("Check them out", field="ends_on"):
        correct_stay(stay, starts_on=stay.starts_on, ends_on=today, by=cast.carla)
    with pytest.raises(NotAllowed):
        correct_stay(stay, starts_on=today - 7 * DAY, by=cast.luis)
    [other] = people_of(a_family(cast.norte, names=["Antes"]))
    days = {"starts_on": today - 9 * DAY, "ends_on": today - 5 * DAY}
    a_stay(other, site, stay.bed, by=cast.carla, **days)
    with pytest.raises(BedTaken):
        correct_stay(stay, starts_on=today - 7 * DAY, by=cast.carla)
    stay.refresh_from_db()
    assert stay.starts_on == today - 5 * DAY


def test_who_was_checked_in_and_never_came_counts_nowhere(cast, stay, site, today):
    commit_aid(site, kind=AidKind.MEALS, starts_on=today - 5 * DAY, is_firm=True, by=cast.sonia)
    assert Cover.objects.filter(individual=stay.individual).exists()
    reader = as_(cast.carla)
    address = reverse("placement-annul", args=[stay.pk])
    assert address in reader.get(reverse("placement-detail", args=[stay.pk])).content.decode()
    sent = {"stays": [str(stay.pk)], "cancel_reason": "no_show"}
    asked = page_of(reader.get(address))
    assert asked.says("5 noches dejan de contar", "Esta estadía no ocurrió")
    assert asked.says("necesario cuando ya se contó una noche")
    assert reader.post(address, {**sent, "cancel_reason": ""}).status_code == 200
    # Recorded today, and all the same: five nights were counted.
    refusal = page_of(reader.post(address, sent)).refusals
    assert "Con esto dejan de contar noches: diga por qué." in refusal[0]
    sent["reason"] = "Nunca vinieron."
    came_at = timezone.localtime(stay.checked_in_at)
    answer = reader.post(address, sent)
    detail = reverse("placement-detail", args=[stay.pk])
    assert answer.url == f"{detail}#corrections"
    stay.refresh_from_db()
    assert stay.status_on(today) == StayStatus.CANCELLED
    assert not Placement.objects.sleeping_on(today - DAY).exists()
    assert stay.bed in Bed.objects.free_on(today)
    assert not stays_ending.rows_on(today).exists()
    assert not Cover.objects.filter(individual=stay.individual).exists()
    [kept] = Correction.objects.of(stay)
    assert kept.because == "Nunca vinieron."
    assert f"llegada registrada: {short_date(came_at.date())}, {came_at:%H:%M} → —" in kept.changes
    page = reader.get(reverse("placement-detail", args=[stay.pk])).content.decode()
    assert "No llegó" in page
    assert reverse("placement-annul", args=[stay.pk]) not in page
    assert AuditEvent.objects.filter(verb="placement.annulled").count() == 1


def test_after_a_day_it_is_said_why_they_never_came(cast, stay):
    with time_machine.travel(timezone.now() + 2 * DAY):
        with refused("say why", field="reason"):
            annul_stays([stay], cancel_reason="mistake", by=cast.carla)
        annul_stays([stay], cancel_reason="mistake", reason="Era su hermano.", by=cast.carla)
    assert Correction.objects.of(stay).get().because == "Era su hermano."


def test_who_never_came_did_not_move_on_either(cast, stay, site, today):
    on = placements.move(stay, bed=beds_of(site)[1], on=today, by=cast.carla)
    with pytest.raises(NotAllowed):
        annul_stays([stay], cancel_reason="no_show", by=cast.luis)
    told = {"cancel_reason": "no_show", "reason": "Nunca vinieron.", "by": cast.carla}
    annul_stays([stay], **told)
    on.refresh_from_db()
    assert (on.status_on(today), on.checked_in_at) == (StayStatus.CANCELLED, None)
    assert not Placement.objects.sleeping_on(today).exists()
    with refused("no check-in"):
        annul_stays([on], cancel_reason="no_show", by=cast.carla)


def test_both_stays_of_a_move_on_the_first_day_are_annulled_at_once(cast, stay, site, today):
    on = placements.move(stay, bed=beds_of(site)[1], on=stay.starts_on, by=cast.carla)
    address = reverse("placement-annul", args=[on.pk])
    sent = {"stays": [str(stay.pk), str(on.pk)], "cancel_reason": "mistake", "reason": "Otro."}
    assert as_(cast.carla).post(address, sent).status_code == 302
    assert not Placement.objects.standing().exists()
    assert Correction.objects.of(stay, on).count() == 2


def test_who_moved_and_did_not_arrive_slept_where_they_were_before(cast, stay, site, today):
    on = placements.move(stay, bed=beds_of(site)[1], on=today, by=cast.carla)
    told = {"cancel_reason": "no_show", "earlier": "ended", "by": cast.carla}
    annul_stays([on], **told)
    stay.refresh_from_db()
    assert (stay.status_on(today), stay.ends_on) == (StayStatus.ENDED, today)


def test_nobody_is_annulled_away_from_a_child_without_a_word(cast, family, site, today):
    people = people_of(family)
    Individual.objects.filter(pk=people[2].pk).update(birth_year=today.year - 6)
    beds = dict(zip(people[1:], beds_of(site)[2:], strict=False))
    placements.place_family(family, site=site, assignments=beds, starts_on=today, by=cast.carla)
    stays = list(Placement.objects.filter(case=family).order_by("individual__number"))
    presence.check_in_all(stays, by=cast.carla)
    with pytest.raises(ReasonNeeded):
        annul_stays(stays[:1], cancel_reason="no_show", by=cast.carla)
    annul_stays(stays, cancel_reason="no_show", by=cast.carla)
    assert not Placement.objects.sleeping_on(today).exists()


def test_the_day_of_a_move_is_put_right_in_both_stays(cast, stay, site, today):
    on = placements.move(stay, bed=beds_of(site)[1], on=today, by=cast.carla)
    reader = as_(cast.carla)
    for each in (stay, on):
        page = reader.get(reverse("placement-detail", args=[each.pk])).content.decode()
        assert reverse("placement-correct-move", args=[on.pk]) in page
    address = reverse("placement-correct-move", args=[on.pk])
    for day in (today - 2 * DAY, today - DAY):
        reader.post(address, {"stays": [str(on.pk)], "on": day})
        stay.refresh_from_db()
        on.refresh_from_db()
        assert (stay.ends_on, on.starts_on) == (day, day)
    assert Correction.objects.of(stay, on).count() == 4
    with time_machine.travel(timezone.now() + 2 * DAY):
        with refused("say why", field="reason"):
            correct_move([on], on=today - 3 * DAY, by=cast.carla)
        correct_move([on], on=today - 3 * DAY, reason="Lista del hotel.", by=cast.carla)
    assert AuditEvent.objects.filter(verb="placement.move_corrected").count() == 6


def test_a_move_is_not_put_right_into_what_cannot_be(cast, stay, site, today):
    with refused("did not begin with a move"):
        correct_move([stay], on=today, by=cast.carla)
    [bed, other_bed] = beds_of(site)[:2]
    on = placements.move(stay, bed=other_bed, on=today - 2 * DAY, by=cast.carla)
    with refused("had not begun", field="on"):
        correct_move([on], on=stay.starts_on - DAY, by=cast.carla)
    with refused("here already", field="on"):
        correct_move([on], on=today + DAY, by=cast.carla)
    with pytest.raises(NotAllowed):
        correct_move([on], on=today - 3 * DAY, by=cast.luis)
    [other] = people_of(a_family(cast.norte, names=["Después"]))
    a_stay(other, site, bed, by=cast.carla, starts_on=today - 2 * DAY, ends_on=today - DAY)
    with pytest.raises(BedTaken):
        correct_move([on], on=today - DAY, by=cast.carla)
    on.refresh_from_db()
    assert on.starts_on == today - 2 * DAY


def test_two_who_changed_beds_are_put_right_together(cast, stay, site, today):
    first, second = beds_of(site)[:2]
    [other] = people_of(a_family(cast.norte, names=["Otro"]))
    facts = {"starts_on": today - 5 * DAY, "checked_in_at": timezone.now()}
    theirs = a_stay(other, site, second, by=cast.carla, **facts)
    Placement.objects.filter(pk__in=[stay.pk, theirs.pk]).update(ends_on=today - DAY)
    moved = [
        a_stay(who.individual, site, bed, by=cast.carla, starts_on=today - DAY, previous=who)
        for who, bed in ((stay, second), (theirs, first))
    ]
    correct_move(moved, on=today - 3 * DAY, by=cast.carla)
    correct_move(moved, on=today - 2 * DAY, by=cast.carla)
    assert {each.starts_on for each in Placement.objects.filter(previous__isnull=False)} == {
        today - 2 * DAY
    }


def test_the_outer_days_of_a_move_are_put_right_in_the_stay(cast, stay, site, today):
    on = placements.move(stay, bed=beds_of(site)[1], on=today - DAY, by=cast.carla)
    reader = as_(cast.carla)
    first = {"stays": stay.pk, "starts_on": today - 7 * DAY}
    reader.post(reverse("placement-correct", args=[stay.pk]), first)
    stay.refresh_from_db()
    assert (stay.starts_on, stay.ends_on) == (today - 7 * DAY, today - DAY)
    check_out(on, on=today, by=cast.carla)
    last = {"stays": on.pk, "ends_on": today - DAY}
    reader.post(reverse("placement-correct", args=[on.pk]), last)
    on.refresh_from_db()
    assert (on.starts_on, on.ends_on) == (today - DAY, today - DAY)
    with refused("both stays", field="ends_on"):
        correct_stay(stay, ends_on=today, by=cast.carla)
    with refused("both stays", field="starts_on"):
        correct_stay(on, starts_on=today - 3 * DAY, by=cast.carla)
