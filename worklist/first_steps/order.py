"""All first steps in their order, and who does them."""

from collections.abc import Callable
from typing import Any

from accounts.models import User
from accounts.permissions import Permission
from worklist.first_steps import people, places, server
from worklist.first_steps.choices import SaidStep
from worklist.first_steps.models import StepSaid
from worklist.first_steps.steps import House, Step

SETS_UP = Permission.OFFICE_CHANGE
# Who can do the step: holders of the permission, or the operator of the server, whom those who set up the installation
# inform.
STEPS: tuple[tuple[Permission, Callable[[House], Step | None]], ...] = (
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
    """All steps for those who set up the installation; for others the steps that they can do themselves."""
    house, sees_all = House(reader), reader.holds(SETS_UP)
    asked = [ask for permission, ask in STEPS if sees_all or reader.holds(permission)]
    return [step for ask in asked if (step := ask(house)) is not None]


def concern(reader: User) -> bool:
    """Whether any step may be this reader's; checked before the data are queried."""
    return any(reader.holds(permission) for permission, _ask in STEPS)


def put_away() -> StepSaid | None:
    """Whether the whole list was put away, and by whom."""
    words = StepSaid.objects.standing(SaidStep.PUT_AWAY)
    return words.select_related("said_by").first()


def list_of_steps(user: User) -> dict[str, Any]:
    """The steps as the template shows them: open ones first, done ones below."""
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
