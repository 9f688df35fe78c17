"""Makes the board: a band for each site with its numbers by night, and below it rooms and beds in runs of nights."""

import datetime
import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from shelters.board.choices import RunKind
from shelters.board.querysets import (
    BoardBed,
    BoardStay,
    beds_of_board,
    not_offered,
    seen_stays,
    stays_of_board,
)
from shelters.board.rules import (
    NOTHING,
    BedRun,
    BoardNights,
    NightCount,
    Piece,
    count_nights_of,
    cut,
    pieces,
)
from shelters.board.words import (
    bed_in_words,
    closed_in_words,
    column_head,
    count_in_parts,
    free_beds_in_words,
    free_in_words,
    goes_on,
    held_in_words,
    money_of,
    room_in_words,
    short_name,
    stay_in_words,
    why_closed,
)
from shelters.models import Site
from shelters.rules.runs import key_in_url

# The marks of families: a class each, drawn as a bar at the left of their runs.
MARKS = 6


@dataclass
class RunCell:
    """One run as the page shows it. `pick` is the number that it picks, of this person or one of the family, `at` the room that
    it offers."""

    nights: int
    css: str
    sign: str = ""
    text: str = ""
    sentence: str = ""
    pick: str = ""
    number_of_person: str = ""
    # `pick`, or `with`: to change beds with the people who are picked already.
    asks: str = "pick"
    at: str = ""
    number: int | None = None
    run: BedRun | None = None

    @property
    def shown(self) -> str:
        """`✓ 1 4 free`: sign, number and text."""
        return " ".join(str(each) for each in (self.sign, self.number, self.text) if each)

    @property
    def said(self) -> str:
        """What follows the text for who listens."""
        return f", {self.sentence}" if self.sentence else ""


@dataclass
class BoardLine:
    """A bed, or a room that is free for all nights: `beds` are then all of its beds."""

    room_id: uuid.UUID | None
    room: str
    bed: str
    offers: str
    is_first: bool
    beds: list[BoardBed]
    cells: list[RunCell]


@dataclass
class Band:
    """A site: its numbers by night and, unless it is folded, its lines."""

    site: Site
    counts: list[NightCount]
    money: str
    unpaid_on: datetime.date | None
    runs: dict[uuid.UUID, list[BedRun]]
    beds: list[BoardBed]
    bedless: list[BoardStay] = field(default_factory=list)
    lines: list[BoardLine] = field(default_factory=list)
    is_open: bool = False
    # The best place for the picked people here, if it is among the numbered ones.
    best: RunCell | None = None

    days: list[datetime.date] = field(default_factory=list)

    @property
    def key(self) -> str:
        return key_in_url(self.site.pk)

    @property
    def nights(self) -> list[tuple[NightCount, str, list[Any], bool]]:
        """Of each night the free beds with their words, the other numbers in parts, and whether it is not paid."""
        return [
            (
                count,
                free_beds_in_words(count),
                count_in_parts(count),
                self.unpaid_on is not None and day >= self.unpaid_on,
            )
            for count, day in zip(self.counts, self.days, strict=True)
        ]


class Board:
    """The sites on these nights as `reader` sees them."""

    def __init__(
        self,
        sites: Iterable[Site],
        nights: BoardNights,
        *,
        reader: User,
        opened: Collection[uuid.UUID] | None = None,
        fits: int | None = None,
        step_free: bool = False,
        drafts: Mapping[uuid.UUID, Sequence[Piece]] | None = None,
    ) -> None:
        """`opened` are the sites whose rooms are shown; None for all. `fits` keeps rooms with that number of beds free on
        the first night from today on, `step_free` those that are reached without steps. `drafts` are by bed what a plan
        of moves would put there."""
        self.sites = {site.pk: site for site in sites}
        self.nights, self.reader, self.today = nights, reader, reader.today()
        self.fits, self.step_free, self.drafts = fits, step_free, drafts or {}
        keys = list(self.sites)
        self.beds = beds_of_board(keys, nights)
        self.stays = stays_of_board(keys, nights)
        self.seen = seen_stays(keys, nights, reader=reader)
        self.closures, self.holds = not_offered(keys, nights)
        self.picks: dict[Any, str] = {}
        self.families = Counter(stay.case_id for stay in self.seen.values())
        self.bands = [self._band(site) for site in self.sites.values()]
        for band in self.bands:
            band.is_open = opened is None or band.site.pk in opened

    @cached_property
    def days(self) -> list[tuple[str, str, datetime.date]]:
        """The head of each column: weekday, day, and the date itself."""
        return [
            (*column_head(day, is_first=not number), day)
            for number, day in enumerate(self.nights.days)
        ]

    @property
    def totals(self) -> list[tuple[NightCount, str, list[Any]]]:
        counts = [NOTHING] * len(self.nights.days)
        for band in self.bands:
            counts = [one + other for one, other in zip(counts, band.counts, strict=True)]
        return [(count, free_beds_in_words(count), count_in_parts(count)) for count in counts]

    @property
    def first_night(self) -> datetime.date:
        """Tonight, or the first night shown if that is later."""
        return max(self.today, self.nights.first)

    @cached_property
    def _by_site(self) -> dict[uuid.UUID, list[BoardBed]]:
        by_site: dict[uuid.UUID, list[BoardBed]] = {}
        for bed in self.beds:
            by_site.setdefault(bed.site_id, []).append(bed)
        return by_site

    @cached_property
    def _stays_by_site(self) -> dict[uuid.UUID, list[BoardStay]]:
        by_site: dict[uuid.UUID, list[BoardStay]] = {}
        for stay in self.stays:
            by_site.setdefault(stay.site_id, []).append(stay)
        return by_site

    def _band(self, site: Site) -> Band:
        beds, stays = self._by_site.get(site.pk, []), self._stays_by_site.get(site.pk, [])
        unpaid_on = site.first_night_unpaid(self.today)
        by_bed: dict[uuid.UUID | None, list[Piece]] = {}
        for stay in stays:
            by_bed.setdefault(stay.bed_id, []).extend(
                pieces(stay, today=self.today, unpaid_on=unpaid_on)
            )
        runs = {
            bed.bed_id: self._runs(
                site, bed, [*by_bed.get(bed.bed_id, []), *self.drafts.get(bed.bed_id, ())]
            )
            for bed in beds
        }
        moved_on = {stay.previous_id for stay in stays if stay.previous_site_id == site.pk}
        return Band(
            site=site,
            counts=count_nights_of(
                self.nights,
                [(bed.is_surge, runs[bed.bed_id]) for bed in beds],
                arriving=[s.starts_on for s in stays if s.previous_site_id != site.pk],
                leaving=[s.leaves_on for s in stays if s.leaves_on and s.stay_id not in moved_on],
            ),
            money=money_of(site, self.today),
            unpaid_on=unpaid_on,
            runs=runs,
            beds=beds,
            bedless=[stay for stay in stays if stay.bed_id is None],
            days=self.nights.days,
        )

    def _runs(self, site: Site, bed: BoardBed, stays: list[Piece]) -> list[BedRun]:
        ends = [day for day in (bed.closed_on, site.closed_on) if day]
        return cut(
            self.nights,
            stays,
            closures=self.closures.get(bed.bed_id, ()),
            holds=self.holds.get(bed.bed_id, ()),
            stands=(max(bed.opened_on, site.opened_on), min(ends, default=None)),
            today=self.today,
        )

    def draw(self) -> None:
        """Makes the lines of the open sites. Names are decrypted here, of people whom the reader sees."""
        for band in self.bands:
            if band.is_open:
                band.lines = self._lines(band)

    def _lines(self, band: Band) -> list[BoardLine]:
        lines: list[BoardLine] = []
        for _room, group in groupby(band.beds, key=lambda bed: bed.room_id):
            beds = list(group)
            if self._is_wanted(beds, band):
                lines += self._lines_of_room(beds, band)
        lines += [self._line_without_bed(stay, band) for stay in band.bedless]
        return lines

    def _is_wanted(self, beds: Sequence[BoardBed], band: Band) -> bool:
        if self.step_free and not beds[0].is_step_free:
            return False
        if self.fits is None:
            return True
        free = (run for bed in beds for run in band.runs[bed.bed_id] if run.kind == RunKind.FREE)
        return sum(run.first <= self.first_night < run.end for run in free) >= self.fits

    def _lines_of_room(self, beds: Sequence[BoardBed], band: Band) -> list[BoardLine]:
        runs = [band.runs[bed.bed_id] for bed in beds]
        offers = room_in_words(beds[0])
        is_wholly_free = (
            all(len(each) == 1 and each[0].kind == RunKind.FREE for each in runs) and len(beds) > 1
        )
        if is_wholly_free:
            cell = self._free_cell(runs[0][0], beds=len(beds))
            cell.css += " now"
            words = ngettext("%(count)s bed", "%(count)s beds", len(beds)) % {"count": len(beds)}
            line = BoardLine(beds[0].room_id, beds[0].room, words, offers, True, list(beds), [cell])
            return [line]
        return [
            BoardLine(
                bed.room_id,
                bed.room,
                bed_in_words(bed),
                offers,
                not number,
                [bed],
                [self._cell(run) for run in runs[number]],
            )
            for number, bed in enumerate(beds)
        ]

    def _line_without_bed(self, stay: BoardStay, band: Band) -> BoardLine:
        drawn = pieces(stay, today=self.today, unpaid_on=band.unpaid_on)
        ends = (stay.starts_on, None)
        runs = cut(self.nights, drawn, stands=ends, today=self.today)
        none = [run._replace(kind=RunKind.NO_BED) if not run.about else run for run in runs]
        is_first = stay is band.bedless[0]
        cells = [self._cell(run) for run in none]
        return BoardLine(None, _("No bed yet"), "", "", is_first, [], cells)

    def _cell(self, run: BedRun) -> RunCell:
        cell = self._cell_of(run)
        if run.first <= self.first_night < run.end:
            cell.css += " now"
        return cell

    def _cell_of(self, run: BedRun) -> RunCell:
        match run.kind:
            case RunKind.FREE:
                return self._free_cell(run)
            case RunKind.NO_BED:
                return RunCell(run.nights, run.kind, sentence=str(RunKind.NO_BED.label), run=run)
            case RunKind.CLOSED:
                back_on = run.about and run.end
                text = closed_in_words(run, back_on if run.end < self.nights.end else None)
                sign = RunKind.CLOSED.sign
                return RunCell(run.nights, run.kind, sign, text, why_closed(run.about), run=run)
            case RunKind.HELD:
                text, label = held_in_words(run.about), str(RunKind.HELD.label)
                return RunCell(run.nights, run.kind, RunKind.HELD.sign, text, label, run=run)
            case RunKind.DRAFT:
                return RunCell(
                    run.nights,
                    run.kind,
                    RunKind.DRAFT.sign,
                    short_name(run.about.placement.individual),
                    str(RunKind.DRAFT.label),
                    run=run,
                )
        return self._stay_cell(run, run.about)

    def _free_cell(self, run: BedRun, *, beds: int = 1) -> RunCell:
        return RunCell(
            run.nights, run.kind, text=free_in_words(run, self.nights, beds=beds), run=run
        )

    def _stay_cell(self, run: BedRun, stay: BoardStay) -> RunCell:
        seen = self.seen.get(stay.stay_id)
        edge = " unpaid" if run.is_unpaid else ""
        if seen is None:
            until = goes_on(run, stay, self.nights) and "→"
            text = str(RunKind.TAKEN.label)
            return RunCell(run.nights, f"{RunKind.TAKEN}{edge}", "", text, until, run=run)
        family = self.families[seen.case_id]
        mark = f" m{seen.case_id.int % MARKS}" if family > 1 else ""
        # Whoever of the family is pressed picks all of it, and the page is lighter if they say the same number.
        same_pick = (seen.case_id, seen.site_id, stay.leaves_on)
        return RunCell(
            run.nights,
            f"{run.kind}{edge}{mark}",
            RunKind(run.kind).sign,
            f"{short_name(seen.individual)} {goes_on(run, stay, self.nights)}".strip(),
            stay_in_words(run, stay, self.nights),
            pick=self.picks.setdefault(same_pick, seen.individual.number),
            number_of_person=seen.individual.number,
            run=run,
        )


def people_seen(board: Board) -> list[Any]:
    """The stays whose people the page names: those of the open sites that the reader sees."""
    opened = {band.site.pk for band in board.bands if band.is_open}
    return [stay for stay in board.seen.values() if stay.site_id in opened]
