"""Pages of caregivers, of reports to the authority, and of the usual steps for the child's best interests."""

from functools import partial
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, permission_required
from accounts.permissions import Permission
from casework.children import actions as acts
from casework.children.forms import CaregiverForm, TellAuthorityForm
from casework.children.models import AuthorityTold, Caregiver
from casework.children.rules import best_interests_steps
from casework.register.forms import ConfirmRowForm, EndRowForm, WithdrawForm
from casework.register.models.individual import Individual
from casework.register.views import (
    CASE_ACT,
    case_form_page,
    case_of_person,
    file_page_url,
    form_view_of_row,
    person_or_404,
    record_view_of_person,
    row_getter,
    view_person_or_404,
)


def _context(request: StaffRequest, row: Any) -> dict[str, Any]:
    """Records that the user saw the child, and returns context that names the child and goes back to the case."""
    child: Individual = row if isinstance(row, Individual) else row.individual
    record_view_of_person(request, child)
    case = case_of_person(request, child)
    sentences = [child.display_name] if row is child else [child.display_name, row.page_title]
    back = file_page_url(case, "people", "children-alone")
    return {"case": case, "back": back, "sentences": sentences}


_child_form_view = partial(form_view_of_row, Permission.INDIVIDUAL_CHANGE, context=_context)
_caregiver = row_getter(Caregiver, "individual", "adult")

caregiver_record = _child_form_view(
    person_or_404,
    CaregiverForm,
    acts.record_caregiver,
    title=_("Who cares for the child"),
    done=_("Who cares for the child is on file."),
)

caregiver_end = _child_form_view(
    _caregiver,
    EndRowForm,
    acts.end_caregiver,
    title=_("Care that ended"),
    done=_("The care has ended."),
)

caregiver_withdraw = _child_form_view(
    _caregiver,
    WithdrawForm,
    acts.withdraw_caregiver,
    title=_("Recorded by mistake"),
    done=_("It is taken back."),
)

authority_tell = _child_form_view(
    person_or_404,
    TellAuthorityForm,
    acts.tell_authority,
    title=_("The child-protection authority was told"),
    done=_("It is on file that the authority was told."),
)

authority_told_withdraw = _child_form_view(
    row_getter(AuthorityTold, "individual"),
    WithdrawForm,
    acts.withdraw_told,
    title=_("The authority was not told after all"),
    done=_("It is taken back. The authority is still to be told."),
)


@permission_required(Permission.PLAN_CHANGE)
def best_interests_plan(request: StaffRequest, number: str) -> HttpResponse:
    """Shows the usual steps, and adds all of them to the plan."""
    child = view_person_or_404(request, number, Permission.PLAN_CHANGE)
    case = case_of_person(request, child)
    return case_form_page(
        request,
        ConfirmRowForm(
            request.POST if request.method == "POST" else None, user=request.user, row=child
        ),
        acts.plan_best_interests,
        child,
        case=case,
        template=CASE_ACT,
        title=_("Steps toward what is best for the child"),
        sentences=[child.display_name, *(step.what for step in best_interests_steps())],
        submit=_("Put these steps into the plan"),
        done=_("The steps stand in the plan. Change or add what this child needs."),
        back=reverse("case-part", args=[case.number, "plan"]) + "#plan",
    )
