"""The model of teams."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.office import Office
from accounts.querysets import OfficeQuerySet
from pages.order import ByName


class Team(models.Model):
    """Caseworkers of an office who share its cases."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    office = models.ForeignKey(
        Office, models.PROTECT, related_name="teams", verbose_name=_("office")
    )
    name = models.CharField(_("name"), max_length=100)

    objects = OfficeQuerySet.as_manager()

    class Privacy:
        open = {"office", "name"}

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = [ByName("office__name"), ByName("name")]
        constraints = [
            models.UniqueConstraint(fields=["office", "name"], name="one_team_name_per_office")
        ]

    def __str__(self) -> str:
        return self.name
