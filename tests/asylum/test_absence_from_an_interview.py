"""Who did not come to an interview may lose the claim: it stands in every list until it is excused or summoned anew."""

import datetime

import pytest
from django.urls import reverse

from asylum.claims.actions import move_application
from asylum.interviews.querysets import to_excuse
from asylum.pathways.choices import ApplicationStatus as S
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.choices import InterviewOutcome as Became
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from tests.asylum.build import D, an_application
from tests.asylum.test_letter_grounds import died
from tests.asylum.test_said_of_an_interview import again, say
from tests.cast import as_
from tests.page import page_of
from worklist.due.rows import due

TODAY = D(2019, 5, 16)
TO_DO = "excuse la inasistencia"
CHIP = "Citada a entrevista el 16 may 2019, y no asistió"
HERE = {"at_time": datetime.time(9, 30), "place": "Cancillería, piso 2"}


@pytest.fixture
def interview(cast, law):
    """Missed today: the person was in hospital."""
    claim = an_application(cast, status=S.ADMITTED)
    moved = {"on": D(2019, 5, 2), "interview_on": TODAY, **HERE}
    row = move_application(claim, to=S.SUMMONED, **moved, by=cast.lucia).interviews.get()
    say(cast, row, Became.MISSED, reason="Estaba en el hospital")
    return row


def claim_of(interview) -> AsylumApplication:
    return AsylumApplication.objects.get(pk=interview.application_id)


def rows_of(cast, interview, user=None):
    rows = due(user or cast.lucia, today=TODAY)
    return [row.on for row in rows if row.kind == "interview_missed"]


def pages(cast, interview) -> dict[str, bool]:
    """Where the lawyer reads what is to be done."""
    client = as_(cast.lucia)
    number = claim_of(interview).individual.memberships.get().case.number
    addresses = {
        "due": reverse("due-list"),
        "today": reverse("today"),
        "file": reverse("case-detail", args=[number]),
    }
    return {
        name: page_of(client.get(address)).text.lower().count(TO_DO) > 0
        for name, address in addresses.items()
    }


def test_it_stands_in_each_list_with_its_day_and_leads_to_the_interview(cast, interview):
    assert rows_of(cast, interview) == rows_of(cast, interview, cast.ana) == [D(2019, 5, 19)]
    assert pages(cast, interview) == {"due": True, "today": True, "file": True}
    number = claim_of(interview).individual.memberships.get().case.number
    page = page_of(as_(cast.lucia).get(reverse("case-detail", args=[number])))
    assert interview.get_absolute_url() in page.links
    assert page.says(CHIP)


def test_the_chip_stands_beside_a_term_that_was_missed(cast, interview):
    LegalDeadline.objects.filter(kind=DeadlineKind.RATIFY).update(due_on=D(2019, 5, 9))
    number = claim_of(interview).individual.memberships.get().case.number
    page = page_of(as_(cast.lucia).get(reverse("case-part", args=[number, "people"])))
    chips = [link.text for link in page.root.where("class", "trouble")]
    assert any(CHIP in text for text in chips), chips
    assert any("Ratificar" in text for text in chips), chips


def excused(cast, interview):
    say(cast, interview, Became.EXCUSED, reason="Aceptaron la constancia del hospital")


def summoned_anew(cast, interview):
    again(cast, claim_of(interview))


def withdrawn(cast, interview):
    move_application(claim_of(interview), to=S.WITHDRAWN, on=TODAY, by=cast.lucia)


def archived_and_reopened(cast, interview):
    move_application(claim_of(interview), to=S.CLOSED, on=TODAY, by=cast.lucia)
    tomorrow = TODAY + datetime.timedelta(days=1)
    claim = claim_of(interview)
    AsylumApplication.objects.filter(pk=claim.pk).update(status=S.REOPENED, status_on=tomorrow)


def came_after_all(cast, interview):
    say(cast, interview, Became.ATTENDED)


@pytest.mark.parametrize(
    "end", [excused, summoned_anew, withdrawn, archived_and_reopened, came_after_all]
)
def test_it_stands_until_something_answers_it(cast, interview, end):
    end(cast, interview)
    assert rows_of(cast, interview) == []
    assert not any(pages(cast, interview).values())


def test_an_excuse_is_told_as_one_and_taken_back_as_one(cast, interview):
    excused(cast, interview)
    case = claim_of(interview).individual.memberships.get().case
    file = page_of(as_(cast.ana).get(reverse("case-part", args=[case.number, "law"])))
    assert file.says("no asistió y la excusa fue aceptada")
    timeline = page_of(as_(cast.ana).get(reverse("case-timeline", args=[case.number])))
    assert timeline.says("y la excusa fue aceptada")
    claim = page_of(as_(cast.lucia).get(claim_of(interview).get_absolute_url()))
    assert claim.says("No asistió, y la excusa fue aceptada")
    term = claim_of(interview).deadlines.get(kind=DeadlineKind.INTERVIEW)
    assert (term.ended_on, term.was_met) == (TODAY, False)
    say(cast, interview, Became.MISSED, reason="La constancia era de otra persona")
    assert rows_of(cast, interview) == [D(2019, 5, 19)]


@pytest.mark.parametrize("outcome", [Became.MISSED, Became.EXCUSED])
def test_an_absence_needs_its_reason_either_way(cast, interview, outcome):
    sent = {"at_time": "0930", "place": "", "outcome": outcome, "reason": ""}
    answer = as_(cast.lucia).post(interview.get_absolute_url(), sent)
    assert answer.status_code == 200
    interview.refresh_from_db()
    assert (interview.outcome, interview.reason) == (Became.MISSED, "Estaba en el hospital")


def test_nobody_is_asked_to_excuse_the_dead(cast, interview):
    person = claim_of(interview).individual
    assert to_excuse().count() == 1
    died(cast, person, on=TODAY)
    assert to_excuse().count() == 0
