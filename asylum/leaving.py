"""What an exit leaves to decide about asylum: an open claim, and papers that are still valid."""

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from asylum.choices import PENDING_RENUNCIATION
from asylum.models import AsylumApplication, Permit, Renunciation
from casework.register.models.individual import Individual
from casework.slots.obstacles import FollowUp


def claims_to_settle(individual: Individual, user: User) -> list[FollowUp]:
    """A claim stays open until somebody moves it, because others may depend on a family's claim."""
    open_ones = AsylumApplication.objects.visible_to(user).open().filter(individual=individual)
    return [
        FollowUp(
            _("The asylum claim is open: say what becomes of it, and of who is in it."),
            application.get_absolute_url(),
        )
        for application in open_ones
    ]


def permits_to_settle(individual: Individual, user: User) -> list[FollowUp]:
    """Permits that still count as valid."""
    current = Permit.objects.visible_to(user).current().filter(individual=individual)
    return [
        FollowUp(
            _("%(paper)s still counts as valid.") % {"paper": permit.get_type_display()},
            reverse("permit-detail", args=[permit.pk]),
        )
        for permit in current
    ]


def renunciations_to_settle(individual: Individual, user: User) -> list[FollowUp]:
    """A declaration that is neither verified nor withdrawn waits for a person who has left."""
    waiting = Renunciation.objects.visible_to(user).filter(
        individual=individual, status__in=PENDING_RENUNCIATION
    )
    return [
        FollowUp(
            _("The renunciation of military activity: %(status)s.")
            % {"status": paper.status_tag[0]},
            paper.get_absolute_url(),
        )
        for paper in waiting
    ]


to_settle = (claims_to_settle, permits_to_settle, renunciations_to_settle)
