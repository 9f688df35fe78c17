"""Papers that allow a person to stay: permits, and stay papers that are only among the identity documents."""

import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from asylum.models.permit import Permit
from asylum.querysets.rows import of_the_dead
from asylum.querysets.work_right import identity_papers_held, permits_of_one_number
from casework.register.choices import DocumentEnd, DocumentType
from casework.register.models.identity_document import IdentityDocument


def stay_papers() -> QuerySet[IdentityDocument]:
    """All stay papers of the office's country. One with the number of a permit counts as that permit."""
    return IdentityDocument.objects.exclude(end_reason=DocumentEnd.MISTAKE).filter(
        ~Exists(permits_of_one_number()),
        type=DocumentType.STAY_PAPER,
        country=F("individual__office__country"),
    )


def stay_papers_held(day: datetime.date) -> QuerySet[IdentityDocument]:
    return identity_papers_held(day).filter(type=DocumentType.STAY_PAPER)


def may_stay(day: datetime.date) -> Q:
    """For people: whether a paper allows them to stay on that day."""
    papers = Permit.objects.held_on(day), stay_papers_held(day)
    permits, others = (Exists(rows.filter(individual=OuterRef("pk"))) for rows in papers)
    return Q(permits) | Q(others)


def stay_papers_to_end(today: datetime.date) -> QuerySet[IdentityDocument]:
    """Stay papers of the living with a last day. An expired one counts while no other paper allows the person to
    stay."""
    theirs, lasting = {"individual": OuterRef("individual")}, Q(valid_until__gte=today)
    others = stay_papers().filter(lasting | Q(valid_until=None), ended_on=None, **theirs)
    permits = Permit.objects.held_on(today).filter(**theirs)
    matters = lasting | ~Exists(others) & ~Exists(permits)
    papers = stay_papers().filter(matters, ~of_the_dead("individual"), ended_on=None)
    return papers.exclude(valid_until=None)
