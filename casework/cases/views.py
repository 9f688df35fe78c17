"""Closing, reopening, moving, assigning, restricting and referring a case."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.cases import actions as cases
from casework.cases.forms import CloseCaseForm, MoveCaseForm, RestrictCaseForm
from casework.register.models.case import Case
from casework.register.views import answer_in_case
from casework.slots.obstacles import closure_blockers
from pages.answers import Words
from pages.forms import ActionForm, ConfirmForm


def _case(request: StaffRequest, number: str, permission: Permission) -> Case:
    case: Case = get_object_or_404(Case.objects.visible_to(request.user, permission), number=number)
    return case


def _answer(
    request: StaffRequest,
    case: Case,
    form: ActionForm,
    action: Callable[..., Any],
    *,
    done: Words,
    **said: Any,
) -> HttpResponse:
    """Goes back to the case, or to the list if it is out of sight now. `done` names its number."""
    back = reverse("case-detail", args=[case.number])

    def onward(_result: Any) -> str:
        is_seen = Case.objects.visible_to(request.user).filter(pk=case.pk).exists()
        return back if is_seen else reverse("case-list")

    return answer_in_case(
        request,
        form,
        action,
        case,
        case=case,
        done=done % {"number": case.number},
        back=back,
        onward=onward,
        **said,
    )


@needs(Permission.CASE_CLOSE)
def case_close(request: StaffRequest, number: str) -> HttpResponse:
    case = _case(request, number, Permission.CASE_CLOSE)
    staying = case.members.still_here().select_related("individual")
    names = ", ".join(member.individual.display_name for member in staying)
    record_read("case.read", by=request.user, about=case, details={"closing": len(staying)})
    return _answer(
        request,
        case,
        CloseCaseForm(request.POST or None, case=case, user=request.user),
        cases.close_case,
        title=_("Close the case"),
        submit=_("Close the case"),
        done=_("%(number)s is closed."),
        sentences=[
            _("Who leaves with the case, unless it was opened by mistake: %(names)s.")
            % {"names": names},
            _("Who left otherwise gets an exit of their own first."),
        ]
        if names
        else None,
        blockers=list(closure_blockers(case)) if case.is_open else None,
    )


@needs(Permission.CASE_REOPEN)
def case_reopen(request: StaffRequest, number: str) -> HttpResponse:
    case = _case(request, number, Permission.CASE_REOPEN)
    return _answer(
        request,
        case,
        ConfirmForm(request.POST or None),
        cases.reopen_case,
        title=_("Reopen the case"),
        submit=_("Reopen the case"),
        done=_("%(number)s is open again."),
        sentences=[
            _("The team sees the case among its open ones again, from today on."),
            _(
                "The exits that its closing recorded are taken back: record anew whoever is still away."
            ),
        ],
    )


@needs(Permission.CASE_MOVE)
def case_move(request: StaffRequest, number: str) -> HttpResponse:
    case = _case(request, number, Permission.CASE_MOVE)
    return _answer(
        request,
        case,
        MoveCaseForm(request.POST or None, case=case),
        cases.move_case,
        title=_("Move the case to another team"),
        submit=_("Move the case"),
        done=_("%(number)s is with another team now."),
        sentences=[_("The present team no longer sees the case; the new one does at once.")],
    )


@needs(Permission.CASE_RESTRICT)
def case_restrict(request: StaffRequest, number: str) -> HttpResponse:
    case = _case(request, number, Permission.CASE_RESTRICT)
    return _answer(
        request,
        case,
        RestrictCaseForm(request.POST or None, case=case, user=request.user),
        cases.restrict_case,
        title=_("Restrict the case"),
        submit=_("Restrict the case"),
        done=_("%(number)s is restricted to the people you named."),
        sentences=[_("Everybody who is not named finds nothing: no list, no search, no count.")],
    )


@needs(Permission.CASE_RESTRICT)
def case_unrestrict(request: StaffRequest, number: str) -> HttpResponse:
    case = _case(request, number, Permission.CASE_RESTRICT)
    return _answer(
        request,
        case,
        ConfirmForm(request.POST or None),
        cases.lift_restriction,
        title=_("Lift the restriction"),
        submit=_("Lift the restriction"),
        done=_("%(number)s is no longer restricted."),
        sentences=[_("The team and the office see the case again.")],
    )


@needs(Permission.REFERRAL_MAKE)
def referral_make(request: StaffRequest, number: str) -> HttpResponse:
    case = _case(request, number, Permission.REFERRAL_MAKE)
    return _answer(
        request,
        case,
        ConfirmForm(request.POST or None),
        cases.refer_to_legal,
        title=_("Refer to legal"),
        submit=_("Refer the case"),
        done=_("%(number)s is with the legal officers."),
        sentences=[_("The legal officers of the office see the case from now on.")],
    )
