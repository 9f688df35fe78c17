"""Wishes and orders about being named and being heard."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casework.choices.onward import MediaReason
from casework.models.individual import Individual
from casework.models.organisation import Organisation
from casework.models.recorded import Recorded
from casework.querysets.exposure import AnonymityWishQuerySet
from vault.fields import EncryptedTextField


class AnonymityWish(Recorded):
    """From when until when somebody wanted to be hidden behind an alias. `Individual.is_anonymous` follows it."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="anonymity_wishes")
    wished_on = models.DateField(_("asked for on"))
    ended_on = models.DateField(_("taken back on"), null=True, blank=True)

    objects = AnonymityWishQuerySet.as_manager()

    class Privacy:
        open = Recorded.RECORDED | {"wished_on", "ended_on"}

    class Meta:
        verbose_name = _("wish for anonymity")
        verbose_name_plural = _("wishes for anonymity")
        ordering = ["-wished_on"]
        constraints = [
            models.UniqueConstraint(
                fields=["individual"],
                condition=Q(ended_on=None),
                name="one_open_wish_for_anonymity",
                violation_error_message=_("This person has asked for anonymity already."),
            )
        ]


class MediaRestriction(Recorded):
    """That somebody does not talk to the media, by own wish or because an authority said so."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="media_restrictions")
    reason = models.CharField(_("reason"), max_length=10, choices=MediaReason.choices)
    authority = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        verbose_name=_("authority"),
        related_name="+",
    )
    on = models.DateField(_("since"))
    ended_on = models.DateField(_("until"), null=True, blank=True)
    note = EncryptedTextField(_("note"), blank=True)

    class Privacy:
        open = Recorded.RECORDED | {"authority", "on", "ended_on"}
        counted = {"reason"}
        sealed = {"note"}

    class Meta:
        verbose_name = _("silence towards the media")
        verbose_name_plural = _("silences towards the media")
        ordering = ["-on"]

    @property
    def in_short(self) -> str:
        """What a page about this row calls it."""
        return str(self.get_reason_display())
