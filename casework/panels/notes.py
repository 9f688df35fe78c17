"""Notes on the case page."""

from typing import Any

from django.db.models import Count
from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.choices.notes import NoteKind
from casework.forms.notes import NoteForm
from casework.models import Case, Note

SHOWN = 10


def standing_notes(case: Case) -> Any:
    """The notes that no newer one corrects, with what their lines show."""
    return (
        Note.objects.filter(case=case, corrected_by=None)
        .select_related("author", "individual", "corrects")
        .prefetch_related("versions")
    )


class NotesPanel:
    """The last notes, a form for a new one, and the way to all of them by kind."""

    slug, title = "notes", gettext_lazy("Notes")
    permission = Permission.NOTE_READ
    template = "casework/panels/notes.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        counts = dict(
            Note.objects.filter(case=case, corrected_by=None)
            .order_by()
            .values_list("kind")
            .annotate(Count("pk"))
        )
        return {
            "notes": list(standing_notes(case)[:SHOWN]),
            "kinds": [
                (kind, label, counts[kind]) for kind, label in NoteKind.choices if kind in counts
            ],
            "total": sum(counts.values()),
            "may_write": can(user, Permission.NOTE_WRITE, about=case),
            "note_form": NoteForm(case=case, user=user),
            "people_count": case.members.on(user.today()).count(),
        }


notes = NotesPanel()
