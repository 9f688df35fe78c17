"""Links to reset a forgotten password.

The request only records the wish, and a worker mails it: the response time does not reveal whether there is an account.
"""

import datetime

from django.db import transaction
from django.utils import timezone

from accounts.mails import send_password_link
from accounts.models import User, WantedPasswordLink

# After this time a wish expires, even if the mail server was down; the user asks again.
KEPT_FOR = datetime.timedelta(hours=1)


def want_password_link(email: str) -> WantedPasswordLink:
    """Records the wish, also for an address without an account or with a disabled one."""
    user = User.objects.filter(email__iexact=email, is_active=True).first()
    return WantedPasswordLink.objects.create(user=user)


@transaction.atomic
def send_wanted_links() -> int:
    """Mails what waits and returns how many mails were sent. Failed ones wait for the next run."""
    waiting = list(WantedPasswordLink.objects.select_for_update(skip_locked=True))
    users = User.objects.filter(pk__in={wish.user_id for wish in waiting}, is_active=True)
    failed = {
        user.pk
        for user in users
        if not send_password_link(user, template="account/email/password_reset_key")
    }
    oldest = timezone.now() - KEPT_FOR
    finished = [wish.pk for wish in waiting if wish.user_id not in failed or wish.asked_at < oldest]
    WantedPasswordLink.objects.filter(pk__in=finished).delete()
    return len(users) - len(failed)
