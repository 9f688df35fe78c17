"""The list of files without notice or basis, and the form for a family's consents, on screen and on paper."""

from functools import partial

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.asking.actions import ask_family
from casework.asking.filters import MissingFilter
from casework.asking.forms import AskFamilyForm
from casework.asking.missing import UNTOLD, with_start
from casework.asking.querysets import members_with_gaps
from casework.consents.choices import Purpose
from casework.consents.models import Consent
from casework.register.models.case import Case
from casework.register.querysets.case import members_today
from casework.register.views import case_form_page, file_page_url, get_case_or_404
from casework.search.nobody_visible import sentence_if_nobody_visible
from pages.answers import sent
from pages.lists import list_page
from pages.pager import page_asked


@permission_required(Permission.CONSENT_READ)
def start_list(request: StaffRequest) -> HttpResponse:
    """Lists files that lack the privacy notice, its newest text, or a basis."""
    user = request.user
    record_read("start.listed", by=user, details={"page": str(page_asked(request.GET))})
    return list_page(
        request,
        members_with_gaps(user),
        filterset=MissingFilter,
        template="casework/asking/start_list.html",
        list_title=_("Without notice or basis"),
        may_change=user.holds(Permission.CONSENT_CHANGE),
        empty_because=partial(sentence_if_nobody_visible, user, Permission.CONSENT_READ),
        empty_text=_("Everybody was told the newest notice, and each file has its basis."),
    )


def _view_case_or_404(request: StaffRequest, number: str) -> Case:
    case = get_case_or_404(request, number, Permission.CONSENT_CHANGE)
    record_read("case.read", by=request.user, about=case, details={"panels": ["consents"]})
    return case


def _done(consents: list[Consent]) -> str:
    """Returns the message: how many answers were recorded, and how many files changed their basis."""
    count = len(consents)
    sentence = ngettext("%(n)d answer is on file.", "%(n)d answers are on file.", count)
    files = sum(1 for consent in consents if consent.purpose == Purpose.STORING)
    if not files:
        return sentence % {"n": count}
    basis = ngettext(
        "The basis of %(n)d file follows from them.",
        "The basis of %(n)d files follows from them.",
        files,
    )
    return f"{sentence % {'n': count}} {basis % {'n': files}}"


def _untold(case: Case, request: StaffRequest) -> list[str]:
    """Returns the names of people who were not told the privacy notice, for a warning: they do not know what they agree to."""
    today = request.user.today()
    members = with_start(members_today(case, today), today).filter(UNTOLD)
    return [member.individual.display_name for member in members]


@permission_required(Permission.CONSENT_CHANGE)
def family_ask(request: StaffRequest, number: str) -> HttpResponse:
    """Asks a family together for their consents: each person answers for each purpose."""
    case = _view_case_or_404(request, number)
    return case_form_page(
        request,
        AskFamilyForm(*sent(request), user=request.user, row=case),
        ask_family,
        case,
        case=case,
        title=_("Ask the family for consent"),
        done=_done,
        back=file_page_url(case, "papers", "consents"),
        template="casework/asking/family_ask.html",
        untold=_untold(case, request),
    )


@permission_required(Permission.CONSENT_CHANGE)
def family_ask_print(request: StaffRequest, number: str) -> HttpResponse:
    """Returns the empty form for paper, with a line for each signature."""
    case = _view_case_or_404(request, number)
    form = AskFamilyForm(user=request.user, row=case)
    return render(request, "casework/asking/family_ask_print.html", {"case": case, "form": form})
