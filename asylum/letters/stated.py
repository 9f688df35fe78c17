"""Compares what a letter states with what is on file.

A letter makes statements: about the person, a paper, a claim, an appointment. For each statement the file gives a list
of rows, which are dictionaries with the same names. A statement is true if one row agrees with all its values. If only
a row agrees that has ended, nothing was corrected: the letter lost its ground.
"""

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
    appointment_in_words,
    certificate_facts,
    day_in_words,
    end_on_paper,
    grounds_in_words,
    names_of,
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
KINDS_ABOUT_CLAIM = (
    LetterKind.CERTIFICATE,
    LetterKind.APPEAL,
    LetterKind.POWER,
    LetterKind.REQUEST,
)
# Statements of several facts, by their leading fact. All other statements are single facts.
PARTS = {
    "on": ("on", "at_time", "place"),
    "paper": ("paper", "valid_until", "source", "condition"),
    "last_day": ("reference", "notified_on", "last_day"),
    "lodged_on": ("reference", "lodged_on", "country"),
    "received_on": ("asked_for", "received_on", "answered_on", "result", "answer"),
}
# The leading fact of the statement about a claim, by kind of letter. It becomes untrue when the claim ends.
CLAIM_STATEMENT: dict[str, str] = {
    LetterKind.CERTIFICATE: "lodged_on",
    LetterKind.APPEAL: "last_day",
}
ENDING_STATEMENTS = frozenset({*CLAIM_STATEMENT.values(), "on"})
# Facts about the letter and the office, not about the person.
SHEET_FIELDS = frozenset(
    {"today", "day", "office", "head", "logo_sum", "signed_by", "signer_title", "code"}
)
# Values of the day of the letter, or typed for this letter only, which are not compared with the file.
FIELDS_NOT_COMPARED = (
    SHEET_FIELDS
    | {"authority", "representative", "representative_paper", "enclosures"}
    | {"subject", "text", "bring", "because", "is_brought"}
)
# Values that an extract of the person does not show: facts about the sheet, and values that only choose a wording.
FIELDS_NOT_IN_EXTRACT = SHEET_FIELDS | {"ends_on", "doubt", "in_time", "is_brought"}
# Values derived from compared ones: the text around a source, the computation of a last day, whether the term was still
# running when the cover was made, and the last valid day of the letter, which is not printed.
DERIVED_FIELDS = frozenset({"rule", "sum", "in_time", "ends_on", "doubt"})


def _lists() -> Any:
    return defaultdict(list)


@dataclass
class RowsOnFile:
    """The rows on file with which letters are compared, by person.

    - `held`: papers valid today, for letters to employers; `work`, by paper: the grounds by which it allows work today.
    - `papers`: all papers without mistakes, for other letters.
    - `claims`: all claims, because a letter that states an older claim is still correct.
    - `decided`, by claim: days of notification and of the end of the term to appeal, of each valid decision.
    - `answered`: answered requests about own data.
    - `visits`: valid appointments; `gone`: appointments that were cancelled or ended with their claim.
    """

    held: dict[UUID, list[Any]] = field(default_factory=_lists)
    work: dict[UUID, list[WorkAnswer]] = field(default_factory=_lists)
    papers: dict[UUID, list[Any]] = field(default_factory=_lists)
    claims: dict[UUID, list[AsylumApplication]] = field(default_factory=_lists)
    decided: dict[UUID, list[tuple[datetime.date, datetime.date]]] = field(default_factory=_lists)
    answered: dict[UUID, list[SubjectRequest]] = field(default_factory=_lists)
    visits: dict[UUID, list[ClaimInterview | CaseTask]] = field(default_factory=_lists)
    gone: dict[UUID, list[ClaimInterview | CaseTask]] = field(default_factory=_lists)
    # Claims with an appeal that is lodged or still possible.
    appealed: set[UUID] = field(default_factory=set)
    # Claims that nobody appealed in time, with the first day after the term.
    unappealed: dict[UUID, datetime.date] = field(default_factory=dict)


def rows_for_letters(
    letters: Iterable[Letter], held: Iterable[Any], today: datetime.date
) -> RowsOnFile:
    """Returns the rows with which these letters are compared, in a constant number of queries.

    `held` are papers valid today of the people of letters to employers."""
    letters, file = list(letters), RowsOnFile()
    for paper in held:
        file.held[paper.individual_id].append(paper)
    if people := {each.individual_id for each in letters if each.kind in KINDS_ABOUT_CLAIM}:
        claims = AsylumApplication.objects.exclude(status=ApplicationStatus.MISTAKEN)
        for claim in claims.filter(individual__in=people):
            file.claims[claim.individual_id].append(claim)
    if people := {each.individual_id for each in letters if each.kind == LetterKind.CERTIFICATE}:
        past_appeal = AsylumApplication.objects.filter(individual__in=people).past_appeal(today)
        terms = LegalDeadline.objects.running().filter(
            kind=DeadlineKind.APPEAL, application__in=past_appeal.values("pk")
        )
        for claim, last in terms.values_list("application", "due_on"):
            file.unappealed[claim] = last + datetime.timedelta(days=1)
    if people := {each.individual_id for each in letters if each.kind == LetterKind.APPEAL}:
        steps = ApplicationStatusChange.objects.standing().with_day()
        of_claims = steps.filter(application__individual__in=people)
        decided_on = dict[UUID, datetime.date]()
        for pk, claim, status, day in of_claims.values_list("pk", "application", "status", "day"):
            if status in DECISIONS:
                decided_on[pk] = day
            elif status == ApplicationStatus.APPEALED:
                file.appealed.add(claim)
        terms = LegalDeadline.objects.filter(kind=DeadlineKind.APPEAL, begun_by__in=decided_on)
        for term in terms:
            file.decided[term.application_id].append((decided_on[term.begun_by_id], term.due_on))
            if term.was_met:
                file.appealed.add(term.application_id)
        running = AsylumApplication.objects.filter(individual__in=people).under_appeal()
        file.appealed |= set(running.values_list("pk", flat=True))
    if people := {each.individual_id for each in letters if each.kind == LetterKind.ANSWER}:
        requests = SubjectRequest.objects.standing().filter(individual__in=people)
        for request in requests.exclude(answered_on=None):
            file.answered[request.individual_id].append(request)
    others = [each for each in letters if each.kind != LetterKind.EMPLOYER]
    if people := {each.individual_id for each in others if "paper" in stated_by(each)}:
        permits = Permit.objects.filter(individual__in=people, mistaken_on=None)
        documents = IdentityDocument.objects.filter(individual__in=people)
        for paper in (*permits, *documents.exclude(end_reason=DocumentEnd.MISTAKE)):
            file.papers[paper.individual_id].append(paper)
    if people := {each.individual_id for each in letters if each.kind == LetterKind.APPOINTMENT}:
        for person, row, is_set in _appointments(people):
            (file.visits if is_set else file.gone)[person].append(row)
    return file


def _appointments(people: set[UUID]) -> Iterable[tuple[UUID, ClaimInterview | CaseTask, bool]]:
    """Yields a person, an appointment that was neither moved nor a mistake, and whether it is valid.

    An appointment is not valid if it was cancelled, or its claim ended before it."""
    claims = AsylumApplication.objects.made().filter(individual__in=people)
    interviews = ClaimInterview.objects.set_days().filter(application__in=claims)
    for interview in interviews.select_related("application"):
        claim = interview.application
        yield claim.individual_id, interview, bool(interview.outcome) or claim.is_open
    tasks = CaseTask.objects.filter(
        kind=TaskKind.APPOINTMENT, case__members__individual__in=people
    ).exclude(status=TaskStatus.MOVED)
    for task in tasks.annotate(member=F("case__members__individual")):
        if task.individual_id in (None, task.member):
            yield task.member, task, task.status != TaskStatus.NOT_NEEDED


def replacements_of(letter: Letter, stated: Facts) -> list[Facts] | None:
    """Returns what replaced the appointment that the letter states: newer summonses, or the task to which it was moved.

    None if no row agrees with the letter, for example because the appointment itself was corrected.
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
            if _agrees(stated, appointment_in_words(visit_of(interview))):
                newest = interviews.unsaid().filter(application=interview.application_id)
                return [appointment_in_words(visit_of(row)) for row in newest]
        for task in tasks.distinct():
            if _agrees(stated, appointment_in_words(visit_of(task))):
                while hasattr(task, "next"):
                    task = task.next
                return [appointment_in_words(visit_of(task))] if task.is_open else []
    return None


def facts_in_words(filled_in: str) -> str:
    """Returns the stored facts about the person for an extract.

    Leaves out facts about the letter itself, because its code would make a forged letter valid.
    """
    facts = json.loads(filled_in)
    return ", ".join(
        str(facts[name]) for name in facts if name not in FIELDS_NOT_IN_EXTRACT and facts[name]
    )


def stated_by(letter: Letter) -> Facts:
    """Returns the filled-in values without empty ones.

    A letter to employers keeps an empty `source`, which says that the paper itself states the right to work.
    """
    stated = {name: value for name, value in json.loads(letter.filled_in).items() if value}
    return {"source": ""} | stated if letter.kind == LetterKind.EMPLOYER else stated


def _of_claims(letter: Letter, file: RowsOnFile) -> Iterable[tuple[AsylumApplication, Facts]]:
    """Yields each claim with what a certificate, or the cover of an appeal, would state about it."""
    for claim in file.claims[letter.individual_id]:
        if letter.kind == LetterKind.CERTIFICATE:
            yield claim, certificate_facts(claim)
            continue
        for decided, last in file.decided[claim.pk]:
            days = {"notified_on": day_in_words(decided), "last_day": day_in_words(last)}
            yield claim, {"reference": claim.reference, **days}


def _supports(claim: AsylumApplication, letter: Letter, file: RowsOnFile) -> bool:
    """Returns whether such a letter about the claim can be valid in the claim's present state.

    The cover of a lodged appeal stays valid whatever the decision on the appeal.
    """
    if letter.kind == LetterKind.APPEAL:
        return claim.pk in file.appealed
    return claim.is_pending and claim.pk not in file.unappealed


def _rows(letter: Letter, stated: Facts, file: RowsOnFile) -> dict[str, list[Facts]]:
    """Returns the rows on file for each statement of this letter, by its leading fact."""
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
    elif kind in CLAIM_STATEMENT:
        rows[CLAIM_STATEMENT[kind]] = [
            row for claim, row in _of_claims(letter, file) if _supports(claim, letter, file)
        ]
    elif kind == LetterKind.APPOINTMENT:
        rows["on"] = [appointment_in_words(visit_of(row)) for row in file.visits[person]]
    elif kind == LetterKind.ANSWER:
        rows["received_on"] = [answer_of(row) for row in file.answered[person]]
    return rows


def _ended(letter: Letter, file: RowsOnFile) -> list[tuple[Facts, datetime.date | None]]:
    """Returns rows that have ended and with which the letter may agree, each with the day of the end if it is known."""
    if letter.kind == LetterKind.APPOINTMENT:
        return [
            (appointment_in_words(visit_of(row)), None) for row in file.gone[letter.individual_id]
        ]
    if letter.kind not in CLAIM_STATEMENT:
        return []
    return [
        (row, file.unappealed.get(claim.pk, claim.status_on))
        for claim, row in _of_claims(letter, file)
        if not _supports(claim, letter, file)
    ]


def _number_of_agreeing(stated: Facts, row: Facts) -> int:
    return sum(stated.get(name, value) == value for name, value in row.items())


def _agrees(stated: Facts, row: Facts) -> bool:
    return _number_of_agreeing(stated, row) == len(row)


class LetterComparison(NamedTuple):
    """The result of comparing a letter with the file.

    `changed` are untrue statements as filled in, each with the closest rows on file. `has_ended` says whether one of them
    ended and was not corrected, and `since` the day of the end if it is known.
    """

    changed: list[tuple[Facts, list[Facts]]]
    has_ended: bool
    since: datetime.date | None


def compare_with_file(letter: Letter, file: RowsOnFile) -> LetterComparison:
    """Returns which statements of the letter are no longer true."""
    with override(letter.language):
        stated = stated_by(letter)
        wrong, ended = list[tuple[Facts, list[Facts]]](), list[datetime.date | None]()
        for lead, rows in _rows(letter, stated, file).items():
            if lead not in stated or any(_agrees(stated, row) for row in rows):
                continue
            if lead in ENDING_STATEMENTS:
                ended += [day for row, day in _ended(letter, file) if _agrees(stated, row)]
            parts = [name for name in PARTS.get(lead, (lead,)) if name in stated]
            most = max((_number_of_agreeing(stated, row) for row in rows), default=0)
            closest = [row for row in rows if _number_of_agreeing(stated, row) == most]
            wrong.append(({name: stated[name] for name in parts if stated[name]}, closest))
        days = [day for day in ended if day]
        return LetterComparison(wrong, bool(ended), min(days, default=None))
