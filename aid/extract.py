"""The aid and the things handed out in a person's extract."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from aid.models.commitment import Commitment
from aid.models.cover import Cover
from aid.models.distribution import ItemDistribution
from aid.models.gap import OpenGap
from casework.slots.extract import ExtractPart, rows_about_person_or_family

commitment_extract = ExtractPart(
    Commitment,
    _("Aid promised"),
    ["source"],
    rows=rows_about_person_or_family(Commitment, day="committed_at__date"),
    permission=P.AID_READ,
    author="committed_by",
)

item_distribution_extract = ExtractPart(
    ItemDistribution,
    _("Things handed out"),
    ["remark"],
    first=["on", "article", "quantity"],
    rows=rows_about_person_or_family(ItemDistribution, day="on"),
    permission=P.AID_READ,
)

gap_extract = ExtractPart(
    OpenGap,
    _("What was said about aid that ends"),
    ["said", "told"],
    first=["on", "kind", "lost_on"],
    rows=rows_about_person_or_family(OpenGap, day="on"),
    permission=P.AID_READ,
)

cover_extract = ExtractPart(Cover, _("Aid by days"), permission=P.AID_READ)
extracts = (commitment_extract, item_distribution_extract, gap_extract, cover_extract)
