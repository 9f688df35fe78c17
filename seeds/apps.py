from django.apps import AppConfig


class SeedsConfig(AppConfig):
    name = "seeds"
    default_auto_field = "django.db.models.BigAutoField"
