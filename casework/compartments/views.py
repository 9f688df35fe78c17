"""Pages for writing and reading confidential accounts, and for naming readers."""

import uuid

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, can, get_visible_or_404, permission_required
from accounts.audit import record_read
from accounts.models import Office
from accounts.permissions import Permission
from casework.compartments import actions as acts
from casework.compartments.choices import COMPARTMENT_OF, AccountKind, Compartment
from casework.compartments.forms import NameReaderForm, WriteAccountForm
from casework.compartments.models import AccountReader, SealedAccount
from casework.register.forms import ConfirmRowForm
from casework.register.views import case_of_person, view_person_or_404
from pages.answers import form_response

PAGE_SIZE = 25


@permission_required(Permission.COMPARTMENT_WRITE)
def account_write(request: StaffRequest, number: str) -> HttpResponse:
    """Writes an account. Goes back to the page of the person, or to the card for users who see only the card."""
    individual = view_person_or_404(request, number, Permission.COMPARTMENT_WRITE)
    form = WriteAccountForm(request.POST or None, user=request.user, row=individual)
    without_reader = {each for each in Compartment if not acts.has_reader(individual, each)}
    # Checked before the user types anything, so that no confidential text stays in a form that cannot be sent.
    unread = [kind.label for kind in AccountKind if COMPARTMENT_OF[kind] in without_reader]
    reads = any(
        SealedAccount.objects.is_reader(request.user, individual, each) for each in Compartment
    )
    if can(request.user, Permission.INDIVIDUAL_READ, about=individual):
        back = reverse("individual-detail", args=[number])
    else:
        back = reverse("case-card", args=[case_of_person(request, individual).number])
    return form_response(
        request,
        form,
        acts.write_account,
        individual,
        title=_("Write down in confidence"),
        done=_("It is written down. Those who are named will see it.")
        if reads
        else _("It is written down. You will not see it again; those who are named will."),
        back=back,
        template="casework/compartments/account_write.html",
        individual=individual,
        reads=reads,
        unread_kinds=unread,
        is_read_by_nobody=len(unread) == len(AccountKind),
    )


@permission_required(Permission.COMPARTMENT_READ)
def account_list(request: StaffRequest) -> HttpResponse:
    """Lists the accounts that the user may read, the newest first.

    The list has no filters and no saved views, which an office shares.
    """
    user = request.user
    record_read("compartment.listed", by=user)
    rows = SealedAccount.objects.visible_to(user)
    unread = set(rows.unread().exclude(recorded_by=user).values_list("pk", flat=True))
    accounts = rows.select_related("individual__merged_into", "recorded_by")
    return render(
        request,
        "casework/compartments/account_list.html",
        {
            "page_obj": Paginator(accounts, PAGE_SIZE).get_page(request.GET.get("page")),
            "list_title": _("Written in confidence for you"),
            "unread": unread,
        },
    )


@permission_required(Permission.COMPARTMENT_READ)
def account_read(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    account = get_visible_or_404(
        request,
        SealedAccount,
        pk,
        Permission.COMPARTMENT_READ,
        "individual__merged_into",
        "recorded_by",
    )
    acts.read_account(account, by=request.user)
    return render(
        request,
        "casework/compartments/account_read.html",
        {
            "account": account,
            # The page hides the head of the file, because the view would be in the log of the file, which others read.
            "hides_file": True,
            "may_open": can(request.user, Permission.INDIVIDUAL_READ, about=account.person),
            "handlings": account.handlings.select_related("by")[:100],
        },
    )


@permission_required(Permission.COMPARTMENT_NAME)
def reader_list(request: StaffRequest) -> HttpResponse:
    user = request.user
    record_read("compartment.readers_listed", by=user)
    rows = AccountReader.objects.visible_to(user).select_related("reader", "named_by", "office")
    return render(
        request,
        "casework/compartments/reader_list.html",
        {
            "readers": rows,
            "list_title": _("Who reads what is said in confidence"),
            "standing": set(rows.in_force(user.today()).values_list("pk", flat=True)),
        },
    )


@permission_required(Permission.COMPARTMENT_NAME)
def reader_name(request: StaffRequest) -> HttpResponse:
    offices = request.user.office_ids(Permission.COMPARTMENT_NAME)
    office = get_object_or_404(Office, pk=request.user.office_id, pk__in=offices)
    return form_response(
        request,
        NameReaderForm(request.POST or None, user=request.user, row=office),
        acts.name_reader,
        office,
        title=_("Name a reader"),
        lead=_(
            "Two people, so that somebody is always there. They read what is told at the office of torture and"
            " violence, and see who else read it. Of exclusion reads whose role it is."
        ),
        done=_("The colleague is named."),
        back=reverse("reader-list"),
    )


@permission_required(Permission.COMPARTMENT_NAME)
def reader_end(request: StaffRequest, pk: int) -> HttpResponse:
    naming = get_visible_or_404(request, AccountReader, pk, Permission.COMPARTMENT_NAME, "reader")
    return form_response(
        request,
        ConfirmRowForm(
            request.POST if request.method == "POST" else None, user=request.user, row=naming
        ),
        acts.end_reader,
        naming,
        title=_("No longer a reader"),
        lead=f"{naming.reader.full_name}: {naming.get_compartment_display()}",
        done=_("The colleague reads it no more."),
        back=reverse("reader-list"),
    )
