"""Notes on the page of the case, in the timeline and in extracts."""

from typing import Any

from django.db.models import Count, Window
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.notes.forms import NoteForm
from casework.notes.models import Note, NoteVersion
from casework.register.models.case import Case
from casework.register.querysets.case import is_emptied, people_today
from casework.slots.extract import ExtractPart, rows_about_person_or_family
from casework.slots.holdings import holds
from casework.slots.timeline import Event, EventSource, TimelineSource

note_extract = ExtractPart(
    Note,
    _("Notes"),
    ["text"],
    first=["written_at"],
    rows=rows_about_person_or_family(Note, day="written_at__date"),
    permission=P.NOTE_READ,
    author="author",
)

note_version_extract = ExtractPart(
    NoteVersion,
    _("Notes before they were edited"),
    first=["replaced_at", "text"],
    rows=rows_about_person_or_family(
        NoteVersion,
        day="note__written_at__date",
        case="note__case",
        person="note__individual",
    ),
    permission=P.NOTE_READ,
    author="note__author",
)


def uncorrected_notes(case: Case) -> Any:
    """Returns the notes that no newer note corrects, with the related rows that a list shows."""
    return (
        Note.objects.filter(case=case, corrected_by=None)
        .select_related("author", "individual", "corrects")
        .prefetch_related("versions")
    )


class NotesPanel:
    """A field for a new note, the last note, and the link to all notes."""

    slug, title = "notes", gettext_lazy("Notes")
    permission = P.NOTE_READ
    template = "casework/notes/notes_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        counted = uncorrected_notes(case).annotate(number_of_all=Window(Count("pk")))
        notes = list(counted[:1]) if holds(case, Note) else []
        return {
            "notes": notes,
            "total": notes[0].number_of_all if notes else 0,
            "may_write": not is_emptied(case, user) and can(user, P.NOTE_WRITE, about=case),
            "note_form": NoteForm(user=user, row=case),
            "people_count": len(people_today(case, user)),
        }


notes_panel = NotesPanel()


def _note_event(note: Note) -> Event:
    text = gettext("Corrected a note") if note.corrects_id else gettext("Wrote a note")
    sentence = (
        gettext("%(who)s corrected a note about %(whom)s: %(new)s")
        if note.corrects_id
        else gettext("%(who)s wrote a note about %(whom)s: %(new)s")
    )
    kind = note.get_kind_display()
    return Event(note.written_at, text, told=note.text, new=kind, sentence=sentence)


notes_timeline = TimelineSource(
    "notes",
    gettext_lazy("Notes"),
    P.NOTE_READ,
    (
        EventSource(
            lambda case, user: Note.objects.filter(case=case, corrected_by=None),
            "written_at",
            _note_event,
            by="author",
            person="individual",
        ),
    ),
    is_on_summary=False,
)

VERBS: dict[str, str | Promise] = {
    "note.corrected": _("corrected a note"),
    "note.edited": _("mended a note"),
    "note.listed": _("looked at the list of notes"),
    "note.read": _("opened a note"),
    "note.written": _("wrote a note"),
}
