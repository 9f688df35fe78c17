"""Departures that need a second person. Pure, without a database."""

from casework.register.choices import ExitType, Voluntary


def needs_second_person(type: str, is_voluntary: str) -> bool:
    """True for a death, and for a return against somebody's will: a false report does harm."""
    return type == ExitType.DIED or (type == ExitType.RETURN and is_voluntary == Voluntary.NO)
