"""System checks of the menu. `accounts.checks` checks that its permissions exist."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.urls import NoReverseMatch, reverse
from django.utils.module_loading import import_string


def menu_leads_somewhere(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Errors for pages in ROOMS and FIRST_ACTS that name no view, and for a BELL that cannot be imported."""
    listed = [("ROOMS", page) for _label, pages in settings.ROOMS for page in pages]
    acts = [("FIRST_ACTS", act) for act in settings.FIRST_ACTS]
    faults: list[CheckMessage] = []
    for setting, (label, name, *_rest) in [*listed, *acts]:
        try:
            reverse(str(name).partition("?")[0])
        except NoReverseMatch:
            faults.append(Error(f"{setting}: {label!s} names no view: {name}", id="pages.E001"))
    try:
        import_string(settings.BELL)
    except ImportError as error:
        faults.append(Error(f"BELL: {error}", id="pages.E002"))
    return faults
