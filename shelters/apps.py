from django.apps import AppConfig


class SheltersConfig(AppConfig):
    name = "shelters"
    default_auto_field = "django.db.models.BigAutoField"
