"""Steps of an import that may take long: read, check, compare with people on file, put on file.

Each step is one transaction that locks the batch, so that two workers never take the same step. It saves its progress
together with its result.
"""

import datetime
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from casework.arrivals.actions.arrivals import Party, log_parties
from casework.duplicates.querysets import likely_duplicates_of
from casework.duplicates.rules.matching import Candidate
from casework.identity.actions.individuals import PersonRow
from casework.papers.rules.papers import Paper
from casework.register.choices import Category, EntryMode, Relation
from casework.register.models.case import Case
from casework.register.models.identity_document import IdentityDocument
from imports.actions.different_people import mark_as_different
from imports.actions.reading import read_in_worker
from imports.actions.words import (
    mark_questions_as_open,
    people_in_families,
    people_of_rows,
    rows_of,
    vocabulary_of,
)
from imports.choices import UNDER_WAY, ImportStatus, RowDoubt, RowFault, RowState
from imports.models import ImportBatch, ImportChunk, ImportedFamily
from imports.rules import states
from imports.rules.choices import SheetFault
from imports.rules.families import SheetFamily
from imports.rules.repeats import repeats
from imports.rules.rows import SheetPerson
from imports.rules.states import LEFT_ALONE, StagedRow
from imports.rules.vocabulary import Vocabulary
from imports.start import start_of
from pages.refusals import ActionRefused
from reference.models import CrossingPoint, Force, Rank
from vault.keys import remembering

# Few enough that a user logging an arrival never waits long for the number series.
CHUNK_ROWS = 100

READ_FAULT = {"kind": SheetFault.BROKEN, "row": None, "column": None}

# Seconds after which `run_steps` stops: less than Celery's limit for a task, more than a small sheet needs.
WORK_SECONDS = 120


def run_steps(batch_id: uuid.UUID) -> bool:
    """Takes steps until none is left or WORK_SECONDS have passed. Returns whether something is left to do.

    Two workers may call it at once. A failure is stored on the batch and raised; finished steps stay.
    """
    stop_at = time.monotonic() + WORK_SECONDS
    with remembering():
        try:
            while step(batch_id):
                if time.monotonic() > stop_at:
                    return True
        except Exception:
            batches, now = ImportBatch.objects.filter(pk=batch_id), timezone.now()
            # A sheet that was not read has nothing to check again.
            batches.filter(status=ImportStatus.READING).update(
                status=ImportStatus.UNREADABLE, fault=READ_FAULT, changed_at=now
            )
            batches.filter(status__in=UNDER_WAY).update(status=ImportStatus.FAILED, changed_at=now)
            raise
    return False


@transaction.atomic
def step(batch_id: uuid.UUID) -> bool:
    """Takes one step. Returns False if no step is left, or if another worker has locked the batch."""
    batch = (
        ImportBatch.objects.under_way()
        .select_for_update(of=("self",), skip_locked=True)
        .filter(pk=batch_id)
        .first()
    )
    if batch is None:
        return False
    if batch.status == ImportStatus.READING:
        read_in_worker(batch)
        return False
    if batch.status == ImportStatus.CHECKING:
        return _compare_next(batch) if batch.is_staged else _stage(batch)
    return _put_next_on_file(batch)


# Checking -------------------------------------------------------------------------------------------


def _stage(batch: ImportBatch) -> bool:
    """Interprets every row, and stores the rows in new chunks that never split a family. Returns that a step is left."""
    sheet = rows_of(batch)
    people_rows = states.mark_lines_about_nobody(sheet, batch.column_fields)
    mark_questions_as_open(batch, people_rows)
    by_number, vocabulary = {row["number"]: row for row in people_rows}, vocabulary_of(batch)
    people, families = people_in_families(batch, people_rows, vocabulary)
    left_out = {number for number, row in by_number.items() if row["state"] in LEFT_ALONE}
    done = {row["family"] for row in by_number.values() if row["state"] == RowState.DONE}
    for family in families:
        head = family.rows[0]
        if not (head.full_name or head.alias or head.faults):
            head.add_fault("", RowFault.NO_NAME)
        if not head.category(is_head=True, silence_answers=vocabulary.silence_answers):
            head.add_fault("", RowFault.SERVICE_NOT_SAID)
        if family.key in done:
            for member in family.rows:
                member.add_fault("", RowFault.FAMILY_ON_FILE)
    ordered = states.stage_families(families, by_number)
    doubts = states.family_doubts(families, batch.hidden_rows)
    repeated = states.repeat_doubts([person for person in people if person.number not in left_out])
    for row in ordered:
        number = row["number"]
        row["doubts"] = [*doubts.get(number, []), *repeated.get(number, []), *_doubts_on_file(row)]
    for family_rows in states.by_family(ordered):
        states.set_states(family_rows)
    ordered += [by_number[number] for number in sorted(left_out)]
    ordered += [row for row in sheet if row["state"] == RowState.UNREAD]
    _store_chunks(batch, states.chunks_of(ordered, CHUNK_ROWS))
    return True


def _store_chunks(batch: ImportBatch, pieces: Sequence[list[StagedRow]]) -> None:
    batch.chunks.all().delete()
    chunks = []
    for index, rows in enumerate(pieces):
        chunk = ImportChunk(key_id=batch.key_id, batch=batch, place=index, rows=rows)
        chunk.count(states.count_by_state(rows))
        chunks.append(chunk)
    ImportChunk.objects.bulk_create(chunks, batch_size=50)
    batch.is_staged, batch.rows_checked = True, 0
    _store_counts(batch, chunks)


def _store_counts(batch: ImportBatch, chunks: Sequence[ImportChunk]) -> None:
    """Stores the sums of the chunks on the batch."""
    batch.count(
        {state: sum(getattr(chunk, state) for chunk in chunks) for state in RowState.values}
    )
    batch.save()


def _compare_next(batch: ImportBatch) -> bool:
    """Compares one chunk's rows with the people on file whom the uploader sees. Returns whether a step is left."""
    chunk = batch.chunks.filter(is_compared=False).order_by("place").first()
    if chunk is None:
        _store_counts(batch, list(batch.chunks.defer("rows")))
        is_done = batch.families_done and not batch.rows_waiting
        batch.status = ImportStatus.DONE if is_done else ImportStatus.CHECKED
        batch.save(update_fields=["status", "changed_at"])
        return False
    vocabulary = vocabulary_of(batch)
    # Comparing is expensive; a compared row stays compared until its cells change.
    pending = [row for row in chunk.rows if row["state"] not in LEFT_ALONE and row["like"] is None]
    people = _people(batch, chunk.rows, vocabulary)
    candidates = [_candidate(people[row["number"]]) for row in pending]
    likes_by_row = likely_duplicates_of(candidates, batch.uploaded_by)
    papers = _papers_of({like.individual.pk for likes in likes_by_row for like in likes})
    for row, likes in zip(pending, likes_by_row, strict=True):
        person = people[row["number"]]
        row["like"] = [like.individual.number for like in likes]
        row["why"] = {like.individual.number: [*map(str, like.likeness.reasons)] for like in likes}
        row["same"] = [
            like.individual.number
            for like in likes
            if repeats(person, like.individual, papers.get(like.individual.pk, []))
        ]
        row["doubts"] += _doubts_on_file(row)
    for family in states.by_family(chunk.rows):
        states.set_states(family)
    chunk.is_compared = True
    chunk.count(states.count_by_state(chunk.rows))
    chunk.save()
    batch.rows_checked += len(chunk.rows)
    batch.save(update_fields=["rows_checked", "changed_at"])
    return True


def _people(
    batch: ImportBatch, rows: Sequence[StagedRow], vocabulary: Vocabulary
) -> dict[int, SheetPerson]:
    """The people described by staged rows, by number; a chunk holds whole families."""
    key_of = {row["number"]: row["family"] for row in rows}

    def families(people: list[SheetPerson]) -> list[SheetFamily]:
        by_key: dict[str, SheetFamily] = {}
        for person in people:
            key = key_of[person.number]
            by_key.setdefault(key, SheetFamily(key, [])).rows.append(person)
        return list(by_key.values())

    people = people_of_rows(batch, rows, vocabulary, families)
    return {person.number: person for person in people}


def _doubts_on_file(row: StagedRow) -> list[list[str]]:
    return [
        [(RowDoubt.REPEATS_FILE if number in row["same"] else RowDoubt.ON_FILE).value, number]
        for number in row["like"] or []
    ]


def _papers_of(people: set[uuid.UUID]) -> dict[uuid.UUID, list[Paper]]:
    """Papers by person; no query without people."""
    papers: dict[uuid.UUID, list[Paper]] = {}
    for paper in IdentityDocument.objects.filter(individual__in=people) if people else []:
        papers.setdefault(paper.individual_id, []).append(Paper.on_file(paper))
    return papers


def _candidate(person: SheetPerson) -> Candidate:
    return Candidate(
        given_names=person.given_names,
        family_names=person.family_names,
        sex=person.sex,
        birth=person.birth,
        papers=(person.paper,),
        other_phones=person.phones,
    )


# Putting on file ------------------------------------------------------------------------------------


def _put_next_on_file(batch: ImportBatch) -> bool:
    """Puts the families of one chunk on file, or marks refused ones. Returns whether a step is left."""
    chunk = batch.chunks.filter(good__gt=0).order_by("place").first()
    if chunk is None:
        batch.status = ImportStatus.DONE
        _store_counts(batch, list(batch.chunks.defer("rows")))
        return False
    batch.status = ImportStatus.RUNNING
    batch.committed_at = timezone.now()
    vocabulary = vocabulary_of(batch)
    forces = {force.code: force for force in Force.objects.all()}
    ranks = {rank.code: rank for rank in Rank.objects.all()}
    crossings = {each.code: each for each in CrossingPoint.objects.all()}
    ready = states.families_ready(chunk.rows)
    if not ready:
        raise RuntimeError("A chunk counts good rows and holds no family that is ready.")
    people = _people(batch, [row for rows in ready for row in rows], vocabulary)
    families = [
        # The rows are in the order of their family, the head first.
        SheetFamily(rows[0]["family"], [people[row["number"]] for row in rows])
        for rows in ready
    ]
    start = start_of(batch)
    parties = [
        replace(
            _party(
                batch, family, forces, ranks, crossings, silence_answers=vocabulary.silence_answers
            ),
            start=start,
        )
        for family in families
    ]
    cases_or_refusals = log_parties(parties, team=batch.team, by=_committer(batch))
    logged = []
    for rows, family, result in zip(ready, families, cases_or_refusals, strict=True):
        if isinstance(result, ActionRefused):
            _mark_refused(rows, result)
            continue
        for row in rows:
            row["state"], row["case"] = RowState.DONE.value, result.number
        mark_as_different(batch, result, family, rows, by=_committer(batch))
        logged.append(_imported_family(batch, result, family, vocabulary.silence_answers))
        batch.rows_done += len(rows)
    ImportedFamily.objects.bulk_create(logged, ignore_conflicts=True)
    batch.families_done += len(logged)
    chunk.count(states.count_by_state(chunk.rows))
    chunk.save()
    batch.save()
    return True


def _mark_refused(rows: list[StagedRow], refusal: ActionRefused) -> None:
    for row in rows:
        row["state"] = RowState.WRONG.value
        row["faults"] = [["", RowFault.REFUSED.value, str(refusal)]]


def _committer(batch: ImportBatch) -> User:
    """The user who pressed commit. Raises RuntimeError for a batch that nobody committed: a programming error."""
    if batch.committed_by is None:
        raise RuntimeError("An import that nobody committed cannot be put on file.")
    return batch.committed_by


def _submission_key(
    batch: ImportBatch, family: SheetFamily, later: datetime.date | None = None
) -> uuid.UUID:
    """Returns the idempotency key of a family of the batch: putting it on file twice has no effect.

    `later` is the day of arrival of members who came after the head; it replaces the end of the family's key.
    """
    key = uuid.uuid5(batch.pk, family.key)
    return uuid.UUID(f"{str(key)[:24]}{later.toordinal():012d}") if later else key


def _party(
    batch: ImportBatch,
    family: SheetFamily,
    forces: dict[str, Force],
    ranks: dict[str, Rank],
    crossings: dict[str, CrossingPoint],
    *,
    silence_answers: Mapping[str, str],
) -> Party:
    def part(on: datetime.date, group: SheetFamily) -> Party:
        return Party(
            rows=[
                person_row(
                    member,
                    is_head=member is family.rows[0],
                    silence_answers=silence_answers,
                    forces=forces,
                    ranks=ranks,
                )
                for member in group.rows
            ],
            on=on,
            submission=_submission_key(batch, family, None if family.rows[0] in group.rows else on),
            event={
                "crossing": crossings.get(group.crossing) if group.crossing else batch.crossing,
                "entry_mode": group.entry_mode or EntryMode.UNKNOWN,
                "directorate": batch.directorate,
                "circumstances": "\n".join(
                    # An arrival has one text for several people, so each part names its person.
                    f"{row.full_name or row.alias}: {row.circumstances}"
                    if len(family.rows) > 1
                    else row.circumstances
                    for row in group.rows
                    if row.circumstances
                ),
            },
        )

    first, *later = (part(*each) for each in family.by_day(batch.arrived_on))
    return replace(first, later=later)


def _imported_family(
    batch: ImportBatch, case: Case, family: SheetFamily, silence_answers: Mapping[str, str]
) -> ImportedFamily:
    return ImportedFamily(
        submission=_submission_key(batch, family),
        batch=batch,
        case=case,
        number=case.number,
        first_row=family.rows[0].number,
        people=len(family.rows),
        documents=sum(bool(row.document) for row in family.rows),
        services=sum(
            row.category(is_head=index == 0, silence_answers=silence_answers)
            == Category.FORMER_MEMBER
            for index, row in enumerate(family.rows)
        ),
    )


def person_row(
    row: SheetPerson,
    *,
    is_head: bool,
    silence_answers: Mapping[str, str],
    forces: dict[str, Force],
    ranks: dict[str, Rank],
) -> PersonRow:
    """The row as an argument of `log_parties`, like one that the form for quick logging submits."""
    return PersonRow(
        given_names=row.given_names,
        family_names=row.family_names,
        sex=row.sex,
        birth=row.birth,
        document=row.document,
        document_type=row.document_type,
        document_country=row.document_country,
        relation=Relation.PRINCIPAL if is_head else row.relation or Relation.UNKNOWN,
        category=Category(row.category(is_head=is_head, silence_answers=silence_answers)),
        is_service_asked=row.was_asked(is_head=is_head, silence_answers=silence_answers),
        force=forces.get(row.force or ""),
        rank=ranks.get(row.rank or ""),
        unit=row.unit,
        years_of_service=row.years_of_service,
        knew_work_right=row.knew_work_right,
        alias=row.alias,
        **row.two_nationalities,
        phone=next(iter(row.phones), ""),
        more_phones=row.phones[1:],
    )
