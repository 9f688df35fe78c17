"""Answers of roll-calls, and the rules of a site about its door."""

import uuid

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.register.models.individual import Individual
from casework.register.models.recorded import Recorded, Replacing
from shelters.door.choices import RollPresence
from shelters.door.querysets import DoorRuleQuerySet, RollAnswerQuerySet
from shelters.models.placement import Placement
from shelters.models.site import Site
from vault.fields import EncryptedTextField


class DoorRule(models.Model):
    """What the door of a site asks for. The newest row counts; earlier rows say what counted before."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    site = models.ForeignKey(
        Site, models.PROTECT, related_name="door_rules", verbose_name=_("site")
    )
    absence_nights = models.PositiveSmallIntegerField(
        _("tell after this number of nights absent"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(60)],
        help_text=_("Empty: nobody is told. Nobody loses a place because of it."),
    )
    longest_out_minutes = models.PositiveSmallIntegerField(
        _("longest time out, in minutes"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(24 * 60)],
        help_text=_("Two hours are 120. Empty: as long as somebody wants."),
    )
    set_at = models.DateTimeField(auto_now_add=True)
    set_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = DoorRuleQuerySet.as_manager()

    class Privacy:
        open = {"site", "absence_nights", "longest_out_minutes", "set_at", "set_by"}

    class Meta:
        verbose_name = _("rule of a door")
        verbose_name_plural = _("rules of doors")
        ordering = ["-set_at"]


class RollAnswer(Replacing, Recorded):
    """Whether a person was there on a night. A correction is a newer row that replaces this one."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="roll_answers")
    placement = models.ForeignKey(
        Placement, models.PROTECT, related_name="roll_answers", verbose_name=_("stay")
    )
    night = models.DateField(_("night"))
    presence = models.CharField(_("presence"), max_length=8, choices=RollPresence.choices)
    remark = EncryptedTextField(_("remark"), blank=True)

    objects = RollAnswerQuerySet.as_manager()

    class Privacy:
        open = {"placement"}
        counted = {"night", "presence"}
        sealed = {"remark"}

    class Meta:
        verbose_name = _("answer of a roll-call")
        verbose_name_plural = _("answers of roll-calls")
        ordering = ["-night", "-recorded_at"]
        indexes = [models.Index(fields=["individual", "-night"], name="roll_answers_of_a_person")]
        constraints = [
            models.UniqueConstraint(
                fields=["placement", "night"],
                condition=Q(replaces=None),
                name="one_first_answer_per_stay_and_night",
                violation_error_message=_("Somebody has answered for this person already."),
            )
        ]

    @property
    def state(self) -> RollPresence:
        return RollPresence(self.presence)
