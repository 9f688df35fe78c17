"""Models of service in a force, sanctions by the state of origin, and disarmament on arrival."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from casework.register.choices import YesNo
from casework.register.models.arrival import Arrival
from casework.register.models.individual import Individual
from casework.register.models.recorded import Edited, Recorded, Replacing, Withdrawable
from casework.register.querysets.individual import WithdrawableQuerySet
from casework.service.choices import SanctionType, ServiceEnd
from casework.service.querysets import DisarmamentQuerySet, ServiceRecordQuerySet
from pages.rough_days import RoughDayColumn
from partners.models import Organisation
from reference.choices import RankBand
from reference.models import Force, Rank, SanctionInstrument
from vault.fields import EncryptedTextField


def _answer(label: Any) -> "models.CharField[str, str]":
    return models.CharField(label, max_length=7, choices=YesNo.choices, default=YesNo.UNKNOWN)


class Disarmament(Edited, Recorded):
    """What one former member handed over at one arrival. The state stores and lists the arms; Amparo does not."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="disarmaments")
    arrival = models.ForeignKey(
        Arrival, models.PROTECT, null=True, blank=True, related_name="disarmaments"
    )
    arms_carried = _answer(_("carried arms"))
    arms_surrendered = _answer(_("surrendered the arms"))
    uniform_handed_over = _answer(_("handed over uniform and insignia"))
    vehicle_surrendered = _answer(_("surrendered a vehicle"))
    received_by = models.ForeignKey(
        Organisation, models.PROTECT, null=True, blank=True, verbose_name=_("received by")
    )
    receipt_number = EncryptedTextField(_("number of the receipt"), blank=True)
    on = RoughDayColumn(_("handed over on"), null=True, blank=True)

    objects = DisarmamentQuerySet.as_manager()

    class Privacy:
        open = {"arrival"}
        counted = {
            "arms_carried",
            "arms_surrendered",
            "uniform_handed_over",
            "vehicle_surrendered",
            "received_by",
            "on",
        }
        sealed = {"receipt_number"}

    class Meta:
        verbose_name = _("record of what was handed over")
        verbose_name_plural = _("records of what was handed over")
        ordering = ["-recorded_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["individual", "arrival"],
                nulls_distinct=False,
                name="one_disarmament_per_arrival",
                violation_error_message=_("This is on file for this arrival already."),
            ),
            models.CheckConstraint(
                condition=~Q(arms_carried=YesNo.NO, arms_surrendered=YesNo.YES),
                name="no_surrender_of_arms_not_carried",
                violation_error_message=_("Who carried no arms surrendered none."),
            ),
        ]


class OriginSanction(Replacing, Withdrawable):
    """One sanction against one person, with the evidence. A newer row replaces an older one."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="sanctions")
    type = models.CharField(_("type"), max_length=16, choices=SanctionType.choices)
    on = RoughDayColumn(_("date"), null=True, blank=True)
    instrument = models.ForeignKey(
        SanctionInstrument,
        models.PROTECT,
        null=True,
        blank=True,
        verbose_name=_("decree or order"),
        related_name="sanctions",
    )
    names_person = models.CharField(
        _("names the person"), max_length=8, choices=YesNo.choices, default=YesNo.UNKNOWN
    )
    charge = EncryptedTextField(_("charge"), blank=True)
    evidence = EncryptedTextField(_("evidence"), blank=True)

    objects = WithdrawableQuerySet.as_manager()

    class Privacy:
        counted = {"type", "on", "instrument", "names_person"}
        sealed = {"charge", "evidence"}

    class Meta:
        verbose_name = _("sanction at home")
        verbose_name_plural = _("sanctions at home")
        ordering = ["-on", "-recorded_at"]


class ServiceRecord(Replacing, Withdrawable):
    """A period of service in a force. Reports show the band; unit, role and exact rank are sealed.

    A correction is a newer record that replaces the old one, which stays readable."""

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
    served_from = RoughDayColumn(_("served from"), null=True, blank=True)
    served_until = RoughDayColumn(_("served until"), null=True, blank=True)
    ending = models.CharField(
        _("how it ended"),
        max_length=12,
        choices=ServiceEnd.choices,
        default=ServiceEnd.UNKNOWN,
    )

    objects = ServiceRecordQuerySet.as_manager()

    class Privacy:
        counted = {
            "force",
            "rank_band",
            "years_of_service",
            "served_from",
            "served_until",
            "ending",
        }
        sealed = {"rank", "unit", "role", "people_commanded"}

    class Meta:
        verbose_name = _("service in a force")
        verbose_name_plural = _("services in forces")
        ordering = [F("served_until").desc(nulls_last=True), "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(served_until__fully_lt=F("served_from")),
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
        """Returns the one of these ranks whose code is in the sealed field `rank`, or None."""
        return next((rank for rank in ranks if rank.code == self.rank), None)
