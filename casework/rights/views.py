"""Requests about own data, the extract on paper, and whose file has been kept long enough."""

import uuid
from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.freshness import fresh_login_required
from accounts.permissions import Permission
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.register.views import answer_in_case, case_behind, write_look
from casework.rights import actions as subject_requests
from casework.rights import rules as retention
from casework.rights.actions import erase_individual
from casework.rights.filters import KeptFilter
from casework.rights.forms import AnswerForm, ErasureForm, ExtractForm, SubjectRequestForm
from casework.rights.models import SubjectRequest
from casework.rights.querysets import past_keeping
from casework.slots.obstacles import erasure_blockers
from pages.forms import ActionForm
from pages.lists import list_page
from reference.models import DeadlineRule


@needs(Permission.INDIVIDUAL_ERASE)
def retention_list(request: StaffRequest) -> HttpResponse:
    """Whose keeping time is over, by the rule that is in force in the user's country."""
    user, today = request.user, request.user.today()
    country = user.office.country if user.office else ""
    rule = DeadlineRule.objects.in_force(retention.CODE, on=today, country=country)
    ended_by = retention.kept_until(rule, today)
    record_read("retention.listed", by=user, details={"page": request.GET.get("page", "1")[:6]})
    return list_page(
        request,
        past_keeping(user, ended_by=ended_by),
        filterset=KeptFilter,
        template="casework/rights/retention_list.html",
        list_title=_("Kept long enough"),
        rule=rule if ended_by else None,
        empty_text=_("Nobody's file has been kept longer than the rule allows.")
        if ended_by
        else _("No rule of this country says how long files are kept."),
    )


@needs(Permission.INDIVIDUAL_CHANGE)
def subject_request_record(request: StaffRequest, number: str) -> HttpResponse:
    people = Individual.objects.visible_to(request.user, Permission.INDIVIDUAL_CHANGE)
    individual = get_object_or_404(people, number=number)
    return _act(
        request,
        individual,
        SubjectRequestForm(request.POST or None, user=request.user),
        subject_requests.record_subject_request,
        individual,
        title=_("The person asks about the own data"),
        done=_("The request is on file and its term runs."),
    )


@needs(Permission.EXTRACT_MAKE)
def subject_request_answer(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    asked = _request(request, pk)
    return _act(
        request,
        asked.individual,
        AnswerForm(request.POST or None, user=request.user),
        subject_requests.answer_subject_request,
        asked,
        title=_("Answer the request"),
        done=_("The answer is on file."),
        lead=asked.asked,
    )


@needs(Permission.EXTRACT_MAKE)
def subject_request_extend(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    asked = _request(request, pk)
    return _act(
        request,
        asked.individual,
        ActionForm(request.POST if request.method == "POST" else None),
        subject_requests.extend_subject_request,
        asked,
        title=_("Extend the term"),
        done=_("The term is extended. Tell the person why, before the first term ends."),
        lead=asked.asked,
    )


@needs(Permission.INDIVIDUAL_ERASE)
@fresh_login_required
def individual_erase(request: StaffRequest, number: str) -> HttpResponse:
    """Says what forbids it, or what will be gone for good, and asks for the reason."""
    user = request.user
    people = Individual.objects.visible_to(user, Permission.INDIVIDUAL_ERASE)
    individual = get_object_or_404(people.filter(erased_on=None), number=number)
    blockers = erasure_blockers(individual, user.today())
    sentences = [
        _("Names, documents, phones, texts and files of this person become unreadable for good."),
        _("Records that were merged into this one go with it, and a case with its last person."),
        _("Number, days and counted facts stay, so that figures do not change."),
        _("Nobody can undo this."),
    ]
    return _act(
        request,
        individual,
        ErasureForm(request.POST or None),
        erase_individual,
        individual,
        title=_("Erase this person"),
        done=_("The person is erased."),
        more=sentences,
        blockers=blockers,
        submit=_("Erase for good"),
        danger=True,
    )


@needs(Permission.EXTRACT_MAKE)
@fresh_login_required
def extract_make(request: StaffRequest, number: str) -> HttpResponse:
    """Asks for the reason, then shows everything once, to be printed. Nothing is stored."""
    user = request.user
    people = Individual.objects.visible_to(user, Permission.EXTRACT_MAKE)
    individual = get_object_or_404(people, number=number)
    form = ExtractForm(request.POST or None)
    case = case_of(individual, user.today())
    context = {"individual": individual, "case": case, "form": form}
    if (
        request.method == "POST"
        and form.is_valid()
        and form.does(subject_requests.make_extract, individual, by=user)
    ):
        page = context | {"extract": form.result, "today": user.today()}
        return render(request, "casework/rights/extract.html", page)
    record_read("individual.read", by=user, about=individual, case=case)
    return render(request, "casework/rights/extract_make.html", context)


def _request(request: StaffRequest, pk: uuid.UUID) -> SubjectRequest:
    rows = SubjectRequest.objects.visible_to(request.user, Permission.EXTRACT_MAKE).open()
    asked: SubjectRequest = get_object_or_404(rows.select_related("individual__office"), pk=pk)
    return asked


def _act(
    request: StaffRequest,
    individual: Individual,
    form: ActionForm,
    action: Callable[..., Any],
    about: Individual | SubjectRequest,
    *,
    lead: str = "",
    more: Sequence[str] = (),
    **said: Any,
) -> HttpResponse:
    case = case_behind(request, individual)
    sentences = [f"{individual.display_name} · {individual.number}", lead, *more]
    return answer_in_case(
        request,
        form,
        action,
        about,
        case=case,
        back=reverse("case-part", args=[case.number, "papers"]) + "#data-requests",
        looks=lambda: write_look(request, individual),
        sentences=[sentence for sentence in sentences if sentence],
        **said,
    )
