"""Somebody looks after each family."""

from casework.actions.assignments import assign_case


def fill(family, cast, by):
    assign_case(family.case, caseworker=by, by=by)
