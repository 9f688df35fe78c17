"""What is done for a whole family in one act, how it is taken back, and what the pages say of it."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent
from shelters.actions import placements
from shelters.actions.undo import last_done, undo
from shelters.choices import StayStatus
from shelters.models import Placement
from shelters.refusals import BedTaken, NothingToUndo
from tests.page import page_of
from tests.refusals import refused
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
    browse("placement-undo", stays[0], yes="1")
    assert {stay.status_on(today) for stay in fresh(stays)} == {StayStatus.ARRIVES}
    assert AuditEvent.objects.filter(verb="placement.undone").count() == 3


def test_who_is_unticked_is_left_out(stays, browse, today):
    browse("placement-check-in", stays[0], stays=all_of(stays[:2]))
    arrived = [stay.status_on(today) == StayStatus.STAYING for stay in fresh(stays)]
    assert sorted(arrived) == [False, True, True]


def test_a_family_leaves_in_one_act_and_comes_back(cast, stays, browse, today):
    placements.check_in_all(stays, by=cast.carla)
    browse("placement-check-out", stays[0], stays=all_of(stays), on=today.isoformat())
    assert {stay.ends_on for stay in fresh(stays)} == {today}
    undo(stays[1], by=cast.carla)
    assert {stay.ends_on for stay in fresh(stays)} == {None}


def test_a_family_stays_longer_in_one_act(stays, browse, today):
    later = today + 12 * DAY
    browse("placement-extend", stays[0], stays=all_of(stays), planned_end_on=later.isoformat())
    assert {stay.planned_end_on for stay in fresh(stays)} == {later}


def test_the_reason_is_asked_on_the_page_only_when_it_is_needed(cast, site, stays, browse, today):
    type(site).objects.update(paid_until=today + 9 * DAY)
    assert not browse("placement-extend", stays[0]).offered("reason")
    sent = {"stays": all_of(stays), "planned_end_on": (today + 12 * DAY).isoformat()}
    asked = browse("placement-extend", stays[0], **sent)
    assert asked.offered("reason")
    assert "pagado hasta la noche del" in asked.refusals[0]
    browse("placement-extend", stays[0], **sent, reason="El hotel espera.")
    assert browse("placement-detail", stays[0]).says("El hotel espera.")


def test_what_is_a_day_old_or_changed_since_is_not_taken_back(cast, stays, site):
    assert last_done(stays[0]) is None
    [stay, *_rest] = placements.check_in_all(stays, by=cast.carla)
    assert last_done(stay).stays
    placements.move(stay, bed=beds_of(site)[0], on=cast.carla.today(), by=cast.carla)
    with refused("nothing to take back", kind=NothingToUndo):
        undo(stay, by=cast.carla)


def test_nobody_comes_back_into_a_bed_that_others_have(cast, stays, today):
    [gone, *_rest] = placements.check_in_all(stays, by=cast.carla)
    placements.check_out(gone, on=today, by=cast.carla)
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
