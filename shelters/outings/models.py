"""Outings of residents."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.corrections.models import Mistakable
from casework.register.models.individual import Individual
from casework.register.models.recorded import Recorded
from shelters.models.placement import Placement
from shelters.outings.querysets import OutingQuerySet


class Outing(Mistakable, Recorded):
    """Somebody went out of a site, and perhaps came back. `due_back_at` is what the rule of the site said then.

    A later rule changes no outing. Coming back late has no consequence here: coordinators of the site are told, nobody else.
    """

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="outings")
    placement = models.ForeignKey(
        Placement, models.PROTECT, related_name="outings", verbose_name=_("stay")
    )
    out_at = models.DateTimeField(_("went out at"))
    due_back_at = models.DateTimeField(_("to be back by"), null=True, blank=True)
    back_at = models.DateTimeField(_("came back at"), null=True, blank=True)
    back_recorded_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="+"
    )

    objects = OutingQuerySet.as_manager()

    class Privacy:
        open = {"placement", "back_recorded_by"}
        counted = {"out_at", "due_back_at", "back_at"}

    class Meta:
        verbose_name = _("outing")
        verbose_name_plural = _("outings")
        ordering = ["-out_at"]
        indexes = [models.Index(fields=["placement", "-out_at"], name="outings_of_a_stay")]
        constraints = [
            models.UniqueConstraint(
                fields=["placement"],
                condition=Q(back_at=None, is_mistake=False),
                name="one_open_outing_per_stay",
                violation_error_message=_("This person is out already."),
            ),
            models.CheckConstraint(
                condition=Q(back_at=None) | Q(back_at__gte=F("out_at")),
                name="outing_ends_after_it_starts",
                violation_error_message=_("The return is before the way out."),
            ),
        ]

    @property
    def is_open(self) -> bool:
        """Whether the person is not back yet."""
        return self.back_at is None and not self.is_mistake
