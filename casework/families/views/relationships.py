"""How two persons belong together: recording and ending it."""

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
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
from casework.register.views import case_behind
from pages.forms import ActionForm


def _looked_at(request: StaffRequest, individual: Individual) -> Case:
    """The person's case, with the look written down."""
    case = case_behind(request, individual)
    details = {"individual": individual.number}
    record_read("individual.read", by=request.user, about=individual, case=case, details=details)
    return case


def _page(
    request: StaffRequest, case: Case, form: ActionForm, title: str, sentences: list[str]
) -> HttpResponse:
    return render(
        request,
        "casework/register/case_act.html",
        {
            "case": case,
            "form": form,
            "title": title,
            "sentences": sentences,
            "cancel_url": reverse("case-part", args=[case.number, "people"]),
        },
    )


@needs(Permission.INDIVIDUAL_CHANGE)
def relationship_record(request: StaffRequest, number: str) -> HttpResponse:
    people = Individual.objects.visible_to(request.user, Permission.INDIVIDUAL_CHANGE)
    individual = get_object_or_404(people, number=number)
    case = _looked_at(request, individual)
    form = RelateForm(request.POST or None, individual=individual, case=case, user=request.user)
    if request.method == "POST" and form.is_valid() and form.does(relate, by=request.user):
        messages.success(request, _("It is on file how they belong together."))
        return redirect("case-part", case.number, "people")
    return _page(
        request, case, form, _("How two people belong together"), [individual.display_name]
    )


@needs(Permission.INDIVIDUAL_CHANGE)
def relationship_end(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    rows = Relationship.objects.visible_to(request.user, Permission.INDIVIDUAL_CHANGE)
    relationship = get_object_or_404(rows.open().with_people(), pk=pk)
    first = relationship.individual_a
    case = _looked_at(request, first)
    words, other = relationship.seen_from(first.pk)
    form = EndRelationshipForm(request.POST or None, initial={"ends_on": request.user.today()})
    if (
        request.method == "POST"
        and form.is_valid()
        and form.does(end_relationship, relationship, by=request.user)
    ):
        messages.success(request, _("The record is corrected."))
        return redirect("case-part", case.number, "people")
    sentence = f"{first.display_name}: {words} {other.display_name}"
    return _page(request, case, form, _("This holds no longer"), [sentence])
