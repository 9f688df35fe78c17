"""The page on which an administrator sets the days of warning of each kind of date."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, permission_required
from accounts.due import Source, due_sources
from accounts.permissions import Permission
from pages.answers import form_response, pressed
from worklist.sources.actions import reset_warning_days, set_warning_days
from worklist.sources.forms import WarningDaysForm
from worklist.sources.lookups import default_days, has_own_days, source_of, warning_steps
from worklist.sources.warning_days import Steps, days_in_words


@permission_required(Permission.OFFICE_CHANGE)
def warning_days_list(request: StaffRequest) -> HttpResponse:
    """All kinds of dates, each with its days of warning."""
    steps = warning_steps()
    kinds = [_described(each, steps) for each in due_sources if not each.is_state]
    return render(request, "worklist/warning_days.html", {"kinds": kinds})


def _described(source: Source, steps: Steps) -> dict[str, Any]:
    """The source with its days in words, and its default days if others are set."""
    default = default_days(source)
    days = tuple(steps.get(source.kind, default))
    return {
        "source": source,
        "days": days_in_words(days),
        "default": days_in_words(default) if days != default else "",
        "may_change": has_own_days(source),
    }


def _source_or_404(kind: str) -> Source:
    source = source_of(kind)
    if source is None or not has_own_days(source):
        raise Http404
    return source


@permission_required(Permission.OFFICE_CHANGE)
def warning_days_change(request: StaffRequest, kind: str) -> HttpResponse:
    source = _source_or_404(kind)
    default = default_days(source)
    initial = {"days": list(warning_steps().get(kind, default))}
    return form_response(
        request,
        WarningDaysForm(request.POST or None, initial=initial),
        set_warning_days,
        source,
        title=_("Days of warning"),
        lead=_("%(kind)s. Without a change: %(days)s.")
        % {"kind": source.title, "days": days_in_words(default)},
        done=_(
            "The days are set, from the next minute on. What was announced is not announced again."
        ),
        back=reverse("warning-days-list"),
    )


@permission_required(Permission.OFFICE_CHANGE)
@require_POST
def warning_days_reset(request: StaffRequest, kind: str) -> HttpResponse:
    done = _("The default days apply again.")
    pressed(request, reset_warning_days, _source_or_404(kind), done=done)
    return redirect("warning-days-list")
