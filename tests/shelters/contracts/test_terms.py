"""Contracts, payments, bills and notices are dated rows: a later one overwrites nothing, and every day can be asked."""

import datetime
from decimal import Decimal

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.corrections.models import Correction
from shelters.actions import placements
from shelters.contracts import actions
from shelters.contracts.models import SiteContract, SiteNotice, SitePayment
from shelters.contracts.rules import under_contract
from shelters.contracts.terms import terms_on
from shelters.models import Site
from shelters.refusals import ReasonNeeded
from tests.cast import Cast, as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_site, people_of

DAY = datetime.timedelta(days=1)
START = datetime.date(2019, 11, 1)
NIGHTS = [START + n * DAY for n in range(40)]
periods = st.tuples(st.integers(0, 30), st.one_of(st.none(), st.integers(1, 9))).map(
    lambda pair: (
        START + pair[0] * DAY,
        None if pair[1] is None else START + (pair[0] + pair[1]) * DAY,
    )
)


@given(st.lists(periods, max_size=6))
def test_a_night_is_under_contract_exactly_if_one_of_the_contracts_covers_it(contracts):
    nights = under_contract(contracts)
    for night in NIGHTS:
        is_covered = any(
            first <= night and (last is None or night < last) for first, last in contracts
        )
        assert nights.includes(night) is is_covered


def columns(site: Site) -> dict[str, object]:
    site.refresh_from_db()
    return {name: getattr(site, name) for name in actions.TERMS}


def test_a_second_contract_overwrites_nothing_and_the_nights_between_are_a_gap(cast, site, today):
    first = today - 10 * DAY
    one = actions.record_contract(site, starts_on=first, ends_on=today + 5 * DAY, by=cast.sonia)
    two = actions.record_contract(
        site, starts_on=today + 9 * DAY, ends_on=today + 60 * DAY, by=cast.sonia
    )
    site.refresh_from_db()
    assert [site.contract_starts_on, site.contract_ends_on, site.gaps] == [
        first,
        today + 60 * DAY,
        [(today + 5 * DAY, today + 9 * DAY)],
    ]
    covering = [
        [each.pk for each in terms_on(site, day).contracts]
        for day in (first, today + 4 * DAY, today + 5 * DAY, today + 8 * DAY, today + 9 * DAY)
    ]
    assert covering == [[one.pk], [one.pk], [], [], [two.pk]]


def test_a_stay_is_asked_about_the_nights_between_two_contracts(cast, site, family, today):
    actions.record_contract(site, starts_on=today, ends_on=today + 5 * DAY, by=cast.sonia)
    actions.record_contract(site, starts_on=today + 9 * DAY, by=cast.sonia)
    stay = placements.place(
        people_of(family)[0], site=site, starts_on=today, planned_end_on=today + DAY, by=cast.carla
    )
    placements.extend(stay, planned_end_on=today + 5 * DAY, by=cast.carla)
    with refused("has no contract for these nights", field="reason", kind=ReasonNeeded):
        placements.extend(stay, planned_end_on=today + 6 * DAY, by=cast.carla)
    stay.refresh_from_db()
    assert stay.site.terms["contract_ends_on"] is None


def test_a_payment_that_was_a_mistake_gives_way_to_the_one_before(cast, site, today):
    actions.record_payment(site, paid_on=today - DAY, paid_until=today + 3 * DAY, by=cast.carla)
    later = actions.record_payment(site, paid_on=today, paid_until=today + 9 * DAY, by=cast.carla)
    site.refresh_from_db()
    assert site.paid_until == today + 9 * DAY
    actions.correct_payment(later, is_mistake=True, by=cast.carla)
    site.refresh_from_db()
    assert site.paid_until == today + 3 * DAY
    assert SitePayment.objects.count() == 2
    with refused("recorded by mistake"):
        actions.correct_payment(later, paid_until=today + 4 * DAY, by=cast.carla)


def test_until_when_it_was_paid_can_be_asked_of_a_past_day(cast, site, today):
    actions.record_payment(site, paid_on=today - 9 * DAY, paid_until=today - 2 * DAY, by=cast.carla)
    actions.record_payment(site, paid_on=today - DAY, paid_until=today + 5 * DAY, by=cast.carla)
    paid = [terms_on(site, today - n * DAY).paid_until for n in (10, 9, 2, 1, 0)]
    assert paid == [None, today - 2 * DAY, today - 2 * DAY, today + 5 * DAY, today + 5 * DAY]


def test_a_bill_is_owed_from_the_day_it_came_until_it_is_settled(cast, site, today):
    bill = actions.record_bill(
        site,
        billed_on=today - 5 * DAY,
        starts_on=today - 35 * DAY,
        ends_on=today - 5 * DAY,
        amount=Decimal(60_000_000),
        currency="COP",
        by=cast.carla,
    )
    actions.settle_bill(bill, on=today - DAY, by=cast.carla)
    owed = [terms_on(site, today - n * DAY).owed_in_words for n in (6, 5, 2, 1)]
    assert owed == ["", "60.000.000 COP", "60.000.000 COP", ""]
    bill.refresh_from_db()
    with refused("settled already"):
        actions.settle_bill(bill, on=today, by=cast.carla)
    actions.correct_bill(bill, settled_on=None, by=cast.carla)
    assert terms_on(site, today).owed_in_words == "60.000.000 COP"


def test_what_is_put_right_stays_readable_and_late_it_needs_a_reason(cast, site, today):
    contract = actions.record_contract(site, starts_on=today, by=cast.sonia)
    actions.correct_contract(contract, ends_on=today + 30 * DAY, by=cast.sonia)
    site.refresh_from_db()
    assert site.contract_ends_on == today + 30 * DAY
    assert "→" in Correction.objects.of(contract)[0].changes
    SiteContract.objects.update(recorded_at=contract.recorded_at - 2 * DAY)
    with refused(field="reason"):
        actions.correct_contract(contract, ends_on=today + 40 * DAY, by=cast.sonia)
    verbs = AuditEvent.objects.filter(about_id=str(contract.pk)).values_list("verb", flat=True)
    assert sorted(verbs) == ["site_contract.corrected", "site_contract.recorded"]


@pytest.mark.parametrize("name", ["site-payment-record", "site-bill-record", "site-notice-record"])
def test_the_coordinator_records_for_her_sites_alone(cast, site, name):
    other = a_site(cast.cucuta)
    carla = as_(cast.carla)
    assert carla.get(reverse(name, args=[site.pk])).status_code == 200
    assert carla.get(reverse(name, args=[other.pk])).status_code == 404
    assert as_(cast.ana).get(reverse(name, args=[site.pk])).status_code == 404


def test_a_contract_is_signed_by_who_looks_after_sites_and_not_by_the_coordinator(
    cast, site, today
):
    assert as_(cast.carla).get(reverse("site-contract-record", args=[site.pk])).status_code == 404
    with pytest.raises(NotAllowed):
        actions.record_contract(site, starts_on=today, by=cast.carla)
    with pytest.raises(NotAllowed):
        actions.record_payment(
            a_site(cast.cucuta), paid_on=today, paid_until=today + DAY, by=cast.carla
        )


def test_days_to_come_are_refused_where_something_has_happened(cast, site, today):
    soon, later = today + DAY, today + 9 * DAY
    with refused(field="paid_on"):
        actions.record_payment(site, paid_on=soon, paid_until=later, by=cast.carla)
    with refused(field="received_on"):
        actions.record_notice(
            site,
            received_on=soon,
            leaves_on=later,
            given_by="owner",
            cause="arrears",
            by=cast.carla,
        )
    payment = actions.record_payment(site, paid_on=today, paid_until=later, by=cast.carla)
    with refused(field="paid_on"):
        actions.correct_payment(payment, paid_on=soon, by=cast.carla)


def test_the_site_repeats_what_its_rows_add_up_to_after_every_act(cast, site, today):
    contract = actions.record_contract(
        site, starts_on=today, ends_on=today + 3 * DAY, by=cast.sonia
    )
    acts = [
        lambda: actions.record_contract(site, starts_on=today + 7 * DAY, by=cast.sonia),
        lambda: actions.correct_contract(contract, ends_on=today + 5 * DAY, by=cast.sonia),
        lambda: actions.record_payment(
            site, paid_on=today, paid_until=today + 4 * DAY, by=cast.carla
        ),
        lambda: actions.record_notice(
            site,
            received_on=today,
            leaves_on=today + 8 * DAY,
            given_by="owner",
            cause="owner_use",
            by=cast.carla,
        ),
        lambda: actions.withdraw_notice(SiteNotice.objects.get(), on=today, by=cast.carla),
        lambda: actions.correct_notice(SiteNotice.objects.get(), withdrawn_on=None, by=cast.carla),
        lambda: actions.correct_contract(contract, is_mistake=True, by=cast.sonia),
    ]
    seen = []
    for act in acts:
        act()
        assert columns(site) == actions.terms_of(site)
        seen.append(tuple(str(value) for value in columns(site).values()))
    before, given, withdrawn, again = seen[2:6]
    assert (withdrawn, again) == (before, given)
    assert len(set(seen)) == 5


def test_the_page_says_what_holds_and_what_held(cast: Cast, site: Site, today):
    actions.record_contract(
        site,
        starts_on=today - 9 * DAY,
        ends_on=today - 3 * DAY,
        rate=Decimal(55_000),
        rate_per="bed",
        currency="COP",
        by=cast.sonia,
    )
    carla = as_(cast.carla)
    url = reverse("site-contract", args=[site.pk])
    now = page_of(carla.get(url))
    assert now.says("esta noche no tiene contrato registrado")
    then = page_of(carla.get(url, {"on": (today - 4 * DAY).isoformat()}))
    assert then.says("55.000 COP, por cama y noche")
    assert not then.says("esta noche no tiene contrato registrado")
    assert page_of(carla.get(url, {"on": "nadie sabe"})).says("Un filtro no está bien")


def test_the_page_costs_the_same_for_one_row_and_for_many(
    cast, site, today, django_assert_max_num_queries
):
    url, carla = reverse("site-contract", args=[site.pk]), as_(cast.carla)

    def rows(number):
        for n in range(number):
            actions.record_contract(site, starts_on=today - n * DAY, by=cast.sonia)
            actions.record_payment(site, paid_on=today, paid_until=today + n * DAY, by=cast.carla)

    rows(1)
    carla.get(url)
    with django_assert_max_num_queries(60) as one:
        carla.get(url)
    rows(4)
    with django_assert_max_num_queries(60) as many:
        carla.get(url)
    assert len(one) == len(many)
