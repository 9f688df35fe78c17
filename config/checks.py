"""Checks of `manage.py check` for an environment that is not safe for real people."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

LOOPBACK = {"localhost", "127.0.0.1", "::1"}


@register()
def production_reaches_people(**kwargs: object) -> list[CheckMessage]:
    """Errors if in production no mail is sent, or if the links in mails do not lead to a public https:// address."""
    if not settings.IS_PRODUCTION:
        return []
    messages: list[CheckMessage] = []
    if not settings.EMAIL_HOST:
        messages.append(
            Error(
                "No mail server is configured, so nobody who is invited can set a password.",
                hint="Set AMPARO_MAIL_HOST; docs/deploying.md lists the variables of mail.",
                id="config.E002",
            )
        )
    address = urlsplit(settings.PUBLIC_URL)
    if address.scheme != "https" or address.hostname in LOOPBACK:
        messages.append(
            Error(
                f"Links in mails and on slips lead to {settings.PUBLIC_URL}, where nobody arrives.",
                hint="Set AMPARO_URL to the https:// address that people open.",
                id="config.E003",
            )
        )
    return messages
