"""What `manage.py check` says about permissions that settings spell as words."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from accounts.permissions import Permission


@register()
def settings_name_permissions(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """A misspelt one would hide its entry from everybody, without a word."""
    return [
        Error(f"{setting}: {entry} asks for no permission that exists: {word}", id="accounts.E001")
        for setting, entry, word in _named()
        if word not in Permission.values
    ]


def _named() -> Iterator[tuple[str, str, str]]:
    """Each setting, its entry and the word that it gives for a permission."""
    for label, _name, word, *_counter in settings.NAVIGATION:
        yield "NAVIGATION", str(label), str(word)
    for _subject, entries in settings.LIST_INDEX:
        for label, _name, word, *_sentence in entries:
            yield "LIST_INDEX", str(label), str(word)
    for button, word in settings.FRAME_PERMISSIONS.items():
        yield "FRAME_PERMISSIONS", button, word
