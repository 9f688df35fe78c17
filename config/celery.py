"""The Celery app and its schedule: a tick every minute starts what is due."""

import gc
import os

from celery import Celery
from celery.signals import worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# A tick that waited longer than a minute is superfluous: the next one does its work.
EVERY_MINUTE = {"schedule": 60.0, "options": {"expires": 55}}
SCHEDULE = {
    "tick": {"task": "worklist.tick", **EVERY_MINUTE},
    # A page queues a table at once; this catches tables queued while the broker was down.
    "queued-tables": {"task": "reporting.make_queued_tables", **EVERY_MINUTE},
    # The same for imported sheets; also ends expired imports.
    "imports": {"task": "imports.look_after_imports", **EVERY_MINUTE},
    # The same for uploaded files.
    "uploads": {"task": "documents.check_uploads", **EVERY_MINUTE},
}

app = Celery("amparo")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_schedule = SCHEDULE
app.autodiscover_tasks()
# A package inside an app, which Celery does not search by itself.
app.autodiscover_tasks(["casework.uploads"])


def leave_alone_what_is_loaded(**_told: object) -> None:
    """Freezes loaded objects: the garbage collector would copy them into each forked process."""
    gc.freeze()


worker_init.connect(leave_alone_what_is_loaded)
