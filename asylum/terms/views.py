"""Pages that tick off, assign and extend terms."""

import uuid
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission as P
from asylum.pathways.choices import DeadlineKind
from asylum.people.forms import ReasonForm
from asylum.people.querysets import of_the_dead
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.term_move import TermMove
from asylum.procedure.views import correct_day, frame
from asylum.terms import actions
from asylum.terms.forms import (
    AssignTermForm,
    CorrectTickForm,
    ExtendForm,
    HandOverTermsForm,
    TermMetForm,
)
from asylum.terms.models import TermExtension, TermPassed
from asylum.terms.moved import moved_days
from asylum.terms.querysets import holders_of_terms, legal_officers_beside, terms_of
from pages.answers import form_response, pressed, say_done, way_back, whom
from pages.dates import short_date
from pages.forms import on_file
from pages.refusals import ActionRefused


def _term(request: StaffRequest, pk: uuid.UUID) -> LegalDeadline:
    """Returns a running term of a living person that the user may change; records that the user reads its claim."""
    rows = LegalDeadline.objects.visible_to(request.user, P.APPLICATION_CHANGE).running()
    rows = rows.exclude(of_the_dead("application__individual"))
    term: LegalDeadline = get_object_or_404(
        rows.select_related("application__individual", "application__case", "rule"), pk=pk
    )
    claim = term.application
    record_read("application.read", by=request.user, about=claim, case=claim.case)
    return term


@permission_required(P.APPLICATION_CHANGE)
def extend_deadline(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    term = _term(request, pk)
    return form_response(
        request,
        ExtendForm(request.POST or None),
        actions.extend_deadline,
        term,
        title=_("Extend a term"),
        done=_("The new day was recorded. The one before stays on file."),
        back=term.application.get_absolute_url(),
        template="asylum/deadline_act.html",
        term=term,
    )


@permission_required(P.APPLICATION_CHANGE)
def retract_extension(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    extension = get_object_or_404(
        TermExtension.objects.visible_to(request.user, P.APPLICATION_CHANGE)
        .standing()
        .select_related("deadline__application__individual", "deadline__application__case"),
        pk=pk,
    )
    term = extension.deadline
    claim = term.application
    record_read("application.read", by=request.user, about=claim, case=claim.case)
    return form_response(
        request,
        ReasonForm(request.POST or None),
        actions.retract_extension,
        extension,
        title=_("The extension was recorded by mistake"),
        note=_late_without(extension),
        done=_("The term has the day again that it had before."),
        back=claim.get_absolute_url(),
        template="asylum/deadline_act.html",
        term=term,
    )


def _late_without(extension: TermExtension) -> str:
    """Returns a warning that the term becomes late without this extension; empty if it does not."""
    term = extension.deadline
    if not term.was_met or term.ended_on is None or term.ended_on <= extension.was_on:
        return ""
    days = {"met": short_date(term.ended_on), "day": short_date(extension.was_on)}
    return (
        _(
            "The act was on %(met)s, after %(day)s: it counts as late then, and a task asks what follows. The claim stays where "
            "it stands, and letters that tell the extended day hold no more."
        )
        % days
    )


@permission_required(P.APPLICATION_CHANGE)
def assign_deadline(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    term = _term(request, pk)
    form = AssignTermForm(
        request.POST or None,
        colleagues=legal_officers_beside(request.user),
        initial=on_file(AssignTermForm, term),
    )
    return form_response(
        request,
        form,
        actions.assign_deadline,
        term,
        title=_("Who looks after this term"),
        done=_("It is recorded who looks after the term."),
        back=term.application.get_absolute_url(),
        template="asylum/deadline_act.html",
        term=term,
    )


@permission_required(P.APPLICATION_READ)
def term_move_list(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Lists all terms that moved by the same cause, of people whom the user sees.

    The page does not count the others, because a number would reveal that a file exists.
    """
    move = get_object_or_404(TermMove.objects.visible_to(request.user).with_cause(), pk=pk)
    moves = TermMove.objects.visible_to(request.user).of_same_cause(move)
    record_read("application.listed", by=request.user)
    return render(
        request,
        "asylum/term_move_list.html",
        {"move": move, "days": moved_days(moves.select_related("deadline"), request.user)},
    )


@permission_required(P.APPLICATION_CHANGE)
def hand_over_deadlines(request: StaffRequest) -> HttpResponse:
    """Asks who hands over to whom, lists the terms, and after confirmation moves them."""
    form = HandOverTermsForm(
        request.POST or None,
        holders=holders_of_terms(request.user),
        colleagues=legal_officers_beside(request.user),
    )
    terms = None
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        if "confirm" not in request.POST and chosen["leaving"] != chosen["taking"]:
            terms = terms_of(chosen["leaving"], by=request.user, taking=chosen["taking"])
            details = {"handing_over": len(terms)}
            record_read("application.listed", by=request.user, details=details)
        if not terms and form.does(actions.hand_over_deadlines, by=request.user):
            sentence = ngettext(
                "%(number)d term was handed over.",
                "%(number)d terms were handed over.",
                form.result.went,
            )
            undo = reverse("deadline-hand-over-undo", args=[form.result.together])
            say_done(request, _with_number_stayed(sentence, form.result), undo=undo)
            return redirect("application-list")
    context = {"form": form, "terms": terms, "words": form.cleaned_data if terms else {}}
    return render(request, "asylum/terms_hand_over.html", context)


def _with_number_stayed(sentence: str, passed: actions.Passed) -> str:
    stayed = ngettext(
        "%(number)d stayed where it is.", "%(number)d stayed where they are.", passed.stayed
    )
    sentence = sentence % {"number": passed.went}
    return f"{sentence} {stayed % {'number': passed.stayed}}" if passed.stayed else sentence


@require_POST
@permission_required(P.APPLICATION_CHANGE)
def hand_over_undo(request: StaffRequest, together: uuid.UUID) -> HttpResponse:
    rows = TermPassed.objects.visible_to(request.user, P.APPLICATION_CHANGE)
    if not rows.filter(together=together).exists():
        raise Http404
    try:
        passed = actions.undo_handover_of_terms(together, by=request.user)
    except ActionRefused as refusal:
        messages.error(request, str(refusal))
    else:
        sentence = ngettext(
            "%(number)d term came back.", "%(number)d terms came back.", passed.went
        )
        say_done(request, _with_number_stayed(sentence, passed))
    return redirect("application-list")


@permission_required(P.APPLICATION_CHANGE)
def settle_deadline(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    rows = LegalDeadline.objects.visible_to(request.user, P.APPLICATION_CHANGE)
    rows = rows.select_related("application__individual", "rule")
    term = get_object_or_404(rows, pk=pk)
    # The action refuses a term that ended while the page was open.
    if request.method == "GET" and not term.may_be_ticked_off:
        if term.ended_on:
            raise Http404
        return redirect(_url_that_meets(term))
    back = way_back(request, term.application.get_absolute_url())
    undo = reverse("deadline-settle-undo", args=[term.pk]) + "?" + urlencode({"back": back})
    return form_response(
        request,
        TermMetForm(request.POST or None),
        actions.settle_deadline,
        term,
        done=_with_name(term, _("The term was ticked off.")),
        undo=lambda _settled: undo,
        back=back,
        template="asylum/deadline_settle.html",
        term=term,
        application=term.application,
    )


def _url_that_meets(term: LegalDeadline) -> str:
    """Returns the URL of the interview or claim where a step meets the term, which nobody may tick off."""
    unsaid = term.application.interviews.unsaid()
    interview = unsaid.first() if term.kind == DeadlineKind.INTERVIEW else None
    return (interview or term.application).get_absolute_url()


@permission_required(P.APPLICATION_CHANGE)
@require_POST
def settle_deadline_undo(request: StaffRequest, pk: uuid.UUID) -> HttpResponseRedirect:
    """Removes the tick as a mistake, from the undo button beside the message. A day later the page of the term asks for a
    reason."""
    rows = LegalDeadline.objects.visible_to(request.user, P.APPLICATION_CHANGE)
    term = get_object_or_404(rows.select_related("application__individual"), pk=pk)
    done = _with_name(term, _("The tick is taken back, as recorded by mistake."))
    pressed(request, actions.correct_tick, term, is_mistake=True, done=done)
    return redirect(way_back(request, term.application.get_absolute_url()))


def _with_name(term: LegalDeadline, sentence: str) -> str:
    """Returns the sentence with the name of the person, because the page that follows lists terms of many people."""
    return " · ".join(filter(None, (whom(term.application), sentence)))


@permission_required(P.APPLICATION_CHANGE)
def correct_deadline(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Corrects the day of a tick, or marks it as a mistake."""
    rows = LegalDeadline.objects.visible_to(request.user, P.APPLICATION_CHANGE).ticked_off()
    term = get_object_or_404(
        rows.select_related("application__individual__office", "application__case"), pk=pk
    )
    return correct_day(
        request,
        CorrectTickForm,
        actions.correct_tick,
        term,
        day=term.ended_on,
        title=_("Correct the tick: %(term)s") % {"term": term.get_kind_display()},
        **frame(request, term.application, "application.read"),
    )
