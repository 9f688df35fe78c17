from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.mail.utils import DNS_NAME

from accounts import checks  # noqa: F401 - registers them


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        """Mails name the public host, in their Message-ID and to the mail server, and never the machine."""
        DNS_NAME._fqdn = urlsplit(settings.PUBLIC_URL).hostname
