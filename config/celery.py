"""The Celery app and its schedule: one tick a minute picks up whatever is due."""

import gc
import os

from celery import Celery
from celery.signals import worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# A tick that waited longer than a minute has nothing to do that the next will not do.
EVERY_MINUTE = {"schedule": 60.0, "options": {"expires": 55}}
SCHEDULE = {
    "tick": {"task": "worklist.tick", **EVERY_MINUTE},
    # The page hands a table to a worker at once; this is the net for when the broker was away.
    "queued-tables": {"task": "reporting.make_queued_tables", **EVERY_MINUTE},
    # The same net for sheets of arrivals; it also ends those whose time is over.
    "imports": {"task": "imports.look_after_imports", **EVERY_MINUTE},
    # And for files that were sent.
    "uploads": {"task": "documents.check_uploads", **EVERY_MINUTE},
}

app = Celery("amparo")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_schedule = SCHEDULE
app.autodiscover_tasks()
# A package of an app, not an app: Celery does not look there by itself.
app.autodiscover_tasks(["casework.uploads"])


def leave_alone_what_is_loaded(**_told: object) -> None:
    """The collector would copy it bit by bit into each process that the worker forks."""
    gc.freeze()


worker_init.connect(leave_alone_what_is_loaded)
