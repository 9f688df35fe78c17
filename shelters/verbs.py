"""The audit log's verbs of shelters, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VERBS: dict[str, str | Promise] = {
    "bed.closed": _("took a bed out of service"),
    "bed.removed": _("removed a bed"),
    "bed.reopened": _("put a bed back into service"),
    "beds.added": _("added beds"),
    "family_without_bed.list_read": _("looked at the families without a bed"),
    "family_without_bed.read": _("looked for a place for the family"),
    "placement.cancelled": _("cancelled a stay"),
    "placement.checked_in": _("checked somebody in"),
    "placement.checked_out": _("checked somebody out"),
    "placement.corrected": _("corrected the nights of a stay"),
    "placement.extended": _("changed the planned end of a stay"),
    "placement.list_read": _("looked at the list of stays"),
    "placement.listed": _("looked at the list of stays"),
    "placement.moved": _("moved somebody to another bed"),
    "placement.placed": _("gave somebody a place"),
    "placement.read": _("opened a stay"),
    "placement.reason_given": _("gave the reason for a place"),
    "placement.postponed": _("put off a stay because the bed was still taken"),
    "placement.undone": _("took back what was just done about a stay"),
    "posting.ended": _("ended somebody's duty at a site"),
    "posting.granted": _("put somebody in charge of a site"),
    "room.added": _("added a room"),
    "site.changed": _("changed a site"),
    "site.closed": _("closed a site"),
    "site.listed": _("looked at the list of sites"),
    "site.night_read": _("looked at who sleeps at a site"),
    "site.opened": _("opened a new site"),
    "site.read": _("looked at a site"),
    "surge_place.reviewed": _("reviewed a surge place"),
    "surge_places.added": _("added surge places"),
}
