"""Finds the words of a sheet that a user must confirm, and interprets its rows."""

import datetime
import zoneinfo
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from django.utils.translation import gettext as _

from imports.actions.ages import (
    mark_ages_as_open,
    questions_about_age_days,
    questions_about_units,
    uploaded_on,
)
from imports.actions.memory import remembered_meanings
from imports.actions.sheet_words import SAMPLES, SheetWord, cells_of, heading_of
from imports.choices import SheetField, WordKind
from imports.models import ImportBatch
from imports.rules.columns import says_month_first
from imports.rules.families import SheetFamily, days_of_families, families_of, group_families
from imports.rules.name_parts import part_in_doubt
from imports.rules.names import FULL_NAMES, NAME_FIELDS, rank_before
from imports.rules.places import nationalities_in
from imports.rules.rows import SheetPerson, by_field, read_person
from imports.rules.sexes import sexes_in_doubt
from imports.rules.states import LEFT_ALONE, StagedRow, mark_lines_about_nobody
from imports.rules.text import is_nothing, plain
from imports.rules.values import has_month_first, is_day_or_month
from imports.rules.vocabulary import Vocabulary
from imports.rules.words import MUST_BE_ASKED, UNKNOWN, NamedEntry
from reference.models import CrossingPoint, Force, Rank

# Forces and ranks decide who counts as a former member, so somebody confirms them once.
ALWAYS_ASKED = (WordKind.FORCE, WordKind.RANK)

# Kinds that decide a person's category, sex or relation. An earlier answer that differs from our guess is only suggested.
DECISIVE = (*ALWAYS_ASKED, WordKind.SEX, WordKind.RELATION)
MOST_WORDS = 150
DATE_FIELDS = (SheetField.BIRTH, SheetField.ARRIVED_ON)

# First spelling and number of appearances of a word, by kind and plain word.
Counted = dict[tuple[str, str], tuple[str, int]]


def vocabulary_of(batch: ImportBatch) -> Vocabulary:
    """Forces, ranks and crossing points of this installation, and the meanings valid for this sheet."""
    return Vocabulary(
        forces=tuple(
            NamedEntry(
                force.code, (force.name, force.short_name, force.code), str(force), force.kind
            )
            for force in Force.objects.all()
        ),
        ranks=tuple(
            NamedEntry(rank.code, (rank.name, rank.code), str(rank), rank.band)
            for rank in Rank.objects.all()
        ),
        crossings=tuple(
            NamedEntry(each.code, (each.name, each.code), str(each))
            for each in CrossingPoint.objects.all()
        ),
        answers=batch.words or {},
        zone=zoneinfo.ZoneInfo(batch.office.time_zone),
        uploaded_on=uploaded_on(batch),
    )


def person_of_row(
    batch: ImportBatch,
    row: StagedRow,
    vocabulary: Vocabulary,
    arrived_on: datetime.date | None = None,
) -> SheetPerson:
    """The interpreted row. `arrived_on` is the day of arrival if the row states none."""
    return read_person(
        row["number"],
        by_field(row["cells"], batch.column_fields),
        vocabulary=vocabulary,
        today=batch.office.today(),
        arrived_on=arrived_on or batch.arrived_on,
    )


def people_of_rows(
    batch: ImportBatch,
    rows: Sequence[StagedRow],
    vocabulary: Vocabulary,
    families: Callable[[list[SheetPerson]], list[SheetFamily]],
) -> list[SheetPerson]:
    """The interpreted rows. A row without a day of arrival gets the day of its family, as of which its age is computed."""
    people = [person_of_row(batch, row, vocabulary) for row in rows]
    days = days_of_families(families(people))
    return [
        person_of_row(batch, row, vocabulary, days[person.number])
        if not person.arrived_on and person.number in days
        else person
        for row, person in zip(rows, people, strict=True)
    ]


def people_in_families(
    batch: ImportBatch, rows: Sequence[StagedRow], vocabulary: Vocabulary
) -> tuple[list[SheetPerson], list[SheetFamily]]:
    """All interpreted rows, and the families of the rows that were not left out. Adds the faults of families to rows."""
    fields = set(batch.column_fields.values())
    new_people = {row["number"] for row in rows if row["accepted"]}
    people = people_of_rows(
        batch,
        rows,
        vocabulary,
        lambda people: group_families(people, fields, new_people=new_people),
    )
    left_out = {row["number"] for row in rows if row["state"] in LEFT_ALONE}
    return people, families_of(people, fields, left_out=left_out, new_people=new_people)


def rows_of(batch: ImportBatch) -> list[StagedRow]:
    """All rows, in the order of the sheet."""
    rows = [row for chunk in batch.chunks.iterator(chunk_size=20) for row in chunk.rows]
    return sorted(rows, key=lambda row: row["number"])


def rows_about_people(batch: ImportBatch) -> list[StagedRow]:
    """All rows except lines that are about nobody."""
    return mark_lines_about_nobody(rows_of(batch), batch.column_fields)


def words_to_confirm(batch: ImportBatch) -> list[SheetWord]:
    """Returns the distinct words that the user must confirm. Sets `batch.words` to the known meanings, without saving.

    Forces and ranks are confirmed once in an office even if we guess them; sex and relation only if we cannot. An earlier
    answer that differs from our guess is suggested in each sheet, never preselected. Ambiguous letters for a sex, and the
    status of silent heads, are asked for each sheet.
    """
    rows = rows_about_people(batch)
    counts = counted_words(batch, rows)
    ambiguous_sexes = mark_sexes_as_open(batch, counts)
    mark_date_orders_as_open(batch, rows)
    ages_in_doubt = mark_ages_as_open(batch, rows)
    answers, vocabulary = batch.words or {}, vocabulary_of(batch)
    names = _ambiguous_name_parts(batch, rows, vocabulary)
    earlier_meanings = remembered_meanings(
        batch, [*counts, *((WordKind.NAME, text) for text in names)]
    )
    questions = _questions_about_dates(batch, rows) + questions_about_units(batch, ages_in_doubt)
    for (kind, text), (word, times) in counts.items():
        if kind == WordKind.SEX and text in ambiguous_sexes:
            answer = answers[kind][text]
            guess = ambiguous_sexes[text] if answer == MUST_BE_ASKED else answer
            questions.append(SheetWord(kind, word, times, guess, is_of_sheet=True))
            continue
        if text in answers.get(kind, {}):
            continue
        guess, earlier = vocabulary.guess(kind, word), earlier_meanings.get((kind, text))
        if earlier is not None and (kind not in DECISIVE or earlier == guess):
            answers.setdefault(kind, {})[text] = earlier
        elif earlier is not None:
            questions.append(SheetWord(kind, word, times, None, earlier=earlier))
        elif guess is None or kind in ALWAYS_ASKED:
            questions.append(SheetWord(kind, word, times, guess))
    for text, name in names.items():
        if (meaning := earlier_meanings.get((WordKind.NAME, text))) is not None:
            answers.setdefault(WordKind.NAME, {})[text] = meaning
        else:
            questions.append(name)
    batch.words = answers
    _people, families = people_in_families(batch, rows, vocabulary_of(batch))
    questions += _questions_about_silent_heads(batch, families) + questions_about_age_days(
        batch, rows, families
    )
    return sorted(questions, key=_sort_key)[:MOST_WORDS]


def _sort_key(word: SheetWord) -> tuple[bool, bool, str, int, str]:
    """Puts names last, because there may be more of them than MOST_WORDS."""
    return not word.is_of_sheet, word.kind == WordKind.NAME, word.kind, -word.times, word.word


def mark_questions_as_open(batch: ImportBatch, rows: list[StagedRow]) -> None:
    """Sets to MUST_BE_ASKED everything that must not be guessed and was not answered."""
    mark_sexes_as_open(batch, counted_words(batch, rows))
    mark_date_orders_as_open(batch, rows)
    mark_ages_as_open(batch, rows)


def mark_sexes_as_open(batch: ImportBatch, counts: Counted) -> dict[str, str]:
    """Sets ambiguous words for a sex to MUST_BE_ASKED, unless answered. Returns them with their likely meaning."""
    words = {text for kind, text in counts if kind == WordKind.SEX}
    columns = [column for column, name in batch.column_fields.items() if name == SheetField.SEX]
    in_doubt = sexes_in_doubt(words, heading_of(batch, columns[0]) if columns else "")
    answers = {kind: dict(meanings) for kind, meanings in (batch.words or {}).items()}
    answered = {
        text: meaning
        for text, meaning in answers.get(WordKind.SEX, {}).items()
        if meaning != MUST_BE_ASKED or text in in_doubt
    }
    batch.words = {**answers, WordKind.SEX: {**dict.fromkeys(in_doubt, MUST_BE_ASKED), **answered}}
    return in_doubt


def mark_date_orders_as_open(batch: ImportBatch, rows: list[StagedRow]) -> None:
    """Sets the order of dates to MUST_BE_ASKED, unless answered, in each column with a month-first date."""
    answers = dict((batch.words or {}).get(WordKind.DATES, {}))
    for column, name in batch.column_fields.items():
        texts = cells_of(rows, column) if name in DATE_FIELDS else []
        has_hint = name in DATE_FIELDS and says_month_first(heading_of(batch, column))
        if has_hint or any(has_month_first(text) for text in texts):
            answers.setdefault(name, MUST_BE_ASKED)
        elif answers.get(name) == MUST_BE_ASKED:
            del answers[name]
    batch.words = {**(batch.words or {}), WordKind.DATES: answers}


def _questions_about_dates(batch: ImportBatch, rows: list[StagedRow]) -> list[SheetWord]:
    """A question for each column whose order of dates is asked. Its word is the heading, its key the field."""
    answers = (batch.words or {}).get(WordKind.DATES, {})
    questions = []
    for column, name in batch.column_fields.items():
        if name in answers:
            times = sum(is_day_or_month(text) for text in cells_of(rows, column))
            guess = None if answers[name] == MUST_BE_ASKED else answers[name]
            heading = heading_of(batch, column)
            questions.append(SheetWord(WordKind.DATES, heading, times, guess, True, name))
    return questions


def _ambiguous_name_parts(
    batch: ImportBatch, rows: list[StagedRow], vocabulary: Vocabulary
) -> dict[str, SheetWord]:
    """Words of full names that may be given or family names, by plain word."""
    names_by_word: dict[str, list[str]] = {}
    for column, name in batch.column_fields.items():
        for text in cells_of(rows, column) if name in FULL_NAMES else ():
            word = part_in_doubt(
                text[len(rank_before(text, name)) :].strip(),
                is_family_first=name == SheetField.FAMILY_FIRST,
                part_of=partial(vocabulary.meaning, WordKind.NAME),
            )
            if word:
                names_by_word.setdefault(word, []).append(text)
    return {
        plain(word): SheetWord(
            WordKind.NAME, word, len(texts), None, samples=tuple(dict.fromkeys(texts))[:SAMPLES]
        )
        for word, texts in names_by_word.items()
    }


def _questions_about_silent_heads(
    batch: ImportBatch, families: list[SheetFamily]
) -> list[SheetWord]:
    """Questions about silent heads: adults for whom the sheet does not say whether they served. Empty without such heads.

    One question covers heads with a word for "unknown", another covers heads with empty cells.
    """
    vocabulary = vocabulary_of(batch)
    times = Counter(family.rows[0].silence for family in families if family.rows[0].is_silent)
    labels = {UNKNOWN: _("Not known whether they served")}
    return [
        SheetWord(
            WordKind.CATEGORY,
            labels.get(silence, ""),
            count,
            vocabulary.silence_answers.get(silence),
            is_of_sheet=True,
            key=silence,
        )
        for silence, count in times.items()
    ]


def counted_words(batch: ImportBatch, rows: list[StagedRow]) -> Counted:
    """Counts the words in columns that are a WordKind, and the ranks written before names."""
    kinds = [
        (column, name) for column, name in batch.column_fields.items() if name in WordKind.values
    ]
    name_columns = {
        column: name for column, name in batch.column_fields.items() if name in NAME_FIELDS
    }
    times: Counter[tuple[str, str]] = Counter()
    spellings: dict[tuple[str, str], str] = {}
    for row in rows:
        for column, kind in kinds:
            word = row["cells"][column] if column < len(row["cells"]) else ""
            if is_nothing(word) or word[0] in "=@":
                continue
            for part in nationalities_in(word) if kind == WordKind.NATIONALITY else [word]:
                key = (kind, plain(part))
                spellings.setdefault(key, part)
                times[key] += 1
        for name, text in by_field(row["cells"], name_columns).items():
            if word := rank_before(text, name):
                key = (WordKind.RANK.value, plain(word))
                spellings.setdefault(key, word)
                times[key] += 1
    return {key: (spellings[key], count) for key, count in times.items()}
