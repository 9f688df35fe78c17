"""A move that was none: who moved is in the earlier bed again, within a day by a press, and later by what is said."""

import datetime

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent
from casework.corrections.models import Correction
from casework.register.choices import Sex
from pages.dates import short_date
from shelters.actions import placements
from shelters.actions.beds import close_bed
from shelters.actions.cancelling import cancel
from shelters.actions.corrections import annul_stays
from shelters.actions.undo import last_done, undo
from shelters.choices import CancelReason, StayStatus
from shelters.models import Placement, StayReason
from shelters.refusals import BedNotInService, BedTaken, Endangers, NothingToUndo, ReasonNeeded
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.acts import check_in
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)


@pytest.fixture
def hall(cast):
    """Carla's other site."""
    return a_site(cast.cucuta, beds=[4], run_by=cast.carla, name="Salón San José")


@pytest.fixture
def stays(cast, site, family, today):
    """The family of three, in the room for four since five days."""
    facts = {"starts_on": today - 5 * DAY, "checked_in_at": timezone.now(), "by": cast.carla}
    beds = beds_of(site)[2:]
    people = people_of(family)
    return [a_stay(who, site, bed, **facts) for who, bed in zip(people, beds, strict=False)]


@pytest.fixture
def move_all(cast, stays, hall, today):
    def move_all_(on=today):
        beds = dict(zip(stays, beds_of(hall), strict=False))
        moved = placements.move_all(beds, on=on, by=cast.carla)
        return sorted(moved, key=lambda each: stays.index(each.previous))

    return move_all_


@pytest.fixture
def browse(client, cast):
    client.force_login(cast.carla)

    def browse_(name, stay, **sent):
        address = reverse(name, args=[stay.pk])
        answer = client.post(address, sent, follow=True) if sent else client.get(address)
        return page_of(answer)

    return browse_


def fresh(stays):
    return list(Placement.objects.filter(pk__in=[stay.pk for stay in stays]))


def where(stays):
    return {(stay.ends_on, stay.checked_out_at, stay.cancelled_at) for stay in fresh(stays)}


class TestTakenBackAtOnce:
    def test_everybody_who_moved_in_one_act_is_where_they_were(
        self, cast, stays, move_all, browse, today
    ):
        moved = move_all()
        for stay in (moved[1], stays[1]):
            assert browse("placement-detail", stay).says("Deshacer el traslado")
        asked = browse("placement-undo", moved[0])
        for stay in stays:
            assert asked.says(stay.individual.display_name)
        assert asked.says("Ahora: Salón San José · 101 · 1. Después, de nuevo: Hotel Puente")
        assert asked.says("sigue como si nadie se hubiera trasladado")
        after = browse("placement-undo", moved[0], yes="1")
        assert "Traslado deshecho" in after.messages[0]
        assert where(stays) == {(None, None, None)}
        assert {stay.status_on(today) for stay in fresh(stays)} == {StayStatus.STAYING}
        assert {(stay.cancel_reason, stay.checked_in_at) for stay in fresh(moved)} == {
            (CancelReason.MISTAKE, None)
        }
        assert Placement.objects.sleeping_on(today).count() == 3
        assert AuditEvent.objects.filter(verb="placement.undone").count() == 6
        for stay in (moved[0], stays[0]):
            page = browse("placement-detail", stay)
            assert page.says("Traslado deshecho")
            assert reverse("placement-undo", args=[stay.pk]) not in page.links

    def test_the_message_after_a_move_leads_to_the_way_back(self, stays, hall, browse, today):
        beds = ",".join(str(bed.pk) for bed in beds_of(hall)[:3])
        people = [str(stay.individual_id) for stay in stays]
        after = browse("placement-move", stays[0], people=people, run=beds, starts_on=today)
        assert "y 2 más duermen en Salón San José, 101" in after.messages[0]
        assert "Deshacer el traslado" in after.messages[0]

    def test_it_is_taken_back_once_and_they_may_move_again(self, cast, stays, move_all):
        moved = move_all()
        assert undo(stays[2], by=cast.carla)
        for stay in (moved[0], stays[0]):
            with refused("nothing to take back", kind=NothingToUndo):
                undo(stay, by=cast.carla)
        again = move_all()
        assert {stay.previous_id for stay in again} == {stay.pk for stay in stays}
        assert undo(again[0], by=cast.carla)
        assert where(stays) == {(None, None, None)}

    def test_a_planned_move_is_taken_back_too(self, cast, stays, move_all, today):
        moved = move_all(on=today + 3 * DAY)
        undo(moved[0], by=cast.carla)
        assert where(stays) == {(None, None, None)}

    def test_an_end_that_stood_before_the_move_stands_again(self, cast, site, stays, today):
        """What a move changed is put back, and no more: they were to leave in two days."""
        [one, *_others] = stays
        planned = placements.move(one, bed=beds_of(site)[0], on=today + 2 * DAY, by=cast.carla)
        told = {"reason": CancelReason.DECLINED, "earlier": "ended", "by": cast.carla}
        cancel(planned, **told)
        one.refresh_from_db()
        moved = placements.move(one, bed=beds_of(site)[1], on=today, by=cast.carla)
        undo(moved, by=cast.carla)
        one.refresh_from_db()
        assert (one.ends_on, one.planned_end_on, one.checked_out_at) == (
            None,
            today + 2 * DAY,
            None,
        )

    def test_two_who_changed_beds_change_back(self, cast, site, stays, today):
        beds = {stays[0]: stays[1].bed, stays[1]: stays[0].bed}
        hand_over = beds_of(site)[0]
        # Nobody moves into a bed in which somebody sleeps: by way of a third one.
        first = placements.move(stays[0], bed=hand_over, on=today, by=cast.carla)
        second = placements.move(stays[1], bed=beds[stays[1]], on=today, by=cast.carla)
        assert {each.previous for each in (first, second)} == set(stays[:2])
        undo(second, by=cast.carla)
        assert where(stays[:2]) == {(None, None, None)}

    def test_not_after_a_day_nor_when_something_else_happened(self, cast, stays, move_all, site):
        moved = move_all()
        with time_machine.travel(timezone.now() + 25 * datetime.timedelta(hours=1)):
            assert last_done(moved[0]) is None
        placements.extend(moved[0], planned_end_on=stays[0].starts_on + 9 * DAY, by=cast.carla)
        assert last_done(stays[0]) is None
        assert {each.pk for each in last_done(moved[1]).stays} == {moved[1].pk, moved[2].pk}

    def test_nobody_goes_back_into_a_bed_that_others_have(self, cast, stays, move_all, today):
        moved = move_all()
        [other] = people_of(a_family(cast.norte))
        a_stay(other, stays[0].site, stays[0].bed, by=cast.carla, starts_on=today)
        with pytest.raises(BedTaken):
            undo(moved[0], by=cast.carla)
        assert {stay.cancelled_at for stay in fresh(moved)} == {None}

    def test_nor_into_one_that_was_taken_out_of_service(self, cast, stays, move_all, today):
        moved = move_all()
        close_bed(stays[0].bed, starts_on=today, reason="damp", by=cast.carla)
        with refused("out of service", kind=BedNotInService):
            undo(moved[0], by=cast.carla)

    def test_nor_beside_whom_it_is_not_safe(self, cast, site, hall, today):
        [girl] = people_of(a_family(cast.norte))
        girl.sex, girl.birth_year = Sex.FEMALE, today.year - 11
        girl.save()
        stay = a_stay(girl, site, beds_of(site)[3], by=cast.carla, starts_on=today)
        told = {"site": hall, "bed": beds_of(hall)[0], "on": today, "by": cast.carla}
        moved = placements.move(stay, reason="La cuida la vecina.", **told)
        [man] = people_of(a_family(cast.norte))
        a_stay(man, site, beds_of(site)[2], by=cast.carla, starts_on=today)
        with refused("without an adult of their own", kind=Endangers):
            undo(moved, by=cast.carla)

    def test_the_reason_falls_with_the_move(self, cast, stays, hall, today):
        type(hall).objects.filter(pk=hall.pk).update(paid_until=today)
        hall.refresh_from_db()
        told = {"site": hall, "bed": beds_of(hall)[0], "on": today, "by": cast.carla}
        moved = placements.move(stays[0], reason="Esperan el pago.", **told)
        undo(moved, by=cast.carla)
        assert StayReason.objects.get().taken_back_at

    def test_who_may_not_change_the_earlier_stay_is_not_offered_it(self, cast, stays, hall, today):
        """The stay at the new place is in sight of whoever runs it, the one before is not."""
        elsewhere = a_site(cast.cucuta, beds=[2], name="Otra casa")
        one = stays[0]
        Placement.objects.filter(pk=one.pk).update(site=elsewhere, bed=None)
        one.refresh_from_db()
        told = {"site": hall, "bed": beds_of(hall)[0], "on": today, "by": cast.sonia}
        moved = placements.move(one, **told)
        address = reverse("placement-undo", args=[moved.pk])
        assert address in page_of(as_(cast.sonia).get(moved_page(moved))).links
        reader = as_(cast.carla)
        assert address not in page_of(reader.get(moved_page(moved))).links
        assert not page_of(reader.get(address)).says("Otra casa")
        # What she says of it leaves the other house as it is.
        assert page_of(reader.get(reverse("placement-annul", args=[moved.pk]))).offered(
            "earlier"
        ) == ["ended"]


def moved_page(stay):
    return reverse("placement-detail", args=[stay.pk])


def test_the_database_knows_one_standing_stay_after_a_move(cast, stays, hall, today):
    facts = {"previous": stays[0], "by": cast.carla, "starts_on": today}
    Placement.objects.filter(pk=stays[0].pk).update(ends_on=today)
    a_stay(stays[0].individual, hall, ends_on=today + DAY, **facts)
    with (
        pytest.raises(IntegrityError, match="one_standing_stay_after_a_move"),
        transaction.atomic(),
    ):
        a_stay(stays[0].individual, hall, **(facts | {"starts_on": today + 4 * DAY}))


class TestSaidLater:
    """The stay that began with the move did not happen; the one before runs on, or does not."""

    def test_the_form_says_what_becomes_of_the_earlier_stay_and_chooses_nothing(
        self, stays, move_all, browse, today
    ):
        moved = move_all(on=today - 2 * DAY)
        page = browse("placement-annul", moved[0])
        assert page.offered("earlier") == ["runs_on", "ended"]
        assert page.says(
            f"Hotel Puente · 102 · 1, hasta el traslado del {short_date(today - 2 * DAY)}"
        )
        assert page.says("2 noches dejan de contar.")
        sent = {"stays": [moved[0].pk], "cancel_reason": "mistake", "reason": "Otra familia."}
        answer = browse("placement-annul", moved[0], **sent)
        assert "Diga qué pasa con la estadía desde la que se trasladaron." in answer.refusals[0]
        assert browse("placement-annul", stays[0]).offered("earlier") == []

    def test_who_never_left_sleeps_there_again_on_every_night(self, cast, stays, move_all, today):
        moved = move_all(on=today - 2 * DAY)
        sent = {
            "stays": [stay.pk for stay in moved],
            "cancel_reason": "mistake",
            "earlier": "runs_on",
            "reason": "Era otra familia.",
        }
        with time_machine.travel(timezone.now() + 3 * DAY):
            address = reverse("placement-annul", args=[moved[0].pk])
            page = page_of(as_(cast.carla).post(address, sent, follow=True))
        assert page.says("Correcciones", "Era otra familia.")
        assert where(stays) == {(None, None, None)}
        for night in (today - 2 * DAY, today - DAY, today):
            assert set(Placement.objects.sleeping_on(night)) == set(stays)
        for stay in stays:
            [kept] = Correction.objects.of(stay)
            assert kept.because == "Era otra familia."
            assert short_date(today - 2 * DAY) in kept.changes
        assert AuditEvent.objects.filter(verb="placement.runs_on").count() == 3

    def test_nights_that_are_not_paid_there_take_their_reason(self, cast, site, stays, today):
        told = {"bed": beds_of(site)[0], "on": today - 2 * DAY, "by": cast.carla}
        moved = placements.move(stays[0], **told)
        type(site).objects.update(paid_until=today - DAY)
        said = {"cancel_reason": "mistake", "earlier": "runs_on", "reason": "Nunca se fue."}
        annul_stays([moved], **said, by=cast.carla)
        assert StayReason.objects.get(placement=stays[0]).rules == ["not_paid"]

    def test_it_does_not_run_on_into_a_bed_that_others_have(self, cast, stays, move_all, today):
        moved = move_all()
        [other] = people_of(a_family(cast.norte))
        a_stay(other, stays[0].site, stays[0].bed, by=cast.carla, starts_on=today)
        said = {"cancel_reason": "mistake", "earlier": "runs_on", "by": cast.carla}
        with pytest.raises(BedTaken):
            annul_stays(moved[:1], **said)
        assert not Correction.objects.exists()

    def test_a_planned_move_that_is_cancelled_asks_the_same(
        self, cast, stays, move_all, browse, today
    ):
        moved = move_all(on=today + 3 * DAY)
        assert browse("placement-cancel", moved[0]).offered("earlier") == ["runs_on", "ended"]
        with refused("Say what becomes", field="earlier"):
            cancel(moved[0], reason="declined", by=cast.carla)
        told = {"reason": "declined", "earlier": "runs_on"}
        browse("placement-cancel", moved[0], stays=moved[0].pk, **told)
        told["earlier"] = "ended"
        browse("placement-cancel", moved[1], stays=moved[1].pk, **told)
        earlier = Placement.objects.filter(previous=None)
        ends = [(stay.ends_on, stay.planned_end_on) for stay in earlier]
        assert sorted(ends, key=str) == sorted(
            [(None, None), (None, today + 3 * DAY), (None, today + 3 * DAY)], key=str
        )
        assert fresh(stays[:1])[0].planned_end_on is None

    def test_a_child_left_at_the_new_place_takes_a_reason(self, cast, family, stays, hall, today):
        *_adults, child = people_of(family)
        child.birth_year = today.year - 8
        child.save()
        beds = dict(zip(stays, beds_of(hall), strict=False))
        moved = placements.move_all(beds, on=today, by=cast.carla)
        adults = [stay for stay in moved if stay.individual_id != child.pk]
        said = {"cancel_reason": "mistake", "earlier": "runs_on", "by": cast.carla}
        with refused(child.display_name, field="reason", kind=ReasonNeeded):
            annul_stays(adults, **said)
        assert len(annul_stays(moved, **said)) == 3


def test_who_is_checked_in_by_mistake_today_needs_no_reason(cast, site, today):
    [person] = people_of(a_family(cast.norte))
    stay = check_in(a_stay(person, site, by=cast.carla, starts_on=today), by=cast.carla)
    annul_stays([stay], cancel_reason="mistake", by=cast.carla)
    assert Correction.objects.of(stay).get().because == ""


def test_the_day_of_a_move_is_put_right_for_all_who_moved_unless_unticked(
    cast, stays, move_all, browse, today
):
    moved = move_all()
    asked = browse("placement-correct-move", moved[0])
    keys = {str(stay.pk) for stay in moved}
    assert set(asked.offered("stays")) == keys
    client = as_(cast.carla)
    address = reverse("placement-correct-move", args=[moved[0].pk])
    assert set(client.get(address).context["form"]["stays"].value()) == keys
    sent = {"stays": sorted(keys), "on": today - 2 * DAY}
    answer = client.post(address, sent)
    assert answer.url == f"{moved_page(moved[0])}#corrections"
    assert {stay.starts_on for stay in fresh(moved)} == {today - 2 * DAY}
    assert {stay.ends_on for stay in fresh(stays)} == {today - 2 * DAY}
    shown = client.get(answer.url.partition("#")[0]).content.decode()
    assert 'id="corrections"' in shown
