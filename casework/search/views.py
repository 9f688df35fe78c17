"""Finding people by a half-remembered name, a number or a document. What was typed never stands in an address."""

import uuid

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.search.actions import remember_search
from casework.search.models import NameSearch
from casework.search.querysets import SHOWN, found, found_cards


@needs(Permission.CASE_CARD)
@require_POST
def search(request: StaffRequest) -> HttpResponse:
    typed = request.POST.get("q", "").strip()
    if not typed:
        return redirect("case-list" if request.user.holds(Permission.INDIVIDUAL_READ) else "/")
    kept = remember_search(typed, by=request.user)
    return redirect("search-results", kept.pk)


@needs(Permission.CASE_CARD)
def search_results(request: StaffRequest, search_id: uuid.UUID) -> HttpResponse:
    user = request.user
    kept = get_object_or_404(NameSearch.objects.still_kept(user, timezone.now()), pk=search_id)
    opens_files = user.holds(Permission.INDIVIDUAL_READ)
    hits = (found if opens_files else found_cards)(kept.typed, user, SHOWN + 1)
    is_more, hits = len(hits) > SHOWN, hits[:SHOWN]
    record_read(
        "search.made", by=user, details={"cases": sorted({hit.case.number for hit in hits})}
    )
    return render(
        request,
        "casework/search/search_results.html",
        {
            "typed": kept.typed,
            "hits": hits,
            "is_more": is_more,
            "opens_files": opens_files,
            "today": user.today(),
        },
    )
