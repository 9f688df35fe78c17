"""Changing who belongs to a family."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.actions import family
from casework.forms.cases import AddMemberForm, ChangePrincipalForm, EndMembershipForm
from casework.models import Case, FamilyMember


def _back(number: str) -> str:
    return reverse("case-detail", args=[number]) + "#family"


def _case(request: HttpRequest, number: str) -> Case:
    return get_object_or_404(
        Case.objects.visible_to(request.user, Permission.CASE_CHANGE), number=number
    )


@needs(Permission.CASE_CHANGE)
def member_add(request: HttpRequest, number: str) -> HttpResponse:
    case = _case(request, number)
    form = AddMemberForm(request.POST or None, user=request.user)
    if (
        request.method == "POST"
        and form.is_valid()
        and form.does(family.add_member, case, by=request.user)
    ):
        messages.success(request, _("The family has one more member."))
        return redirect(_back(number))
    return render(
        request,
        "casework/case_act.html",
        {
            "case": case,
            "form": form,
            "title": _("Add somebody to the family"),
            "cancel_url": _back(number),
        },
    )


@needs(Permission.CASE_CHANGE)
def member_end(request: HttpRequest, number: str, member_id: int) -> HttpResponse:
    members = FamilyMember.objects.visible_to(request.user, Permission.CASE_CHANGE)
    member = get_object_or_404(
        members.select_related("case", "individual"), pk=member_id, case__number=number
    )
    record_read("individual.read", by=request.user, about=member.individual, case=member.case)
    form = EndMembershipForm(request.POST or None, today=request.user.today())
    if (
        request.method == "POST"
        and form.is_valid()
        and form.does(family.end_membership, member, by=request.user)
    ):
        messages.success(request, _("The family has one member less."))
        return redirect(_back(number))
    return render(
        request,
        "casework/case_act.html",
        {
            "case": member.case,
            "form": form,
            "title": _("Somebody leaves the family"),
            "sentences": [member.individual.display_name],
            "cancel_url": _back(number),
        },
    )


@needs(Permission.CASE_CHANGE)
def principal_change(request: HttpRequest, number: str) -> HttpResponse:
    case = _case(request, number)
    record_read("case.read", by=request.user, about=case)
    form = ChangePrincipalForm(request.POST or None, case=case, user=request.user)
    if (
        request.method == "POST"
        and form.is_valid()
        and form.does(family.change_principal, case, by=request.user)
    ):
        messages.success(request, _("The case has another principal."))
        return redirect(_back(number))
    return render(
        request,
        "casework/case_act.html",
        {
            "case": case,
            "form": form,
            "title": _("Change the principal"),
            "cancel_url": _back(number),
        },
    )
