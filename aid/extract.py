"""What aid gives to a person's extract."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from casework.slots.extract import Held, of_person, of_person_or_family

commitment_held = Held(
    "aid.Commitment",
    _("Aid promised"),
    of_person_or_family("aid.Commitment", day="committed_at__date"),
    ["kind", "starts_on", "until", "is_firm", "source"],
    permission=P.AID_READ,
    author="committed_by",
)

item_distribution_held = Held(
    "aid.ItemDistribution",
    _("Things handed out"),
    of_person_or_family("aid.ItemDistribution", day="on"),
    ["on", "article", "quantity", "provider", "remark"],
    permission=P.AID_READ,
    author="recorded_by",
)

cover_held = Held(
    "aid.Cover",
    _("Aid by days"),
    of_person("aid.Cover"),
    ["kind", "starts_on", "until", "is_firm"],
    permission=P.AID_READ,
)
