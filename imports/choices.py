"""Choices of an import: its status, the state of a row, the content of a column, faults."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casework.identity.rules import SMALL_CHILD_FIRST as SO_SMALL_A_CHILD
from pages.choices import Toned


class ImportStatus(Toned):
    """The status of a batch. Rows may wait for a correction while others are on file."""

    READING = "reading", "calm", _("Being read")
    UNREADABLE = "unread", "trouble", _("Cannot be read")
    MAPPING = "mapping", "warn", _("Columns to confirm")
    WORDS = "words", "warn", _("Words to confirm")
    CHECKING = "checking", "calm", _("Being checked")
    CHECKED = "checked", "calm", _("Checked")
    QUEUED = "queued", "calm", _("Queued")
    RUNNING = "running", "calm", _("Running")
    DONE = "done", "good", pgettext_lazy("import", "Done")
    FAILED = "failed", "trouble", _("Failed")
    UNDONE = "undone", "quiet", _("Undone")
    DROPPED = "dropped", "quiet", _("Dropped")
    ENDED = "ended", "quiet", _("Ended")


UNDER_WAY = (
    ImportStatus.READING,
    ImportStatus.CHECKING,
    ImportStatus.QUEUED,
    ImportStatus.RUNNING,
)

STOPPED = (ImportStatus.FAILED, ImportStatus.UNREADABLE)

OPEN_TO_CHANGE = (
    ImportStatus.MAPPING,
    ImportStatus.WORDS,
    ImportStatus.CHECKED,
    ImportStatus.DONE,
    ImportStatus.FAILED,
)

OVER_STATUSES = (ImportStatus.UNDONE, ImportStatus.DROPPED, ImportStatus.ENDED)


class RowState(models.TextChoices):
    """The state of a row after the check."""

    GOOD = "good", _("Good")
    WRONG = "wrong", _("With errors")
    DOUBTFUL = "doubtful", _("To decide")
    HELD = "held", _("Waiting for their family")
    DROPPED = "dropped", _("Dropped")
    UNREAD = "unread", _("Lines not read")
    DONE = "done", _("On file")

    @property
    def is_good(self) -> bool:
        return self is RowState.GOOD

    @property
    def is_wrong(self) -> bool:
        return self is RowState.WRONG

    @property
    def is_doubtful(self) -> bool:
        return self is RowState.DOUBTFUL

    @property
    def is_held(self) -> bool:
        return self is RowState.HELD

    @property
    def is_dropped(self) -> bool:
        return self is RowState.DROPPED

    @property
    def is_unread(self) -> bool:
        return self is RowState.UNREAD


class SheetField(models.TextChoices):
    """What a column of a sheet may contain."""

    FULL_NAME = "full_name", _("Full name")
    FAMILY_FIRST = "family_first", _("Full name, family names first")
    GIVEN_NAMES = "given_names", _("Given names")
    FAMILY_NAMES = "family_names", _("Family names")
    SEX = "sex", _("Sex")
    BIRTH = "birth", _("Birth date")
    AGE = "age", _("Age")
    ESTIMATED = "estimated", _("Whether the birth is estimated (yes or no)")
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
    """Kinds of words and questions that a user confirms."""

    FORCE = "force", _("Force")
    RANK = "rank", _("Rank")
    RELATION = "relation", _("Relation to the head")
    SEX = "sex", _("Sex")
    CROSSING = "crossing", _("Crossing point")
    ENTRY_MODE = "entry", _("Way of entry")
    NATIONALITY = "nation", _("Nationality")
    DOCUMENT_TYPE = "document_type", _("Kind of document")
    # No column: the category of heads for whom no column says whether they served.
    CATEGORY = "category", _("Heads without force, rank, unit or years of service")
    # The order of dates in a column that has some with the month first.
    DATES = "dates", _("Dates")
    # The unit of bare numbers below a heading that names years and months, and the day on which ages were stated.
    AGES = "ages", _("Ages")
    AGE_DAY = "age_day", _("Day of the ages")
    # No column of its own: a word of a full name that may be a given name or a family name.
    NAME = "name", _("Part of a name")


class NamePart(models.TextChoices):
    """What a word of a full name is."""

    GIVEN = "given", _("Given name")
    FAMILY = "family", _("Family name")


class DateOrder(models.TextChoices):
    """What comes first in the dates of a column."""

    DAY = "day", _("Day first: 03/04 is 3 April")
    MONTH = "month", _("Month first: 03/04 is 4 March")


class AgeUnit(models.TextChoices):
    """The unit of ages whose cell states none."""

    YEARS = "years", _("Years, where the cell does not say months")
    MONTHS = "months", _("Months, where the cell does not say years")
    EACH = "each", _("Some are years and some months: ask at each row")


class AgeDay(models.TextChoices):
    """The day as of which the ages of a sheet are stated."""

    ARRIVAL = "arrival", _("The day of arrival")
    SHEET = "sheet", _("The day on which the sheet was uploaded")


class RowFault(models.TextChoices):
    """Why a row cannot be put on file. The label is the sentence."""

    NO_NAME = "no_name", _("There is no name.")
    DIGITS_IN_NAME = "digits_in_name", _("A name holds digits.")
    NO_PERSON = "no_person", _("This is nobody's name. Write the name, or leave the row out.")
    TWO_PEOPLE = "two_people", _("More than one name stands here. Give each person a row.")
    NOT_ONLY_A_NAME = (
        "not_only_a_name",
        _(
            "More than a name stands here. Leave the name; an alias and a remark have columns of their own."
        ),
    )
    RANK_OR_SURNAME = (
        "rank_or_surname",
        _("Rank or surname? Leave the name alone here; a surname stands behind the given names."),
    )
    TWO_RANKS = (
        "two_ranks",
        _("Another rank stands before the name than in the column of ranks. Keep one."),
    )
    NAME_PARTS = (
        "name_parts",
        _(
            "Where do the family names begin? Say it under “Words”, or write them first with a comma: Rojas Peña, Luis."
        ),
    )
    BROKEN_LETTERS = "broken_letters", _("Letters are broken. Write them again.")
    TOO_LONG = "too_long", _("The text is too long.")
    FORMULA = "formula", _("This is a formula. Write its value.")
    DITTO = "ditto", _("This repeats the cell above. Write what it says.")
    CELL_ERROR = "cell_error", _("The sheet shows an error here. Write the value.")
    DATE_NOT_UNDERSTOOD = (
        "date_not_understood",
        _("This is not a date. Write it as day, month and year, for example 23/02/2019."),
    )
    MONTH_FIRST = (
        "month_first",
        _("The month stands first. Write day, month and year, for example 23/02/2019."),
    )
    DAY_OR_MONTH = (
        "day_or_month",
        _("In this column some dates have the month first. Say under “Words” what stands first."),
    )
    NO_SUCH_DAY = "no_such_day", _("This day does not exist in the calendar.")
    DATE_WITHOUT_YEAR = "date_without_year", _("The year is missing.")
    FUTURE = "future", _("This date lies in the future.")
    TOO_LONG_AGO = "too_long_ago", _("This lies more than 120 years back.")
    AGE_NOT_UNDERSTOOD = (
        "age_not_understood",
        _("This is not an age. Write for example 34 or 8 meses."),
    )
    YEARS_OR_MONTHS = (
        "years_or_months",
        _(
            "Years or months? Say it under “Words”, or write it here, for example 8 meses or 34 años."
        ),
    )
    AGE_DAY = (
        "age_day",
        _("When was this age told? Say it under “Words”, or write the birth here."),
    )
    AGE_AND_BIRTH = "age_and_birth", _("Age and birth date contradict each other.")
    TOO_YOUNG_TO_HAVE_SERVED = (
        "too_young_to_have_served",
        _("So young nobody served in a force: check the age or the force."),
    )
    TOO_YOUNG_A_PARTNER = (
        "too_young_a_partner",
        _("A child is nobody's partner: check the age or the relation."),
    )
    ARRIVED_BEFORE_BIRTH = "arrived_before_birth", _("The arrival lies before the birth.")
    OF_EITHER_SEX = (
        "of_either_sex",
        _("This word is said of men and women. State the person's sex, or write which it is."),
    )
    OF_THE_OTHER_SEX = "of_the_other_sex", _("The relation and the sex do not fit: check them.")
    WORD_NOT_KNOWN = (
        "word_not_known",
        _("This word is not known here. Choose its meaning under “Words”, or write another."),
    )
    DOCUMENT_NOT_UNDERSTOOD = "document_not_understood", _("This is not the number of a document.")
    THREE_NATIONALITIES = (
        "three_nationalities",
        _(
            "More than two nationalities stand in this row; that of the document counts. Keep two, and write the other in a "
            "note of the file."
        ),
    )
    TWO_DOCUMENTS = (
        "two_documents",
        _("Two numbers stand in this cell. Keep one here, and write the other in the file."),
    )
    DOCUMENT_ROUNDED = (
        "document_rounded",
        _("The spreadsheet has rounded this number. Write it in full, as text."),
    )
    PHONE_NOT_UNDERSTOOD = "phone_not_understood", _("This is not a phone number.")
    YEARS_NOT_UNDERSTOOD = (
        "years_not_understood",
        _("Years of service are a whole number from 0 to 60."),
    )
    NEITHER_YES_NOR_NO = "neither_yes_nor_no", _("Here stands yes, no or nothing.")
    RANK_WITHOUT_FORCE = "rank_without_force", _("Who served in no force has no rank.")
    RANK_NOT_IN_FORCE = (
        "rank_of_others",
        _("The force in this row has no such rank: put the force or the rank right."),
    )
    SERVICE_NOT_SAID = (
        "service_not_said",
        _("Nothing says whether this head served. Choose it under “Words”."),
    )
    TWO_HEADS = "two_heads", _("The family has more than one head.")
    NO_HEAD = "no_head", _("Nobody in the family is marked as its head.")
    BEFORE_A_HEAD = "before_a_head", _("This relative stands above the first head of a family.")
    ARRIVALS_DIFFER = (
        "arrivals_differ",
        _("Others of the family came on different days. Write on which day this person came."),
    )
    CAME_BEFORE_THE_HEAD = (
        "came_before_the_head",
        _(
            "This person came before the head of the family. Check the days, or mark as head who came first."
        ),
    )
    CROSSINGS_DIFFER = (
        "crossings_differ",
        _(
            "Members of the family who came on one day crossed differently. Give that day one crossing."
        ),
    )
    FAMILY_TOO_LARGE = "family_too_large", _("A family has more than 40 members.")
    FAMILY_ON_FILE = (
        "family_on_file",
        _("The rest of this family is on file already. Add the person to its case."),
    )
    # Only in rows that were checked before `RowState.HELD` existed.
    WAITS_FOR_FAMILY = (
        "waits_for_family",
        _("This row is good and waits for another member of the family."),
    )
    REFUSED = "refused", _("The row could not be put on file.")


class RowDoubt(models.TextChoices):
    """What must be decided about a row without errors. An exact repeat is not the same doubt as a likeness."""

    HIDDEN = (
        "hidden",
        _("This row is hidden in the spreadsheet. Say that it is read, or drop it."),
    )
    AGES = (
        "ages",
        _(
            "The ages hardly fit what this person is to the head of the family. Mend them, or say that they are right."
        ),
    )
    SMALL_CHILD_FIRST = "small_child_first", SO_SMALL_A_CHILD
    SAME_DOCUMENT_IN_SHEET = (
        "same_document_in_sheet",
        _("The same document stands in another row of this sheet."),
    )
    SAME_NUMBER_IN_SHEET = (
        "same_number_in_sheet",
        _("The same number, perhaps of another document, stands in another row of this sheet."),
    )
    SAME_PERSON_IN_SHEET = (
        "same_person_in_sheet",
        _("The same name and birth stand in another row of this sheet."),
    )
    REPEATS_ROW = (
        "repeats_row",
        _(
            "This row repeats another row of this sheet exactly. Drop it unless they are two people."
        ),
    )
    ON_FILE = "on_file", _("Somebody like this is on file.")
    REPEATS_FILE = (
        "repeats_file",
        _("This row repeats somebody on file exactly. Drop it unless they are two people."),
    )
    WAITS_FOR_FAMILY = (
        "waits_for_family",
        _("This row is good and waits for another member of the family."),
    )
