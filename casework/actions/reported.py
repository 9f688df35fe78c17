"""Figures that others reported."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.refusals import refuse_future
from casework.choices.reported import Operator
from casework.models import ReportedFigure
from pages.refusals import ActionRefused


def _write(
    figure: ReportedFigure,
    *,
    on: datetime.date,
    operator: str,
    value: int,
    value_to: int | None,
    source: str,
    by: User,
) -> None:
    refuse_future(on, by=by)
    is_range = operator == Operator.BETWEEN
    if is_range != (value_to is not None) or (is_range and (value_to or 0) <= value):
        raise ActionRefused(_("“Between” needs both ends, the lower first."), field="value_to")
    if not source.strip():
        raise ActionRefused(_("Say who reported it, and when."), field="source")
    figure.on, figure.operator, figure.value, figure.value_to = on, operator, value, value_to
    figure.source = source.strip()
    figure.recorded_by = by
    figure.save()


@transaction.atomic
def report_figure(
    *,
    metric: str,
    on: datetime.date,
    operator: str,
    value: int,
    source: str,
    by: User,
    value_to: int | None = None,
    is_day_approximate: bool = False,
    note: str = "",
) -> ReportedFigure:
    """Keeps one more figure with its source; figures that contradict it stay."""
    require(by, Permission.PARTNER_CHANGE)
    figure = ReportedFigure(metric=metric, is_day_approximate=is_day_approximate, note=note.strip())
    _write(figure, on=on, operator=operator, value=value, value_to=value_to, source=source, by=by)
    record("reported_figure.added", by=by, about=figure, details={"metric": metric})
    return figure


@transaction.atomic
def correct_figure(
    figure: ReportedFigure,
    *,
    metric: str,
    on: datetime.date,
    operator: str,
    value: int,
    source: str,
    by: User,
    value_to: int | None = None,
    is_day_approximate: bool = False,
    note: str = "",
) -> ReportedFigure:
    """Corrects what was misread in the source; the reference tables leave the row alone from then on."""
    figure = ReportedFigure.objects.lock(figure)
    require(by, Permission.PARTNER_CHANGE, about=figure)
    before = [figure.operator, figure.value, figure.value_to]
    figure.metric = metric
    figure.is_day_approximate = is_day_approximate
    figure.note = note.strip()
    _write(figure, on=on, operator=operator, value=value, value_to=value_to, source=source, by=by)
    record(
        "reported_figure.corrected",
        by=by,
        about=figure,
        details={"from": before, "to": [operator, value, value_to]},
    )
    return figure
