"""Whose papers do not state the right to work, wherever they are on file."""

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from accounts.models import User
from asylum.choices import WorkRight
from asylum.models.permit import Permit
from casework.register.choices import YesNo
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual


def people_without_work_right(user: User) -> QuerySet[Individual]:
    """People in sight with papers in use, or permits in force, that were read and lack the statement.

    Each carries those papers in `lacking_papers` and, as far as `user` sees permits, those permits in
    `lacking_permits`. A paper that nobody has read is not listed.
    """
    papers = (
        IdentityDocument.objects.visible_to(user)
        .in_use(user.today())
        .filter(states_work_right=YesNo.NO)
    )
    permits = Permit.objects.visible_to(user).current().filter(work_right=WorkRight.NO)
    mine = {"individual": OuterRef("pk")}
    rows: QuerySet[Individual] = (
        Individual.objects.visible_to(user)
        .filter(Exists(papers.filter(**mine)) | Exists(permits.filter(**mine)))
        .prefetch_related(
            Prefetch("identity_documents", papers, to_attr="lacking_papers"),
            Prefetch("permits", permits, to_attr="lacking_permits"),
        )
        .order_by("number")
    )
    return rows
