"""Interviews with outsiders: logging them, and passing on a contact."""

import uuid

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.consents.choices import Purpose
from casework.consents.sharing import who_may_be_shared
from casework.documents.views import papers_of
from casework.interviews import actions as interviews
from casework.interviews.forms import InterviewForm
from casework.interviews.models import InterviewedPerson, OutsideInterview
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.register.views import answer_in_case
from pages.forms import ConfirmForm


@needs(Permission.CONSENT_CHANGE)
def interview_log(request: StaffRequest, number: str) -> HttpResponse:
    cases = Case.objects.visible_to(request.user, Permission.CONSENT_CHANGE)
    case = get_object_or_404(cases, number=number)
    record_read("case.read", by=request.user, about=case, details={"panels": ["interviews"]})
    return answer_in_case(
        request,
        InterviewForm(request.POST or None, case=case, user=request.user),
        lambda _case, *, people, **told: interviews.log_interview(people, **told),
        case,
        case=case,
        title=_("Log an interview with outsiders"),
        done=_("The interview is on file."),
        back=papers_of(case, "interviews"),
    )


@needs(Permission.CONSENT_READ)
def interview_detail(request: StaffRequest, interview_id: uuid.UUID) -> HttpResponse:
    """Who asked, what for, and those of the people in sight who took part."""
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
            "may_change": bool(can(user, Permission.CONSENT_CHANGE, parts[0])),
        },
    )


@needs(Permission.CONSENT_CHANGE)
def contact_share(request: StaffRequest, part_id: int) -> HttpResponse:
    """Asks once more before a contact is recorded as passed on."""
    parts = InterviewedPerson.objects.visible_to(request.user, Permission.CONSENT_CHANGE)
    part = get_object_or_404(parts.select_related("individual", "interview"), pk=part_id)
    case = case_of(part.individual, request.user.today())
    record_read("interview.read", by=request.user, about=part.interview, case=case)
    return answer_in_case(
        request,
        ConfirmForm(request.POST if request.method == "POST" else None),
        interviews.share_contact,
        part,
        case=case,
        title=_("Share the contact"),
        submit=_("Share the contact"),
        done=_("It is recorded that the contact was shared."),
        back=part.interview.get_absolute_url(),
        sentences=[
            part.individual.display_name,
            part.interview.visitor_name,
            _("Only with the consent that is on file at this moment."),
        ],
    )
