"""Fields of a Word file: an instruction and its result. Some instructions fetch a file or start a program."""

import re

from casework.uploads.rules.refusals import FETCHES, FileRefused

_FETCHING = {"includepicture", "includetext", "include", "import", "link", "dde", "ddeauto"}
_FETCHING |= {"database", "rd", "embed", "print"}

_FIRST_WORD = re.compile(r"[\W_]*(\w+)")

_COMMAND_IS_COMPLETE = re.compile(r"\s*(=|\S+\s)")

_TEXT_ELEMENTS = ("instrtext", "delinstrtext", "t")

FIELD_ELEMENTS = frozenset({*_TEXT_ELEMENTS, "fldchar", "fldsimple", "alternatecontent"})


class Fields:
    """Joins the pieces of each instruction in a part. Raises FileRefused."""

    def __init__(self) -> None:
        # One entry per open field, outermost first; None once its result has begun.
        self._instructions: list[str | None] = []
        self._text_element, self._piece = "", ""

    def start(self, element: str, attributes: dict[str, str]) -> None:
        if element in _TEXT_ELEMENTS:
            self._text_element, self._piece = element, ""
        elif element == "fldsimple":
            _refuse_fetching(attributes.get("instr", ""))
        elif element == "fldchar":
            self._change_field(attributes.get("fldchartype", "").lower())
        elif self._is_in_instruction:
            # It is unknown which of two alternative instructions Word runs.
            raise FileRefused(FETCHES)

    def _change_field(self, kind: str) -> None:
        if kind == "begin":
            # The result of a nested field may complete the command of the outer one.
            if self._is_in_instruction and not _COMMAND_IS_COMPLETE.match(
                self._instructions[-1] or ""
            ):
                raise FileRefused(FETCHES)
            self._instructions.append("")
        elif self._instructions:
            _refuse_fetching(self._instructions.pop() or "")
            if kind == "separate":
                self._instructions.append(None)

    def data(self, words: str) -> None:
        if self._text_element:
            self._piece += words

    def end(self, element: str) -> None:
        if not self._text_element or element != self._text_element:
            return
        if self._is_in_instruction and element != "delinstrtext":
            self._instructions[-1] = (self._instructions[-1] or "") + self._piece
        elif element != "t":
            _refuse_fetching(self._piece)
        self._text_element = ""

    def close(self) -> None:
        """Checks unclosed fields too, because Word may still run them."""
        while self._instructions:
            _refuse_fetching(self._instructions.pop() or "")

    @property
    def _is_in_instruction(self) -> bool:
        """Whether the next text belongs to an instruction."""
        return bool(self._instructions) and self._instructions[-1] is not None


def _refuse_fetching(instruction: str) -> None:
    word = _FIRST_WORD.match(instruction)
    if word and word[1].casefold() in _FETCHING:
        raise FileRefused(FETCHES)
