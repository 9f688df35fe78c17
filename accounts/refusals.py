"""Checks that several actions share. Each raises ActionRefused."""

import datetime
from typing import Any, NoReturn

from django.db.models import Choices
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import AuditEvent, User
from pages.dates import short_date
from pages.refusals import ActionRefused

# A due date may lie this many days in the past, for work that is recorded late; older ones are typing errors.
MOST_DAYS_LATE = 31


def refuse_long_ago(due_on: datetime.date, *, by: User, field: str = "due_on") -> None:
    """Raises ActionRefused for a due date more than 31 days ago in the user's office."""
    if due_on < by.today() - datetime.timedelta(days=MOST_DAYS_LATE):
        raise ActionRefused(_("This day was long ago: check the year."), field=field)


def refuse_future(on: datetime.date, *, by: User, field: str = "on") -> None:
    """Raises ActionRefused for a day after today in the user's office."""
    if on > by.today():
        raise ActionRefused(_("This day lies in the future."), field=field)


# Names of the field with the first day of a row, tried in this order.
FIRST_DAYS = ("starts_on", "wished_on", "noted_on", "valid_from", "on")


def refuse_end(row: Any, ended_on: datetime.date, *, by: User) -> None:
    """Raises ActionRefused for an end in the future, or before the first day of the row."""
    refuse_future(ended_on, by=by, field="ended_on")
    first = next((day for name in FIRST_DAYS if (day := getattr(row, name, None))), None)
    if first and ended_on < first:
        raise ActionRefused(_("The end is before the beginning."), field="ended_on")


DOES_NOT_FOLLOW = _("“%(there)s” does not follow on “%(here)s”.")


def refuse_move(
    row: Any,
    next_state: Choices,
    steps: Any,
    *,
    field: str | None = None,
    kind: type[ActionRefused] = ActionRefused,
) -> NoReturn:
    """Raises `kind`, because the row's state does not lead to `next_state`.

    The message names who made the last of its changes of state (`steps`), and when: perhaps while the form was open.
    """
    state = row.get_status_display()
    sentences = [DOES_NOT_FOLLOW % {"here": state, "there": next_state.label}]
    last = steps.order_by("-at").first()
    if last and last.by:
        sentences.append(_recorded(state, last.by, last.at))
    look_at = row.get_absolute_url() if hasattr(row, "get_absolute_url") else ""
    raise kind(*sentences, field=field, look_at=look_at)


def refuse_second_answer(row: Any, sentence: str | Promise, *, verb: str, field: str) -> NoReturn:
    """Raises ActionRefused with this sentence, because the row has an outcome already.

    The message names who recorded the outcome, and when, as the audit event `verb` says.
    """
    answers = AuditEvent.objects.filter(about_id=str(row.pk), verb=verb).exclude(actor=None)
    sentences = [sentence]
    if last := answers.select_related("actor").order_by("-at").first():
        sentences.append(_recorded(row.get_outcome_display(), last.actor, last.at))
    raise ActionRefused(*sentences, field=field)


def _recorded(state: str, who: User | None, moment: datetime.datetime) -> str:
    at = timezone.localtime(moment)
    words = {"here": state, "who": who, "day": short_date(at), "hour": f"{at:%H:%M}"}
    return _("%(who)s recorded “%(here)s” on %(day)s at %(hour)s.") % words
