"""What somebody handed over on arrival."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.choices.disarmament import Answer
from casework.models.arrival import Arrival
from casework.models.individual import Individual
from casework.models.organisation import Organisation
from casework.querysets.disarmament import DisarmamentQuerySet
from vault.fields import EncryptedTextField
from vault.models import SealedRow


def _answer(label: str) -> models.CharField:
    return models.CharField(label, max_length=7, choices=Answer.choices, default=Answer.UNKNOWN)


class Disarmament(SealedRow):
    """The outcome for one former member and one arrival. The state documents and stores the arms; this lists none."""

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
    on = models.DateField(_("handed over on"), null=True, blank=True)
    recorded_at = models.DateTimeField(auto_now_add=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    changed_at = models.DateTimeField(auto_now=True)
    changed_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    version = models.PositiveIntegerField(default=1)

    objects = DisarmamentQuerySet.as_manager()

    class Privacy:
        open = {
            "id",
            "key_id",
            "individual",
            "arrival",
            "recorded_at",
            "recorded_by",
            "changed_at",
            "changed_by",
            "version",
        }
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
                condition=~Q(arms_carried=Answer.NO, arms_surrendered=Answer.YES),
                name="no_surrender_of_arms_not_carried",
                violation_error_message=_("Who carried no arms surrendered none."),
            ),
        ]
