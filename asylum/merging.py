"""Two records of one person, and what both have: why they may not be merged yet, and what is asked once they are."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from asylum.actions.rule_tasks import let_tasks_fall, set_once
from asylum.choices import RuleTask
from asylum.models import (
    ApplicationStatusChange,
    AsylumApplication,
    Observation,
    Renunciation,
    StandingReview,
)
from casework.register.models.individual import Individual
from casework.slots.followers import MergeFollower
from casework.slots.obstacles import Obstacle
from pages.dates import short_date


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


obstacles = (two_open_applications, two_standing_renunciations, twice_under_review)


class TwoClaims(MergeFollower):
    """One may be decided while the other one is pending: only a legal officer knows which one stands."""

    def sentences(self, survivor: Individual, merged: Individual, by: User) -> list[str]:
        made = AsylumApplication.objects.made()
        rows = made.filter(individual__in=[survivor, merged]).select_related("individual")
        if len({claim.individual_id for claim in rows}) < 2:
            return []
        seen = [_in_words(claim) for claim in rows.visible_to(by)]
        ask = _("Both records have an asylum claim. A task asks a legal officer which one stands.")
        return [" ".join([ask, *seen])]

    def follow(self, survivor: Individual, *, by: User) -> None:
        """One task, for who moved one of the claims last."""
        steps = ApplicationStatusChange.objects.filter(application__individual=survivor)
        title = _("One person has two claims now: say which one stands: %(number)s")
        doer = steps.latest("at").by
        set_once(survivor, RuleTask.TWO_CLAIMS, title, by=by, assigned_to=doer)

    def undo(self, person: Individual, *, by: User) -> None:
        """What was asked of both as one person is asked of neither."""
        let_tasks_fall(person, by=by)


def _in_words(claim: AsylumApplication) -> str:
    day = short_date(claim.status_on)
    return f"{claim.individual.number}: {claim.get_status_display()}, {day}."


two_claims = TwoClaims()
