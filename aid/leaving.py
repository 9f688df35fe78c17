"""Aid to settle after an exit: commitments to the person, or to the family as a whole."""

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from aid.models import Commitment
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.slots.obstacles import FollowUp


def aid_to_end(individual: Individual, user: User) -> list[FollowUp]:
    """Aid to a family continues for those who stay; the person's own must be ended or reassigned."""
    today = user.today()
    about = Q(individual=individual) | Q(case=case_of(individual, today))
    still = Commitment.objects.visible_to(user).not_ended_on(today).filter(about)
    return [
        FollowUp(
            _("%(kind)s is still promised: end it, or leave it to who stays.")
            % {"kind": commitment.get_kind_display()},
            reverse("commitment-detail", args=[commitment.pk]),
        )
        for commitment in still
    ]
