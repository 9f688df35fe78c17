"""The pages of the inbox."""

import uuid
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from pages.lists import NO_ROW_PARAMETERS, list_page, without
from pages.pager import page_asked
from worklist.notices.actions import read_all_notices, read_notice
from worklist.notices.filters import NoticeFilter, SentFilter
from worklist.notices.models import Notice
from worklist.notices.pages import page_about
from worklist.notices.unread import unread_notices

# The rest of the unread notices is folded into one line for each kind, and so is each kind after its first three.
MOST_LINES = 12


@permission_required(Permission.INBOX_READ)
def inbox(request: StaffRequest) -> HttpResponse:
    """The user's notices: unread ends of aid first, then the newest."""
    record_read("inbox.read", by=request.user)
    empty_text = _("Nobody did anything that you have to know.")
    if request.user.holds(Permission.TASK_READ):
        empty_text += " " + _("Dates stand under “Due”.")
    folds = page_asked(request.GET) == 1 and not without(request.GET, *NO_ROW_PARAMETERS)
    return list_page(
        request,
        _notices,
        filterset=NoticeFilter,
        template="worklist/inbox.html",
        list_title=_("Notices"),
        empty_text=empty_text,
        page_size=MOST_LINES,
        completed=_not_folded if folds else list,
        folds=folds,
        unread=unread_notices(request.user),
    )


def _not_folded(rows: list[Any]) -> list[Any]:
    return [each for each in rows if not each.is_folded]


def _notices(user: User) -> QuerySet[Notice, Any]:
    return Notice.objects.visible_to(user).select_related("instead_of").ends_first()


@permission_required(Permission.INBOX_READ)
def sent(request: StaffRequest) -> HttpResponse:
    """What was sent, to whom, why, and what waits: the own notices, and for supervisors those of their office."""
    record_read("notice.listed", by=request.user)
    return list_page(
        request,
        Notice.objects.overseen_by(request.user),
        filterset=SentFilter,
        template="worklist/sent_list.html",
        list_title=_("What was sent"),
        empty_text=_("No notice was sent yet."),
    )


@permission_required(Permission.INBOX_READ)
@require_POST
def open_notice(request: StaffRequest, pk: uuid.UUID) -> HttpResponseRedirect:
    """Marks the notice as read, and redirects to the page about its subject; to the inbox if the user may open none."""
    notice = get_visible_or_404(request, Notice, pk, Permission.INBOX_READ, "case")
    read_notice(notice, by=request.user)
    number = notice.case.number if notice.case else ""
    url = page_about(notice.about_type, notice.about_id, number, request.user)
    return redirect(url or "inbox")


@permission_required(Permission.INBOX_READ)
@require_POST
def read_everything(request: StaffRequest) -> HttpResponseRedirect:
    """Marks all notices of the user as read."""
    read_all_notices(by=request.user)
    messages.success(request, _("All notices are marked as read."))
    return redirect("inbox")
