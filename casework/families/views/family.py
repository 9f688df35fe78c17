"""Changing who belongs to a family."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.children.querysets import surely_adult
from casework.corrections.forms import CORRECTED
from casework.families.actions import family
from casework.families.actions.days import correct_membership, days_held
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
from casework.register.views import act_page, answer_in_case, case_in_sight
from casework.slots.obstacles import FollowUp
from pages.answers import way_back
from pages.dates import short_date


def _back(number: str) -> str:
    return reverse("case-detail", args=[number]) + "#family"


def _member(
    request: StaffRequest, number: str, member_id: int, permission: Permission
) -> FamilyMember:
    """A visible membership; records the look."""
    return _looked_at(
        request, FamilyMember.objects.visible_to(request.user, permission), number, member_id
    )


def _looked_at(request: StaffRequest, members: Any, number: str, member_id: int) -> FamilyMember:
    member: FamilyMember = get_object_or_404(
        members.select_related("case", "individual"), pk=member_id, case__number=number
    )
    record_read("individual.read", by=request.user, about=member.individual, case=member.case)
    return member


def _frame_of_case(request: StaffRequest, case: Case) -> dict[str, Any]:
    return {"case": case, "back": _back(case.number)}


def _frame(request: StaffRequest, member: FamilyMember) -> dict[str, Any]:
    return _frame_of_case(request, member.case) | {"sentences": [member.individual.display_name]}


def _joined(member: FamilyMember) -> str:
    return gettext("%(name)s belongs to the family now.") % {"name": member.individual.display_name}


member_add = act_page(
    Permission.CASE_CHANGE,
    case_in_sight,
    AddMemberForm,
    family.add_member,
    _frame_of_case,
    template="casework/families/member_add.html",
    title=_("Add somebody to the family"),
    done=_joined,
)


def _frame_of_leaving(request: StaffRequest, member: FamilyMember) -> dict[str, Any]:
    person, others = member.individual, member.case.members.filter(left_on=None)
    return _frame(request, member) | {
        "member": member,
        "may_be_a_child": not surely_adult(person, request.user.today()),
        "has_others": others.exclude(pk=member.pk).exists(),
        "may_record_exit": can(request.user, Permission.EXIT_RECORD, about=person),
    }


def _left(member: FamilyMember) -> str:
    """Names who went, with an undo button."""
    words = gettext("%(name)s left the family and belongs to no case now.")
    address = reverse("family-builder", args=[member.case.number]) + "#steps"
    said = words % {"name": member.individual.display_name}
    return format_html('{} <a href="{}">{}</a>', said, address, gettext("Undo"))


member_end = act_page(
    Permission.CASE_CHANGE,
    _member,
    EndMembershipForm,
    family.leave_family,
    _frame_of_leaving,
    template="casework/families/member_end.html",
    title=_("Somebody leaves the family"),
    done=_left,
)


def _member_seen(
    request: StaffRequest, number: str, member_id: int, permission: Permission
) -> FamilyMember:
    """A membership, also an ended one, of a person whom the user still sees."""
    people = Individual.objects.visible_to(request.user, Permission.INDIVIDUAL_READ)
    members = FamilyMember.objects.visible_to(request.user, permission)
    return _looked_at(request, members.filter(individual__in=people), number, member_id)


def _frame_of_days(request: StaffRequest, member: FamilyMember) -> dict[str, Any]:
    """For a day that is corrected elsewhere, says where."""
    held = days_held(member)
    elsewhere = []
    if arrival := held.get("joined_on"):
        words = _(
            "Joined on %(day)s, the day of the arrival: correct the arrival, the family follows."
        )
        day = {"day": short_date(member.joined_on)}
        elsewhere.append(FollowUp(words % day, reverse("arrival-correct", args=[arrival.pk])))
    if (gone := held.get("left_on")) and member.left_on:
        words = _("Left on %(day)s, the day of an exit: take the exit back and record it anew.")
        day = {"day": short_date(member.left_on)}
        elsewhere.append(FollowUp(words % day, reverse("exit-detail", args=[gone.pk])))
    template = "casework/families/member_days.html"
    return {**_frame(request, member), "elsewhere": elsewhere, "template": template}


member_correct = act_page(
    Permission.CASE_CHANGE,
    _member_seen,
    CorrectMembershipForm,
    correct_membership,
    _frame_of_days,
    title=_("Correct the days in the family"),
    done=CORRECTED,
)

member_relation = act_page(
    Permission.CASE_CHANGE,
    _member,
    RelationForm,
    family.correct_relation,
    _frame,
    title=_("Correct the relation"),
    done=_("The relation is corrected."),
)


@needs(Permission.CASE_CHANGE)
def principal_change(request: StaffRequest, number: str) -> HttpResponse:
    """First the new principal, then everybody's relation to that person."""
    case = case_in_sight(request, number, Permission.CASE_CHANGE)
    record_read("case.read", by=request.user, about=case)
    members = members_today(case, request.user.today())
    choose = ChoosePrincipalForm(
        request.GET if "principal" in request.GET else None, members=members
    )
    title = _("Change the principal")
    # Links back to a report or an exit that waits for this.
    back = way_back(request, _back(case.number))
    if not choose.is_valid():
        return render(
            request,
            "casework/families/principal_choose.html",
            {"case": case, "form": choose, "title": title, "cancel_url": back},
        )
    chosen = choose.cleaned_data["principal"]
    return answer_in_case(
        request,
        ChangePrincipalForm(request.POST or None, chosen=chosen, members=members),
        family.change_principal,
        case,
        case=case,
        back=back,
        title=title,
        done=_("%(name)s is the principal now.") % {"name": chosen.individual.display_name},
        sentences=[
            _("%(name)s becomes the principal. Look at what the others are to this person.")
            % {"name": chosen.individual.display_name}
        ],
    )
