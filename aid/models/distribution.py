"""Things that were handed out."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from aid.choices import Article
from aid.models.commitment import ForOneTarget, only_target
from aid.querysets.commitment import DistributionQuerySet
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from partners.models import Organisation
from shelters.models import Site
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class ItemDistribution(ForOneTarget, SealedRow):
    """A provider, also one without legal form, handed out a number of something to a site, family or person."""

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    provider = models.ForeignKey(
        Organisation, models.PROTECT, related_name="+", verbose_name=_("provider")
    )
    article = models.CharField(_("what"), max_length=10, choices=Article.choices)
    quantity = models.PositiveIntegerField(_("how many"))
    on = models.DateField(_("date"))
    site = models.ForeignKey(Site, models.PROTECT, null=True, blank=True, related_name="+")
    case = models.ForeignKey(Case, models.PROTECT, null=True, blank=True, related_name="+")
    individual = models.ForeignKey(
        Individual, models.PROTECT, null=True, blank=True, related_name="+"
    )
    remark = EncryptedTextField(_("remark"), blank=True)
    is_mistake = models.BooleanField(_("recorded by mistake"), default=False)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    objects = DistributionQuerySet.as_manager()

    class Privacy:
        open = {"office", "site", "case", "individual", "recorded_by", "recorded_at"}
        counted = {"provider", "article", "quantity", "on", "is_mistake"}
        sealed = {"remark"}

    class Meta:
        verbose_name = _("handing out of things")
        verbose_name_plural = _("handings out of things")
        ordering = ["-on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=only_target("site") | only_target("case") | only_target("individual"),
                name="distribution_is_for_one_target",
            ),
            models.CheckConstraint(condition=Q(quantity__gt=0), name="something_was_handed_out"),
        ]
