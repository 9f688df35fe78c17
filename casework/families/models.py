"""One step of the family builder with everything that it moved, and how two persons belong together."""

from django.db import models
from django.db.models import F, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.corrections.models import Mistakable
from casework.families.choices import Bond, FamilyStep, said_of
from casework.families.querysets import FamilyChangeQuerySet, RelationshipQuerySet
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.models.recorded import Signed
from vault.fields import EncryptedTextField


class FamilyChange(models.Model):
    """What was done to the families of one or two cases, by whom, and whether it was undone.

    `moved` lists the memberships that changed: number of the row, what it said before (null where the
    step made it) and after. Nothing in it names a person.
    """

    case = models.ForeignKey(Case, models.PROTECT, related_name="family_changes")
    other_case = models.ForeignKey(
        Case, models.PROTECT, null=True, blank=True, related_name="family_changes_of_others"
    )
    step = models.CharField(_("step"), max_length=10, choices=FamilyStep.choices)
    on = models.DateField(_("day"))
    moved = models.JSONField(default=list)
    has_closed_other = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")

    objects = FamilyChangeQuerySet.as_manager()

    class Privacy:
        open = {"case", "other_case", "at", "by", "undone_at", "undone_by", "has_closed_other"}
        counted = {"step", "on", "moved"}

    class Meta:
        ordering = ["-at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(undone_at=None, undone_by=None)
                | models.Q(undone_at__isnull=False, undone_by__isnull=False),
                name="undone_family_change_says_by_whom",
            )
        ]

    @property
    def is_undone(self) -> bool:
        return self.undone_at is not None


class Relationship(Mistakable, Signed):
    """The first person is something to the second. Of one case or of two; the reason is sealed."""

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
        """The bond in words from this person's side, and the other person."""
        is_first = self.individual_a_id == individual_id
        other = self.individual_b if is_first else self.individual_a
        return said_of(self.kind, is_first=is_first), other
