"""Logs as lines of JSON that cannot carry a name.

A log outlives the case and is read by people who may not see it. So a line holds only keys named
here; the sentence stays the template that stands in the code ("Not Found: %s"), never what was put
into it; and an exception leaves its kind and the lines of code it passed, never its words.

Our own code logs as any: `logging.getLogger(__name__).info("notice.sent", extra={"notice_id": ...})`."""

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Any

ALLOWED = frozenset(
    {
        "case_id",
        "count",
        "duration_ms",
        "kind",
        "method",
        "notice_id",
        "outcome",
        "route",
        "status_code",
        "table",
        "task",
        "user_id",
        "verb",
    }
)
LONGEST = 100


class JsonLine(logging.Formatter):
    """Turns a record into one line; see the module for what it leaves out."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.msg if isinstance(record.msg, str) else type(record.msg).__name__,
        }
        line |= allowed(vars(record)) | allowed(about_request(record)) | allowed(about_task(record))
        if record.exc_info and record.exc_info[0]:
            kind, _, trace = record.exc_info
            frames = traceback.extract_tb(trace)
            line["exception"] = kind.__name__
            line["passed"] = [f"{each.filename}:{each.lineno} {each.name}" for each in frames[-12:]]
        return json.dumps(line, ensure_ascii=False)


def allowed(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts whose keys may be logged, short and plain."""
    return {
        key: value if isinstance(value, int | float) else str(value)[:LONGEST]
        for key, value in facts.items()
        if key in ALLOWED and value is not None
    }


def about_request(record: logging.LogRecord) -> dict[str, Any]:
    """The pattern of the address (`cases/<uuid:pk>/`), not the address."""
    request = getattr(record, "request", None)
    match = getattr(request, "resolver_match", None)
    return {"route": match.route, "method": getattr(request, "method", None)} if match else {}


def about_task(record: logging.LogRecord) -> dict[str, Any]:
    """Celery tells the name of a task beside its result and its arguments; only the name is kept."""
    facts = getattr(record, "data", None)
    return {"task": facts.get("name")} if isinstance(facts, dict) else {}


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "config.logging.JsonLine"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        # Django's own handlers would print a second time, with the words that were left out.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.db.backends": {"level": "WARNING"},
        "celery": {"handlers": [], "level": "WARNING", "propagate": True},
        "gunicorn.error": {"handlers": [], "level": "WARNING", "propagate": True},
        "gunicorn.access": {"handlers": [], "level": "WARNING", "propagate": False},
        # These tell arguments and statements when asked to talk.
        "kombu": {"level": "WARNING"},
        "allauth": {"level": "WARNING"},
        # Says at every start that it has started.
        "pikepdf": {"level": "WARNING"},
        "httpx": {"level": "WARNING"},
    },
}
