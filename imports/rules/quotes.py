"""Unclosed quotation marks in a CSV, which swallow the following rows into one cell."""

import csv
import re
from collections import Counter
from collections.abc import Sequence

from imports.rules.choices import SheetFault
from imports.rules.kinds import SheetRefused
from imports.rules.text import MOST_LETTERS

BREAK = re.compile(r"\r\n?|\n")


class QuoteCheck:
    """Collects the rows of one file, and finds quotation marks that put further rows into one cell."""

    def __init__(self, delimiter: str) -> None:
        self.delimiter = delimiter
        self._widths: Counter[int] = Counter()
        self._multiline_rows: list[tuple[int, list[str]]] = []
        self._last: tuple[int, list[str], list[str]] = (1, [], [])

    def add(self, row: int, cells: list[str], lines: list[str]) -> None:
        """Records a row and its lines; keeps only rows with a multi-line cell."""
        self._last = row, cells, lines.copy()
        if any(BREAK.search(cell) for cell in cells):
            self._multiline_rows.append((row, cells))
        else:
            self._widths[len(cells)] += 1

    def refuse(self) -> None:
        """Called after the last row. Raises SheetRefused if rows may have been swallowed by a cell."""
        row, cells, lines = self._last
        if has_open_quote(lines, self.delimiter):
            raise SheetRefused(SheetFault.OPEN_QUOTE, row=row, column=len(cells) - 1)
        width = self._width()
        for row, cells in self._multiline_rows:
            column = cell_that_swallowed_rows(cells, width=width, delimiter=self.delimiter)
            if column is not None:
                raise SheetRefused(SheetFault.ROWS_IN_A_CELL, row=row, column=column)

    def _width(self) -> int:
        """The usual number of cells in a row. Rows of one cell are titles, unless there are no others."""
        # The width of a row that swallowed others is meaningless.
        widths = self._widths or Counter(len(cells) for _, cells in self._multiline_rows)
        return max(widths, key=lambda width: (width > 1, widths[width], width), default=1)


def cell_that_swallowed_rows(cells: Sequence[str], *, width: int, delimiter: str) -> int | None:
    """The index of a cell that contains whole rows of this width; None if every multi-line cell is a note.

    Lines of a note have few delimiters. If two lines of a cell have as many as a row, they were rows. A row that was cut
    has fewer, but then the row with the cell has another width.
    """
    for index, cell in enumerate(cells):
        lines = BREAK.split(cell)
        if len(lines) == 1:
            continue
        counts = [line.count(delimiter) for line in lines]
        counts[0] += index
        counts[-1] += len(cells) - 1 - index
        like_rows = sum(
            count >= width - 1 and (count > 0 or bool(line.strip()))
            for count, line in zip(counts, lines, strict=True)
        )
        if like_rows > 1 or (delimiter in cell and len(cells) != width):
            return index
    return None


def has_open_quote(lines: Sequence[str], delimiter: str) -> bool:
    """Whether a quotation mark is still open after these lines of a row."""
    # If the mark is closed, the empty line is parsed as a second row.
    return bool(lines) and len(list(csv.reader([*lines, ""], delimiter=delimiter))) == 1


def column_of_long_cell(text: str, delimiter: str) -> int:
    """The column, from 0, of the first cell of this row that exceeds the limit."""
    column = letters = 0
    is_quoted = False
    for letter in text:
        if letter == '"' and (is_quoted or not letters):
            is_quoted = not is_quoted
        if letter == delimiter and not is_quoted:
            column, letters = column + 1, 0
            continue
        letters += 1
        if letters > MOST_LETTERS:
            break
    return column
