"""Mails of accounts. They say what to do, and name nobody."""

import logging
import smtplib

from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.http import HttpRequest
from django.utils.translation import override

from accounts.models import User

logger = logging.getLogger(__name__)


def send_password_link(request: HttpRequest, user: User, *, template: str) -> bool:
    """Mails a link, good once and for three days, with which the person sets a password. False if no mail left."""
    adapter = get_adapter(request)
    key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
    url = adapter.get_reset_password_from_key_url(key)
    try:
        with override(user.language):
            adapter.send_mail(template, user.email, {"password_reset_url": url})
    except (OSError, smtplib.SMTPException):
        logger.warning("password_link_not_sent")
        return False
    return True
