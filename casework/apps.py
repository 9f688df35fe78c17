from django.apps import AppConfig

from casework import checks  # noqa: F401 - registers them


class CaseworkConfig(AppConfig):
    name = "casework"
    default_auto_field = "django.db.models.BigAutoField"
