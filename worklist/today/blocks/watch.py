"""The block for auditors: failed log-ins, views at night, and accounts with very many views."""

import datetime
from typing import Any

from django.db.models import Count as CountOf
from django.utils.translation import gettext_lazy

from accounts.models import AuditEvent
from accounts.permissions import Permission
from pages.context import address
from worklist.today.blocks.base import TodayBlock
from worklist.today.facts import TodayFacts

DAYS = 7
# From this number of views by one account on one day the block shows it. An afternoon of work makes a third of this.
MANY = 300
MOST = 5
# Ties are broken by name, so that the page does not change between loads.
ACCOUNT = ("actor__full_name", "actor")
FAILED = ("account.log_in_failed", "account.second_factor_failed")


class Watch(TodayBlock):
    """Numbers of the last seven days, with links to the audit log."""

    slug = "watch"
    title = gettext_lazy("Audit log, the last 7 days")
    permission = Permission.AUDIT_READ
    template = "worklist/blocks/watch.html"

    def context(self, facts: TodayFacts) -> dict[str, Any]:
        since = facts.today - datetime.timedelta(days=DAYS - 1)
        events: Any = (
            AuditEvent.objects.visible_to(facts.user).filter(at__date__gte=since).order_by()
        )
        url = address(f"audit?since={since.isoformat()}")
        failed = {verb: (events.filter(verb=verb).count(), f"{url}&verb={verb}") for verb in FAILED}
        looks = events.filter(is_read=True, actor__isnull=False)
        return {
            "failed": failed["account.log_in_failed"],
            "failed_factor": failed["account.second_factor_failed"],
            "at_night": _at_night(looks, url),
            "many": [
                (
                    name,
                    day,
                    number,
                    f"{address('audit')}?is_read=True&actor={pk}&since={day}&until={day}",
                )
                for pk, name, day, number in _by_day(looks)
            ],
            "all_url": url,
        }


def _at_night(looks: Any, url: str) -> list[tuple[str, int, str]]:
    """The accounts with most views at night: the name, the number of views, and the URL of these views."""
    counted = looks.at_night().values("actor", "actor__full_name").annotate(number=CountOf("pk"))
    return [
        (
            row["actor__full_name"],
            row["number"],
            f"{url}&is_read=True&hours=night&actor={row['actor']}",
        )
        for row in counted.order_by("-number", *ACCOUNT)[:MOST]
    ]


def _by_day(looks: Any) -> list[tuple[Any, str, datetime.date, int]]:
    """The accounts with at least MANY views on a day: key, name, day and number, the highest number first."""
    counted = looks.values("actor", "actor__full_name", "at__date")
    counted = counted.annotate(number=CountOf("pk"))
    return [
        (row["actor"], row["actor__full_name"], row["at__date"], row["number"])
        for row in counted.filter(number__gte=MANY).order_by("-number", "-at__date", *ACCOUNT)[
            :MOST
        ]
    ]


watch = Watch()
