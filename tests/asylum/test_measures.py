"""Separation and restrictions of a former fighter, and the stages of the file in their order."""

import datetime
import re

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from asylum.evidence.actions import OnlyOfFormerMembers
from asylum.measures.choices import RESTRICTIONS, SEPARATIONS, MeasureKind
from asylum.measures.models import Measure
from casework.register.models.individual import Individual
from casework.wellbeing.actions import record_activity
from casework.wellbeing.choices import ActivityKind
from tests.asylum.build import a_client, a_referred_family
from tests.asylum.files import a_restriction
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from worklist.due.rows import due

D = datetime.date
DAY = datetime.timedelta(days=1)


def page_of_file(cast, person: Individual, on: str = "") -> str:
    address = reverse("renunciation-file", args=[person.pk])
    return as_(cast.lucia).get(address, {"on": on} if on else {}).content.decode()


@pytest.mark.parametrize("missing", ["authority", "legal_basis", "review_on"])
@pytest.mark.parametrize("kind", sorted(RESTRICTIONS))
def test_a_restriction_names_whose_it_is_its_law_and_when_it_is_reviewed(cast, kind, missing):
    person = a_client(cast)
    nothing = "  " if missing == "legal_basis" else None
    with refused(field=missing):
        a_restriction(cast, person, kind=kind, **{missing: nothing})
    assert not Measure.objects.exists()


def test_the_database_holds_that_a_restriction_has_its_law(cast):
    measure = a_restriction(cast)
    for column in ("authority_id", "legal_basis", "first_review_on"):
        copy = Measure.objects.get(pk=measure.pk)
        copy.pk, copy._state.adding = None, True
        setattr(copy, column, "" if column == "legal_basis" else None)
        with pytest.raises(IntegrityError, match="restriction_names_its_law"), transaction.atomic():
            copy.save(force_insert=True)


@pytest.mark.parametrize("kind", sorted(SEPARATIONS))
def test_a_separation_may_be_known_without_its_law(cast, kind):
    measure = a_restriction(cast, kind=kind, authority=None, legal_basis="", review_on=None)
    assert (measure.authority, measure.review_on, measure.is_restriction) == (None, None, False)


def test_relatives_and_children_are_never_separated_or_restricted(cast):
    for person in a_referred_family(cast)[1:]:
        with pytest.raises(OnlyOfFormerMembers):
            a_restriction(cast, person)


def test_legal_officers_alone_learn_of_it(cast, law):
    person = a_restriction(cast, reasons="Palabrasecreta").individual
    for who in (cast.ana, cast.sonia):
        with pytest.raises(NotAllowed):
            a_restriction(cast, person, by=who)
    told = {name for name, user in cast.users.items() if _falls_due(user)}
    assert told == {"lucia", "luis"}
    assert list(Measure.objects.visible_to(cast.ana)) == []
    event = AuditEvent.objects.get(verb="measure.started")
    assert (event.case_id, event.details) == (None, {})


def _falls_due(user) -> bool:
    return "measure_review" in {row.kind for row in due(user, today=user.today())}


def test_the_file_shows_the_stages_in_their_order_and_says_where_nothing_is_known(cast):
    person = a_client(cast)
    sections = re.findall(r'<section class="panel" id="([a-z]+)"', page_of_file(cast, person))
    assert sections == [
        "identification",
        "disarmament",
        "separation",
        "restrictions",
        "civilian",
        "declaration",
        "observation",
        "claim",
        "evidence",
        "approaches",
    ]
    page = page_of(as_(cast.lucia).get(reverse("renunciation-file", args=[person.pk])))
    assert page.says("No consta ninguna separación.", "No consta ninguna restricción")
    assert page.says("No constan capacitación, trabajo ni derecho a trabajar.")


def test_the_file_shows_each_with_whose_it_is_and_the_law_and_civilian_life_from_the_file(cast):
    person = a_restriction(cast, terms="Dos horas al día").individual
    a_restriction(cast, person, kind=MeasureKind.APART_UNIT, legal_basis="")
    record_activity(person, on=D(2019, 5, 1), kind=ActivityKind.TRAINING, by=cast.ana)
    page = page_of(as_(cast.lucia).get(reverse("renunciation-file", args=[person.pk])))
    assert page.says("Sale con pase o por algunas horas", "Dos horas al día", "Acta 4, numeral 2")
    assert page.says("Aparte de la unidad o de otros combatientes", "sin fundamento legal")
    assert page.says(ActivityKind.TRAINING.label)


@pytest.mark.parametrize(("days_ago", "is_overdue"), [(0, False), (1, True)])
def test_the_file_says_that_the_day_of_a_review_passed_and_the_review_what_it_is_about(
    cast, days_ago, is_overdue
):
    measure = a_restriction(cast, review_on=cast.lucia.today() - days_ago * DAY)
    answers = as_(cast.lucia).get(reverse("measure-review", args=[measure.pk]))
    panel = page_of_file(cast, measure.individual).partition('id="restrictions"')[2]
    assert ("tag trouble" in panel.partition("</section>")[0]) == is_overdue
    assert page_of(answers).says(str(MeasureKind(measure.kind).label))
    assert page_of(answers).says("ya venció") == is_overdue


def test_the_file_asks_as_much_for_four_restrictions_as_for_one(cast):
    person = a_restriction(cast).individual
    client, page = as_(cast.lucia), reverse("renunciation-file", args=[person.pk])
    counts = []
    for more in (0, 3):
        for _each in range(more):
            a_restriction(cast, person)
        client.get(page)
        with CaptureQueriesContext(connection) as queries:
            client.get(page)
        counts.append(len(queries))
    assert counts[0] == counts[1]
