"""Pages of reports about groups, and of recruitment attempts."""

import uuid

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.audit import record_read
from accounts.models import Office
from accounts.permissions import Permission as P
from asylum.people.views import legal_page, mistake_page
from asylum.renunciation.querysets import PeopleWithoutPaper
from asylum.renunciation.views.lists import renunciation_tabs
from asylum.reported import actions as acts
from asylum.reported.filters import GroupReportFilter
from asylum.reported.forms import ApproachForm, GroupReportForm
from asylum.reported.models import GroupReport, RecruitmentApproach
from casework.register.forms import WithdrawForm
from casework.register.models.individual import Individual
from pages.answers import form_response, sent
from pages.lists import list_page


@permission_required(P.EVIDENCE_READ)
def group_report_list(request: StaffRequest) -> HttpResponse:
    record_read("group_report.listed", by=request.user)
    return list_page(
        request,
        GroupReport.objects.visible_to(request.user).select_related("municipality"),
        filterset=GroupReportFilter,
        template="asylum/reported/group_report_list.html",
        list_title=_("Reported of groups"),
        empty_text=_("Nothing was reported of a group yet."),
        tabs=renunciation_tabs(request, PeopleWithoutPaper(request.user), "groups"),
        may_change=request.user.holds(P.EVIDENCE_CHANGE),
    )


@permission_required(P.EVIDENCE_CHANGE)
def group_report_record(request: StaffRequest) -> HttpResponse:
    offices = request.user.office_ids(P.EVIDENCE_CHANGE)
    office = get_object_or_404(Office, pk=request.user.office_id, pk__in=offices)
    return form_response(
        request,
        GroupReportForm(*sent(request), user=request.user, row=office),
        acts.record_group_report,
        office,
        title=_("Report about a group"),
        lead=_("Counted, and linked to nobody: what a group did is no evidence about one of it."),
        done=_("The report is on file."),
        back=reverse("group-report-list"),
    )


@permission_required(P.EVIDENCE_CHANGE)
def group_report_withdraw(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    report = get_visible_or_404(request, GroupReport, pk, P.EVIDENCE_CHANGE)
    return form_response(
        request,
        WithdrawForm(*sent(request), user=request.user, row=report),
        acts.withdraw_group_report,
        report,
        title=_("It was recorded by mistake"),
        lead=f"{report.get_kind_display()}: {report.get_stage_display()}",
        done=_("It counts no longer."),
        back=reverse("group-report-list"),
        looks=lambda: record_read("group_report.listed", by=request.user),
    )


approach_record = legal_page(
    Individual,
    ApproachForm,
    acts.record_approach,
    title=gettext_lazy("Somebody tried to recruit the person again"),
    done=gettext_lazy("The approach is on file. It speaks against nobody."),
)
approach_withdraw = mistake_page(
    RecruitmentApproach, "approach.withdrawn", shown="asylum/reported/_approach.html"
)
