"""The grid on the screen, and on paper to be signed."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.asking.actions import ask_family
from casework.asking.forms import AskFamilyForm
from casework.consents.models import Consent
from casework.register.models.case import Case
from casework.register.views import answer_in_case, case_in_sight, part_of
from pages.answers import sent


def _asked(request: StaffRequest, number: str) -> Case:
    case = case_in_sight(request, number, Permission.CONSENT_CHANGE)
    record_read("case.read", by=request.user, about=case, details={"panels": ["consents"]})
    return case


def _done(consents: list[Consent]) -> str:
    count = len(consents)
    return ngettext("%(n)d answer is on file.", "%(n)d answers are on file.", count) % {"n": count}


@needs(Permission.CONSENT_CHANGE)
def family_ask(request: StaffRequest, number: str) -> HttpResponse:
    """What the people of a family agree to: asked once, answered by each for each purpose."""
    case = _asked(request, number)
    return answer_in_case(
        request,
        AskFamilyForm(*sent(request), user=request.user, row=case),
        ask_family,
        case,
        case=case,
        title=_("Ask the family for consent"),
        done=_done,
        back=part_of(case, "papers", "consents"),
        template="casework/asking/family_ask.html",
    )


@needs(Permission.CONSENT_CHANGE)
def family_ask_print(request: StaffRequest, number: str) -> HttpResponse:
    """The empty grid on paper, with a line for each signature."""
    case = _asked(request, number)
    form = AskFamilyForm(user=request.user, row=case)
    return render(request, "casework/asking/family_ask_print.html", {"case": case, "form": form})
