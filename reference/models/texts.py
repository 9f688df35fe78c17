"""The model of texts that are read to people."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from reference.choices import TextLanguage
from reference.querysets import HouseTextQuerySet

# The version that is loaded with Amparo. It says "this organisation" instead of a name.
BUNDLED_VERSION = 1


class HouseText(models.Model):
    """One version, in one language, of a text that is read to people. A row never changes, because files refer to it."""

    append_only = True

    code = models.CharField(_("code"), max_length=30)
    version = models.PositiveSmallIntegerField(_("version"))
    language = models.CharField(_("language"), max_length=2, choices=TextLanguage.choices)
    title = models.CharField(_("title"), max_length=120)
    body = models.TextField(_("text"))
    in_force_from = models.DateField(_("in force from"), null=True, blank=True)

    objects = HouseTextQuerySet.as_manager()

    class Privacy:
        open = {"code", "version", "language", "title", "body", "in_force_from"}

    class Meta:
        verbose_name = _("text that is read to people")
        ordering = ["code", "-version", "language"]
        constraints = [
            models.UniqueConstraint(
                fields=["code", "version", "language"], name="one_text_per_version_and_language"
            )
        ]

    def __str__(self) -> str:
        words = {"title": self.title, "version": self.version}
        return str(_("%(title)s, version %(version)s") % words)

    @property
    def is_brought_along(self) -> bool:
        """Whether it is the version loaded with Amparo."""
        return self.version == BUNDLED_VERSION
