"""The model of dated roles."""

import datetime
import uuid

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models.office import Office
from accounts.models.team import Team
from accounts.models.user import User
from accounts.querysets import GrantQuerySet
from accounts.roles import Role


class WhyRefused(models.TextChoices):
    """Why a role was refused. There is no free text, because it could name somebody."""

    NOT_EXPECTED = "not_expected", _("Nobody here asked for it")
    NOT_THIS_PERSON = "not_this_person", _("This person does not do this work here")
    OTHER_ROLE = "other_role", _("Another role, another team or other days are right")
    UNSAFE = "unsafe", _("It looks like an attempt to get at people's files")


class Grant(models.Model):
    """A role of a user at an office, or at one of its teams, in a period."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, models.PROTECT, related_name="grants", verbose_name=_("user"))
    role = models.CharField(_("role"), max_length=20, choices=Role.choices)
    office = models.ForeignKey(
        Office, models.PROTECT, related_name="grants", verbose_name=_("office")
    )
    team = models.ForeignKey(
        Team,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="grants",
        verbose_name=_("team"),
    )
    starts_on = models.DateField(_("from"))
    ends_on = models.DateField(_("until"), null=True, blank=True)
    granted_by = models.ForeignKey(
        User, models.PROTECT, null=True, related_name="+", verbose_name=_("granted by")
    )
    granted_at = models.DateTimeField(_("granted"), auto_now_add=True)

    needs_approval = models.BooleanField(_("needs a supervisor's approval"), default=False)
    approved_by = models.ForeignKey(
        User, models.PROTECT, null=True, related_name="+", verbose_name=_("approved by")
    )
    approved_at = models.DateTimeField(_("approved"), null=True)
    refused_by = models.ForeignKey(
        User, models.PROTECT, null=True, related_name="+", verbose_name=_("refused by")
    )
    refused_at = models.DateTimeField(_("refused"), null=True)
    refused_because = models.CharField(
        _("why it was refused"),
        max_length=20,
        choices=WhyRefused.choices,
        blank=True,
        default="",
        # With a database default: during an update the previous release still inserts rows without this column.
        db_default="",
    )

    # Rows must stay: the first grant of an office and of an installation are exceptions to the rule of approval.
    never_deleted = True

    objects = GrantQuerySet.as_manager()

    class Privacy:
        open = {
            "user",
            "role",
            "office",
            "team",
            "starts_on",
            "ends_on",
            "granted_by",
            "granted_at",
            "needs_approval",
            "approved_by",
            "approved_at",
            "refused_by",
            "refused_at",
            "refused_because",
        }

    class Meta:
        verbose_name = _("grant")
        verbose_name_plural = _("grants")
        ordering = ["-starts_on"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=F("starts_on")),
                name="grant_ends_after_it_starts",
                violation_error_message=_("The role ends before it starts."),
            ),
            models.CheckConstraint(
                condition=Q(role=Role.CASEWORKER, team__isnull=False)
                | (~Q(role=Role.CASEWORKER) & Q(team__isnull=True)),
                name="grant_names_a_team_for_caseworkers_only",
                violation_error_message=_(
                    "Caseworkers belong to a team, other roles to an office."
                ),
            ),
            models.CheckConstraint(
                condition=Q(approved_by=None, approved_at=None)
                | Q(approved_by__isnull=False, approved_at__isnull=False),
                name="grant_approval_has_a_name_and_a_moment",
            ),
            models.CheckConstraint(
                condition=~Q(role=Role.SCREENER) | Q(ends_on__isnull=False),
                name="grant_of_a_screener_ends",
                violation_error_message=_("This role is given until a day only."),
            ),
            models.CheckConstraint(
                condition=Q(granted_by=None) | ~Q(granted_by=F("user")),
                name="grant_is_given_by_somebody_else",
                violation_error_message=_(
                    "Nobody gives a role to themself. Ask another administrator."
                ),
            ),
            models.CheckConstraint(
                condition=~Q(approved_by=F("granted_by")) & ~Q(approved_by=F("user")),
                name="grant_is_approved_by_a_third_person",
                violation_error_message=_(
                    "A role is approved by somebody who neither gave nor holds it."
                ),
            ),
            models.CheckConstraint(
                condition=Q(refused_by=None, refused_at=None, refused_because="")
                | Q(refused_by__isnull=False, refused_at__isnull=False, approved_at=None)
                & ~Q(refused_because=""),
                name="grant_refusal_has_a_name_a_moment_and_a_reason",
            ),
            models.CheckConstraint(
                condition=~Q(refused_by=F("granted_by")) & ~Q(refused_by=F("user")),
                name="grant_is_refused_by_a_third_person",
                violation_error_message=_(
                    "A role is refused by somebody who neither gave nor holds it."
                ),
            ),
        ]

    def is_waiting(self) -> bool:
        """Whether the role waits for a supervisor to approve or refuse it."""
        return self.needs_approval and self.approved_at is None and self.refused_at is None

    def is_over(self, on: datetime.date) -> bool:
        """Whether the role was refused, or has ended by `on`, so that it holds on no day from then on."""
        return self.refused_at is not None or (self.ends_on is not None and self.ends_on <= on)
