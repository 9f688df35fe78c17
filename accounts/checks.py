"""System checks of permissions named in settings."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from accounts.permissions import Permission


@register()
def settings_name_permissions(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """A misspelt permission would silently hide its entry from everybody."""
    return [
        Error(f"{setting}: {entry} asks for no permission that exists: {word}", id="accounts.E001")
        for setting, entry, word in _named()
        if word not in Permission.values
    ]


def _named() -> Iterator[tuple[str, str, str]]:
    """Each setting, its entry, and the permission named there."""
    for _room, pages in settings.ROOMS:
        for label, _name, word, _about in pages:
            yield "ROOMS", str(label), str(word)
    for label, _name, word in settings.FIRST_ACTS:
        yield "FIRST_ACTS", str(label), str(word)
    for button, word in settings.FRAME_PERMISSIONS.items():
        yield "FRAME_PERMISSIONS", button, word
