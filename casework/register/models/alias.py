"""Further names by which somebody is known."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from casework.register.models.individual import Individual
from casework.register.models.recorded import Recorded
from vault.fields import EncryptedTextField


class Alias(Recorded):
    """A nickname, a former name, or a name in arms, by which the search finds the person (`Individual.name_tokens`).

    Not the alias shown in lists for a person who asked for anonymity; that is `Individual.alias`."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="aliases")
    name = EncryptedTextField(_("name"))
    is_mistake = models.BooleanField(_("recorded by mistake"), default=False)
    is_hidden = models.BooleanField(_("hidden"), default=False)
    ended_on = models.DateField(_("no longer used since"), null=True, blank=True)

    class Privacy:
        open = {"ended_on", "is_mistake", "is_hidden"}
        personal = {"name"}

    class Meta:
        verbose_name = _("other name")
        verbose_name_plural = _("other names")
        ordering = ["recorded_at"]

    @property
    def page_title(self) -> str:
        """The name, or words for a hidden one."""
        return str(_("A hidden name") if self.is_hidden else self.name)
