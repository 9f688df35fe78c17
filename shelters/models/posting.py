"""The sites that coordinators run."""

import uuid

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.register.models.case import DateRange
from shelters.models.site import Site
from shelters.querysets.site import PostingQuerySet


class Posting(models.Model):
    """A coordinator runs a site from a day until a day, and sees only its residents."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        User, models.PROTECT, related_name="postings", verbose_name=_("coordinator")
    )
    site = models.ForeignKey(Site, models.PROTECT, related_name="postings", verbose_name=_("site"))
    starts_on = models.DateField(_("from"))
    ends_on = models.DateField(_("until"), null=True, blank=True)
    granted_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    granted_at = models.DateTimeField(auto_now_add=True)

    objects = PostingQuerySet.as_manager()

    class Privacy:
        open = {"user", "site", "starts_on", "ends_on", "granted_by", "granted_at"}

    class Meta:
        verbose_name = _("posting")
        verbose_name_plural = _("postings")
        ordering = ["-starts_on"]
        constraints = [
            ExclusionConstraint(
                name="one_posting_per_user_site_and_day",
                expressions=[
                    ("user", RangeOperators.EQUAL),
                    ("site", RangeOperators.EQUAL),
                    (DateRange("starts_on", "ends_on"), RangeOperators.OVERLAPS),
                ],
                violation_error_message=_("This person runs the site on these days already."),
            ),
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=F("starts_on")),
                name="posting_ends_after_it_starts",
                violation_error_message=_("The end is before the start."),
            ),
        ]
