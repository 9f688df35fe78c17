"""Views of lists that carry the family's name: only who kept them sees them."""

from accounts.actions.saved_views import save_view
from accounts.models import SavedView

KEPT = {"case-list": "status=open", "individual-list": "sex=f", "task-list": "whose=mine"}


def fill(family, cast, by):
    for page, query in KEPT.items():
        if not SavedView.objects.of(by, page).exists():
            save_view(page=page, query=query, name=family.named, by=by)
