"""What accounts add to Today and to notices: roles to approve, idle accounts, and roles approved or refused."""

import datetime
from typing import Any

from django.db.models.functions import TruncDate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.due import Source, WaitingCount
from accounts.models import Grant, User
from accounts.permissions import Permission

# For how long an approved or refused role gives a notice.
NEWS_FOR = datetime.timedelta(days=3)


def _waiting_grants(user: User) -> Any:
    return Grant.objects.visible_to(user, Permission.GRANT_APPROVE).waiting().values("pk")


def _idle_accounts(user: User) -> Any:
    idle = User.objects.visible_to(user, Permission.USER_CHANGE).idle(user.today())
    return idle.values("pk")


roles_to_approve = WaitingCount(
    slug="roles-to-approve",
    permission=Permission.GRANT_APPROVE,
    rows=_waiting_grants,
    words=lambda number: ngettext("role to approve", "roles to approve", number),
    page="grant-list",
    asks=gettext_lazy("Look at them"),
)
idle_accounts = WaitingCount(
    slug="idle-accounts",
    permission=Permission.USER_CHANGE,
    rows=_idle_accounts,
    words=lambda number: ngettext(
        "account nobody logged in to for 60 days",
        "accounts nobody logged in to for 60 days",
        number,
    ),
    page="user-list?idle=true",
)


def _recently_approved(today: datetime.date) -> Any:
    approved = Grant.objects.in_force(today).filter(approved_at__date__gte=today - NEWS_FOR)
    return approved.annotate(approved_on=TruncDate("approved_at"))


def _recently_refused(today: datetime.date) -> Any:
    refused = Grant.objects.filter(refused_at__date__gte=today - NEWS_FOR)
    return refused.annotate(refused_on=TruncDate("refused_at"))


news_of_roles = (
    Source(
        kind="role_approved",
        title=gettext_lazy("Roles of yours that count now"),
        permission=Permission.INBOX_READ,
        about=Grant,
        date="approved_on",
        office="office_id",
        rows_on=_recently_approved,
        say=lambda grant: _("Approved: %(role)s") % {"role": grant.get_role_display()},
        concerns="user",
        by="approved_by",
        is_news=True,
    ),
    Source(
        kind="role_refused",
        title=gettext_lazy("Roles you gave that were refused"),
        permission=Permission.INBOX_READ,
        about=Grant,
        date="refused_on",
        office="office_id",
        rows_on=_recently_refused,
        say=lambda grant: (
            _("%(who)s refused a role of %(name)s, %(role)s: %(reason)s.")
            % {
                "who": grant.refused_by.full_name,
                "name": grant.user.full_name,
                "role": grant.get_role_display(),
                "reason": grant.get_refused_because_display(),
            }
        ),
        related=("user", "refused_by"),
        concerns="granted_by",
        by="refused_by",
        is_news=True,
    ),
)
