"""Pages of letters, and the one page of them that strangers see."""

import uuid
from functools import partial

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import StaffRequest, can, found, needs, public
from accounts.audit import record_read
from accounts.permissions import Permission as P
from accounts.strangers import valid_or_not
from asylum.letters.actions import hash_of, issue_letter, revoke_letter
from asylum.letters.choices import TELLS, LetterKind
from asylum.letters.facts import why_not
from asylum.letters.forms import FORMS, CodeForm, RevokeForm
from asylum.letters.models import Letter
from asylum.letters.rules import as_typed
from casework.register.models.individual import Individual
from casework.register.views import part_about
from pages.answers import answer, sent

RATE = "30/m/ip"


@needs(P.LETTER_ISSUE)
def letter_choose(request: StaffRequest, individual: uuid.UUID) -> HttpResponse:
    """Which letters can be written for the person today, and why the others cannot."""
    person = found(request, Individual, individual, P.LETTER_ISSUE, "office")
    record_read("letter.chosen", by=request.user, about=person)
    today = request.user.today()
    offered = [
        (kind, why_not(kind, person, today))
        for kind in LetterKind
        if can(request.user, TELLS[kind], person)
    ]
    return render(
        request,
        "asylum/letters/letter_choose.html",
        {
            "person": person,
            "offered": offered,
            "cancel_url": part_about(request, person, "law", "letters"),
        },
    )


@needs(P.LETTER_ISSUE)
def letter_issue(request: StaffRequest, individual: uuid.UUID, kind: str) -> HttpResponse:
    person = found(request, Individual, individual, P.LETTER_ISSUE, "office")
    if kind not in TELLS or not can(request.user, TELLS[kind], person):
        raise Http404
    record_read("letter.chosen", by=request.user, about=person)
    today = request.user.today()
    title, form = LetterKind(kind).label, FORMS[kind]
    return answer(
        request,
        form(*sent(request), person=person, today=today),
        partial(issue_letter, kind=kind),
        person,
        title=title,
        back=reverse("letter-choose", args=[person.pk]),
        done=_("The letter is ready to be printed."),
        onward=Letter.get_absolute_url,
        template="asylum/letters/letter_issue.html",
        submit=_("Make the letter"),
        person=person,
        cannot=why_not(kind, person, today),
    )


@needs(P.LETTER_READ)
def letter_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    letter = _letter(request, pk, P.LETTER_READ)
    record_read("letter.read", by=request.user, about=letter)
    context = {
        "letter": letter,
        "person": letter.individual,
        "check_address": settings.PUBLIC_URL + reverse("letter-check"),
        "may_revoke": not letter.revoked_on and can(request.user, P.LETTER_ISSUE, letter),
        "cancel_url": part_about(request, letter.individual, "law", "letters"),
    }
    return render(request, "asylum/letters/letter_detail.html", context)


@needs(P.LETTER_READ)
def letter_file(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """The same file as on the first day, under a name of its kind and day."""
    letter = _letter(request, pk, P.LETTER_READ)
    record_read("letter.printed", by=request.user, about=letter)
    response = HttpResponse(letter.content(), content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="{letter.outer_name}"'
    response["Cache-Control"] = "no-store"
    return response


@needs(P.LETTER_ISSUE)
def letter_revoke(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    letter = _letter(request, pk, P.LETTER_ISSUE)
    return answer(
        request,
        RevokeForm(*sent(request)),
        revoke_letter,
        letter,
        title=_("Revoke the letter"),
        back=letter.get_absolute_url(),
        done=_("The letter is not valid any more."),
        looks=partial(record_read, "letter.read", by=request.user, about=letter),
        template="asylum/letters/letter_revoke.html",
        submit=_("Revoke the letter"),
        person=letter.individual,
        letter=letter,
    )


@public
@require_safe
def letter_check(request: HttpRequest) -> HttpResponse:
    """Where a stranger types the code of a letter."""
    form = CodeForm(request.GET or None)
    if form.is_valid():
        return redirect("letter-checked", as_typed(form.cleaned_data["code"]) or "-")
    return render(request, "asylum/letters/letter_check.html", {"form": form})


@public
@never_cache
@require_safe
def letter_checked(request: HttpRequest, code: str) -> HttpResponse:
    """Valid, or not valid, and nothing else; the same for a code that never was."""
    is_valid = partial(Letter.objects.all().is_valid, hash_of(code), timezone.localdate())
    word = "asylum/letters/_checked_word.html"
    return valid_or_not(request, is_valid, what="letter", rate=RATE, word=word)


def _letter(request: StaffRequest, pk: uuid.UUID, permission: P) -> Letter:
    rows = Letter.objects.visible_to(request.user, permission)
    related = ("individual__office", "issued_by", "revoked_by")
    letter: Letter = get_object_or_404(rows.select_related(*related), pk=pk)
    return letter
