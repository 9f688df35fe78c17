"""The Celery app and its schedule. The task `worklist.tick` starts, every minute, the work that is due."""

import gc
import os

from celery import Celery
from celery.signals import worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# A task that no worker took within a minute expires, because the next one does its work.
EVERY_MINUTE = {"schedule": 60.0, "options": {"expires": 55}}
SCHEDULE = {
    "tick": {"task": "worklist.tick", **EVERY_MINUTE},
    # A page queues a table at once; this catches tables queued while the broker was down.
    "queued-tables": {"task": "reporting.make_queued_tables", **EVERY_MINUTE},
    # Catches imported sheets in the same way, and ends expired imports.
    "imports": {"task": "imports.look_after_imports", **EVERY_MINUTE},
    # Catches plans of moves in the same way, and those of a worker that was lost.
    "move-plans": {"task": "shelters.solve_waiting_move_plans", **EVERY_MINUTE},
    # Catches uploaded files in the same way.
    "uploads": {"task": "documents.check_uploads", **EVERY_MINUTE},
}

app = Celery("amparo")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_schedule = SCHEDULE
app.autodiscover_tasks()
# Packages inside an app, which Celery does not search by itself.
app.autodiscover_tasks(
    ["casework.uploads", "shelters.plan", "worklist.projection", "worklist.scheduler"]
)


def freeze_loaded_objects(**_kwargs: object) -> None:
    """Freezes loaded objects: the garbage collector would copy them into each forked process."""
    gc.freeze()


worker_init.connect(freeze_loaded_objects)
