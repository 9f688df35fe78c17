"""JSON logs that cannot contain a name.

Logs outlive cases and are read by people who may not see the cases. So a line only has the keys listed here. Its
sentence is the template in the code ("Not Found: %s"), without arguments. An exception is logged with its type and the
lines of code, without its message.

Our own code logs as usual: `logging.getLogger(__name__).info("notice.sent", extra={"notice_id": ...})`."""

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
    """Formats a record as one line of JSON, without what the module's docstring excludes."""

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
    """The facts whose keys may be logged, shortened."""
    return {
        key: value if isinstance(value, int | float) else str(value)[:LONGEST]
        for key, value in facts.items()
        if key in ALLOWED and value is not None
    }


def about_request(record: logging.LogRecord) -> dict[str, Any]:
    """The method, and the pattern of the URL (`cases/<uuid:pk>/`) instead of the URL."""
    request = getattr(record, "request", None)
    match = getattr(request, "resolver_match", None)
    return {"route": match.route, "method": getattr(request, "method", None)} if match else {}


def about_task(record: logging.LogRecord) -> dict[str, Any]:
    """The name of a task, without the result and arguments that Celery logs with it."""
    facts = getattr(record, "data", None)
    return {"task": facts.get("name")} if isinstance(facts, dict) else {}


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "config.logging.JsonLine"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        # Django's own handlers would log a second time, with the arguments.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.db.backends": {"level": "WARNING"},
        "celery": {"handlers": [], "level": "WARNING", "propagate": True},
        "gunicorn.error": {"handlers": [], "level": "WARNING", "propagate": True},
        "gunicorn.access": {"handlers": [], "level": "WARNING", "propagate": False},
        # These log arguments and statements at lower levels.
        "kombu": {"level": "WARNING"},
        "allauth": {"level": "WARNING"},
        # Logs every start.
        "pikepdf": {"level": "WARNING"},
        "httpx": {"level": "WARNING"},
    },
}
