"""Incidents at sites and decisions about them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casework.corrections.models import Mistakable
from casework.register.models.individual import Individual
from casework.register.models.recorded import Recorded
from shelters.incidents.choices import OwnStatement, SiteDecision, SiteIncidentKind
from shelters.incidents.querysets import SiteIncidentDecisionQuerySet, SiteIncidentQuerySet
from shelters.models.placement import Placement
from vault.fields import EncryptedTextField


class SiteIncident(Mistakable, Recorded):
    """Something that happened at a site, with the person's own statement about it.

    No row of asylum refers to it, and no decision about it changes a stay or a paper.
    """

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="site_incidents")
    placement = models.ForeignKey(
        Placement, models.PROTECT, related_name="site_incidents", verbose_name=_("stay")
    )
    on = models.DateField(_("day"))
    kind = models.CharField(_("kind"), max_length=12, choices=SiteIncidentKind.choices)
    account = EncryptedTextField(_("what happened"))
    statement_state = models.CharField(
        _("the person's own statement"), max_length=10, choices=OwnStatement.choices
    )
    statement = EncryptedTextField(_("what the person says"), blank=True)

    objects = SiteIncidentQuerySet.as_manager()

    class Privacy:
        open = {"placement"}
        counted = {"on", "kind", "statement_state"}
        sealed = {"account", "statement"}

    class Meta:
        verbose_name = _("incident at a site")
        verbose_name_plural = _("incidents at sites")
        ordering = ["-on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(statement__isnull=True) | Q(statement_state=OwnStatement.GIVEN),
                name="statement_only_if_the_person_made_one",
                violation_error_message=_("Say that the person made a statement."),
            )
        ]


class SiteIncidentDecision(Recorded):
    """What was decided about an incident, why, and when somebody looks at it again. The newest one counts."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="site_decisions")
    incident = models.ForeignKey(
        SiteIncident, models.PROTECT, related_name="decisions", verbose_name=_("incident")
    )
    on = models.DateField(_("decided on"))
    decision = models.CharField(_("decision"), max_length=12, choices=SiteDecision.choices)
    because = EncryptedTextField(_("why"))
    review_on = models.DateField(_("to be reviewed on"), null=True, blank=True)

    objects = SiteIncidentDecisionQuerySet.as_manager()

    class Privacy:
        open = {"incident"}
        counted = {"on", "decision", "review_on"}
        sealed = {"because"}

    class Meta:
        verbose_name = _("decision about an incident")
        verbose_name_plural = _("decisions about incidents")
        ordering = ["-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(review_on=None) | Q(review_on__gt=models.F("on")),
                name="decision_is_reviewed_after_it_is_made",
                violation_error_message=_("The review is after the decision."),
            )
        ]
