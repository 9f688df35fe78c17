"""People who never came are in no figure: a case opened by mistake, somebody who was added to a family by mistake."""

import datetime

from django.urls import reverse

from asylum.file.to_apply import to_lodge_in
from casework.cases.actions import close_case, undo_closing
from casework.exits.presence import presence_visible_to
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.register.choices import EndReason, Relation, Sex
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from reporting.figures.arrivals import arrived_between, by_day, people_of_offices
from tests.build import a_row, an_arrival
from tests.cast import as_
from tests.page import page_of

DAY = datetime.timedelta(days=1)


def arrivals(cast, day: datetime.date) -> tuple[int, int]:
    """As the figures count them, in sum and for the chart."""
    people = people_of_offices({cast.cucuta.pk})
    return arrived_between(people, day, day + DAY).count(), dict(by_day(people)).get(day, 0)


def in_the_list(cast, person: Individual) -> bool:
    page = as_(cast.ana).get(reverse("individual-list"), {"arrived_from": cast.ana.today()})
    return person.number in page_of(page).text


def test_a_case_that_was_opened_by_mistake_brought_nobody(cast):
    day = cast.ana.today()
    case = an_arrival(cast, people=[a_row("Rosa"), a_row("Iker")], on=day)
    assert arrivals(cast, day) == (2, 2)
    close_case(case, reason=EndReason.DUPLICATE, on=day, by=cast.ana)
    assert arrivals(cast, day) == (0, 0)
    undo_closing(case, by=cast.ana)
    assert arrivals(cast, day) == (2, 2)


def test_who_was_added_by_mistake_counts_nowhere_once_that_is_undone(cast):
    day, client = cast.ana.today(), as_(cast.ana)
    case = an_arrival(cast, people=[a_row("Luis", born=1980)], on=day)
    typed = {"given_names": "Yohana", "family_names": "Vivas", "birth": "39", "sex": Sex.FEMALE}
    typed |= {"relation": Relation.SPOUSE, "joined_on": day, "crossed_on": day}
    form = page_of(client.get(reverse("member-add", args=[case.number]))).fields
    sent = client.post(reverse("member-add", args=[case.number]), form | typed)
    assert sent.status_code == 302, page_of(sent).refusals
    person = Individual.objects.order_by("number").last()
    assert (arrivals(cast, day), in_the_list(cast, person)) == ((2, 2), True)
    change = FamilyChange.objects.get(step=FamilyStep.ADDED)
    client.post(reverse("family-undo", args=[case.number, change.pk]))
    assert (arrivals(cast, day), in_the_list(cast, person)) == ((1, 1), False)
    assert person not in [each.individual for each in to_lodge_in(case, cast.lucia)]
    assert presence_visible_to(cast.ana, day).present == 1
    apart = case_of(person, day)
    assert (apart.is_open, apart.end_reason) == (False, EndReason.DUPLICATE)
