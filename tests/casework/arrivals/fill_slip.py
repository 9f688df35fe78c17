"""Issues a slip for each family."""

from casework.slips.actions import issue_slip


def fill(family, cast, by):
    issue_slip(family.case.arrivals.get(), by=by)
