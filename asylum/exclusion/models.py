"""Screenings for exclusion: who referred the person, the steps, the outcome, and who looked when.

All rows are append-only. No other table refers to them, and no constraint ties a person to them, so that no page and no
refusal elsewhere reveals that a screening exists.
"""

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
from asylum.exclusion.rules import (
    CountingOutcome,
    StepSummary,
    counting_outcome,
    waits_for_second_person,
    was_declined,
)
from casework.compartments.models import SealedAccount
from casework.register.models.individual import Individual
from casework.uploads.models import HoldsFile, Upload
from vault.fields import EncryptedDateField, EncryptedTextField
from vault.models import SealedRow


class Screening(SealedRow):
    """The screening of one person. `account` is the colleague's account that led to the screening, if any."""

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
    def counting_outcome(self) -> CountingOutcome | None:
        """The outcome that counts; None without one. Reads prefetched steps if there are any."""
        return counting_outcome(self._summaries)

    @property
    def _summaries(self) -> list[StepSummary]:
        return [step.summary for step in sorted(self.steps.all(), key=lambda each: each.at)]

    @property
    def is_settled(self) -> bool:
        """Whether the outcome is of two people or of the authority, so that one person alone cannot change it."""
        return bool(self.counting_outcome and self.counting_outcome.is_settled)

    @property
    def tags(self) -> list[tuple[str, str]]:
        """The outcome and what the screening waits for, as texts with tones."""
        if self.is_mistaken:
            return [(str(_("Opened by mistake")), "quiet")]
        outcome, tags = self.counting_outcome, []
        if outcome is None:
            tags.append((str(_("No outcome yet")), "quiet"))
        else:
            label = str(outcome.outcome.label)
            of_authority = _("%(outcome)s, says the authority") % {"outcome": label}
            text = str(of_authority) if outcome.is_of_the_authority else label
            tags.append((text, OUTCOME_TONE[outcome.outcome]))
        if any(map(waits_for_second_person, self._summaries)):
            tags.append((str(_("waits for a second person")), "warn"))
        if was_declined(self._summaries):
            tags.append((str(_("a conclusion was not confirmed")), "warn"))
        return tags

    @property
    def stays(self) -> bool:
        """Whether a conclusion was confirmed or the authority decided, so that the opening can no longer be a mistake."""
        settles = (StepKind.CONFIRMED, StepKind.DECIDED)
        return any(step.kind in settles and not step.answer for step in self.steps.all())

    @property
    def is_mistaken(self) -> bool:
        return any(
            step.kind == StepKind.OPENED and step.answer == StepKind.TAKEN_BACK
            for step in self.steps.all()
        )


class ScreeningStep(SealedRow):
    """One step of a screening. A step that confirms, declines or retracts another step `answers` that step.

    A step has one answer at most. The outcome is sealed. A trigger checks the kinds of steps, so that a second person
    answers a conclusion.
    """

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
        """The kind of the step that answers this one; empty without an answer."""
        step: ScreeningStep | None = getattr(self, "answered_by", None)
        return step.kind if step else ""

    @property
    def summary(self) -> StepSummary:
        return StepSummary(self.kind, self.outcome, self.answer)

    @property
    def outcome_in_words(self) -> str:
        """The label of the outcome; for an erased row, the placeholder."""
        return str(dict(Outcome.choices).get(self.outcome, self.outcome))

    @property
    def is_taken_back(self) -> bool:
        return self.answer == StepKind.TAKEN_BACK

    @property
    def kept_paper(self) -> "ScreeningPaper | None":
        """The checked file of this step; None without one."""
        paper: ScreeningPaper | None = getattr(self, "paper", None)
        return paper

    @property
    def sent_paper(self) -> "ScreeningUpload | None":
        """The file of this step that is unchecked or was refused; None without one."""
        upload: ScreeningUpload | None = getattr(self, "upload", None)
        return upload

    @property
    def waits(self) -> bool:
        return waits_for_second_person(self.summary)

    @property
    def may_be_taken_back(self) -> bool:
        """Whether nobody has answered this step, and the step itself is no answer."""
        return not self.answer and self.kind not in ANSWERS


class ScreeningPaper(HoldsFile):
    """A scan or another file of one step, which is not among the documents of the case.

    The step says what the paper is, and when and by whom it was added. The paper of a retracted step stays readable.
    """

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
        """The name of the downloaded file, which does not reveal that a screening exists."""
        return f"{str(self.pk)[:8]}.{self.type}"


class ScreeningUpload(Upload):
    """A file as it was sent, until it becomes the paper of its step; or why it was refused."""

    leaves_no_trace = True

    step = models.OneToOneField(ScreeningStep, models.PROTECT, related_name="upload")

    class Privacy:
        open = {"id", "key_id", "step"}

    class Meta(Upload.Meta):
        verbose_name = _("file sent to a screening")
        verbose_name_plural = _("files sent to screenings")


class ScreeningLook(models.Model):
    """A look at a screening, at one of its papers or, without a screening, at the list.

    The row is saved before anything is shown. Only screeners see it; the common audit log does not mention it.
    """

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
