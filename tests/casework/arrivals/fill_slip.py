"""The family carries a slip."""

from casework.arrivals.actions.slips import issue_slip


def fill(family, cast, by):
    issue_slip(family.case.arrivals.get(), by=by)
