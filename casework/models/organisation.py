"""Organisations."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from casework.choices import OrganisationKind


class Organisation(models.Model):
    """Whoever gives, pays or decides: authority, agency, NGO, church, volunteers, hotel."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=120, unique=True)
    short_name = models.CharField(_("short name"), max_length=30, blank=True)
    kind = models.CharField(_("kind"), max_length=20, choices=OrganisationKind.choices)
    is_named_in_exports = models.BooleanField(
        _("may be named in exports"),
        default=True,
        help_text=_("Some partners take part only if they are not named."),
    )

    class Privacy:
        open = {"id", "name", "short_name", "kind", "is_named_in_exports"}

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.short_name or self.name
