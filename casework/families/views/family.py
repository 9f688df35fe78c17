"""Changing who belongs to a family."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.families.actions import family
from casework.families.forms import (
    AddMemberForm,
    ChangePrincipalForm,
    ChoosePrincipalForm,
    EndMembershipForm,
    RelationForm,
)
from casework.register.models.case import Case, FamilyMember
from casework.register.querysets.case import members_today
from casework.register.views import answer_in_case
from pages.forms import ActionForm


def _back(number: str) -> str:
    return reverse("case-detail", args=[number]) + "#family"


def _case(request: StaffRequest, number: str) -> Case:
    case: Case = get_object_or_404(
        Case.objects.visible_to(request.user, Permission.CASE_CHANGE), number=number
    )
    return case


def _member(request: StaffRequest, number: str, member_id: int) -> FamilyMember:
    """A membership in sight, with the look written down."""
    members = FamilyMember.objects.visible_to(request.user, Permission.CASE_CHANGE)
    member: FamilyMember = get_object_or_404(
        members.select_related("case", "individual"), pk=member_id, case__number=number
    )
    record_read("individual.read", by=request.user, about=member.individual, case=member.case)
    return member


def _act(
    request: StaffRequest,
    case: Case,
    form: ActionForm,
    action: Callable[..., Any],
    about: Any,
    **said: Any,
) -> HttpResponse:
    """Asks, acts, says so, and goes back to the family."""
    return answer_in_case(request, form, action, about, case=case, back=_back(case.number), **said)


@needs(Permission.CASE_CHANGE)
def member_add(request: StaffRequest, number: str) -> HttpResponse:
    case = _case(request, number)
    return _act(
        request,
        case,
        AddMemberForm(request.POST or None, user=request.user),
        family.add_member,
        case,
        template="casework/families/member_add.html",
        title=_("Add somebody to the family"),
        done=_("The family has one more member."),
    )


@needs(Permission.CASE_CHANGE)
def member_end(request: StaffRequest, number: str, member_id: int) -> HttpResponse:
    member = _member(request, number, member_id)
    return _act(
        request,
        member.case,
        EndMembershipForm(request.POST or None, today=request.user.today()),
        family.end_membership,
        member,
        title=_("Somebody leaves the family"),
        done=_("The family has one member less."),
        sentences=[member.individual.display_name],
    )


@needs(Permission.CASE_CHANGE)
def member_relation(request: StaffRequest, number: str, member_id: int) -> HttpResponse:
    member = _member(request, number, member_id)
    return _act(
        request,
        member.case,
        RelationForm(request.POST or None, member=member),
        family.correct_relation,
        member,
        title=_("Correct the relation"),
        done=_("The relation is corrected."),
        sentences=[member.individual.display_name],
    )


@needs(Permission.CASE_CHANGE)
def principal_change(request: StaffRequest, number: str) -> HttpResponse:
    """First who, then what everybody is to that person."""
    case = _case(request, number)
    record_read("case.read", by=request.user, about=case)
    members = members_today(case, request.user.today())
    choose = ChoosePrincipalForm(
        request.GET if "principal" in request.GET else None, members=members
    )
    title = _("Change the principal")
    if not choose.is_valid():
        return render(
            request,
            "casework/families/principal_choose.html",
            {"case": case, "form": choose, "title": title, "cancel_url": _back(case.number)},
        )
    chosen = choose.cleaned_data["principal"]
    return _act(
        request,
        case,
        ChangePrincipalForm(request.POST or None, chosen=chosen, members=members),
        family.change_principal,
        case,
        title=title,
        done=_("The case has another principal."),
        sentences=[
            _("%(name)s becomes the principal. Look at what the others are to this person.")
            % {"name": chosen.individual.display_name}
        ],
    )
