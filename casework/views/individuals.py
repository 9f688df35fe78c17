"""One person's record."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.access import can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.actions import individuals
from casework.filters_people import PeopleFilter
from casework.forms.individuals import CorrectIndividualForm
from casework.models import DuplicatePair, Individual
from casework.querysets.individual import case_of
from casework.querysets.merge import absorbed_cases, merges_into
from casework.sections import sections_of
from casework.sections.page import SECTIONS
from casework.views.person import person_in_sight
from pages.lists import list_page


@needs(Permission.INDIVIDUAL_READ)
def individual_list(request: HttpRequest) -> HttpResponse:
    """Everybody whom the reader reaches, newest number first."""
    user = request.user
    people = Individual.objects.visible_to(user).order_by("-number")
    page = request.GET.get("page", "1")[:6]
    record_read("individual.listed", by=user, details={"page": page})
    return list_page(
        request,
        people,
        filterset=PeopleFilter,
        template="casework/individual_list.html",
        list_title=_("People"),
        today=user.today(),
        may_see_needs=user.holds(Permission.NEED_READ),
    )


@needs(Permission.INDIVIDUAL_READ)
def individual_detail(request: HttpRequest, number: str) -> HttpResponse:
    """One person."""
    user = request.user
    individual = person_in_sight(request, number, Permission.INDIVIDUAL_READ)
    sections = sections_of(SECTIONS, individual, user)
    may_compare = user.holds(Permission.DUPLICATE_DECIDE) and not individual.erased_on
    pairs = DuplicatePair.objects.visible_to(user).of(individual).waiting()
    case = case_of(individual, user.today())
    return render(
        request,
        "casework/individual_detail.html",
        {
            "individual": individual,
            "case": case,
            "absorbed": absorbed_cases([individual], user).exclude(pk=case.pk if case else None),
            "population": individual.population_on(user.today()).label,
            "may_compare": may_compare,
            "pairs": pairs.count() if may_compare else 0,
            "merges": merges_into(individual, user),
            "sections": [section for section in sections if not section.is_aside],
            "asides": [section for section in sections if section.is_aside],
            "may_correct": not individual.erased_on
            and can(user, Permission.INDIVIDUAL_CHANGE, about=individual),
        },
    )


@needs(Permission.INDIVIDUAL_CHANGE)
def individual_correct(request: HttpRequest, number: str) -> HttpResponse:
    """Corrects a mistake. After a conflict the page shows what is on file beside what was typed."""
    individual = person_in_sight(request, number, Permission.INDIVIDUAL_CHANGE)
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
