"""Reference lists: rules of law with their sources, crossings, forces and ranks."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Manager, Model
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import StaffRequest, needs
from accounts.permissions import Permission
from pages.answers import answer
from pages.forms import ActionForm, on_file
from reference import actions, forms
from reference.models import (
    CrossingPoint,
    DeadlineRule,
    Force,
    Municipality,
    Rank,
    RegionalDirectorate,
    SanctionInstrument,
)


@needs(Permission.CATALOGUE_CHANGE)
def catalogue(request: StaffRequest) -> HttpResponse:
    """All lists on one page; each row leads to its form."""
    return render(
        request,
        "reference/catalogue.html",
        {
            "rules": DeadlineRule.objects.order_by("country", "code", "valid_from"),
            "crossings": CrossingPoint.objects.select_related("municipality"),
            "directorates": RegionalDirectorate.objects.prefetch_related("departments"),
            "forces": Force.objects.all(),
            "ranks": Rank.objects.all(),
            "municipalities": Municipality.objects.select_related("department"),
            "instruments": SanctionInstrument.objects.all(),
        },
    )


def _correct(
    request: StaffRequest,
    row: Model,
    form: type[ActionForm],
    action: Callable[..., Any],
    *,
    title: str,
    done: str = "",
    lead: str = "",
    starts_empty: Sequence[str] = (),
) -> HttpResponse:
    known = on_file(form, row).items()
    initial = {name: _rows(on) for name, on in known if name not in starts_empty}
    return answer(
        request,
        form(request.POST or None, initial=initial),
        action,
        row,
        title=title,
        lead=lead,
        back=reverse("catalogue"),
        done=done or _("The change is saved."),
    )


def _rows(value: Any) -> Any:
    """Of a relation the rows, because a form would call the manager; anything else as it is."""
    return list(value.all()) if isinstance(value, Manager) else value


@needs(Permission.CATALOGUE_CHANGE)
def rule_correct(request: StaffRequest, pk: int) -> HttpResponse:
    rule = get_object_or_404(DeadlineRule, pk=pk)
    return _correct(
        request,
        rule,
        forms.RuleForm,
        actions.correct_rule,
        title=_("Correct the rule"),
        lead=f"{rule.country} · {rule.trigger_event} → {rule.target_event}",
        done=_("The rule is corrected. Terms computed before keep their day."),
    )


@needs(Permission.CATALOGUE_CHANGE)
def rule_version_add(request: StaffRequest, pk: int) -> HttpResponse:
    rule = get_object_or_404(DeadlineRule, pk=pk)
    return _correct(
        request,
        rule,
        forms.RuleVersionForm,
        actions.add_rule_version,
        title=_("New version of the rule"),
        lead=f"{rule.country} · {rule.trigger_event} → {rule.target_event}",
        done=_("The version is on the list. Terms computed before keep their day."),
        starts_empty=("valid_from", "valid_to", "verified_by", "verified_on"),
    )


@needs(Permission.CATALOGUE_CHANGE)
def crossing_correct(request: StaffRequest, code: str) -> HttpResponse:
    crossing, title = get_object_or_404(CrossingPoint, code=code), _("Correct the crossing point")
    return _correct(request, crossing, forms.CrossingForm, actions.correct_crossing, title=title)


@needs(Permission.CATALOGUE_CHANGE)
def force_correct(request: StaffRequest, code: str) -> HttpResponse:
    force, title = get_object_or_404(Force, code=code), _("Correct the force")
    return _correct(request, force, forms.ForceForm, actions.correct_force, title=title)


@needs(Permission.CATALOGUE_CHANGE)
def rank_correct(request: StaffRequest, code: str) -> HttpResponse:
    rank, title = get_object_or_404(Rank, code=code), _("Correct the rank")
    return _correct(request, rank, forms.RankForm, actions.correct_rank, title=title)


@needs(Permission.CATALOGUE_CHANGE)
def directorate_correct(request: StaffRequest, code: str) -> HttpResponse:
    row, title = get_object_or_404(RegionalDirectorate, code=code), _("Correct the directorate")
    return _correct(request, row, forms.DirectorateForm, actions.correct_directorate, title=title)


def _page_that_adds(
    form: type[ActionForm], action: Callable[..., Any], *, title: Promise
) -> Callable[..., HttpResponseBase]:
    """A page with the form of a new row, for whoever maintains the lists."""

    @needs(Permission.CATALOGUE_CHANGE)
    def page(request: StaffRequest) -> HttpResponse:
        return answer(
            request,
            form(request.POST or None),
            action,
            title=str(title),
            back=reverse("catalogue"),
            done=_("It is on the list, and forms offer it from now on."),
        )

    return page


crossing_add = _page_that_adds(
    forms.NewCrossingForm, actions.add_crossing, title=gettext_lazy("New crossing point")
)

directorate_add = _page_that_adds(
    forms.NewDirectorateForm, actions.add_directorate, title=gettext_lazy("New directorate")
)

force_add = _page_that_adds(forms.NewForceForm, actions.add_force, title=gettext_lazy("New force"))

rank_add = _page_that_adds(forms.NewRankForm, actions.add_rank, title=gettext_lazy("New rank"))

municipality_add = _page_that_adds(
    forms.NewMunicipalityForm, actions.add_municipality, title=gettext_lazy("New municipality")
)

instrument_add = _page_that_adds(
    forms.NewInstrumentForm, actions.add_instrument, title=gettext_lazy("New decree or order")
)
