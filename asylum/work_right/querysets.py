"""Papers that state the right to work or lack it, among permits and identity documents."""

import datetime
from typing import Any

from django.db.models import DateField, Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce, TruncDate

from accounts.models import User
from asylum.papers.choices import WorkRight
from asylum.papers.models.permit import Permit
from asylum.people.querysets import of_the_dead
from asylum.procedure.nationals import nationals
from casework.register.choices import DocumentEnd, YesNo
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from pages.lookups import among


def permits_of_one_number() -> Any:
    """Permits of the same person and number as the identity paper in the outer query: both are one paper."""
    one_number = {name: OuterRef(name) for name in ("individual", "number_token")}
    return Permit.objects.filter(mistaken_on=None, **one_number)


def identity_papers_held(day: datetime.date) -> QuerySet[IdentityDocument]:
    """Identity papers of the office's country that were held and valid on that day.

    Another state's paper does not decide about work here. Without a first day a paper is valid from when it was
    recorded; without a last day it does not expire. Mistakes are excluded. A paper that is also on file as a permit is
    valid as long as the permit."""
    as_permit = permits_of_one_number()
    first_day = Coalesce("valid_from", TruncDate("recorded_at"), output_field=DateField())
    rows: QuerySet[IdentityDocument] = (
        IdentityDocument.objects.in_use(day)
        .exclude(end_reason=DocumentEnd.MISTAKE)
        .alias(first_day=first_day)
        .filter(
            Q(valid_until=None) | Q(valid_until__gte=day),
            ~Exists(as_permit) | Q(Exists(as_permit.held_on(day))),
            first_day__lte=day,
            country=F("individual__office__country"),
        )
    )
    return rows


def people_without_work_right(user: User) -> QuerySet[Individual]:
    """Visible people without a valid paper that states the right to work. Excludes nationals, who need none.

    `lacking_papers` holds those papers, and `lacking_permits` the permits that `user` may see. Papers that nobody has
    checked are not listed."""
    # Papers are visible with their person, so visibility is checked once, for the people.
    today = user.today()
    held, lives = identity_papers_held(today), ~of_the_dead("individual")
    permits_held = Permit.objects.held_on(today).filter(lives)
    papers = held.filter(states_work_right=YesNo.NO)
    permits = permits_held.visible_to(user).filter(work_right=WorkRight.NO)
    # One paper that states the right is enough.
    stated = (Exists(held.filter(individual=OuterRef("pk"), states_work_right=YesNo.YES))) | (
        Exists(permits_held.filter(individual=OuterRef("pk"), work_right=WorkRight.YES))
    )
    # Few papers lack it, so their people are looked up first. An OR of two conditions would check every visible person.
    lacking = (papers.order_by().values("individual")).union(
        permits.order_by().values("individual")
    )
    rows: QuerySet[Individual] = (
        Individual.objects.visible_to(user)
        .filter(~stated, ~nationals(), among("pk", lacking))
        .prefetch_related(
            Prefetch("identity_documents", papers, to_attr="lacking_papers"),
            Prefetch("permits", permits, to_attr="lacking_permits"),
        )
        .order_by("number")
    )
    return rows
