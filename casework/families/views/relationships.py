"""How two persons belong together: recording and ending it."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.families.actions.relationships import end_relationship, relate
from casework.families.forms import EndRelationshipForm, RelateForm
from casework.families.models import Relationship
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.views import answer_in_case, case_behind
from pages.forms import ActionForm


def _looked_at(request: StaffRequest, individual: Individual) -> Case:
    """The person's case, with the look written down."""
    case = case_behind(request, individual)
    details = {"individual": individual.number}
    record_read("individual.read", by=request.user, about=individual, case=case, details=details)
    return case


def _answer(
    request: StaffRequest,
    case: Case,
    form: ActionForm,
    action: Callable[..., Any],
    *about: Any,
    **said: Any,
) -> HttpResponse:
    back = reverse("case-part", args=[case.number, "people"])
    return answer_in_case(request, form, action, *about, case=case, back=back, **said)


@needs(Permission.INDIVIDUAL_CHANGE)
def relationship_record(request: StaffRequest, number: str) -> HttpResponse:
    people = Individual.objects.visible_to(request.user, Permission.INDIVIDUAL_CHANGE)
    individual = get_object_or_404(people, number=number)
    case = _looked_at(request, individual)
    form = RelateForm(request.POST or None, individual=individual, case=case, user=request.user)
    return _answer(
        request,
        case,
        form,
        relate,
        title=_("How two people belong together"),
        done=_("It is on file how they belong together."),
        sentences=[individual.display_name],
    )


@needs(Permission.INDIVIDUAL_CHANGE)
def relationship_end(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    rows = Relationship.objects.visible_to(request.user, Permission.INDIVIDUAL_CHANGE)
    relationship = get_object_or_404(rows.open().with_people(), pk=pk)
    first = relationship.individual_a
    case = _looked_at(request, first)
    words, other = relationship.seen_from(first.pk)
    form = EndRelationshipForm(request.POST or None, initial={"ends_on": request.user.today()})
    return _answer(
        request,
        case,
        form,
        end_relationship,
        relationship,
        title=_("This holds no longer"),
        done=_("The record is corrected."),
        sentences=[f"{first.display_name}: {words} {other.display_name}"],
    )
