from django.apps import AppConfig


class AsylumConfig(AppConfig):
    name = "asylum"
    default_auto_field = "django.db.models.BigAutoField"
