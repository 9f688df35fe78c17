"""Permits and identity papers that state the right to work, and people whose papers do not."""

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
    """Returns permits with the person and number of the identity paper in the outer query: both rows are one paper."""
    one_number = {name: OuterRef(name) for name in ("individual", "number_token")}
    return Permit.objects.filter(mistaken_on=None, **one_number)


def identity_papers_held(day: datetime.date) -> QuerySet[IdentityDocument]:
    """Returns identity papers of the office's country that were valid on that day, without mistakes.

    A paper without a first day is valid since the day on which it was recorded; one without a last day does not expire. A
    paper that is also on file as a permit is valid as long as the permit.
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
    """Returns people whom `user` sees and whose valid papers were checked and do not state the right to work.

    `lacking_papers` are these identity papers, and `lacking_permits` these permits that `user` may see. Leaves out
    nationals, who need no paper, and people with another paper that states the right.
    """
    # Identity papers are visible with their person, so only the people are checked.
    today = user.today()
    valid_papers = identity_papers_held(today)
    valid_permits = Permit.objects.held_on(today).filter(~of_the_dead("individual"))
    papers = valid_papers.filter(states_work_right=YesNo.NO)
    permits = valid_permits.visible_to(user).filter(work_right=WorkRight.NO)
    has_right = (
        Exists(valid_papers.filter(individual=OuterRef("pk"), states_work_right=YesNo.YES))
    ) | (Exists(valid_permits.filter(individual=OuterRef("pk"), work_right=WorkRight.YES)))
    # Few papers lack the right, so their people are looked up first: an OR would check every visible person.
    keys = (papers.order_by().values("individual")).union(permits.order_by().values("individual"))
    rows: QuerySet[Individual] = (
        Individual.objects.visible_to(user)
        .filter(~has_right, ~nationals(), among("pk", keys))
        .prefetch_related(
            Prefetch("identity_documents", papers, to_attr="lacking_papers"),
            Prefetch("permits", permits, to_attr="lacking_permits"),
        )
        .order_by("number")
    )
    return rows
