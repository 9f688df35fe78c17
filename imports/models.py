"""Imported sheets of arrivals, and an office's answers about their words."""

import datetime

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, Team, User
from casework.register.models.case import Case
from imports.choices import OPEN_TO_CHANGE, UNDER_WAY, ImportStatus, RowState, WordKind
from imports.querysets import ImportBatchQuerySet, ImportedFamilyQuerySet, OfBatchQuerySet
from imports.rules.choices import SheetFault
from imports.rules.kinds import fault_in_words
from imports.rules.text import column_letter
from reference.models import CrossingPoint, RegionalDirectorate
from vault.fields import EncryptedJSONField, EncryptedTextField
from vault.models import SealedRow


class ImportBatch(SealedRow):
    """One sheet: its file, columns, words and status, under a key of its own.

    The key is destroyed when the batch ends; counts and the list of its families stay.
    """

    UNDO_WITHIN = datetime.timedelta(hours=24)
    # Rows that wait for a correction are personal data, so they are deleted after this time.
    KEPT_FOR = datetime.timedelta(days=14)
    # Numbers of rows up to which the check runs in the request; larger sheets show progress. The slow part is comparing rows
    # with the people on file; it is done once for each row, so a sheet that was checked before is faster.
    CHECKED_AT_ONCE = 150
    RECHECKED_AT_ONCE = 2_000
    # The key in `sheets` for what the spreadsheet hides.
    HIDDEN = "hidden"

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    team = models.ForeignKey(Team, models.PROTECT, related_name="+", verbose_name=_("team"))
    status = models.CharField(
        _("status"), max_length=8, choices=ImportStatus.choices, default=ImportStatus.MAPPING
    )
    title = EncryptedTextField(_("file"), blank=True)
    kind = models.CharField(max_length=4)
    stored_name = models.CharField(max_length=60, blank=True)
    heading_row = models.PositiveIntegerField(default=1)
    sheet = models.PositiveIntegerField(default=0, help_text="Place in the workbook, from 0.")
    asked_sheet = models.PositiveIntegerField(
        null=True,
        help_text="Place of the sheet that a worker is to read; none for the first of people.",
    )
    fault = models.JSONField(
        default=dict, help_text="Why the file cannot be read: kind of fault, row and column."
    )
    sheets = EncryptedJSONField(
        null=True,
        help_text="Places and names of the filled sheets, or ways to read a text; what is hidden.",
    )
    headings = EncryptedJSONField(null=True)
    filled = EncryptedJSONField(
        null=True, help_text="How many rows fill each column, by its index."
    )
    columns = EncryptedJSONField(null=True, help_text="Column, from 0, and what it holds.")
    rows_hidden = models.PositiveIntegerField(default=0, help_text="In the spreadsheet.")
    comments = models.PositiveIntegerField(default=0, help_text="Cells that have one, unread.")
    words = EncryptedJSONField(null=True, help_text="Kind, word and what it means.")
    start = EncryptedJSONField(
        null=True, help_text="Privacy notice and legal basis recorded for everybody in it."
    )
    arrived_on = models.DateField(_("arrived on"))
    crossing = models.ForeignKey(
        CrossingPoint, models.PROTECT, null=True, blank=True, verbose_name=_("crossing point")
    )
    directorate = models.ForeignKey(
        RegionalDirectorate,
        models.PROTECT,
        null=True,
        blank=True,
        verbose_name=_("regional directorate"),
    )
    is_staged = models.BooleanField(default=False, help_text="Understood with its present columns.")
    rows_total = models.PositiveIntegerField(default=0)
    rows_checked = models.PositiveIntegerField(default=0)
    rows_good = models.PositiveIntegerField(default=0)
    rows_wrong = models.PositiveIntegerField(default=0)
    rows_doubtful = models.PositiveIntegerField(default=0)
    rows_held = models.PositiveIntegerField(default=0, help_text="By others of their family.")
    rows_dropped = models.PositiveIntegerField(default=0)
    rows_unread = models.PositiveIntegerField(default=0, help_text="Lines that are about nobody.")
    rows_done = models.PositiveIntegerField(default=0)
    families_done = models.PositiveIntegerField(default=0)
    rows_to_do = models.PositiveIntegerField(default=0)
    uploaded_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField(auto_now_add=True)
    committed_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    # When rows were last put on file. `ImportedFamily.made_at` is the time of one family.
    committed_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(auto_now=True)
    ended_at = models.DateTimeField(null=True)

    objects = ImportBatchQuerySet.as_manager()

    COUNTS = {
        RowState.GOOD: "rows_good",
        RowState.WRONG: "rows_wrong",
        RowState.DOUBTFUL: "rows_doubtful",
        RowState.HELD: "rows_held",
        RowState.DROPPED: "rows_dropped",
        RowState.UNREAD: "rows_unread",
        RowState.DONE: "rows_done",
    }

    class Privacy:
        open = {
            "office",
            "team",
            "status",
            "kind",
            "stored_name",
            "heading_row",
            "sheet",
            "asked_sheet",
            "fault",
            "rows_hidden",
            "comments",
            "arrived_on",
            "crossing",
            "directorate",
            "is_staged",
            "rows_total",
            "rows_checked",
            "rows_good",
            "rows_wrong",
            "rows_doubtful",
            "rows_held",
            "rows_dropped",
            "rows_unread",
            "rows_done",
            "families_done",
            "rows_to_do",
            "uploaded_by",
            "uploaded_at",
            "committed_by",
            "committed_at",
            "changed_at",
            "ended_at",
        }
        personal = {"title", "sheets", "headings", "filled", "columns", "words", "start"}

    class Meta:
        verbose_name = _("import")
        ordering = ["-uploaded_at"]
        indexes = [
            models.Index(
                fields=["changed_at"], name="imports_still_open", condition=Q(ended_at=None)
            )
        ]

    @property
    def tone(self) -> str:
        return ImportStatus(self.status).tone

    @property
    def is_being_read(self) -> bool:
        return self.status == ImportStatus.READING

    @property
    def is_unreadable(self) -> bool:
        return self.status == ImportStatus.UNREADABLE

    @property
    def fault_sentence(self) -> str:
        """Why the file cannot be read, and where, in the user's language; empty if it can."""
        if not self.fault:
            return ""
        kind = SheetFault(self.fault["kind"])
        return fault_in_words(kind, self.fault["row"], self.fault["column"])

    @property
    def is_being_checked(self) -> bool:
        return self.status == ImportStatus.CHECKING

    @property
    def is_queued(self) -> bool:
        return self.status == ImportStatus.QUEUED

    @property
    def has_failed(self) -> bool:
        return self.status == ImportStatus.FAILED

    @property
    def is_undone(self) -> bool:
        return self.status == ImportStatus.UNDONE

    @property
    def is_dropped(self) -> bool:
        return self.status == ImportStatus.DROPPED

    @property
    def is_under_way(self) -> bool:
        return self.status in UNDER_WAY

    @property
    def is_open_to_change(self) -> bool:
        return self.status in OPEN_TO_CHANGE

    @property
    def column_fields(self) -> dict[int, str]:
        """`columns` with integer keys: the SheetField of each imported column. JSON keys are strings."""
        return {int(column): name for column, name in (self.columns or {}).items()}

    @property
    def _named_sheets(self) -> dict[int, str]:
        """Names of the filled sheets by index; for a text file, previews of the ways to decode it."""
        return {
            int(index): name for index, name in (self.sheets or {}).items() if index != self.HIDDEN
        }

    @property
    def sheet_name(self) -> str:
        """The name of the sheet that was read; empty for a file without sheets."""
        return self._named_sheets.get(self.sheet, "")

    @property
    def sheets_not_read(self) -> dict[int, str]:
        """Names of the workbook's other filled sheets by index."""
        return {index: name for index, name in self._named_sheets.items() if index != self.sheet}

    @property
    def hidden_sheets(self) -> list[int]:
        """Indexes of the hidden sheets."""
        return self._hidden("sheets")

    @property
    def hidden_rows(self) -> set[int]:
        """Numbers of the rows of people that the spreadsheet hides."""
        return set(self._hidden("rows"))

    @property
    def hidden_columns(self) -> list[str]:
        """Letters of the filled columns that the spreadsheet hides."""
        filled = self.filled or {}
        return [
            column_letter(column) for column in self._hidden("columns") if str(column) in filled
        ]

    def _hidden(self, kind: str) -> list[int]:
        positions: list[int] = (self.sheets or {}).get(self.HIDDEN, {}).get(kind, [])
        return positions

    @property
    def is_in_doubt(self) -> bool:
        """Whether the encoding of the text is ambiguous and nobody has chosen yet."""
        return bool(self.fault) and self.fault["kind"] == SheetFault.LETTERS_IN_DOUBT

    @property
    def sheets_to_choose(self) -> dict[int, str]:
        """For a workbook the other sheets; for a text file, until part is on file, the ways to decode it."""
        if self.kind == "csv" and self.families_done:
            return {}
        if self.is_in_doubt:
            return self._named_sheets
        return self.sheets_not_read

    @property
    def rows_waiting(self) -> int:
        """Rows that are neither on file nor left out."""
        return self.rows_total - self.rows_done - self.rows_dropped - self.rows_unread

    @property
    def undo_until(self) -> datetime.datetime | None:
        """The end of the time for undo, by the family put on file last; earlier families have `ImportedFamily.undo_until`."""
        return self.committed_at + self.UNDO_WITHIN if self.committed_at else None

    @property
    def kept_until(self) -> datetime.datetime:
        return self.changed_at + self.KEPT_FOR

    def may_be_undone(self, now: datetime.datetime) -> bool:
        """Whether rows were put on file less than UNDO_WITHIN ago, and the import is not being processed."""
        is_recent = self.undo_until is not None and now < self.undo_until
        return is_recent and self.is_open_to_change and self.families_done > 0

    def count(self, counts: dict[str, int]) -> None:
        """Stores how many rows are in each state."""
        for state, name in self.COUNTS.items():
            setattr(self, name, counts.get(state, 0))


class ImportChunk(SealedRow):
    """Some rows of a sheet, encrypted together. Once the rows are checked, no family is split over chunks."""

    batch = models.ForeignKey(ImportBatch, models.CASCADE, related_name="chunks")
    place = models.PositiveIntegerField()
    is_compared = models.BooleanField(default=False, help_text="With the people on file.")
    rows = EncryptedJSONField()
    good = models.PositiveIntegerField(default=0)
    wrong = models.PositiveIntegerField(default=0)
    doubtful = models.PositiveIntegerField(default=0)
    held = models.PositiveIntegerField(default=0)
    dropped = models.PositiveIntegerField(default=0)
    unread = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)

    objects = OfBatchQuerySet.as_manager()

    class Privacy:
        open = {"batch", "place", "is_compared", *RowState.values}
        personal = {"rows"}

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["batch", "place"], name="one_chunk_per_place")
        ]

    def count(self, counts: dict[str, int]) -> None:
        for state in RowState.values:
            setattr(self, state, counts.get(state, 0))


class ImportedFamily(models.Model):
    """A case that an import put on file; `case` is None after an undo. `submission` makes retries idempotent."""

    batch = models.ForeignKey(ImportBatch, models.PROTECT, related_name="families")
    case = models.ForeignKey(Case, models.PROTECT, null=True, related_name="+")
    submission = models.UUIDField(unique=True)
    number = models.CharField(_("case"), max_length=16)
    first_row = models.PositiveIntegerField(_("row"))
    people = models.PositiveSmallIntegerField(_("people"))
    documents = models.PositiveSmallIntegerField(default=0)
    services = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(auto_now_add=True)

    objects = ImportedFamilyQuerySet.as_manager()

    class Privacy:
        open = {
            "batch",
            "case",
            "submission",
            "number",
            "first_row",
            "people",
            "documents",
            "services",
            "made_at",
        }

    class Meta:
        ordering = ["first_row"]

    @property
    def undo_until(self) -> datetime.datetime:
        return self.made_at + ImportBatch.UNDO_WITHIN


class ColumnMemory(models.Model):
    """What columns with these headings contain. The headings are stored as a keyed token only."""

    office = models.ForeignKey(Office, models.CASCADE, related_name="+")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    headings_token = models.BigIntegerField()
    columns = models.JSONField()
    changed_at = models.DateTimeField(auto_now=True)

    class Privacy:
        open = {"office", "user", "headings_token", "columns", "changed_at"}

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["office", "user", "headings_token"], name="one_memory_per_headings"
            )
        ]


class WordMemory(models.Model):
    """What a word of a sheet means in an office. The word is stored as a keyed token, because it may be a name."""

    office = models.ForeignKey(Office, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20, choices=WordKind.choices)
    word_token = models.BigIntegerField()
    meaning = models.CharField(max_length=30)
    confirmed_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    confirmed_at = models.DateTimeField(auto_now=True)

    class Privacy:
        open = {"office", "kind", "word_token", "meaning", "confirmed_by", "confirmed_at"}

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["office", "kind", "word_token"], name="one_meaning_per_word"
            )
        ]
