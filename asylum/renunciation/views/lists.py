"""Lists of renunciations, and of people without one."""

import uuid
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission as P
from asylum.papers.models.renunciation import Renunciation
from asylum.papers.standing import WordsBesides
from asylum.renunciation.filters import PersonFilter, RenunciationFilter
from asylum.renunciation.querysets import PeopleWithoutPaper
from casework.search.nobody_visible import sentence_if_nobody_visible
from pages.lists import list_page
from pages.questions import kept_count


def renunciation_tabs(
    request: StaffRequest, missing: PeopleWithoutPaper, current: str
) -> list[dict[str, Any]]:
    url_of_list = reverse("renunciation-list")
    tabs = [
        (
            "missing",
            reverse("renunciation-missing"),
            _("Without a signed permanent declaration"),
            missing.number_without_paper,
        ),
        (
            "unknown",
            reverse("renunciation-unknown"),
            _("Nobody knows whether the authority asks"),
            missing.number_without_statement,
        ),
        ("all", url_of_list, _("All papers"), None),
    ]
    if request.user.holds(P.RENUNCIATION_VERIFY):
        number_to_verify = kept_count(_to_verify, request.user)
        tabs.insert(
            1, ("to_verify", f"{url_of_list}?to_verify=on", _("For me to verify"), number_to_verify)
        )
    if request.user.holds(P.EVIDENCE_READ):
        tabs.append(("groups", reverse("group-report-list"), _("Reported of groups"), None))
    return [
        {"url": url, "label": label, "count": count, "is_current": slug == current}
        for slug, url, label, count in tabs
    ]


def _to_verify(user: User) -> Any:
    return Renunciation.objects.visible_to(user).verifiable_by(user).order_by().values("pk")


def _awaiting(user: User) -> Any:
    return Renunciation.objects.visible_to(user).awaiting_verification().order_by().values("pk")


def _verifying_note(request: StaffRequest) -> str:
    """Returns a sentence with the number of papers that wait for verification, and of those that this user may verify."""
    user = request.user
    if not (request.GET.get("to_verify") and user.holds(P.RENUNCIATION_VERIFY)):
        return ""
    return _(
        "%(mine)s that you can verify, %(all)s in all: nobody verifies what they recorded."
    ) % {
        "mine": kept_count(_to_verify, user),
        "all": kept_count(_awaiting, user),
    }


@permission_required(P.RENUNCIATION_READ)
def renunciation_list(request: StaffRequest) -> HttpResponse:
    rows = Renunciation.objects.visible_to(request.user).select_related("individual", "recorded_by")
    record_read("renunciation.listed", by=request.user)
    return list_page(
        request,
        rows,
        filterset=RenunciationFilter,
        template="asylum/renunciation_list.html",
        list_title=_("Renunciations"),
        tabs=renunciation_tabs(
            request,
            PeopleWithoutPaper(request.user),
            "to_verify" if request.GET.get("to_verify") else "all",
        ),
        verifying_note=_verifying_note(request),
        empty_text=_("No paper was recorded yet."),
    )


@permission_required(P.RENUNCIATION_READ)
def renunciation_missing(request: StaffRequest, words_besides: WordsBesides) -> HttpResponse:
    missing = PeopleWithoutPaper(request.user)
    return _people(
        request,
        missing,
        missing.without_paper,
        "missing",
        words_besides,
        list_title=_("Asked by the authority, without a signed permanent declaration"),
        empty_text=_("Everybody whom the authority asks has signed a permanent declaration."),
    )


@permission_required(P.RENUNCIATION_READ)
def renunciation_unknown(request: StaffRequest, words_besides: WordsBesides) -> HttpResponse:
    """Lists adults who served and about whom no statement of the authority is on file."""
    missing = PeopleWithoutPaper(request.user)
    return _people(
        request,
        missing,
        missing.without_statement,
        "unknown",
        words_besides,
        list_title=_("Who served, and nobody knows whether the authority asks"),
        empty_text=_("The word of the authority is on file for every adult who served."),
    )


def _people(
    request: StaffRequest,
    missing: PeopleWithoutPaper,
    rows: Any,
    tab: str,
    words_besides: WordsBesides,
    *,
    list_title: str,
    empty_text: str,
) -> HttpResponse:
    record_read("renunciation.listed", by=request.user)
    return list_page(
        request,
        rows.select_related("arrival"),
        filterset=PersonFilter,
        completed=lambda people: _with_words(people, words_besides(people, request.user)),
        template="asylum/renunciation_missing.html",
        tabs=renunciation_tabs(request, missing, tab),
        may_change=request.user.holds(P.RENUNCIATION_CHANGE),
        is_word_missing=tab == "unknown",
        list_title=list_title,
        empty_because=partial(sentence_if_nobody_visible, request.user, P.RENUNCIATION_READ),
        empty_text=empty_text,
    )


def _with_words(people: list[Any], words: Mapping[uuid.UUID, str]) -> list[Any]:
    """Returns the people; `besides` of each says what else depends on the renunciation."""
    for person in people:
        person.besides = words.get(person.pk, "")
    return people
