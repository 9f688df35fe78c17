from django.apps import AppConfig

from accounts import checks  # noqa: F401 - registers them


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
