"""Words of an import: how far it is, what a row is worth, what a column holds."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ImportStatus(models.TextChoices):
    """How far a batch is. Rows may still wait for a correction while others are on file."""

    MAPPING = "mapping", _("Columns to confirm")
    WORDS = "words", _("Words to confirm")
    CHECKING = "checking", _("Being checked")
    CHECKED = "checked", _("Checked")
    QUEUED = "queued", _("Queued")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")
    UNDONE = "undone", _("Undone")
    DROPPED = "dropped", _("Dropped")
    ENDED = "ended", _("Ended")


UNDER_WAY = (ImportStatus.CHECKING, ImportStatus.QUEUED, ImportStatus.RUNNING)
OPEN_TO_CHANGE = (
    ImportStatus.MAPPING,
    ImportStatus.WORDS,
    ImportStatus.CHECKED,
    ImportStatus.DONE,
    ImportStatus.FAILED,
)
OVER = (ImportStatus.UNDONE, ImportStatus.DROPPED, ImportStatus.ENDED)

IMPORT_TONE: dict[str, str] = {
    ImportStatus.MAPPING: "warn",
    ImportStatus.WORDS: "warn",
    ImportStatus.CHECKING: "calm",
    ImportStatus.CHECKED: "calm",
    ImportStatus.QUEUED: "calm",
    ImportStatus.RUNNING: "calm",
    ImportStatus.DONE: "good",
    ImportStatus.FAILED: "trouble",
}


class RowState(models.TextChoices):
    """What a row of the sheet is worth after the check."""

    GOOD = "good", _("Good")
    WRONG = "wrong", _("With errors")
    DOUBTFUL = "doubtful", _("Possible duplicates")
    DROPPED = "dropped", _("Dropped")
    DONE = "done", _("On file")


class SheetField(models.TextChoices):
    """What a column of a sheet may hold."""

    FULL_NAME = "full_name", _("Full name")
    GIVEN_NAMES = "given_names", _("Given names")
    FAMILY_NAMES = "family_names", _("Family names")
    SEX = "sex", _("Sex")
    BIRTH = "birth", _("Birth date")
    AGE = "age", _("Age")
    DOCUMENT = "document", _("Document number")
    DOCUMENT_TYPE = "document_type", _("Kind of document")
    PHONE = "phone", _("Phone")
    RELATION = "relation", _("Relation to the head")
    FAMILY = "family", _("Family (the same mark for everybody in it)")
    FORCE = "force", _("Force")
    RANK = "rank", _("Rank")
    UNIT = "unit", _("Unit")
    YEARS_OF_SERVICE = "years_of_service", _("Years of service")
    KNEW_WORK_RIGHT = "knew_work_right", _("Knew of the right to work (yes or no)")
    ARRIVED_ON = "arrived_on", _("Arrived on")
    CROSSING = "crossing", _("Crossing point")
    ENTRY_MODE = "entry", _("Way of entry")
    NATIONALITY = "nation", _("Nationality")
    ALIAS = "alias", _("Alias")
    CIRCUMSTANCES = "circumstances", _("Remarks (kept with the arrival)")


class WordKind(models.TextChoices):
    """Columns whose words are matched to ours, and confirmed once."""

    FORCE = "force", _("Force")
    RANK = "rank", _("Rank")
    RELATION = "relation", _("Relation to the head")
    SEX = "sex", _("Sex")
    CROSSING = "crossing", _("Crossing point")
    ENTRY_MODE = "entry", _("Way of entry")
    NATIONALITY = "nation", _("Nationality")
    # No column: what heads are of whom no column says whether they served.
    CATEGORY = "category", _("Heads without force, rank, unit or years of service")
    # How the dates of a column are written of which some have the month first.
    DATES = "dates", _("Dates")


class DateOrder(models.TextChoices):
    """What stands first in the dates of a column."""

    DAY = "day", _("Day first: 03/04 is 3 April")
    MONTH = "month", _("Month first: 03/04 is 4 March")
