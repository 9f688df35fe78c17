"""Cover: which days of a person which commitment, or paid bed, reaches. A database view."""

from django.db import models

from aid.choices import AidKind
from aid.models.agreement import Agreement
from aid.models.commitment import Commitment
from aid.querysets.cover import CoverQuerySet
from casework.register.models.individual import Individual


class Cover(models.Model):
    """One stretch of days for which one commitment reaches one person, before its agreement's end.

    A site's commitment reaches whoever is placed there, for the days of the stay; a family's reaches
    its members while they belong to it. Lodging ends for everybody at a site on its first night that is
    not paid or not under contract. A stay at such a site is cover without a commitment when nobody wrote
    one down. `until` is the first day without, empty when there is none; `reach_id` is the commitment's
    key, or the stay's.
    """

    pk = models.CompositePrimaryKey("reach_id", "individual_id", "starts_on")
    reach_id = models.UUIDField()
    commitment = models.ForeignKey(Commitment, models.DO_NOTHING, null=True, related_name="+")
    individual = models.ForeignKey(Individual, models.DO_NOTHING, related_name="+")
    agreement = models.ForeignKey(Agreement, models.DO_NOTHING, null=True, related_name="+")
    kind = models.CharField(max_length=10, choices=AidKind.choices)
    starts_on = models.DateField()
    until = models.DateField(null=True)
    agreement_ends_on = models.DateField(null=True)
    is_firm = models.BooleanField()

    objects = CoverQuerySet.as_manager()

    class Privacy:
        open = {"reach_id", "commitment", "individual", "agreement", "agreement_ends_on"}
        counted = {"kind", "starts_on", "until", "is_firm"}

    class Meta:
        managed = False
        db_table = "aid_cover"
