"""The projection of tonight: rows computed from stays and beds, and stored for speed.

`shelters.keeping` writes and deletes it. It has no foreign keys: erased rows disappear with the next update.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models

# The columns that `Site.occupancy` needs, in the order of `shelters.occupied`.
COUNTED = (
    "beds_in_service",
    "free_beds",
    "surge_places",
    "free_surge_places",
    "sleepers",
    "kept_places",
    "expected_places",
)


class KeptOccupancy(models.Model):
    """The occupancy of one site on a night, and who may sleep there against a rule.

    `asked_about` are the stays there that `shelters.asleep` finds. `not_kept` are the broken rules by stay, including rules
    for which a reason is recorded."""

    is_kept = True

    night = models.DateField()
    site_id = models.UUIDField()
    beds_in_service = models.PositiveIntegerField()
    free_beds = models.PositiveIntegerField()
    surge_places = models.PositiveIntegerField()
    free_surge_places = models.PositiveIntegerField()
    sleepers = models.PositiveIntegerField()
    kept_places = models.PositiveIntegerField()
    expected_places = models.PositiveIntegerField(default=0)
    asked_about = ArrayField(models.UUIDField())
    not_kept = models.JSONField(default=dict)

    class Privacy:
        open = {"night", "site_id", "asked_about"}
        counted = {*COUNTED, "not_kept"}

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["night", "site_id"], name="occupancy_kept_once")
        ]


class KeptWaiting(models.Model):
    """A family without a bed for a night, as in `shelters.querysets.families.without_bed`.

    Includes the office of its case, because coordinators see who waits in their office.
    """

    is_kept = True

    night = models.DateField()
    case_id = models.UUIDField()
    case_office_id = models.UUIDField(null=True)

    class Privacy:
        open = {"night", "case_id", "case_office_id"}

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["night", "case_id"], name="waiting_kept_once")
        ]
        indexes = [
            models.Index(fields=["case_id"], name="waiting_of_a_case"),
            models.Index(
                fields=["night", "case_office_id"], include=["case_id"], name="waiting_of_an_office"
            ),
        ]
