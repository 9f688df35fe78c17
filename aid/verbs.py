"""The audit log's verbs of aid, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VERBS: dict[str, str | Promise] = {
    "agreement.changed": _("changed an agreement"),
    "agreement.listed": _("looked at the list of agreements"),
    "agreement.notice_corrected": _("corrected notice of an agreement"),
    "agreement.notice_given": _("recorded notice of an agreement"),
    "agreement.read": _("opened an agreement"),
    "agreement.recorded": _("recorded an agreement"),
    "commitment.corrected": _("corrected aid"),
    "commitment.ended": _("ended aid"),
    "commitment.listed": _("looked at the list of aid"),
    "commitment.made": _("recorded aid"),
    "commitment.read": _("looked at aid"),
    "forecast.read": _("looked at who loses aid"),
    "gap.corrected": _("corrected what was said about aid that ends"),
    "gap.recorded": _("recorded that nothing can be done about aid that ends"),
    "items.corrected": _("corrected things handed out"),
    "items.distributed": _("recorded things handed out"),
    "items.read": _("looked at things handed out"),
    "month_need.stated": _("stated what a month costs"),
    "pledge.corrected": _("corrected a pledge"),
    "pledge.moved": _("recorded what became of a pledge"),
    "pledge.recorded": _("recorded a pledge"),
}
