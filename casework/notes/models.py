"""Notes and their earlier texts."""

import datetime

import pgtrigger
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.notes.choices import TIME_TO_EDIT, NoteKind
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.case import OfCaseQuerySet
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class Note(SealedRow):
    """A note about a case, or about one person in it.

    The author may edit it for a day; then the database refuses changes, and corrections are new notes.
    """

    case = models.ForeignKey(Case, models.PROTECT, related_name="notes")
    individual = models.ForeignKey(
        Individual, models.PROTECT, null=True, blank=True, related_name="notes"
    )
    kind = models.CharField(
        _("kind"), max_length=10, choices=NoteKind.choices, default=NoteKind.CONTACT
    )
    author = models.ForeignKey(User, models.PROTECT, related_name="+")
    written_at = models.DateTimeField(default=timezone.now)
    text = EncryptedTextField(_("note"))
    corrects = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="corrected_by"
    )

    objects = OfCaseQuerySet.as_manager()

    class Privacy:
        open = {"case", "individual", "author", "written_at", "corrects"}
        counted = {"kind"}
        sealed = {"text"}

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        ordering = ["-written_at"]
        indexes = [models.Index(fields=["case", "-written_at"], name="notes_of_a_case")]
        triggers = [
            pgtrigger.Trigger(
                name="sealed_after_a_day",
                when=pgtrigger.Before,
                operation=pgtrigger.UpdateOf("text", "kind", "author_id", "written_at"),
                # By the database's clock. Author and time never change, so that the day cannot start again.
                func="""
                    IF NEW.author_id <> OLD.author_id OR NEW.written_at <> OLD.written_at
                        OR ((NEW.text IS DISTINCT FROM OLD.text OR NEW.kind <> OLD.kind)
                            AND OLD.written_at < now() - interval '24 hours')
                    THEN
                        RAISE EXCEPTION 'a note is sealed a day after it was written'
                            USING ERRCODE = 'check_violation', CONSTRAINT = 'sealed_after_a_day';
                    END IF;
                    RETURN NEW;
                """,
            )
        ]

    @property
    def open_until(self) -> datetime.datetime:
        """The end of the time in which the author may edit the note."""
        return self.written_at + TIME_TO_EDIT

    @property
    def is_sealed(self) -> bool:
        return timezone.now() >= self.open_until


class NoteVersion(SealedRow):
    """The text that a note had before an edit."""

    append_only = True

    note = models.ForeignKey(Note, models.PROTECT, related_name="versions")
    text = EncryptedTextField(_("note"))
    replaced_at = models.DateTimeField(auto_now_add=True)

    class Privacy:
        open = {"note", "replaced_at"}
        sealed = {"text"}

    class Meta:
        ordering = ["-replaced_at"]
