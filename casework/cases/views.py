"""Closing, reopening, moving, assigning, restricting and referring a case."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, View
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.cases import actions as cases
from casework.cases.forms import CloseCaseForm, MoveCaseForm, RestrictCaseForm
from casework.register.forms import AboutForm, SureForm
from casework.register.models.case import Case
from casework.register.views import act_page, case_in_sight
from casework.slots.obstacles import closure_blockers
from pages.answers import Words


def _frame(request: StaffRequest, case: Case) -> dict[str, Any]:
    """Goes back to the case, or to the list if it is out of sight now."""
    back = reverse("case-detail", args=[case.number])

    def onward(_result: object) -> str:
        is_seen = Case.objects.visible_to(request.user).filter(pk=case.pk).exists()
        return back if is_seen else reverse("case-list")

    return {"case": case, "back": back, "onward": onward}


def case_act(
    permission: Permission,
    form: type[AboutForm],
    action: Callable[..., Any],
    *,
    done: Words,
    frame: Callable[[StaffRequest, Case], dict[str, Any]] = _frame,
    **words: Any,
) -> View:
    """A page that does something with the whole case; `done` names its number."""

    def named(request: StaffRequest, case: Case) -> dict[str, Any]:
        return {**frame(request, case), "done": done % {"number": case.number}}

    return act_page(permission, case_in_sight, form, action, named, **words)


def _frame_of_closing(request: StaffRequest, case: Case) -> dict[str, Any]:
    staying = case.members.still_here().select_related("individual")
    names = ", ".join(member.individual.display_name for member in staying)
    record_read("case.read", by=request.user, about=case, details={"closing": len(staying)})
    sentences = [
        _("Who leaves with the case, unless it was opened by mistake: %(names)s.")
        % {"names": names},
        _("Who left otherwise gets an exit of their own first."),
    ]
    return {
        **_frame(request, case),
        "sentences": sentences if names else None,
        "blockers": list(closure_blockers(case)) if case.is_open else None,
    }


case_close = case_act(
    Permission.CASE_CLOSE,
    CloseCaseForm,
    cases.close_case,
    frame=_frame_of_closing,
    title=_("Close the case"),
    submit=_("Close the case"),
    done=_("%(number)s is closed."),
)

case_reopen = case_act(
    Permission.CASE_REOPEN,
    SureForm,
    cases.reopen_case,
    title=_("Reopen the case"),
    submit=_("Reopen the case"),
    done=_("%(number)s is open again."),
    sentences=[
        _("The team sees the case among its open ones again, from today on."),
        _("The exits that its closing recorded are taken back: record anew whoever is still away."),
    ],
)

case_move = case_act(
    Permission.CASE_MOVE,
    MoveCaseForm,
    cases.move_case,
    title=_("Move the case to another team"),
    submit=_("Move the case"),
    done=_("%(number)s is with another team now."),
    sentences=[_("The present team no longer sees the case; the new one does at once.")],
)

case_restrict = case_act(
    Permission.CASE_RESTRICT,
    RestrictCaseForm,
    cases.restrict_case,
    title=_("Restrict the case"),
    submit=_("Restrict the case"),
    done=_("%(number)s is restricted to the people you named."),
    sentences=[_("Everybody who is not named finds nothing: no list, no search, no count.")],
)

case_unrestrict = case_act(
    Permission.CASE_RESTRICT,
    SureForm,
    cases.lift_restriction,
    title=_("Lift the restriction"),
    submit=_("Lift the restriction"),
    done=_("%(number)s is no longer restricted."),
    sentences=[_("The team and the office see the case again.")],
)

referral_make = case_act(
    Permission.REFERRAL_MAKE,
    SureForm,
    cases.refer_to_legal,
    title=_("Refer to legal"),
    submit=_("Refer the case"),
    done=_("%(number)s is with the legal officers."),
    sentences=[_("The legal officers of the office see the case from now on.")],
)

legal_referral_take_back = case_act(
    Permission.REFERRAL_MAKE,
    SureForm,
    cases.take_legal_referral_back,
    title=_("Take the legal referral back"),
    submit=_("Take it back"),
    done=_("%(number)s is no longer with the legal officers."),
    sentences=[_("For a case that was referred by mistake: the legal officers no longer see it.")],
)
