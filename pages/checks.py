"""What `manage.py check` says about the menu."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.urls import NoReverseMatch, reverse


def menu_leads_somewhere(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Every entry of NAVIGATION and LIST_INDEX must name a view."""
    faults: list[CheckMessage] = []
    listed = [entry for _subject, entries in settings.LIST_INDEX for entry in entries]
    for label, name, *_rest in [*settings.NAVIGATION, *listed]:
        try:
            reverse(str(name).partition("?")[0])
        except NoReverseMatch:
            faults.append(Error(f"NAVIGATION: {label!s} names no view: {name}", id="pages.E001"))
    return faults
