"""The search for people by an approximate name, a number or a document. The text never appears in a URL."""

import uuid
from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import pgettext

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from casework.search.actions import remember_search
from casework.search.lines import Whereabouts, lines_of
from casework.search.models import NameSearch
from casework.search.picker import PickForm
from casework.search.querysets import MOST_HITS, Hit, only_exact_hit, search_cards, search_people
from pages.characters import clean_line
from pages.failing import names_failed_parts

OPEN, CLOSED = "open", "closed"


def record_hits(request: StaffRequest, hits: list[Hit]) -> None:
    """Records in the audit log which cases a search shows; call it before they are shown."""
    cases = sorted({hit.case.number for hit in hits})
    record_read("search.made", by=request.user, details={"cases": cases})


def record_hits_of_picker(request: StaffRequest, pick: PickForm) -> None:
    """Records in the audit log which cases a form to pick a person shows; nothing without hits."""
    if pick.hits:
        record_hits(request, pick.hits)


@permission_required(Permission.CASE_CARD)
def search(request: StaffRequest) -> HttpResponse:
    """Stores the text that is sent by POST and redirects to the results. By GET, shows the search box."""
    if request.method != "POST":
        # A bookmark or another program may have put a name into the URL: the redirect removes it.
        has_no_query = not request.GET
        return (
            render(request, "casework/search/search_start.html")
            if has_no_query
            else redirect("search")
        )
    typed = clean_line(request.POST.get("q", "")).strip()
    if not typed:
        return redirect("case-list" if request.user.holds(Permission.INDIVIDUAL_READ) else "/")
    name_search = remember_search(typed, by=request.user)
    return redirect("search-results", name_search.pk)


@permission_required(Permission.CASE_CARD)
@names_failed_parts()
def search_results(
    request: StaffRequest, search_id: uuid.UUID, whereabouts: Whereabouts
) -> HttpResponse:
    """The people found: matches first, then similar ones. A complete number redirects to its page.

    `shelters.urls` passes `whereabouts`.
    """
    user = request.user
    name_search = get_object_or_404(
        NameSearch.objects.of_last_hour(user, timezone.now()), pk=search_id
    )
    opens_files = user.holds(Permission.INDIVIDUAL_READ)
    hits = (search_people if opens_files else search_cards)(name_search.typed, user, MOST_HITS + 1)
    is_more, hits = len(hits) > MOST_HITS, hits[:MOST_HITS]
    record_hits(request, hits)
    if exact_hit := only_exact_hit(hits):
        return redirect(_address(exact_hit, hits, opens_files=opens_files))
    state = request.GET.get("state", "")
    hits_shown = [
        hit for hit in hits if state not in (OPEN, CLOSED) or hit.case.is_open is (state == OPEN)
    ]
    lines = lines_of(hits_shown, user, whereabouts)
    return render(
        request,
        "casework/search/search_results.html",
        {
            "typed": name_search.typed,
            "searched": name_search.typed,
            "hits": hits,
            "groups": [
                (is_strong, [line for line in lines if line.hit.is_strong is is_strong])
                for is_strong in (True, False)
            ],
            "first": next(iter(sorted(hits_shown, key=lambda hit: not hit.is_strong)), None),
            "states": _states(hits, state),
            "is_more": is_more,
            "opens_files": opens_files,
            "is_number": opens_files and any(map(str.isdigit, name_search.typed)),
            "log_address": _log_address(name_search, user),
            "today": user.today(),
        },
    )


def _log_address(name_search: NameSearch, user: User) -> str:
    """Returns the URL to log a family whose name was not found; it names the search by id. "" for numbers."""
    if not user.holds(Permission.CASE_LOG) or any(map(str.isdigit, name_search.typed)):
        return ""
    return f"{reverse('arrival-log')}?search={name_search.pk}"


def _address(hit: Hit, hits: Sequence[Hit], *, opens_files: bool) -> str:
    """Returns the page of the person, or of the case if several people of one case were found."""
    if not opens_files:
        return reverse("case-card", args=[hit.case.number])
    if len(hits) > 1:
        return reverse("case-detail", args=[hit.case.number])
    return reverse("individual-detail", args=[hit.individual.number])


def _states(hits: Sequence[Hit], chosen: str) -> list[dict[str, object]]:
    """Returns tabs for all, open and closed cases with their numbers; empty if all hits are of one kind."""
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
