"""What an exit must say, and who is still here (F60, I22). Pure."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casework.choices.exits import ExitType, Voluntary


def missing_for_return(
    type_: str, is_voluntary: str, asked_by: str, risk_note: str
) -> dict[str, str | Promise]:
    """What a return lacks, by field. Whoever returns faces arrest: nobody goes back unasked (F38)."""
    if type_ != ExitType.RETURN:
        return {}
    missing: dict[str, str | Promise] = {}
    if is_voluntary not in Voluntary.values:
        missing["is_voluntary"] = _("Say whether the person returns of their own will.")
    if not asked_by.strip():
        missing["asked_by"] = _("Say who asked the person.")
    if not risk_note.strip():
        missing["risk_note"] = _("Write down the risk that was talked over with the person.")
    return missing


@dataclass(frozen=True)
class Presence:
    """How many came, left and are here at the end of a day."""

    arrived: int
    left: int

    @property
    def present(self) -> int:
        return self.arrived - self.left


def presence(
    arrivals: Iterable[datetime.date], exits: Iterable[datetime.date], on: datetime.date
) -> Presence:
    """Arrivals up to and with the day, less exits up to and with it: one day each per person."""
    return Presence(sum(day <= on for day in arrivals), sum(day <= on for day in exits))
