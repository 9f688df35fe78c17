"""What an office has said about headings and words, kept as keyed tokens and used again."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from accounts.models import User
from casework.choices.importing import SheetField, WordKind
from casework.models import ColumnMemory, Force, ImportBatch, Rank, WordMemory
from casework.rules.sheet_columns import fingerprint_text, guess_columns
from casework.rules.sheet_rows import Vocabulary
from casework.rules.sheet_text import is_nothing, plain
from casework.rules.sheet_words import Named
from vault.search import exact_token

# Forces and ranks decide who counts as a former member: somebody looks at them once.
ALWAYS_ASKED = (WordKind.FORCE, WordKind.RANK)
MOST_WORDS = 150


@dataclass(frozen=True)
class SheetWord:
    """A word of the sheet that somebody has to confirm, how often it stands there, and our guess."""

    kind: str
    word: str
    times: int
    guess: str | None


def headings_token(batch: ImportBatch) -> int:
    return exact_token(fingerprint_text(batch.headings or []), purpose="import-headings")


def known_columns(batch: ImportBatch) -> dict[str, str]:
    """What this user said of these headings the last time, else the office's latest word, else a guess."""
    memories = ColumnMemory.objects.filter(
        office=batch.office, headings_token=headings_token(batch)
    ).order_by("-changed_at")
    by_user = {memory.user_id: memory for memory in reversed(memories)}
    memory = by_user.get(batch.uploaded_by_id) or next(iter(memories), None)
    if memory:
        valid = set(SheetField.values)
        return {column: name for column, name in memory.columns.items() if name in valid}
    return {str(column): name for column, name in guess_columns(batch.headings or []).items()}


def remember_columns(batch: ImportBatch, *, by: User) -> None:
    ColumnMemory.objects.update_or_create(
        office=batch.office,
        user=by,
        headings_token=headings_token(batch),
        defaults={"columns": batch.columns},
    )


def vocabulary_of(batch: ImportBatch) -> Vocabulary:
    """Forces and ranks of this installation, and the meanings that hold for this sheet."""
    return Vocabulary(
        forces=tuple(
            Named(force.code, (force.name, force.short_name, force.code))
            for force in Force.objects.all()
        ),
        ranks=tuple(Named(rank.code, (rank.name, rank.code)) for rank in Rank.objects.all()),
        confirmed=batch.words or {},
    )


def words_to_confirm(batch: ImportBatch) -> list[SheetWord]:
    """Distinct words that nobody in the office has confirmed; what is known goes into `batch.words`.

    Forces and ranks are asked once even if we guess them; sex and relation only if we do not.
    """
    vocabulary = vocabulary_of(batch)
    counts = _counted_words(batch)
    remembered = _remembered(batch, counts)
    said = {kind: dict(words) for kind, words in (batch.words or {}).items()}
    asked = []
    for (kind, text), (word, times) in counts.items():
        if text in said.get(kind, {}):
            continue
        if (meaning := remembered.get((kind, text))) is not None:
            said.setdefault(kind, {})[text] = meaning
            continue
        guess = vocabulary.guess(kind, word)
        if guess is None or kind in ALWAYS_ASKED:
            asked.append(SheetWord(kind, word, times, guess))
    batch.words = said
    return sorted(asked, key=lambda each: (each.kind, -each.times, each.word))[:MOST_WORDS]


def _counted_words(batch: ImportBatch) -> dict[tuple[str, str], tuple[str, int]]:
    """By kind and plain word: how it is first written, and how often."""
    kinds = [
        (column, name) for column, name in batch.column_fields.items() if name in WordKind.values
    ]
    times: Counter[tuple[str, str]] = Counter()
    written: dict[tuple[str, str], str] = {}
    for chunk in batch.chunks.iterator(chunk_size=20):
        for row in chunk.rows:
            for column, kind in kinds:
                word = row["c"][column] if column < len(row["c"]) else ""
                if is_nothing(word) or word[0] in "=@":
                    continue
                key = (kind, plain(word))
                written.setdefault(key, word)
                times[key] += 1
    return {key: (written[key], count) for key, count in times.items()}


def _word_token(kind: str, text: str) -> int:
    return exact_token(f"{kind} {text.replace('/', 'over')}", purpose="import-word")


def _remembered(
    batch: ImportBatch, counts: Mapping[tuple[str, str], object]
) -> dict[tuple[str, str], str]:
    tokens = {_word_token(kind, text): (kind, text) for kind, text in counts}
    known = WordMemory.objects.filter(office=batch.office, word_token__in=tokens)
    return {tokens[memory.word_token]: memory.meaning for memory in known}


def remember_words(
    batch: ImportBatch, meanings: Mapping[str, Mapping[str, str]], *, by: User
) -> None:
    """Keeps what was confirmed for the office's next sheets; the latest word counts."""
    WordMemory.objects.bulk_create(
        [
            WordMemory(
                office=batch.office,
                kind=kind,
                word_token=_word_token(kind, text),
                meaning=meaning,
                confirmed_by=by,
            )
            for kind, words in meanings.items()
            for text, meaning in words.items()
        ],
        update_conflicts=True,
        unique_fields=["office", "kind", "word_token"],
        update_fields=["meaning", "confirmed_by", "confirmed_at"],
    )
