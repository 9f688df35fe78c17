"""Reference lists: rules of law with their sources, crossings, forces and ranks."""

from collections.abc import Callable
from typing import Any

from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import needs
from accounts.permissions import Permission
from casework.actions import catalogue as actions
from casework.forms.catalogue import CrossingForm, ForceForm, RankForm, RuleForm
from casework.forms.partners import on_file
from casework.models import CrossingPoint, DeadlineRule, Force, Rank
from casework.views.answer import answer_form
from pages.forms import ActionForm


@needs(Permission.CATALOGUE_CHANGE)
def catalogue(request: HttpRequest) -> HttpResponse:
    """All lists on one page; each row leads to its form."""
    return render(
        request,
        "casework/catalogue.html",
        {
            "rules": DeadlineRule.objects.order_by("country", "code", "valid_from"),
            "crossings": CrossingPoint.objects.select_related("municipality"),
            "forces": Force.objects.all(),
            "ranks": Rank.objects.all(),
        },
    )


def _correct(
    request: HttpRequest,
    row: Model,
    form: type[ActionForm],
    action: Callable[..., Any],
    *,
    title: str,
    done: str = "",
    lead: str = "",
) -> HttpResponse:
    return answer_form(
        request,
        form(request.POST or None, initial=on_file(form, row)),
        action,
        row,
        title=title,
        lead=lead,
        back=reverse("catalogue"),
        done=done or _("The change is saved."),
    )


@needs(Permission.CATALOGUE_CHANGE)
def rule_correct(request: HttpRequest, pk: int) -> HttpResponse:
    rule = get_object_or_404(DeadlineRule, pk=pk)
    return _correct(
        request,
        rule,
        RuleForm,
        actions.correct_rule,
        title=_("Correct the rule"),
        lead=f"{rule.country} · {rule.trigger_event} → {rule.target_event}",
        done=_("The rule is corrected. Terms computed before keep their day."),
    )


@needs(Permission.CATALOGUE_CHANGE)
def crossing_correct(request: HttpRequest, code: str) -> HttpResponse:
    crossing, title = get_object_or_404(CrossingPoint, code=code), _("Correct the crossing point")
    return _correct(request, crossing, CrossingForm, actions.correct_crossing, title=title)


@needs(Permission.CATALOGUE_CHANGE)
def force_correct(request: HttpRequest, code: str) -> HttpResponse:
    force, title = get_object_or_404(Force, code=code), _("Correct the force")
    return _correct(request, force, ForceForm, actions.correct_force, title=title)


@needs(Permission.CATALOGUE_CHANGE)
def rank_correct(request: HttpRequest, code: str) -> HttpResponse:
    rank, title = get_object_or_404(Rank, code=code), _("Correct the rank")
    return _correct(request, rank, RankForm, actions.correct_rank, title=title)
