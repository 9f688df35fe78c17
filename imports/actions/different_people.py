"""Marks a confirmed new person and the people on file who were shown beside the row as different."""

from collections.abc import Sequence

from accounts.models import User
from accounts.permissions import Permission
from casework.duplicates.actions import decide_pair, pair_of
from casework.duplicates.choices import Grounds, PairStatus
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from imports.choices import RowDoubt
from imports.models import ImportBatch
from imports.rules.families import SheetFamily
from imports.rules.states import StagedRow

PERSON_DOUBTS = {RowDoubt.ON_FILE, RowDoubt.REPEATS_FILE}


def mark_as_different(
    batch: ImportBatch, case: Case, family: SheetFamily, rows: Sequence[StagedRow], *, by: User
) -> None:
    """Records that members accepted as new people are not the people on file whom the check showed beside their rows.

    Leaves out people about whom `by` may not decide. The numbers of new people follow the order of
    `SheetFamily.by_day`, so rows and people are matched by order.
    """
    shown_by_row = {
        row["number"]: {about for doubt, about in row["doubts"] if doubt in PERSON_DOUBTS}
        for row in rows
        if row["accepted"]
    }
    numbers_shown = set().union(*shown_by_row.values())
    if not numbers_shown or not by.holds(Permission.DUPLICATE_DECIDE):
        return
    on_file = Individual.objects.visible_to(by, Permission.DUPLICATE_DECIDE)
    others = {person.number: person for person in on_file.filter(number__in=numbers_shown)}
    arrivals = [row for _day, part in family.by_day(batch.arrived_on) for row in part.rows]
    people = list(Individual.objects.filter(memberships__case=case).order_by("number"))
    if len(people) != len(arrivals):
        # The case existed before: its members can no longer be matched to rows.
        return
    for row, person in zip(arrivals, people, strict=True):
        for number in sorted(shown_by_row.get(row.number, set()) & others.keys()):
            pair = pair_of(person, others[number])
            grounds = Grounds.AT_THE_IMPORT
            if pair.status != PairStatus.DIFFERENT:
                decide_pair(pair, status=PairStatus.DIFFERENT, grounds=grounds, by=by)
