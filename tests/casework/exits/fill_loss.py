"""Reports a death of each family's son, and withdraws the report."""

from accounts.models import User
from casework.exits.actions import report_loss, withdraw_loss
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    told = {"known_from": f"Vecina. {family.sealed}", "told": f"Lo vieron. {family.sealed}"}
    report = report_loss(family.people[1], kind="death", on=cast.cucuta.today(), by=by, **told)
    withdraw_loss(report, reason=f"Está aquí. {family.sealed}", by=by)
