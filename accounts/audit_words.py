"""Labels of the audit log's verbs, such as `case.closed`."""

from collections.abc import Mapping

from django.utils.functional import Promise

from pages.slots import Slot

audit_verbs: Slot[Mapping[str, str | Promise]] = Slot("words for what the audit log writes")


def verb_in_words(verb: str) -> str | Promise:
    """The label of a verb, a sentence without subject; the verb itself if it has no label."""
    for words in audit_verbs:
        if label := words.get(verb):
            return label
    return verb


def verbs_by_words() -> list[tuple[str, str]]:
    """Every verb with its label, sorted by label."""
    labels = {verb: str(words) for each in audit_verbs for verb, words in each.items()}
    return sorted(labels.items(), key=lambda item: item[1].casefold())
