"""The former member of the family handed over a rifle and has a receipt for it."""

from accounts.permissions import Permission
from casework.actions.disarmaments import record_disarmament
from casework.choices.disarmament import Answer


def fill(family, cast, by):
    if not by.holds(Permission.SERVICE_CHANGE):
        return  # A supervisor reads service and writes none.
    record_disarmament(
        family.people[0],
        arms_carried=Answer.YES,
        arms_surrendered=Answer.YES,
        receipt_number=f"Acta {family.sealed}",
        by=by,
    )
