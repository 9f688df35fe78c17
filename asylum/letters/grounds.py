"""Whether a letter has lost its ground, so that what it says is no longer true.

The ground of a certificate is the pending claim that it states. The ground of a letter to employers is the paper that
it names, and an age at which the person may work. The ground of the cover of an appeal is its term, until the term ends
without an appeal. Letters that the person signs, or takes to an employer, need a living person. The cover of a lodged
appeal, an answer, and the blank declaration of a living person state facts of their own day only. A notice of an
appointment is valid while its day, hour and place are unchanged.

A letter also becomes invalid if a name, day or number that it states was corrected since.
"""

import datetime
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext, override

from asylum.letters.choices import NOT_FOR_THE_DEAD, LetterKind
from asylum.letters.facts import Facts, end_on_paper, name_of_paper, names_of
from asylum.letters.models import Letter
from asylum.letters.stated import (
    CLAIM_STATEMENT,
    RowsOnFile,
    compare_with_file,
    replacements_of,
    rows_for_letters,
    stated_by,
)
from asylum.papers.models.permit import Permit
from asylum.procedure.models.application import AsylumApplication
from asylum.work_right.answers import age_limit_in_words, grounds_of_paper
from asylum.work_right.querysets import identity_papers_held
from casework.register.choices import ExitType
from pages.questions import PLACEHOLDER, cached_rows


def mark_invalid(letters: Iterable[Letter], today: datetime.date) -> list[Letter]:
    """Returns the letters, with `has_fallen` set if the ground is lost, and `has_changed` if a statement was corrected.

    Also sets `is_in_doubt` of letters to employers. Revoked letters stay unmarked.
    """
    rows = list(letters)
    not_revoked = [letter for letter in rows if not letter.revoked_on]
    keys = [each.pk for each in not_revoked]
    invalid = (
        {key for (key,) in cached_rows(_fallen, today, values={PLACEHOLDER: keys})}
        if keys
        else set()
    )
    file = _file_of(not_revoked, today)
    for letter in (each for each in not_revoked if each.kind == LetterKind.EMPLOYER):
        person = letter.individual
        names = {name for paper in file.held[person.pk] for name in names_of(paper)}
        stated = stated_by(letter)
        is_named = stated["paper"] in names
        letter.is_in_doubt = "doubt" not in stated and stated["paper"] in _names_in_doubt(
            file.held[person.pk]
        )
        if not is_named or age_limit_in_words(person, person.office.country, today):
            invalid.add(letter.pk)
    for letter in rows:
        letter.has_fallen = letter.pk in invalid
    for letter in (each for each in not_revoked if not each.individual.erased_on):
        comparison = compare_with_file(letter, file)
        letter.has_fallen = letter.has_fallen or comparison.has_ended
        letter.has_changed = bool(comparison.changed)
    return rows


class AnswerToCode(NamedTuple):
    """The answer to the code of a letter: whether the letter is valid, or since when it is not if the day is known."""

    is_valid: bool
    since: datetime.date | None = None


def validity_of(letter: Letter) -> AnswerToCode:
    """Returns whether the letter is valid, for its page and for the public page. Letters of an erased person are not."""
    if letter.individual.erased_on:
        return AnswerToCode(False)
    today = letter.individual.office.today()
    mark_invalid([letter], today)
    if letter.why_not_valid is None:
        return AnswerToCode(True)
    days = (letter.ended_by(today), ground_lost_on(letter, today))
    return AnswerToCode(False, min(filter(None, days), default=None))


def _file_of(letters: list[Letter], today: datetime.date) -> RowsOnFile:
    people = {
        each.individual_id: each.individual for each in letters if each.kind == LetterKind.EMPLOYER
    }
    file = rows_for_letters(letters, _papers_held(people, today) if people else (), today)
    for key, papers in file.held.items():
        country = people[key].office.country
        file.work |= {paper.pk: grounds_of_paper(paper, country, today) for paper in papers}
    return file


def corrected_statements(letter: Letter, today: datetime.date) -> list[tuple[str, list[str]]]:
    """Returns each untrue statement of the letter in words, with what is on file instead."""
    statements, file = [], _file_of([letter], today)
    for stated, rows in compare_with_file(letter, file).changed:
        if "on" in stated:
            replacements = replacements_of(letter, stated)
            rows = rows if replacements is None else replacements
        elif "paper" in stated:
            rows = _of_current_papers(letter, rows, file)
        statements.append(
            (_in_words(stated), [_in_words(row) for row in rows if any(row.values())])
        )
    return statements


def _of_current_papers(letter: Letter, rows: list[Facts], file: RowsOnFile) -> list[Facts]:
    """Returns the rows of papers that were not renewed, in the language of the reader."""
    person, current = letter.individual_id, set()
    for paper in (*file.held[person], *file.papers[person]):
        if not getattr(paper, "is_renewed", False):
            with override(letter.language):
                ends_on = end_on_paper(paper)
            current |= {(name_of_paper(paper), ends_on), (name_of_paper(paper), None)}
    return [row for row in rows if (row["paper"], row.get("valid_until")) in current]


def _in_words(facts: Facts) -> str:
    words = dict(facts)
    if facts.get("valid_until"):
        words["valid_until"] = gettext("holds until %(day)s") % {"day": facts["valid_until"]}
    return ", ".join(str(each) for each in words.values() if each)


def letters_no_longer_true(
    today: datetime.date,
    cases: Collection[UUID] | None = None,
    kinds: Collection[LetterKind] = tuple(LetterKind),
) -> tuple[UUID, ...]:
    """Returns keys of letters of these kinds that lost their ground or state what was corrected since.

    With `cases` only letters of people in these cases. The content of letters is sealed, so each one is decrypted.
    """
    rows: Iterable[Letter] = (
        _standing(today).filter(kind__in=kinds)
        if cases is None
        else cached_rows(_standing_in_cases, today, values={PLACEHOLDER: cases})
    )
    marked = mark_invalid(rows, today)
    return tuple(letter.pk for letter in marked if letter.has_fallen or letter.has_changed)


def _fallen(today: datetime.date) -> Any:
    return Letter.objects.filter(pk__in=[PLACEHOLDER]).fallen(today).values_list("pk")


def _standing(today: datetime.date) -> Any:
    return Letter.objects.standing(today).select_related("individual__office")


def _standing_in_cases(today: datetime.date) -> Any:
    return _standing(today).filter(individual__memberships__case__in=[PLACEHOLDER]).distinct()


def _papers_held(people: Iterable[UUID], today: datetime.date) -> list[Permit]:
    """Returns papers valid today, and permits that a valid one renewed, because a letter may name either number."""
    valid_permits = Permit.objects.filter(individual__in=people).held_on(today).with_claim_ended()
    permits = list(valid_permits.select_related("previous"))
    renewed = [each.previous for each in permits if each.previous]
    return [*permits, *renewed, *identity_papers_held(today).filter(individual__in=people)]


def _names_in_doubt(papers: Iterable[Any]) -> set[str]:
    """Returns the names of papers whose claim ended and that nobody confirmed since."""
    in_doubt = [each for each in papers if getattr(each, "claim_ended_on", None)]
    former = [each.previous for each in in_doubt if each.previous]
    return {name for paper in (*in_doubt, *former) for name in names_of(paper)}


def paper_in_doubt(letter: Letter, today: datetime.date) -> Permit | None:
    """Returns the permit that a letter to employers names, if its validity is in doubt; else None."""
    rows = Permit.objects.in_doubt(today).filter(individual=letter.individual_id)
    name = stated_by(letter).get("paper")
    papers = rows.select_related("previous") if letter.kind == LetterKind.EMPLOYER else ()
    return next((each for each in papers if name in _names_in_doubt([each])), None)


def renewed_paper(letter: Letter, today: datetime.date) -> Permit | None:
    """Returns the permit that a letter to employers names, if another one renewed it since the letter; else None."""
    if letter.kind != LetterKind.EMPLOYER:
        return None
    rows = Permit.objects.filter(individual=letter.individual_id).held_on(today)
    rows = rows.filter(recorded_at__gt=letter.issued_at)
    renewed = [
        each.previous for each in rows.select_related("previous__renewed_by") if each.previous
    ]
    name = stated_by(letter)["paper"]
    return next((paper for paper in renewed if name in names_of(paper)), None)


def ground_lost_on(letter: Letter, today: datetime.date) -> datetime.date | None:
    """Returns the day on which the letter lost its ground, at the earliest the day of issue.

    None while the letter has its ground, and if a corrected age or number took it.
    """
    person, days = letter.individual, list[datetime.date]()
    if letter.kind in NOT_FOR_THE_DEAD:
        deaths = person.exits.standing().filter(type=ExitType.DIED)
        days += deaths.values_list("on", flat=True)
    claims = AsylumApplication.objects.filter(individual=person)
    if letter.kind in CLAIM_STATEMENT:
        comparison = compare_with_file(letter, _file_of([letter], today))
        is_appeal = letter.kind == LetterKind.APPEAL
        supporting = claims.made() if is_appeal else claims.pending_on(today)
        if comparison.has_ended:
            days += [comparison.since] if comparison.since else []
        elif not supporting.exists():
            days += claims.values_list("status_on", flat=True)[:1]
    elif letter.kind == LetterKind.EMPLOYER:
        days += [day for day in (_first_day_without_paper(letter, today),) if day]
    first = min((day for day in days if day <= today), default=None)
    return max(first, letter.issued_on) if first else None


def _first_day_without_paper(letter: Letter, today: datetime.date) -> datetime.date | None:
    """Returns the first day without the paper that a letter to employers names; its renewals count as the paper."""
    permits = Permit.objects.filter(individual=letter.individual_id).select_related("previous")
    papers = [*permits, *letter.individual.identity_documents.all()]
    name = stated_by(letter)["paper"]
    paper = next((each for each in papers if name in names_of(each)), None)
    renewals = {each.previous_id: each for each in permits if each.previous_id}
    while paper and paper.pk in renewals:
        paper = renewals[paper.pk]
    if paper is None:
        return None
    expired_on = paper.valid_until and paper.valid_until + datetime.timedelta(days=1)
    ends = ("cancelled_on", "mistaken_on", "ended_on")
    days = [getattr(paper, name, None) for name in ends] + [expired_on]
    return min((day for day in days if day and day <= today), default=None)
