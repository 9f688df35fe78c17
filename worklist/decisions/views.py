"""The forms that decide about a date, and the list of decisions."""

import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.register.forms import AboutForm
from pages.answers import form_response, pressed, way_back
from pages.dates import short_date
from worklist.decisions import actions
from worklist.decisions.forms import HandOverDateForm, PostponeForm, SettleDateForm
from worklist.decisions.lines import decision_lines
from worklist.due.choices import DecisionKind
from worklist.due.conditions import decisions_in_force
from worklist.due.lines import lines_of
from worklist.due.models import DueDecision
from worklist.due.rows import Due, due
from worklist.projection.update import current_kinds

PAGE = 25


def _row(request: StaffRequest, kind: str, about_id: str) -> Due:
    """The open date that the user may see. Raises Http404 without one."""
    rows = due(request.user, today=request.user.today(), kinds=[kind], about_id=about_id)[:1]
    if not rows:
        raise Http404
    return rows[0]


def _act_page(
    form_class: type[AboutForm],
    action: Callable[..., DueDecision],
    title: str | Promise,
    done: Callable[[Any], str],
) -> Callable[..., HttpResponseBase]:
    """The view of a page with one form about one date; `done` gives the end of the message for a decision."""

    def page(request: StaffRequest, kind: str, about_id: str) -> HttpResponse:
        row = _row(request, kind, about_id)
        [line] = lines_of([row], request.user)
        back = way_back(request, reverse("due-list"))
        form = form_class(request.POST or None, user=request.user, row=row)
        return form_response(
            request,
            form,
            action,
            row,
            title=title,
            done=lambda decision: f"{line.who} · {line.what}: {done(decision)}",
            undo=lambda decision: (
                f"{reverse('due-decision-undo', args=[decision.pk])}?{urlencode({'back': back})}"
            ),
            back=back,
            looks=lambda: record_read("due.read", by=request.user, details={"kind": row.kind}),
            template="worklist/due_act.html",
            line=line,
        )

    return permission_required(Permission.TASK_READ)(page)


postpone = _act_page(
    PostponeForm,
    actions.postpone_date,
    gettext_lazy("Postpone"),
    lambda decision: (
        _("it comes back on %(day)s. “Decided” shows it until then.")
        % {"day": short_date(decision.until)}
    ),
)
settle = _act_page(
    SettleDateForm,
    actions.settle_date,
    gettext_lazy("Seen to"),
    lambda decision: _("it is settled. You can take that back under “Decided” too."),
)
hand_over = _act_page(
    HandOverDateForm,
    actions.hand_over_date,
    gettext_lazy("Say who sees to it"),
    lambda decision: (
        _("it is yours now. You can take that back under “Decided” too.")
        if decision.to == decision.by
        else _("%(name)s sees to it now and is told. You can take that back under “Decided” too.")
        % {"name": decision.to.full_name}
    ),
)


@permission_required(Permission.TASK_READ)
def decision_list(request: StaffRequest) -> HttpResponse:
    """The list of decisions in force, the newest first, each with a button that undoes it."""
    # Brings the projection up to date, which tells which dates are still due.
    current_kinds(request.user.today())
    rows = decisions_in_force(request.user)
    page = Paginator(rows.select_related("by", "to"), PAGE).get_page(request.GET.get("page"))
    page.object_list = decision_lines(page.object_list, request.user)
    record_read("due.listed", by=request.user, details={"page": str(page.number)})
    return render(
        request,
        "worklist/decision_list.html",
        {
            "list_title": _("Decided about dates"),
            "cancel_url": reverse("due-list"),
            "back_label": _("Due"),
            "page_obj": page,
            "total": page.paginator.count,
            "querystring": "",
            "empty_text": _("Nothing is postponed, settled or handed over."),
        },
    )


@permission_required(Permission.TASK_READ)
@require_POST
def decision_undo(request: StaffRequest, pk: uuid.UUID) -> HttpResponseRedirect:
    """Undoes the decision, and redirects to the page from which the user came."""
    decision = get_visible_or_404(request, DueDecision, pk, Permission.TASK_READ)
    is_handed = decision.what == DecisionKind.HANDED
    done = _("The hand-over is taken back.") if is_handed else _("The date is in the list again.")
    pressed(request, actions.undo_decision, decision, done=done)
    return redirect(way_back(request, reverse("due-list")))
