"""What the rows of a list that administrators maintain have in common."""

from typing import Any

from django.db import models
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _


class CataloguedQuerySet(models.QuerySet[Any]):
    def offered(self) -> "CataloguedQuerySet":
        """Rows that forms still offer."""
        return self.filter(ended_on=None)


class Catalogued(models.Model):
    """Files name these rows, so that none is deleted: a row ends, and is offered no more."""

    name_en = models.CharField(
        _("name in English"), max_length=80, blank=True, help_text=_("Where it has another one.")
    )
    ended_on = models.DateField(_("no longer offered since"), null=True, blank=True)

    objects = CataloguedQuerySet.as_manager()

    CATALOGUED = frozenset({"name_en", "ended_on"})

    class Meta:
        abstract = True

    def in_words(self, spanish: str) -> str:
        """The name in the reader's language."""
        is_spanish = (get_language() or "es").startswith("es")
        return spanish if is_spanish else self.name_en or spanish
