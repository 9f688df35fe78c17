"""Choices of activity, wellbeing and health."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ActivityKind(models.TextChoices):
    TRAINING = "training", _("Training or course")
    SCHOOL = "school", _("School")
    SPORT = "sport", _("Sport")
    CHILDCARE = "childcare", _("Childcare")
    VOLUNTEERING = "volunteering", _("Volunteering")
    GROUP = "group", _("Support group")
    CULTURE = "culture", _("Culture or faith")
    OTHER = "other", _("Something else")


class Feeling(models.TextChoices):
    """How the person rates the last two weeks."""

    VERY_BAD = "1", _("Very bad")
    BAD = "2", _("Bad")
    SO_SO = "3", _("So-so")
    WELL = "4", _("Well")
    VERY_WELL = "5", _("Very well")
    NOT_ASKED = "0", _("Not asked")


class SupportOffer(models.TextChoices):
    """Mental health and psychosocial support: whether it was offered, and the answer."""

    NOT_OFFERED = "not_offered", _("Not offered")
    ACCEPTED = "accepted", _("Offered and accepted")
    LATER = "later", _("Offered; the person will think about it")
    DECLINED = "declined", _("Offered and declined")
