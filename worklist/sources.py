"""What falls due in words: the title of a kind, and a sentence for each row."""

from collections.abc import Iterable

from reference.due import Source, due_sources


def source_of(kind: str) -> Source | None:
    return next((source for source in due_sources if source.kind == kind), None)


def sentences(keys: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """The sentence of each (kind, about_id); one question per kind. What is gone has none."""
    by_kind: dict[str, set[str]] = {}
    for kind, about_id in keys:
        by_kind.setdefault(kind, set()).add(about_id)
    found = {}
    for kind, about_ids in by_kind.items():
        if source := source_of(kind):
            for about_id, text in source.sentence(sorted(about_ids)).items():
                found[kind, str(about_id)] = str(text)
    return found
