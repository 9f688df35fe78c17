"""Sites."""

import datetime
import uuid
from typing import Any

from django.contrib.postgres.fields import ArrayField, DateRangeField
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from pages.order import ByName
from partners.models import Organisation
from reference.models import Municipality
from shelters.choices import AccommodationType, ForWhom, NightGuard, SiteKind
from shelters.querysets.site import SiteAddressQuerySet, SiteQuerySet
from shelters.rules.occupancy import Occupancy
from shelters.rules.paying import Terms, first_night_unpaid
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class Site(models.Model):
    """A place where people sleep: a hotel, a church hall, tents. Its capacity is computed from its beds.

    The five columns after `closed_on` repeat what the rows of `shelters.contracts` add up to (decision 47): only actions
    there write them.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    office = models.ForeignKey(Office, models.PROTECT, related_name="sites")
    name = models.CharField(_("name"), max_length=80)
    kind = models.CharField(_("kind"), max_length=20, choices=SiteKind.choices)
    accommodation_type = models.CharField(
        _("accommodation type (UNHCR)"),
        max_length=1,
        choices=AccommodationType.choices,
        default=AccommodationType.COLLECTIVE,
    )
    municipality = models.ForeignKey(
        Municipality, models.PROTECT, related_name="+", verbose_name=_("municipality")
    )
    organisation = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("run by"),
        help_text=_("Whoever runs the place and is paid for it."),
    )
    code_name = models.CharField(
        _("code name"),
        max_length=40,
        blank=True,
        help_text=_("What people outside are told instead of the name."),
    )
    for_whom = models.CharField(
        _("for whom"),
        max_length=10,
        choices=ForWhom.choices,
        blank=True,
        help_text=_("Empty: for everybody."),
    )
    night_guard = models.CharField(
        _("guard at night"), max_length=10, choices=NightGuard.choices, blank=True
    )
    house_rules = models.TextField(
        _("house rules"),
        max_length=2000,
        blank=True,
        help_text=_("Hours, visits, kitchen. No names."),
    )
    cleaning_nights = models.PositiveSmallIntegerField(
        _("nights for cleaning"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(14)],
        help_text=_("How many nights a bed stays free after somebody left it. Empty: none."),
    )
    opened_on = models.DateField(_("open since"))
    closed_on = models.DateField(
        _("closed on"), null=True, blank=True, help_text=_("The first night without the site.")
    )
    contract_starts_on = models.DateField(_("contract from"), null=True, blank=True)
    contract_ends_on = models.DateField(_("first night without contract"), null=True, blank=True)
    contract_gaps = ArrayField(
        DateRangeField(), default=list, blank=True, verbose_name=_("nights between two contracts")
    )
    paid_until = models.DateField(_("first night not paid"), null=True, blank=True)
    must_leave_on = models.DateField(
        _("first night on which nobody may stay"), null=True, blank=True
    )
    usable_area_m2 = models.DecimalField(
        _("usable area (m²)"), max_digits=8, decimal_places=1, null=True, blank=True
    )
    version = models.PositiveIntegerField(default=1)

    objects = SiteQuerySet.as_manager()

    class Privacy:
        open = {
            "office",
            "name",
            "kind",
            "accommodation_type",
            "municipality",
            "organisation",
            "code_name",
            "for_whom",
            "night_guard",
            "house_rules",
            "cleaning_nights",
            "opened_on",
            "closed_on",
            "contract_starts_on",
            "contract_ends_on",
            "contract_gaps",
            "paid_until",
            "must_leave_on",
            "usable_area_m2",
            "version",
        }

    class Meta:
        verbose_name = _("site")
        verbose_name_plural = _("sites")
        ordering = [ByName("name"), "name"]
        # Residents are listed site by site: only those of the sites on a page are sorted.
        indexes = [models.Index(fields=["name"], name="sites_by_name")]
        constraints = [
            models.UniqueConstraint(
                fields=["office", "name"],
                name="one_site_name_per_office",
                violation_error_message=_("This office has a site of this name."),
            ),
            models.CheckConstraint(
                condition=Q(closed_on=None) | Q(closed_on__gte=F("opened_on")),
                name="site_closes_after_it_opens",
                violation_error_message=_("The site closes before it opens."),
            ),
            models.CheckConstraint(
                condition=Q(contract_ends_on=None)
                | Q(contract_starts_on=None)
                | Q(contract_ends_on__gt=F("contract_starts_on")),
                name="contract_ends_after_it_starts",
                violation_error_message=_("The contract ends before it starts."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name_outside(self) -> str:
        """What papers call it that people carry: a paper that is found must not say where a shelter is."""
        return self.code_name or self.name

    @property
    def kind_in_words(self) -> str:
        """The label of the choice itself: Django's own method translates all labels for each row of a list."""
        return str(SiteKind(self.kind).label)

    def is_open_on(self, day: datetime.date) -> bool:
        """The same condition as `Site.objects.open_on`."""
        return self.opened_on <= day and (self.closed_on is None or self.closed_on > day)

    @property
    def gaps(self) -> list[tuple[datetime.date, datetime.date]]:
        """The nights between two contracts, as half-open periods in order."""
        gaps: list[Any] = self.contract_gaps
        return [(gap.lower, gap.upper) for gap in gaps]

    @property
    def terms(self) -> Terms:
        """Until when the site is paid, under contract and may be slept in."""
        return Terms(
            paid_until=self.paid_until,
            contract_ends_on=self.contract_ends_on,
            gaps=self.gaps,
            must_leave_on=self.must_leave_on,
        )

    def first_night_unpaid(self, since: datetime.date) -> datetime.date | None:
        """The first night, gaps before `since` aside, that is not paid, not under contract or past a notice to leave."""
        return first_night_unpaid(since=since, **self.terms)

    @property
    def occupancy(self) -> Occupancy:
        """The occupancy on the night given to `Site.objects.with_occupancy(night)`."""
        return Occupancy(
            sleepers=self.sleepers,  # type: ignore[attr-defined]
            beds=self.beds_in_service,  # type: ignore[attr-defined]
            free=self.free_beds,  # type: ignore[attr-defined]
            surge=self.surge_places,  # type: ignore[attr-defined]
            surge_free=self.free_surge_places,  # type: ignore[attr-defined]
            kept=self.kept_places,  # type: ignore[attr-defined]
            expected=self.expected_places,  # type: ignore[attr-defined]
        )


class SiteAddress(SealedRow):
    """Where a site is and whom to call there: only for those who give places at it."""

    site = models.OneToOneField(Site, models.PROTECT, related_name="whereabouts")
    address = EncryptedTextField(_("address"), max_length=200, blank=True)
    contact = EncryptedTextField(_("contact person"), max_length=120, blank=True)
    phone = EncryptedTextField(_("phone"), max_length=40, blank=True)
    changed_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    changed_at = models.DateTimeField(auto_now=True)

    objects = SiteAddressQuerySet.as_manager()

    class Privacy:
        open = {"site", "changed_by", "changed_at"}
        personal = {"address", "contact", "phone"}
