"""The checklist of a claim: the papers that its pathway requires of this person."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from asylum.checklists.choices import FINDING_TONE, MARK_TONE, RENUNCIATION, Finding, MarkState
from asylum.checklists.on_file import is_on_file, known_of
from asylum.checklists.rules import renunciation_found, three_facts
from asylum.papers.standing import standing_of
from asylum.pathways.choices import DECISIONS, OPEN_APPLICATION, ApplicationStatus, AskedOf, Bringer
from asylum.pathways.models import PathwayPaper, PathwayStage
from asylum.procedure.decisions import ground_of_refusal
from asylum.procedure.models.application import AsylumApplication
from casework.children.querysets import surely_adult
from casework.register.choices import Category
from casework.register.models.individual import Individual

# States in which a claim waits for its first decision.
BEFORE_DECISION = OPEN_APPLICATION - DECISIONS - {ApplicationStatus.APPEALED}


@dataclass(frozen=True)
class AskedPaper:
    """A paper that a stage requires, and its state.

    - `is_known`: the paper is on file, so nobody has to mark it.
    - `is_unsaid`: the claim passed the stage, and nobody recorded anything about the paper.
    - `known`: what is on file about a missing paper.
    """

    paper: PathwayPaper
    state: MarkState
    is_known: bool = False
    is_unsaid: bool = False
    known: str = ""

    @property
    def status_tag(self) -> tuple[str, str]:
        if self.is_unsaid and self.known:
            if self.paper.brought_by == Bringer.AUTHORITY:
                return str(_("Nobody said whether the paper is here")), "warn"
            return str(_("Nobody said whether it was handed in in writing")), "warn"
        if self.is_unsaid:
            return str(_("Never recorded")), "warn"
        return str(self.state.label), MARK_TONE[self.state]

    @property
    def is_missing(self) -> bool:
        return self.state == MarkState.MISSING and not self.is_unsaid

    @property
    def stage(self) -> str:
        return str(ApplicationStatus(self.paper.stage).label)


@dataclass(frozen=True)
class Checklist:
    """The papers that a claim needs, and the three facts as the authority decided them."""

    asked: list[AskedPaper]
    facts: list[tuple[Finding, tuple[str, str]]]

    @property
    def missing(self) -> int:
        facts = [finding for finding, _tag in self.facts]
        return sum(each.is_missing for each in self.asked) + facts.count(Finding.SERVICE_UNKNOWN)

    def missing_before(self, stage: str) -> list[AskedPaper]:
        """Returns the missing papers of this stage."""
        return [each for each in self.asked if each.is_missing and each.paper.stage == stage]


def papers_of(application: AsylumApplication) -> list[PathwayPaper]:
    """Returns the papers that the pathway requires of this person at any stage."""
    asked_of = [AskedOf.ALL]
    person: Individual = application.individual
    if person.category == Category.FORMER_MEMBER:
        asked_of.append(AskedOf.FORMER)
    if not surely_adult(person, person.office.today()):
        asked_of.append(AskedOf.CHILD)
    rows = PathwayPaper.objects.filter(country=application.country, asked_of__in=asked_of)
    return list(rows)


def _reachable(status: str, stages: Mapping[str, Collection[str]]) -> set[str]:
    """Returns the stages that a claim can reach from this one without a decision or an appeal between."""
    reachable: set[str] = set()
    rest = [status]
    while rest:
        new = set(stages.get(rest.pop(), ())) - reachable
        reachable |= new
        rest += new & BEFORE_DECISION
    return reachable


def checklist_of(application: AsylumApplication) -> Checklist:
    """Returns the papers of an open claim, and the three facts.

    These are papers of stages that the claim can reach without a decision between, and papers of passed stages about
    which nothing is recorded.
    """
    passed = set(application.status_changes.standing().values_list("status", flat=True))
    pathway = PathwayStage.objects.of(application.country)
    stages = dict(pathway.values_list("stage", "leads_to"))
    ahead = _reachable(application.status, stages) - passed if application.is_open else set()
    marks = application.checklist_marks.newest()
    today = application.individual.office.today()
    standing = standing_of(application.individual, today)
    asked, unsaid = list[AskedPaper](), list[AskedPaper]()
    for paper in papers_of(application) if application.is_open else ():
        if paper.code == RENUNCIATION and standing.is_asked is False:
            # The authority does not ask this person for a renunciation.
            continue
        state = MarkState(marks.get(paper.pk, MarkState.MISSING))
        if paper.stage in ahead:
            is_known = is_on_file(paper.code, application, standing, today)
            if is_known:
                state = MarkState.HERE
            known = known_of(paper.code, application) if state == MarkState.MISSING else ""
            asked.append(AskedPaper(paper, state, is_known, known=known))
        elif (
            paper.stage in passed
            and state == MarkState.MISSING
            and not is_on_file(paper.code, application, standing, today, once=True)
        ):
            known = known_of(paper.code, application)
            unsaid.append(AskedPaper(paper, state, is_unsaid=True, known=known))
    facts = three_facts(
        status=application.status,
        refusal_ground=ground_of_refusal(application),
        renounced=renunciation_found(standing),
    )
    return Checklist(
        asked + unsaid, [(each, (str(each.label), FINDING_TONE[each])) for each in facts]
    )
