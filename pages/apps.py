from django.apps import AppConfig
from django.core.checks import register

from pages import lookups as lookups
from pages.checks import menu_leads_somewhere


class PagesConfig(AppConfig):
    name = "pages"

    def ready(self) -> None:
        register(menu_leads_somewhere)
