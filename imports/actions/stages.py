"""The long part of an import, in small resumable steps: check, compare, put on file.

Each step is one transaction under the batch's lock, so that two workers never do the same one; it saves its progress
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
from imports.actions.decided import keep_apart
from imports.actions.reading import read_for_the_page
from imports.actions.words import (
    leave_in_doubt,
    people_in_families,
    rows_of,
    understood_with_families,
    vocabulary_of,
)
from imports.choices import UNDER_WAY, ImportStatus, RowDoubt, RowFault, RowState
from imports.models import ImportBatch, ImportChunk, ImportedFamily
from imports.rules import states
from imports.rules.choices import SheetFault
from imports.rules.families import SheetFamily
from imports.rules.repeats import repeats
from imports.rules.rows import Understood
from imports.rules.states import LEFT_ALONE, Staged
from imports.rules.vocabulary import Vocabulary
from imports.start import start_of
from pages.refusals import ActionRefused
from reference.models import CrossingPoint, Force, Rank
from vault.keys import remembering

# Few enough that a user logging an arrival never waits long for the number series.
CHUNK_ROWS = 100

NOT_READ = {"kind": SheetFault.BROKEN, "row": None, "column": None}

# Below Celery's time limit for a task, above what a small sheet needs.
WORK_SECONDS = 120


def work_on(batch_id: uuid.UUID) -> bool:
    """Takes steps until none is left or WORK_SECONDS have passed. Returns whether something is left to do.

    Safe to call twice at once. A failure is marked on the batch and raised; finished steps stay.
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
                status=ImportStatus.UNREADABLE, fault=NOT_READ, changed_at=now
            )
            batches.filter(status__in=UNDER_WAY).update(status=ImportStatus.FAILED, changed_at=now)
            raise
    return False


@transaction.atomic
def step(batch_id: uuid.UUID) -> bool:
    """Takes one step. Returns False if none is left, or another worker takes it."""
    batch = (
        ImportBatch.objects.under_way()
        .select_for_update(of=("self",), skip_locked=True)
        .filter(pk=batch_id)
        .first()
    )
    if batch is None:
        return False
    if batch.status == ImportStatus.READING:
        read_for_the_page(batch)
        return False
    if batch.status == ImportStatus.CHECKING:
        return _compare_next(batch) if batch.is_staged else _stage(batch)
    return _put_next_on_file(batch)


# Checking -------------------------------------------------------------------------------------------


def _stage(batch: ImportBatch) -> bool:
    """Interprets every row and stores the rows again, whole families together."""
    sheet = rows_of(batch)
    others = states.set_lines_apart(sheet, batch.column_fields)
    leave_in_doubt(batch, others)
    rows, vocabulary = {row["number"]: row for row in others}, vocabulary_of(batch)
    people, families = people_in_families(batch, others, vocabulary)
    left_out = {number for number, row in rows.items() if row["state"] in LEFT_ALONE}
    on_file = {row["family"] for row in rows.values() if row["state"] == RowState.DONE}
    for family in families:
        head = family.rows[0]
        if not (head.full_name or head.alias or head.faults):
            head.wrong("", RowFault.NO_NAME)
        if not head.category(is_head=True, silent_heads=vocabulary.silent_heads):
            head.wrong("", RowFault.SERVICE_NOT_SAID)
        if family.key in on_file:
            for member in family.rows:
                member.wrong("", RowFault.FAMILY_ON_FILE)
    ordered = states.stage_families(families, rows)
    about = states.doubts_about(families, batch.hidden_rows)
    within = states.doubts_within([person for person in people if person.number not in left_out])
    for row in ordered:
        number = row["number"]
        row["doubts"] = [*about.get(number, []), *within.get(number, []), *_on_file(row)]
    for family_rows in states.by_family(ordered):
        states.settle(family_rows)
    ordered += [rows[number] for number in sorted(left_out)]
    ordered += [row for row in sheet if row["state"] == RowState.UNREAD]
    _keep(batch, states.chunks_of(ordered, CHUNK_ROWS))
    return True


def _keep(batch: ImportBatch, pieces: Sequence[list[Staged]]) -> None:
    batch.chunks.all().delete()
    chunks = []
    for place, rows in enumerate(pieces):
        chunk = ImportChunk(key_id=batch.key_id, batch=batch, place=place, rows=rows)
        chunk.count(states.counted(rows))
        chunks.append(chunk)
    ImportChunk.objects.bulk_create(chunks, batch_size=50)
    batch.is_staged, batch.rows_checked = True, 0
    _count(batch, chunks)


def _count(batch: ImportBatch, chunks: Sequence[ImportChunk]) -> None:
    """Adds up the chunks into the batch and saves it."""
    batch.count(
        {state: sum(getattr(chunk, state) for chunk in chunks) for state in RowState.values}
    )
    batch.save()


def _compare_next(batch: ImportBatch) -> bool:
    """Compares one chunk's good rows with the people on file within the uploader's sight."""
    chunk = batch.chunks.filter(is_compared=False).order_by("place").first()
    if chunk is None:
        _count(batch, list(batch.chunks.defer("rows")))
        is_done = batch.families_done and not batch.rows_waiting
        batch.status = ImportStatus.DONE if is_done else ImportStatus.CHECKED
        batch.save(update_fields=["status", "changed_at"])
        return False
    vocabulary = vocabulary_of(batch)
    # Comparing is expensive; a compared row stays compared until its cells change.
    worth_it = [row for row in chunk.rows if row["state"] not in LEFT_ALONE and row["like"] is None]
    people = _people(batch, chunk.rows, vocabulary)
    candidates = [_candidate(people[row["number"]]) for row in worth_it]
    alike = likely_duplicates_of(candidates, batch.uploaded_by)
    papers = _papers_of({like.individual.pk for found in alike for like in found})
    for row, found in zip(worth_it, alike, strict=True):
        person = people[row["number"]]
        row["like"] = [like.individual.number for like in found]
        row["why"] = {like.individual.number: [*map(str, like.likeness.reasons)] for like in found}
        row["same"] = [
            like.individual.number
            for like in found
            if repeats(person, like.individual, papers.get(like.individual.pk, []))
        ]
        row["doubts"] += _on_file(row)
    for family in states.by_family(chunk.rows):
        states.settle(family)
    chunk.is_compared = True
    chunk.count(states.counted(chunk.rows))
    chunk.save()
    batch.rows_checked += len(chunk.rows)
    batch.save(update_fields=["rows_checked", "changed_at"])
    return True


def _people(
    batch: ImportBatch, rows: Sequence[Staged], vocabulary: Vocabulary
) -> dict[int, Understood]:
    """The people described by staged rows, by number; a chunk holds whole families."""
    key_of = {row["number"]: row["family"] for row in rows}

    def families(people: list[Understood]) -> list[SheetFamily]:
        found: dict[str, SheetFamily] = {}
        for person in people:
            key = key_of[person.number]
            found.setdefault(key, SheetFamily(key, [])).rows.append(person)
        return list(found.values())

    people = understood_with_families(batch, rows, vocabulary, families)
    return {person.number: person for person in people}


def _on_file(row: Staged) -> list[list[str]]:
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


def _candidate(person: Understood) -> Candidate:
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
    """Puts the families of one chunk on file; a refused one does not affect the others."""
    chunk = batch.chunks.filter(good__gt=0).order_by("place").first()
    if chunk is None:
        batch.status = ImportStatus.DONE
        _count(batch, list(batch.chunks.defer("rows")))
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
        # Staged rows are in the order of their family, the head first.
        SheetFamily(rows[0]["family"], [people[row["number"]] for row in rows])
        for rows in ready
    ]
    start = start_of(batch)
    parties = [
        replace(
            _party(batch, family, forces, ranks, crossings, silent_heads=vocabulary.silent_heads),
            start=start,
        )
        for family in families
    ]
    answers = log_parties(parties, team=batch.team, by=_committer(batch))
    logged = []
    for rows, family, answer in zip(ready, families, answers, strict=True):
        if isinstance(answer, ActionRefused):
            _say_refused(rows, answer)
            continue
        for row in rows:
            row["state"], row["case"] = RowState.DONE.value, answer.number
        keep_apart(batch, answer, family, rows, by=_committer(batch))
        logged.append(_imported(batch, answer, family, vocabulary.silent_heads))
        batch.rows_done += len(rows)
    ImportedFamily.objects.bulk_create(logged, ignore_conflicts=True)
    batch.families_done += len(logged)
    chunk.count(states.counted(chunk.rows))
    chunk.save()
    batch.save()
    return True


def _say_refused(rows: list[Staged], refusal: ActionRefused) -> None:
    for row in rows:
        row["state"] = RowState.WRONG.value
        row["faults"] = [["", RowFault.REFUSED.value, str(refusal)]]


def _committer(batch: ImportBatch) -> User:
    """The user who pressed commit. Raises RuntimeError for a batch that nobody committed: a programming error."""
    if batch.committed_by is None:
        raise RuntimeError("An import is put on file in the name of whoever committed it.")
    return batch.committed_by


def _submission(
    batch: ImportBatch, family: SheetFamily, later: datetime.date | None = None
) -> uuid.UUID:
    """An idempotency key for a family of the batch: putting it on file twice has no effect.

    People who came `later` have another suffix; the prefix finds everything that an import brought.
    """
    mark = uuid.uuid5(batch.pk, family.key)
    return uuid.UUID(f"{str(mark)[:24]}{later.toordinal():012d}") if later else mark


def _party(
    batch: ImportBatch,
    family: SheetFamily,
    forces: dict[str, Force],
    ranks: dict[str, Rank],
    crossings: dict[str, CrossingPoint],
    *,
    silent_heads: Mapping[str, str],
) -> Party:
    def part(on: datetime.date, of_day: SheetFamily) -> Party:
        return Party(
            rows=[
                person_row(
                    member,
                    is_head=member is family.rows[0],
                    silent_heads=silent_heads,
                    forces=forces,
                    ranks=ranks,
                )
                for member in of_day.rows
            ],
            on=on,
            submission=_submission(batch, family, None if family.rows[0] in of_day.rows else on),
            event={
                "crossing": crossings.get(of_day.crossing) if of_day.crossing else batch.crossing,
                "entry_mode": of_day.entry_mode or EntryMode.UNKNOWN,
                "directorate": batch.directorate,
                "circumstances": "\n".join(
                    # For facts that an arrival keeps of several people: whose they are.
                    f"{row.full_name or row.alias}: {row.circumstances}"
                    if len(family.rows) > 1
                    else row.circumstances
                    for row in of_day.rows
                    if row.circumstances
                ),
            },
        )

    first, *later = (part(*each) for each in family.by_day(batch.arrived_on))
    return replace(first, later=later)


def _imported(
    batch: ImportBatch, case: Case, family: SheetFamily, silent_heads: Mapping[str, str]
) -> ImportedFamily:
    return ImportedFamily(
        submission=_submission(batch, family),
        batch=batch,
        case=case,
        number=case.number,
        first_row=family.rows[0].number,
        people=len(family.rows),
        documents=sum(bool(row.document) for row in family.rows),
        services=sum(
            row.category(is_head=place == 0, silent_heads=silent_heads) == Category.FORMER_MEMBER
            for place, row in enumerate(family.rows)
        ),
    )


def person_row(
    row: Understood,
    *,
    is_head: bool,
    silent_heads: Mapping[str, str],
    forces: dict[str, Force],
    ranks: dict[str, Rank],
) -> PersonRow:
    """The row as the quick-log grid takes it."""
    return PersonRow(
        given_names=row.given_names,
        family_names=row.family_names,
        sex=row.sex,
        birth=row.birth,
        document=row.document,
        document_type=row.document_type,
        document_country=row.document_country,
        relation=Relation.PRINCIPAL if is_head else row.relation or Relation.UNKNOWN,
        category=Category(row.category(is_head=is_head, silent_heads=silent_heads)),
        is_service_asked=row.is_asked(is_head=is_head, silent_heads=silent_heads),
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
