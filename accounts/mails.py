"""Sends mails with password links. The mails name nobody."""

import logging
import smtplib
from pathlib import Path

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User

logger = logging.getLogger(__name__)


def send_password_link(user: User, *, template: str) -> bool:
    """Mails a link to set a password, which works once within three days. Returns False if the mail was not sent."""
    with override(user.language):
        subject = render_to_string(f"{template}_subject.txt").strip()
        text = render_to_string(f"{template}_message.txt", {"password_reset_url": _link(user)})
    try:
        send_mail(subject, text.strip(), None, [user.email])
    except (OSError, smtplib.SMTPException):
        logger.warning("password_link_not_sent")
        return False
    return True


def _link(user: User) -> str:
    """The URL to set a password, on the configured host: a forged Host header must not change it."""
    path = reverse(
        "account_reset_password_from_key",
        kwargs={
            "uidb36": user_pk_to_url_str(user),
            "key": default_token_generator.make_token(user),
        },
    )
    return f"{settings.PUBLIC_URL}{path}"


def mail_folder() -> str:
    """The path of the folder where mails are written, relative to the project if it is inside of it."""
    folder: Path = settings.EMAIL_FILE_PATH
    is_here = folder.is_relative_to(settings.BASE_DIR)
    return str(folder.relative_to(settings.BASE_DIR) if is_here else folder)
