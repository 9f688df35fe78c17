"""Notes in the stream, with their text."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from casework.models import Note
from casework.timeline import Event, Happening, Source


def _written(note: Note) -> Event:
    text = _("Corrected a note") if note.corrects_id else _("Wrote a note")
    return Event(note.written_at, text, told=note.text, new=note.get_kind_display())


notes = Source(
    "notes",
    gettext_lazy("Notes"),
    Permission.NOTE_READ,
    (
        Happening(
            lambda case, user: Note.objects.filter(case=case, corrected_by=None),
            "written_at",
            _written,
            by="author",
            person="individual",
        ),
    ),
    is_brief=False,
)
