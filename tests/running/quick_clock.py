"""The clock of `make run` with seconds in place of minutes, for a test that waits for it."""

from config.clock import app

app.conf.beat_schedule = {
    name: {**entry, "schedule": 1.0} for name, entry in app.conf.beat_schedule.items()
}
