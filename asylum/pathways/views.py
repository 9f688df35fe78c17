"""The page that shows the pathway of a country."""

from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import render

from accounts.access import StaffRequest, needs
from accounts.permissions import Permission as P
from asylum.choices import ApplicationStatus, DeadlineKind
from asylum.pathways.models import PathwayPaper, PathwayStage


@dataclass(frozen=True)
class StageInWords:
    """A stage of the pathway with the words of this house."""

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
        return [str(DeadlineKind(kind).label) for kind, _rule in self.row.terms]


@needs(P.APPLICATION_READ)
def pathway_detail(request: StaffRequest, country: str) -> HttpResponse:
    """It is the law of a country and says nothing of anybody."""
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
        },
    )
