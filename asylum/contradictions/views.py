"""Pages about contradictions."""

import uuid
from functools import partial

from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.permissions import Permission
from asylum.contradictions import actions as acts
from asylum.contradictions.finder import contradictions_of
from asylum.contradictions.forms import DismissForm
from asylum.contradictions.models import DismissedContradiction
from asylum.people.views import frame, mistake_page
from casework.register.models.individual import Individual
from pages.answers import form_response, sent


@permission_required(Permission.EVIDENCE_CHANGE)
def contradiction_dismiss(
    request: StaffRequest, individual: uuid.UUID, said: str
) -> HttpResponseBase:
    """Dismisses the pair that `said` identifies (`Contradiction.said`)."""
    person = get_visible_or_404(request, Individual, individual, Permission.EVIDENCE_CHANGE)
    pair = next(
        (each for each in contradictions_of(person, request.user) if each.said == said), None
    )
    return form_response(
        request,
        DismissForm(*sent(request), user=request.user, row=person),
        partial(acts.dismiss_contradiction, said=said),
        person,
        title=_("The two days fit"),
        done=_("It is no longer proposed. Nothing else was changed."),
        template="asylum/form_about_person.html",
        shown="asylum/renunciation_file/_pair.html" if pair else "",
        pair=pair,
        **frame(request, person),
    )


contradiction_restore = mistake_page(
    DismissedContradiction,
    "contradiction.restored",
    title=_("It was dismissed by mistake"),
    done=_("It is proposed again."),
    shown="asylum/renunciation_file/_dismissed.html",
)
