"""Pages that show the pathway of a country, and confirm the sources of its rows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, View, permission_required
from accounts.pages import form_page
from accounts.permissions import Permission as P
from asylum.pathways.actions import correct_pathway
from asylum.pathways.choices import ApplicationStatus, DeadlineKind, PermitType
from asylum.pathways.forms import SourceForm
from asylum.pathways.models import ANY_COUNTRY, PathwayPaper, PathwayStage, PermitKind, Sourced
from casework.templatetags.people import country


@dataclass(frozen=True)
class StageInWords:
    """A stage of the pathway, with labels for its codes."""

    row: PathwayStage
    papers: list[PathwayPaper]

    @property
    def name(self) -> str:
        return str(ApplicationStatus(self.row.stage).label)

    @property
    def leads_to(self) -> list[str]:
        return [str(state.label) for state in ApplicationStatus if state in self.row.leads_to]

    @property
    def terms(self) -> list[str]:
        return [str(DeadlineKind(kind).label) for kind, _code in self.row.terms]


@permission_required(P.INBOX_READ)
def pathway_list(request: StaffRequest) -> HttpResponse:
    """Lists the countries with a pathway of their own; the general pathway is for all others."""
    rows = PathwayStage.objects.order_by("country").values_list("country", flat=True)
    countries = [country for country in rows.distinct() if country != ANY_COUNTRY]
    return render(request, "asylum/pathway_list.html", {"countries": countries})


@permission_required(P.INBOX_READ)
def pathway_detail(request: StaffRequest, country: str) -> HttpResponse:
    """Shows the pathway of a country. Needs no visibility check, because the page shows no person."""
    stages = list(PathwayStage.objects.filter(country=country))
    if not stages:
        raise Http404
    papers: dict[str, list[PathwayPaper]] = {}
    for paper in PathwayPaper.objects.filter(country=country):
        papers.setdefault(paper.stage, []).append(paper)
    return render(
        request,
        "asylum/pathway_detail.html",
        {
            "country": country,
            "stages": [StageInWords(row, papers.get(row.stage, [])) for row in stages],
            "permits": PermitKind.objects.filter(country=country),
            "may_change": request.user.holds(P.CATALOGUE_CHANGE),
        },
    )


def _page_of(model: type[Sourced], lead: Callable[[Any], str]) -> View:
    """Returns the page that confirms the sources of one kind of row."""
    return form_page(
        P.CATALOGUE_CHANGE,
        SourceForm,
        correct_pathway,
        about=lambda request, pk: get_object_or_404(model, pk=pk),
        title=_("Confirm where it comes from"),
        lead=lead,
        is_filled=True,
        back=lambda row: reverse("pathway-detail", args=[row.country]),
        done=_("The source is confirmed."),
    )


correct_stage = _page_of(
    PathwayStage, lambda row: f"{country(row.country)} · {ApplicationStatus(row.stage).label}"
)
correct_paper = _page_of(PathwayPaper, lambda row: f"{country(row.country)} · {row}")
correct_permit_kind = _page_of(
    PermitKind, lambda row: f"{country(row.country)} · {PermitType(row.kind).label}"
)
