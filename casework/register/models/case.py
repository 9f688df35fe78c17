"""Cases, the people in them, and who may see the restricted ones."""

import datetime
from typing import Any

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateRangeField, RangeBoundary, RangeOperators
from django.db import models
from django.db.models import F, Func, OuterRef, Q, Subquery
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, Team, User
from casework.register.choices import STATUS_TONE, CaseStatus, EndReason, Relation
from casework.register.models.individual import Individual
from casework.register.querysets.case import (
    CaseQuerySet,
    FamilyMemberQuerySet,
    LegalReferralQuerySet,
    NamedAccessQuerySet,
)
from vault.history import track_history
from vault.models import SealedRow


@track_history()
class Case(SealedRow):
    """The support file of one family unit, often of one person (UNHCR: registration group)."""

    number = models.CharField(_("number"), max_length=16, unique=True)
    office = models.ForeignKey(Office, models.PROTECT, related_name="cases")
    team = models.ForeignKey(Team, models.PROTECT, related_name="cases", verbose_name=_("team"))
    status = models.CharField(
        _("status"), max_length=8, choices=CaseStatus.choices, default=CaseStatus.OPEN
    )
    opened_on = models.DateField(_("opened on"))
    closed_on = models.DateField(_("closed on"), null=True, blank=True)
    end_reason = models.CharField(
        _("reason of closing"), max_length=16, choices=EndReason.choices, blank=True
    )
    is_restricted = models.BooleanField(_("restricted"), default=False)
    people_numbered = models.PositiveSmallIntegerField(default=0)
    changed_at = models.DateTimeField(auto_now=True)
    changed_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    version = models.PositiveIntegerField(default=1)

    objects = CaseQuerySet.as_manager()

    ENDING_FIELDS = ("status", "closed_on", "end_reason", "changed_at", "changed_by", "version")

    class Privacy:
        open = {
            "number",
            "office",
            "team",
            "is_restricted",
            "people_numbered",
            "changed_at",
            "changed_by",
            "version",
        }
        counted = {"status", "opened_on", "closed_on", "end_reason"}

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        ordering = ["-opened_on", "-number"]
        indexes = [
            models.Index(fields=["-opened_on", "-number"], name="cases_newest_first"),
            models.Index(fields=["team", "-opened_on"], name="cases_of_a_team"),
            models.Index(
                fields=["closed_on"], condition=Q(closed_on__isnull=False), name="cases_closed"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status=CaseStatus.OPEN, closed_on=None, end_reason="")
                | (Q(status=CaseStatus.CLOSED, closed_on__isnull=False) & ~Q(end_reason="")),
                name="closed_case_has_day_and_reason",
                violation_error_message=_("A closed case needs the day and the reason."),
            ),
        ]

    def __str__(self) -> str:
        return self.number

    people_today: "list[FamilyMember]"  # Filled by `Case.objects.with_people(day)`.
    # Set by `casework.file.querysets.with_heads`.
    heads_today: "list[FamilyMember]"
    # Set by `case_with_family`: the current and former members.
    members_ever: "list[FamilyMember]"

    @property
    def principal(self) -> Individual | None:
        """The principal, else the member with the first number; None without members. Needs `people_today` or `heads_today`."""
        heads = vars(self).get("heads_today")
        if heads is None:
            heads = [m for m in self.people_today if m.relation_to_principal == Relation.PRINCIPAL]
            heads += self.people_today
        return heads[0].individual if heads else None

    @property
    def family_size(self) -> int:
        """The number of members. Needs `heads_today`."""
        return self.heads_today[0].family_size if self.heads_today else 0

    @property
    def display_name(self) -> str:
        """The principal's display name, or the number of a case without people."""
        principal = self.principal
        return principal.display_name if principal else self.number

    @property
    def is_open(self) -> bool:
        return self.status == CaseStatus.OPEN

    @property
    def tone(self) -> str:
        return STATUS_TONE[self.status]


class DateRange(Func):
    """The SQL range [first, last) of two date columns; NULL is an open end."""

    function = "daterange"
    output_field = DateRangeField()

    def __init__(self, first: str, last: str) -> None:
        super().__init__(F(first), F(last), RangeBoundary())


@track_history(exclude=["is_latest"])
class FamilyMember(models.Model):
    """A period in which a person belongs to a case. On any day a person is in at most one case."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="members")
    individual = models.ForeignKey(Individual, models.PROTECT, related_name="memberships")
    relation_to_principal = models.CharField(
        _("relation"), max_length=3, choices=Relation.choices, default=Relation.UNKNOWN
    )
    joined_on = models.DateField(_("joined on"))
    left_on = models.DateField(_("left on"), null=True, blank=True)
    # The latest membership of the person; a trigger sets it.
    is_latest = models.BooleanField(editable=False, default=False, db_default=False)
    family_size: int  # Set for the heads of families in a list.
    was_not_undone: bool  # With `with_not_undone`.
    leaving: Any  # Set for `members_ever` of a case: the exit by which the person left us, or None.

    objects = FamilyMemberQuerySet.as_manager()

    class Privacy:
        open = {"case", "individual", "joined_on", "left_on", "is_latest"}
        counted = {"relation_to_principal"}

    class Meta:
        verbose_name = _("membership of a family")
        verbose_name_plural = _("memberships of families")
        ordering = ["joined_on", "individual__number"]
        indexes = [
            models.Index(
                fields=["individual", "case"],
                condition=Q(is_latest=True),
                name="latest_membership_of_person",
            ),
            models.Index(
                fields=["left_on"],
                condition=Q(is_latest=True, left_on__isnull=False),
                name="memberships_left",
            ),
        ]
        constraints = [
            ExclusionConstraint(
                name="one_case_per_person_and_day",
                expressions=[
                    ("individual", RangeOperators.EQUAL),
                    (DateRange("joined_on", "left_on"), RangeOperators.OVERLAPS),
                ],
                violation_error_message=_("This person is in another case on these days."),
            ),
            models.CheckConstraint(
                condition=Q(left_on=None) | Q(left_on__gte=F("joined_on")),
                name="member_leaves_after_joining",
                violation_error_message=_("The day of leaving is before the day of joining."),
            ),
            models.UniqueConstraint(
                fields=["case"],
                condition=Q(relation_to_principal=Relation.PRINCIPAL, left_on=None),
                name="one_principal_per_case",
                violation_error_message=_("A case has one principal."),
            ),
        ]

    @property
    def is_relation_known(self) -> bool:
        return bool(self.relation_to_principal != Relation.UNKNOWN)

    def is_on(self, day: datetime.date) -> bool:
        """Whether the membership includes that day; same rule as `FamilyMember.objects.on`."""
        return self.joined_on <= day and (self.left_on is None or self.left_on > day)


class CaseStatusChange(models.Model):
    """One change of a case's status; never deleted."""

    append_only = True

    case = models.ForeignKey(Case, models.PROTECT, related_name="status_changes")
    status = models.CharField(max_length=8, choices=CaseStatus.choices)
    reason = models.CharField(max_length=16, choices=EndReason.choices, blank=True)
    on = models.DateField()
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Privacy:
        open = {"case", "at", "by"}
        counted = {"status", "reason", "on"}

    class Meta:
        ordering = ["-at"]


class CaseTeamChange(models.Model):
    """A team that a case got on a day."""

    append_only = True

    case = models.ForeignKey(Case, models.PROTECT, related_name="team_changes")
    team = models.ForeignKey(Team, models.PROTECT, related_name="+")
    on = models.DateField()
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Privacy:
        open = {"case", "team", "on", "at", "by"}

    class Meta:
        ordering = ["-at"]


class NamedAccess(models.Model):
    """A colleague who may see a restricted case; `until` is the first day without access."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="named_access")
    user = models.ForeignKey(User, models.PROTECT, related_name="+")
    until = models.DateField(_("until"), null=True, blank=True)
    given_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    given_at = models.DateTimeField(auto_now_add=True)

    objects = NamedAccessQuerySet.as_manager()

    class Privacy:
        open = {"case", "user", "until", "given_by", "given_at"}

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["case", "user"], name="one_named_access_per_user")
        ]


class LegalReferral(models.Model):
    """A referral of a case to the legal officers of an office, who see the case while the referral is current."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="legal_referrals")
    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    made_on = models.DateField(_("made on"))
    made_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    ended_on = models.DateField(_("ended on"), null=True, blank=True)
    came_with = models.ForeignKey(
        "casework.FamilyChange",
        models.PROTECT,
        null=True,
        related_name="legal_referrals",
        help_text="The step of the family that brought it along; undoing that ends it.",
    )
    came_with_merge = models.ForeignKey(
        "casework.Merge",
        models.PROTECT,
        null=True,
        related_name="legal_referrals",
        help_text="The merge that brought it along; undoing that ends it.",
    )

    objects = LegalReferralQuerySet.as_manager()

    class Privacy:
        open = {"case", "office", "made_on", "made_by", "ended_on", "came_with", "came_with_merge"}

    class Meta:
        verbose_name = _("referral inside the house")
        verbose_name_plural = _("referrals inside the house")
        ordering = ["-made_on"]
        constraints = [
            models.UniqueConstraint(
                fields=["case"],
                condition=Q(ended_on=None),
                name="one_open_legal_referral_per_case",
                violation_error_message=_("This case is with that service already."),
            )
        ]


class NumberSeries(models.Model):
    """The last serial number of the cases of a year."""

    year = models.PositiveSmallIntegerField(primary_key=True)
    last = models.PositiveIntegerField(default=0)

    class Privacy:
        open = {"year", "last"}


def with_case_today(
    rows: Any, day: datetime.date, *, person: str = "individual", **filters: Any
) -> Any:
    """Annotates `of_case`, the person's case that day; leaves out rows of people without one.

    `person` is the lookup path to the row's person; `filters` are further conditions on the membership."""
    memberships = FamilyMember.objects.here_on(day).filter(individual=OuterRef(person), **filters)
    of_case = Subquery(memberships.order_by().values("case")[:1])
    return rows.annotate(of_case=of_case).exclude(of_case=None)


def with_last_case(rows: Any, *, person: str = "individual", **filters: Any) -> Any:
    """Annotates `of_case`, the person's current or last case, which decides who sees the person; None without one.

    For rows that matter also after a person left the case."""
    latest = FamilyMember.objects.marked_latest().filter(individual=OuterRef(person), **filters)
    return rows.annotate(of_case=Subquery(latest.order_by().values("case")[:1]))
