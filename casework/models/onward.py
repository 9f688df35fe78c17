"""Whom somebody has in other countries, and whether they travel on."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from casework.choices import Relation
from casework.choices.countries import Country
from casework.choices.onward import OnwardStatus
from casework.models.individual import Individual
from casework.models.recorded import Recorded
from vault.fields import EncryptedTextField


class ContactAbroad(Recorded):
    """Family or friends in another country who may help."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="contacts_abroad")
    country = models.CharField(_("country"), max_length=2, choices=Country.choices)
    relation = models.CharField(
        _("relation"), max_length=3, choices=Relation.choices, default=Relation.OTHER
    )
    name = EncryptedTextField(_("name"), blank=True)
    phone = EncryptedTextField(_("phone"), blank=True)
    may_be_called = models.BooleanField(_("may be called"), default=False)
    ended_on = models.DateField(_("no longer in contact since"), null=True, blank=True)

    class Privacy:
        open = Recorded.RECORDED | {"ended_on", "may_be_called"}
        counted = {"country", "relation"}
        personal = {"name", "phone"}

    class Meta:
        verbose_name = _("contact abroad")
        verbose_name_plural = _("contacts abroad")
        ordering = ["country", "recorded_at"]

    @property
    def in_short(self) -> str:
        """What a page about this row calls it."""
        return f"{self.get_country_display()} · {self.get_relation_display()}"


class OnwardPlan(Recorded):
    """Whether somebody wants to travel on, and how far the plan has come. A newer row replaces an older one."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="onward_plans")
    status = models.CharField(_("plan"), max_length=10, choices=OnwardStatus.choices)
    country = models.CharField(_("country"), max_length=2, choices=Country.choices, blank=True)
    note = EncryptedTextField(_("note"), blank=True)
    replaces = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )

    class Privacy:
        open = Recorded.RECORDED | {"replaces"}
        counted = {"status", "country"}
        sealed = {"note"}

    class Meta:
        verbose_name = _("plan to travel on")
        verbose_name_plural = _("plans to travel on")
        ordering = ["-recorded_at"]
