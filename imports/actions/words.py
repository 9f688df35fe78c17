"""Words of one sheet whose meaning must be confirmed, and the interpretation of its rows."""

import datetime
import zoneinfo
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from django.utils.translation import gettext as _

from imports.actions.ages import days_of_ages, leave_ages_open, units_of_ages, uploaded_on
from imports.actions.memory import remembered
from imports.actions.sheet_words import SAMPLES, SheetWord, cells_of, heading_of
from imports.choices import SheetField, WordKind
from imports.models import ImportBatch
from imports.rules.columns import says_month_first
from imports.rules.families import SheetFamily, days_of_families, families_of, grouped
from imports.rules.name_parts import part_in_doubt
from imports.rules.names import FULL_NAMES, NAME_FIELDS, rank_before
from imports.rules.places import nationalities_in
from imports.rules.rows import Understood, by_field, understand
from imports.rules.sexes import sexes_in_doubt
from imports.rules.states import LEFT_ALONE, Staged, set_lines_apart
from imports.rules.text import is_nothing, plain
from imports.rules.values import has_month_first, is_day_or_month
from imports.rules.vocabulary import Vocabulary
from imports.rules.words import OPEN, UNKNOWN, ForceOrRank
from reference.models import CrossingPoint, Force, Rank

# Forces and ranks decide who counts as a former member, so somebody confirms them once.
ALWAYS_ASKED = (WordKind.FORCE, WordKind.RANK)

# Words that decide somebody's category, sex or relation are only suggested from other sheets, never applied.
DECIDE = (*ALWAYS_ASKED, WordKind.SEX, WordKind.RELATION)

MOST_WORDS = 150

DATES = (SheetField.BIRTH, SheetField.ARRIVED_ON)

# By kind and plain word: its first spelling, and how often it appears.
Counted = dict[tuple[str, str], tuple[str, int]]


def vocabulary_of(batch: ImportBatch) -> Vocabulary:
    """Forces, ranks and crossing points of this installation, and the meanings valid for this sheet."""
    return Vocabulary(
        forces=tuple(
            ForceOrRank(
                force.code, (force.name, force.short_name, force.code), str(force), force.kind
            )
            for force in Force.objects.all()
        ),
        ranks=tuple(
            ForceOrRank(rank.code, (rank.name, rank.code), str(rank), rank.band)
            for rank in Rank.objects.all()
        ),
        crossings=tuple(
            ForceOrRank(each.code, (each.name, each.code), str(each))
            for each in CrossingPoint.objects.all()
        ),
        confirmed=batch.words or {},
        zone=zoneinfo.ZoneInfo(batch.office.time_zone),
        uploaded_on=uploaded_on(batch),
    )


def understood(
    batch: ImportBatch,
    row: Staged,
    vocabulary: Vocabulary,
    arrived_on: datetime.date | None = None,
) -> Understood:
    """The interpreted row; without a day of its own it arrived on `arrived_on`."""
    return understand(
        row["number"],
        by_field(row["cells"], batch.column_fields),
        vocabulary=vocabulary,
        today=batch.office.today(),
        arrived_on=arrived_on or batch.arrived_on,
    )


def understood_with_families(
    batch: ImportBatch,
    rows: Sequence[Staged],
    vocabulary: Vocabulary,
    families: Callable[[list[Understood]], list[SheetFamily]],
) -> list[Understood]:
    """The interpreted rows; one without a day of arrival came with its family, and its age is counted from that day."""
    people = [understood(batch, row, vocabulary) for row in rows]
    days = days_of_families(families(people))
    return [
        understood(batch, row, vocabulary, days[person.number])
        if not person.arrived_on and person.number in days
        else person
        for row, person in zip(rows, people, strict=True)
    ]


def people_in_families(
    batch: ImportBatch, rows: Sequence[Staged], vocabulary: Vocabulary
) -> tuple[list[Understood], list[SheetFamily]]:
    """The interpreted rows, and the families of those not left out, with their faults."""
    fields = set(batch.column_fields.values())
    new_people = {row["number"] for row in rows if row["accepted"]}
    people = understood_with_families(
        batch, rows, vocabulary, lambda people: grouped(people, fields, new_people=new_people)
    )
    left_out = {row["number"] for row in rows if row["state"] in LEFT_ALONE}
    return people, families_of(people, fields, left_out=left_out, new_people=new_people)


def rows_of(batch: ImportBatch) -> list[Staged]:
    """All rows, in the order of the sheet."""
    rows = [row for chunk in batch.chunks.iterator(chunk_size=20) for row in chunk.rows]
    return sorted(rows, key=lambda row: row["number"])


def rows_about_people(batch: ImportBatch) -> list[Staged]:
    """The rows without lines that are about nobody."""
    return set_lines_apart(rows_of(batch), batch.column_fields)


def words_to_confirm(batch: ImportBatch) -> list[SheetWord]:
    """Distinct words whose meaning must be confirmed; known ones go into `batch.words`.

    Forces and ranks are confirmed once in an office even if we guess them; sex and relation only if we cannot. An earlier
    answer that differs from our guess is suggested in each sheet, never preselected. Ambiguous letters for a sex, and the
    status of silent heads, are asked for each sheet.
    """
    rows = rows_about_people(batch)
    counts = counted_words(batch, rows)
    of_sheet = leave_open(batch, counts)
    leave_dates_open(batch, rows)
    ages_in_doubt = leave_ages_open(batch, rows)
    said, vocabulary = batch.words or {}, vocabulary_of(batch)
    names = _parts_of_names(batch, rows, vocabulary)
    known = remembered(batch, [*counts, *((WordKind.NAME, text) for text in names)])
    asked = _orders_of_dates(batch, rows) + units_of_ages(batch, ages_in_doubt)
    for (kind, text), (word, times) in counts.items():
        if kind == WordKind.SEX and text in of_sheet:
            answer = said[kind][text]
            guess = of_sheet[text] if answer == OPEN else answer
            asked.append(SheetWord(kind, word, times, guess, is_of_sheet=True))
            continue
        if text in said.get(kind, {}):
            continue
        guess, earlier = vocabulary.guess(kind, word), known.get((kind, text))
        if earlier is not None and (kind not in DECIDE or earlier == guess):
            said.setdefault(kind, {})[text] = earlier
        elif earlier is not None:
            asked.append(SheetWord(kind, word, times, None, earlier=earlier))
        elif guess is None or kind in ALWAYS_ASKED:
            asked.append(SheetWord(kind, word, times, guess))
    for text, name in names.items():
        if (meaning := known.get((WordKind.NAME, text))) is not None:
            said.setdefault(WordKind.NAME, {})[text] = meaning
        else:
            asked.append(name)
    batch.words = said
    _people, families = people_in_families(batch, rows, vocabulary_of(batch))
    asked += _silent_heads(batch, families) + days_of_ages(batch, rows, families)
    return sorted(asked, key=_order)[:MOST_WORDS]


def _order(word: SheetWord) -> tuple[bool, bool, str, int, str]:
    """Names last: there may be more of them than are asked at once."""
    return not word.is_of_sheet, word.kind == WordKind.NAME, word.kind, -word.times, word.word


def leave_in_doubt(batch: ImportBatch, rows: list[Staged]) -> None:
    """Marks everything that must not be guessed as open until it is answered."""
    leave_open(batch, counted_words(batch, rows))
    leave_dates_open(batch, rows)
    leave_ages_open(batch, rows)


def leave_open(batch: ImportBatch, counts: Counted) -> dict[str, str]:
    """Ambiguous words for a sex in this column, with the likely meaning; they are not guessed while unanswered."""
    words = {text for kind, text in counts if kind == WordKind.SEX}
    columns = [column for column, name in batch.column_fields.items() if name == SheetField.SEX]
    in_doubt = sexes_in_doubt(words, heading_of(batch, columns[0]) if columns else "")
    said = {kind: dict(meanings) for kind, meanings in (batch.words or {}).items()}
    of_sex = {
        text: meaning
        for text, meaning in said.get(WordKind.SEX, {}).items()
        if meaning != OPEN or text in in_doubt
    }
    batch.words = {**said, WordKind.SEX: {**dict.fromkeys(in_doubt, OPEN), **of_sex}}
    return in_doubt


def leave_dates_open(batch: ImportBatch, rows: list[Staged]) -> None:
    """Columns with at least one month-first date: ambiguous dates in them wait for an answer."""
    said = dict((batch.words or {}).get(WordKind.DATES, {}))
    for column, name in batch.column_fields.items():
        texts = cells_of(rows, column) if name in DATES else []
        is_told = name in DATES and says_month_first(heading_of(batch, column))
        if is_told or any(has_month_first(text) for text in texts):
            said.setdefault(name, OPEN)
        elif said.get(name) == OPEN:
            del said[name]
    batch.words = {**(batch.words or {}), WordKind.DATES: said}


def _orders_of_dates(batch: ImportBatch, rows: list[Staged]) -> list[SheetWord]:
    """The question about the order of dates in a column, with the heading as word and the field as key."""
    said = (batch.words or {}).get(WordKind.DATES, {})
    asked = []
    for column, name in batch.column_fields.items():
        if name in said:
            times = sum(is_day_or_month(text) for text in cells_of(rows, column))
            guess = None if said[name] == OPEN else said[name]
            heading = heading_of(batch, column)
            asked.append(SheetWord(WordKind.DATES, heading, times, guess, True, name))
    return asked


def _parts_of_names(
    batch: ImportBatch, rows: list[Staged], vocabulary: Vocabulary
) -> dict[str, SheetWord]:
    """By plain word: words of full names that may be given or family names."""
    stands_in: dict[str, list[str]] = {}
    for column, name in batch.column_fields.items():
        for text in cells_of(rows, column) if name in FULL_NAMES else ():
            word = part_in_doubt(
                text[len(rank_before(text, name)) :].strip(),
                is_family_first=name == SheetField.FAMILY_FIRST,
                part_of=partial(vocabulary.meaning, WordKind.NAME),
            )
            if word:
                stands_in.setdefault(word, []).append(text)
    return {
        plain(word): SheetWord(
            WordKind.NAME, word, len(texts), None, samples=tuple(dict.fromkeys(texts))[:SAMPLES]
        )
        for word, texts in stands_in.items()
    }


def _silent_heads(batch: ImportBatch, families: list[SheetFamily]) -> list[SheetWord]:
    """The question about the status of adult heads for whom the sheet does not say whether they served; None without any.

    Heads with a word that says neither are asked about separately from those with an empty cell.
    """
    vocabulary = vocabulary_of(batch)
    times = Counter(family.rows[0].silence for family in families if family.rows[0].is_silent)
    called = {UNKNOWN: _("Not known whether they served")}
    return [
        SheetWord(
            WordKind.CATEGORY,
            called.get(silence, ""),
            count,
            vocabulary.silent_heads.get(silence),
            is_of_sheet=True,
            key=silence,
        )
        for silence, count in times.items()
    ]


def counted_words(batch: ImportBatch, rows: list[Staged]) -> Counted:
    """The words of columns that are matched to ours, and ranks before a name."""
    kinds = [
        (column, name) for column, name in batch.column_fields.items() if name in WordKind.values
    ]
    named = {column: name for column, name in batch.column_fields.items() if name in NAME_FIELDS}
    times: Counter[tuple[str, str]] = Counter()
    written: dict[tuple[str, str], str] = {}
    for row in rows:
        for column, kind in kinds:
            word = row["cells"][column] if column < len(row["cells"]) else ""
            if is_nothing(word) or word[0] in "=@":
                continue
            for part in nationalities_in(word) if kind == WordKind.NATIONALITY else [word]:
                key = (kind, plain(part))
                written.setdefault(key, part)
                times[key] += 1
        for name, text in by_field(row["cells"], named).items():
            if word := rank_before(text, name):
                key = (WordKind.RANK.value, plain(word))
                written.setdefault(key, word)
                times[key] += 1
    return {key: (written[key], count) for key, count in times.items()}
