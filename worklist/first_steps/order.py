"""All first steps in their order, and which of them a user sees."""

from collections.abc import Callable
from typing import Any

from accounts.models import User
from accounts.permissions import Permission
from worklist.first_steps import people, places, server
from worklist.first_steps.choices import ConfirmedStep
from worklist.first_steps.models import StepSaid
from worklist.first_steps.steps import Installation, Step

SETS_UP = Permission.OFFICE_CHANGE
# Each step with the permission of the users who see it. Steps on the server are shown to those who set up the installation,
# who tell the operator of the server.
STEPS: tuple[tuple[Permission, Callable[[Installation], Step | None]], ...] = (
    (SETS_UP, people.office),
    (SETS_UP, people.letterhead),
    (Permission.USER_CHANGE, people.supervisor),
    (Permission.USER_CHANGE, people.caseworker),
    (Permission.GRANT_APPROVE, people.roles),
    (Permission.CATALOGUE_CHANGE, people.privacy),
    (Permission.SITE_CHANGE, places.site),
    (Permission.BED_CHANGE, places.rooms),
    (Permission.SITE_CHANGE, places.coordinator),
    (SETS_UP, server.mail),
    (SETS_UP, server.backup),
    (SETS_UP, server.restored),
    (SETS_UP, server.key),
)


def first_steps(reader: User) -> list[Step]:
    """All steps for a user who sets up the installation; for others the steps that they can do themselves.

    Leaves out steps that return None."""
    installation, sees_all = Installation(reader), reader.holds(SETS_UP)
    makers = [make for permission, make in STEPS if sees_all or reader.holds(permission)]
    return [step for make in makers if (step := make(installation)) is not None]


def has_steps(reader: User) -> bool:
    """Whether any step may concern this user. Queries no data."""
    return any(reader.holds(permission) for permission, _make in STEPS)


def put_away_confirmation() -> StepSaid | None:
    """The confirmation that put the whole list away; None while Today shows the list."""
    confirmations = StepSaid.objects.standing(ConfirmedStep.PUT_AWAY)
    return confirmations.select_related("said_by").first()


def list_of_steps(user: User) -> dict[str, Any]:
    """The context of the template of the list: the steps by state, how many count, and whether the user sets up."""
    steps = first_steps(user)
    return {
        "open": [
            (step, user.holds(step.permission) if step.permission else False)
            for step in steps
            if step.is_open
        ],
        "done": [step for step in steps if step.is_done],
        "not_here": [step for step in steps if not step.is_open and not step.is_done],
        "total": sum(step.is_open or step.is_done for step in steps),
        "sets_up": user.holds(SETS_UP),
    }
