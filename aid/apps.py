from django.apps import AppConfig


class AidConfig(AppConfig):
    name = "aid"
    default_auto_field = "django.db.models.BigAutoField"
