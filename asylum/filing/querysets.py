"""People who have not applied yet and still may, with their last day to apply."""

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
    """Returns memberships of people who have made no application, with their last day to apply.

    These are members of open cases, and former members who are still in the country. The law of the country of their
    office gives the day. Children share the claim of an adult, so they are left out. People of uncertain age are
    included, unless they may be children alone, who need protection first.
    """
    of_age = Q(individual__birth_year__lte=today.year - AGE_OF_MAJORITY)
    members = _without_application(FamilyMember.objects.marked_latest())
    members = members.filter(Q(individual__birth_year=None) | of_age, individual__merged_into=None)
    return members.exclude(pk__in=children_alone(today, cases, grown).values("pk"))


def to_lodge_for_children(today: datetime.date) -> Any:
    """Returns memberships, with their last day to apply, of children without an adult of their family."""
    members = _without_application(FamilyMember.objects.on(today))
    return members.filter(pk__in=children_alone(today).values("pk"))


def _without_application(members: Any) -> Any:
    """Returns members of open cases without an application who may need one.

    Annotates `last_day`, `warn_days` and `rule_id`, the rule behind the last day.
    """
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
    """Returns the term to apply by the day of arrival of a person in the outer query.

    `person` is the prefix of lookups to that person. Empty for a country without such a term.
    """
    return TermDay.objects.filter(
        country=OuterRef(f"{person}office__country"),
        code=FILING_RULE,
        starts_on=OuterRef(f"{person}arrival__on"),
    )
