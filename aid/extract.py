"""What aid gives to a person's extract."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from aid.models.commitment import Commitment
from aid.models.cover import Cover
from aid.models.distribution import ItemDistribution
from casework.slots.extract import Held, of_person, of_person_or_family

commitment_held = Held(
    Commitment,
    _("Aid promised"),
    of_person_or_family(Commitment, day="committed_at__date"),
    ["kind", "starts_on", "until", "is_firm", "source"],
    permission=P.AID_READ,
    author="committed_by",
)

item_distribution_held = Held(
    ItemDistribution,
    _("Things handed out"),
    of_person_or_family(ItemDistribution, day="on"),
    ["on", "article", "quantity", "provider", "remark", "is_mistake"],
    permission=P.AID_READ,
    author="recorded_by",
)

cover_held = Held(
    Cover,
    _("Aid by days"),
    of_person(Cover),
    ["kind", "starts_on", "until", "is_firm"],
    permission=P.AID_READ,
)
extracts = (commitment_held, item_distribution_held, cover_held)
