"""Who sees a person no more looks after no running term of theirs: who stands in does, or nobody, which is said."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent, Grant, User
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.models.deadline import LegalDeadline
from asylum.terms.actions import assign_deadline
from casework.cases.actions import restrict_case
from tests.asylum.build import an_application
from tests.cast import as_
from tests.page import page_of
from worklist.notices.models import Notice
from worklist.scheduler import tick

pytestmark = pytest.mark.usefixtures("law")
DAY = datetime.timedelta(days=1)


@pytest.fixture
def term(cast, monkeypatch):
    """Luis's, with Lucía to stand in. The tick reads the clock of these tests."""
    monkeypatch.setattr(tick, "database_now", timezone.now)
    row = an_application(cast).deadlines.running().get(kind=DeadlineKind.ADMISSION)
    return assign_deadline(row, owner=cast.luis, deputy=cast.lucia, by=cast.lucia)


def holders(term):
    row = LegalDeadline.objects.get(pk=term.pk)
    return row.owner, row.deputy


@pytest.mark.parametrize("how", ["account", "role", "restricted"])
def test_who_stands_in_gets_the_term_is_told_and_the_timeline_says_so(cast, term, how):
    tick.tick()
    assert holders(term) == (cast.luis, cast.lucia)
    case = term.application.case
    if how == "account":
        User.objects.filter(pk=cast.luis.pk).update(is_active=False)
    elif how == "role":
        Grant.objects.filter(user=cast.luis).update(ends_on=cast.luis.today() - DAY)
    else:
        sent = {"people": [cast.lucia.pk]}
        address = reverse("case-restrict", args=[case.number])
        assert as_(cast.sonia).post(address, sent).status_code == 302
    tick.tick()
    tick.tick()
    assert holders(term) == (cast.lucia, None)
    assert Notice.objects.filter(user=cast.lucia, kind="term_handed").count() == 1
    assert AuditEvent.objects.filter(verb="deadline.passed_on").count() == 1
    if how != "restricted":
        page = page_of(as_(cast.lucia).get(reverse("case-timeline", args=[case.number])))
        assert page.says("pasó a Lucia: ")


def test_without_anybody_who_sees_it_it_waits_for_somebody_and_stands_among_what_is_nobodys(
    cast, term
):
    restrict_case(term.application.case, people=[], by=cast.sonia)
    assert holders(term) == (None, None)
    page = page_of(as_(cast.sonia).get(reverse("due-list") + "?whose=nobody"))
    assert page.says(term.application.individual.display_name)


def test_a_colleague_who_stands_in_and_sees_it_no_more_stands_in_no_more(cast, term):
    User.objects.filter(pk=cast.lucia.pk).update(is_active=False)
    tick.tick()
    assert holders(term) == (cast.luis, None)
