"""Pages that close, reopen, move, restrict and refer a case."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, View, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from casework.cases import actions as cases
from casework.cases.forms import CloseCaseForm, MoveCaseForm, ReopenCaseForm, RestrictCaseForm
from casework.cases.querysets import users_with_permission
from casework.register.forms import AboutForm, ConfirmRowForm
from casework.register.models.case import Case
from casework.register.views import CASE_ACT, form_view_of_row, get_case_or_404
from casework.slots.obstacles import effects_of_closing, obstacles_to_closing
from pages.answers import Words, form_response, sent
from pages.dates import hour_in_words, short_date


def case_context(request: StaffRequest, case: Case) -> dict[str, Any]:
    """Returns the arguments of `form_response` that redirect to the case, or to the list if the user no longer sees the case."""
    back = reverse("case-detail", args=[case.number])

    def success_url(_result: object) -> str:
        is_seen = Case.objects.visible_to(request.user).filter(pk=case.pk).exists()
        return back if is_seen else reverse("case-list")

    return {"case": case, "back": back, "success_url": success_url}


def _message(
    done: Words, case: Case, values_of: Callable[[Any], dict[str, str]]
) -> Callable[[Any], str]:
    """Returns a function from the action's result to the message of success.

    In `done`, `%(case)s` becomes the name and number of the case; `values_of` returns the other values.
    """

    def message(result: Any) -> str:
        case_with_people = Case.objects.with_people(case.office.today()).get(pk=case.pk)
        name = case_with_people.display_name
        name_and_number = (
            case_with_people.number
            if name == case_with_people.number
            else f"{name} ({case_with_people.number})"
        )
        return str(done % {"case": name_and_number, **values_of(result)})

    return message


def case_action_view(
    permission: Permission,
    form: type[AboutForm],
    action: Callable[..., Any],
    *,
    done: Words,
    done_with: Callable[[Any], dict[str, str]] = lambda _result: {},
    context: Callable[[StaffRequest, Case], dict[str, Any]] = case_context,
    **words: Any,
) -> View:
    """Returns the view of a form about the whole case; `done` and `done_with` are the arguments of `_message`."""

    def context_with_message(request: StaffRequest, case: Case) -> dict[str, Any]:
        return {**context(request, case), "done": _message(done, case, done_with)}

    return form_view_of_row(
        permission, get_case_or_404, form, action, context_with_message, **words
    )


@permission_required(Permission.CASE_CLOSE)
def case_close(request: StaffRequest, number: str) -> HttpResponse:
    """Closes the case. The page shows first who leaves, what the closing ends, and each obstacle with its page."""
    case = get_case_or_404(request, number, Permission.CASE_CLOSE)
    members = case.members.still_here().select_related("individual")
    names = [member.individual.display_name for member in members]
    record_read("case.read", by=request.user, about=case, details={"closing": len(names)})
    hindrances = obstacles_to_closing(case) if case.is_open else []
    context = case_context(request, case)
    success_url = context.pop("success_url")

    def done(closed: Case) -> str:
        if not names:
            return gettext("%(number)s is closed.") % {"number": closed.number}
        values = {"number": closed.number, "names": ", ".join(names)}
        return gettext("%(number)s is closed. Closed with it: %(names)s.") % values

    return form_response(
        request,
        CloseCaseForm(*sent(request), user=request.user, row=case),
        cases.close_case,
        case,
        **context,
        success_url=success_url,
        undo=lambda closed: reverse("case-close-undo", args=[closed.number]),
        template="casework/cases/case_close.html",
        title=_("Close the case"),
        submit=_("Close the case"),
        done=done,
        names=names,
        hindrances=hindrances,
        ended=effects_of_closing(case) if case.is_open else [],
        reopeners=users_with_permission(case, Permission.CASE_REOPEN),
    )


@permission_required(Permission.CASE_CLOSE)
def case_close_undo(request: StaffRequest, number: str) -> HttpResponse:
    """Undoes a closing with one button; a GET asks for confirmation."""
    case = get_case_or_404(request, number, Permission.CASE_CLOSE)
    return form_response(
        request,
        ConfirmRowForm(*sent(request), user=request.user, row=case),
        cases.undo_closing,
        case,
        **case_context(request, case),
        template=CASE_ACT,
        title=_("Take the closing back"),
        submit=_("Undo"),
        done=_message(_("%(case)s: the case is open again."), case, lambda _result: {}),
        sentences=[
            _("Who left by the closing is here again, as if it had not been closed."),
            _until_when(case, request.user),
        ],
    )


def _until_when(case: Case, user: User) -> Words:
    """Returns a message that says until when this user may undo the closing, or who may."""
    closing = cases.closing_to_undo(case, user)
    if closing is None:
        return cases.WHO_UNDOES_A_CLOSING
    end = timezone.localtime(closing.at + cases.TIME_TO_UNDO_CLOSING)
    values = {"day": short_date(end), "hour": hour_in_words(end.time())}
    sentence = gettext(
        "You can do this until %(day)s, %(hour)s; afterwards ask for it to be reopened."
    )
    return sentence % values


@permission_required(Permission.CASE_READ)
def case_reopeners(request: StaffRequest, number: str) -> HttpResponse:
    """Lists colleagues who can reopen a closed case, by name."""
    case = get_case_or_404(request, number, Permission.CASE_READ)
    context = {"case": case, "reopeners": users_with_permission(case, Permission.CASE_REOPEN)}
    return render(request, "casework/cases/case_reopeners.html", context)


def _context_of_reopening(request: StaffRequest, case: Case) -> dict[str, Any]:
    """Returns context that names the people who left by the closing, and records that the user saw them.

    The form has one answer for all of them: where they differ, the user first corrects the exit of each.
    """
    names = ", ".join(each.individual.display_name for each in cases.exits_by_closing(case))
    record_read("case.read", by=request.user, about=case, details={"reopening": bool(names)})
    sentences = [_("The team sees the case among its open ones again, from today on.")]
    if names:
        sentences += [
            format_lazy(_("Left by its closing: {names}."), names=names),
            _("Where it was not the same for each, say so first on the page of each exit."),
        ]
    return {**case_context(request, case), "sentences": sentences}


case_reopen = case_action_view(
    Permission.CASE_REOPEN,
    ReopenCaseForm,
    cases.reopen_case,
    context=_context_of_reopening,
    title=_("Reopen the case"),
    submit=_("Reopen the case"),
    done=_("%(case)s: the case is open again."),
)

TASKS_GO_ON = _(
    "Open tasks of who no longer sees it go to whoever looks after it; while nobody does, nobody has them."
)

case_move = case_action_view(
    Permission.CASE_MOVE,
    MoveCaseForm,
    cases.move_case,
    title=_("Move the case to another team"),
    submit=_("Move the case"),
    done=_("%(case)s: the case is with another team now."),
    sentences=[
        _("The present team no longer sees the case; the new one does at once."),
        _(
            "Who looks after it and is not of the new team does so no more: then nobody does until it is assigned."
        ),
        TASKS_GO_ON,
    ],
)

case_restrict = case_action_view(
    Permission.CASE_RESTRICT,
    RestrictCaseForm,
    cases.restrict_case,
    title=_("Restrict the case"),
    submit=_("Restrict the case"),
    done=_("%(case)s: the case is restricted to the people you named."),
    sentences=[
        _("Everybody who is not named finds nothing: no list, no search, no count."),
        TASKS_GO_ON,
    ],
)

case_unrestrict = case_action_view(
    Permission.CASE_RESTRICT,
    ConfirmRowForm,
    cases.lift_restriction,
    title=_("Lift the restriction"),
    submit=_("Lift the restriction"),
    done=_("%(case)s: the case is no longer restricted."),
    sentences=[_("The team and the office see the case again.")],
)

referral_make = case_action_view(
    Permission.REFERRAL_MAKE,
    ConfirmRowForm,
    cases.refer_to_legal,
    title=_("Refer to legal"),
    submit=_("Refer the case"),
    done=_("%(case)s: the case is with the legal officers."),
    sentences=[_("The legal officers of the office see the case from now on.")],
)

legal_referral_take_back = case_action_view(
    Permission.REFERRAL_MAKE,
    ConfirmRowForm,
    cases.take_legal_referral_back,
    title=_("Take the legal referral back"),
    submit=_("Undo"),
    done=_("%(case)s: the case is no longer with the legal officers."),
    sentences=[
        _("For a case that was referred by mistake: the legal officers no longer see it."),
        _("This can be done on the day of the referral and the next."),
    ],
)
