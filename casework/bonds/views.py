"""Pages that record, end and correct relationships between two people."""

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, permission_required
from accounts.permissions import Permission
from casework.bonds.actions import correct_relationship, end_relationship, relate
from casework.bonds.forms import CorrectRelationshipForm, EndRelationshipForm, RelateForm
from casework.bonds.models import Relationship
from casework.corrections.forms import CORRECTED
from casework.register.models.individual import Individual
from casework.register.views import (
    case_form_page,
    case_of_person,
    file_page_url,
    form_view_of_row,
    person_or_404,
    record_view_of_person,
)


def _context_of_person(request: StaffRequest, individual: Individual) -> dict[str, Any]:
    """Records in the audit log that the user saw the person, whom the page names, and returns the context."""
    case = case_of_person(request, individual)
    record_view_of_person(request, individual)
    return {
        "case": case,
        "back": file_page_url(case, "people"),
        "sentences": [individual.display_name],
    }


@permission_required(Permission.INDIVIDUAL_CHANGE)
def relationship_record(request: StaffRequest, number: str) -> HttpResponse:
    individual = person_or_404(request, number, Permission.INDIVIDUAL_CHANGE)
    context = _context_of_person(request, individual)
    case = context["case"]
    return case_form_page(
        request,
        RelateForm(request.POST or None, individual=individual, case=case, user=request.user),
        relate,
        **context,
        title=_("How two people belong together"),
        done=_("It is on file how they belong together."),
    )


def _open_bond(request: StaffRequest, pk: uuid.UUID, permission: Permission) -> Relationship:
    rows = Relationship.objects.visible_to(request.user, permission)
    bond: Relationship = get_object_or_404(rows.open().with_people(), pk=pk)
    return bond


def _any_bond(request: StaffRequest, pk: uuid.UUID, permission: Permission) -> Relationship:
    """Returns any bond, also an ended one or a mistake."""
    rows = Relationship.objects.visible_to(request.user, permission)
    bond: Relationship = get_object_or_404(rows.with_people(), pk=pk)
    return bond


def _context(request: StaffRequest, bond: Relationship) -> dict[str, Any]:
    first = bond.individual_a
    words, other = bond.seen_from(first.pk)
    sentence = f"{first.display_name}: {words} {other.display_name}"
    return {**_context_of_person(request, first), "sentences": [sentence]}


relationship_end = form_view_of_row(
    Permission.INDIVIDUAL_CHANGE,
    _open_bond,
    EndRelationshipForm,
    end_relationship,
    _context,
    title=_("This holds no longer"),
    done=_("The record is corrected."),
)

relationship_correct = form_view_of_row(
    Permission.INDIVIDUAL_CHANGE,
    _any_bond,
    CorrectRelationshipForm,
    correct_relationship,
    _context,
    title=_("Correct how two people belong together"),
    done=CORRECTED,
)
