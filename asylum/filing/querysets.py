"""People who have not applied yet and still may, and their last day."""

import datetime
import uuid
from collections.abc import Collection
from typing import Any

from django.db.models import Exists, OuterRef, Q, Subquery

from asylum.pathways.rules import FILING_RULE
from asylum.people.querysets import gone_for_good
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.nationals import nationals
from casework.children.querysets import children_alone
from casework.register.models.case import FamilyMember
from casework.register.rules import AGE_OF_MAJORITY
from reference.models import TermDay


def to_lodge(
    today: datetime.date,
    cases: Collection[uuid.UUID] | None = None,
    grown: Collection[int] | None = None,
) -> Any:
    """Members of open cases, and former ones still in the country, without an application, with their last day to
    apply.

    The day follows the country of their office. Every adult has a claim of their own; children share an adult's.
    Excludes those who are or may be children alone: they need protection first. Anybody else of uncertain age is
    included."""
    of_age = Q(individual__birth_year__lte=today.year - AGE_OF_MAJORITY)
    waiting = _without_application(FamilyMember.objects.marked_latest())
    waiting = waiting.filter(Q(individual__birth_year=None) | of_age, individual__merged_into=None)
    return waiting.exclude(pk__in=children_alone(today, cases, grown).values("pk"))


def to_lodge_for_children(today: datetime.date) -> Any:
    """The same for children without an adult of their family: nobody reminds a child, and the term runs."""
    waiting = _without_application(FamilyMember.objects.on(today))
    return waiting.filter(pk__in=children_alone(today).values("pk"))


def _without_application(members: Any) -> Any:
    """Members of open cases without an application who may need one, each with `last_day`, `warn_days` and
    `rule_id`."""
    days = days_to_apply("individual__")
    made = AsylumApplication.objects.made().filter(individual=OuterRef("individual"))
    return (
        members.filter(~Exists(made), ~gone_for_good("individual"), case__closed_on=None)
        .filter(individual__erased_on=None)
        .exclude(individual__arrival=None)
        .exclude(nationals("individual__"))
        .annotate(
            last_day=Subquery(days.values("last_on")),
            warn_days=Subquery(days.values("rule__warn_days")),
            rule_id=Subquery(days.values("rule")),
        )
    )


def days_to_apply(person: str) -> Any:
    """The term to apply for the arrival of the person in the outer query, in a country with such a term."""
    return TermDay.objects.filter(
        country=OuterRef(f"{person}office__country"),
        code=FILING_RULE,
        starts_on=OuterRef(f"{person}arrival__on"),
    )
