from django.apps import AppConfig
from django.core.checks import register

from pages.checks import menu_leads_somewhere


class PagesConfig(AppConfig):
    name = "pages"

    def ready(self) -> None:
        register(menu_leads_somewhere)
