"""Reference lists: rules of law with their sources, crossings, forces and ranks."""

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


@needs(Permission.CATALOGUE_CHANGE)
def rule_correct(request: HttpRequest, pk: int) -> HttpResponse:
    rule = get_object_or_404(DeadlineRule, pk=pk)
    return answer_form(
        request,
        RuleForm(request.POST or None, initial=on_file(RuleForm, rule)),
        actions.correct_rule,
        rule,
        title=_("Correct the rule"),
        lead=f"{rule.country} · {rule.trigger_event} → {rule.target_event}",
        back=reverse("catalogue"),
        done=_("The rule is corrected. Terms computed before keep their day."),
    )


@needs(Permission.CATALOGUE_CHANGE)
def crossing_correct(request: HttpRequest, code: str) -> HttpResponse:
    crossing = get_object_or_404(CrossingPoint, code=code)
    return answer_form(
        request,
        CrossingForm(request.POST or None, initial=on_file(CrossingForm, crossing)),
        actions.correct_crossing,
        crossing,
        title=_("Correct the crossing point"),
        back=reverse("catalogue"),
        done=_("The change is saved."),
    )


@needs(Permission.CATALOGUE_CHANGE)
def force_correct(request: HttpRequest, code: str) -> HttpResponse:
    force = get_object_or_404(Force, code=code)
    return answer_form(
        request,
        ForceForm(request.POST or None, initial=on_file(ForceForm, force)),
        actions.correct_force,
        force,
        title=_("Correct the force"),
        back=reverse("catalogue"),
        done=_("The change is saved."),
    )


@needs(Permission.CATALOGUE_CHANGE)
def rank_correct(request: HttpRequest, code: str) -> HttpResponse:
    rank = get_object_or_404(Rank, code=code)
    return answer_form(
        request,
        RankForm(request.POST or None, initial=on_file(RankForm, rank)),
        actions.correct_rank,
        rank,
        title=_("Correct the rank"),
        back=reverse("catalogue"),
        done=_("The change is saved."),
    )
