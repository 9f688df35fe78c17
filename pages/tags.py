"""Tags: short texts on a coloured background. The colour never says more than the text."""

from typing import Any, NamedTuple

TONES = ("calm", "good", "warn", "trouble", "quiet")


class Tag(NamedTuple):
    """`text` for people; `tone` one of TONES: calm (as it should be), good (done), warn (soon), trouble (act now),
    quiet (nothing to do)."""

    text: Any
    tone: str = "quiet"


def as_tag(value: Any, tone: str = "") -> Tag | None:
    """The tag of a Tag, a choice that has a `tone`, a pair of text and tone, or a text; None for nothing."""
    if value in (None, ""):
        return None
    if isinstance(value, tuple) and len(value) == 2:
        text, own = value if value[1] in TONES else value[::-1]
    else:
        text = getattr(value, "label", value)
        own = getattr(value, "tone", "quiet")
    return Tag(text, tone or own)
