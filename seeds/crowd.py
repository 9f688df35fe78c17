"""Logs many invented arrivals at once, for measuring, with the action that imports use."""

import datetime
from collections.abc import Callable, Iterator, Sequence

from accounts.models import Team, User
from casework.arrivals.actions.arrivals import ArrivalFacts, Party, log_parties
from casework.register.choices import EntryMode
from reference.models import CrossingPoint, RegionalDirectorate
from seeds.people import Inventor
from vault.keys import remembering

CASES_AT_ONCE = 100
# Half of the crowd came in 2019 and has left; the others came within the last RECENT_DAYS.
FIRST_DAY = datetime.date(2019, 3, 1)
LAST_DAY = datetime.date(2019, 12, 31)
SHARE_THAT_LEFT = 0.5
RECENT_DAYS = 80


def add_crowd(
    people: int,
    *,
    teams: Sequence[tuple[Team, User]],
    seed: int = 1,
    say: Callable[[str], None] = lambda sentence: None,
) -> int:
    """Adds at least `people` invented people, in cases of these teams. Returns how many it added."""
    inventor = Inventor(seed)
    parties = _invented(inventor, teams[0][0].office.today())
    added = 0
    while added < people:
        team, by = inventor.random.choice(list(teams))
        size, together = 0, list[Party]()
        while len(together) < CASES_AT_ONCE and added + size < people:
            together.append(next(parties))
            size += len(together[-1].rows)
        with remembering():
            log_parties(together, team=team, by=by)
        added += size
        say(f"  {added} people")
    return added


def _invented(inventor: Inventor, today: datetime.date) -> Iterator[Party]:
    event: ArrivalFacts = {
        "directorate": RegionalDirectorate.objects.filter(code="oriente").first(),
        "crossing": CrossingPoint.objects.filter(code="simon-bolivar").first(),
        "entry_mode": EntryMode.BRIDGE,
    }
    span = (LAST_DAY - FIRST_DAY).days
    while True:
        on = today - datetime.timedelta(days=inventor.random.randint(0, RECENT_DAYS))
        if inventor.random.random() < SHARE_THAT_LEFT:
            on = FIRST_DAY + datetime.timedelta(days=inventor.random.randint(0, span))
        soldier = inventor.former_member(on)
        relatives = inventor.random.choice([0, 0, 0, 1, 2, 3])
        rows = [soldier, *(inventor.relatives(soldier, on, relatives) if relatives else [])]
        yield Party(rows, on, event=event)
