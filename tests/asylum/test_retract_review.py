"""A review that was recorded by mistake is taken back: what it ended goes on, and every line stays readable."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from asylum.models import Measure, Observation
from asylum.renunciation_file.known import known_on
from asylum.reviewed.actions import retract_review, review
from asylum.reviewed.choices import SaidAtReview
from asylum.reviewed.forms import ReviewMeasureForm
from tests.asylum.build import D, an_authority
from tests.asylum.files import ARMS_ON, a_restriction, an_observation
from tests.cast import Cast, as_
from tests.page import page_of
from tests.refusals import refused
from worklist.due import due

FIRST = ARMS_ON + datetime.timedelta(days=30)
NEXT = D(2019, 5, 1)


def reviewed(
    cast: Cast, measure: Measure, outcome: str, on: datetime.date, **facts: object
) -> None:
    review(
        measure,
        on=on,
        outcome=outcome,
        found="Acta 9.",
        authority=an_authority(),
        by=cast.lucia,
        **facts,  # type: ignore[arg-type]
    )


def stands(measure: Measure) -> tuple[datetime.date | None, datetime.date | None]:
    measure.refresh_from_db()
    return measure.ended_on, measure.review_on


def test_what_a_review_ended_by_mistake_goes_on_and_falls_due_again(cast: Cast) -> None:
    measure = a_restriction(cast)
    reviewed(cast, measure, SaidAtReview.GOES_ON, D(2019, 4, 2), review_on=NEXT)
    reviewed(cast, measure, SaidAtReview.ENDED, D(2019, 4, 3))
    assert stands(measure) == (D(2019, 4, 3), NEXT)
    retract_review(measure, reason="Era de otra persona.", by=cast.luis)
    assert stands(measure) == (None, NEXT)
    [row] = due(cast.lucia, today=cast.lucia.today(), kinds=["measure_review"])[:]
    assert (row.about_id, row.on) == (str(measure.pk), NEXT)
    retract_review(measure, reason="Tampoco.", by=cast.luis)
    assert stands(measure) == (None, FIRST)
    outcomes = [each.outcome for each in measure.reviews.order_by("recorded_at")]
    assert outcomes == ["goes_on", "ended", "mistaken", "mistaken"]
    with refused("no review that counts"):
        retract_review(measure, reason="Otra vez.", by=cast.luis)
    event = AuditEvent.objects.filter(verb="measure.review_retracted").latest("at")
    assert (event.actor, event.case_id) == (cast.luis, None)


def test_an_observation_has_its_days_again_unless_another_runs(cast: Cast) -> None:
    watched = an_observation(cast)
    review(
        watched,
        on=D(2019, 4, 2),
        outcome=SaidAtReview.ENDED,
        authority=an_authority(),
        found="Acta 9.",
        by=cast.lucia,
    )
    other = an_observation(cast, watched.individual)
    with refused("under observation already"):
        retract_review(watched, reason="Era de otra persona.", by=cast.lucia)
    Observation.objects.filter(pk=other.pk).update(ended_on=D(2019, 5, 1))
    before = (watched.first_planned_until, watched.first_review_on)
    again = retract_review(watched, reason="Era de otra persona.", by=cast.lucia)
    assert (again.ended_on, again.planned_until, again.review_on) == (None, *before)


def test_the_file_shows_both_lines_and_as_known_before_it_had_ended(cast: Cast) -> None:
    with time_machine.travel(datetime.datetime(2019, 6, 1, 17, tzinfo=datetime.UTC)):
        measure = a_restriction(cast)
        reviewed(cast, measure, SaidAtReview.ENDED, D(2019, 4, 3))
    with time_machine.travel(datetime.datetime(2019, 6, 3, 17, tzinfo=datetime.UTC)):
        client = as_(cast.lucia)
        file = reverse("renunciation-file", args=[measure.individual_id])
        retract = reverse("measure-review-retract", args=[measure.pk])
        assert retract in page_of(client.get(file)).links
        assert page_of(client.post(retract, {"reason": ""})).refusals
        page = page_of(client.post(retract, {"reason": "Era de otra persona."}, follow=True))
        assert page.says("La autoridad la terminó", "Era de otra persona.")
        assert retract not in page.links
        [then] = known_on(measure.individual, D(2019, 6, 2)).restrictions
        [now] = known_on(measure.individual, D(2019, 6, 3)).restrictions
        assert (then.ended_on, now.ended_on) == (D(2019, 4, 3), None)
        assert (len(then.counting), now.counting) == (1, [])


def test_no_form_asks_for_it_and_legal_officers_alone_do_it(cast: Cast) -> None:
    measure = a_restriction(cast)
    reviewed(cast, measure, SaidAtReview.ENDED, D(2019, 4, 3))
    form = ReviewMeasureForm(user=cast.lucia, row=measure)
    assert [value for value, _label in form.fields["outcome"].choices] == ["goes_on", "ended"]
    with pytest.raises(NotAllowed):
        retract_review(measure, reason="Era de otra persona.", by=cast.ana)
    page = reverse("measure-review-retract", args=[measure.pk])
    assert as_(cast.ana).get(page).status_code == 404
