from django.apps import AppConfig


class CaseworkConfig(AppConfig):
    name = "casework"
    default_auto_field = "django.db.models.BigAutoField"
