"""The file of renunciation of one person: every stage, as known today or at the end of an earlier day."""

import uuid
from urllib.parse import quote

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from accounts.access import StaffRequest, can, get_visible_or_404, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission as P
from asylum.checklists.rules import without_word
from asylum.contradictions.finder import contradictions_of
from asylum.contradictions.models import DismissedContradiction
from asylum.papers.standing import WordsBesides, standing_of
from asylum.renunciation.actions import why_not_asked
from asylum.renunciation_file.civilian import civilian_life
from asylum.renunciation_file.forms import DayForm
from asylum.renunciation_file.known import end_of, known_on
from casework.register.choices import Category
from casework.register.models.individual import Individual
from casework.register.views import person_file_url
from pages.failing import names_failed_parts
from pages.filters import say_unknown


def _disarmament_link(request: StaffRequest, person: Individual) -> dict[str, str]:
    """Returns the page that records what the person handed over, or where others record it if the reader may not."""
    if person.category != Category.FORMER_MEMBER:
        return {}
    if can(request.user, P.SERVICE_CHANGE, person):
        act = reverse("disarmament-record", args=[person.number])
        return {"act": f"{act}?back={quote(request.path)}"}
    return {"stands": person_file_url(request, person, "people", "disarmament")}


@permission_required(P.EVIDENCE_READ)
@names_failed_parts()
def renunciation_file(
    request: StaffRequest, individual: uuid.UUID, words_besides: WordsBesides
) -> HttpResponse:
    user = request.user
    person = get_visible_or_404(
        request, Individual, individual, P.EVIDENCE_READ, "office", "arrival"
    )
    record_read("evidence.read", by=user, about=person)
    form = DayForm(request.GET)
    say_unknown(form, request.GET)
    today = user.today()
    day = min(form.cleaned_data.get("on") or today, today)
    is_today = day == today
    dismissed = DismissedContradiction.objects.visible_to(user).standing()
    return render(
        request,
        "asylum/renunciation_file/file.html",
        {
            "person": person,
            "form": form,
            "day": day,
            "is_today": is_today,
            "known": known_on(person, day),
            "without_word": without_word(standing_of(person, day)).label,
            "civilian": civilian_life(person, user, end_of(day, person)),
            "cannot": why_not_asked(person, on=day),
            "standing": standing_of(person, today) if is_today else None,
            "besides": words_besides([person], user).get(person.pk) if is_today else None,
            "contradictions": contradictions_of(person, user) if is_today else (),
            "dismissed": dismissed.filter(individual=person) if is_today else (),
            "handed_over": _disarmament_link(request, person) if is_today else {},
            "may_change": is_today and can(user, P.EVIDENCE_CHANGE, person),
        },
    )
