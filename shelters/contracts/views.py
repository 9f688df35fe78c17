"""Pages of a site's contract, payments, bills and notices."""

import datetime
import uuid
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, can, get_visible_or_404, permission_required
from accounts.audit import record
from accounts.permissions import Permission
from casework.corrections.forms import CORRECTED
from casework.corrections.models import Correction
from casework.register.forms import AboutForm
from pages.answers import form_response
from pages.filters import say_unknown
from pages.sheets import FORMATS, sheet_response
from shelters.contracts import actions, forms
from shelters.contracts.bed_nights import BedNights, bed_nights
from shelters.contracts.models import SiteBill, SiteContract, SiteNotice, SitePayment, SiteRow
from shelters.contracts.terms import terms_on
from shelters.forms.sites import NightForm
from shelters.models import Site

View = Callable[..., HttpResponseBase]


@permission_required(Permission.OCCUPANCY_READ)
def site_contract(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Contracts, payments, bills and notices of a site, and what held on the day that was asked for."""
    site = get_visible_or_404(request, Site, pk, Permission.OCCUPANCY_READ)
    form = NightForm(request.GET)
    say_unknown(form, request.GET)
    today = request.user.today()
    day = form.cleaned_data.get("on") or today
    rows = {
        "contracts": list(site.sitecontracts.select_related("payer", "recorded_by")),
        "payments": list(site.sitepayments.select_related("recorded_by")),
        "bills": list(site.sitebills.select_related("recorded_by")),
        "notices": list(site.sitenotices.select_related("recorded_by")),
    }
    kept = Correction.objects.by_row(row for each in rows.values() for row in each)
    lines = {name: [(row, kept.get(row.pk, [])) for row in each] for name, each in rows.items()}
    return render(
        request,
        "shelters/contracts/site_contract.html",
        {
            "site": site,
            "form": form,
            "on": day,
            "today": today,
            "terms": terms_on(site, day),
            "may_sign": can(request.user, actions.MAY_SIGN, about=site),
            "may_record": can(request.user, actions.MAY_RECORD, about=site),
            "may_plan": can(request.user, Permission.PLACEMENT_CHANGE, about=site),
            "sees_nights": can(request.user, Permission.PLACEMENT_READ),
            **lines,
        },
    )


@permission_required(Permission.OCCUPANCY_READ)
def bed_night_list(request: StaffRequest) -> HttpResponse:
    """The bed-nights of every site of the reader in one month."""
    form, month, rows = _bed_nights(request)
    return render(
        request,
        "shelters/contracts/bed_night_list.html",
        {
            "form": form,
            "month": month,
            "rows": rows,
            "today": request.user.today(),
            "sees_people": can(request.user, Permission.PLACEMENT_READ),
        },
    )


@permission_required(Permission.OCCUPANCY_READ)
def bed_night_sheet(request: StaffRequest, form: str) -> HttpResponse:
    """The same as a file, CSV or XLSX."""
    if form not in FORMATS:
        raise Http404
    asked, month, rows = _bed_nights(request)
    if asked.errors:
        raise Http404
    record("bed_night.sheet_made", by=request.user, details={"month": forms.month_key(month)})
    sees_people = bool(can(request.user, Permission.PLACEMENT_READ))
    return sheet_response(
        _sheet(rows, month, sees_people=sees_people),
        name=f"bed-nights-{forms.month_key(month)}",
        form=form,
    )


def _bed_nights(
    request: StaffRequest,
) -> tuple[forms.MonthForm, datetime.date, list[BedNights]]:
    """The form, the first day of the month that it asks for, and the rows."""
    today = request.user.today()
    form = forms.MonthForm(request.GET, today=today)
    say_unknown(form, request.GET)
    month = form.first_day()
    sites = Site.objects.visible_to(request.user, Permission.OCCUPANCY_READ)
    return form, month, bed_nights(list(sites.select_related("office")), month, today=today)


def _sheet(
    rows: list[BedNights], month: datetime.date, *, sees_people: bool
) -> list[list[str | int | None]]:
    headings: list[str | int | None] = [
        gettext("Month"),
        gettext("Site"),
        gettext("Nights slept"),
        gettext("Nights paid"),
        gettext("Paid and not slept"),
        gettext("Slept and not paid"),
    ]
    lines: list[list[str | int | None]] = [
        [forms.month_key(month), str(row.site), row.slept, row.paid, row.unused, row.unpaid]
        for row in rows
    ]
    if sees_people:
        headings.append(gettext("People"))
        for line, row in zip(lines, rows, strict=True):
            line.append(row.people)
    return [headings, *lines]


def _form_page(
    permission: Permission,
    model: type[Site | SiteRow],
    form: type[AboutForm],
    action: Callable[..., Any],
    title: str | Promise,
    done: str | Promise,
) -> View:
    """A page with one form about a site, or about a row of one."""
    related = () if model is Site else ("site",)

    @permission_required(permission)
    def page(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
        row = get_visible_or_404(request, model, pk, permission, *related)
        site = row if isinstance(row, Site) else row.site
        return form_response(
            request,
            form(request.POST or None, user=request.user, row=row),
            action,
            row,
            title=title,
            done=done,
            back=reverse("site-contract", args=[site.pk]),
            template="shelters/site_form.html",
            site=site,
        )

    return page


site_contract_record = _form_page(
    actions.MAY_SIGN,
    Site,
    forms.SiteContractForm,
    actions.record_contract,
    _("Record a contract"),
    _("The contract is on file."),
)
site_payment_record = _form_page(
    actions.MAY_RECORD,
    Site,
    forms.SitePaymentForm,
    actions.record_payment,
    _("Record a payment"),
    _("The payment is on file."),
)
site_bill_record = _form_page(
    actions.MAY_RECORD,
    Site,
    forms.SiteBillForm,
    actions.record_bill,
    _("Record a bill"),
    _("The bill is on file."),
)
site_notice_record = _form_page(
    actions.MAY_RECORD,
    Site,
    forms.SiteNoticeForm,
    actions.record_notice,
    _("Record a notice to leave"),
    _("The notice is on file. Whoever answers for the site is told."),
)
site_contract_correct = _form_page(
    actions.MAY_SIGN,
    SiteContract,
    forms.CorrectSiteContractForm,
    actions.correct_contract,
    _("Correct the contract"),
    CORRECTED,
)
site_payment_correct = _form_page(
    actions.MAY_RECORD,
    SitePayment,
    forms.CorrectSitePaymentForm,
    actions.correct_payment,
    _("Correct the payment"),
    CORRECTED,
)
site_bill_correct = _form_page(
    actions.MAY_RECORD,
    SiteBill,
    forms.CorrectSiteBillForm,
    actions.correct_bill,
    _("Correct the bill"),
    CORRECTED,
)
site_notice_correct = _form_page(
    actions.MAY_RECORD,
    SiteNotice,
    forms.CorrectSiteNoticeForm,
    actions.correct_notice,
    _("Correct the notice to leave"),
    CORRECTED,
)
site_bill_settle = _form_page(
    actions.MAY_RECORD,
    SiteBill,
    forms.SettledForm,
    actions.settle_bill,
    _("The bill is settled"),
    _("The bill is settled."),
)
site_notice_withdraw = _form_page(
    actions.MAY_RECORD,
    SiteNotice,
    forms.WithdrawnForm,
    actions.withdraw_notice,
    _("The notice is withdrawn"),
    _("The notice is withdrawn: nobody has to leave because of it."),
)
