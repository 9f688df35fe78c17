"""What each form says to a day on which a person was not here yet: before the arrival, before the birth, after today."""

import datetime

import pytest
from django.urls import reverse

from aid.actions.distributions import distribute
from aid.models import ItemDistribution
from casework.arrivals.actions.arrivals import correct_arrival
from casework.register.choices import BirthPrecision, Relation
from casework.register.models.case import Case, FamilyMember
from casework.register.rules import Birth
from partners.choices import OrganisationKind
from partners.models import Organisation
from tests.build import a_row, an_arrival, people_of
from tests.cast import Cast, as_
from tests.refusals import refused

pytestmark = pytest.mark.django_db

DAY = datetime.timedelta(days=1)


@pytest.fixture
def family(cast: Cast) -> Case:
    """A mother who came ten days ago, and her child, born here four days ago."""
    today = cast.ana.today()
    case = an_arrival(cast, people=[a_row("Ana", born=1995)], on=today - 10 * DAY)
    born = today - 4 * DAY
    typed = {
        "given_names": "Sol",
        "relation": Relation.DAUGHTER,
        "birth": f"{born:%d/%m/%Y}",
        "joined_on": born,
    }
    sent = as_(cast.ana).post(reverse("member-add", args=[case.number]), typed)
    assert sent.status_code == 302, sent.context["form"].errors
    return case


def addresses(case: Case, provider: Organisation, cast: Cast) -> dict[str, tuple[str, dict, str]]:
    """Every form, with what it is sent beside its day, and the name of that."""
    mother, child = people_of(case)
    things = {"provider": provider.pk, "article": "clothes", "quantity": 1}
    handed = {
        target: distribute(target, provider=provider, article="clothes", quantity=1,
                           on=cast.ana.today(), by=cast.ana)
        for target in (case, child)
    }  # fmt: skip
    membership = FamilyMember.objects.get(individual=child)
    return {
        "things for the family": (reverse("item-distribute", args=["case", case.pk]), things, "on"),
        "things for the mother": (
            reverse("item-distribute", args=["individual", mother.pk]), things, "on"
        ),
        "things for the child": (
            reverse("item-distribute", args=["individual", child.pk]), things, "on"
        ),
        "things for the family, corrected": (
            reverse("distribution-correct", args=[handed[case].pk]), things, "on"
        ),
        "things for the child, corrected": (
            reverse("distribution-correct", args=[handed[child].pk]), things, "on"
        ),
        "days of the child in the family": (
            reverse("member-correct", args=[case.number, membership.pk]), {}, "joined_on"
        ),
        "exit of the child": (
            reverse("exit-record", args=[child.number]),
            {"type": "onward", "destination_country": "EC", "is_sure": "on"}, "on",
        ),
        "exit of the mother": (
            reverse("exit-record", args=[mother.number]),
            {"type": "onward", "destination_country": "EC", "is_sure": "on"}, "on",
        ),
    }  # fmt: skip


FORMS = [
    "things for the family",
    "things for the mother",
    "things for the child",
    "things for the family, corrected",
    "things for the child, corrected",
    "days of the child in the family",
    "exit of the child",
    "exit of the mother",
]


@pytest.mark.parametrize("form", FORMS)
def test_a_day_on_which_they_were_not_here_is_refused_beside_the_day(cast, family, form) -> None:
    provider = Organisation.objects.create(name="Cáritas", kind=OrganisationKind.NGO)
    today = cast.ana.today()
    address, said, name = addresses(family, provider, cast)[form]
    before = today - (5 if "child" in form else 11) * DAY
    count = ItemDistribution.objects.count()
    for day in (before, datetime.date(2020, 1, 1), today + DAY):
        answer = as_(cast.ana).post(address, {**said, name: day, "reason": "se escribió mal"})
        assert answer.status_code == 200, day
        assert name in answer.context["form"].errors, answer.context["form"].errors
    assert ItemDistribution.objects.count() == count


def test_the_arrival_is_not_moved_behind_things_that_were_handed_out(cast, family) -> None:
    provider = Organisation.objects.create(name="Cáritas", kind=OrganisationKind.NGO)
    day = cast.ana.today() - 8 * DAY
    distribute(family, provider=provider, article="clothes", quantity=1, on=day, by=cast.ana)
    with refused("Something was handed out", field="on"):
        correct_arrival(family.arrivals.get(), on=day + DAY, reason="mal", by=cast.ana)


def test_the_arrival_is_not_moved_before_a_birth(cast: Cast) -> None:
    today = cast.ana.today()
    born = today - 20 * DAY
    child = a_row(
        "Sol", birth=Birth(BirthPrecision.DAY, born, born.year), relation=Relation.DAUGHTER
    )
    case = an_arrival(cast, people=[a_row("Ana", born=1995), child], on=today - 10 * DAY)
    arrival = case.arrivals.get()
    address = reverse("arrival-correct", args=[arrival.pk])
    page = as_(cast.ana).get(address)
    form = page.context["form"]
    sent = {each: form[each].value() or "" for each in form.fields}
    answer = as_(cast.ana).post(
        address, sent | {"on": today - 25 * DAY, "reason": "se escribió mal", "is_sure": "on"}
    )
    assert "nació" in str(answer.context["form"].errors)
