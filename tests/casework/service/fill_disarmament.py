"""Records that the former member of each family handed over a rifle, with a receipt."""

from accounts.permissions import Permission
from casework.register.choices import YesNo
from casework.service.actions import record_disarmament


def fill(family, cast, by):
    if not by.holds(Permission.SERVICE_CHANGE):
        return  # A supervisor may read service but not record it.
    record_disarmament(
        family.people[0],
        arms_carried=YesNo.YES,
        arms_surrendered=YesNo.YES,
        receipt_number=f"Acta {family.sealed}",
        by=by,
    )
