"""Screenings for exclusion: who referred the person, the steps, the outcome, and who looked when.

All rows are append-only. Nothing refers to them, and no constraint ties a person to them, so that no page, question or
refusal elsewhere reveals that a screening exists."""

import pgtrigger
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from asylum.exclusion.choices import ANSWERS, OUTCOME_TONE, Outcome, StepKind
from asylum.exclusion.querysets import (
    ScreeningPaperQuerySet,
    ScreeningQuerySet,
    ScreeningStepQuerySet,
)
from asylum.exclusion.rules import Said, Word, came_back, waits_for_another, word_of
from casework.compartments.models import SealedAccount
from casework.register.models.individual import Individual
from casework.uploads.models import HoldsFile, Upload
from vault.fields import EncryptedDateField, EncryptedTextField
from vault.models import SealedRow


class Screening(SealedRow):
    """The screening of one person. `account` is the colleague's account that led to it, if any."""

    append_only = True
    leaves_no_trace = True

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    individual = models.ForeignKey(
        Individual, models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    account = models.ForeignKey(
        SealedAccount, models.PROTECT, null=True, blank=True, related_name="+"
    )
    referred_by = EncryptedTextField(_("referred by"), max_length=150)
    referred_on = EncryptedDateField(_("referred on"))
    opened_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(auto_now_add=True)

    objects = ScreeningQuerySet.as_manager()

    class Privacy:
        open = {"id", "key_id", "office", "individual", "account", "opened_by", "opened_at"}
        sealed = {"referred_by", "referred_on"}

    class Meta:
        verbose_name = _("screening for exclusion")
        verbose_name_plural = _("screenings for exclusion")
        ordering = ["-opened_at"]
        indexes = [models.Index(fields=["office", "-opened_at"], name="screenings_of_an_office")]

    def get_absolute_url(self) -> str:
        return reverse("screening-read", args=[self.pk])

    @property
    def person(self) -> Individual:
        """The person's current record, also after a merge."""
        return self.individual.merged_into or self.individual

    @property
    def word(self) -> Word | None:
        """The outcome that counts; uses the steps that were fetched with the row."""
        return word_of(self._steps_in_short)

    @property
    def _steps_in_short(self) -> list[Said]:
        return [step.said_in_short for step in sorted(self.steps.all(), key=lambda each: each.at)]

    @property
    def is_settled(self) -> bool:
        """Whether two people or the authority recorded an outcome, which one person alone cannot change."""
        return bool(self.word and self.word.is_settled)

    @property
    def tags(self) -> list[tuple[str, str]]:
        """Its state and what it waits for, as tags."""
        if self.is_mistaken:
            return [(str(_("Opened by mistake")), "quiet")]
        word, tags = self.word, []
        if word is None:
            tags.append((str(_("No outcome yet")), "quiet"))
        else:
            label = str(word.outcome.label)
            of_authority = _("%(outcome)s, says the authority") % {"outcome": label}
            said = str(of_authority) if word.is_of_the_authority else label
            tags.append((said, OUTCOME_TONE[word.outcome]))
        if any(map(waits_for_another, self._steps_in_short)):
            tags.append((str(_("waits for a second person")), "warn"))
        if came_back(self._steps_in_short):
            tags.append((str(_("a conclusion was not confirmed")), "warn"))
        return tags

    @property
    def stays(self) -> bool:
        """Whether it has an outcome of two people or of the authority: its opening can no longer be a mistake."""
        settles = (StepKind.CONFIRMED, StepKind.DECIDED)
        return any(step.kind in settles and not step.answer for step in self.steps.all())

    @property
    def is_mistaken(self) -> bool:
        return any(
            step.kind == StepKind.OPENED and step.answer == StepKind.TAKEN_BACK
            for step in self.steps.all()
        )


class ScreeningStep(SealedRow):
    """One step of a screening. A step that confirms, declines or retracts another one `answers` it; each has one answer
    at most.

    The outcome is sealed. The kinds, which constraints check, show that a second person confirmed a conclusion."""

    append_only = True

    screening = models.ForeignKey(Screening, models.PROTECT, related_name="steps")
    kind = models.CharField(_("what"), max_length=12, choices=StepKind.choices)
    answers = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="answered_by"
    )
    happened_on = EncryptedDateField(_("on"))
    outcome = EncryptedTextField(_("outcome"), blank=True)
    said = EncryptedTextField(_("what was said"), blank=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    objects = ScreeningStepQuerySet.as_manager()

    class Privacy:
        open = {"id", "key_id", "screening", "kind", "answers", "by", "at"}
        sealed = {"happened_on", "outcome", "said"}

    class Meta:
        verbose_name = _("step of a screening")
        verbose_name_plural = _("steps of screenings")
        ordering = ["at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=sorted(ANSWERS), answers__isnull=False)
                | (~Q(kind__in=sorted(ANSWERS)) & Q(answers=None)),
                name="screening_step_answers_what_it_answers",
            ),
            models.UniqueConstraint(
                fields=["screening"],
                condition=Q(kind=StepKind.OPENED),
                name="a_screening_is_opened_once",
            ),
        ]
        triggers = [
            pgtrigger.Trigger(
                name="two_conclude",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func="""
                    IF NEW.answers_id IS NOT NULL AND NOT EXISTS (
                        SELECT 1 FROM asylum_screeningstep answered
                         WHERE answered.id = NEW.answers_id
                           AND answered.screening_id = NEW.screening_id
                           AND CASE WHEN NEW.kind = 'taken_back'
                               THEN answered.kind NOT IN ('confirmed', 'declined', 'taken_back')
                               ELSE answered.kind = 'concluded' AND answered.by_id <> NEW.by_id
                               END
                    ) THEN
                        RAISE EXCEPTION 'a second person answers a conclusion'
                            USING ERRCODE = 'check_violation', CONSTRAINT = 'two_conclude';
                    END IF;
                    RETURN NEW;
                """,
            )
        ]

    @property
    def answer(self) -> str:
        """The kind of the step that answers this one; empty without one."""
        found: ScreeningStep | None = getattr(self, "answered_by", None)
        return found.kind if found else ""

    @property
    def said_in_short(self) -> Said:
        return Said(self.kind, self.outcome, self.answer)

    @property
    def outcome_in_words(self) -> str:
        """The outcome; for an erased row, its placeholder."""
        return str(dict(Outcome.choices).get(self.outcome, self.outcome))

    @property
    def is_taken_back(self) -> bool:
        return self.answer == StepKind.TAKEN_BACK

    @property
    def kept_paper(self) -> "ScreeningPaper | None":
        """The file of this step, if it has one."""
        found: ScreeningPaper | None = getattr(self, "paper", None)
        return found

    @property
    def sent_paper(self) -> "ScreeningUpload | None":
        """The file that is unchecked or was refused."""
        found: ScreeningUpload | None = getattr(self, "upload", None)
        return found

    @property
    def waits(self) -> bool:
        return waits_for_another(self.said_in_short)

    @property
    def may_be_taken_back(self) -> bool:
        """Whether nobody has answered it; an answer itself cannot be retracted."""
        return not self.answer and self.kind not in ANSWERS


class ScreeningPaper(HoldsFile):
    """A scan or another file of one step, sealed inside the compartment. It is not among the documents of the file.

    The step says what it is, its day and who added it. The paper of a retracted step stays readable."""

    append_only = True
    leaves_no_trace = True

    step = models.OneToOneField(ScreeningStep, models.PROTECT, related_name="paper")

    objects = ScreeningPaperQuerySet.as_manager()

    class Privacy:
        open = {"id", "key_id", "step"}

    class Meta:
        verbose_name = _("paper of a screening")
        verbose_name_plural = _("papers of screenings")

    def get_absolute_url(self) -> str:
        return reverse("screening-paper", args=[self.pk])

    @property
    def download_name(self) -> str:
        """The name of the file when downloaded, which does not reveal that a screening exists."""
        return f"{str(self.pk)[:8]}.{self.type}"


class ScreeningUpload(Upload):
    """A file as it was sent, until it becomes the paper of its step; if it was refused, why."""

    leaves_no_trace = True

    step = models.OneToOneField(ScreeningStep, models.PROTECT, related_name="upload")

    class Privacy:
        open = {"id", "key_id", "step"}

    class Meta(Upload.Meta):
        verbose_name = _("file sent to a screening")
        verbose_name_plural = _("files sent to screenings")


class ScreeningLook(models.Model):
    """A look at a screening, at a paper of a screening or, without a screening, at the list. Written before anything is
    shown.

    Only screeners see it; the common audit log does not mention it."""

    append_only = True

    screening = models.ForeignKey(
        Screening, models.PROTECT, null=True, blank=True, related_name="looks"
    )
    paper = models.ForeignKey(
        ScreeningPaper, models.PROTECT, null=True, blank=True, related_name="looks"
    )
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Privacy:
        open = {"screening", "paper", "by", "at"}

    class Meta:
        ordering = ["-at", "-pk"]
