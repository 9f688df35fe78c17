"""A view of the case list that carries the family's name: only who kept it sees it."""

from accounts.actions.saved_views import save_view
from accounts.models import SavedView


def fill(family, cast, by):
    if not SavedView.objects.of(by, "case-list").exists():
        save_view(page="case-list", query="status=open", name=family.named, by=by)
