"""The audit log's verbs of reporting, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VERBS: dict[str, str | Promise] = {
    "figures.read": _("looked at figures"),
    "incident.counted": _("looked at the table of incidents at home"),
    "named_list.listed": _("looked at the lists with names"),
    "named_list.made": _("made a list with names"),
    "named_list.prepared": _("asked for a list with names"),
    "named_list.read": _("downloaded a list with names"),
    "table.listed": _("looked at the list of tables"),
    "table.made": _("made a table"),
    "table.prepared": _("prepared a table"),
    "table.read": _("downloaded a table"),
    "table.released": _("released a table"),
}
