"""Judges every free run of the board for the picked people, by the rules that offers and actions use."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Self

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from pages.dates import day_and_month
from shelters.beds_for_family import Search
from shelters.board.choices import PickVerdict, RunKind
from shelters.board.picking import Picked
from shelters.board.reading import Band, Board, BoardLine, RunCell
from shelters.board.rules import BedRun
from shelters.choices import Severity
from shelters.models import Site
from shelters.offers import SiteMoney
from shelters.rules.runs import FreeBed, Run, best_runs, key_in_url

# How many places get a number, which is also the key that chooses them.
MOST_NUMBERED = 9
# The sites of this number of best places are unfolded.
MOST_UNFOLDED = 3


@dataclass
class Judged:
    """What the rules say about the picked people in one room, or in rooms together; `sentences` say why."""

    verdict: PickVerdict
    sentences: list[str]
    run: Run | None
    number: int | None = None

    @classmethod
    def of(cls, run: Run, reasons: list[str], number: int | None = None) -> Self:
        """Beds that no rule refuses, with the sentences that ask for a reason."""
        return cls(PickVerdict.ASKS if reasons else PickVerdict.FITS, reasons, run, number)

    @property
    def at(self) -> str:
        return self.run.at if self.run else ""


class BoardSearch(Search):
    """The search for a pick, which judges every room and not only the best."""

    def __init__(self, picked: Picked, sites: Iterable[Site], *, reader: User) -> None:
        night, until = picked.starts_on, picked.until
        super().__init__(
            picked.case,
            picked.chosen,
            sites=[site for site in sites if site.is_open_on(night)],
            night=night,
            until=until if until and until > night else None,
            reader=reader,
        )
        self.free_ids = {bed.bed_id for bed in self.free}
        self._outcomes: dict[tuple[FreeBed, ...], Run | None] = {}

    def judge(self) -> dict[uuid.UUID, Judged]:
        """By room what the rules say. The best places are numbered, the best of every site before the second of any."""
        self._read_neighbours(set(self.sites))
        size = len(self.people)
        of_sites = [
            self._best_at(list(beds), self._outcome)
            for _site, beds in groupby(self.free, key=lambda bed: bed.site_id)
        ]
        numbers = {run.beds: number for number, run in enumerate(self._in_order(of_sites), start=1)}
        tried = [
            (room, len(beds), next(iter(best_runs(beds, size)), None))
            for room, beds in self._by_room()
        ]
        splits = [run for runs in of_sites for run in runs if run.rooms > 1]
        self._fetch_beds([*splits, *(run for _room, _free, run in tried if run)])
        judged = {room: self._judged_room(free, run) for room, free, run in tried}
        for each in judged.values():
            if each.run and each.verdict != PickVerdict.REFUSED:
                each.number = numbers.get(each.run.beds)
        for split in splits:
            self._add_split(split, judged, numbers.get(split.beds))
        return judged

    def in_rooms(self, at: str) -> tuple[list[FreeBed], Run | None]:
        """The free beds of the site of the rooms named by `Judged.at`, and the best run in these rooms; none if refused."""
        wanted = set(at.split("."))
        inside = [bed for bed in self.free if key_in_url(bed.room_id) in wanted]
        sites = {bed.site_id for bed in inside}
        self._read_neighbours(sites)
        runs = best_runs(inside, len(self.people), judge=self._outcome)
        beds = [bed for bed in self.free if bed.site_id in sites]
        self._fetch_beds(list(runs))
        return beds, next(iter(runs), None)

    def asks(self, run: Run) -> list[str]:
        """The sentences of rules that need a reason, money included where the first night is not paid."""
        money = SiteMoney.of(self.sites[run.site_id], self.night, self.until)
        broken = self._in_words(run) if run.asks else []
        return [*broken, *(money.warnings if money.asks else [])]

    def _outcome(self, run: Run) -> Run | None:
        """`_judged`, once for each choice of beds."""
        if run.beds not in self._outcomes:
            self._outcomes[run.beds] = self._judged(run)
        return self._outcomes[run.beds]

    def _by_room(self) -> Iterable[tuple[uuid.UUID, list[FreeBed]]]:
        for room, beds in groupby(self.free, key=lambda bed: bed.room_id):
            yield room, list(beds)

    def _judged_room(self, free: int, run: Run | None) -> Judged:
        if run is None:
            return Judged(PickVerdict.REFUSED, [_too_few(free, len(self.people))], None)
        outcome = self._outcome(run)
        if outcome is None:
            return Judged(PickVerdict.REFUSED, self._in_words(run, Severity.REFUSE), run)
        return Judged.of(outcome, self.asks(outcome))

    def _add_split(self, split: Run, judged: dict[uuid.UUID, Judged], number: int | None) -> None:
        """Several rooms together, for those that cannot take everybody alone."""
        found = Judged.of(split, self.asks(split), number)
        for room in {bed.room_id for bed in split.beds}:
            if judged[room].run is None or judged[room].verdict == PickVerdict.REFUSED:
                judged[room] = found

    def _in_order(self, of_sites: Sequence[list[Run]]) -> list[Run]:
        """The best run of each site, best first, then the second ones."""
        best = sorted((runs[0] for runs in of_sites if runs), key=self._rank)
        second = sorted((run for runs in of_sites for run in runs[1:]), key=self._rank)
        return [*best, *second][:MOST_NUMBERED]

    def _rank(self, run: Run) -> tuple[Any, ...]:
        return (*self._fit(run), run.cost)


def _too_few(free: int, wanted: int) -> str:
    words = ngettext(
        "%(free)s bed is free on all of these nights; %(wanted)s are needed",
        "%(free)s beds are free on all of these nights; %(wanted)s are needed",
        free,
    )
    return words % {"free": free, "wanted": wanted}


def judge_board(board: Board, search: BoardSearch, picked: Picked) -> None:
    """Marks every free run of the open sites, and opens those of the best places."""
    judged = search.judge()
    numbered = sorted(
        (each for each in judged.values() if each.number and each.run),
        key=lambda each: each.number or 0,
    )
    of_site = {each.run.site_id: each for each in reversed(numbered) if each.run}
    unfolded = {each.run.site_id for each in numbered[:MOST_UNFOLDED] if each.run}
    for band in board.bands:
        band.is_open = band.is_open or band.site.pk in unfolded
        if best := of_site.get(band.site.pk):
            band.best = _best_of(best)
    board.draw()
    for band in board.bands:
        for line in band.lines:
            _mark_line(line, board, search, judged, picked, band)


def _best_of(best: Judged) -> RunCell:
    sentence = " ".join(best.sentences)
    sign = best.verdict.sign
    return RunCell(1, best.verdict, sign, "", sentence, at=best.at, number=best.number)


def _mark_line(
    line: BoardLine,
    board: Board,
    search: BoardSearch,
    judged: dict[uuid.UUID, Judged],
    picked: Picked,
    band: Band,
) -> None:
    for cell in line.cells:
        if cell.pick in picked.numbers:
            cell.css += " picked"
        if cell.pick and cell.run and cell.run.end > search.night:
            cell.asks, cell.pick = "with", cell.number_of_person
        if cell.run is None or not _is_judged(cell.run, board) or cell.run.end <= board.today:
            continue
        here = judged.get(line.room_id) if line.room_id else None
        is_free = all(bed.bed_id in search.free_ids for bed in line.beds)
        if not is_free or here is None or not cell.run.first <= search.night < cell.run.end:
            _mark(cell, Judged(PickVerdict.REFUSED, [_why_not(cell.run, search, band)], None))
        else:
            taken = {bed.bed_id for bed in here.run.beds} if here.run else set()
            shows_number = any(bed.bed_id in taken for bed in line.beds)
            _mark(cell, here, with_number=shows_number)


def _is_judged(run: BedRun, board: Board) -> bool:
    """Free beds, and those that the reader holds: nobody else may give them."""
    is_mine = run.kind == RunKind.HELD and run.about.holder_id == board.reader.pk
    return run.kind == RunKind.FREE or is_mine


def _why_not(run: BedRun, search: BoardSearch, band: Band) -> str:
    """Why a free run does not hold all nights that are asked for."""
    if not band.site.is_open_on(search.night):
        return _("not open on %(day)s") % {"day": day_and_month(search.night)}
    if run.first > search.night:
        return _("free only from %(day)s on") % {"day": day_and_month(run.first)}
    if run.end <= search.night:
        return _("free only before %(day)s") % {"day": day_and_month(search.night)}
    if search.until is None:
        return _("somebody comes later: say a day of leaving")
    return _("somebody comes on %(day)s") % {"day": day_and_month(run.end)}


def _mark(cell: RunCell, judged: Judged, *, with_number: bool = False) -> None:
    cell.css += f" {judged.verdict}"
    cell.sign = judged.verdict.sign
    cell.sentence = f"{judged.verdict.label}. {' '.join(judged.sentences)}".strip()
    if judged.verdict == PickVerdict.REFUSED:
        # Why it does not fit is all that anybody wants to know of it.
        cell.text, cell.sentence = " ".join(judged.sentences), str(judged.verdict.label)
        return
    cell.at = judged.at
    cell.number = judged.number if with_number else None
