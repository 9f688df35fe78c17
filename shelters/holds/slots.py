"""The audit log's verbs of held beds, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VERBS: dict[str, str | Promise] = {
    "beds.held": _("held beds for a call"),
    "beds.hold_released": _("released beds that were held for a call"),
    "beds.hold_used": _("gave beds that were held for a call"),
    "place.searched": _("looked for places for people without a file"),
}
