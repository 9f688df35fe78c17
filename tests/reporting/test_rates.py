"""What rates divide by, and that each number has its definition beside it."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from asylum.claims.actions import lodge_application, move_application
from asylum.pathways.choices import ApplicationStatus
from asylum.permits.actions import record_permit
from asylum.procedure.models.application import AsylumApplication
from casework.cases.actions import close_case, refer_to_legal
from casework.exits.actions import record_exit
from casework.register.choices import Category, EndReason, ExitType, Relation, Sex
from casework.register.models.individual import Individual
from casework.work.actions import give_information
from reporting.choices import Definition
from reporting.figures.people import present_on
from reporting.figures.rights import (
    Share,
    adults_allowed_to_work,
    adults_with_claim,
    knew_of_right,
)
from shelters.models import Placement
from tests.build import a_row, an_arrival, people_of
from tests.cast import Cast, as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site

D = datetime.date
MARCH, APRIL, MAY = (D(2019, month, 10) for month in (3, 4, 5))


@pytest.fixture
def couple(cast: Cast) -> list[Individual]:
    """Two adults of February; the second, who has a claim and may work, leaves in April."""
    people = people_of(
        an_arrival(
            cast,
            people=[
                a_row(born=1990, sex=Sex.MALE, category=Category.FORMER_MEMBER),
                a_row("Marleny", born=1994, sex=Sex.FEMALE, relation=Relation.SPOUSE),
            ],
        )
    )
    refer_to_legal(people[0].memberships.get().case, by=cast.ana)
    lodge_application(people[1], on=D(2019, 3, 4), by=cast.lucia)
    record_permit(
        people[1],
        type="sc2",
        issued_on=D(2019, 3, 1),
        work_right="yes",
        is_sure=True,
        by=cast.lucia,
    )
    record_exit(people[1], type=ExitType.OWN_MEANS, on=APRIL, by=cast.ana)
    return people


def test_whoever_has_left_counts_in_neither_part_of_a_rate(couple):
    """Once every person ever registered was divided by: a rate that falls with each one who moves on."""
    everybody = Individual.objects.all()
    for rate in (adults_with_claim, adults_allowed_to_work):
        assert rate(everybody, on=MARCH) == Share(1, 2)
        assert rate(everybody, on=MAY) == Share(0, 1)
    assert set(present_on(everybody, D(2019, 2, 22))) == set()
    assert set(present_on(everybody, APRIL)) == {couple[0]}


def test_a_claim_recorded_by_mistake_counts_on_no_day(cast, couple):
    claim = AsylumApplication.objects.get()
    said = {"to": ApplicationStatus.MISTAKEN, "on": APRIL, "remark": "Era de otra persona."}
    move_application(claim, **said, by=cast.lucia)
    for day in (MARCH, D(2019, 4, 9)):
        assert adults_with_claim(Individual.objects.all(), on=day) == Share(0, 2)


def test_whoever_came_later_is_not_divided_by_yet(cast, couple):
    an_arrival(cast, on=D(2019, 4, 1))
    assert adults_with_claim(Individual.objects.all(), on=MARCH) == Share(1, 2)


def test_the_page_says_what_it_divides_by(cast, couple):
    """Whose case was closed as settled has left by that; nobody of 2019 is divided by for ever."""
    case = an_arrival(cast, people=[a_row(born=1990), a_row("Deivi", born=1994)])
    sonia = as_(cast.sonia)
    for day, number in ((MARCH, 4), (MAY, 3)):
        page = page_of(sonia.get(reverse("figures-rights"), {"on": day.isoformat()}))
        assert page.says(f"Se divide por {number} personas adultas presentes ese día.")
    close_case(case, reason=EndReason.SETTLED, on=APRIL, by=cast.sonia)
    page = page_of(sonia.get(reverse("figures-rights"), {"on": MAY.isoformat()}))
    assert page.says("Se divide por 1 persona adulta presente ese día.")


def test_who_joined_a_case_without_a_logged_arrival_is_present_from_then_on(cast):
    case = a_family(cast.norte, since=MARCH)
    everybody = Individual.objects.all()
    assert list(present_on(everybody, D(2019, 3, 9))) == []
    assert list(present_on(everybody, MARCH)) == [case.members.get().individual]


def test_answers_count_from_the_day_they_were_given(cast, couple):
    told = {"topic": "work", "understood": "yes", "by": cast.ana}
    give_information(couple[0], on=MARCH, knew_before="no", **told)
    everybody = Individual.objects.all()
    assert knew_of_right(everybody, on=D(2019, 3, 9)) == Share(0, 0)
    assert knew_of_right(everybody, on=MARCH) == Share(0, 1)


def test_the_page_asks_for_a_day_and_says_how_each_rate_is_counted(cast, couple):
    page = page_of(as_(cast.sonia).get(reverse("figures-rights"), {"on": MARCH.isoformat()}))
    assert page.says("50 % (1 de 2)")
    later = as_(cast.sonia).get(reverse("figures-rights"), {"on": MAY.isoformat()})
    assert page_of(later).says("0 % (0 de 1)")
    for definition in (Definition.CLAIMS, Definition.WORK, Definition.KNEW, Definition.REFUSALS):
        assert page.says(str(definition.label))


def test_figures_of_a_period_are_those_of_its_last_night(cast):
    """Who looked at February was shown who sleeps here tonight."""
    site = a_site(cast.cucuta, run_by=cast.carla, opened_on=D(2019, 2, 1))
    for nights, size in (((D(2019, 2, 24), D(2019, 3, 5)), 3), ((MAY, None), 1)):
        case = a_family(cast.norte, size, since=D(2019, 2, 24))
        for member in case.members.all():
            Placement.objects.create(
                individual=member.individual,
                case=case,
                site=site,
                starts_on=nights[0],
                ends_on=nights[1],
                checked_in_at=timezone.now(),
                placed_by=cast.carla,
            )
    sonia = as_(cast.sonia)
    period = {"since": "2019-02-01", "until": "2019-02-28"}
    answer = sonia.get(reverse("figures"), period)
    assert (answer.context["sheltered"], answer.context["whole"].sleepers) == (3, 3)
    assert page_of(answer).says("28 feb 2019")
    assert sonia.get(reverse("figures")).context["sheltered"] == 1
    for definition in (Definition.ARRIVALS, Definition.SHELTERED, Definition.OCCUPANCY):
        assert page_of(answer).says(str(definition.label))


def test_people_above_capacity_are_added_up_site_by_site(cast):
    """Free beds of one site help nobody on the floor of another."""
    full, _empty = (
        a_site(cast.cucuta, name=name, beds=[beds]) for name, beds in (("A", 1), ("B", 9))
    )
    case = a_family(cast.norte, 3)
    for member in case.members.all():
        Placement.objects.create(
            individual=member.individual,
            case=case,
            site=full,
            starts_on=MARCH,
            checked_in_at=timezone.now(),
            placed_by=cast.carla,
        )
    context = as_(cast.sonia).get(reverse("figures")).context
    assert (context["whole"].sleepers, context["whole"].beds) == (3, 10)
    assert context["above_capacity"] == 2
