"""An office's earlier answers about headings and words, stored as keyed tokens."""

from collections.abc import Iterable, Mapping, Sequence

from accounts.models import User
from imports.choices import SheetField, WordKind
from imports.models import ColumnMemory, ImportBatch, WordMemory
from imports.rules.columns import fingerprint_text, guess_columns
from vault.search import exact_token

# Answers about these kinds are valid for one sheet only.
KINDS_OF_ONE_SHEET = (WordKind.CATEGORY, WordKind.DATES, WordKind.AGES, WordKind.AGE_DAY)


def headings_token(batch: ImportBatch) -> int:
    return exact_token(fingerprint_text(batch.headings or []), purpose="import-headings")


def remembered_columns(batch: ImportBatch, rows: Sequence[Sequence[str]]) -> dict[str, str]:
    """This user's last mapping of these headings, else the office's latest mapping, else a guess from the first rows."""
    memories = ColumnMemory.objects.filter(
        office=batch.office, headings_token=headings_token(batch)
    ).order_by("-changed_at")
    by_user = {memory.user_id: memory for memory in reversed(memories)}
    memory = by_user.get(batch.uploaded_by_id) or next(iter(memories), None)
    if memory:
        valid = set(SheetField.values)
        return {column: name for column, name in memory.columns.items() if name in valid}
    return {str(column): name for column, name in guess_columns(batch.headings or [], rows).items()}


def remember_columns(batch: ImportBatch, *, by: User) -> None:
    """Stores this user's mapping of these headings, without columns that have no heading."""
    headings = dict(enumerate(batch.headings or []))
    columns_with_heading = {
        column: field
        for column, field in (batch.columns or {}).items()
        if headings.get(int(column))
    }
    ColumnMemory.objects.update_or_create(
        office=batch.office,
        user=by,
        headings_token=headings_token(batch),
        defaults={"columns": columns_with_heading},
    )


def _word_token(kind: str, text: str) -> int:
    return exact_token(f"{kind} {text.replace('/', 'over')}", purpose="import-word")


def remembered_meanings(
    batch: ImportBatch, words: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], str]:
    """The office's confirmed meanings of these pairs of kind and plain word."""
    tokens = {_word_token(kind, text): (kind, text) for kind, text in words}
    memories = WordMemory.objects.filter(office=batch.office, word_token__in=tokens)
    return {tokens[memory.word_token]: memory.meaning for memory in memories}


def remember_words(
    batch: ImportBatch, meanings: Mapping[str, Mapping[str, str]], *, by: User
) -> None:
    """Stores confirmed meanings for the office's next sheets; the latest answer counts. An empty answer means "nothing"."""
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
            if text and kind not in KINDS_OF_ONE_SHEET
        ],
        update_conflicts=True,
        unique_fields=["office", "kind", "word_token"],
        update_fields=["meaning", "confirmed_by", "confirmed_at"],
    )
