"""Pages that assign one case or several, and that hand over all cases of a colleague."""

import datetime
import uuid
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from casework.cases.views import case_action_view, case_context
from casework.handovers import actions as assignments
from casework.handovers.forms import (
    AssignForm,
    AssignSeveralForm,
    HandOverForm,
    no_colleague_message,
)
from casework.handovers.querysets import load_of
from casework.register.forms import ConfirmRowForm
from casework.register.models.case import Case
from pages.answers import say_done, way_back
from pages.dates import short_date


def _context_of_assigning(request: StaffRequest, case: Case) -> dict[str, Any]:
    """Returns the arguments of the page, with the planned assignments."""
    today = request.user.today()
    planned = case.assignments.on_or_after(today).filter(starts_on__gt=today)
    return {
        **case_context(request, case),
        "planned": planned.select_related("caseworker").order_by("starts_on"),
    }


case_assign = case_action_view(
    Permission.CASE_ASSIGN,
    AssignForm,
    assignments.assign_case,
    context=_context_of_assigning,
    title=_("Who looks after the case"),
    submit=_("Save"),
    done=_("%(case)s: %(name)s looks after the case from %(day)s on."),
    done_with=lambda assigned: {
        "name": assigned.caseworker.full_name,
        "day": short_date(assigned.starts_on),
    },
    template="casework/handovers/case_assign.html",
    sentences=[_("This opens nothing: who sees the case follows from team and role.")],
)

case_unassign = case_action_view(
    Permission.CASE_ASSIGN,
    ConfirmRowForm,
    assignments.unassign_case,
    title=_("Let nobody look after the case"),
    submit=_("Take it off them"),
    done=_("%(case)s: nobody looks after the case now."),
    sentences=[_("The case stands among those that nobody looks after, from today on.")],
)

MOST_CASES = 100


def _assignable_cases(request: StaffRequest) -> Any:
    return Case.objects.visible_to(request.user, Permission.CASE_ASSIGN)


@permission_required(Permission.CASE_ASSIGN)
def cases_assign(request: StaffRequest) -> HttpResponse:
    """Asks for the colleague and lists the ticked cases; then shows the outcome of each."""
    typed = request.POST.copy()
    if "mine" in typed:
        # The button "take them myself" needs no question about the colleague.
        today = request.user.today().isoformat()
        typed.update({"caseworker": str(request.user.pk), "on": today})
    numbers = typed.getlist("case")[:MOST_CASES]
    cases = _assignable_cases(request).filter(number__in=numbers).with_people(request.user.today())
    is_answer = "caseworker" in typed
    chosen = list(cases.order_by("number"))
    form = AssignSeveralForm(
        typed if is_answer else None,
        user=request.user,
        cases=_assignable_cases(request),
        initial={"case": [case.number for case in chosen]},
    )
    record_read("case.listed", by=request.user, details={"assigning": len(chosen)})
    if is_answer and form.is_valid():
        arguments = form.for_action()
        outcomes = assignments.assign_cases(
            chosen, caseworker=arguments["caseworker"], on=arguments["on"], by=request.user
        )
        first = outcomes[0]
        back = way_back(request, "")
        if "mine" in typed and len(outcomes) == 1 and not back:
            back = reverse("case-detail", args=[first.case.number])
        if not back or any(outcome.refusal for outcome in outcomes):
            return _outcomes(request, outcomes, title=gettext("Assign cases"))
        undo = reverse("cases-assign-undo", args=[first.together])
        if page := way_back(request, ""):
            undo += f"?{urlencode({'back': page})}"
        say_done(request, _assigned_message(outcomes, by=request.user, **arguments), undo=undo)
        return redirect(back)
    return render(
        request,
        "casework/handovers/cases_assign.html",
        {
            "form": form,
            "cases": chosen,
            "cancel_url": way_back(request, reverse("case-list")),
        },
    )


def _assigned_message(
    outcomes: Sequence[Any], *, caseworker: User, on: datetime.date, by: User, **_words: Any
) -> str:
    """Returns the message for assignments that all succeeded."""
    number = len(outcomes)
    if caseworker == by and on <= by.today():
        return ngettext(
            "You look after this family now.",
            "You look after these %(number)d families now.",
            number,
        ) % {"number": number}
    return ngettext(
        "%(who)s looks after this family from %(day)s on.",
        "%(who)s looks after these %(number)d families from %(day)s on.",
        number,
    ) % {"number": number, "who": caseworker.full_name, "day": short_date(on)}


@permission_required(Permission.CASE_ASSIGN)
def cases_hand_over(request: StaffRequest) -> HttpResponse:
    """Asks who hands over to whom, lists what would move, and after a confirmation shows the outcome of each case."""
    form = HandOverForm(request.POST or None, user=request.user)
    load = None
    if request.method == "POST" and form.is_valid():
        words = form.cleaned_data
        if "confirm" not in request.POST and words["leaving"] != words["taking"]:
            load = load_of(
                words["leaving"], by=request.user, on=words["on"], taking=words["taking"]
            )
            record_read("case.listed", by=request.user, details={"handing_over": len(load)})
        if not load and form.does(assignments.hand_over, by=request.user):
            return _outcomes(request, form.result, title=gettext("Hand over cases"))
    return render(
        request,
        "casework/handovers/cases_hand_over.html",
        {
            "form": form,
            "load": load,
            "goes": any(each.can_be_taken for each in load or ()),
            "words": form.cleaned_data if load else {},
            "alone": "" if form.has_a_pair else no_colleague_message(request.user),
        },
    )


@require_POST
@permission_required(Permission.CASE_ASSIGN)
def cases_assign_undo(request: StaffRequest, together: uuid.UUID) -> HttpResponse:
    """Undoes the assignment of several cases, or of the named one; then shows the outcome of each."""
    number = request.POST.get("case", "")
    outcomes = assignments.take_back_together(together, by=request.user, number=number)
    if not outcomes:
        raise Http404
    back = way_back(request, "")
    if back and not any(outcome.refusal for outcome in outcomes):
        messages.success(request, gettext("Assignment taken back"))
        return redirect(back)
    return _outcomes(request, outcomes, title=gettext("Assignment taken back"), is_undone=True)


def _outcomes(
    request: StaffRequest, outcomes: list[Any], *, title: str, is_undone: bool = False
) -> HttpResponse:
    """Renders one line for each case: what was done, or the refusal."""
    successes = [outcome for outcome in outcomes if not outcome.refusal]
    planned_days: dict[Any, datetime.date | None] = {}
    work_alone = sum(outcome.tasks.is_work_alone for outcome in successes)
    unchanged = sum(outcome.tasks.is_nothing for outcome in successes)
    keys = [outcome.case.pk for outcome in outcomes]
    today = request.user.today()
    for outcome in successes:
        is_later = bool(outcome.on and outcome.on > today and not outcome.tasks.is_work_alone)
        planned_days[outcome.case.pk] = outcome.on if is_later else None
    planned = sum(day is not None for day in planned_days.values())
    cases = Case.objects.with_people(today).with_caseworker(today).in_bulk(keys)
    return render(
        request,
        "casework/handovers/case_outcomes.html",
        {
            "outcomes": [
                (outcome, cases[outcome.case.pk], planned_days.get(outcome.case.pk))
                for outcome in outcomes
            ],
            "done": len(successes) - work_alone - planned,
            "planned": planned,
            "work_alone": work_alone - unchanged,
            "nothing": unchanged,
            "refused": len(outcomes) - len(successes),
            "title": title,
            "is_undone": is_undone,
            "back": way_back(request, ""),
            "together": next((each.together for each in outcomes if each.together), None),
        },
    )
