"""Pages of exits and returns, the numbers of people present, and reports of deaths and forced returns."""

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.corrections.models import Correction
from casework.exits import actions as exits
from casework.exits.filters import ExitFilter
from casework.exits.forms import AfterExitForm, ConfirmLossForm, ExitForm, ReportLossForm
from casework.exits.models import LossReport
from casework.exits.presence import (
    first_unaccounted_people,
    presence_visible_to,
    returns_without_case_visible_to,
)
from casework.exits.querysets import is_principal_of_others
from casework.exits.returns import links_into_a_case
from casework.register.forms import WithdrawForm
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual, non_name_fields
from casework.register.querysets.individual import case_of
from casework.register.views import file_page_url, form_view_of_row, person_or_404
from casework.slots.obstacles import follow_ups
from pages.answers import way_back
from pages.dates import short_date
from pages.lists import list_page

MOST_UNACCOUNTED = 20


@permission_required(Permission.EXIT_RECORD)
def exit_list(request: StaffRequest) -> HttpResponse:
    """Lists exits, with the numbers of visible people who are present and of those to look after."""
    user = request.user
    record_read("exit.listed", by=user)
    return list_page(
        request,
        Exit.objects.visible_to(user)
        .select_related("individual", "case")
        .defer(*non_name_fields("individual")),
        filterset=ExitFilter,
        template="casework/exits/exit_list.html",
        list_title=_("Exits"),
        presence=presence_visible_to(user, user.today()),
        returned=returns_without_case_visible_to(user),
        unaccounted=first_unaccounted_people(user, user.today(), MOST_UNACCOUNTED),
        empty_text=_("Nobody left yet. An exit is recorded in the file of the person."),
    )


def _view_exit_or_404(request: StaffRequest, exit_id: uuid.UUID, permission: Permission) -> Exit:
    rows = Exit.objects.visible_to(request.user, permission).select_related(
        "individual", "case", "recorded_by", "back_by", "annulled_by"
    )
    person_exit: Exit = get_object_or_404(rows, pk=exit_id)
    record_read("exit.read", by=request.user, about=person_exit, case=person_exit.case)
    return person_exit


@permission_required(Permission.EXIT_RECORD)
def exit_detail(request: StaffRequest, exit_id: uuid.UUID) -> HttpResponse:
    person_exit = _view_exit_or_404(request, exit_id, Permission.EXIT_RECORD)
    return render(
        request,
        "casework/exits/exit_detail.html",
        {
            "exit": person_exit,
            "person": person_exit.individual,
            "case": person_exit.case,
            "follow_ups": follow_ups(person_exit.individual, request.user)
            if person_exit.is_away
            else [],
            "ways_in": links_into_a_case(person_exit) if person_exit.back_on else [],
            "corrections": Correction.objects.of(person_exit),
        },
    )


def _context_of_person(request: StaffRequest, person: Individual) -> dict[str, Any]:
    case = case_of(person, request.user.today())
    record_read("individual.read", by=request.user, about=person, case=case)
    return {
        "case": case,
        "is_principal_of_others": is_principal_of_others(person, case),
        "back": file_page_url(case, "papers"),
        "sentences": [
            person.display_name,
            _("Who leaves others behind belongs to the case no longer from that day on."),
            format_html(
                '<a href="{}">{}</a>',
                reverse("loss-report", args=[person.number]),
                _("A death or a forced return is reported, and a second person confirms it."),
            ),
        ],
    }


exit_record = form_view_of_row(
    Permission.EXIT_RECORD,
    person_or_404,
    ExitForm,
    exits.record_exit,
    _context_of_person,
    template="casework/exits/exit_act.html",
    title=_("Record an exit"),
    done=_("The exit is on file."),
    success_url=Exit.get_absolute_url,
)


def _context(request: StaffRequest, person_exit: Exit) -> dict[str, Any]:
    return {
        "case": person_exit.case,
        "back": way_back(request, person_exit.get_absolute_url()),
        "sentences": [
            person_exit.individual.display_name,
            _(
                "Who is here again has a bed and food only once they belong to a family again: say so here."
            ),
            _(
                "If it was recorded by mistake, the person belongs again to the family that the exit took them from,"
                " unless they are in another one by now."
            ),
        ],
    }


def _settled_message(person_exit: Exit) -> str:
    """Returns the message after an answer and, unless the person is away, the sentence about their family."""
    sentence = gettext("What became of the exit is on file.")
    if person_exit.is_away:
        return sentence
    person = person_exit.individual
    member = person.memberships.non_empty().filter(left_on=None).select_related("case").first()
    if member is None:
        sentence_of_family = gettext(
            "The person belongs to no family: add them on the page of a case."
        )
    elif member.case_id == person_exit.case_id:
        sentence_of_family = gettext("The person belongs to the family as before.")
    else:
        words = gettext("The person belongs to %(number)s by now and stays there.")
        sentence_of_family = words % {"number": member.case.number}
    return f"{sentence} {sentence_of_family}"


exit_back = form_view_of_row(
    Permission.EXIT_RECORD,
    _view_exit_or_404,
    AfterExitForm,
    exits.settle_exit,
    _context,
    title=_("What became of the exit"),
    done=_settled_message,
)


loss_report = form_view_of_row(
    Permission.EXIT_RECORD,
    person_or_404,
    ReportLossForm,
    exits.report_loss,
    lambda request, person: {
        **_context_of_person(request, person),
        "sentences": [
            person.display_name,
            _("A second person confirms it. Until then nobody has left, and nothing is closed."),
            _("Everybody in charge is told today that it is reported."),
        ],
    },
    title=_("Report a death or a forced return"),
    done=_("It is reported. A second person confirms it."),
    success_url=LossReport.get_absolute_url,
)


def _view_loss_or_404(
    request: StaffRequest, loss_id: uuid.UUID, permission: Permission
) -> LossReport:
    rows = LossReport.objects.visible_to(request.user, permission).select_related(
        "individual", "case", "recorded_by", "confirmed_by", "withdrawn_by", "exit"
    )
    report: LossReport = get_object_or_404(rows, pk=loss_id)
    record_read("loss.read", by=request.user, about=report, case=report.case)
    return report


@permission_required(Permission.EXIT_RECORD)
def loss_detail(request: StaffRequest, loss_id: uuid.UUID) -> HttpResponse:
    """Shows the report, its confirmation, and the follow-ups for the person."""
    report = _view_loss_or_404(request, loss_id, Permission.EXIT_RECORD)
    is_own = report.recorded_by_id == request.user.pk
    return render(
        request,
        "casework/exits/loss_detail.html",
        {
            "report": report,
            "person": report.individual,
            "case": report.case,
            "is_principal_of_others": is_principal_of_others(report.individual, report.case),
            "may_confirm": report.is_open and not is_own,
            "may_withdraw": report.is_open and is_own,
            "follow_ups": []
            if report.is_withdrawn
            else follow_ups(report.individual, request.user),
        },
    )


def _context_of_loss(request: StaffRequest, report: LossReport) -> dict[str, Any]:
    return {
        "case": report.case,
        "is_principal_of_others": report.is_open
        and is_principal_of_others(report.individual, report.case),
        "back": report.get_absolute_url(),
        "sentences": [
            report.individual.display_name,
            _("%(what)s on %(day)s")
            % {"what": report.get_kind_display(), "day": short_date(report.on)},
            report.known_from,
            *([report.told] if report.told else []),
        ],
    }


def _context_of_confirming(request: StaffRequest, report: LossReport) -> dict[str, Any]:
    context = _context_of_loss(request, report)
    return {**context, "is_own_report": report.recorded_by_id == request.user.pk}


loss_confirm = form_view_of_row(
    Permission.EXIT_RECORD,
    _view_loss_or_404,
    ConfirmLossForm,
    exits.confirm_loss,
    _context_of_confirming,
    template="casework/exits/exit_act.html",
    title=_("Confirm as a second person"),
    done=_("It is confirmed. Look at what stands open: nothing was closed by itself."),
)

loss_withdraw = form_view_of_row(
    Permission.EXIT_RECORD,
    _view_loss_or_404,
    WithdrawForm,
    exits.withdraw_loss,
    _context_of_loss,
    title=_("Take the report back"),
    done=_("The report is taken back."),
)
