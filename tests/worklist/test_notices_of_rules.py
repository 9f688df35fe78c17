"""Each rule of law lists its days before: on these a notice comes, and on no other."""

import datetime

import pytest
from django.utils import timezone

from accounts.models import User
from asylum.actions.applications import lodge_application, move_application
from asylum.choices import ApplicationStatus, PermitType
from asylum.models import LegalDeadline
from reference.models import DeadlineRule
from tests.asylum.build import a_client, a_permit
from tests.cast import Cast
from worklist import clock
from worklist.models import Notice
from worklist.warnings import OVERDUE, WARNING_DAYS, warning_step

DAY = datetime.timedelta(days=1)
FURTHEST = 400


@pytest.fixture(autouse=True)
def law(law_of_the_file, db):
    """The deadline rules as the reference tables say."""


def a_paper_of(kind: str, cast: Cast) -> tuple[str, datetime.date]:
    """The key of what falls due, and its day."""
    today = cast.lucia.today()
    person = a_client(cast)
    if kind == "appeal_term":
        claim = lodge_application(person, on=today, late_reason="Enfermo", by=cast.lucia)
        move_application(claim, to=ApplicationStatus.REFUSED, on=today, by=cast.lucia)
        term = LegalDeadline.objects.running().get(kind="appeal")
        return str(term.pk), term.due_on
    ends = today + 120 * DAY
    permit = a_permit(cast, person, type=PermitType(kind), issued_on=today, expires_on=ends)
    return str(permit.pk), ends


@pytest.mark.parametrize(
    ("kind", "days"),
    [(PermitType.PPT, [90, 30]), (PermitType.SC2, [30, 15, 7]), ("appeal_term", [7, 3, 1])],
)
def test_a_notice_comes_on_each_day_that_the_rule_lists_and_on_no_other(
    cast, monkeypatch, kind, days
):
    key, ends = a_paper_of(kind, cast)
    User.objects.exclude(pk=cast.lucia.pk).update(is_active=False)
    noon = timezone.now().replace(hour=17)
    midday = noon + (ends - timezone.localtime(noon).date()) * 1
    written: list[tuple[int, int]] = []
    for left in range(days[0] + 2, -4, -1):
        monkeypatch.setattr(clock, "database_now", lambda left=left: midday - left * DAY)
        before = set(Notice.objects.values_list("pk", flat=True))
        clock.tick()
        new = Notice.objects.exclude(pk__in=before).filter(about_id=key, user=cast.lucia)
        written += [(left, notice.warning_days) for notice in new]
    assert written == [*[(day, day) for day in days], (-1, OVERDUE)]


def test_the_warnings_of_every_rule_begin_on_the_days_that_it_lists():
    ends = datetime.date(2026, 6, 30)
    rules = list(DeadlineRule.objects.all())
    assert len(rules) > 20
    for rule in rules:
        begun, held = [], None
        for left in range(FURTHEST, -2, -1):
            step = warning_step(ends, ends - left * DAY, rule.warn_days)
            if step != held:
                begun.append((left, step))
            held = step
        listed = sorted(rule.warn_days or WARNING_DAYS, reverse=True)
        assert begun == [*[(day, day) for day in listed], (-1, OVERDUE)], rule.code
