"""Choices of confidential accounts."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Compartment(models.TextChoices):
    """Who reads an account: colleagues who are named to protect survivors, or screeners for exclusion."""

    PROTECTION = "protection", _("Survivors of torture and violence")
    EXCLUSION = "exclusion", _("Concerns of exclusion")


class AccountKind(models.TextChoices):
    TORTURE = "torture", _("Torture or cruel treatment")
    GENDER = "gender", _("Gender-based or sexual violence")
    OTHER = "other", _("Something else that must not be in the file")
    CONCERN = "concern", _("The person may have taken part in abuses")


COMPARTMENT_OF: dict[str, Compartment] = {
    AccountKind.TORTURE: Compartment.PROTECTION,
    AccountKind.GENDER: Compartment.PROTECTION,
    AccountKind.OTHER: Compartment.PROTECTION,
    AccountKind.CONCERN: Compartment.EXCLUSION,
}


class AccountSource(models.TextChoices):
    """How the writer knows what the account says."""

    PERSON = "person", _("The person said it")
    RELATIVE = "relative", _("A relative said it")
    OTHERS = "others", _("Somebody else said it")
    SEEN = "seen", _("I saw it myself")


class Handling(models.TextChoices):
    """What somebody did with an account."""

    WRITTEN = "written", _("Written down")
    READ = "read", _("Read")
