"""Papers that allow a person to stay, and people without such a paper.

These are permits, and stay papers among the identity documents that are not on file as permits.
"""

import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

from accounts.models import User
from accounts.permissions import Permission
from asylum.papers.models.permit import Permit
from asylum.people.querysets import gone_for_good, of_the_dead
from asylum.procedure.nationals import nationals
from asylum.work_right.querysets import identity_papers_held, permits_of_one_number
from casework.register.choices import DocumentEnd, DocumentType
from casework.register.models.case import FamilyMember
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual


def stay_papers() -> QuerySet[IdentityDocument]:
    """Returns stay papers of the office's country, without those that are also on file as permits, by their number."""
    return IdentityDocument.objects.exclude(end_reason=DocumentEnd.MISTAKE).filter(
        ~Exists(permits_of_one_number()),
        type=DocumentType.STAY_PAPER,
        country=F("individual__office__country"),
    )


def stay_papers_valid_on(day: datetime.date) -> QuerySet[IdentityDocument]:
    """Returns stay papers of the office's country that are valid on that day."""
    return identity_papers_held(day).filter(type=DocumentType.STAY_PAPER)


def may_stay(day: datetime.date) -> Q:
    """Returns a condition for people whom a permit or stay paper allows to stay on that day."""
    papers = Permit.objects.held_on(day), stay_papers_valid_on(day)
    permits, others = (Exists(rows.filter(individual=OuterRef("pk"))) for rows in papers)
    return Q(permits) | Q(others)


def stay_papers_to_end(today: datetime.date) -> QuerySet[IdentityDocument]:
    """Returns stay papers with a last day, of living people.

    An expired paper is included only if no other paper allows the person to stay.
    """
    of_person, is_valid = {"individual": OuterRef("individual")}, Q(valid_until__gte=today)
    others = stay_papers().filter(is_valid | Q(valid_until=None), ended_on=None, **of_person)
    permits = Permit.objects.held_on(today).filter(**of_person)
    is_needed = is_valid | ~Exists(others) & ~Exists(permits)
    papers = stay_papers().filter(is_needed, ~of_the_dead("individual"), ended_on=None)
    return papers.exclude(valid_until=None)


def people_without_permit(user: User) -> Any:
    """Returns people in open cases, whom the user sees, without a valid paper today; by number.

    `papers` are their permits without mistakes, the latest end first; `stay_papers` are their other stay papers. Leaves
    out nationals of the office's country, who need no paper, and people who died or left the country.
    """
    today = user.today()
    papers = Permit.objects.visible_to(user).filter(mistaken_on=None).with_validity()
    papers = papers.select_related("renewed_by").order_by(F("valid_until_on").desc())
    supported = FamilyMember.objects.on(today).filter(case__closed_on=None)
    visible_people = Individual.objects.visible_to(user, Permission.PERMIT_READ)
    return (
        visible_people.filter(pk__in=supported.values("individual"), merged_into=None)
        .exclude(nationals())
        .exclude(gone_for_good("pk"))
        .exclude(may_stay(today))
        .select_related("office")
        .prefetch_related(
            Prefetch("permits", papers, to_attr="papers"),
            Prefetch("identity_documents", stay_papers(), to_attr="stay_papers"),
        )
        .order_by("number")
    )
