"""Confidential accounts, their readers, and who wrote and read which account when."""

from django.db import models
from django.db.models import F, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from casework.compartments.choices import AccountKind, AccountSource, Compartment, Handling
from casework.compartments.querysets import AccountQuerySet, ReaderQuerySet
from casework.register.models.individual import Individual
from casework.register.models.recorded import Signed
from vault.fields import EncryptedTextField


class AccountReader(models.Model):
    """A colleague who may read a compartment of an office, until a day."""

    office = models.ForeignKey(Office, models.PROTECT, related_name="account_readers")
    compartment = models.CharField(_("what for"), max_length=12, choices=Compartment.choices)
    reader = models.ForeignKey(
        User, models.PROTECT, related_name="+", verbose_name=_("who reads it")
    )
    starts_on = models.DateField(_("from"))
    ends_on = models.DateField(_("until"), null=True, blank=True)
    named_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    named_at = models.DateTimeField(auto_now_add=True)

    objects = ReaderQuerySet.as_manager()

    class Privacy:
        open = {"office", "compartment", "reader", "starts_on", "ends_on", "named_by", "named_at"}

    class Meta:
        verbose_name = _("reader of what was said in confidence")
        verbose_name_plural = _("readers of what was said in confidence")
        ordering = ["compartment", "-starts_on"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(reader=F("named_by")),
                name="nobody_names_themselves_a_reader",
                violation_error_message=_("Nobody names themselves: ask another supervisor."),
            ),
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=F("starts_on")),
                name="reader_ends_after_they_start",
            ),
        ]


class SealedAccount(Signed):
    """A confidential account about one person: written once, never changed, read only by its readers.

    A merge does not move the account, so that no count of moved rows reveals it; `person` is the surviving record. The
    database has no foreign key to the person, so that undoing an import does not fail and reveal the account. For the
    same reason `casework.slots.holdings` leaves out models with `leaves_no_trace`.
    """

    never_deleted = True

    stays_at_merge = True
    leaves_no_trace = True

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    individual = models.ForeignKey(
        Individual, models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    compartment = models.CharField(max_length=12, choices=Compartment.choices)
    written_on = models.DateField(_("written on"))
    kind = EncryptedTextField(_("what it is about"))
    source = EncryptedTextField(_("known from"))
    text = EncryptedTextField(_("what was said"))

    objects = AccountQuerySet.as_manager()

    class Privacy:
        open = {"office", "individual", "compartment", "written_on"}
        sealed = {"kind", "source", "text"}

    class Meta:
        verbose_name = _("account in confidence")
        verbose_name_plural = _("accounts in confidence")
        ordering = ["-recorded_at"]
        indexes = [models.Index(fields=["office", "compartment"], name="accounts_of_a_compartment")]

    @property
    def person(self) -> Individual:
        """The person today: the surviving record."""
        return self.individual.merged_into or self.individual

    @property
    def kind_in_words(self) -> str | Promise:
        """The label of the kind; the sealed value itself if it is no kind, as in an erased row."""
        return dict(AccountKind.choices).get(self.kind, self.kind)

    @property
    def source_in_words(self) -> str | Promise:
        return dict(AccountSource.choices).get(self.source, self.source)


class AccountHandling(models.Model):
    """An event: somebody wrote or read an account. Only the readers of the compartment see it."""

    append_only = True

    account = models.ForeignKey(SealedAccount, models.PROTECT, related_name="handlings")
    what = models.CharField(max_length=8, choices=Handling.choices)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Privacy:
        open = {"account", "what", "by", "at"}

    class Meta:
        ordering = ["-at", "-pk"]
