"""Forces and ranks."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from casework.choices import ForceKind, RankBand
from casework.models.catalogued import Catalogued


class Force(Catalogued):
    """An armed force or police body."""

    code = models.CharField(_("code"), max_length=20, primary_key=True)
    name = models.CharField(_("name"), max_length=80)
    short_name = models.CharField(_("short name"), max_length=20)
    kind = models.CharField(_("kind"), max_length=12, choices=ForceKind.choices)
    country = models.CharField(_("country"), max_length=2, default="VE", help_text="ISO 3166-1")

    class Privacy:
        open = Catalogued.CATALOGUED | {"code", "name", "short_name", "kind", "country"}

    class Meta:
        ordering = ["kind", "name"]

    def __str__(self) -> str:
        return self.in_words(self.short_name)


class Rank(Catalogued):
    """A rank and the band under which it may be shown outside."""

    code = models.CharField(_("code"), max_length=30, primary_key=True)
    name = models.CharField(_("name"), max_length=60)
    band = models.CharField(_("band"), max_length=12, choices=RankBand.choices)
    order = models.PositiveSmallIntegerField(default=0)

    class Privacy:
        open = Catalogued.CATALOGUED | {"code", "name", "band", "order"}

    class Meta:
        ordering = ["order"]

    def __str__(self) -> str:
        return self.in_words(self.name)
