"""Assigns each family to a caseworker."""

from casework.handovers.actions import assign_case


def fill(family, cast, by):
    assign_case(family.case, caseworker=by, by=by)
