"""A term that ended with a dated act ends on the day to which that act is corrected; and what asks why it is late follows."""

from accounts.models import AuditEvent
from asylum.claims.corrections import correct_application, correct_application_step
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from asylum.pathways.rules import STATES_THAT_MEET
from casework.arrivals.actions.arrivals import correct_arrival
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from tests.asylum.build import D, a_client, an_application
from tests.asylum.test_corrections import application_facts
from tests.cast import as_
from tests.page import page_of

S, K = ApplicationStatus, DeadlineKind
# States to which a step leads that ends a term.
ENDS = (
    S.ADMITTED,
    S.INADMITTED,
    S.INTERVIEWED,
    S.REFUSED,
    S.APPEALED,
    S.REFUSED_FINAL,
    S.WITHDRAWN,
)
ENTRY, IN_TIME, LATE = D(2019, 2, 20), D(2019, 4, 22), D(2019, 4, 25)


def put_right(claim, cast, **facts):
    return correct_application(claim, **application_facts(claim, **facts), by=cast.lucia)


def to_file(claim):
    """The day on which the time to apply ended, how late, and the open tasks about it."""
    term = claim.deadlines.get(kind=K.FILE)
    tasks = CaseTask.objects.filter(individual=claim.individual, status=TaskStatus.OPEN)
    return term.ended_on, term.days_late, tasks.count()


def test_the_time_to_apply_ends_on_the_corrected_day_of_lodging_and_the_task_rises_and_falls(
    cast, law
):
    claim = an_application(cast, on=IN_TIME, entered_on=ENTRY)
    for _again in range(2):
        claim = put_right(claim, cast, lodged_on=LATE)
        assert to_file(claim) == (LATE, 3, 1)
        claim = put_right(claim, cast, lodged_on=IN_TIME)
        assert to_file(claim) == (IN_TIME, 0, 0)
    told = AuditEvent.objects.filter(
        verb="deadline.corrected", about_id=str(claim.deadlines.get(kind=K.FILE).pk)
    )
    assert told.count() == 4
    client, address = as_(cast.lucia), claim.get_absolute_url()
    assert not page_of(client.get(address)).says("Cumplido fuera de plazo")
    put_right(claim, cast, lodged_on=LATE)
    assert page_of(client.get(address)).says("Cumplido fuera de plazo")


def test_a_claim_that_the_arrival_made_late_is_not_asked_about_once_it_is_in_time(cast, law):
    """Whether the entry, the day of lodging or the reason was put right."""
    claim = an_application(cast, a_client(cast, on=D(2019, 2, 24)), on=D(2019, 4, 24))
    arrival = claim.individual.arrival
    correct_arrival(arrival, on=ENTRY, by=cast.ana)
    claim.refresh_from_db()
    assert to_file(claim) == (D(2019, 4, 24), 2, 1)
    claim = put_right(claim, cast, lodged_on=IN_TIME)
    assert to_file(claim) == (IN_TIME, 0, 0)
    assert to_file(put_right(claim, cast, lodged_on=LATE))[2] == 1
    assert (
        to_file(put_right(claim, cast, lodged_on=LATE, late_reason="Estuvo en el hospital"))[2] == 0
    )


def test_every_term_that_a_step_meets_ends_on_the_corrected_day_of_that_step(cast, law):
    """And nothing that another step of the same day met."""
    seen = set()
    for here in S:
        claim = an_application(cast, status=here) if here in ENDS else None
        if claim is None:
            continue
        step = claim.status_changes.standing().first()
        ended = {term.pk for term in claim.deadlines.filter(ended_on=step.on)}
        met = claim.deadlines.filter(pk__in=ended, was_met=True)
        seen |= {term.kind for term in met if here in STATES_THAT_MEET[term.kind]}
        others = claim.deadlines.exclude(pk__in=ended)
        before = {term.pk: term.ended_on for term in others}
        correct_application_step(step, on=D(2019, 5, 4), by=cast.lucia)
        for term in claim.deadlines.filter(pk__in=ended):
            anew = claim.deadlines.filter(kind=term.kind, begun_by__at__gt=term.begun_by.at)
            is_done = term.was_met or anew.exists()
            mine = not is_done or (here in STATES_THAT_MEET[term.kind] and not anew.exists())
            assert term.ended_on == (D(2019, 5, 4) if mine else step.on), (here, term.kind)
        assert {term.pk: term.ended_on for term in others.all()} == before
    assert seen == {K.ADMISSION, K.INTERVIEW, K.APPEAL}


def test_a_summons_on_its_right_day_can_still_be_taken_back(cast, law):
    claim = an_application(cast, status=S.SUMMONED)
    step = claim.status_changes.standing().first()
    claim = correct_application_step(step, on=D(2019, 5, 4), by=cast.lucia)
    assert claim.deadlines.get(kind=K.INTERVIEW).starts_on == D(2019, 5, 4)
    claim = correct_application_step(step, is_mistake=True, by=cast.lucia)
    assert not claim.deadlines.running().filter(kind=K.INTERVIEW).exists()
