"""Compares what a letter states with what is on file.

A letter makes statements: the person, a paper, a claim, an appointment. For each the file gives a list of rows with the
same names. A statement holds if one row agrees with all values that the letter gives. If only an ended row agrees,
nothing was corrected: the ground of the letter is gone."""

import datetime
import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, Q
from django.utils.translation import override

from asylum.letters.choices import LetterKind
from asylum.letters.facts import (
    Facts,
    answer_of,
    certified,
    end_on_paper,
    grounds_in_words,
    in_words,
    names_of,
    said,
    visit_of,
)
from asylum.letters.models import Letter
from asylum.papers.models.permit import Permit
from asylum.pathways.choices import DECISIONS, ApplicationStatus, DeadlineKind
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.interview import ClaimInterview
from asylum.work_right.rules import WorkAnswer
from casework.claims.models import SubjectRequest
from casework.register.choices import DocumentEnd
from casework.register.models.identity_document import IdentityDocument
from casework.tasks.choices import TaskKind, TaskStatus
from casework.tasks.models import CaseTask

# Kinds that state numbers and days of a claim.
OF_A_CLAIM = (LetterKind.CERTIFICATE, LetterKind.APPEAL, LetterKind.POWER, LetterKind.REQUEST)
# Statements of several facts, by their leading fact; all others are single facts.
PARTS = {
    "on": ("on", "at_time", "place"),
    "paper": ("paper", "valid_until", "source", "condition"),
    "last_day": ("reference", "notified_on", "last_day"),
    "lodged_on": ("reference", "lodged_on", "country"),
    "received_on": ("asked_for", "received_on", "answered_on", "result", "answer"),
}
# The statement that depends on a claim: if the claim ended, it is no longer true without having been corrected.
RESTS_ON_A_CLAIM: dict[str, str] = {
    LetterKind.CERTIFICATE: "lodged_on",
    LetterKind.APPEAL: "last_day",
}
RESTED_ON = frozenset({*RESTS_ON_A_CLAIM.values(), "on"})
# About the letter and the office, not about the person.
OF_THE_SHEET = frozenset(
    {"today", "day", "office", "head", "logo_sum", "signed_by", "signer_title", "code"}
)
# Values of the letter's own day, or typed for this letter only: not compared with the file.
OF_ITS_DAY = (
    OF_THE_SHEET
    | {"authority", "representative", "representative_paper", "enclosures"}
    | {"subject", "text", "bring", "because", "is_brought"}
)
# These and what only decides the wording: an extract of the person shows none of them.
OF_THE_LETTER = OF_THE_SHEET | {"ends_on", "doubt", "in_time", "is_brought"}
# Values derived from compared ones: text around a source, the computation of a last day, whether the term was still
# running when the cover was made. The letter's own last day is not printed.
FOLLOWS = frozenset({"rule", "sum", "in_time", "ends_on", "doubt"})


def _lists() -> Any:
    return defaultdict(list)


@dataclass
class OnFile:
    """What is on file, by person; `decided` by claim: the days of notification and of the end of appeal of each valid
    decision.

    Every claim and decision counts, because a letter that states an older one is still correct. `gone` are appointments
    that were cancelled or ended with their claim. `held` are papers valid today, for letters to employers, and `work`
    is the right to work with each of them today; `papers` are all except mistakes, for the other kinds."""

    held: dict[UUID, list[Any]] = field(default_factory=_lists)
    work: dict[UUID, list[WorkAnswer]] = field(default_factory=_lists)
    papers: dict[UUID, list[Any]] = field(default_factory=_lists)
    claims: dict[UUID, list[AsylumApplication]] = field(default_factory=_lists)
    decided: dict[UUID, list[tuple[datetime.date, datetime.date]]] = field(default_factory=_lists)
    answered: dict[UUID, list[SubjectRequest]] = field(default_factory=_lists)
    visits: dict[UUID, list[ClaimInterview | CaseTask]] = field(default_factory=_lists)
    gone: dict[UUID, list[ClaimInterview | CaseTask]] = field(default_factory=_lists)
    # Claims with an appeal, lodged or still possible.
    appealed: set[UUID] = field(default_factory=set)
    # Claims that nobody appealed in time, with the first day after the term.
    unappealed: dict[UUID, datetime.date] = field(default_factory=dict)


def on_file(letters: Iterable[Letter], held: Iterable[Any], today: datetime.date) -> OnFile:
    """Reads what these letters are compared with, in a constant number of queries."""
    rows, found = list(letters), OnFile()
    for paper in held:
        found.held[paper.individual_id].append(paper)
    if people := {each.individual_id for each in rows if each.kind in OF_A_CLAIM}:
        claims = AsylumApplication.objects.exclude(status=ApplicationStatus.MISTAKEN)
        for claim in claims.filter(individual__in=people):
            found.claims[claim.individual_id].append(claim)
    if people := {each.individual_id for each in rows if each.kind == LetterKind.CERTIFICATE}:
        over = AsylumApplication.objects.filter(individual__in=people).past_appeal(today)
        terms = LegalDeadline.objects.running().filter(
            kind=DeadlineKind.APPEAL, application__in=over.values("pk")
        )
        for claim, last in terms.values_list("application", "due_on"):
            found.unappealed[claim] = last + datetime.timedelta(days=1)
    if people := {each.individual_id for each in rows if each.kind == LetterKind.APPEAL}:
        steps = ApplicationStatusChange.objects.standing().with_day()
        of_claims = steps.filter(application__individual__in=people)
        decided_on = dict[UUID, datetime.date]()
        for pk, claim, status, day in of_claims.values_list("pk", "application", "status", "day"):
            if status in DECISIONS:
                decided_on[pk] = day
            elif status == ApplicationStatus.APPEALED:
                found.appealed.add(claim)
        terms = LegalDeadline.objects.filter(kind=DeadlineKind.APPEAL, begun_by__in=decided_on)
        for term in terms:
            found.decided[term.application_id].append((decided_on[term.begun_by_id], term.due_on))
            if term.was_met:
                found.appealed.add(term.application_id)
        running = AsylumApplication.objects.filter(individual__in=people).under_appeal()
        found.appealed |= set(running.values_list("pk", flat=True))
    if people := {each.individual_id for each in rows if each.kind == LetterKind.ANSWER}:
        requests = SubjectRequest.objects.standing().filter(individual__in=people)
        for request in requests.exclude(answered_on=None):
            found.answered[request.individual_id].append(request)
    others = [each for each in rows if each.kind != LetterKind.EMPLOYER]
    if people := {each.individual_id for each in others if "paper" in stated_by(each)}:
        permits = Permit.objects.filter(individual__in=people, mistaken_on=None)
        documents = IdentityDocument.objects.filter(individual__in=people)
        for paper in (*permits, *documents.exclude(end_reason=DocumentEnd.MISTAKE)):
            found.papers[paper.individual_id].append(paper)
    if people := {each.individual_id for each in rows if each.kind == LetterKind.APPOINTMENT}:
        for person, row, is_set in _appointments(people):
            (found.visits if is_set else found.gone)[person].append(row)
    return found


def _appointments(people: set[UUID]) -> Iterable[tuple[UUID, ClaimInterview | CaseTask, bool]]:
    """Appointments by person, neither moved nor a mistake, and whether each is valid.

    An appointment is not valid if it was cancelled, or its claim ended before it."""
    claims = AsylumApplication.objects.made().filter(individual__in=people)
    heard = ClaimInterview.objects.set_days().filter(application__in=claims)
    for interview in heard.select_related("application"):
        claim = interview.application
        yield claim.individual_id, interview, bool(interview.outcome) or claim.is_open
    tasks = CaseTask.objects.filter(
        kind=TaskKind.APPOINTMENT, case__members__individual__in=people
    ).exclude(status=TaskStatus.MOVED)
    for task in tasks.annotate(member=F("case__members__individual")):
        if task.individual_id in (None, task.member):
            yield task.member, task, task.status != TaskStatus.NOT_NEEDED


def moved_to(letter: Letter, stated: Facts) -> list[Facts] | None:
    """What took the place of the appointment that the letter states: a newer summons, or the day to which it was moved.

    None where no row says what the letter says, as of an appointment that was corrected itself.
    """
    interviews = ClaimInterview.objects.filter(application__individual=letter.individual_id)
    tasks = CaseTask.objects.filter(
        Q(individual=letter.individual_id)
        | Q(individual=None, case__members__individual=letter.individual_id),
        kind=TaskKind.APPOINTMENT,
        status=TaskStatus.MOVED,
    )
    with override(letter.language):
        for interview in interviews:
            if _says(stated, in_words(visit_of(interview))):
                newest = interviews.unsaid().filter(application=interview.application_id)
                return [in_words(visit_of(row)) for row in newest]
        for task in tasks.distinct():
            if _says(stated, in_words(visit_of(task))):
                while hasattr(task, "next"):
                    task = task.next
                return [in_words(visit_of(task))] if task.is_open else []
    return None


def facts_in_words(filled_in: str) -> str:
    """The stored facts about the person, without those about the letter itself: its code would vouch for a false one."""
    facts = json.loads(filled_in)
    return ", ".join(
        str(facts[name]) for name in facts if name not in OF_THE_LETTER and facts[name]
    )


def stated_by(letter: Letter) -> Facts:
    """The filled-in values, without empty ones. An empty `source` is kept: it says that the paper itself states the
    right."""
    stated = {name: value for name, value in json.loads(letter.filled_in).items() if value}
    return {"source": ""} | stated if letter.kind == LetterKind.EMPLOYER else stated


def _of_claims(letter: Letter, file: OnFile) -> Iterable[tuple[AsylumApplication, Facts]]:
    """What a certificate, or the cover of an appeal, would state for each claim."""
    for claim in file.claims[letter.individual_id]:
        if letter.kind == LetterKind.CERTIFICATE:
            yield claim, certified(claim)
            continue
        for decided, last in file.decided[claim.pk]:
            days = {"notified_on": said(decided), "last_day": said(last)}
            yield claim, {"reference": claim.reference, **days}


def _carries(claim: AsylumApplication, letter: Letter, file: OnFile) -> bool:
    """Whether the claim in its current state can support such a letter.

    The cover of a lodged appeal states facts of its own day, whatever the decision on the appeal."""
    if letter.kind == LetterKind.APPEAL:
        return claim.pk in file.appealed
    return claim.is_pending and claim.pk not in file.unappealed


def _rows(letter: Letter, stated: Facts, file: OnFile) -> dict[str, list[Facts]]:
    """The rows on file for each statement of this letter, by its leading fact."""
    person, kind = letter.individual_id, letter.kind
    rows: dict[str, list[Facts]] = {"name": [{"name": letter.individual.full_name}]}
    if kind == LetterKind.EMPLOYER:
        rows["paper"] = [
            {"paper": name, "valid_until": end_on_paper(paper), **grounds_in_words(answer)}
            for paper in file.held[person]
            for answer in file.work[paper.pk]
            for name in names_of(paper)
        ]
        return rows
    rows["paper"] = [{"paper": name} for paper in file.papers[person] for name in names_of(paper)]
    if kind in (LetterKind.POWER, LetterKind.REQUEST):
        rows["reference"] = [{"reference": claim.reference} for claim in file.claims[person]]
    elif kind in RESTS_ON_A_CLAIM:
        rows[RESTS_ON_A_CLAIM[kind]] = [
            row for claim, row in _of_claims(letter, file) if _carries(claim, letter, file)
        ]
    elif kind == LetterKind.APPOINTMENT:
        rows["on"] = [in_words(visit_of(row)) for row in file.visits[person]]
    elif kind == LetterKind.ANSWER:
        rows["received_on"] = [answer_of(row) for row in file.answered[person]]
    return rows


def _ended(letter: Letter, file: OnFile) -> list[tuple[Facts, datetime.date | None]]:
    """What the leading statement may have been based on and no longer is, with the day if it is known."""
    if letter.kind == LetterKind.APPOINTMENT:
        return [(in_words(visit_of(row)), None) for row in file.gone[letter.individual_id]]
    if letter.kind not in RESTS_ON_A_CLAIM:
        return []
    return [
        (row, file.unappealed.get(claim.pk, claim.status_on))
        for claim, row in _of_claims(letter, file)
        if not _carries(claim, letter, file)
    ]


def _agreeing(stated: Facts, row: Facts) -> int:
    return sum(stated.get(name, value) == value for name, value in row.items())


def _says(stated: Facts, row: Facts) -> bool:
    return _agreeing(stated, row) == len(row)


class HeldAgainstFile(NamedTuple):
    """The result of comparing a letter with the file.

    `changed` holds each untrue statement as filled in, with the closest rows on file. `has_ended` says whether one of
    them ended rather than was corrected, and `since` when, if the day is known."""

    changed: list[tuple[Facts, list[Facts]]]
    has_ended: bool
    since: datetime.date | None


def held_against(letter: Letter, file: OnFile) -> HeldAgainstFile:
    with override(letter.language):
        stated = stated_by(letter)
        wrong, ended = list[tuple[Facts, list[Facts]]](), list[datetime.date | None]()
        for lead, rows in _rows(letter, stated, file).items():
            if lead not in stated or any(_says(stated, row) for row in rows):
                continue
            if lead in RESTED_ON:
                ended += [day for row, day in _ended(letter, file) if _says(stated, row)]
            parts = [name for name in PARTS.get(lead, (lead,)) if name in stated]
            most = max((_agreeing(stated, row) for row in rows), default=0)
            near = [row for row in rows if _agreeing(stated, row) == most]
            wrong.append(({name: stated[name] for name in parts if stated[name]}, near))
        days = [day for day in ended if day]
        return HeldAgainstFile(wrong, bool(ended), min(days, default=None))
