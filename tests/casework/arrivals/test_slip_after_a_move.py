"""A slip has the number of the case in which its people are now, after moves by the pages."""

from django.urls import reverse

from casework.arrivals.actions.arrivals import log_arrival
from casework.cases.actions import close_case
from casework.families.models import FamilyChange
from casework.register.models.arrival import Arrival
from casework.slips.content import outdated_slips
from casework.slips.models import ArrivalSlip
from tests.build import a_row
from tests.casework.arrivals.test_group_that_moved import (  # noqa: F401
    group,
    join,
    member,
    number_of,
    page,
    split,
)
from tests.casework.arrivals.test_slip_states import FALLEN, is_valid
from tests.cast import as_
from tests.page import Page, page_of


def arrival_of(name: str) -> Arrival:
    return member(name).individual.arrival


def slip_page(cast, arrival: Arrival) -> Page:
    return page_of(as_(cast.ana).get(reverse("arrival-slip", args=[arrival.pk])))


def issued(cast, arrival: Arrival) -> ArrivalSlip:
    answer = as_(cast.ana).post(reverse("slip-issue", args=[arrival.pk]), {})
    assert answer.status_code == 302
    return ArrivalSlip.objects.not_revoked().get(arrival=arrival)


def undo(cast) -> None:
    change = FamilyChange.objects.get()
    as_(cast.ana).post(reverse("family-undo", args=[change.case.number, change.pk]), {})


def test_who_joined_another_family_gets_a_slip_of_the_case_where_they_are(cast, group):  # noqa: F811
    into, arrival = number_of("Kevin"), arrival_of("Rosa")
    before = issued(cast, arrival)
    for name in ("Iker", "Rosa"):
        join(cast, name, into)
    assert not is_valid(before)
    assert slip_page(cast, arrival).says(FALLEN)
    seen = page(cast.ana, group)
    address = reverse("arrival-slip", args=[arrival.pk])
    assert address in seen.links
    assert seen.says("Kevin Páez, Yulimar Páez", "Rosa Mora, Iker Mora")
    panel = page_of(as_(cast.ana).get(reverse("case-part", args=[into, "people"])))
    assert address in panel.links
    slip = issued(cast, arrival)
    assert is_valid(slip)
    shown = slip_page(cast, arrival)
    assert shown.says("El papel no lleva título ni nuestro nombre, a propósito")
    assert shown.says(into, "Rosa Mora", "Iker Mora", slip.token)
    [paper] = [each for each in shown.root.all("section") if "slip" in each.classes]
    assert "Kevin" not in paper.text


def test_without_a_slip_the_page_offers_one_or_says_what_to_do(cast, group):  # noqa: F811
    arrival, into = arrival_of("Rosa"), number_of("Kevin")
    for name in ("Iker", "Rosa"):
        join(cast, name, into)
    assert reverse("slip-issue", args=[arrival.pk]) in slip_page(cast, arrival).sends_to
    case = member("Kevin").case
    close_case(case, reason="lost_contact", on=cast.ana.today(), by=cast.ana)
    closed = slip_page(cast, arrival)
    assert closed.says(f"El caso {into} está cerrado: una constancia no sería válida.")
    assert reverse("slip-issue", args=[arrival.pk]) not in closed.sends_to


def test_undoing_the_join_makes_the_number_the_first_one_again(cast, group):  # noqa: F811
    other = log_arrival(team=cast.norte, rows=[a_row("Wilmer")], on=cast.ana.today(), by=cast.ana)
    alone = member("Wilmer").individual.arrival
    join(cast, "Wilmer", number_of("Kevin"))
    slip = issued(cast, alone)
    assert is_valid(slip)
    undo(cast)
    assert not is_valid(slip)
    assert is_valid(issued(cast, alone))
    assert slip_page(cast, alone).says(other.number)


def test_after_a_split_the_row_names_those_whom_the_slip_names(cast, group):  # noqa: F811
    arrival, old = arrival_of("Yulimar"), number_of("Kevin")
    slip = issued(cast, arrival)
    new = split(cast, "Yulimar")
    assert is_valid(slip)
    assert outdated_slips(cast.ana.today()) == ()
    assert slip_page(cast, arrival).says(old, "Kevin Páez", "Yulimar Páez")
    assert page(cast.ana, group).text.count("Kevin Páez, Yulimar Páez") == 2
    panel = page_of(as_(cast.ana).get(reverse("case-part", args=[new, "people"])))
    assert reverse("arrival-slip", args=[arrival.pk]) in panel.links
    # If only the person who was split off is in an open case, the slip has the number of that case.
    close_case(member("Kevin").case, reason="lost_contact", on=cast.ana.today(), by=cast.ana)
    assert not is_valid(slip)
    assert is_valid(issued(cast, arrival))
    assert slip_page(cast, arrival).says(new)
