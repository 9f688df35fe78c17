"""Papers that state the right to work or lack it, wherever they are on file."""

import datetime
from typing import Any

from django.db.models import DateField, Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce, TruncDate

from accounts.models import User
from asylum.choices import WorkRight
from asylum.models.permit import Permit
from asylum.nationals import nationals
from asylum.querysets.rows import of_the_dead
from casework.register.choices import DocumentEnd, YesNo
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from pages.lookups import among


def permits_of_one_number() -> Any:
    """Permits with the number of the identity paper around, of the same person: both are one paper."""
    one_number = {name: OuterRef(name) for name in ("individual", "number_token")}
    return Permit.objects.filter(mistaken_on=None, **one_number)


def identity_papers_held(day: datetime.date) -> QuerySet[IdentityDocument]:
    """Identity papers of the country of the office that somebody held and that held that day.

    Another state's paper says nothing about work here. Without a first day a paper holds from when it was recorded;
    one without a last day holds. What was recorded by mistake never did, and one that is on file as a permit, too, holds
    as long as the permit.
    """
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
    """People in sight of whom every paper of this country and permit that holds, as far as it was read, lacks the statement;
    of nationals nobody asks for it.

    Each carries those papers in `lacking_papers` and, as far as `user` sees permits, those permits in
    `lacking_permits`. A paper that nobody has read is not listed.
    """
    # Who sees a person sees their papers: sight is asked once, of the people.
    today = user.today()
    held, lives = identity_papers_held(today), ~of_the_dead("individual")
    permits_held = Permit.objects.held_on(today).filter(lives)
    papers = held.filter(states_work_right=YesNo.NO)
    permits = permits_held.visible_to(user).filter(work_right=WorkRight.NO)
    # One that states it is enough: its holder shows that one.
    stated = (Exists(held.filter(individual=OuterRef("pk"), states_work_right=YesNo.YES))) | (
        Exists(permits_held.filter(individual=OuterRef("pk"), work_right=WorkRight.YES))
    )
    # Few papers lack it: their people are looked up first. An OR of two conditions asks each of thousands in sight.
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
