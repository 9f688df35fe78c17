from django.apps import AppConfig

from accounts import checks  # noqa: F401 - registers them


class AccountsConfig(AppConfig):
    name = "accounts"
