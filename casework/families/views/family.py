"""Pages that add and remove members, correct days and relations, and change the principal."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.children.querysets import surely_adult
from casework.corrections.forms import CORRECTED
from casework.families.actions import family
from casework.families.actions.days import causes_of_days, correct_membership
from casework.families.forms.family import (
    AddMemberForm,
    ChangePrincipalForm,
    ChoosePrincipalForm,
    CorrectMembershipForm,
    EndMembershipForm,
    RelationForm,
)
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.register.querysets.case import members_today
from casework.register.views import case_form_page, form_view_of_row, get_case_or_404
from casework.slots.obstacles import FollowUp
from pages.answers import way_back
from pages.dates import short_date


def _back(number: str) -> str:
    return reverse("case-detail", args=[number]) + "#family"


def _view_member_or_404(
    request: StaffRequest, number: str, member_id: int, permission: Permission
) -> FamilyMember:
    """Returns a visible membership, and records that the user saw the person; else raises Http404."""
    return _view_row(
        request, FamilyMember.objects.visible_to(request.user, permission), number, member_id
    )


def _view_row(request: StaffRequest, members: Any, number: str, member_id: int) -> FamilyMember:
    member: FamilyMember = get_object_or_404(
        members.select_related("case", "individual"), pk=member_id, case__number=number
    )
    record_read("individual.read", by=request.user, about=member.individual, case=member.case)
    return member


def _context_of_case(request: StaffRequest, case: Case) -> dict[str, Any]:
    return {"case": case, "back": _back(case.number)}


def _context(request: StaffRequest, member: FamilyMember) -> dict[str, Any]:
    return _context_of_case(request, member.case) | {"sentences": [member.individual.display_name]}


def _joined_message(member: FamilyMember) -> str:
    return gettext("%(name)s belongs to the family now.") % {"name": member.individual.display_name}


member_add = form_view_of_row(
    Permission.CASE_CHANGE,
    get_case_or_404,
    AddMemberForm,
    family.add_member,
    _context_of_case,
    template="casework/families/member_add.html",
    title=_("Add somebody to the family"),
    done=_joined_message,
)


def _context_of_leaving(request: StaffRequest, member: FamilyMember) -> dict[str, Any]:
    person, others = member.individual, member.case.members.filter(left_on=None)
    return _context(request, member) | {
        "member": member,
        "may_be_a_child": not surely_adult(person, request.user.today()),
        "has_others": others.exclude(pk=member.pk).exists(),
        "may_record_exit": can(request.user, Permission.EXIT_RECORD, about=person),
    }


def _left_message(member: FamilyMember) -> str:
    """Returns the message that names who left, with a link to the undo."""
    words = gettext("%(name)s left the family and belongs to no case now.")
    builder_page = reverse("family-builder", args=[member.case.number]) + "#steps"
    sentence = words % {"name": member.individual.display_name}
    return format_html('{} <a href="{}">{}</a>', sentence, builder_page, gettext("Undo"))


member_end = form_view_of_row(
    Permission.CASE_CHANGE,
    _view_member_or_404,
    EndMembershipForm,
    family.leave_family,
    _context_of_leaving,
    template="casework/families/member_end.html",
    title=_("Somebody leaves the family"),
    done=_left_message,
)


def _member_of_visible_person(
    request: StaffRequest, number: str, member_id: int, permission: Permission
) -> FamilyMember:
    """Returns a current or former membership of a visible person, and records that the user saw them; or raises Http404."""
    people = Individual.objects.visible_to(request.user, Permission.INDIVIDUAL_READ)
    members = FamilyMember.objects.visible_to(request.user, permission)
    return _view_row(request, members.filter(individual__in=people), number, member_id)


def _context_of_days(request: StaffRequest, member: FamilyMember) -> dict[str, Any]:
    """Returns the context of the page, with links for the days that are corrected on other pages."""
    causes = causes_of_days(member)
    elsewhere = []
    if arrival := causes.get("joined_on"):
        words = _(
            "Joined on %(day)s, the day of the arrival: correct the arrival, the family follows."
        )
        day = {"day": short_date(member.joined_on)}
        elsewhere.append(FollowUp(words % day, reverse("arrival-correct", args=[arrival.pk])))
    if (person_exit := causes.get("left_on")) and member.left_on:
        words = _("Left on %(day)s, the day of an exit: take the exit back and record it anew.")
        day = {"day": short_date(member.left_on)}
        elsewhere.append(FollowUp(words % day, reverse("exit-detail", args=[person_exit.pk])))
    template = "casework/families/member_days.html"
    return {**_context(request, member), "elsewhere": elsewhere, "template": template}


member_correct = form_view_of_row(
    Permission.CASE_CHANGE,
    _member_of_visible_person,
    CorrectMembershipForm,
    correct_membership,
    _context_of_days,
    title=_("Correct the days in the family"),
    done=CORRECTED,
)

member_relation = form_view_of_row(
    Permission.CASE_CHANGE,
    _view_member_or_404,
    RelationForm,
    family.correct_relation,
    _context,
    title=_("Correct the relation"),
    done=_("The relation is corrected."),
)


@permission_required(Permission.CASE_CHANGE)
def principal_change(request: StaffRequest, number: str) -> HttpResponse:
    """Asks for the new principal, then for everybody's relation to that person."""
    case = get_case_or_404(request, number, Permission.CASE_CHANGE)
    record_read("case.read", by=request.user, about=case)
    members = members_today(case, request.user.today())
    choice = ChoosePrincipalForm(
        request.GET if "principal" in request.GET else None, members=members
    )
    title = _("Change the principal")
    # Links back to a report or an exit that waits for this.
    back = way_back(request, _back(case.number))
    if not choice.is_valid():
        return render(
            request,
            "casework/families/principal_choose.html",
            {"case": case, "form": choice, "title": title, "cancel_url": back},
        )
    principal = choice.cleaned_data["principal"]
    return case_form_page(
        request,
        ChangePrincipalForm(request.POST or None, chosen=principal, members=members),
        family.change_principal,
        case,
        case=case,
        back=back,
        title=title,
        done=_("%(name)s is the principal now.") % {"name": principal.individual.display_name},
        sentences=[
            _("%(name)s becomes the principal. Look at what the others are to this person.")
            % {"name": principal.individual.display_name}
        ],
    )
