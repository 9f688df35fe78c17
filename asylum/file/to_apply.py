"""Times to apply of the people of one file, fetched once for a page."""

import datetime
from typing import Any
from uuid import UUID

from django.db.models import Subquery

from accounts.access import cache_result, cached_per_request
from accounts.models import User
from asylum.file.of_case import claims_in
from asylum.filing.days import is_child
from asylum.filing.querysets import days_to_apply
from asylum.people.followed import former_members_followed
from asylum.people.querysets import gone_for_good
from asylum.procedure.nationals import nationals
from casework.children.querysets import children_alone_in, keys_of_absent
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.case import family_today
from pages.questions import PLACEHOLDER, QueryByKeys, cached_rows
from pages.together import Rows


@cached_per_request
def to_lodge_in(case: Case, user: User) -> list[Any]:
    """Returns members without a claim who have a last day to apply, the soonest first.

    These are the people of `to_lodge` and `to_lodge_for_children`. If somebody else applies for a child,
    `is_child_alone` is set.
    """
    without_claim = _without_claim(case, user)
    days = days_to_apply_in(case, user) if without_claim else {}
    members = []
    for member in without_claim:
        last_day, rule = days.get(member.individual_id, (None, None))
        if last_day:
            member.last_day, member.rule_id = last_day, rule
            members.append(member)
    return sorted(
        members,
        key=lambda member: (
            member.last_day,
            member.is_child_alone,
            member.joined_on,
            member.individual.number,
        ),
    )


@cached_per_request
def _without_claim(case: Case, user: User) -> list[Any]:
    """Returns adults without a claim, and children for whom somebody else applies; empty for a closed case."""
    if not case.is_open:
        return []
    claimants = {claim.individual_id for claim in claims_in(case, user) if claim.is_made}
    alone = {member.pk for member in children_alone_in(case, user)}
    members = family_today(case, user) + former_members_followed(case, user)
    without_claim = [each for each in members if each.individual_id not in claimants]
    for member in without_claim:
        member.is_child_alone = member.pk in alone
    return [
        each for each in without_claim if each.is_child_alone or not is_child(each.individual, user)
    ]


@cached_per_request
def children_left_out(case: Case, user: User) -> list[Individual]:
    """Returns children in no claim although an adult of their family made one; empty for a closed case.

    Leaves out children alone, whose own time to apply is listed, nationals, and children who left the country.
    """
    claims = [claim for claim in claims_in(case, user) if claim.is_made]
    members = family_today(case, user) if case.is_open and claims else []
    claimants = {claim.individual_id for claim in claims}
    children = {each.individual_id for each in members if is_child(each.individual, user)}
    adults = {each.individual_id for each in members} - children
    if not adults & claimants or not children - claimants:
        return []
    alone = {member.individual_id for member in children_alone_in(case, user)}
    excluded = alone | keys_of_absent(case, user) | claimants
    return [
        each.individual
        for each in members
        if each.individual_id in children - excluded
        and case.office.country not in each.individual.nationalities
    ]


@cached_per_request
def days_to_apply_in(case: Case, user: User) -> dict[Any, tuple[datetime.date | None, int | None]]:
    """Returns the last day to apply and the key of its rule, by person."""
    keys = [member.individual_id for member in _without_claim(case, user)]
    rows = cached_rows(_days_to_apply, values={PLACEHOLDER: keys})
    return {row["pk"]: (row["last_day"], row["rule"]) for row in rows}


def query_of_days_to_apply(case: Case, user: User) -> QueryByKeys:
    """Returns the query whose rows `store_days_to_apply` takes, to be run together with other queries."""
    return QueryByKeys([each.individual_id for each in _without_claim(case, user)], _days_to_apply)


def store_days_to_apply(case: Case, user: User, rows: Rows) -> None:
    """Stores these rows as the result of `days_to_apply_in` for this page."""
    days = {
        UUID(row["pk"]): (
            row["last_day"] and datetime.date.fromisoformat(row["last_day"]),
            row["rule"],
        )
        for row in rows
    }
    cache_result(days_to_apply_in, case, user, found=days)


def _days_to_apply() -> Any:
    days = days_to_apply("")
    people = Individual.objects.filter(~gone_for_good("pk"), pk__in=[PLACEHOLDER])
    last_day, rule = Subquery(days.values("last_on")), Subquery(days.values("rule"))
    people = people.exclude(nationals()).order_by()
    return people.values("pk", last_day=last_day, rule=rule)
