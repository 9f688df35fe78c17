"""Fields of a Word file: an instruction and its result. Some instructions fetch a file or start a program."""

import re

from casework.uploads.rules.refusals import FETCHES, FileRefused

_FETCHING = {"includepicture", "includetext", "include", "import", "link", "dde", "ddeauto"}
_FETCHING |= {"database", "rd", "embed", "print"}

_FIRST_WORD = re.compile(r"[\W_]*(\w+)")

_WORD_IS_WHOLE = re.compile(r"\s*(=|\S+\s)")

_WORDS = ("instrtext", "delinstrtext", "t")

MARKS_OF_FIELDS = frozenset({*_WORDS, "fldchar", "fldsimple", "alternatecontent"})


class Fields:
    """Joins the pieces of each instruction in a part. Raises FileRefused."""

    def __init__(self) -> None:
        # One entry per open field, outermost first; None once its result has begun.
        self._instructions: list[str | None] = []
        self._word_of, self._piece = "", ""

    def start(self, mark: str, attributes: dict[str, str]) -> None:
        if mark in _WORDS:
            self._word_of, self._piece = mark, ""
        elif mark == "fldsimple":
            _refuse_fetching(attributes.get("instr", ""))
        elif mark == "fldchar":
            self._turn(attributes.get("fldchartype", "").lower())
        elif self._is_said:
            # Of two instructions, it is unknown which one Word runs.
            raise FileRefused(FETCHES)

    def _turn(self, kind: str) -> None:
        if kind == "begin":
            # The result of a nested field may complete the command of the outer one.
            if self._is_said and not _WORD_IS_WHOLE.match(self._instructions[-1] or ""):
                raise FileRefused(FETCHES)
            self._instructions.append("")
        elif self._instructions:
            _refuse_fetching(self._instructions.pop() or "")
            if kind == "separate":
                self._instructions.append(None)

    def data(self, words: str) -> None:
        if self._word_of:
            self._piece += words

    def end(self, mark: str) -> None:
        if not self._word_of or mark != self._word_of:
            return
        if self._is_said and mark != "delinstrtext":
            self._instructions[-1] = (self._instructions[-1] or "") + self._piece
        elif mark != "t":
            _refuse_fetching(self._piece)
        self._word_of = ""

    def close(self) -> None:
        """Checks unclosed fields too, because Word may still run them."""
        while self._instructions:
            _refuse_fetching(self._instructions.pop() or "")

    @property
    def _is_said(self) -> bool:
        """Whether the next text belongs to an instruction."""
        return bool(self._instructions) and self._instructions[-1] is not None


def _refuse_fetching(instruction: str) -> None:
    word = _FIRST_WORD.match(instruction)
    if word and word[1].casefold() in _FETCHING:
        raise FileRefused(FETCHES)
