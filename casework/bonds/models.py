"""Bonds between two people."""

from django.db import models
from django.db.models import F, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casework.bonds.choices import Bond, bond_in_words
from casework.bonds.querysets import RelationshipQuerySet
from casework.corrections.models import Mistakable
from casework.register.models.individual import Individual
from casework.register.models.recorded import Signed
from vault.fields import EncryptedTextField


class Relationship(Mistakable, Signed):
    """The first person's bond to the second, within one case or across two; the reason is sealed."""

    individual_a = models.ForeignKey(
        Individual, models.PROTECT, related_name="relationships_as_first"
    )
    individual_b = models.ForeignKey(
        Individual, models.PROTECT, related_name="relationships_as_second"
    )
    kind = models.CharField(_("relation"), max_length=12, choices=Bond.choices)
    starts_on = models.DateField(_("from"), null=True, blank=True)
    ends_on = models.DateField(_("until"), null=True, blank=True)
    reason = EncryptedTextField(_("reason"), blank=True)

    objects = RelationshipQuerySet.as_manager()

    class Privacy:
        open = {"individual_a", "individual_b", "starts_on", "ends_on"}
        counted = {"kind"}
        sealed = {"reason"}

    class Meta:
        verbose_name = _("relation of two people")
        verbose_name_plural = _("relations of two people")
        ordering = ["individual_a__number", "individual_b__number", "recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(individual_a=F("individual_b")),
                name="nobody_is_related_to_themselves",
                violation_error_message=_("Nobody is related to themselves."),
            ),
            models.UniqueConstraint(
                fields=["individual_a", "individual_b", "kind"],
                condition=Q(ends_on=None, is_mistake=False),
                name="one_open_relationship_of_a_kind",
                violation_error_message=_("This is on file already."),
            ),
            models.CheckConstraint(
                condition=Q(starts_on=None) | Q(ends_on=None) | Q(ends_on__gte=F("starts_on")),
                name="relationship_ends_after_it_starts",
                violation_error_message=_("The end is before the beginning."),
            ),
        ]

    def seen_from(self, individual_id: object) -> tuple[str | Promise, Individual]:
        """Returns the bond in words from this person's side, and the other person."""
        is_first = self.individual_a_id == individual_id
        other = self.individual_b if is_first else self.individual_a
        return bond_in_words(self.kind, is_first=is_first), other
