"""The database view of cover: the days on which a commitment, or a paid bed, covers a person."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from aid.choices import AidKind
from aid.models.agreement import Agreement
from aid.models.commitment import Commitment
from aid.querysets.cover import CoverQuerySet
from casework.register.models.individual import Individual


class Cover(models.Model):
    """The days on which one commitment covers one person, without regard to the agreement's end.

    A site's commitment covers its residents for the days of the stay; a family's covers its members while they belong to it.
    At a site lodging ends for everybody on the first night that is not paid or not under contract. A stay there counts as
    cover even without a recorded commitment. `until` is the first day without, or None; `reach_id` is the key of the
    commitment, or of the stay. `expected_on` is the first night of a stay that nobody checked in: it is cover until that
    night has passed. `planned_end_on` is the planned end of a stay that has not ended, or the day until which it may last past
    the plan: it ends cover while it is still to come (`CoverQuerySet.with_end_even_if_empty` for both).
    """

    pk = models.CompositePrimaryKey("reach_id", "individual_id", "starts_on")
    reach_id = models.UUIDField()
    commitment = models.ForeignKey(Commitment, models.DO_NOTHING, null=True, related_name="+")
    individual = models.ForeignKey(Individual, models.DO_NOTHING, related_name="+")
    agreement = models.ForeignKey(Agreement, models.DO_NOTHING, null=True, related_name="+")
    kind = models.CharField(max_length=10, choices=AidKind.choices)
    starts_on = models.DateField()
    until = models.DateField(_("first day without"), null=True)
    agreement_ends_on = models.DateField(null=True)
    is_firm = models.BooleanField()
    expected_on = models.DateField(_("expected on"), null=True)
    planned_end_on = models.DateField(_("planned end"), null=True)

    objects = CoverQuerySet.as_manager()

    class Privacy:
        open = {"reach_id", "commitment", "individual", "agreement", "agreement_ends_on"}
        counted = {"kind", "starts_on", "until", "is_firm", "expected_on", "planned_end_on"}

    class Meta:
        managed = False
        db_table = "aid_cover"
