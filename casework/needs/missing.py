"""Recent arrivals with missing data."""

import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, Subquery

from casework.register.choices import BirthPrecision, CaseStatus, Relation, Sex
from casework.register.models.arrival import Arrival
from casework.register.models.case import FamilyMember
from casework.register.models.identity_document import IdentityDocument
from pages.lookups import among


def incomplete_since(people: Any, moment: datetime.datetime) -> Any:
    """Returns people of open cases logged since then without document, sex, age, crossing point or relation; latest first.

    Each has `has_document`; `asks_relation`, the membership without a relation, or None; and `relation_case`, the number of
    its case.
    """
    papers = IdentityDocument.objects.filter(individual=OuterRef("pk"))
    unknown = FamilyMember.objects.filter(relation_to_principal=Relation.UNKNOWN, left_on=None)
    members = unknown.filter(individual=OuterRef("pk"))
    recent = Arrival.objects.filter(logged_at__gte=moment, case__status=CaseStatus.OPEN)
    # Columns of the row itself are checked first.
    lacks_something = (
        Q(sex=Sex.UNKNOWN)
        | Q(birth_precision=BirthPrecision.UNKNOWN)
        | Q(arrival__crossing=None)
        | Q(has_document=False)
        | Q(Exists(members))
    )
    return (
        people.annotate(
            has_document=Exists(papers),
            asks_relation=Subquery(members.values("pk")[:1]),
            relation_case=Subquery(members.values("case__number")[:1]),
        )
        .filter(lacks_something, among("arrival", recent.order_by().values("pk")))
        .select_related("arrival")
        .order_by("-arrival__logged_at", "number")
    )
