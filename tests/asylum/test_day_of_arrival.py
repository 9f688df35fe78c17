"""The day of arrival is put right: what began on it and what was computed from it moves along."""

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from asylum.claims.actions import lodge_application, prepare_application
from asylum.filing.slots import first_applications
from asylum.pathways.choices import DeadlineKind
from casework.arrivals.actions.arrivals import correct_arrival
from casework.exits.actions import record_exit
from casework.families.actions.builder import join_family
from casework.families.actions.family import add_member, change_principal, end_membership
from casework.families.actions.moves import undo_family_change
from casework.families.models import FamilyChange
from casework.register.choices import Relation
from casework.register.models.case import Case
from casework.tasks.models import CaseTask
from reporting.figures.arrivals import by_day, people_of_offices
from shelters.actions.placements import place
from tests.asylum.build import D, a_client, an_application, referred
from tests.build import a_case, a_row, an_arrival, people_of
from tests.cast import as_, log_in
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_site, beds_of

pytestmark = pytest.mark.django_db
WAS, RIGHT = D(2019, 2, 24), D(2019, 2, 23)


@pytest.fixture
def family(cast) -> Case:
    """A family of four of the 23rd, logged as of the 24th."""
    return referred(an_arrival(cast, on=WAS), cast)


def days_of(case: Case) -> tuple:
    case.refresh_from_db()
    joined = {member.joined_on for member in case.members.non_empty()}
    return case.arrivals.get().on, case.opened_on, joined


def to_lodge() -> list:
    """The days by which somebody of the family has to apply: one, whoever it is."""
    return sorted({row[1] for row in first_applications.rows(D(2019, 4, 1))})


def test_f01_a_bus_of_the_23rd_logged_on_the_24th_is_put_right_on_its_page(cast, law, family):
    assert to_lodge() == [D(2019, 4, 24)]
    arrival = family.arrivals.get()
    client, address = log_in(cast.ana), reverse("arrival-correct", args=[arrival.pk])
    assert client.get(address).context["form"].initial["on"] == WAS
    sent = {"on": "23/2/2019", "entry_mode": "bridge", "version": arrival.version}
    asked = page_of(client.post(address, sent), whatever_status=True)
    assert asked.says(
        "3 personas sin solicitud: último día para solicitar 24 abr 2019 → 23 abr 2019"
    )
    assert days_of(family) == (WAS, WAS, {WAS})
    assert client.post(address, sent | {"is_sure": "on"}).status_code == 302
    assert days_of(family) == (RIGHT, RIGHT, {RIGHT})
    assert by_day(people_of_offices({cast.cucuta.pk})) == [(RIGHT, 4)]
    assert to_lodge() == [D(2019, 4, 23)]
    event = AuditEvent.objects.get(verb="arrival.corrected")
    assert (event.details["was_on"], "on" in event.details["fields"]) == ("2019-02-24", True)


def test_the_term_of_an_application_that_took_its_entry_from_the_arrival_is_computed_anew(
    cast, law, family
):
    head, wife = people_of(family)[:2]
    taken = prepare_application(head, by=cast.lucia)
    told = prepare_application(wife, entered_on=D(2019, 2, 20), by=cast.lucia)
    correct_arrival(family.arrivals.get(), on=RIGHT, by=cast.ana)
    for application in (taken, told):
        application.refresh_from_db()
    assert (taken.entered_on, told.entered_on) == (RIGHT, D(2019, 2, 20))
    term = taken.deadlines.get(kind=DeadlineKind.FILE)
    assert (term.starts_on, term.computed_on, term.due_on) == (
        RIGHT,
        D(2019, 4, 23),
        D(2019, 4, 23),
    )
    [event] = AuditEvent.objects.filter(verb="deadline.computed_anew")
    assert (event.about_id, event.details["due_on"]) == (str(term.pk), "2019-04-23")


def test_the_form_tells_of_each_claim_which_day_moves_and_who_is_late_before_it_is_saved(
    cast, law, family
):
    head, wife, _son, brother = people_of(family)
    lodge_application(head, on=D(2019, 4, 24), by=cast.lucia)
    prepare_application(wife, by=cast.lucia)
    prepare_application(brother, entered_on=D(2019, 2, 20), by=cast.lucia)
    arrival = family.arrivals.get()
    client, address = log_in(cast.ana), reverse("arrival-correct", args=[arrival.pk])
    sent = {"on": "23/2/2019", "entry_mode": "bridge", "version": arrival.version}
    page = page_of(client.post(address, sent), whatever_status=True)
    moves = "1 solicitud: último día para solicitar 24 abr 2019 → 23 abr 2019"
    assert page.says(f"{moves}, tarde por 1 día", f"{moves}, tarde por 23 días")
    assert not page.says("sin solicitud: último día")
    assert days_of(family) == (WAS, WAS, {WAS})
    sent |= {"is_sure": "on", "on": "24/2/2019"}
    assert client.post(address, sent).status_code == 302


def test_an_arrival_whose_day_stays_asks_nothing(cast, law, family):
    arrival = family.arrivals.get()
    client, address = log_in(cast.ana), reverse("arrival-correct", args=[arrival.pk])
    sent = {"on": "24/2/2019", "entry_mode": "river", "version": arrival.version}
    assert client.post(address, sent).status_code == 302


def test_the_term_of_an_application_that_was_lodged_keeps_whether_it_was_met(cast, law):
    application = an_application(cast, a_client(cast, on=WAS))
    correct_arrival(application.case.arrivals.get(), on=RIGHT, by=cast.ana)
    term = application.deadlines.get(kind=DeadlineKind.FILE)
    assert (term.due_on, term.was_met) == (D(2019, 4, 23), True)


def test_a_later_day_is_taken_where_nothing_was_before_it(cast, family):
    correct_arrival(family.arrivals.get(), on=D(2019, 3, 1), by=cast.ana)
    assert days_of(family) == (D(2019, 3, 1), D(2019, 3, 1), {D(2019, 3, 1)})


def _left(cast, family) -> None:
    end_membership(
        family.members.get(relation_to_principal="INL"), left_on=D(2019, 2, 27), by=cast.ana
    )


def _gone(cast, family) -> None:
    record_exit(people_of(family)[3], type="onward", on=D(2019, 2, 27), by=cast.ana)


def _joined(cast, family) -> None:
    add_member(family, row=a_row("Bebé"), relation="DAU", joined_on=D(2019, 2, 26), by=cast.ana)


def _slept(cast, family) -> None:
    hotel = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    place(people_of(family)[0], site=hotel, bed=beds_of(hotel)[0], starts_on=WAS, by=cast.carla)


def _applied(cast, family) -> None:
    an_application(cast, people_of(family)[0], on=D(2019, 2, 26))


@pytest.mark.parametrize(
    ("earlier", "says"),
    [
        (_left, "Somebody left the family before this day"),
        (_gone, "Somebody left us before this day"),
        (_joined, "The family changed before this day"),
        (_slept, "A stay began before this day"),
        (_applied, "An application for asylum is on file from before this day"),
    ],
)
def test_a_later_day_is_refused_for_what_was_before_it(cast, law, family, earlier, says):
    earlier(cast, family)
    before = days_of(family)
    with refused(says, field="on"):
        correct_arrival(family.arrivals.get(), on=D(2019, 3, 1), by=cast.ana)
    assert days_of(family) == before


def test_the_day_stays_in_the_year_of_the_number_and_not_after_it_was_logged(cast, family):
    arrival = family.arrivals.get()
    with refused(f"The number {family.number} is of the year 2019"):
        correct_arrival(arrival, on=D(2018, 12, 31), by=cast.ana)
    type(arrival).objects.filter(pk=arrival.pk).update(logged_at="2019-02-24T12:00-05:00")
    with refused("The arrival was logged before this day"):
        correct_arrival(arrival, on=D(2019, 2, 25), by=cast.ana)
    assert days_of(family) == (WAS, WAS, {WAS})


def test_who_came_from_another_case_keeps_the_day_of_coming(cast, family):
    single = a_case(cast, on=D(2019, 2, 20))
    jonder = people_of(single)[0]
    join_family(family, other=single, relations={jonder: "BRO"}, on=WAS, by=cast.ana)
    correct_arrival(family.arrivals.get(), on=RIGHT, by=cast.ana)
    assert family.members.get(individual=jonder).joined_on == WAS
    family.refresh_from_db()
    assert family.opened_on == RIGHT


def test_a_step_of_the_family_is_still_undone_after_the_day_was_put_right(cast, family):
    wife = family.members.get(relation_to_principal=Relation.SPOUSE)
    change_principal(family, principal=wife, relation_of_former="SPO", by=cast.ana)
    correct_arrival(family.arrivals.get(), on=RIGHT, by=cast.ana)
    undo_family_change(FamilyChange.objects.get(), by=cast.ana)
    wife.refresh_from_db()
    assert (wife.relation_to_principal, wife.joined_on) == (Relation.SPOUSE, RIGHT)


def test_a_claim_that_becomes_late_with_the_arrival_is_told_and_asks_why(cast, law, family):
    claim = an_application(cast, people_of(family)[0], on=D(2019, 4, 24))
    client = as_(cast.lucia)
    assert not page_of(client.get(claim.get_absolute_url())).says("Presentada tarde")
    correct_arrival(family.arrivals.get(), on=RIGHT, by=cast.ana)
    task = CaseTask.objects.get(individual=claim.individual)
    assert (task.assigned_to, claim.individual.number in task.title) == (cast.lucia, True)
    page = page_of(client.get(claim.get_absolute_url()))
    assert page.says("Presentada tarde, y no consta el motivo")
    assert page.says("Se corrigió la llegada")
