"""System checks: every dotted path that settings list for a higher floor leads somewhere."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.utils.module_loading import import_string

# What an entry of each list must have; none means that it is called.
WANTED: dict[str, tuple[str, ...]] = {
    "CASE_PANELS": ("slug", "title", "permission", "template", "context"),
    "CASE_CLOSURE_BLOCKERS": (),
    "PEOPLE_FINDERS": (),
    "LIST_ADDITIONS": (),
    "MERGE_BLOCKERS": (),
    "ERASURE_BLOCKERS": (),
    "RELATIVE_BLOCKERS": (),
    "EXIT_FOLLOW_UPS": (),
    "SHARED_UNDER_CONSENT": (),
    "CASE_ACCESS_SOURCES": ("permissions", "case_ids"),
    "FAMILY_FOLLOWERS": ("sentences", "follow"),
    "ARRIVAL_FOLLOWERS": ("contradictions", "follow"),
    "AUDIT_VERBS": ("keys",),
    "EXTRACT_SOURCES": ("title", "held", "reasons"),
    "TIMELINE_SOURCES": ("kind", "title", "permission", "happenings", "is_brief"),
    "TODAY_BLOCKS": ("slug", "title", "permission", "template", "context"),
    "DUE_SOURCES": ("kind", "permission", "rows", "sentence"),
}


@register()
def dotted_paths_lead_somewhere(
    app_configs: Sequence[AppConfig] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    return [
        Error(sentence, id="casework.E001")
        for name, wanted in WANTED.items()
        for path in getattr(settings, name)
        if (sentence := _trouble(name, path, wanted))
    ]


def _trouble(name: str, path: str, wanted: tuple[str, ...]) -> str:
    try:
        found = import_string(path)
    except ImportError as error:
        return f"{name}: {path} cannot be imported: {error}"
    if not wanted:
        return "" if callable(found) else f"{name}: {path} cannot be called."
    missing = [attribute for attribute in wanted if not hasattr(found, attribute)]
    return f"{name}: {path} lacks {', '.join(missing)}." if missing else ""
