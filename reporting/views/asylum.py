"""Figures on claims, papers and renunciations in a period."""

import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from pages.filters import say_unknown
from reporting.choices import Definition
from reporting.figures import asylum
from reporting.forms.tables import PeriodForm
from reporting.views.figures import people_to_count


@permission_required(Permission.APPLICATION_READ)
def figures_asylum(request: StaffRequest) -> HttpResponse:
    """Exact figures of the whole office or the own cases; the current month by default."""
    user, today = request.user, request.user.today()
    month = {"since": today.replace(day=1).isoformat(), "until": today.isoformat()}
    form = PeriodForm(month | request.GET.dict())
    say_unknown(form, request.GET)
    if form.errors:
        return render(request, "reporting/figures_asylum.html", {"form": form})
    days = {name: form.cleaned_data[name] for name in month}
    people, is_whole_office = people_to_count(user)
    record_read("figures.read", by=user, details={"whole_office": is_whole_office})
    context = {
        "form": form,
        "is_whole_office": is_whole_office,
        "definition": {each.name.lower(): each for each in Definition},
        **days,
        **_counted(people, **days),
    }
    # Numbers about powers of attorney are for users who do legal work or read the whole office.
    if is_whole_office or can(user, Permission.APPLICATION_CHANGE):
        context["help"] = asylum.legal_help(people, **days)
    return render(request, "reporting/figures_asylum.html", context)


def _counted(people: Any, since: datetime.date, until: datetime.date) -> dict[str, Any]:
    steps = asylum.steps_of(people)
    states, verified = asylum.renunciation_pipeline(people, on=until)
    return {
        "filed": asylum.claims_filed(people, since=since, until=until),
        "papers": asylum.papers_held(people, on=until),
        "decisions": asylum.decisions(steps, since=since, until=until),
        "processing": asylum.processing_time(steps, since=since, until=until),
        "appeals": asylum.appeals_in_time(steps, since=since, until=until),
        "states": states,
        "verified": verified,
        "waiting": asylum.waiting_for_a_verifier(people, on=until),
    }
