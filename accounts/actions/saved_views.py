"""Saving the filters of a list under a name, and deleting them."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for, require
from accounts.models import SavedView, User
from accounts.permissions import Permission
from pages.refusals import ActionRefused
from vault.keys import destroy_key, issue_key

MOST_VIEWS = 6


@transaction.atomic
def save_view(*, page: str, query: str, name: str, by: User) -> SavedView:
    """Saves the query string `query` of the list whose URL name is `page`, for this user only.

    Raises ActionRefused without filters or name, for a seventh view, and for filters or a name that are saved already.
    """
    user = lock_for(by, Permission.ACCOUNT_CHANGE, by=by)
    views = SavedView.objects.of(user, page)
    if not query:
        raise ActionRefused(_("Filter the list first; the view keeps the filters."))
    if not name.strip():
        raise ActionRefused(_("Give the view a name."), field="name")
    saved_queries = [view.query for view in views]
    if len(saved_queries) >= MOST_VIEWS:
        raise ActionRefused(_("A list keeps six views. Forget one first."))
    if query in saved_queries:
        raise ActionRefused(_("These filters are kept already."))
    if name.strip().casefold() in {view.name.casefold() for view in views}:
        raise ActionRefused(_("A view of this list is called so already."), field="name")
    return SavedView.objects.create(
        key_id=issue_key(), user=user, page=page, query=query, name=name.strip()
    )


@transaction.atomic
def forget_view(view: SavedView, *, by: User) -> None:
    """Deletes the view and its key. Only the owner may."""
    require(by, Permission.ACCOUNT_CHANGE, about=view.user)
    destroy_key(view.key_id)
    view.delete()
