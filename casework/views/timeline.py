"""The whole stream of a case, and the same on paper."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from accounts.access import needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.forms.timeline import TimelineForm
from casework.models import Case
from casework.timeline import Question, sources_for, stream
from pages.lists import without

PAGE = 40
ON_PAPER = 1000


@needs(Permission.CASE_READ)
def case_timeline(request: HttpRequest, number: str) -> HttpResponse:
    """Forty events at a time, the newest first."""
    page = request.GET.get("page", "1")
    place = max(int(page) if page.isdecimal() else 1, 1)
    found = _found(request, number, limit=PAGE + 1, skip=(place - 1) * PAGE)
    events = found.pop("events")
    return render(
        request,
        "casework/case_timeline.html",
        found
        | {
            "events": events[:PAGE],
            "newer": place - 1,
            "older": place + 1 if len(events) > PAGE else 0,
        },
    )


@needs(Permission.CASE_READ)
def case_timeline_print(request: HttpRequest, number: str) -> HttpResponse:
    """What the filters leave, on one page: the newest of it, and a word on what is not there."""
    found = _found(request, number, limit=ON_PAPER + 1)
    events = found.pop("events")
    cut = {"events": events[:ON_PAPER], "is_cut": len(events) > ON_PAPER}
    return render(request, "casework/case_timeline_print.html", found | cut)


def _found(request: HttpRequest, number: str, *, limit: int, skip: int = 0) -> dict[str, Any]:
    user = request.user
    case = get_object_or_404(Case.objects.visible_to(user).select_related("team"), number=number)
    sources = sources_for(case, user)
    form = TimelineForm(
        request.GET, case=case, kinds=[(source.kind, source.title) for source in sources]
    )
    wanted = form.cleaned_data if form.is_valid() else {}
    kinds = [source for source in sources if wanted.get("kind") in ("", None, source.kind)]
    record_read(
        "timeline.read", by=user, about=case, details={"kinds": [kind.kind for kind in kinds]}
    )
    question = Question(
        case,
        user,
        individual=wanted.get("person"),
        since=wanted.get("since"),
        until=wanted.get("until"),
        limit=limit,
    )
    return {
        "case": case,
        "form": form,
        "events": stream(kinds, question, skip=skip),
        "querystring": without(request.GET, "page"),
        "is_filtered": any(wanted.values()),
    }
