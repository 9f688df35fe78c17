"""Models of organisations, contacts, requests and answers, tensions, and reported figures."""

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from pages.order import ByName
from partners.choices import (
    CONTEXT_METRICS,
    TENSION_TONE,
    Metric,
    Operator,
    OrganisationKind,
    ParticipationStatus,
    PartnerRole,
    RequestKind,
    RequestOutcome,
    TensionKind,
    TensionLevel,
)
from partners.querysets import (
    DatedRowsOfOfficeQuerySet,
    OrganisationQuerySet,
    RowsOfOfficeQuerySet,
    SharedRowsQuerySet,
)
from partners.rules import figure_in_words
from reference.models import Municipality
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class Organisation(models.Model):
    """An organisation that provides, pays or decides: an authority, an NGO, a hotel, a group of volunteers."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=120, unique=True)
    short_name = models.CharField(_("short name"), max_length=30, blank=True)
    kind = models.CharField(_("kind"), max_length=20, choices=OrganisationKind.choices)
    is_named_in_exports = models.BooleanField(
        _("may be named in exports"),
        default=True,
        help_text=_("Some partners take part only if they are not named."),
    )

    objects = OrganisationQuerySet.as_manager()

    class Privacy:
        open = {"name", "short_name", "kind", "is_named_in_exports"}

    class Meta:
        # The order of lists and pickers.
        ordering = [ByName("short_name", "name"), "name"]

    # Set by `Organisation.objects.with_roles_and_participation(user)`.
    roles_today: "list[OrganisationRole]"
    participation_today: str | None

    def __str__(self) -> str:
        return self.short_name or self.name

    @property
    def name_in_exports(self) -> str | Promise:
        """The name that exports show."""
        return self.name if self.is_named_in_exports else _("A partner that is not named")

    @property
    def participation_tag(self) -> ParticipationStatus | None:
        """Whether it takes part today; None if nothing was recorded."""
        status = self.participation_today
        return ParticipationStatus(status) if status else None


class OrganisationRole(models.Model):
    """What an organisation does for an office, in a period. `ends_on` is the first day after it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="roles")
    role = models.CharField(_("what it does"), max_length=10, choices=PartnerRole.choices)
    starts_on = models.DateField(_("since"))
    ends_on = models.DateField(_("first day without"), null=True, blank=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    objects = DatedRowsOfOfficeQuerySet.as_manager()

    class Privacy:
        open = {
            "office",
            "organisation",
            "role",
            "starts_on",
            "ends_on",
            "recorded_by",
            "recorded_at",
        }

    class Meta:
        ordering = ["role", "-starts_on"]
        constraints = [
            models.UniqueConstraint(
                fields=["office", "organisation", "role"],
                condition=Q(ends_on=None),
                name="one_running_role_of_a_kind",
                violation_error_message=_("This is recorded already and still runs."),
            ),
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=F("starts_on")),
                name="role_ends_after_it_starts",
                violation_error_message=_("The end is before the start."),
            ),
        ]

    @property
    def holds_on_no_day(self) -> bool:
        """Whether the role was recorded by mistake, or ended on its first day."""
        return self.ends_on == self.starts_on


class Participation(SealedRow):
    """Whether an organisation takes part, and why not. The newest row is valid; earlier ones stay."""

    append_only = True

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="participations")
    status = models.CharField(_("takes part"), max_length=10, choices=ParticipationStatus.choices)
    on = models.DateField(_("said on"))
    reason = EncryptedTextField(_("reason"), blank=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    objects = RowsOfOfficeQuerySet.as_manager()

    class Privacy:
        open = {"office", "organisation", "status", "on", "recorded_by", "recorded_at"}
        sealed = {"reason"}

    class Meta:
        ordering = ["-on", "-recorded_at"]

    @property
    def status_tag(self) -> ParticipationStatus:
        return ParticipationStatus(self.status)


class PartnerContact(SealedRow):
    """A contact at an organisation. Sometimes only the position is known."""

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="contacts")
    post = EncryptedTextField(_("position"), max_length=120, blank=True)
    name = EncryptedTextField(_("name"), max_length=150, blank=True)
    phone = EncryptedTextField(_("phone"), max_length=40, blank=True)
    email = EncryptedTextField(_("e-mail"), max_length=254, blank=True)
    ended_on = models.DateField(_("no longer since"), null=True, blank=True)
    changed_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    changed_at = models.DateTimeField(auto_now=True)

    objects = RowsOfOfficeQuerySet.as_manager()

    class Privacy:
        open = {"office", "organisation", "ended_on", "changed_by", "changed_at"}
        personal = {"post", "name", "phone", "email"}

    class Meta:
        ordering = [ByName("organisation__name"), "changed_at"]


class ReportedFigure(models.Model):
    """A figure that a source reported for a day. Figures of other sources may contradict it.

    `value_to` is the upper end of a range. `code` identifies a row of the CSV table."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=40, null=True, blank=True, unique=True, editable=False)
    metric = models.CharField(_("what is counted"), max_length=16, choices=Metric.choices)
    on = models.DateField(_("on"))
    is_day_approximate = models.BooleanField(_("the day is approximate"), default=False)
    operator = models.CharField(_("the source says"), max_length=10, choices=Operator.choices)
    value = models.PositiveIntegerField(_("figure"))
    value_to = models.PositiveIntegerField(_("up to"), null=True, blank=True)
    source = models.CharField(
        _("source"), max_length=200, help_text=_("Title, publisher and day; no link.")
    )
    note = models.CharField(_("note"), max_length=300, blank=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    objects = SharedRowsQuerySet.as_manager()

    class Privacy:
        open = {
            "code",
            "metric",
            "on",
            "is_day_approximate",
            "operator",
            "value",
            "value_to",
            "source",
            "note",
            "recorded_by",
            "recorded_at",
        }

    class Meta:
        ordering = ["metric", "on", "value"]
        constraints = [
            models.CheckConstraint(
                condition=Q(operator=Operator.BETWEEN, value_to__gt=F("value"))
                | (~Q(operator=Operator.BETWEEN) & Q(value_to=None)),
                name="only_a_range_has_two_ends",
                violation_error_message=_("“Between” needs both ends, the lower first."),
            ),
        ]

    @property
    def is_context(self) -> bool:
        """Whether it is a background figure, which is never a divisor."""
        return self.metric in CONTEXT_METRICS

    @property
    def in_words(self) -> str:
        """For example `more than 500`."""
        return figure_in_words(self.operator, self.value, self.value_to)


class PartnerRequest(SealedRow):
    """A request from one organisation to another. An empty `asked_by` or `asked_of` is our own organisation."""

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    kind = models.CharField(_("asked for"), max_length=10, choices=RequestKind.choices)
    asked_by = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("asked by"),
    )
    asked_of = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("asked of"),
    )
    on = models.DateField(_("asked on"))
    words = EncryptedTextField(_("what exactly"), blank=True)
    outcome = models.CharField(
        _("answer"), max_length=10, choices=RequestOutcome.choices, default=RequestOutcome.OPEN
    )
    answered_on = models.DateField(_("answered on"), null=True, blank=True)
    reason = EncryptedTextField(_("reason given"), blank=True)
    is_mistake = models.BooleanField(_("recorded by mistake"), default=False)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    objects = RowsOfOfficeQuerySet.as_manager()

    class Privacy:
        open = {
            "office",
            "kind",
            "asked_by",
            "asked_of",
            "on",
            "outcome",
            "answered_on",
            "is_mistake",
            "recorded_by",
            "recorded_at",
        }
        sealed = {"words", "reason"}

    class Meta:
        ordering = ["-on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(asked_by__isnull=False) | Q(asked_of__isnull=False),
                name="request_names_a_partner",
                violation_error_message=_("Name who asked, or who was asked."),
            ),
            models.CheckConstraint(
                condition=Q(asked_by=None) | Q(asked_of=None) | ~Q(asked_by=F("asked_of")),
                name="request_goes_to_somebody_else",
                violation_error_message=_("Nobody asks this of themselves."),
            ),
            models.CheckConstraint(
                condition=Q(outcome=RequestOutcome.OPEN, answered_on=None)
                | (
                    ~Q(outcome=RequestOutcome.OPEN)
                    & Q(answered_on__isnull=False, answered_on__gte=F("on"))
                ),
                name="answered_request_has_a_day",
                violation_error_message=_("The answer is before the request."),
            ),
        ]

    @property
    def outcome_tag(self) -> RequestOutcome:
        return RequestOutcome(self.outcome)

    @property
    def is_open(self) -> bool:
        return self.outcome == RequestOutcome.OPEN and not self.is_mistake


class TensionEvent(SealedRow):
    """An event that strained relations between residents, neighbours and authorities. It names no persons."""

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    on = models.DateField(_("date"))
    municipality = models.ForeignKey(Municipality, models.PROTECT, verbose_name=_("municipality"))
    kind = models.CharField(_("what happened"), max_length=10, choices=TensionKind.choices)
    level = models.PositiveSmallIntegerField(_("level"), choices=TensionLevel.choices)
    source = EncryptedTextField(_("who told it"), blank=True)
    account = EncryptedTextField(_("account"), blank=True)
    is_mistake = models.BooleanField(_("recorded by mistake"), default=False)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    objects = RowsOfOfficeQuerySet.as_manager()

    class Privacy:
        open = {"office", "recorded_by", "recorded_at"}
        counted = {"on", "municipality", "kind", "level", "is_mistake"}
        sealed = {"source", "account"}

    class Meta:
        ordering = ["-on", "-recorded_at"]

    @property
    def level_tag(self) -> tuple[str, str]:
        return str(self.get_level_display()), TENSION_TONE[self.level]
