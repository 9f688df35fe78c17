"""Today says that nobody is reminded while the clock stands still."""

import datetime

from tests.cast import Cast, as_
from worklist.scheduler.heartbeats import beat, database_now
from worklist.scheduler.models import Heartbeat
from worklist.scheduler.readiness import LONGEST_SILENCE

STAND_STILL = "Los recordatorios no corren desde"


def page(cast: Cast) -> str:
    return as_(cast.aurelio).get("/").content.decode()


def test_today_says_since_when_reminders_have_not_run(cast: Cast) -> None:
    beat("tick")
    assert STAND_STILL not in page(cast)
    long_ago = database_now() - LONGEST_SILENCE - datetime.timedelta(seconds=1)
    Heartbeat.objects.filter(name="tick").update(beat_at=long_ago)
    said = page(cast)
    assert STAND_STILL in said
    bogota = long_ago.astimezone(datetime.timezone(datetime.timedelta(hours=-5)))
    assert f"{bogota:%H:%M}" in said
    beat("tick")
    assert STAND_STILL not in page(cast)


def test_a_clock_that_never_ran_is_no_silence(cast: Cast) -> None:
    Heartbeat.objects.filter(name="tick").delete()
    assert STAND_STILL not in page(cast)
