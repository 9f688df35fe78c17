"""Searches people by an approximate name, a number or a document. The text never appears in a URL."""

import uuid
from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import pgettext

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from casework.search.actions import remember_search
from casework.search.lines import Whereabouts, lines_of
from casework.search.models import NameSearch
from casework.search.picking import PickForm
from casework.search.querysets import SHOWN, Hit, only_exact_hit, search_cards, search_people
from pages.failing import names_failed_parts
from pages.signs import line_as_seen

OPEN, CLOSED = "open", "closed"


def write_hits(request: StaffRequest, hits: list[Hit]) -> None:
    """Records which cases a search shows, before it shows them."""
    cases = sorted({hit.case.number for hit in hits})
    record_read("search.made", by=request.user, details={"cases": cases})


def write_search(request: StaffRequest, pick: PickForm) -> None:
    """Records which cases a form to pick a person shows."""
    if pick.hits:
        write_hits(request, pick.hits)


@needs(Permission.CASE_CARD)
def search(request: StaffRequest) -> HttpResponse:
    """Runs a search by POST. By GET it shows the search box, and ignores the query string."""
    if request.method != "POST":
        # Redirects at once if a bookmark or another program put a name into the URL.
        is_bare = not request.GET
        return (
            render(request, "casework/search/search_start.html") if is_bare else redirect("search")
        )
    typed = line_as_seen(request.POST.get("q", "")).strip()
    if not typed:
        return redirect("case-list" if request.user.holds(Permission.INDIVIDUAL_READ) else "/")
    stored = remember_search(typed, by=request.user)
    return redirect("search-results", stored.pk)


@needs(Permission.CASE_CARD)
@names_failed_parts()
def search_results(
    request: StaffRequest, search_id: uuid.UUID, whereabouts: Whereabouts
) -> HttpResponse:
    """The people found: matches first, then similar ones. A complete number opens its page.

    `shelters.urls` passes `whereabouts`."""
    user = request.user
    stored = get_object_or_404(NameSearch.objects.still_kept(user, timezone.now()), pk=search_id)
    opens_files = user.holds(Permission.INDIVIDUAL_READ)
    hits = (search_people if opens_files else search_cards)(stored.typed, user, SHOWN + 1)
    is_more, hits = len(hits) > SHOWN, hits[:SHOWN]
    write_hits(request, hits)
    if only := only_exact_hit(hits):
        return redirect(_address(only, hits, opens_files=opens_files))
    state = request.GET.get("state", "")
    shown_hits = [
        hit for hit in hits if state not in (OPEN, CLOSED) or hit.case.is_open is (state == OPEN)
    ]
    lines = lines_of(shown_hits, user, whereabouts)
    return render(
        request,
        "casework/search/search_results.html",
        {
            "typed": stored.typed,
            "searched": stored.typed,
            "hits": hits,
            "groups": [
                (is_strong, [line for line in lines if line.hit.is_strong is is_strong])
                for is_strong in (True, False)
            ],
            "first": next(iter(sorted(shown_hits, key=lambda hit: not hit.is_strong)), None),
            "states": _states(hits, state),
            "is_more": is_more,
            "opens_files": opens_files,
            "is_number": opens_files and any(map(str.isdigit, stored.typed)),
            "log_address": _log_address(stored, user),
            "today": user.today(),
        },
    )


def _log_address(stored: NameSearch, user: User) -> str:
    """The URL to log a family whose name was not found; it contains the search's id, not the name."""
    if not user.holds(Permission.CASE_LOG) or any(map(str.isdigit, stored.typed)):
        return ""
    return f"{reverse('arrival-log')}?search={stored.pk}"


def _address(only: Hit, hits: Sequence[Hit], *, opens_files: bool) -> str:
    """The person's page, or the case if its number was typed and it has several people."""
    if not opens_files:
        return reverse("case-card", args=[only.case.number])
    if len(hits) > 1:
        return reverse("case-detail", args=[only.case.number])
    return reverse("individual-detail", args=[only.individual.number])


def _states(hits: Sequence[Hit], chosen: str) -> list[dict[str, object]]:
    """Tabs for all, open and closed cases with their numbers; empty if all hits are of one kind."""
    open_hits = sum(hit.case.is_open for hit in hits)
    if open_hits in (0, len(hits)):
        return []
    counts = [
        (pgettext("cases", "All"), "", len(hits)),
        (pgettext("cases", "Open"), OPEN, open_hits),
        (pgettext("cases", "Closed"), CLOSED, len(hits) - open_hits),
    ]
    return [
        {
            "label": label,
            "url": f"?state={state}" if state else "?",
            "is_current": state == chosen,
            "count": count,
        }
        for label, state, count in counts
    ]
