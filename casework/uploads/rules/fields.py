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
    """Puts together each instruction of one part, however many pieces it is cut into. Raises FileRefused."""

    def __init__(self) -> None:
        # Of each open field, from outside inwards; None from where its result begins.
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
            # One of two instructions would be read, and who knows which.
            raise FileRefused(FETCHES)

    def _turn(self, kind: str) -> None:
        if kind == "begin":
            # The result of a field may be a part of the word that says what the one around it does.
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
        """Of a field that does not end, too, nobody knows what a reader makes."""
        while self._instructions:
            _refuse_fetching(self._instructions.pop() or "")

    @property
    def _is_said(self) -> bool:
        """Whether what comes now is an instruction."""
        return bool(self._instructions) and self._instructions[-1] is not None


def _refuse_fetching(instruction: str) -> None:
    word = _FIRST_WORD.match(instruction)
    if word and word[1].casefold() in _FETCHING:
        raise FileRefused(FETCHES)
