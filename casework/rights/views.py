"""Pages of requests about own data, the printed extract, and people whose retention period is over."""

import uuid
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.freshness import fresh_login_required
from accounts.permissions import Permission
from casework.claims.models import SubjectRequest
from casework.claims.requests import ask_by
from casework.corrections.forms import CORRECTED
from casework.register.forms import ConfirmRowForm
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.register.views import (
    case_form_page,
    case_of_person,
    file_page_url,
    form_view_of_row,
    person_or_404,
    record_view_of_person,
)
from casework.rights import actions as subject_requests
from casework.rights import rules as retention
from casework.rights.actions import erase_individual
from casework.rights.filters import filter_with_first_rows
from casework.rights.forms import (
    AskToCompleteForm,
    CompletedForm,
    CorrectRightsRequestForm,
    ErasureForm,
    ExtractForm,
    RightsAnswerForm,
    SubjectRequestForm,
)
from casework.rights.querysets import first_past_retention, past_retention
from casework.slots.obstacles import erasure_blockers
from pages.dates import short_date
from pages.lists import list_page
from pages.pager import Pager, page_asked
from reference.models import DeadlineRule

ROWS_PER_PAGE = 25


@permission_required(Permission.INDIVIDUAL_ERASE)
def retention_list(request: StaffRequest) -> HttpResponse:
    """Lists people whose retention period is over, by the rule in force in the user's country."""
    user, today = request.user, request.user.today()
    country = user.office.country if user.office else ""
    rule = DeadlineRule.objects.in_force(retention.CODE, on=today, country=country)
    ended_by = retention.retention_limit(rule, today)
    page = page_asked(request.GET)
    record_read("retention.listed", by=user, details={"page": str(page)})
    most = Pager((), ROWS_PER_PAGE, page).count_limit + 1
    first_rows = first_past_retention(user, ended_by=ended_by, most=most)
    return list_page(
        request,
        past_retention(user, ended_by=ended_by),
        filterset=filter_with_first_rows(first_rows),
        page_size=ROWS_PER_PAGE,
        template="casework/rights/retention_list.html",
        list_title=_("Kept long enough"),
        rule=rule if ended_by else None,
        empty_text=_("Nobody's file has been kept longer than the rule allows.")
        if ended_by
        else _("No rule of this country says how long files are kept."),
    )


def _open_request(request: StaffRequest, pk: uuid.UUID, permission: Permission) -> SubjectRequest:
    rows = SubjectRequest.objects.visible_to(request.user, permission).open()
    subject_request: SubjectRequest = get_object_or_404(
        rows.select_related("individual__office"), pk=pk
    )
    return subject_request


def _context(request: StaffRequest, row: Individual | SubjectRequest) -> dict[str, Any]:
    individual = row if isinstance(row, Individual) else row.individual
    words = "" if isinstance(row, Individual) else row.asked
    sentences = [f"{individual.display_name} · {individual.number}", words]
    case = case_of_person(request, individual)
    return {
        "case": case,
        "back": file_page_url(case, "papers", "data-requests"),
        "looks": lambda: record_view_of_person(request, individual),
        "sentences": [sentence for sentence in sentences if sentence],
    }


subject_request_record = form_view_of_row(
    Permission.INDIVIDUAL_CHANGE,
    person_or_404,
    SubjectRequestForm,
    subject_requests.record_subject_request,
    _context,
    title=_("The person asks about the own data"),
    done=_("The request is on file and its term runs."),
)


def _context_of_answer(request: StaffRequest, row: SubjectRequest) -> dict[str, Any]:
    """Returns the context of the page; for a request to delete the file, with the person's open matters."""
    context = _context(request, row)
    if row.ends_the_file and (
        open_matters := erasure_blockers(row.individual, request.user.today())
    ):
        context["sentences"] += [_("What stands open about this person:"), *open_matters]
    return context


subject_request_answer = form_view_of_row(
    Permission.EXTRACT_MAKE,
    _open_request,
    RightsAnswerForm,
    subject_requests.answer_subject_request,
    _context_of_answer,
    title=_("Answer the request"),
    done=_("The answer is on file."),
)


def _request_to_correct(
    request: StaffRequest, pk: uuid.UUID, permission: Permission
) -> SubjectRequest:
    rows = SubjectRequest.objects.visible_to(request.user, permission).standing()
    subject_request: SubjectRequest = get_object_or_404(
        rows.select_related("individual__office"), pk=pk
    )
    return subject_request


subject_request_correct = form_view_of_row(
    Permission.INDIVIDUAL_CHANGE,
    _request_to_correct,
    CorrectRightsRequestForm,
    subject_requests.correct_subject_request,
    _context,
    title=_("Correct the request"),
    done=CORRECTED,
)

subject_request_extend = form_view_of_row(
    Permission.EXTRACT_MAKE,
    _open_request,
    ConfirmRowForm,
    subject_requests.extend_subject_request,
    _context,
    title=_("Extend the term"),
    done=_("The term is extended. Tell the person why, before the first term ends."),
)


def _context_of_incomplete(request: StaffRequest, row: SubjectRequest) -> dict[str, Any]:
    """Returns the context of the page, with the day by which the person must be asked, and when the answer is due."""
    context = _context(request, row)
    if day := ask_by(row):
        values = {"day": short_date(day)}
        context["sentences"].append(
            _("The person is to be asked by %(day)s (Ley 1581 de 2012, art. 15).") % values
        )
    context["sentences"].append(
        _("The answer falls due once it is complete; after two months it counts as given up.")
    )
    return context


subject_request_incomplete = form_view_of_row(
    Permission.EXTRACT_MAKE,
    _open_request,
    AskToCompleteForm,
    subject_requests.ask_to_complete,
    _context_of_incomplete,
    title=_("Ask the person to complete it"),
    done=_("It is on file that the person was asked."),
)
subject_request_complete = form_view_of_row(
    Permission.EXTRACT_MAKE,
    _open_request,
    CompletedForm,
    subject_requests.complete_request,
    _context,
    title=_("The person completed it"),
    done=_("The complaint is complete and its term runs."),
)
subject_request_give_up = form_view_of_row(
    Permission.EXTRACT_MAKE,
    _open_request,
    ConfirmRowForm,
    subject_requests.give_request_up,
    _context,
    title=_("It was not completed: it counts as given up"),
    done=_("The complaint is closed."),
)


@permission_required(Permission.INDIVIDUAL_ERASE)
@fresh_login_required
def individual_erase(request: StaffRequest, number: str) -> HttpResponse:
    """Shows the obstacles and what will be destroyed, and asks for the reason."""
    individual = person_or_404(request, number, Permission.INDIVIDUAL_ERASE)
    if individual.erased_on:
        raise Http404
    context = _context(request, individual)
    context["sentences"] += [
        _("Names, documents, phones, texts and files of this person become unreadable for good."),
        _("Records that were merged into this one go with it, and a case with its last person."),
        _("Number, days and counted facts stay, so that figures do not change."),
        _("Nobody can undo this."),
    ]
    return case_form_page(
        request,
        ErasureForm(request.POST or None),
        erase_individual,
        individual,
        **context,
        title=_("Erase this person"),
        done=_("The person is erased."),
        is_named=False,
        blockers=erasure_blockers(individual, request.user.today()),
        submit=_("Erase for good"),
        danger=True,
    )


@permission_required(Permission.EXTRACT_MAKE)
@fresh_login_required
def extract_make(request: StaffRequest, number: str) -> HttpResponse:
    """Asks for the reason, then shows the extract once, to be printed. The extract is not stored."""
    user = request.user
    individual = person_or_404(request, number, Permission.EXTRACT_MAKE)
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
