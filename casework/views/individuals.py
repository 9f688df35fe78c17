"""One person's record."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from accounts.access import can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.actions import individuals
from casework.forms.individuals import CorrectIndividualForm, DocumentForm, ServiceForm
from casework.models import Case, Individual, Rank
from casework.querysets.individual import case_of
from casework.querysets.merge import merges_into, survivor_of
from pages.forms import ActionForm


def _individual(request: HttpRequest, number: str, permission: Permission) -> Individual:
    return get_object_or_404(Individual.objects.visible_to(request.user, permission), number=number)


@needs(Permission.INDIVIDUAL_READ)
def individual_detail(request: HttpRequest, number: str) -> HttpResponse:
    """One person. The number of a record that was merged leads to the one that stands for it."""
    user = request.user
    if survivor := survivor_of(number, user, Permission.INDIVIDUAL_READ):
        return redirect("individual-detail", survivor.number)
    individual = _individual(request, number, Permission.INDIVIDUAL_READ)
    case = case_of(individual, user.today())
    _looked_at(request, individual, case)
    services = []
    if can(user, Permission.SERVICE_READ, about=individual):
        ranks = list(Rank.objects.all())
        services = [
            (service, service.rank_of(ranks))
            for service in individual.service_records.select_related("force")
        ]
    return render(
        request,
        "casework/individual_detail.html",
        {
            "individual": individual,
            "case": case,
            "age": individual.age_on(user.today()),
            "population": individual.population_on(user.today()).label,
            "papers": list(individual.identity_documents.all()),
            "services": services,
            "merges": merges_into(individual, user),
            "may_correct": can(user, Permission.INDIVIDUAL_CHANGE, about=individual),
            "may_record_service": can(user, Permission.SERVICE_CHANGE, about=individual),
        },
    )


@needs(Permission.INDIVIDUAL_CHANGE)
def individual_correct(request: HttpRequest, number: str) -> HttpResponse:
    """Corrects a mistake. After a conflict the page shows what is on file beside what was typed."""
    individual = _individual(request, number, Permission.INDIVIDUAL_CHANGE)
    _looked_at(request, individual, case_of(individual, request.user.today()))
    form = CorrectIndividualForm(request.POST or None, individual=individual, user=request.user)
    differences: list[tuple[str, Any]] = []
    if request.method == "POST" and form.is_valid():
        if form.does(individuals.correct_individual, individual, by=request.user):
            messages.success(request, _("The record is corrected."))
            return redirect("individual-detail", number)
        if form.cleaned_data.get("version") != individual.version:
            differences = form.differences(individual)
            form.look_again(individual.version)
    return render(
        request,
        "casework/individual_correct.html",
        {"individual": individual, "form": form, "differences": differences},
    )


def _looked_at(request: HttpRequest, individual: Individual, case: Case | None) -> None:
    record_read(
        "individual.read",
        by=request.user,
        about=individual,
        case=case,
        details={"individual": individual.number},
    )


def _add(
    request: HttpRequest,
    number: str,
    permission: Permission,
    form: ActionForm,
    action: Callable[..., Any],
    *,
    title: str,
    done: str,
) -> HttpResponse:
    individual = _individual(request, number, permission)
    _looked_at(request, individual, case_of(individual, request.user.today()))
    if (
        request.method == "POST"
        and form.is_valid()
        and form.does(action, individual, by=request.user)
    ):
        messages.success(request, done)
        return redirect("individual-detail", number)
    return render(
        request,
        "casework/individual_act.html",
        {"individual": individual, "form": form, "title": title},
    )


@needs(Permission.SERVICE_CHANGE)
def service_record(request: HttpRequest, number: str) -> HttpResponse:
    return _add(
        request,
        number,
        Permission.SERVICE_CHANGE,
        ServiceForm(request.POST or None),
        individuals.record_service,
        title=_("Record service in a force"),
        done=_("The service is on file."),
    )


@needs(Permission.INDIVIDUAL_CHANGE)
def document_add(request: HttpRequest, number: str) -> HttpResponse:
    return _add(
        request,
        number,
        Permission.INDIVIDUAL_CHANGE,
        DocumentForm(request.POST or None),
        individuals.add_identity_document,
        title=_("Add a document"),
        done=_("The document is on file."),
    )
