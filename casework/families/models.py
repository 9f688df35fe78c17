"""Steps of the family builder, with the memberships that each one changed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.families.choices import FamilyStep
from casework.families.querysets import FamilyChangeQuerySet
from casework.register.models.case import Case


class FamilyChange(models.Model):
    """One step that changed the families of one or two cases, by whom, and whether it was undone.

    `moved` lists the changed memberships: key, values before (null if the step created it) and after. Nothing in it names a
    person.
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
