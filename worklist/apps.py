from django.apps import AppConfig


class WorklistConfig(AppConfig):
    name = "worklist"
    default_auto_field = "django.db.models.BigAutoField"
