"""What Amparo says of its own accord: notices of a day, and what changed on the page Today."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import override

from accounts.models import User
from accounts.roles import ROLES
from tests.cast import Cast
from tests.replay.player import Player
from worklist.notices.lines import notice_lines
from worklist.notices.models import Notice
from worklist.today.blocks.base import Count

# One reader of each role, and those of them whose Today is read.
AT_TODAY = ("carla", "sonia")
READERS = ("ana", "carla", "lucia", "sonia", "adela", "aurelio")


@dataclass(frozen=True)
class Said:
    """One sentence to the reader of a role: the day, the day it speaks of, what it reaches and the acts that it offers.

    `event` is the title of the event after which it stood on Today; empty for a notice."""

    on: datetime.date
    role: str
    words: str
    speaks_of: datetime.date | None = None
    reached: str = ""
    acts: tuple[str, ...] = ()
    event: str = ""


def role_of(user: User) -> str:
    with override("en"):
        return str(ROLES[user.grants_today[0].role].title)


def notices_of(cast: Cast, day: datetime.date) -> Iterator[Said]:
    """The notices of the day, as each reader reads them that day."""
    for name in READERS:
        user = cast.users[name]
        fresh = Notice.objects.filter(user=user, created_at__date=day).order_by("due_on", "kind")
        for line in notice_lines(fresh, user) if fresh else ():
            acts = tuple(str(act.label) for act in line.acts)
            speaks_of = line.notice.due_on
            yield Said(day, role_of(user), line.sentence, speaks_of, line.reached, acts)


def counts_of_today(player: Player) -> dict[tuple[str, str], Count]:
    """The counts of Today that are not zero, by role and by the list that each counts."""
    return {
        (role_of(player.cast.users[name]), f"{count.slug} {count.url}"): count
        for name in AT_TODAY
        for count in player.browser(name).get("/").context["counts"]
        if count.number
    }


def in_words(count: Count) -> str:
    """`3 families without a bed`, or `Review: 3`."""
    words = (str(count.shown), str(count.label))
    return ": ".join(reversed(words)) if count.is_title else " ".join(words)
