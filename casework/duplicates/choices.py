"""Choices of possible duplicates: reasons for and against a pair, its status, and the grounds of a decision."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _


class Reason(models.TextChoices):
    """A reason for or against two records being one person. Names which facts agree, never their values."""

    SAME_DOCUMENT = "same_document", _("same document")
    SAME_NUMBER = "same_number", _("same number, perhaps of another document")
    DOCUMENT_SLIP = "document_slip", _("documents differ in one place")
    SAME_NAME = "same_name", _("same name")
    NAME_SOUNDS_ALIKE = "name_sounds_alike", _("names sound alike")
    NAMES_SWAPPED = "names_swapped", _("given and family names swapped")
    EVERYDAY_NAME = "everyday_name", _("everyday form of the name")
    MARRIED_NAME = "married_name", _("with and without the husband's name")
    BY_ANOTHER_NAME = "by_another_name", _("by another name of theirs")
    PART_OF_NAME = "part_of_name", _("one has a name more")
    SAME_BIRTH_DATE = "same_birth_date", _("same date of birth")
    DATE_SLIP = "date_slip", _("birth dates differ by a slip of the pen")
    SAME_BIRTH_YEAR = "same_birth_year", _("same year of birth")
    NEAR_AGE = "near_age", _("ages a year or two apart")
    SAME_PHONE = "same_phone", _("same phone")
    SAME_RELATIVES = "same_relatives", _("relatives in common")
    OTHER_GIVEN_NAME = "other_given_name", _("given names differ")
    OTHER_FAMILY_NAME = "other_family_name", _("family names differ")
    OTHER_SEX = "other_sex", _("sex differs")
    OTHER_AGE = "other_age", _("ages differ")
    OTHER_DOCUMENT = "other_document", _("another document")


AGAINST = frozenset(
    {
        Reason.OTHER_GIVEN_NAME,
        Reason.OTHER_FAMILY_NAME,
        Reason.OTHER_SEX,
        Reason.OTHER_AGE,
        Reason.OTHER_DOCUMENT,
    }
)

# The same paper, or the same number on papers whose country or kind may differ.
ONE_NUMBER = frozenset({Reason.SAME_DOCUMENT, Reason.SAME_NUMBER})

# Reasons besides the name: without any of these, only the names are similar.
BEYOND_THE_NAME = frozenset(
    {
        *ONE_NUMBER,
        Reason.DOCUMENT_SLIP,
        Reason.SAME_BIRTH_DATE,
        Reason.DATE_SLIP,
        Reason.SAME_BIRTH_YEAR,
        Reason.NEAR_AGE,
        Reason.SAME_PHONE,
        Reason.SAME_RELATIVES,
    }
)

# Any of these, if new, reopens a pair that was decided to be two people.
STRONG = ONE_NUMBER | {Reason.SAME_BIRTH_DATE}


class Grounds(models.TextChoices):
    """Why a pair was decided as it was."""

    PERSON_SAID = "person_said", _("The person said so")
    PAPERS = "papers", _("Papers show it")
    RECOGNISED = "recognised", _("A colleague knows the person, or the photo")
    ENTERED_TWICE = "entered_twice", _("The same arrival was entered twice")
    RELATIVES = "relatives", _("They are relatives")
    NAMESAKES = "namesakes", _("Two people with the same name")
    AT_THE_DESK = "at_the_desk", _("Said when the person arrived")
    AT_THE_IMPORT = "at_the_import", _("Said of the row of a sheet")
    NEW_EVIDENCE = "new_evidence", _("New evidence since it was decided")
    OTHER = "other", _("Another reason")


# The grounds that forms offer for each decision, besides "other".
GROUNDS_BY_DECISION: dict[str, frozenset[str]] = {
    "same": frozenset(
        {Grounds.PERSON_SAID, Grounds.PAPERS, Grounds.RECOGNISED, Grounds.ENTERED_TWICE}
    ),
    "different": frozenset(
        {
            Grounds.PERSON_SAID,
            Grounds.PAPERS,
            Grounds.RECOGNISED,
            Grounds.RELATIVES,
            Grounds.NAMESAKES,
        }
    ),
    "open": frozenset(),
}


def grounds_for(status: str) -> list[tuple[str, Any]]:
    """Returns the choices of grounds for a decision, with "other"."""
    fitting = GROUNDS_BY_DECISION[status] | {Grounds.OTHER}
    return [(value, label) for value, label in Grounds.choices if value in fitting]


# Grounds that only the program sets; users choose from the others.
SET_BY_PROGRAM = (Grounds.AT_THE_DESK, Grounds.AT_THE_IMPORT, Grounds.NEW_EVIDENCE)
GROUNDS_OFFERED = [each for each in Grounds.choices if each[0] not in SET_BY_PROGRAM]


class PairStatus(models.TextChoices):
    """The decision about two similar records."""

    OPEN = "open", _("To decide")
    SAME = "same", _("Same person")
    DIFFERENT = "different", _("Not the same")
    MERGED = "merged", _("Merged")


PAIR_MOVES: dict[str, set[str]] = {
    PairStatus.OPEN: {PairStatus.SAME, PairStatus.DIFFERENT, PairStatus.MERGED},
    PairStatus.SAME: {PairStatus.OPEN, PairStatus.DIFFERENT, PairStatus.MERGED},
    PairStatus.DIFFERENT: {PairStatus.OPEN, PairStatus.SAME},
    # Undoing a merge reopens the decision.
    PairStatus.MERGED: {PairStatus.OPEN},
}

PAIR_TONE: dict[str, str] = {
    PairStatus.OPEN: "warn",
    PairStatus.SAME: "calm",
    PairStatus.DIFFERENT: "quiet",
    PairStatus.MERGED: "good",
}
