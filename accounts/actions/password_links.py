"""Links to reset a forgotten password.

The request only stores a row, and a worker sends the mail: the response time does not reveal whether there is an account.
"""

import datetime

from django.db import transaction
from django.utils import timezone

from accounts.mails import send_password_link
from accounts.models import User, WantedPasswordLink

# After this time a request expires, even if the mail server was down; the user asks again.
REQUEST_LIFETIME = datetime.timedelta(hours=1)


def request_password_link(email: str) -> WantedPasswordLink:
    """Stores a request, also for an address without an account or with a disabled one: then its `user` is None."""
    user = User.objects.filter(email__iexact=email, is_active=True).first()
    return WantedPasswordLink.objects.create(user=user)


@transaction.atomic
def send_wanted_links() -> int:
    """Mails the requested links and returns how many mails were sent. The next run tries failed ones again."""
    waiting = list(WantedPasswordLink.objects.select_for_update(skip_locked=True))
    users = User.objects.filter(pk__in={each.user_id for each in waiting}, is_active=True)
    failed = {
        user.pk
        for user in users
        if not send_password_link(user, template="account/email/password_reset_key")
    }
    oldest = timezone.now() - REQUEST_LIFETIME
    finished = [each.pk for each in waiting if each.user_id not in failed or each.asked_at < oldest]
    WantedPasswordLink.objects.filter(pk__in=finished).delete()
    return len(users) - len(failed)
