"""Words for what happened at a site, for the person's own statement, and for decisions."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SiteIncidentKind(models.TextChoices):
    DAMAGE = "damage", _("Damage")
    FIGHT = "fight", _("Fight")
    THREAT = "threat", _("Threat")
    THEFT = "theft", _("Theft")
    ALCOHOL = "alcohol", _("Alcohol or drugs")
    HOUSE_RULES = "house_rules", _("Rules of the house")
    OTHER = "other", _("Something else")


class OwnStatement(models.TextChoices):
    """Whether the person was asked. Somebody has to choose: no answer is preset."""

    GIVEN = "given", _("The person made a statement")
    DECLINED = "declined", _("The person did not want to say anything")
    NOT_ASKED = "not_asked", _("Not asked yet")


class SiteDecision(models.TextChoices):
    """What was decided. No decision reaches further than the site: neither stays nor papers follow from it."""

    NOTHING = "nothing", _("Nothing follows")
    TALK = "talk", _("A talk")
    AGREEMENT = "agreement", _("An agreement")
    WARNING = "warning", _("A warning")
    OTHER_PLACE = "other_place", _("Another room or site is looked for")


# These weigh on somebody, so a day is set on which somebody looks whether they still have to.
REVIEWED = frozenset({SiteDecision.WARNING, SiteDecision.OTHER_PLACE, SiteDecision.AGREEMENT})
