"""Why two records of one person may not be merged yet: what a person has once, both have."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from asylum.models import AsylumApplication, Observation, Renunciation, StandingReview
from casework.register.models.individual import Individual
from casework.slots.obstacles import Obstacle


def two_open_applications(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """A person has one open application at a time."""
    open_ones = AsylumApplication.objects.open()
    if open_ones.filter(individual=survivor).exists():
        for application in open_ones.filter(individual=merged):
            yield Obstacle(
                _(
                    "Both records have an open asylum application: say of one first that it was recorded by mistake."
                ),
                application.get_absolute_url(),
            )


def two_standing_renunciations(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """A person signs each wording once."""
    mine = Renunciation.objects.standing().filter(individual=survivor).values("wording")
    for paper in Renunciation.objects.standing().filter(individual=merged, wording__in=mine):
        yield Obstacle(
            _("Both records have signed the same renunciation: withdraw one of the papers first."),
            paper.get_absolute_url(),
        )


def twice_under_review(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """A person has one open review and one observation. Whoever merges learns who comes first, and not why."""
    for rows in (StandingReview.objects.open(), Observation.objects.running()):
        if rows.filter(individual=survivor).exists() and rows.filter(individual=merged).exists():
            yield Obstacle(
                _("A legal officer must look at both records first: ask one."),
                reverse("individual-detail", args=[merged.number]),
            )
            return
