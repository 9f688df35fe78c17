"""Points for and against one person. One point doubles the odds, roughly.

Round numbers, set by hand on the seeds for tuning of `tests/bench/border_pairs.py` (decision 6).
"""

# Scores go from 0 to 100. A pair is shown from POSSIBLE on. From LIKELY on it comes first, and the page says that it may
# be the same person. A score never merges records.
POSSIBLE = 50
LIKELY = 75

# A pair with this number of points is as likely one person as two.
EVEN_ODDS_AT = 9.0
STEEPNESS = 4.0
# If neither papers, phones nor relatives can be compared, or all further facts agree, names and births need this many
# points less. From a measurement, see decision 6.
NOTHING_FURTHER_DISAGREES = 2.5

# Names, for each word that agrees or contradicts.
GIVEN_AGREES = 3.5
GIVEN_CONFLICTS = -3.0
FAMILY_AGREES = 3.5
FAMILY_CONFLICTS = -2.5
# Brothers and sisters often share the second name.
FIRST_GIVEN_CONFLICTS = -5.0
NO_GIVEN_AGREES = -7.0
NO_FAMILY_AGREES = -6.0
ONE_NAME_AGREES = 3.0
ONE_NAME_CONFLICTS = -3.5
SWAPPED = -1.0
# Without comparable births, two of three letters in every word must agree.
NEAR_WITHOUT_BIRTH = 0.66
BY_ANOTHER_NAME = -1.0
WITHOUT_THE_HUSBANDS_NAME = -0.5

SAME_SEX = 0.5
OTHER_SEX = -5.5
# The sex is one letter in one cell, and people who share all names rarely differ in sex.
OTHER_SEX_OF_ONE_NAME = -4.0

SAME_BIRTH_DATE = 9.0
DATE_SLIP = 3.0
OTHER_DATE_NEAR = -5.0
OTHER_DATE = -8.0
SAME_BIRTH_YEAR = 3.0
NEAR_YEAR = 1.5
SOME_YEARS_APART = -1.5
DECADE_APART = -3.0
YEARS_APART = -2.5
FAR_APART = -9.0

SAME_DOCUMENT = 12.0
DOCUMENT_SLIP = 4.0
OTHER_DOCUMENT = -8.0

SAME_PHONE = 2.0
SHARED_RELATIVE = 1.5
SHARED_RELATIVES_AT_MOST = 3.0
OTHER_RELATIVES = -1.0

# Two members of one family with different given names: what the family has in common does not count.
SIBLING_BORN_ALIKE = 1.0
