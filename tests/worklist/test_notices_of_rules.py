"""Each rule of law lists its days before: on these a notice comes, and on no other."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from asylum.claims.actions import lodge_application, move_application
from asylum.pathways.choices import ApplicationStatus, PermitType
from asylum.procedure.models.deadline import LegalDeadline
from reference.models import DeadlineRule
from tests.asylum.build import a_client, a_permit
from tests.cast import Cast, as_
from worklist.due.rows import due
from worklist.notices.lines import notice_lines
from worklist.notices.models import Notice
from worklist.notices.querysets import DAILY_LINE
from worklist.notices.unread import unread_notices
from worklist.scheduler import tick
from worklist.sources.warning_days import OVERDUE, WARNING_DAYS, warning_step

DAY, HOUR = datetime.timedelta(days=1), datetime.timedelta(hours=1)
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
def test_a_warning_begins_on_each_day_that_the_rule_lists_and_on_no_other(cast, kind, days):
    key, ends = a_paper_of(kind, cast)
    begun = []
    # Between a day that the rule lists and the next no day differs from its neighbours.
    near = {each + beside for each in (*days, -1) for beside in (-1, 0, 1)}
    for left in sorted(near, reverse=True):
        day = ends - left * DAY
        if due(cast.lucia, today=day, about_id=key, warns_today=True)[:1]:
            begun.append(left)
    assert begun == [*days, -1]


def test_one_line_a_day_says_that_dates_come_near_and_the_bell_does_not_ring(
    cast, monkeypatch, settings, mailoutbox
):
    settings.MAIL_HOURS = (7, 19)
    _key, ends = a_paper_of(PermitType.SC2, cast)
    User.objects.exclude(pk=cast.lucia.pk).update(is_active=False)
    # 17:00 UTC is noon in Colombia.
    noon = timezone.now().replace(hour=17) + (ends - timezone.now().date() - 7 * DAY)
    for moment in (noon - 8 * HOUR, noon, noon + HOUR):
        monkeypatch.setattr(tick, "database_now", lambda moment=moment: moment)
        tick.tick()
        assert unread_notices(cast.lucia) == 0
        assert len(mailoutbox) == int(moment >= noon)
    [line] = Notice.objects.filter(user=cast.lucia, kind=DAILY_LINE)
    [said] = notice_lines([line], cast.lucia)
    assert "Fechas suyas" in said.sentence
    client = as_(cast.lucia)
    answer = client.post(reverse("notice-open", args=[line.pk]))
    assert answer.url == reverse("due-list") + "?when=7"


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
