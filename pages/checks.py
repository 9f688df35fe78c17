"""What `manage.py check` says about the menu. Whether its permissions exist is asked by `accounts.checks`."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.urls import NoReverseMatch, reverse
from django.utils.module_loading import import_string


def menu_leads_somewhere(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Every entry of NAVIGATION and LIST_INDEX must name a view, and what counts in the menu must exist."""
    listed = [entry for _subject, entries in settings.LIST_INDEX for entry in entries]
    faults: list[CheckMessage] = []
    for setting, entries in (("NAVIGATION", settings.NAVIGATION), ("LIST_INDEX", listed)):
        for label, name, *_rest in entries:
            try:
                reverse(str(name).partition("?")[0])
            except NoReverseMatch:
                faults.append(Error(f"{setting}: {label!s} names no view: {name}", id="pages.E001"))
    for label, _name, _permission, *counter in settings.NAVIGATION:
        for path in counter:
            try:
                import_string(str(path))
            except ImportError as error:
                faults.append(Error(f"NAVIGATION: {label!s}: {error}", id="pages.E002"))
    return faults
