"""System check of the permissions that settings name."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from accounts.permissions import Permission


@register()
def settings_name_permissions(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Errors for unknown permissions in the settings. A misspelt one would silently hide its entry from everybody."""
    return [
        Error(f"{setting}: {entry} asks for no permission that exists: {word}", id="accounts.E001")
        for setting, entry, word in _permissions_in_settings()
        if word not in Permission.values
    ]


def _permissions_in_settings() -> Iterator[tuple[str, str, str]]:
    """Yields (setting, entry, permission) for each permission that the settings name."""
    for _room, pages in settings.ROOMS:
        for label, _name, word, _about in pages:
            yield "ROOMS", str(label), str(word)
    for label, _name, word in settings.FIRST_ACTS:
        yield "FIRST_ACTS", str(label), str(word)
    for button, word in settings.FRAME_PERMISSIONS.items():
        yield "FRAME_PERMISSIONS", button, word
