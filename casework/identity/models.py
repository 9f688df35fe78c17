"""Changed facts, wishes about names and the media, contacts in other countries, and plans to travel on."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casework.corrections.models import Mistakable
from casework.corrections.querysets import MistakableQuerySet
from casework.identity.choices import FIELDS_OF, ChangingFact, MediaReason, OnwardStatus
from casework.identity.querysets import AnonymityWishQuerySet, FactChangeQuerySet
from casework.identity.rules import since_in_words
from casework.register.choices import Relation, Sex
from casework.register.models.alias import Alias
from casework.register.models.individual import Individual
from casework.register.models.recorded import Recorded, Replacing
from partners.models import Organisation
from reference.choices import countries
from vault.fields import EncryptedJSONField, EncryptedTextField


class FactChange(Mistakable, Recorded):
    """A change of a person's name, sex or nationality: the former value was true until then.

    `was` and `became` are the fields of the fact, `since` the day as far as known. The kind of fact is sealed with them,
    so that a stolen copy does not reveal a change of sex. `alias` is the former name, by which the search still finds the
    person.
    """

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="fact_changes")
    was = EncryptedJSONField(_("former value"))
    became = EncryptedJSONField(_("new value"))
    since = EncryptedTextField(_("since"), blank=True)
    is_hidden = models.BooleanField(_("hidden"), default=False)
    alias = models.OneToOneField(
        Alias, models.PROTECT, null=True, blank=True, related_name="change"
    )

    objects = FactChangeQuerySet.as_manager()

    class Privacy:
        open = {"is_hidden", "alias"}
        sealed = {"was", "became", "since"}

    class Meta:
        verbose_name = _("change of a fact")
        verbose_name_plural = _("changes of facts")
        ordering = ["-recorded_at"]

    @property
    def fact(self) -> ChangingFact | None:
        """The kind of fact; None for an erased or unreadable row."""
        former = self.was or {}
        return next((fact for fact, names in FIELDS_OF.items() if names[0] in former), None)

    @property
    def was_in_words(self) -> str:
        """The former value in words."""
        if not self.fact:
            return "—"
        values = list(filter(None, self.was.values()))
        if self.fact == ChangingFact.SEX:
            return str(Sex(values[0]).label)
        if self.fact == ChangingFact.NATIONALITY:
            names = dict(countries())
            return ", ".join(str(names.get(code, code)) for code in values)
        return " ".join(values)

    @property
    def since_in_words(self) -> list[str]:
        return [since_in_words(self.since)] if self.since else []

    @property
    def page_title(self) -> str:
        if self.is_hidden:
            return str(_("What is hidden"))
        return f"{self.fact.label}: {self.was_in_words}" if self.fact else self.was_in_words


class AnonymityWish(Recorded):
    """A period in which a person wants to appear under an alias. `Individual.is_anonymous` is set from these rows."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="anonymity_wishes")
    wished_on = models.DateField(_("asked for on"))
    ended_on = models.DateField(_("wish taken back on"), null=True, blank=True)

    objects = AnonymityWishQuerySet.as_manager()

    class Privacy:
        open = {"wished_on", "ended_on"}

    class Meta:
        verbose_name = _("wish for anonymity")
        verbose_name_plural = _("wishes for anonymity")
        ordering = ["-wished_on"]
        constraints = [
            models.UniqueConstraint(
                fields=["individual"],
                condition=Q(ended_on=None),
                name="one_open_wish_for_anonymity",
                violation_error_message=_("This person has asked for anonymity already."),
            )
        ]


class MediaRestriction(Mistakable, Recorded):
    """A restriction: the person does not talk to the media, by own wish or by order of an authority."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="media_restrictions")
    reason = models.CharField(_("reason"), max_length=10, choices=MediaReason.choices)
    authority = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        verbose_name=_("authority"),
        related_name="+",
    )
    on = models.DateField(_("since"))
    ended_on = models.DateField(_("until"), null=True, blank=True)
    note = EncryptedTextField(_("note"), blank=True)

    objects = MistakableQuerySet.as_manager()

    class Privacy:
        open = {"authority", "on", "ended_on"}
        counted = {"reason"}
        sealed = {"note"}

    class Meta:
        verbose_name = _("silence towards the media")
        verbose_name_plural = _("silences towards the media")
        ordering = ["-on"]

    @property
    def page_title(self) -> str:
        return str(self.get_reason_display())


class ContactAbroad(Recorded):
    """Family or friends in another country who may help."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="contacts_abroad")
    country = models.CharField(_("country"), max_length=2, choices=countries)
    relation = models.CharField(
        _("relation"), max_length=3, choices=Relation.choices, default=Relation.UNKNOWN
    )
    name = EncryptedTextField(_("name"), blank=True)
    phone = EncryptedTextField(_("phone"), blank=True)
    may_be_called = models.BooleanField(_("may be called"), default=False)
    ended_on = models.DateField(_("no longer in contact since"), null=True, blank=True)

    class Privacy:
        open = {"ended_on", "may_be_called"}
        counted = {"country", "relation"}
        personal = {"name", "phone"}

    class Meta:
        verbose_name = _("contact abroad")
        verbose_name_plural = _("contacts abroad")
        ordering = ["country", "recorded_at"]

    @property
    def page_title(self) -> str:
        return f"{self.get_country_display()} · {self.get_relation_display()}"


class OnwardPlan(Replacing, Recorded):
    """Whether the person wants to travel on, and the state of the plan. A newer row replaces an older one."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="onward_plans")
    status = models.CharField(_("plan"), max_length=10, choices=OnwardStatus.choices)
    country = models.CharField(_("country"), max_length=2, choices=countries, blank=True)
    note = EncryptedTextField(_("note"), blank=True)

    class Privacy:
        counted = {"status", "country"}
        sealed = {"note"}

    class Meta:
        verbose_name = _("plan to travel on")
        verbose_name_plural = _("plans to travel on")
        ordering = ["-recorded_at"]
