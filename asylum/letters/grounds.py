"""On what a letter rests: a letter whose ground is gone says something that is not so any more.

A certificate rests on a claim that is lodged and pending; a letter to employers on the paper that it names, and on an age
of which nothing keeps the person from work; the cover of an
appeal on a claim that was made; what somebody signs, or takes to an employer, on their life. An answer and the blank
declaration of who lives tell of their own day alone; an appointment counts while it stands on its day, hour and place.

A letter that states what was put right since (a name, a day, a number that stands on file no more) counts no more, either.
"""

import datetime
import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import F, Q
from django.utils.translation import override

from asylum.choices import DECISIONS, ApplicationStatus, DeadlineKind, WorkRight
from asylum.interviews.models import ClaimInterview
from asylum.letters.choices import OF_THE_LIVING, LetterKind
from asylum.letters.facts import Facts, end_of, in_words, named, said, visit_of
from asylum.letters.models import Letter
from asylum.models import (
    ApplicationStatusChange,
    AsylumApplication,
    LegalDeadline,
    Permit,
    TermExtension,
)
from asylum.querysets.work_right import identity_papers_held
from asylum.work_right import besides_age
from casework.register.choices import DocumentEnd, ExitType
from casework.register.models.identity_document import IdentityDocument
from casework.tasks.choices import TaskKind, TaskStatus
from casework.tasks.models import CaseTask
from pages.questions import ANY_KEY, kept_rows


def mark_fallen(letters: Iterable[Letter], today: datetime.date) -> list[Letter]:
    """The same letters; each that is not revoked knows in `has_fallen` whether its ground is gone, and in `has_changed`
    whether what it states was put right since."""
    rows = list(letters)
    standing = [letter for letter in rows if not letter.revoked_on]
    keys = [each.pk for each in standing]
    gone = {key for (key,) in kept_rows(_fallen, today, values={ANY_KEY: keys})} if keys else set()
    employers = [each for each in standing if each.kind == LetterKind.EMPLOYER]
    people = {letter.individual_id for letter in employers}
    held = _papers_held(people, today) if people else []
    for letter in employers:
        with override(letter.language):
            names = {named(paper) for paper in held if paper.individual_id == letter.individual_id}
        person = letter.individual
        if json.loads(letter.filled_in)["paper"] not in names or besides_age(
            person, person.office.country, today
        ):
            gone.add(letter.pk)
    on_file = _on_file([each for each in standing if each.kind != LetterKind.EMPLOYER])
    for letter in rows:
        letter.has_fallen = letter.pk in gone
    for letter in (each for each in standing if not each.individual.erased_on):
        papers = [paper for paper in held if paper.individual_id == letter.individual_id]
        letter.has_changed = _states_otherwise(letter, on_file, papers) or _tells_lost_day(letter)
    return rows


# They state numbers and days of a claim.
OF_A_CLAIM = (LetterKind.CERTIFICATE, LetterKind.APPEAL, LetterKind.POWER, LetterKind.REQUEST)
# By person, each fact of a claim as a letter names it, with all that stands on file.
OnFile = dict[UUID, dict[str, set[Any]]]


def _on_file(letters: list[Letter]) -> OnFile:
    """Of several claims and decisions each counts: a letter that states an older one states nothing wrong."""
    found: OnFile = {letter.individual_id: defaultdict(set) for letter in letters}
    if people := {each.individual_id for each in letters if each.kind in OF_A_CLAIM}:
        claims = AsylumApplication.objects.exclude(status=ApplicationStatus.MISTAKEN)
        for claim in claims.filter(individual__in=people):
            found[claim.individual_id]["reference"].add(claim.reference)
            found[claim.individual_id]["lodged_on"].add(claim.lodged_on)
    if appeals := [each.individual_id for each in letters if each.kind == LetterKind.APPEAL]:
        steps = ApplicationStatusChange.objects.standing().with_day().filter(status__in=DECISIONS)
        whose = steps.filter(application__individual__in=appeals)
        for person, day in whose.values_list("application__individual", "day"):
            found[person]["notified_on"].add(day)
    if naming := {each.individual_id for each in letters if "paper" in _compared(each)}:
        permits = Permit.objects.filter(individual__in=naming, mistaken_on=None)
        documents = IdentityDocument.objects.filter(individual__in=naming)
        papers = [*permits, *documents.exclude(end_reason=DocumentEnd.MISTAKE)]
        # The name was chosen in the language of whoever made the letter.
        for code, _name in settings.LANGUAGES:
            with override(code):
                for paper in papers:
                    found[paper.individual_id]["paper"].add(named(paper))
    if invited := {each.individual_id for each in letters if each.kind == LetterKind.APPOINTMENT}:
        for key, row in _appointments(invited):
            found[key]["visits"].add(visit_of(row))
    return found


def _appointments(people: set[UUID]) -> Iterable[tuple[UUID, ClaimInterview | CaseTask]]:
    """By person what lies ahead or was so set that day: neither moved, nor called off, nor recorded by mistake."""
    claims = AsylumApplication.objects.made().filter(individual__in=people)
    heard = ClaimInterview.objects.set_days().filter(application__in=claims)
    # What was to come ended with its claim.
    heard = heard.filter(~Q(outcome="") | Q(application__in=claims.open()))
    for interview in heard.select_related("application"):
        yield interview.application.individual_id, interview
    tasks = CaseTask.objects.filter(
        kind=TaskKind.APPOINTMENT, case__members__individual__in=people
    ).exclude(status__in=[TaskStatus.MOVED, TaskStatus.NOT_NEEDED])
    for task in tasks.annotate(member=F("case__members__individual")):
        if task.individual_id in (None, task.member):
            yield task.member, task


def _facts_of(letter: Letter) -> Facts:
    """What is filled in; what was left open states nothing."""
    return {name: value for name, value in json.loads(letter.filled_in).items() if value}


def _compared(letter: Letter) -> Facts:
    """What of that stands on file as well, by its name there."""
    names = {"paper"}
    if letter.kind in OF_A_CLAIM:
        names |= {"reference", "lodged_on"}
    if letter.kind == LetterKind.APPEAL:
        names.add("notified_on")
    return {name: value for name, value in _facts_of(letter).items() if name in names}


def _says_otherwise(papers: list[Any], told: Facts) -> bool:
    """Whether papers of the name that is told end on another day, or state no right to work where they are said to."""
    ends = {day.isoformat() for each in papers if (day := end_of(each))}
    states = {getattr(each, "work_right", "") or each.states_work_right for each in papers}
    has_moved = "ends_on" in told and told["ends_on"] not in ends
    return bool(papers) and (has_moved or not ("source" in told or WorkRight.YES in states))


def _states_otherwise(letter: Letter, on_file: OnFile, papers: list[Permit]) -> bool:
    """Whether something that is filled in stands on file no more."""
    told = _facts_of(letter)
    with override(letter.language):
        if told["name"] != letter.individual.full_name:
            return True
        if letter.kind == LetterKind.EMPLOYER:
            return _says_otherwise([each for each in papers if named(each) == told["paper"]], told)
        facts = on_file[letter.individual_id]
        if letter.kind == LetterKind.APPOINTMENT:
            stand = map(in_words, facts["visits"])
            return not any(
                all(told.get(name, text) == text for name, text in each.items()) for each in stand
            )
        return any(
            value not in {said(each) if name.endswith("_on") else each for each in facts[name]}
            for name, value in _compared(letter).items()
        )


def fallen_as_read(today: datetime.date, cases: Collection[UUID] | None = None) -> tuple[UUID, ...]:
    """Letters to employers whose paper is gone while the person holds another, and those that state what was put right
    since. What is filled in is sealed: each letter is read."""
    rows: Iterable[Letter] = (
        _standing(today)
        if cases is None
        else kept_rows(_standing_near, today, values={ANY_KEY: cases})
    )
    read = mark_fallen(rows, today)
    return tuple(letter.pk for letter in read if letter.has_fallen or letter.has_changed)


def _fallen(today: datetime.date) -> Any:
    return Letter.objects.filter(pk__in=[ANY_KEY]).fallen(today).values_list("pk")


def _standing(today: datetime.date) -> Any:
    return Letter.objects.standing(today).select_related("individual__office")


def _standing_near(today: datetime.date) -> Any:
    near = _standing(today).filter(individual__memberships__case__in=[ANY_KEY])
    return near.distinct()


def _papers_held(people: Iterable[UUID], today: datetime.date) -> list[Permit]:
    """A renewed permit stands with the one that renewed it, under the number of each."""
    permits = list(
        Permit.objects.filter(individual__in=people).held_on(today).select_related("previous")
    )
    renewed = [each.previous for each in permits if each.previous]
    return [*permits, *renewed, *identity_papers_held(today).filter(individual__in=people)]


def renewed_paper(letter: Letter, today: datetime.date) -> Permit | None:
    """The permit that a letter to an employer names, where another one renewed it."""
    if letter.kind != LetterKind.EMPLOYER:
        return None
    rows = Permit.objects.filter(individual=letter.individual_id).held_on(today)
    renewed = [
        each.previous for each in rows.select_related("previous__renewed_by") if each.previous
    ]
    with override(letter.language):
        name = json.loads(letter.filled_in)["paper"]
        return next((paper for paper in renewed if named(paper) == name), None)


def other_day(letter: Letter) -> datetime.date | None:
    """The last day to appeal as it counts now, where the cover of the appeal tells another."""
    if letter.kind != LetterKind.APPEAL:
        return None
    terms = LegalDeadline.objects.filter(
        application__in=AsylumApplication.objects.made().filter(individual=letter.individual_id),
        kind=DeadlineKind.APPEAL,
    )
    term = terms.order_by(F("ended_on").desc(nulls_first=True), "-starts_on").first()
    if term is None:
        return None
    with override(letter.language):
        return (
            None if json.loads(letter.filled_in)["last_day"] == said(term.due_on) else term.due_on
        )


def _tells_lost_day(letter: Letter) -> bool:
    """Whether the cover of an appeal tells the day of an extension that was taken back: it says "in time", and is not."""
    if other_day(letter) is None:
        return False
    mistakes = TermExtension.objects.exclude(mistaken_on=None).filter(
        deadline__application__individual=letter.individual_id,
        deadline__kind=DeadlineKind.APPEAL,
    )
    with override(letter.language):
        told = json.loads(letter.filled_in)["last_day"]
        return any(told == said(each.is_on) for each in mistakes)


def fell_on(letter: Letter, today: datetime.date) -> datetime.date | None:
    """Since when a ground of the letter is gone; None while it stands, and where an age or a number that was put right took it.

    Never before the letter was made.
    """
    person, days = letter.individual, list[datetime.date]()
    if letter.kind in OF_THE_LIVING:
        deaths = person.exits.standing().filter(type=ExitType.DIED)
        days += deaths.values_list("on", flat=True)
    claims = AsylumApplication.objects.filter(individual=person)
    if letter.kind == LetterKind.CERTIFICATE:
        lodged = claims.exclude(lodged_on=None)
        days += () if lodged.pending().exists() else lodged.values_list("status_on", flat=True)[:1]
    elif letter.kind == LetterKind.APPEAL and not claims.made().exists():
        days += claims.values_list("status_on", flat=True)[:1]
    elif letter.kind == LetterKind.EMPLOYER:
        days += [day for day in (_named_until(letter, today),) if day]
    gone = min((day for day in days if day <= today), default=None)
    return max(gone, letter.issued_on) if gone else None


def _named_until(letter: Letter, today: datetime.date) -> datetime.date | None:
    """The first day without the paper that a letter to an employer names; what renewed it stands for it."""
    permits = Permit.objects.filter(individual=letter.individual_id).select_related("previous")
    papers = [*permits, *letter.individual.identity_documents.all()]
    with override(letter.language):
        name = json.loads(letter.filled_in)["paper"]
        found = next((paper for paper in papers if named(paper) == name), None)
    newer = {each.previous_id: each for each in permits if each.previous_id}
    while found and found.pk in newer:
        found = newer[found.pk]
    if found is None:
        return None
    ran_out = found.valid_until and found.valid_until + datetime.timedelta(days=1)
    ends = ("cancelled_on", "mistaken_on", "ended_on")
    days = [getattr(found, name, None) for name in ends] + [ran_out]
    return min((day for day in days if day and day <= today), default=None)
