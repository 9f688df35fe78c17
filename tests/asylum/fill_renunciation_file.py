"""What the file of renunciation holds of the family that is with legal aid, and what was reported of groups."""

import datetime

from accounts.models import User
from asylum.contradictions.actions import dismiss_contradiction
from asylum.contradictions.finder import contradictions_of
from asylum.evidence.actions import reply_evidence, resolve_review
from asylum.evidence.choices import ReplyKind, ReviewResult
from asylum.flight.actions import record_flight
from asylum.identification.actions import contest_identification
from asylum.measures.actions import review
from asylum.measures.choices import SaidAtReview
from partners.models import Organisation
from tests.asylum.files import (
    a_group_report,
    a_restriction,
    an_approach,
    an_observation,
    some_evidence,
)
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    if by != cast.ana or not family.case.legal_referrals.open().exists():
        return
    person, today = family.people[0], by.today()
    secret = f"Se dijo. {family.sealed}evidence"
    first = some_evidence(cast, person, what=secret, source=secret, on=today)
    reply_evidence(first, on=today, kind=ReplyKind.ANSWERED, text=secret, by=cast.lucia)
    if first.review is not None:
        resolve_review(first.review, result=ReviewResult.NOTED, because=secret, by=cast.luis)
    some_evidence(cast, person, what=secret, source=secret, on=today)
    authority = Organisation.objects.order_by("name")[0]
    watched = an_observation(cast, person, reasons=secret, authority=authority)
    review(
        watched,
        on=today,
        outcome=SaidAtReview.GOES_ON,
        authority=authority,
        found=secret,
        review_on=today + datetime.timedelta(days=30),
        by=cast.lucia,
    )
    restricted = a_restriction(
        cast, person, reasons=secret, legal_basis=secret, source=secret, authority=authority
    )
    review(
        restricted,
        on=today,
        outcome=SaidAtReview.GOES_ON,
        authority=authority,
        found=secret,
        review_on=today + datetime.timedelta(days=30),
        by=cast.lucia,
    )
    contest_identification(
        person.renunciation_demands.get(is_asked=True, remark__isnull=False),
        on=today,
        grounds=secret,
        by=cast.lucia,
    )
    an_approach(cast, person, what=secret, by_whom=secret, protection=secret, on=today)
    a_group_report(cast, what=secret, source=secret, on=today)
    for days in (1, 2):
        told_on = person.arrival.on - datetime.timedelta(days=days)
        record_flight(person, told_on=told_on, circumstances=secret, by=cast.lucia)
    found = contradictions_of(person, cast.lucia)[0]
    dismiss_contradiction(person, said=found.said, because=secret, by=cast.lucia)
