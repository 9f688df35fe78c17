"""Pages of letters, and the public page that checks a code."""

import json
import uuid
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import StaffRequest, can, get_visible_or_404, permission_required, public
from accounts.actions.offices import checksum_of
from accounts.audit import record_read
from accounts.models import Office, User
from accounts.permissions import Permission as P
from accounts.public_pages import validity_page
from asylum.letters.actions import (
    check_address,
    draft_letter,
    issue_draft,
    preview_of,
    retract_signature,
    revoke_letter,
    sign_letter,
    waiting_key_of,
)
from asylum.letters.choices import CONTENT_PERMISSION, LetterKind
from asylum.letters.facts import (
    doubt_about_last_day,
    ended_claim_of_letter,
    is_demand_unknown,
    is_late,
    why_not_issued,
)
from asylum.letters.forms import FORMS, CodeForm, LogoForm, RevokeForm, SeenForm, SignForm
from asylum.letters.grounds import (
    AnswerToCode,
    corrected_statements,
    paper_in_doubt,
    renewed_paper,
    validity_of,
)
from asylum.letters.logo import choose_logo
from asylum.letters.models import Letter
from asylum.letters.stated import stated_by
from asylum.people.forms import ReasonForm
from asylum.work_right.answers import ended_claim
from casework.corrections.models import Correction
from casework.register.models.individual import Individual
from casework.register.views import person_file_url
from casework.uploads.models import WaitingFile
from casework.uploads.waiting import content_of, waiting_file
from pages.answers import form_response, sent
from pages.codes import hash_of, normal_form
from pages.forms import ActionForm
from pages.frames import shown_in_our_iframe
from pages.refusals import ActionRefused

RATE = "30/m/ip"


@permission_required(P.LETTER_ISSUE)
def letter_choose(request: StaffRequest, individual: uuid.UUID) -> HttpResponse:
    """Lists the letters that can be issued for the person today, and says why the others cannot."""
    person = get_visible_or_404(request, Individual, individual, P.LETTER_ISSUE, "office")
    record_read("letter.chosen", by=request.user, about=person)
    today = request.user.today()
    offered = [
        (kind, why_not_issued(kind, person, today))
        for kind in LetterKind
        if can(request.user, CONTENT_PERMISSION[kind], person)
    ]
    return render(
        request,
        "asylum/letters/letter_choose.html",
        {
            "person": person,
            "offered": offered,
            "cancel_url": person_file_url(request, person, "law", "letters"),
        },
    )


@permission_required(P.LETTER_ISSUE)
def letter_issue(request: StaffRequest, individual: uuid.UUID, kind: str) -> HttpResponse:
    """Asks for what is not on file, before the preview. `?draft=` prefills the answers of an earlier preview."""
    person = _recipient(request, individual, kind)
    record_read("letter.chosen", by=request.user, about=person)
    today = request.user.today()
    draft = _draft(request, person, kind, request.GET.get("draft", ""))
    form = FORMS[kind](
        *sent(request), person=person, today=today, initial=_typed(draft) if draft else None
    )
    typed = {name: form.data.get(name, "") for name in form.fields if name != "submission"}
    return form_response(
        request,
        form,
        partial(draft_letter, kind=kind, typed=typed),
        person,
        title=LetterKind(kind).label,
        back=reverse("letter-choose", args=[person.pk]),
        success_url=lambda kept: reverse("letter-preview", args=[person.pk, kind, kept.pk]),
        template="asylum/letters/letter_issue.html",
        submit=_("Look at the letter"),
        person=person,
        cannot=why_not_issued(kind, person, today),
        ended_claim=ended_claim_of_letter(kind, person, today),
        is_late=is_late(kind, person, today),
        doubt=doubt_about_last_day(kind, person),
        is_demand_unknown=is_demand_unknown(kind, person, today),
    )


@permission_required(P.LETTER_ISSUE)
def letter_preview(
    request: StaffRequest, individual: uuid.UUID, kind: str, draft: uuid.UUID
) -> HttpResponse:
    """Shows the preview of the letter, with the button that issues it."""
    person = _recipient(request, individual, kind)
    form, draft_file = SeenForm(*sent(request)), _draft(request, person, kind, str(draft))
    back = f"{reverse('letter-issue', args=[person.pk, kind])}?draft={draft}"
    if draft_file is None:
        # On a double click, the first request has already issued the letter.
        if (
            form.is_valid()
            and form.acted_before(request.user)
            and form.does(issue_draft, by=request.user)
        ):
            return redirect(form.result)
        messages.warning(request, _("This letter was made already, or was left for a day."))
        return redirect("letter-choose", person.pk)
    try:
        answers = _answers(person, kind, draft_file, request.user)
        pages, seen = preview_of(person, kind=kind, by=request.user, **answers)
    except ActionRefused as refusal:
        messages.error(request, str(refusal))
        return redirect(back)
    record_read("letter.previewed", by=request.user, about=person)
    return form_response(
        request,
        form,
        partial(issue_draft, draft_file, kind=kind, answers=answers),
        person,
        title=LetterKind(kind).label,
        back=back,
        done=_("The letter is ready to be printed."),
        success_url=Letter.get_absolute_url,
        template="asylum/letters/letter_preview.html",
        person=person,
        seen=seen,
        submission=uuid.uuid4(),
        numbers=range(1, len(pages) + 1),
        draft=draft_file,
        kind=kind,
        is_late=is_late(kind, person, request.user.today()),
        doubt=doubt_about_last_day(kind, person),
        is_demand_unknown=is_demand_unknown(kind, person, request.user.today()),
        may_set_letterhead=can(request.user, P.OFFICE_CHANGE, person.office),
    )


@permission_required(P.LETTER_ISSUE)
def letter_preview_page(
    request: StaffRequest, individual: uuid.UUID, kind: str, draft: uuid.UUID, page: int
) -> HttpResponse:
    """Returns one page of the preview as an image, which is rendered for each request and not stored."""
    person = _recipient(request, individual, kind)
    draft_file = _draft(request, person, kind, str(draft))
    try:
        answers = _answers(person, kind, draft_file, request.user) if draft_file else {}
        pages = preview_of(person, kind=kind, by=request.user, **answers)[0] if draft_file else []
    except ActionRefused:
        pages = []
    if not 0 < page <= len(pages):
        raise Http404
    record_read("letter.previewed", by=request.user, about=person)
    response = HttpResponse(pages[page - 1], content_type="image/png")
    response["Cache-Control"] = "no-store"
    return response


@permission_required(P.LETTER_READ)
def letter_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    letter = _letter(request, pk, P.LETTER_READ)
    record_read("letter.read", by=request.user, about=letter)
    today = request.user.today()
    validity = validity_of(letter)
    # A ground that ended is on file as the letter states it, so nothing was corrected; an appointment may be moved.
    shows_corrections = not letter.has_fallen or letter.kind == LetterKind.APPOINTMENT
    in_doubt = None if letter.revoked_on else paper_in_doubt(letter, today)
    context = {
        **validity._asdict(),
        "renewed": None if letter.revoked_on else renewed_paper(letter, today),
        "corrected": corrected_statements(letter, today)
        if letter.has_changed and shows_corrections
        else (),
        "ended_claim": ended_claim(in_doubt) if in_doubt else None,
        "because": stated_by(letter).get("because"),
        "letter": letter,
        "person": letter.individual,
        "check_address": check_address(),
        "may_revoke": not letter.revoked_on and can(request.user, P.LETTER_ISSUE, letter),
        "is_power": letter.kind == LetterKind.POWER,
        "corrections": Correction.objects.of(letter),
        "cancel_url": person_file_url(request, letter.individual, "law", "letters"),
    }
    return render(request, "asylum/letters/letter_detail.html", context)


@permission_required(P.LETTER_READ)
def letter_file(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Returns the file as first printed, named by kind and day; `?open` shows it in the browser."""
    letter = _letter(request, pk, P.LETTER_READ)
    record_read("letter.printed", by=request.user, about=letter)
    response = HttpResponse(letter.content(), content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="{letter.download_name}"'
    response["Cache-Control"] = "no-store"
    return shown_in_our_iframe(response) if "open" in request.GET else response


@permission_required(P.LETTER_ISSUE)
def letter_revoke(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    letter = _letter(request, pk, P.LETTER_ISSUE)
    return form_response(
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


@permission_required(P.LETTER_ISSUE)
def letter_sign(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    letter = _letter(request, pk, P.LETTER_ISSUE)
    initial = {"signer": letter.individual.full_name}
    form, done = SignForm(*sent(request), initial=initial), _("The signature is recorded.")
    return _signature_page(request, letter, form, sign_letter, _("It was signed"), done)


@permission_required(P.LETTER_ISSUE)
def letter_signature_retract(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    letter = _letter(request, pk, P.LETTER_ISSUE)
    title = _("The signature was recorded by mistake")
    done = _("The letter has no signature any more. What stood there stays readable.")
    form = ReasonForm(*sent(request))
    return _signature_page(request, letter, form, retract_signature, title, done)


def _signature_page(
    request: StaffRequest,
    letter: Letter,
    form: ActionForm,
    action: Callable[..., Letter],
    title: str,
    done: str,
) -> HttpResponse:
    return form_response(
        request,
        form,
        action,
        letter,
        title=title,
        back=letter.get_absolute_url(),
        done=done,
        looks=partial(record_read, "letter.read", by=request.user, about=letter),
        template="asylum/form_about_person.html",
        person=letter.individual,
    )


@permission_required(P.OFFICE_CHANGE)
def logo_change(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Shows, replaces or removes the logo of an office's letters."""
    office = get_visible_or_404(request, Office, pk, P.OFFICE_CHANGE)
    logo = office.logo()
    return form_response(
        request,
        LogoForm(*sent(request), has_logo=bool(logo)),
        choose_logo,
        office,
        title=_("Logo of the letters"),
        back=reverse("office-list"),
        done=_("The change is saved."),
        template="asylum/letters/logo_change.html",
        lead=_("%(office)s: what stands at the head of its letters from now on.")
        % {"office": office},
        office=office,
        logo=checksum_of(logo),
    )


@permission_required(P.OFFICE_CHANGE)
def logo_picture(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    logo = get_visible_or_404(request, Office, pk, P.OFFICE_CHANGE).logo()
    if not logo:
        raise Http404
    kind = "png" if logo.startswith(b"\x89PNG") else "jpeg"
    return HttpResponse(logo, content_type=f"image/{kind}")


@public
@require_safe
def letter_check(request: HttpRequest) -> HttpResponse:
    """Asks for the code of a letter, without log-in."""
    form = CodeForm(request.GET or None)
    if form.is_valid():
        return redirect("letter-checked", normal_form(form.cleaned_data["code"]) or "-")
    return render(request, "asylum/letters/letter_check.html", {"form": form})


@public
@never_cache
@require_safe
def letter_checked(request: HttpRequest, code: str) -> HttpResponse:
    """Says whether the letter is valid or since when it is not, and nothing else."""
    validity = cache(partial(_validity, hash_of(code)))
    word = "asylum/letters/_checked_word.html"
    return validity_page(
        request,
        lambda: validity().is_valid,
        what="letter",
        rate=RATE,
        word=word,
        since=lambda: validity().since,
    )


def _validity(code_hash: str) -> AnswerToCode:
    """Returns the same answer for a letter that was revoked, expired, lost its ground or never existed."""
    rows = Letter.objects.select_related("individual__office")
    letter = rows.filter(code_hash=code_hash).first()
    return validity_of(letter) if letter else AnswerToCode(False)


def _recipient(request: StaffRequest, individual: uuid.UUID, kind: str) -> Individual:
    person = get_visible_or_404(request, Individual, individual, P.LETTER_ISSUE, "office")
    if kind not in CONTENT_PERMISSION or not can(request.user, CONTENT_PERMISSION[kind], person):
        raise Http404
    return person


def _draft(request: StaffRequest, person: Individual, kind: str, key: str) -> WaitingFile | None:
    """Returns this user's draft of such a letter; None if it was issued, is older than a day, or is of another user."""
    try:
        return waiting_file(uuid.UUID(key), form=waiting_key_of(person, kind), by=request.user)
    except ValueError:
        return None


def _typed(draft: WaitingFile) -> dict[str, str]:
    typed: dict[str, str] = json.loads(content_of(draft))
    return typed


def _answers(person: Individual, kind: str, draft: WaitingFile, reader: User) -> dict[str, Any]:
    """Returns the arguments for the action. Raises ActionRefused if a choice in the draft is no longer offered."""
    form = FORMS[kind](_typed(draft), person=person, today=reader.today())
    if not form.is_valid():
        raise ActionRefused(*(str(each) for errors in form.errors.values() for each in errors))
    return form.for_action()


def _letter(request: StaffRequest, pk: uuid.UUID, permission: P) -> Letter:
    rows = Letter.objects.visible_to(request.user, permission)
    related = ("individual__office", "issued_by", "revoked_by", "signature_by")
    letter: Letter = get_object_or_404(rows.select_related(*related), pk=pk)
    return letter
