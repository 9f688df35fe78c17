"""An interview that each family gave to a journalist."""

from accounts.models import User
from casework.interviews.actions import log_interview
from casework.interviews.choices import Visitor
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    told = {"visitor": Visitor.JOURNALIST, "on": cast.cucuta.today(), "by": by}
    log_interview(
        family.people,
        visitor_name=f"Diario {family.named}",
        purpose=f"Una nota sobre el puente. {family.sealed}",
        **told,
    )
