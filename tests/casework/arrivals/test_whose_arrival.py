"""An arrival of a part of the family names its people, and a corrected one shows the earlier value."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import translation

from casework.arrivals.actions.arrivals import correct_arrival
from casework.corrections.models import Correction
from casework.families.actions.family import add_member
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.slots.lines import days_of
from casework.slots.stream import stream
from casework.slots.timeline import Question, sources_for
from tests.build import a_row, an_arrival, people_of, reference
from tests.cast import Cast, as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.django_db
D = datetime.date


@pytest.fixture
def family(cast: Cast) -> Case:
    return an_arrival(cast)


@pytest.fixture
def aunt(cast: Cast, family: Case) -> Arrival:
    """Petra, who arrived before the others and is added through the form."""
    typed = {
        "given_names": "Petra",
        "relation": "AUN",
        "joined_on": family.opened_on,
        "crossed_on": family.opened_on - datetime.timedelta(days=3),
        "crossing": reference()["crossing"].pk,
    }
    sent = as_(cast.ana).post(reverse("member-add", args=[family.number]), typed)
    assert sent.status_code == 302, sent.context["form"].errors
    return Arrival.objects.exclude(individuals=people_of(family)[0]).get()


def arrival_lines(case: Case, cast: Cast) -> list[str]:
    """Returns the timeline's lines about arrivals, the newest first."""
    with translation.override("en"):
        events = stream(sources_for(case, cast.ana), Question(case, cast.ana))
        lines = [line for day in days_of(events) for line in day.lines]
        return [line.sentence for line in lines if " arriv" in line.sentence]


def names_by_arrival(case: Case, cast: Cast) -> list[str]:
    """Returns the names beside each arrival in the file, the last arrival first."""
    page = as_(cast.ana).get(reverse("case-part", args=[case.number, "people"]))
    panel = page.content.decode().split('id="arrival"')[1].split("</section>")[0]
    return [block.split("</dd>")[0] for block in panel.split("<dt>Quién</dt>")[1:]]


def test_the_whole_family_arrived_where_all_came_together(cast, family):
    assert arrival_lines(family, cast) == ["The family arrived"]
    assert names_by_arrival(family, cast) == []


def test_who_crossed_on_a_day_of_their_own_is_named_in_timeline_print_and_file(cast, family, aunt):
    crossing = str(aunt.crossing)
    names = [person.display_name for person in people_of(family) if person.arrival_id != aunt.pk]
    together = f"{', '.join(names[:-1])} and {names[-1]} arrived together"
    assert arrival_lines(family, cast) == [together, f"Petra arrived: {crossing}"]
    client = as_(cast.ana)
    for name in ("case-timeline", "case-timeline-print"):
        page = page_of(client.get(reverse(name, args=[family.number])))
        assert page.says(f"Llegó Petra: {crossing}")
        assert not page.says("Llegó la familia")
    assert ["Petra" in people for people in names_by_arrival(family, cast)] == [False, True]
    assert page_of(client.get(reverse("arrival-correct", args=[aunt.pk]))).says("Petra")


def test_of_whom_the_reader_does_not_see_stands_the_number(cast, family):
    """A member who was added without an arrival is enough for the names of the others, as far as they are visible."""
    add_member(
        family, row=a_row("Yolimar", ""), relation="SIS", joined_on=family.opened_on, by=cast.ana
    )
    child = people_of(family)[2]
    own = an_arrival(cast, people=[a_row("Otro")], team=cast.sur, by=cast.sonia)
    family.members.filter(individual=child).update(left_on=D(2019, 5, 1))
    own.members.create(individual=child, relation_to_principal="SON", joined_on=D(2019, 5, 1))
    [line] = arrival_lines(family, cast)
    assert child.number in line
    assert child.display_name not in line


def test_a_corrected_day_of_arrival_is_told_with_old_and_new(cast, family):
    arrival = family.arrivals.get()
    right = arrival.on - datetime.timedelta(days=2)
    form = as_(cast.ana).get(reverse("arrival-correct", args=[arrival.pk])).context["form"]
    typed = {name: field.value() for name, field in ((f.name, f) for f in form)}
    typed = {name: value for name, value in typed.items() if value not in (None, "")}
    sent = as_(cast.ana).post(
        reverse("arrival-correct", args=[arrival.pk]), typed | {"on": right, "is_sure": "on"}
    )
    assert sent.status_code == 302, sent.context["form"].errors
    assert arrival_lines(family, cast)[0] == f"{cast.ana} corrected the arrival of the family"
    kept = Correction.objects.of(arrival).get()
    client = as_(cast.ana)
    for address in (
        reverse("case-timeline", args=[family.number]),
        reverse("case-timeline-print", args=[family.number]),
        reverse("case-part", args=[family.number, "people"]),
    ):
        assert kept.changes in client.get(address).content.decode()


def test_a_correction_after_a_day_needs_a_reason_and_what_was_not_known_needs_none(cast, family):
    arrival = family.arrivals.get()
    with time_machine.travel(arrival.logged_at + datetime.timedelta(hours=25)):
        correct_arrival(arrival, is_stamped=False, by=cast.ana)
        arrival.refresh_from_db()
        with refused("recorded more than a day ago"):
            correct_arrival(arrival, is_stamped=True, by=cast.ana)
        correct_arrival(arrival, is_stamped=True, reason="Leído en el pasaporte", by=cast.ana)
    because = [each.because for each in Correction.objects.of(arrival)]
    assert because == ["Leído en el pasaporte", ""]
