"""Service in a force."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from casework.choices import RankBand
from casework.choices.service_record import ServiceEnd
from casework.models.force import Force, Rank
from casework.models.individual import Individual
from casework.models.recorded import Withdrawable
from casework.querysets.service_record import ServiceRecordQuerySet
from vault.fields import EncryptedTextField


class ServiceRecord(Withdrawable):
    """A period of service in a force. Reports show the band; unit, role and exact rank are sealed.

    A correction is a newer record that takes the older one's place; the older one stays readable.
    """

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="service_records")
    force = models.ForeignKey(Force, models.PROTECT, null=True, blank=True, verbose_name=_("force"))
    rank_band = models.CharField(
        _("rank band"), max_length=12, choices=RankBand.choices, default=RankBand.UNKNOWN
    )
    rank = EncryptedTextField(_("rank"), blank=True)
    unit = EncryptedTextField(_("unit"), blank=True)
    role = EncryptedTextField(_("last role"), blank=True)
    people_commanded = EncryptedTextField(_("people under command"), blank=True)
    years_of_service = models.PositiveSmallIntegerField(
        _("years of service"), null=True, blank=True
    )
    served_from = models.DateField(_("served from"), null=True, blank=True)
    served_until = models.DateField(_("served until"), null=True, blank=True)
    ending = models.CharField(
        _("how it ended"),
        max_length=12,
        choices=ServiceEnd.choices,
        default=ServiceEnd.UNKNOWN,
    )
    replaces = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )

    objects = ServiceRecordQuerySet.as_manager()

    class Privacy:
        open = Withdrawable.RECORDED | {"replaces"}
        counted = {
            "force",
            "rank_band",
            "years_of_service",
            "served_from",
            "served_until",
            "ending",
        }
        sealed = {"rank", "unit", "role", "people_commanded", "withdrawn_because"}

    class Meta:
        verbose_name = _("service in a force")
        verbose_name_plural = _("services in forces")
        ordering = [F("served_until").desc(nulls_last=True), "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(served_from=None)
                | Q(served_until=None)
                | Q(served_until__gte=F("served_from")),
                name="service_ends_after_it_starts",
                violation_error_message=_("The service ends before it starts."),
            )
        ]

    FACTS = (
        "force",
        "rank",
        "rank_band",
        "unit",
        "role",
        "people_commanded",
        "years_of_service",
        "served_from",
        "served_until",
        "ending",
    )

    def rank_of(self, ranks: list[Rank]) -> Rank | None:
        """The reference rank whose code is kept, sealed, in `rank`."""
        return next((rank for rank in ranks if rank.code == self.rank), None)
