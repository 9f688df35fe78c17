"""Models of specific needs, and of livelihood with dependants."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from casework.needs.querysets import SpecificNeedQuerySet
from casework.register.models.individual import Individual
from casework.register.models.recorded import Edited, Recorded, Replacing, Withdrawable
from reference.choices import NeedSource, RoomNeed
from reference.models import NeedCode
from vault.fields import EncryptedTextField


class Livelihood(Replacing, Recorded):
    """The number of a person's dependants at home, without their names. A newer row replaces an older one."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="livelihoods")
    dependants_abroad = models.PositiveSmallIntegerField(
        _("people at home who depend on them"), null=True, blank=True
    )
    is_sole_breadwinner = models.BooleanField(_("sole breadwinner"), default=False)
    note = EncryptedTextField(_("note"), blank=True)

    class Privacy:
        counted = {"dependants_abroad", "is_sole_breadwinner"}
        sealed = {"note"}

    class Meta:
        verbose_name = _("record of livelihood")
        verbose_name_plural = _("records of livelihood")
        ordering = ["-recorded_at"]


class SpecificNeed(Edited, Withdrawable):
    """A need of one person from a day until a day, with its source and the day of review.

    A mistake ends on its first day, and so applies on no day.
    """

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="needs")
    code = models.ForeignKey(NeedCode, models.PROTECT, verbose_name=_("need"), related_name="+")
    starts_on = models.DateField(_("since"))
    ended_on = models.DateField(_("until"), null=True, blank=True)
    source = models.CharField(_("known from"), max_length=12, choices=NeedSource.choices)
    review_on = models.DateField(_("look at it again on"), null=True, blank=True)
    note = EncryptedTextField(_("note"), blank=True)

    objects = SpecificNeedQuerySet.as_manager()

    class Privacy:
        open = {"review_on"}
        counted = {"code", "starts_on", "ended_on", "source"}
        sealed = {"note"}

    class Meta:
        verbose_name = _("need")
        verbose_name_plural = _("needs")
        ordering = ["-starts_on", "code"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ended_on=None) | models.Q(ended_on__gte=models.F("starts_on")),
                name="need_ends_after_it_starts",
                violation_error_message=_("The need ends before it starts."),
            ),
            models.UniqueConstraint(
                fields=["individual", "code"],
                condition=models.Q(ended_on=None),
                name="one_open_need_per_code",
                violation_error_message=_("This need is on file already."),
            ),
        ]

    @property
    def room_needs(self) -> list[str]:
        """The requirements for a place to sleep because of this need."""
        return [RoomNeed(each) for each in self.code.room_needs]

    @property
    def page_title(self) -> str:
        return str(self.code)
