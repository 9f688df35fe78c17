"""Stays to settle after an exit."""

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from casework.register.models.individual import Individual
from casework.slots.obstacles import FollowUp
from shelters.models import Placement


def open_stays(individual: Individual, user: User) -> list[FollowUp]:
    """A follow-up for each open stay: an exit does not end it, so that the staff of the site checks the empty bed."""
    stays = Placement.objects.visible_to(user).filter(individual=individual)
    return [
        FollowUp(
            _("The place at %(site)s stays taken until the stay is ended.")
            % {"site": stay.site.name},
            reverse("placement-detail", args=[stay.pk]),
        )
        for stay in stays.open_on(user.today()).select_related("site")
    ]
