"""Money that is sought, pledged or received, and things handed out by whom."""

import datetime
import re
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from accounts.access import NotAllowed
from aid.actions.distributions import correct_distribution, distribute
from aid.actions.pledges import move_pledge, record_pledge, state_need
from aid.choices import PLEDGE_MOVES, PledgeStatus
from aid.models import ItemDistribution, Pledge, PledgeMove, StatedNeed
from aid.rules.gaps import month_after, monthly_gaps, monthly_shares
from casework.work.actions import record_visit
from partners.choices import OrganisationKind
from partners.models import Organisation
from tests.aid.build import a_payer
from tests.asylum.build import undone
from tests.build import a_case, an_arrival, people_of
from tests.cast import Cast, as_
from tests.refusals import refused
from tests.shelters.build import a_site

D = datetime.date
MAY = D(2019, 5, 1)


def a_pledge(cast: Cast, amount: int, **facts: Any) -> Pledge:
    return record_pledge(
        by=cast.adela,
        **{
            "funder": a_payer(),
            "kinds": ["lodging"],
            "amount": Decimal(amount),
            "currency": "COP",
            "first_month": MAY,
            "months": 1,
            **facts,
        },
    )


def test_f53_the_gap_per_month_is_what_is_needed_less_what_was_received(cast):
    state_need(
        kind="lodging",
        first_month=MAY,
        months=3,
        amount=Decimal(100),
        currency="COP",
        by=cast.adela,
    )
    a_pledge(cast, 120, months=2, status=PledgeStatus.RECEIVED)
    a_pledge(cast, 40, status=PledgeStatus.PLEDGED)
    a_pledge(cast, 90, first_month=D(2019, 7, 1), status=PledgeStatus.SOUGHT)
    page = as_(cast.sonia).get(reverse("pledge-gap") + "?all")
    assert [
        (row.month.month, row.needed, row.received, row.gap, row.pledged, row.sought)
        for row in page.context["rows"]
    ] == [(5, 100, 60, 40, 40, 0), (6, 100, 60, 40, 0, 0), (7, 100, 0, 100, 0, 90)]
    assert as_(cast.sonia).get(reverse("pledge-gap")).context["rows"] == []


def test_f53_money_that_came_fills_the_gap_it_was_sought_for(cast):
    state_need(
        kind="lodging", first_month=MAY, months=1, amount=Decimal(90), currency="COP", by=cast.adela
    )
    pledge = a_pledge(cast, 90)

    def gap() -> Decimal:
        return monthly_gaps(StatedNeed.objects.all(), Pledge.objects.all())[0].gap

    assert gap() == 90
    move_pledge(pledge, status="pledged", on=D(2019, 5, 3), by=cast.adela)
    assert gap() == 90
    move_pledge(pledge, status="received", on=D(2019, 5, 9), by=cast.adela)
    assert gap() == 0
    assert [move.status for move in PledgeMove.objects.order_by("at")] == [
        "sought",
        "pledged",
        "received",
    ]


def test_months_are_shared_out_to_the_cent_and_currencies_stay_apart(cast):
    shares = monthly_shares(a_pledge(cast, 100, first_month=D(2019, 11, 15), months=3))
    assert [str(share) for _month, share in shares] == ["33.33", "33.33", "33.34"]
    assert [month for month, _share in shares] == [D(2019, 11, 1), D(2019, 12, 1), D(2020, 1, 1)]
    a_pledge(cast, 5, first_month=D(2019, 11, 1), currency="USD")
    rows = monthly_gaps([], Pledge.objects.all(), since=D(2019, 11, 1))
    assert [row.currency for row in rows if row.month == D(2019, 11, 1)] == ["COP", "USD"]
    assert month_after(D(2019, 1, 31), -1) == D(2018, 12, 1)


@pytest.mark.parametrize("present", PledgeStatus.values)
def test_a_pledge_moves_only_where_the_table_leads(cast, present):
    pledge = a_pledge(cast, 10, status=present)
    for wanted in PledgeStatus.values:
        pledge.refresh_from_db()
        if wanted in PLEDGE_MOVES[present]:
            with undone():
                assert move_pledge(pledge, status=wanted, on=MAY, by=cast.adela).status == wanted
        else:
            with refused("does not follow on", field="status"):
                move_pledge(pledge, status=wanted, on=MAY, by=cast.adela)


def test_a_need_stated_again_takes_the_place_of_the_first(cast):
    for amount in (100, 150):
        state_need(
            kind="meals",
            first_month=MAY,
            months=2,
            amount=Decimal(amount),
            currency="COP",
            by=cast.adela,
        )
    assert [need.amount for need in StatedNeed.objects.all()] == [150, 150]


def test_another_offices_pledges_are_out_of_sight_and_reach(cast):
    pledge = a_pledge(cast, 10)
    client = as_(cast.mara)
    assert client.get(reverse("pledge-list")).context["total"] == 0
    assert client.get(reverse("pledge-move", args=[pledge.pk])).status_code == 404
    with pytest.raises(NotAllowed):
        move_pledge(pledge, status="received", on=MAY, by=cast.mara)
    with pytest.raises(NotAllowed):
        state_need(
            kind="meals", first_month=MAY, months=1, amount=Decimal(1), currency="COP", by=cast.ana
        )


def test_pledges_and_needs_are_written_on_their_pages(cast):
    client = as_(cast.adela)
    sent = {
        "funder": a_payer().pk,
        "kinds": ["meals"],
        "amount": "300",
        "currency": "USD",
        "first_month": "2019-05-17",
        "months": "3",
        "status": "sought",
    }
    assert client.post(reverse("pledge-record"), sent).status_code == 302
    pledge = Pledge.objects.get()
    assert (pledge.first_month, pledge.last_month) == (MAY, D(2019, 7, 1))
    move = {"status": "received", "on": "2019-06-01"}
    assert client.post(reverse("pledge-move", args=[pledge.pk]), move).status_code == 302
    need = sent | {"kind": "meals"}
    assert client.post(reverse("need-state"), need).status_code == 302
    assert StatedNeed.objects.count() == 3


def test_f55_things_and_visits_are_counted_by_provider(cast):
    case = a_case(cast)
    person = people_of(case)[0]
    circle = Organisation.objects.create(
        name="Red Nacida en la Acera", kind=OrganisationKind.VOLUNTEERS
    )
    for target, article, quantity in ((case, "clothes", 3), (person, "hygiene", 2)):
        distribute(target, provider=circle, article=article, quantity=quantity, on=MAY, by=cast.ana)
    distribute(case, provider=circle, article="clothes", quantity=4, on=MAY, by=cast.ana)
    record_visit(person, provider=circle, kind="medical", on=MAY, by=cast.ana)
    parish = Organisation.objects.create(name="Parroquia", kind=OrganisationKind.CHURCH)
    for kind in ("medical", "nursing"):
        record_visit(person, provider=parish, kind=kind, on=MAY, by=cast.ana)
    lines = {}
    for name in ("ana", "bruno", "carla"):
        context = as_(cast.users[name]).get(reverse("provider-table")).context
        lines[name] = [(each.name, counts, visits) for each, counts, visits in context["lines"]]
    assert lines["ana"] == [
        ("Parroquia", [0] * 8, 2),
        ("Red Nacida en la Acera", [2, 0, 0, 7, 0, 0, 0, 0], 1),
    ]
    assert (lines["bruno"], lines["carla"]) == ([], [])
    page = as_(cast.ana).get(reverse("provider-table")).content.decode()
    [line] = re.findall(r"<tr>\s*<th scope=\"row\">\s*Red Nacida.*?</tr>", page, re.DOTALL)
    assert str(OrganisationKind.VOLUNTEERS.label) in line
    assert re.findall(r">(\d+)</td>", line) == ["2", "0", "0", "7", "0", "0", "0", "0", "1"]


def test_things_are_handed_out_on_the_familys_page_and_another_team_finds_none(cast):
    case = a_case(cast)
    page = reverse("item-distribute", args=["case", case.pk])
    sent = {"provider": a_payer().pk, "article": "blanket", "quantity": "4", "on": "2019-05-01"}
    assert as_(cast.bruno).post(page, sent).status_code == 404
    assert as_(cast.ana).post(page, sent).status_code == 302
    assert ItemDistribution.objects.get().target == case
    support = as_(cast.ana).get(reverse("case-part", args=[case.number, "aid"]))
    assert "4 ×" in support.content.decode()
    assert as_(cast.bruno).get(reverse("distribution-list")).context["total"] == 0
    assert as_(cast.ana).get(reverse("item-distribute", args=["moon", case.pk])).status_code == 404


def test_twenty_for_one_person_is_asked_about_and_then_taken(cast):
    person = people_of(a_case(cast))[0]
    page = reverse("item-distribute", args=["individual", person.pk])
    sent = {"provider": a_payer().pk, "article": "hygiene", "quantity": "20", "on": "2019-05-01"}
    client = as_(cast.ana)
    assert 'name="is_sure"' not in client.get(page).content.decode()
    answer = client.post(page, sent)
    assert list(answer.context["form"].errors) == ["is_sure"]
    assert 'name="is_sure"' in answer.content.decode()
    assert ItemDistribution.objects.count() == 0
    assert client.post(page, sent | {"is_sure": "on"}).status_code == 302
    assert ItemDistribution.objects.get().quantity == 20


def test_a_family_is_asked_about_by_its_size_and_a_site_is_not(cast):
    case = an_arrival(cast)
    told = {"provider": a_payer(), "article": "blanket", "on": MAY, "by": cast.ana}
    distribute(case, quantity=20, **told)
    with refused("21 for 4 people", field="is_sure"):
        distribute(case, quantity=21, **told)
    distribute(a_site(cast.cucuta, run_by=cast.carla), quantity=400, **told | {"by": cast.carla})


def test_whoever_corrects_things_comes_back_and_a_mistake_is_not_offered_again(cast):
    case = a_case(cast)
    support = reverse("case-part", args=[case.number, "aid"])
    told = {"provider": a_payer(), "article": "blanket", "on": MAY, "by": cast.ana}
    handed = distribute(case, quantity=2, **told)
    client, address = as_(cast.ana), reverse("distribution-correct", args=[handed.pk])
    link = f"{address}?back={support}"
    assert link in client.get(support).content.decode()
    assert client.get(link).context["cancel_url"] == support
    answer = client.post(link, {"provider": handed.provider.pk, "article": "blanket",
                                "quantity": "2", "on": "2019-05-01", "is_mistake": "on"})  # fmt: skip
    assert answer["Location"] == support
    assert address not in client.get(support).content.decode()
    assert address not in client.get(reverse("distribution-list")).content.decode()
    with refused("recorded by mistake"):
        correct_distribution(handed, quantity=3, by=cast.ana)


@pytest.mark.parametrize("name", ["pledge-list", "distribution-list", "provider-table"])
def test_a_list_asks_as_often_for_four_rows_as_for_one(cast, name, django_assert_max_num_queries):
    case = a_case(cast)

    def one_more() -> None:
        a_pledge(cast, 10)
        distribute(case, provider=a_payer(), article="baby", quantity=1, on=MAY, by=cast.ana)

    client = as_(cast.sonia)
    one_more()
    client.get(reverse(name))
    with django_assert_max_num_queries(25) as one:
        client.get(reverse(name))
    for _more in range(3):
        one_more()
    with django_assert_max_num_queries(25) as four:
        client.get(reverse(name))
    assert len(one) == len(four)
