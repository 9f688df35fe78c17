"""Models of activities, wellbeing and health screenings."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from casework.corrections.models import Mistakable
from casework.referrals.models import Referral
from casework.register.choices import YesNo
from casework.register.models.individual import Individual
from casework.register.models.recorded import Recorded
from casework.wellbeing.choices import ActivityKind, Feeling, SupportOffer
from casework.wellbeing.querysets import WellbeingQuerySet
from casework.wellbeing.rules import suggested_need
from partners.models import Organisation
from vault.fields import EncryptedTextField


class Activity(Mistakable, Recorded):
    """An activity of a person: a course, sport, childcare, a group."""

    on = models.DateField(_("day"))
    individual = models.ForeignKey(Individual, models.PROTECT, related_name="activities")
    kind = models.CharField(_("kind"), max_length=14, choices=ActivityKind.choices)
    organisation = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("offered by"),
    )
    remarks = EncryptedTextField(_("remarks"), blank=True)

    objects = WellbeingQuerySet.as_manager()

    class Privacy:
        counted = {"on", "kind", "organisation"}
        sealed = {"remarks"}

    class Meta:
        verbose_name = _("activity")
        verbose_name_plural = _("activities")
        ordering = ["-on", "-recorded_at"]
        indexes = [models.Index(fields=["individual", "-on"], name="activities_of_a_person")]


class WellbeingNote(Mistakable, Recorded):
    """How a person feels, and whether psychosocial support was offered."""

    on = models.DateField(_("day"))
    individual = models.ForeignKey(Individual, models.PROTECT, related_name="wellbeing_notes")
    feeling = models.CharField(
        _("how the last two weeks felt"),
        max_length=1,
        choices=Feeling.choices,
        default=Feeling.NOT_ASKED,
    )
    support = models.CharField(
        _("psychosocial support"),
        max_length=12,
        choices=SupportOffer.choices,
        default=SupportOffer.NOT_OFFERED,
    )
    text = EncryptedTextField(_("note"), blank=True)
    referral = models.ForeignKey(
        Referral,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="offers",
        verbose_name=_("referral that followed"),
    )

    objects = WellbeingQuerySet.as_manager()

    class Privacy:
        open = {"referral"}
        counted = {"on", "feeling", "support"}
        sealed = {"text"}

    class Meta:
        verbose_name = _("note on wellbeing")
        verbose_name_plural = _("notes on wellbeing")
        ordering = ["-on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(referral=None) | models.Q(support=SupportOffer.ACCEPTED),
                name="referral_follows_an_offer_that_was_accepted",
            )
        ]

    @property
    def is_accepted(self) -> bool:
        return self.support == SupportOffer.ACCEPTED and not self.is_mistake


class HealthScreening(Mistakable, Recorded):
    """A first screening: signs of hunger and loss of weight. No diagnosis."""

    on = models.DateField(_("day"))
    individual = models.ForeignKey(Individual, models.PROTECT, related_name="health_screenings")
    was_underfed = models.CharField(
        _("had too little to eat"),
        max_length=7,
        choices=YesNo.choices,
        default=YesNo.UNKNOWN,
    )
    has_lost_weight = models.CharField(
        _("lost weight"), max_length=7, choices=YesNo.choices, default=YesNo.UNKNOWN
    )
    findings = EncryptedTextField(_("findings"), blank=True)

    objects = WellbeingQuerySet.as_manager()

    class Privacy:
        counted = {"on", "was_underfed", "has_lost_weight"}
        sealed = {"findings"}

    class Meta:
        verbose_name = _("first look at health")
        verbose_name_plural = _("first looks at health")
        ordering = ["-on", "-recorded_at"]

    @property
    def suggested_need(self) -> str:
        """The code of the suggested specific need; empty without one."""
        return suggested_need(was_underfed=self.was_underfed, has_lost_weight=self.has_lost_weight)
