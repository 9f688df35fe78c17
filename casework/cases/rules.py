"""Departures that need a second person. Needs no database."""

from casework.register.choices import ExitType, Voluntary


def needs_second_person(type: str, is_voluntary: str) -> bool:
    """Returns whether a second person must confirm the departure, because a false death or forced return does harm."""
    return type == ExitType.DIED or (type == ExitType.RETURN and is_voluntary == Voluntary.NO)
