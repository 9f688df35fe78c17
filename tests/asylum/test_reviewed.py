"""What an authority imposed and looks at again: one set of acts for observations, separations and restrictions."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.db import ProgrammingError, transaction
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from asylum.measures.actions import retract_review, review
from asylum.measures.choices import SaidAtReview
from asylum.measures.forms import ReviewMeasureForm, ReviewObservationForm
from asylum.measures.models import Observation, Reviewed
from asylum.measures.slots import measures_to_review, observations_to_review
from asylum.people.actions import mark_as_mistake
from asylum.renunciation_file.known import known_on
from tests.asylum.build import D, an_authority
from tests.asylum.files import ARMS_ON, a_restriction, an_observation
from tests.cast import Cast, as_
from tests.page import page_of
from tests.refusals import refused
from worklist.due.rows import due

DAY = datetime.timedelta(days=1)
FIRST = ARMS_ON + 30 * DAY
NEXT = D(2019, 5, 1)
GOES_ON, ENDED = SaidAtReview.GOES_ON, SaidAtReview.ENDED

both = pytest.mark.parametrize("begin", [a_restriction, an_observation])
Begin = Callable[..., Reviewed]


def reviewed(cast: Cast, row: Reviewed, outcome: str, on: datetime.date, **facts: object) -> None:
    review(
        row,
        on=on,
        outcome=outcome,
        found="Acta 9.",
        authority=an_authority(),
        by=cast.lucia,
        **facts,  # type: ignore[arg-type]
    )


def stands(row: Reviewed) -> tuple[datetime.date | None, ...]:
    row.refresh_from_db()
    return row.ended_on, *(getattr(row, day) for day in row.days)


def name(row: Reviewed) -> str:
    return str(row._meta.model_name)


def on_file(row: Reviewed, day: datetime.date) -> list[Any]:
    known = known_on(row.individual, day)
    return [*known.measures, *known.observations]


def at(year: int, month: int, day: int) -> time_machine.travel:
    return time_machine.travel(datetime.datetime(year, month, day, 17, tzinfo=datetime.UTC))


@pytest.mark.parametrize(
    ("begin", "source"),
    [(a_restriction, measures_to_review), (an_observation, observations_to_review)],
)
def test_nothing_ends_when_the_day_of_the_review_passes(cast, begin, source):
    row = begin(cast)
    with at(2021, 1, 1):
        assert list(type(row).objects.running()) == [row]
        assert [each[:2] for each in source.rows(D(2021, 1, 1))] == [(f"{name(row)}_review", FIRST)]
        assert stands(row)[0] is None
        file = as_(cast.lucia).get(reverse("renunciation-file", args=[row.individual_id]))
        assert "terminada" not in file.content.decode()


@both
def test_an_authority_ends_it_and_every_review_is_kept(cast: Cast, begin: Begin) -> None:
    row = begin(cast)
    with refused("reviewed again", field="review_on"):
        reviewed(cast, row, GOES_ON, D(2019, 4, 2))
    with refused("before", field="on"):
        reviewed(cast, row, ENDED, ARMS_ON - DAY)
    with refused("before", field="review_on"):
        reviewed(cast, row, GOES_ON, D(2019, 4, 2), review_on=D(2019, 4, 1))
    with refused("future", field="on"):
        reviewed(cast, row, ENDED, cast.lucia.today() + DAY)
    reviewed(cast, row, GOES_ON, D(2019, 4, 2), review_on=NEXT)
    reviewed(cast, row, ENDED, D(2019, 5, 2), review_on=D(2019, 9, 1))
    assert (stands(row)[0], stands(row)[-1]) == (D(2019, 5, 2), NEXT)
    assert [each.outcome for each in row.reviews.order_by("recorded_at")] == ["goes_on", "ended"]
    last = row.reviews.get(outcome=ENDED)
    assert last.review_on is None
    with refused("ended already"):
        reviewed(cast, row, ENDED, D(2019, 5, 2))
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        type(last).objects.filter(pk=last.pk).update(review_on=D(2019, 9, 1))
    event = AuditEvent.objects.filter(verb=f"{name(row)}.reviewed").latest("at")
    assert (event.actor, event.case_id, event.details) == (cast.lucia, None, {})


@both
def test_the_first_review_is_not_before_the_start(cast: Cast, begin: Begin) -> None:
    with refused("The review is before", field="review_on"):
        begin(cast, review_on=ARMS_ON - DAY)
    assert begin(cast, review_on=ARMS_ON).ended_on is None


def test_an_observation_does_not_end_before_it_starts_or_the_review_that_lets_it_go_on(
    cast: Cast,
) -> None:
    with refused("ends before it starts", field="planned_until"):
        an_observation(cast, planned_until=ARMS_ON - DAY)
    watched, on = an_observation(cast), D(2019, 4, 2)
    with refused("ends before it starts", field="planned_until"):
        reviewed(cast, watched, GOES_ON, on, review_on=NEXT, planned_until=on - DAY)


@both
def test_what_a_review_ended_by_mistake_goes_on_and_falls_due_again(
    cast: Cast, begin: Begin
) -> None:
    row = begin(cast)
    stood = [stands(row)]
    for on, review_on in ((D(2019, 4, 2), D(2019, 4, 20)), (D(2019, 4, 3), NEXT)):
        reviewed(cast, row, GOES_ON, on, review_on=review_on, planned_until=review_on + DAY)
        stood.append(stands(row))
    reviewed(cast, row, ENDED, D(2019, 4, 4))
    assert stands(row) == (D(2019, 4, 4), *stood[2][1:])
    retract_review(row, reason="Era de otra persona.", by=cast.luis)
    assert stands(row) == stood[2]
    [line] = due(cast.lucia, today=cast.lucia.today(), kinds=[f"{name(row)}_review"])[:]
    assert (line.about_id, line.on) == (str(row.pk), NEXT)
    for before in (stood[1], stood[0]):
        retract_review(row, reason="Tampoco.", by=cast.luis)
        assert stands(row) == before
    outcomes = [each.outcome for each in row.reviews.order_by("recorded_at")]
    assert outcomes == ["goes_on"] * 2 + ["ended"] + ["mistaken"] * 3
    with refused("no review that counts"):
        retract_review(row, reason="Otra vez.", by=cast.luis)
    event = AuditEvent.objects.filter(verb=f"{name(row)}.review_retracted").latest("at")
    assert (event.actor, event.case_id) == (cast.luis, None)


def test_an_observation_does_not_go_on_again_where_another_runs(cast: Cast) -> None:
    watched = an_observation(cast)
    reviewed(cast, watched, ENDED, D(2019, 4, 2))
    other = an_observation(cast, watched.individual)
    with refused("under observation already"):
        retract_review(watched, reason="Era de otra persona.", by=cast.lucia)
    Observation.objects.filter(pk=other.pk).update(ended_on=D(2019, 5, 1))
    assert retract_review(watched, reason="Era de otra persona.", by=cast.lucia).ended_on is None


@both
def test_what_was_a_mistake_stays_readable_and_counts_nowhere(cast: Cast, begin: Begin) -> None:
    row = begin(cast)
    mark_as_mistake(row, f"{name(row)}.withdrawn", reason="Era de otra persona.", by=cast.luis)
    assert not type(row).objects.running().exists()
    assert on_file(row, cast.lucia.today()) == []
    page = as_(cast.lucia).get(reverse("renunciation-file", args=[row.individual_id]))
    assert reverse(f"{name(row)}-review", args=[row.pk]) not in page_of(page).links
    with refused("taken back already"):
        reviewed(cast, row, ENDED, D(2019, 5, 1))
    with refused("taken back already"):
        retract_review(row, reason="Otra vez.", by=cast.luis)


@both
def test_the_file_shows_both_lines_and_as_known_before_it_had_ended(
    cast: Cast, begin: Begin
) -> None:
    with at(2019, 6, 1):
        row = begin(cast)
    with at(2019, 6, 2):
        reviewed(cast, row, ENDED, D(2019, 4, 3))
    with at(2019, 6, 4):
        client = as_(cast.lucia)
        file = reverse("renunciation-file", args=[row.individual_id])
        retract = reverse(f"{name(row)}-review-retract", args=[row.pk])
        assert retract in page_of(client.get(file)).links
        assert page_of(client.post(retract, {"reason": ""})).refusals
        page = page_of(client.post(retract, {"reason": "Era de otra persona."}, follow=True))
        assert page.says("La autoridad la terminó", "Era de otra persona.")
        assert retract not in page.links
        # At the end of the day before it was written, on which it was, was reviewed, and the review was taken back.
        assert on_file(row, D(2019, 5, 31)) == []
        stood = [each for day in (1, 2, 4) for each in on_file(row, D(2019, 6, day))]
        assert [each.ended_on for each in stood] == [None, D(2019, 4, 3), None]
        assert [each.review_on for each in stood] == [FIRST, FIRST, FIRST]
        assert [len(each.known_reviews) for each in stood] == [0, 1, 2]
        assert [len(each.counting) for each in stood] == [0, 1, 0]


@pytest.mark.parametrize(
    ("begin", "form"), [(a_restriction, ReviewMeasureForm), (an_observation, ReviewObservationForm)]
)
def test_no_form_asks_for_it_and_legal_officers_alone_do_it(cast, begin, form):
    row = begin(cast)
    reviewed(cast, row, ENDED, D(2019, 4, 3))
    fields = form(user=cast.lucia, row=row).fields
    assert [value for value, _label in fields["outcome"].choices] == ["goes_on", "ended"]
    for act in (
        lambda: retract_review(row, reason="Era de otra persona.", by=cast.ana),
        lambda: mark_as_mistake(row, f"{name(row)}.withdrawn", reason="Era de otra.", by=cast.ana),
        lambda: review(
            row, on=NEXT, outcome=ENDED, authority=an_authority(), found="x", by=cast.sonia
        ),
    ):
        with pytest.raises(NotAllowed):
            act()
    for page in ("review", "review-retract", "withdraw"):
        address = reverse(f"{name(row)}-{page}", args=[row.pk])
        assert as_(cast.ana).get(address).status_code == 404
