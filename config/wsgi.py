"""The WSGI application."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver
from django.utils import translation

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()


def load_shared() -> None:
    """Loads views and translations, which Django loads with the first page, before the server forks, so that workers
    share them."""
    get_resolver().url_patterns  # noqa: B018
    for language, _name in settings.LANGUAGES:
        translation.activate(language)
    translation.deactivate()


load_shared()
