"""The aid and the things handed out in a person's extract."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from aid.models.commitment import Commitment
from aid.models.cover import Cover
from aid.models.distribution import ItemDistribution
from casework.slots.extract import Held, of_person_or_family

commitment_held = Held(
    Commitment,
    _("Aid promised"),
    ["source"],
    rows=of_person_or_family(Commitment, day="committed_at__date"),
    permission=P.AID_READ,
    author="committed_by",
)

item_distribution_held = Held(
    ItemDistribution,
    _("Things handed out"),
    ["remark"],
    first=["on", "article", "quantity"],
    rows=of_person_or_family(ItemDistribution, day="on"),
    permission=P.AID_READ,
)

cover_held = Held(Cover, _("Aid by days"), permission=P.AID_READ)
extracts = (commitment_held, item_distribution_held, cover_held)
