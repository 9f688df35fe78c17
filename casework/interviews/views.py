"""Pages of interviews with outsiders."""

import uuid
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from casework.asking.sharing import who_may_be_shared
from casework.consents.choices import Purpose
from casework.corrections.forms import CORRECTED
from casework.corrections.models import Correction
from casework.interviews import actions as interviews
from casework.interviews.forms import CorrectInterviewForm, InterviewForm, RetractPartForm
from casework.interviews.models import InterviewedPerson, OutsideInterview
from casework.register.forms import ConfirmRowForm
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.register.views import file_page_url, form_view_of_row, get_case_or_404, row_getter


def _context_of_case(request: StaffRequest, case: Case) -> dict[str, Any]:
    record_read("case.read", by=request.user, about=case, details={"panels": ["interviews"]})
    return {"case": case, "back": file_page_url(case, "papers", "interviews")}


interview_log = form_view_of_row(
    Permission.CONSENT_CHANGE,
    get_case_or_404,
    InterviewForm,
    lambda _case, *, people, **facts: interviews.log_interview(people, **facts),
    _context_of_case,
    title=_("Log an interview with outsiders"),
    done=_("The interview is on file."),
)


@permission_required(Permission.CONSENT_READ)
def interview_detail(request: StaffRequest, interview_id: uuid.UUID) -> HttpResponse:
    """One interview: the visitor, the purpose, and the visible participants."""
    user = request.user
    interviews_in_sight = OutsideInterview.objects.visible_to(user).select_related("logged_by")
    interview = get_object_or_404(interviews_in_sight, pk=interview_id)
    parts = list(
        InterviewedPerson.objects.visible_to(user)
        .filter(interview=interview)
        .select_related("individual", "contact_shared_by")
    )
    case = case_of(parts[0].individual, user.today())
    record_read("interview.read", by=user, about=interview, case=case)
    people = Individual.objects.filter(outside_interviews__in=parts)
    agreed = who_may_be_shared(people, Purpose.INTERVIEWS, user.today())
    agreed_ids = set(agreed.values_list("pk", flat=True))
    return render(
        request,
        "casework/interviews/interview_detail.html",
        {
            "interview": interview,
            "case": case,
            "lines": [(part, part.individual_id in agreed_ids) for part in parts],
            "may_change": _may_change(parts, user) and not interview.is_mistake,
            "may_correct": _reaches_all(interview, user) and not interview.is_mistake,
            "corrections": _corrections(interview, user),
        },
    )


def _may_change(parts: list[InterviewedPerson], user: User) -> bool:
    return bool(can(user, Permission.CONSENT_CHANGE, parts[0]))


def _reaches_all(interview: OutsideInterview, user: User) -> bool:
    """Returns whether the user reaches all participants with the permission to change consents."""
    reached = InterviewedPerson.objects.visible_to(user, Permission.CONSENT_CHANGE)
    taking_part = interview.people.filter(is_mistake=False)
    return not taking_part.exclude(pk__in=reached.values("pk")).exists()


def _corrections(interview: OutsideInterview, user: User) -> QuerySet[Correction]:
    """Returns the corrections of the interview, without those about people whom the user does not see."""
    people = Individual.objects.visible_to(user, Permission.CONSENT_READ)
    rows: QuerySet[Correction] = Correction.objects.of(interview)
    return rows.filter(Q(individual=None) | Q(individual__in=people))


def _context(request: StaffRequest, part: InterviewedPerson) -> dict[str, Any]:
    case = case_of(part.individual, request.user.today())
    record_read("interview.read", by=request.user, about=part.interview, case=case)
    return {
        "case": case,
        "back": part.interview.get_absolute_url(),
        "sentences": [
            part.individual.display_name,
            part.interview.visitor_name,
        ],
    }


def _context_of_sharing(request: StaffRequest, part: InterviewedPerson) -> dict[str, Any]:
    context = _context(request, part)
    context["sentences"].append(_("Only with the consent that is on file at this moment."))
    return context


# Asks to confirm before a contact is recorded as passed on.
contact_share = form_view_of_row(
    Permission.CONSENT_CHANGE,
    row_getter(InterviewedPerson, "individual", "interview"),
    ConfirmRowForm,
    interviews.share_contact,
    _context_of_sharing,
    title=_("Share the contact"),
    submit=_("Share the contact"),
    done=_("It is recorded that the contact was shared."),
)

part_retract = form_view_of_row(
    Permission.CONSENT_CHANGE,
    row_getter(InterviewedPerson, "individual", "interview"),
    RetractPartForm,
    interviews.retract_part,
    _context,
    title=_("This person did not take part"),
    submit=_("Recorded by mistake"),
    done=CORRECTED,
)


def _context_of_interview(request: StaffRequest, interview: OutsideInterview) -> dict[str, Any]:
    part = InterviewedPerson.objects.visible_to(request.user).filter(interview=interview).first()
    case = case_of(part.individual, request.user.today()) if part else None
    return {
        "case": case,
        "back": interview.get_absolute_url(),
        "looks": lambda: record_read("interview.read", by=request.user, about=interview, case=case),
    }


interview_correct = form_view_of_row(
    Permission.CONSENT_CHANGE,
    row_getter(OutsideInterview),
    CorrectInterviewForm,
    interviews.correct_interview,
    _context_of_interview,
    title=_("Correct the interview"),
    done=CORRECTED,
)
