"""Who looks after a case has of its dates those that the own role sees; an interview's are whose the interview is."""

import datetime

import pytest
from django.urls import reverse

from accounts.due import due_sources
from accounts.models import Grant
from accounts.permissions import Permission
from accounts.roles import ROLES, Role
from asylum.claims.actions import move_application
from asylum.pathways.choices import ApplicationStatus as S
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.choices import InterviewOutcome as Became
from asylum.procedure.models.deadline import LegalDeadline
from casework.handovers.actions import assign_case
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from tests.asylum.build import D, a_submitted_paper, an_application
from tests.asylum.test_said_of_an_interview import HERE, say
from tests.cast import as_
from tests.page import page_of
from worklist.due.assignees import assignees_of
from worklist.due.rows import Due, due
from worklist.notices.slots import nobody_acts
from worklist.sources.kinds import TASK_DUE, TERMS_OF_LAW

TODAY = D(2019, 5, 16)
DAY = datetime.timedelta(days=1)


def taken_by(cast, case) -> None:
    """She presses the button in the list of cases."""
    answer = as_(cast.ana).post(reverse("cases-assign"), {"case": case.number, "mine": "1"})
    assert answer.status_code == 302
    assert CaseAssignment.objects.get(case=case).caseworker == cast.ana


@pytest.fixture
def interview(cast, law):
    """On 22 May, and nobody prepared it. The claim is Lucia's; Ana took the case."""
    claim = an_application(cast, status=S.ADMITTED)
    moved = {"on": D(2019, 5, 2), "interview_on": D(2019, 5, 22)}
    row = move_application(claim, to=S.SUMMONED, **moved, by=cast.lucia).interviews.get()
    taken_by(cast, claim.case)
    return row


def of(user, whose, kind):
    return [row.about_id for row in due(user, today=TODAY, whose=whose, kinds=[kind])[:]]


def said(user, kind):
    """What the list says of whose it is."""
    page = page_of(as_(user).get(reverse("due-list"), {"kind": kind}))
    return [
        who for who in ("lo atiende Ana", "lo atiende Lucia", "lo atiende usted") if page.says(who)
    ]


def test_preparing_an_interview_is_whose_the_interview_is(cast, interview):
    kind, key = "interview_to_prepare", str(interview.pk)
    assert of(cast.lucia, "mine", kind) == of(cast.luis, "", kind) == [key]
    assert of(cast.luis, "mine", kind) == of(cast.luis, "nobody", kind) == []
    assert of(cast.ana, "", kind) == []
    assert said(cast.luis, kind) == ["lo atiende Lucia"]
    term = LegalDeadline.objects.filter(kind=DeadlineKind.INTERVIEW)
    term.update(owner=cast.luis, deputy=cast.lucia)
    assert of(cast.luis, "mine", kind) == of(cast.lucia, "mine", kind) == [key]


@pytest.mark.parametrize("how", ["no owner", "left"])
def test_what_who_looks_after_the_case_may_not_see_is_nobodys(cast, interview, how):
    kind, key = "interview_to_prepare", str(interview.pk)
    if how == "left":
        Grant.objects.filter(user=cast.lucia).update(ends_on=cast.luis.today() - DAY)
    else:
        LegalDeadline.objects.filter(kind=DeadlineKind.INTERVIEW).update(owner=None, deputy=None)
    assert of(cast.luis, "nobody", kind) == [key]
    assert said(cast.luis, kind) == []


def test_an_absence_is_whose_the_interview_was_and_else_who_looks_after_the_case(cast, law):
    claim = an_application(cast, status=S.ADMITTED)
    moved = {"on": D(2019, 5, 2), "interview_on": TODAY, **HERE}
    row = move_application(claim, to=S.SUMMONED, **moved, by=cast.lucia).interviews.get()
    say(cast, row, Became.MISSED, reason="Estaba en el hospital")
    taken_by(cast, claim.case)
    kind, key = "interview_missed", str(row.pk)
    assert (of(cast.lucia, "mine", kind), of(cast.ana, "mine", kind)) == ([key], [])
    # Nobody passes on a term that ended.
    Grant.objects.filter(user=cast.lucia).update(ends_on=cast.luis.today() - DAY)
    assert of(cast.ana, "mine", kind) == [key]
    assert said(cast.luis, kind) == ["lo atiende Ana"]


def test_a_renunciation_to_verify_is_not_who_looks_after_the_case(cast, law):
    paper = a_submitted_paper(cast)
    taken_by(cast, Case.objects.get())
    kind = "renunciation_to_verify"
    assert of(cast.luis, "nobody", kind) == [str(paper.pk)]
    assert said(cast.luis, kind) == []
    assert of(cast.ana, "", kind) == []


@pytest.mark.parametrize("name", ["ana", "sonia"])
def test_nobody_has_a_date_of_a_kind_that_the_own_role_does_not_see(cast, interview, name):
    """Of every kind that hangs on a case."""
    user, role = {"ana": (cast.ana, Role.CASEWORKER), "sonia": (cast.sonia, Role.SUPERVISOR)}[name]
    case = interview.application.case
    if user != cast.ana:
        assign_case(case, caseworker=user, by=cast.sonia)
    rows = [
        Due(source.kind, TODAY, "", str(case.pk), case.pk, source.permission, None, "warn", None)
        for source in due_sources
        if source.case and source.kind != TASK_DUE
    ]
    seen = {row.kind for row in rows if Permission(row.permission) in ROLES[role].permissions}
    holders = assignees_of(rows, TODAY)
    assert {row.kind for row, held in zip(rows, holders, strict=True) if held} == seen
    assert {"appeal_term", "need_review", "permit_expires"} <= seen
    assert not {"interview_to_prepare", "renunciation_to_verify", "permit_in_doubt"} & seen
    assert set(TERMS_OF_LAW) <= seen


def test_who_may_see_no_case_any_more_has_none_of_its_dates(cast, interview):
    LegalDeadline.objects.update(owner=None, deputy=None)
    kind = "interview"
    assert of(cast.ana, "mine", kind)
    assert of(cast.luis, "nobody", kind) == []
    after = interview.on + DAY
    assert list(nobody_acts.rows_on(after)) == []
    Grant.objects.filter(user=cast.ana).update(ends_on=cast.luis.today() - DAY)
    assert of(cast.luis, "nobody", kind)
    assert said(cast.luis, kind) == []
    assert list(nobody_acts.rows_on(after)) == [cast.cucuta]
