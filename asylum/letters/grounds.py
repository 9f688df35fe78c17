"""Whether the ground of a letter is gone, so that the letter is no longer true.

A certificate is based on the pending claim that it states. A letter to employers is based on the paper that it names,
and on an age at which the person may work. The cover of an appeal is based on its term, until the term ends without an
appeal. Letters that the person signs, or takes to an employer, are based on the person being alive. The cover of a
lodged appeal, an answer, and the blank declaration of a living person state facts of their own day only. An appointment
counts while its day, hour and place are unchanged.

A letter also becomes invalid if a name, day or number that it states was corrected since."""

import datetime
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext, override

from asylum.letters.choices import NOT_FOR_THE_DEAD, LetterKind
from asylum.letters.facts import Facts, end_on_paper, named, names_of
from asylum.letters.models import Letter
from asylum.letters.stated import (
    RESTS_ON_A_CLAIM,
    OnFile,
    held_against,
    moved_to,
    on_file,
    stated_by,
)
from asylum.papers.models.permit import Permit
from asylum.procedure.models.application import AsylumApplication
from asylum.work_right.answers import allowing, besides_age
from asylum.work_right.querysets import identity_papers_held
from casework.register.choices import ExitType
from pages.questions import ANY_KEY, kept_rows


def mark_fallen(letters: Iterable[Letter], today: datetime.date) -> list[Letter]:
    """Returns the same letters. Sets `has_fallen` if the ground is gone and `has_changed` if its content was corrected
    since.

    Revoked letters are left alone."""
    rows = list(letters)
    standing = [letter for letter in rows if not letter.revoked_on]
    keys = [each.pk for each in standing]
    gone = {key for (key,) in kept_rows(_fallen, today, values={ANY_KEY: keys})} if keys else set()
    file = _file_of(standing, today)
    for letter in (each for each in standing if each.kind == LetterKind.EMPLOYER):
        person = letter.individual
        names = {name for paper in file.held[person.pk] for name in names_of(paper)}
        stated = stated_by(letter)
        is_named = stated["paper"] in names
        letter.is_in_doubt = "doubt" not in stated and stated["paper"] in _doubted(
            file.held[person.pk]
        )
        if not is_named or besides_age(person, person.office.country, today):
            gone.add(letter.pk)
    for letter in rows:
        letter.has_fallen = letter.pk in gone
    for letter in (each for each in standing if not each.individual.erased_on):
        held = held_against(letter, file)
        letter.has_fallen = letter.has_fallen or held.has_ended
        letter.has_changed = bool(held.changed)
    return rows


class AnswerToCode(NamedTuple):
    """The answer to the code of a letter: whether it is valid and, if the day is known, since when it is not."""

    is_valid: bool
    since: datetime.date | None = None


def validity_of(letter: Letter) -> AnswerToCode:
    """The same answer for strangers and for the letter's page. Letters of an erased person are not valid."""
    if letter.individual.erased_on:
        return AnswerToCode(False)
    today = letter.individual.office.today()
    mark_fallen([letter], today)
    if letter.why_not_valid is None:
        return AnswerToCode(True)
    days = (letter.ended_by(today), fell_on(letter, today))
    return AnswerToCode(False, min(filter(None, days), default=None))


def _file_of(letters: list[Letter], today: datetime.date) -> OnFile:
    people = {
        each.individual_id: each.individual for each in letters if each.kind == LetterKind.EMPLOYER
    }
    file = on_file(letters, _papers_held(people, today) if people else (), today)
    for key, papers in file.held.items():
        country = people[key].office.country
        file.work |= {paper.pk: allowing(paper, country, today) for paper in papers}
    return file


def corrected_in(letter: Letter, today: datetime.date) -> list[tuple[str, list[str]]]:
    """Each statement of the letter that is no longer true, in words, and what is on file in its place."""
    found, file = [], _file_of([letter], today)
    for stated, rows in held_against(letter, file).changed:
        if "on" in stated:
            moved = moved_to(letter, stated)
            rows = rows if moved is None else moved
        elif "paper" in stated:
            rows = _of_current_papers(letter, rows, file)
        found.append((_in_words(stated), [_in_words(row) for row in rows if any(row.values())]))
    return found


def _of_current_papers(letter: Letter, rows: list[Facts], file: OnFile) -> list[Facts]:
    """Only papers that no newer one renewed, each named once, in the language of the reader."""
    person, current = letter.individual_id, set()
    for paper in (*file.held[person], *file.papers[person]):
        if not getattr(paper, "is_renewed", False):
            with override(letter.language):
                ends_on = end_on_paper(paper)
            current |= {(named(paper), ends_on), (named(paper), None)}
    return [row for row in rows if (row["paper"], row.get("valid_until")) in current]


def _in_words(facts: Facts) -> str:
    words = dict(facts)
    if facts.get("valid_until"):
        words["valid_until"] = gettext("holds until %(day)s") % {"day": facts["valid_until"]}
    return ", ".join(str(each) for each in words.values() if each)


def fallen_as_read(
    today: datetime.date,
    cases: Collection[UUID] | None = None,
    kinds: Collection[LetterKind] = tuple(LetterKind),
) -> tuple[UUID, ...]:
    """Letters to employers whose permit is gone while the person has another, and letters with corrected content.

    Only of these kinds. The content is sealed, so each letter is decrypted."""
    rows: Iterable[Letter] = (
        _standing(today).filter(kind__in=kinds)
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
    """Valid papers. Includes permits that a valid one renewed, because a letter may name the number of either."""
    held = Permit.objects.filter(individual__in=people).held_on(today).with_claim_ended()
    permits = list(held.select_related("previous"))
    renewed = [each.previous for each in permits if each.previous]
    return [*permits, *renewed, *identity_papers_held(today).filter(individual__in=people)]


def _doubted(papers: Iterable[Any]) -> set[str]:
    """The names of those papers whose claim ended and that nobody confirmed since."""
    doubted = [each for each in papers if getattr(each, "claim_ended_on", None)]
    former = [each.previous for each in doubted if each.previous]
    return {name for paper in (*doubted, *former) for name in names_of(paper)}


def doubted_paper(letter: Letter, today: datetime.date) -> Permit | None:
    """The permit named in a letter to an employer, if its validity is in doubt."""
    rows = Permit.objects.in_doubt(today).filter(individual=letter.individual_id)
    name = stated_by(letter).get("paper")
    papers = rows.select_related("previous") if letter.kind == LetterKind.EMPLOYER else ()
    return next((each for each in papers if name in _doubted([each])), None)


def renewed_paper(letter: Letter, today: datetime.date) -> Permit | None:
    """The permit that a letter to an employer names, where another one renewed it since; both may bear one number."""
    if letter.kind != LetterKind.EMPLOYER:
        return None
    rows = Permit.objects.filter(individual=letter.individual_id).held_on(today)
    rows = rows.filter(recorded_at__gt=letter.issued_at)
    renewed = [
        each.previous for each in rows.select_related("previous__renewed_by") if each.previous
    ]
    name = stated_by(letter)["paper"]
    return next((paper for paper in renewed if name in names_of(paper)), None)


def fell_on(letter: Letter, today: datetime.date) -> datetime.date | None:
    """Since when the ground of the letter is gone. None while it holds, or if a corrected age or number removed it.

    Never before the letter was issued."""
    person, days = letter.individual, list[datetime.date]()
    if letter.kind in NOT_FOR_THE_DEAD:
        deaths = person.exits.standing().filter(type=ExitType.DIED)
        days += deaths.values_list("on", flat=True)
    claims = AsylumApplication.objects.filter(individual=person)
    if letter.kind in RESTS_ON_A_CLAIM:
        held = held_against(letter, _file_of([letter], today))
        carries = claims.made() if letter.kind == LetterKind.APPEAL else claims.pending_on(today)
        if held.has_ended:
            days += [held.since] if held.since else []
        elif not carries.exists():
            days += claims.values_list("status_on", flat=True)[:1]
    elif letter.kind == LetterKind.EMPLOYER:
        days += [day for day in (_named_until(letter, today),) if day]
    gone = min((day for day in days if day <= today), default=None)
    return max(gone, letter.issued_on) if gone else None


def _named_until(letter: Letter, today: datetime.date) -> datetime.date | None:
    """The first day without the paper that a letter to an employer names; a permit that renewed it counts as the
    same."""
    permits = Permit.objects.filter(individual=letter.individual_id).select_related("previous")
    papers = [*permits, *letter.individual.identity_documents.all()]
    name = stated_by(letter)["paper"]
    found = next((paper for paper in papers if name in names_of(paper)), None)
    newer = {each.previous_id: each for each in permits if each.previous_id}
    while found and found.pk in newer:
        found = newer[found.pk]
    if found is None:
        return None
    ran_out = found.valid_until and found.valid_until + datetime.timedelta(days=1)
    ends = ("cancelled_on", "mistaken_on", "ended_on")
    days = [getattr(found, name, None) for name in ends] + [ran_out]
    return min((day for day in days if day and day <= today), default=None)
