"""Commitments to settle after an exit: those to the person, and those to the family."""

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from aid.models import Commitment
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.slots.obstacles import FollowUp


def aid_to_end(individual: Individual, user: User) -> list[FollowUp]:
    """A follow-up for each commitment to the person or the family: an exit ends none of them."""
    today = user.today()
    target = Q(individual=individual) | Q(case=case_of(individual, today))
    running = Commitment.objects.visible_to(user).not_ended_on(today).filter(target)
    return [
        FollowUp(
            _("%(kind)s is still promised: end it, or leave it to who stays.")
            % {"kind": commitment.get_kind_display()},
            reverse("commitment-detail", args=[commitment.pk]),
        )
        for commitment in running
    ]
