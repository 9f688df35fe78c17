"""Pages of interviews with the authority, and of interpreters."""

import uuid

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission as P
from asylum.actions.hearings import record_hearing
from asylum.checklists.querysets import checklist_of
from asylum.choices import ApplicationStatus
from asylum.interviews import actions
from asylum.interviews.forms import ChangeInterpreterForm, InterpreterForm, RecordInterviewForm
from asylum.interviews.models import ClaimInterview, Interpreter
from asylum.interviews.querysets import to_ask_about, with_set_day
from asylum.models import AsylumApplication
from casework.slots.papers import warn_of_invalid_papers
from pages.answers import answer
from pages.forms import on_file


@needs(P.APPLICATION_CHANGE)
def claim_interview(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    interview = get_object_or_404(
        with_set_day(
            ClaimInterview.objects.visible_to(request.user, P.APPLICATION_CHANGE).select_related(
                "application__individual__office", "application__case"
            )
        ),
        pk=pk,
    )
    claim = interview.application
    record_read("application.read", by=request.user, about=claim, case=claim.case)
    form = RecordInterviewForm(
        request.POST or None,
        initial=on_file(RecordInterviewForm, interview) | {"reason": interview.excuse},
        user=request.user,
        chosen=interview.interpreter_id,
    )
    return answer(
        request,
        form,
        record_hearing,
        interview,
        title=_("Interview with the authority"),
        done=_("The interview was recorded."),
        back=claim.get_absolute_url(),
        onward=lambda heard: _onward(request, claim),
        template="asylum/interview.html",
        interview=interview,
        application=claim,
        is_to_be_asked_about=to_ask_about(request.user.today()).filter(pk=interview.pk).exists(),
        missing=checklist_of(claim).missing_before(ApplicationStatus.INTERVIEWED),
        person=claim.individual,
    )


def _onward(request: StaffRequest, claim: AsylumApplication) -> str:
    """The claim's page; says which notices are void because the day, hour or place of the interview changed."""
    warn_of_invalid_papers(request, claim.case, request.user, claim.individual)
    return claim.get_absolute_url()


@needs(P.APPLICATION_CHANGE)
def interpreter_list(request: StaffRequest) -> HttpResponse:
    rows = Interpreter.objects.visible_to(request.user).select_related("organisation")
    record_read("interpreter.listed", by=request.user)
    return render(request, "asylum/interpreter_list.html", {"interpreters": rows})


@needs(P.APPLICATION_CHANGE)
def add_interpreter(request: StaffRequest) -> HttpResponse:
    return answer(
        request,
        InterpreterForm(request.POST or None, user=request.user),
        actions.add_interpreter,
        title=_("New interpreter"),
        done=_("The interpreter was recorded."),
        back=reverse("interpreter-list"),
        is_named=False,
    )


@needs(P.APPLICATION_CHANGE)
def change_interpreter(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    rows = Interpreter.objects.visible_to(request.user).select_related("individual")
    interpreter = get_object_or_404(rows, pk=pk)
    initial = on_file(ChangeInterpreterForm, interpreter)
    return answer(
        request,
        ChangeInterpreterForm(request.POST or None, user=request.user, initial=initial),
        actions.change_interpreter,
        interpreter,
        title=_("Interpreter"),
        done=_("The interpreter was recorded."),
        back=reverse("interpreter-list"),
        is_named=False,
    )
