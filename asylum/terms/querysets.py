"""Who may own a term, and which terms a handover includes."""

from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import Grant, User
from accounts.permissions import Permission
from accounts.roles import ROLES
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.nationals import terms_not_needed
from pages.order import ByName


def legal_officers_beside(user: User) -> QuerySet[User]:
    """Returns colleagues who may change claims in the user's offices, by name."""
    roles = [
        role for role, each in ROLES.items() if Permission.APPLICATION_CHANGE in each.permissions
    ]
    offices = user.office_ids(Permission.APPLICATION_CHANGE)
    grants = Grant.objects.in_force(user.today()).filter(office__in=offices, role__in=roles)
    rows: QuerySet[User] = User.objects.filter(is_active=True, pk__in=grants.values("user"))
    return rows.order_by(ByName("full_name"))


def _running(user: User) -> Any:
    """Returns running terms that `user` may change, without those of the dead and those that nobody needs."""
    rows = LegalDeadline.objects.visible_to(user, Permission.APPLICATION_CHANGE)
    return rows.running().exclude(terms_not_needed())


def holders_of_terms(user: User) -> QuerySet[User]:
    """Returns owners and deputies of running terms that `user` may change, by name."""
    running = _running(user)
    owners, deputies = running.values("owner"), running.values("deputy")
    rows: QuerySet[User] = User.objects.filter(Q(pk__in=owners) | Q(pk__in=deputies))
    return rows.order_by(ByName("full_name"))


def terms_of(leaving: User, *, by: User, taking: User) -> list[LegalDeadline]:
    """Returns running terms that `leaving` owns or is deputy of and that `by` may change, the earliest end first.

    `can_be_taken` of a term says whether `taking` may change it.
    """
    rows = _running(by).of(leaving)
    terms = list(rows.select_related("application__individual__office").order_by("due_on", "pk"))
    visible_terms = LegalDeadline.objects.visible_to(taking, Permission.APPLICATION_CHANGE)
    may_take = set(
        visible_terms.filter(pk__in=[each.pk for each in terms]).values_list("pk", flat=True)
    )
    for term in terms:
        term.can_be_taken = term.pk in may_take
    return terms
