"""Models of a child's caregivers, and of reports to the child-protection authority."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from casework.children.choices import CareKind, MaySign
from casework.register.models.individual import Individual
from casework.register.models.recorded import Withdrawable
from casework.register.querysets.individual import WithdrawableQuerySet
from vault.fields import EncryptedTextField


class Caregiver(Withdrawable):
    """Somebody who cares for a child in a period: a person on file or another one.

    A caregiver who may sign needs a document of appointment; only one at a time."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="caregivers")
    kind = models.CharField(_("who cares for the child"), max_length=10, choices=CareKind.choices)
    adult = models.ForeignKey(
        Individual,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="children_cared_for",
        verbose_name=_("who is on file here"),
    )
    name = EncryptedTextField(_("name"), blank=True, max_length=160)
    reached_by = EncryptedTextField(_("how they are reached"), blank=True, max_length=255)
    may_sign = models.CharField(_("may sign"), max_length=3, choices=MaySign.choices)
    act = EncryptedTextField(_("the act that says so"), blank=True, max_length=255)
    starts_on = models.DateField(_("since"))
    ended_on = models.DateField(_("until"), null=True, blank=True)

    objects = WithdrawableQuerySet.as_manager()

    class Privacy:
        open = {"adult"}
        counted = {"kind", "may_sign", "starts_on", "ended_on"}
        personal = {"name", "reached_by"}
        sealed = {"act"}

    class Meta:
        verbose_name = _("caregiver")
        verbose_name_plural = _("caregivers")
        ordering = ["-starts_on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(adult=None) | ~Q(adult=F("individual")),
                name="nobody_is_their_own_caregiver",
                violation_error_message=_("A child does not care for itself."),
            ),
            models.CheckConstraint(
                condition=Q(ended_on=None) | Q(ended_on__gte=F("starts_on")),
                name="care_ends_after_it_starts",
                violation_error_message=_("The end is before the beginning."),
            ),
            models.UniqueConstraint(
                fields=["individual"],
                condition=Q(may_sign=MaySign.YES, ended_on=None, withdrawn_at=None),
                name="one_guardian_signs_for_a_child",
                violation_error_message=_("Somebody else signs for this child: end that first."),
            ),
        ]

    @property
    def who(self) -> str:
        """The caregiver's name, on file here or not."""
        return self.adult.display_name if self.adult else self.name

    @property
    def signs(self) -> bool:
        return self.may_sign == MaySign.YES

    @property
    def page_title(self) -> str:
        return self.who


class AuthorityTold(Withdrawable):
    """A report to the child-protection authority: when, and its file number."""

    never_deleted = True

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="authority_told")
    on = models.DateField(_("told on"))
    authority = EncryptedTextField(_("which office was told"), max_length=160)
    reference = EncryptedTextField(_("number there"), blank=True, max_length=80)
    note = EncryptedTextField(_("what it answered"), blank=True)

    objects = WithdrawableQuerySet.as_manager()

    class Privacy:
        counted = {"on"}
        sealed = {"authority", "reference", "note"}

    class Meta:
        verbose_name = _("notice to the child-protection authority")
        verbose_name_plural = _("notices to the child-protection authority")
        ordering = ["-on", "-recorded_at"]

    @property
    def page_title(self) -> str:
        return self.authority
