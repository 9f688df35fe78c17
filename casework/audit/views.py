"""The audit log: for auditors all events, for supervisors those of the office, for administrators those of accounts."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from defusedcsv import csv
from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.audit_words import verb_in_words
from accounts.models import AuditEvent, Grant, User
from accounts.permissions import Permission
from casework.audit.filters import AuditFilter
from casework.audit.querysets import with_numbers
from pages.filters import say_unknown
from pages.lists import list_page, without

# Events that are fetched together for a file, and the most events in a file.
AT_ONCE = 500
MOST_IN_A_FILE = 50_000


class Echo:
    """A file object whose `write` returns the line, to stream CSV."""

    def write(self, line: str) -> bytes:
        return line.encode()


def _events(request: StaffRequest, permission: Permission) -> QuerySet[AuditEvent]:
    rows = AuditEvent.objects.visible_to(request.user, permission)
    return rows.select_related("actor", "office")


def _filtered(request: StaffRequest, permission: Permission) -> AuditFilter:
    """Returns the filter, with the filtered events in `qs`. Adds a message for unknown parameters."""
    filtered = AuditFilter(request.GET, _events(request, permission), request=request)
    say_unknown(filtered.form, request.GET)
    return filtered


def _log_page(
    request: StaffRequest, permission: Permission, heading: str, file_url_name: str
) -> HttpResponse:
    record_read("audit.read", by=request.user)
    filters = without(request.GET, "page", "filters")
    return list_page(
        request,
        _events(request, permission),
        filterset=AuditFilter,
        template="casework/audit/audit.html",
        completed=_completed,
        list_title=heading,
        colleagues=_by_colleague(_filtered(request, permission).qs) if filters else (),
        file_url=f"{reverse(file_url_name)}?{filters}",
    )


def _completed(events: Iterable[AuditEvent]) -> list[Any]:
    """Returns the events with numbers; those about an account or a role also with `about_colleague`, its holder."""
    rows = with_numbers(events)
    of_users, of_grants = User._meta.label_lower, Grant._meta.label_lower
    users = User.objects.filter(pk__in={row.about_id for row in rows if row.about_type == of_users})
    grants = Grant.objects.select_related("user").filter(
        pk__in={row.about_id for row in rows if row.about_type == of_grants}
    )
    names = {str(user.pk): user.full_name for user in users}
    names |= {str(grant.pk): grant.user.full_name for grant in grants}
    for event in rows:
        event.about_colleague = names.get(event.about_id, "")
    return rows


def _by_colleague(rows: QuerySet[AuditEvent]) -> list[Mapping[str, Any]]:
    """Returns views and actions by colleague, the highest number first."""
    counted = rows.order_by().values("actor__full_name")
    looks, acts = Count("pk", filter=Q(is_read=True)), Count("pk", filter=Q(is_read=False))
    return [*counted.annotate(looks=looks, acts=acts).order_by("-looks", "-acts")]


def _csv_response(request: StaffRequest, permission: Permission, name: str) -> HttpResponseBase:
    """Returns the filtered events as CSV in words, and records the export as an event."""
    filtered = _filtered(request, permission)
    back = f"{reverse(name)}?{without(request.GET, 'page')}"
    if filtered.errors:
        return redirect(back)
    rows = filtered.qs
    number = rows.count()
    if number > MOST_IN_A_FILE:
        sentence = ngettext(
            "%(number)s event is too much for one file: choose fewer days, a colleague or a case.",
            "%(number)s events are too many for one file: choose fewer days, a colleague or a case.",
            number,
        )
        messages.error(request, sentence % {"number": number})
        return redirect(back)
    record_read("audit.exported", by=request.user, details={"events": number})
    answer = StreamingHttpResponse(_lines(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}-{request.user.today()}.csv"'
    return answer


def _lines(rows: QuerySet[AuditEvent]) -> Iterator[bytes]:
    writer = csv.writer(Echo())
    yield "\ufeff".encode()
    yield writer.writerow(
        [
            _("When"),
            _("Who"),
            _("Office"),
            _("What"),
            _("Look or act"),
            _("Case"),
            _("About"),
            _("Row, for programs"),
            _("Verb, for programs"),
        ]
    )
    events = rows.iterator(chunk_size=AT_ONCE)
    while chunk := _completed(islice(events, AT_ONCE)):
        for event in chunk:
            yield writer.writerow(
                [
                    timezone.localtime(event.at).isoformat(timespec="seconds"),
                    event.actor.full_name if event.actor else "",
                    event.office or "",
                    verb_in_words(event.verb),
                    event.kind_in_words,
                    event.case_number,
                    _("the whole case")
                    if event.is_of_the_case
                    else " ".join(event.about_numbers) or event.about_colleague,
                    f"{event.about_type} {event.about_id}".strip(),
                    event.verb,
                ]
            )


@permission_required(Permission.AUDIT_READ)
def audit(request: StaffRequest) -> HttpResponse:
    return _log_page(request, Permission.AUDIT_READ, _("Audit log"), "audit-file")


@permission_required(Permission.AUDIT_READ)
def audit_file(request: StaffRequest) -> HttpResponseBase:
    return _csv_response(request, Permission.AUDIT_READ, "audit")


@permission_required(Permission.AUDIT_OFFICE_READ)
def office_audit(request: StaffRequest) -> HttpResponse:
    return _log_page(
        request, Permission.AUDIT_OFFICE_READ, _("Audit log of the office"), "audit-office-file"
    )


@permission_required(Permission.AUDIT_OFFICE_READ)
def office_audit_file(request: StaffRequest) -> HttpResponseBase:
    return _csv_response(request, Permission.AUDIT_OFFICE_READ, "audit-office")


@permission_required(Permission.USER_CHANGE)
def account_audit(request: StaffRequest) -> HttpResponse:
    return _log_page(request, Permission.USER_CHANGE, _("Account events"), "audit-accounts-file")


@permission_required(Permission.USER_CHANGE)
def account_audit_file(request: StaffRequest) -> HttpResponseBase:
    return _csv_response(request, Permission.USER_CHANGE, "audit-accounts")
