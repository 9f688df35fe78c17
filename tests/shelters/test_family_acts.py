"""What is done for a whole family in one act, how it is taken back, and what the pages say of it."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts.models import AuditEvent
from shelters.actions import placements, presence
from shelters.actions.acts import CHECKED_IN
from shelters.actions.undo import last_done, undo
from shelters.choices import CancelReason, StayStatus
from shelters.models import Placement, StayReason
from shelters.nights import nights_of_stay
from shelters.refusals import BedTaken, Endangers, NothingToUndo, ReasonNeeded, StayNotOpen
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.acts import NOT_ASKED, check_out, correct_stay
from tests.shelters.build import a_family, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)


@pytest.fixture
def stays(cast, site, family, today):
    """The family of three, expected today until in nine days."""
    return placements.place_family(
        family, site=site, starts_on=today, planned_end_on=today + 9 * DAY, by=cast.carla
    )


@pytest.fixture
def browse(client, cast):
    """Looks at a page of a stay as Carla, or sends its form."""
    client.force_login(cast.carla)

    def browse_(name, stay, **sent):
        address = reverse(name, args=[stay.pk])
        answer = client.post(address, sent, follow=True) if sent else client.get(address)
        return page_of(answer)

    return browse_


def until_in_spanish(day):
    with override("es"):
        return nights_of_stay(day)


def all_of(stays):
    return [stay.pk for stay in stays]


def fresh(stays):
    return list(Placement.objects.filter(pk__in=all_of(stays)))


def test_a_family_is_checked_in_with_one_press_and_that_is_taken_back(cast, stays, browse, today):
    page = browse("placement-check-in", stays[0])
    assert set(page.offered("stays")) == {str(stay.pk) for stay in stays}
    after = browse("placement-check-in", stays[0], stays=page.offered("stays"))
    assert {stay.status_on(today) for stay in fresh(stays)} == {StayStatus.STAYING}
    [said] = after.messages
    assert "3 personas" in said
    assert "Deshacer" in said
    back = browse("placement-undo", stays[0], yes="1")
    assert "Todo queda como estaba." in back.messages[0]
    assert {stay.status_on(today) for stay in fresh(stays)} == {StayStatus.ARRIVES}
    assert AuditEvent.objects.filter(verb="placement.undone").count() == 3


def test_the_numbers_of_tonight_are_those_who_have_not_come_or_gone(cast, stays, browse, today):
    presence.check_in_all(stays[:1], by=cast.carla)
    night = reverse("site-night", args=[stays[0].site_id])
    page = page_of(as_(cast.carla).get(night))
    assert page.says("2 por llegar hoy", "0 por salir hoy")
    presence.check_in_all(stays[1:], by=cast.carla)
    assert page_of(as_(cast.carla).get(night)).says("0 por llegar hoy")
    presence.check_out_all(stays[:2], on=today, by=cast.carla)
    page = page_of(as_(cast.carla).get(night))
    assert page.says("0 por salir hoy")
    assert "#leaving" in page.links


def test_who_is_unticked_is_left_out(stays, browse, today):
    browse("placement-check-in", stays[0], stays=all_of(stays[:2]))
    arrived = [stay.status_on(today) == StayStatus.STAYING for stay in fresh(stays)]
    assert sorted(arrived) == [False, True, True]


def test_a_family_leaves_in_one_act_and_comes_back(cast, stays, browse, today):
    presence.check_in_all(stays, by=cast.carla)
    sent = {"stays": all_of(stays), "on": today.isoformat(), **NOT_ASKED}
    browse("placement-check-out", stays[0], **sent)
    assert {stay.ends_on for stay in fresh(stays)} == {today}
    undo(stays[1], by=cast.carla)
    assert {stay.ends_on for stay in fresh(stays)} == {None}


def test_a_family_stays_longer_in_one_act(stays, browse, today):
    later = today + 12 * DAY
    browse("placement-extend", stays[0], stays=all_of(stays), planned_end_on=later.isoformat())
    assert {stay.planned_end_on for stay in fresh(stays)} == {later}


def test_the_form_proposes_no_day_of_leaving_and_takes_none_for_an_answer(stays, browse, today):
    page = browse("placement-extend", stays[0])
    assert (page.fields["planned_end_on"], "has_no_day" in page.fields) == ("", False)
    assert page.says(until_in_spanish(today + 9 * DAY))
    for sent in (
        {"stays": all_of(stays)},
        {"stays": all_of(stays), "planned_end_on": today.isoformat(), "has_no_day": "on"},
    ):
        asked = browse("placement-extend", stays[0], **sent)
        assert asked.refusals == [
            "Salen el: Escriba el día, o marque que todavía no se sabe cuándo."
        ]
    assert {stay.planned_end_on for stay in fresh(stays)} == {today + 9 * DAY}
    browse("placement-extend", stays[0], stays=all_of(stays), has_no_day="on")
    assert {stay.planned_end_on for stay in fresh(stays)} == {None}


def test_what_was_extended_is_taken_back_once_and_told_as_such(cast, stays, browse, today):
    extended = {
        "stays": all_of(stays),
        "planned_end_on": (today + 12 * DAY).isoformat(),
    }
    browse("placement-extend", stays[0], **extended)
    before_button = browse("placement-undo", stays[0])
    for stay in stays:
        stay.refresh_from_db()
        assert before_button.says(f"Ahora: {until_in_spanish(stay.planned_end_on)}")
    assert before_button.says(f"Después, de nuevo: {until_in_spanish(today + 9 * DAY)}")
    after = browse("placement-undo", stays[0], yes="1")
    assert "Cambio del día de salida deshecho" in after.messages[0]
    assert {stay.planned_end_on for stay in fresh(stays)} == {today + 9 * DAY}
    page = browse("placement-detail", stays[0])
    assert page.says("Cambio del día de salida deshecho")
    assert reverse("placement-undo", args=[stays[0].pk]) not in page.links
    assert [last_done(stay) for stay in fresh(stays)] == [None, None, None]
    with refused("nothing to take back", kind=NothingToUndo):
        undo(stays[1], by=cast.carla)
    assert {stay.planned_end_on for stay in fresh(stays)} == {today + 9 * DAY}


def test_the_same_day_of_leaving_again_is_refused_and_undoes_nothing_before_it(
    cast, stays, browse, today
):
    presence.check_in_all(stays, by=cast.carla)
    same = {"planned_end_on": (today + 9 * DAY).isoformat()}
    asked = browse("placement-extend", stays[0], stays=all_of(stays), **same)
    assert asked.refusals == ["Salen el: El día de salida ya está anotado así."]
    assert last_done(fresh(stays)[0]).act == CHECKED_IN
    [first, *others] = stays
    placements.extend(first, planned_end_on=today + 12 * DAY, by=cast.carla)
    changed = placements.extend_all(stays, planned_end_on=today + 12 * DAY, by=cast.carla)
    assert {stay.pk for stay in changed} == {stay.pk for stay in others}


def test_one_stay_extended_is_taken_back_and_may_be_extended_and_taken_back_again(
    cast, stays, today
):
    [stay, *_others] = stays
    for _round in range(2):
        placements.extend(stay, planned_end_on=today + 12 * DAY, by=cast.carla)
        assert undo(stay, by=cast.carla) == [stay]
        stay.refresh_from_db()
        assert stay.planned_end_on == today + 9 * DAY
        assert last_done(stay) is None


def test_the_reason_falls_with_what_it_was_given_for(cast, site, stays, browse, today):
    type(site).objects.update(paid_until=today + 9 * DAY, contract_ends_on=today + 9 * DAY)
    [stay, *_others] = stays
    told = {"planned_end_on": today + 12 * DAY, "reason": "Firman otro contrato.", "by": cast.carla}
    placements.extend(stay, **told)
    page = browse("placement-detail", stay)
    assert page.says(
        "Aunque el contrato no cubre todas las noches · no todas las noches están pagadas"
    )
    assert not page.says("Las noches están pagadas")
    undo(stay, by=cast.carla)
    answer = as_(cast.carla).get(reverse("placement-detail", args=[stay.pk])).content.decode()
    assert "<s>Firman otro contrato.</s>" in answer
    with refused("is paid through", kind=ReasonNeeded):
        placements.extend(stay, **(told | {"reason": ""}))


def test_who_left_on_the_day_of_arrival_slept_no_night(cast, stays, browse, today):
    presence.check_in_all(stays, by=cast.carla)
    check_out(stays[0], on=today, by=cast.carla)
    page = browse("placement-detail", stays[0])
    assert page.says("ninguna noche; salió el")
    assert not page.says("noches hasta el", "inclusive")


def test_a_reason_that_may_be_asked_for_is_not_called_optional(site, stays, browse, today):
    type(site).objects.update(paid_until=today + 9 * DAY)
    sent = {"stays": all_of(stays), "planned_end_on": (today + 12 * DAY).isoformat()}
    asked = browse("placement-extend", stays[0], **sent)
    assert asked.says("Por qué, a pesar de todo necesario donde una regla lo pide")
    assert browse("placement-correct", stays[0]).says("necesario después de un día")


def test_the_reason_is_asked_on_the_page_only_when_it_is_needed(cast, site, stays, browse, today):
    type(site).objects.update(paid_until=today + 9 * DAY)
    assert not browse("placement-extend", stays[0]).offered("reason")
    sent = {"stays": all_of(stays), "planned_end_on": (today + 12 * DAY).isoformat()}
    asked = browse("placement-extend", stays[0], **sent)
    assert asked.offered("reason")
    assert "pagado hasta la noche del" in asked.refusals[0]
    browse("placement-extend", stays[0], **sent, reason="El hotel espera.")
    assert browse("placement-detail", stays[0]).says("El hotel espera.")


def test_what_is_a_day_old_or_changed_since_is_not_taken_back(cast, stays):
    [stay, *_rest] = presence.check_in_all(stays, by=cast.carla)
    assert last_done(stay).stays
    correct_stay(stay, starts_on=cast.carla.today() - DAY, by=cast.carla)
    with refused("nothing to take back", kind=NothingToUndo):
        undo(stay, by=cast.carla)


def test_nobody_comes_back_into_a_bed_that_others_have(cast, stays, today):
    [gone, *_rest] = presence.check_in_all(stays, by=cast.carla)
    check_out(gone, on=today, by=cast.carla)
    [other] = people_of(a_family(cast.norte))
    a_stay(other, gone.site, gone.bed, by=cast.carla, starts_on=today)
    with pytest.raises(BedTaken):
        undo(gone, by=cast.carla)


def test_until_names_the_last_night_and_the_day_of_leaving(cast, site, stays, browse):
    leaves = datetime.date(2031, 12, 4)
    Placement.objects.update(planned_end_on=leaves)
    said = "noches hasta el 3 dic 2031 inclusive; sale el 4 dic"
    for name in ("placement-detail", "placement-check-in"):
        assert browse(name, stays[0]).says(said)
    assert browse("site-night", site).says(said)
    type(site).objects.update(paid_until=leaves, contract_ends_on=leaves)
    page = browse("site-detail", site)
    assert page.says("noches pagadas hasta el 3 dic 2031 inclusive")
    assert page.says("contrato para las noches hasta el 3 dic 2031 inclusive")


def test_the_night_offers_to_check_in_the_family_together(cast, site, stays, browse):
    assert "Registrar llegada de toda la familia (3)" in browse("site-night", site).links.values()
    Placement.objects.filter(pk__in=all_of(stays[1:])).update(checked_in_at=timezone.now())
    assert not browse("site-night", site).says("toda la familia (")


def test_who_changes_the_day_of_leaving_reads_until_when_the_site_is_paid(site, stays, browse):
    ends = datetime.date(2031, 12, 4)
    type(site).objects.update(paid_until=ends, contract_ends_on=ends)
    pages = [browse("placement-extend", stays[0]), browse("placement-detail", stays[0])]
    for page in [*pages, browse("site-night", site)]:
        assert page.says("noches pagadas hasta el 3 dic 2031 inclusive")
        assert page.says("contrato para las noches hasta el 3 dic 2031 inclusive")


class TestAPlaceTakenBack:
    """A family that got a place by mistake waits again as it did before, for a day by a press."""

    def test_the_message_leads_to_it_and_all_of_the_family_wait_again(
        self, cast, site, family, browse, today
    ):
        beds = beds_of(site)[2:5]
        sent = {
            "people": [person.pk for person in people_of(family)],
            "run": ",".join(str(bed.pk) for bed in beds),
            "starts_on": today.isoformat(),
        }
        after = browse("placement-place", family, **sent)
        stays = list(Placement.objects.order_by("individual__number"))
        address = reverse("placement-undo", args=[stays[0].pk])
        assert "duermen en" in after.messages[0]
        assert address in after.links
        assert browse("placement-detail", stays[1]).says("Cupo asignado")
        asked = browse("placement-undo", stays[1])
        for stay in stays:
            assert asked.says(stay.individual.display_name)
        assert asked.says("La estadía de cada persona se cancela como registrada por error")
        back = browse("placement-undo", stays[0], yes="1")
        said = "Asignación de cupo deshecha: 3 personas. Todo queda como estaba."
        assert said in back.messages[0]
        assert {(stay.cancel_reason, stay.bed_id is None) for stay in fresh(stays)} == {
            (CancelReason.MISTAKE, False)
        }
        assert set(AuditEvent.objects.filter(verb="placement.undone").values_list("about_id")) == {
            (str(stay.pk),) for stay in stays
        }
        assert browse("placement-detail", stays[0]).says("Asignación de cupo deshecha")
        again = placements.place_family(family, site=site, starts_on=today, by=cast.carla)
        assert len(again) == 3

    def test_who_waited_at_a_site_without_a_bed_is_there_again(self, cast, site, family, today):
        """One of the family had a place and no bed: the act moved her, and gave two a place."""
        waits = a_stay(people_of(family)[0], site, by=cast.carla, starts_on=today - DAY)
        stays = placements.place_family(
            family,
            site=site,
            assignments=dict(zip(people_of(family), beds_of(site), strict=False)),
            starts_on=today,
            by=cast.carla,
        )
        assert {stay.previous for stay in stays} == {None, waits}
        done = last_done(waits)
        assert (done.act.verb, set(done.stays)) == ("placed", set(stays))
        undo(stays[1], by=cast.carla)
        waits.refresh_from_db()
        assert (waits.ends_on, waits.cancelled_at) == (None, None)
        assert list(Placement.objects.standing()) == [waits]

    def test_a_place_without_a_bed_is_taken_back_too(self, cast, site, family, today):
        people = people_of(family)
        stays = placements.place_at_site(
            family, people=people, site=site, starts_on=today, by=cast.carla
        )
        undo(stays[2], by=cast.carla)
        assert not Placement.objects.standing().exists()

    def test_not_after_a_day_nor_twice(self, cast, stays):
        with time_machine.travel(timezone.now() + 25 * datetime.timedelta(hours=1)):
            assert last_done(stays[0]) is None
        undo(stays[0], by=cast.carla)
        for stay in stays:
            with refused("nothing to take back", kind=NothingToUndo):
                undo(stay, by=cast.carla)

    def test_who_came_meanwhile_keeps_the_bed(self, cast, stays):
        came, *others = stays
        presence.check_in_all([came], by=cast.carla)
        asked = as_(cast.carla).get(reverse("placement-undo", args=[others[0].pk]))
        assert set(asked.context["undoable"].stays) == set(others)
        undo(others[0], by=cast.carla)
        assert list(Placement.objects.standing()) == [came]
        undo(came, by=cast.carla)
        with refused("nothing to take back", kind=NothingToUndo):
            undo(came, by=cast.carla)

    def test_no_child_is_left_alone_by_it(self, cast, site, family, today):
        *adults, child = people_of(family)
        child.birth_year = today.year - 8
        child.save()
        told = {"site": site, "starts_on": today, "by": cast.carla}
        beds = beds_of(site)[2:]
        [first] = placements.place_family(
            family, assignments=dict(zip(adults[:1], beds, strict=False)), **told
        )
        a_stay(child, site, beds[1], by=cast.carla, starts_on=today)
        with refused(child.display_name, kind=Endangers):
            undo(first, by=cast.carla)
        assert Placement.objects.standing().count() == 2

    def test_the_reason_falls_with_it(self, cast, site, family, today):
        type(site).objects.update(paid_until=today)
        site.refresh_from_db()
        told = {"site": site, "starts_on": today, "reason": "Esperan el pago.", "by": cast.carla}
        [stay, *_others] = placements.place_family(family, **told)
        assert StayReason.objects.standing().count() == 3
        undo(stay, by=cast.carla)
        assert not StayReason.objects.standing().exists()

    def test_whoever_reads_the_stay_alone_is_not_offered_it(self, cast, stays):
        address = reverse("placement-undo", args=[stays[0].pk])
        page = reverse("placement-detail", args=[stays[0].pk])
        assert address in page_of(as_(cast.carla).get(page)).links
        reader = as_(cast.ana)
        assert address not in page_of(reader.get(page)).links
        assert reader.post(address, {"yes": "1"}).status_code == 404


def test_a_family_that_did_not_come_is_cancelled_in_one_act(cast, stays, browse):
    address = reverse("placement-cancel", args=[stays[0].pk])
    asked = page_of(as_(cast.carla).get(address))
    assert set(asked.offered("stays")) == set(map(str, all_of(stays)))
    browse("placement-cancel", stays[0], stays=all_of(stays), reason="no_show")
    assert {stay.cancel_reason for stay in fresh(stays)} == {"no_show"}
    assert AuditEvent.objects.filter(verb="placement.cancelled").count() == 3


def test_who_has_that_bed_or_waits_there_without_one_is_not_moved_to_where_they_are(
    cast, stays, today
):
    [one, *_others] = stays
    with refused("has this place already", kind=StayNotOpen):
        placements.move_all({one: one.bed}, on=today + DAY, by=cast.carla)
    [parked] = placements.move_all({one: None}, on=today + DAY, reason="Espera.", by=cast.carla)
    with refused("has this place already", kind=StayNotOpen):
        placements.move_all({parked: None}, on=today + DAY, reason="Espera.", by=cast.carla)
