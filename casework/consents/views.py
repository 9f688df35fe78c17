"""Pages that list, record, renew, withdraw and correct notices, bases and consents."""

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.children.slots import who_signs
from casework.claims.words import effects_in_words
from casework.consents import actions as consents
from casework.consents import corrections
from casework.consents.choices import NOTICE, ConsentStatus, Purpose, text_code
from casework.consents.dependents import dependents_of_basis, dependents_of_notice
from casework.consents.filters import ConsentFilter
from casework.consents.forms.answers import (
    BasisForm,
    ConsentForm,
    NextAnswerForm,
    NoticeForm,
    WithdrawConsentForm,
)
from casework.consents.forms.corrections import CorrectBasisForm, CorrectNoticeForm
from casework.consents.models import Consent, ConsentStep, FileBasis, PrivacyNotice, named_text
from casework.consents.representation import tag_of
from casework.consents.slots import already_shared
from casework.corrections.forms import CORRECTED, CorrectStepForm
from casework.corrections.models import Correction
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.register.views import (
    file_page_url,
    form_view_of_row,
    get_case_or_404,
    person_or_404,
    record_view_of_person,
    row_getter,
)
from pages.lists import list_page
from pages.pager import page_asked
from reference.models import HouseText
from reference.models.lists import is_spanish_active


def _view_consent_or_404(
    request: StaffRequest, consent_id: uuid.UUID, permission: Permission
) -> Consent:
    rows = Consent.objects.visible_to(request.user, permission).with_basis()
    rows = rows.select_related("individual__office", "text")
    consent: Consent = get_object_or_404(rows, pk=consent_id)
    case = case_of(consent.individual, request.user.today())
    record_read("consent.read", by=request.user, about=consent, case=case)
    return consent


@permission_required(Permission.CONSENT_READ)
def consent_list(request: StaffRequest) -> HttpResponse:
    """Lists consents of visible people and marks those to an older text."""
    user = request.user
    rows = Consent.objects.visible_to(user).counting().answered()
    rows = rows.select_related("individual", "text")
    record_read("consent.listed", by=user, details={"page": str(page_asked(request.GET))})
    older = Consent.objects.visible_to(user).of_older_text(user.today())
    return list_page(
        request,
        rows.order_by("-status_on", "pk"),
        filterset=ConsentFilter,
        template="casework/consents/consent_list.html",
        list_title=_("Consents"),
        older=set(older.values_list("pk", flat=True)),
        empty_text=_("Nobody was asked for a consent yet. It begins in a file."),
    )


def _texts(request: StaffRequest, code: str) -> list[HouseText]:
    """Returns the newest version of a text in each language, the user's language first."""
    texts = HouseText.objects.in_force(code, on=request.user.today())
    return [texts[language] for language in sorted(texts, reverse=is_spanish_active())]


def _context_of_case(request: StaffRequest, case: Case, code: str) -> dict[str, Any]:
    record_read("case.read", by=request.user, about=case, details={"panels": ["lawful-start"]})
    return {
        "case": case,
        "back": file_page_url(case, "papers", "lawful-start"),
        "texts": _texts(request, code),
        "template": "casework/consents/start_act.html",
    }


notice_tell = form_view_of_row(
    Permission.CONSENT_CHANGE,
    get_case_or_404,
    NoticeForm,
    consents.record_telling,
    lambda request, case: _context_of_case(request, case, NOTICE),
    title=_("Tell the privacy notice"),
    done=_("It is on file."),
)

basis_say = form_view_of_row(
    Permission.CONSENT_CHANGE,
    get_case_or_404,
    BasisForm,
    consents.record_basis,
    lambda request, case: _context_of_case(request, case, text_code(Purpose.STORING)),
    title=_("On what the file is kept"),
    done=_("It is on file."),
)


def _context_of_person(request: StaffRequest, person: Individual) -> dict[str, Any]:
    case = case_of(person, request.user.today())
    record_read("individual.read", by=request.user, about=person, case=case)
    return {
        "case": case,
        "back": file_page_url(case, "papers", "consents"),
        "sentences": [person.display_name, *who_signs(person, request.user.today())],
    }


# Records an answer of the person with this number, for any purpose.
consent_record = form_view_of_row(
    Permission.CONSENT_CHANGE,
    person_or_404,
    ConsentForm,
    consents.record_consent,
    _context_of_person,
    title=_("Record a consent"),
    done=_("The answer is on file."),
)


@permission_required(Permission.CONSENT_READ)
def consent_detail(request: StaffRequest, consent_id: uuid.UUID) -> HttpResponse:
    """Shows the consent of one person for one purpose, with every answer."""
    consent = _view_consent_or_404(request, consent_id, Permission.CONSENT_READ)
    steps = list(consent.steps.with_day().with_mistake().select_related("by", "text"))
    # A consent stores the text that the person agreed to; the step stores the text read before a refusal.
    text_read = consent.text or next(
        (each.text for each in steps if each.text and not each.is_mistake), None
    )
    is_counting = consent.yields_to_id is None
    may_change = bool(can(request.user, Permission.CONSENT_CHANGE, consent))
    return render(
        request,
        "casework/consents/consent_detail.html",
        {
            "consent": consent,
            "person": consent.individual,
            "case": case_of(consent.individual, request.user.today()),
            "tag_today": tag_of(consent, consent.individual, request.user.today()),
            "steps": steps,
            "corrections": Correction.objects.of(*steps),
            "text_read": text_read,
            "text_read_in_words": named_text(_in_own_language(text_read)),
            "text": _in_own_language(text_read),
            "newer": _newer_text(consent, request),
            "next": effects_in_words(consent.individual, request.user.today())
            if consent.refuses_file
            else [],
            "yielding": list(consent.yielding.all()),
            "may_change": is_counting and may_change,
            "may_correct": may_change and not consent.individual.erased_on,
            "shared": already_shared(consent, request.user),
            "may_withdraw": ConsentStatus.WITHDRAWN in consent.lawful_moves,
        },
    )


def _in_own_language(text: HouseText | None) -> HouseText | None:
    """Returns the same version of the text in the user's language, or the text itself if there is no translation."""
    if text is None:
        return None
    wordings = HouseText.objects.same_version(text)
    wording: HouseText = wordings.get("es" if is_spanish_active() else "en", text)
    return wording


def _newer_text(consent: Consent, request: StaffRequest) -> HouseText | None:
    """Returns the text in force today if the person agreed to an older version of it; else None."""
    if consent.text is None or not consent.has_authorisation:
        return None
    texts = _texts(request, consent.text.code)
    return texts[0] if texts and texts[0].version > consent.text.version else None


def _context(request: StaffRequest, consent: Consent) -> dict[str, Any]:
    return {
        "case": case_of(consent.individual, request.user.today()),
        "back": consent.get_absolute_url(),
        "sentences": [consent.individual.display_name, consent.get_purpose_display()],
    }


consent_answer = form_view_of_row(
    Permission.CONSENT_CHANGE,
    _view_consent_or_404,
    NextAnswerForm,
    lambda row, **facts: consents.record_consent(row.individual, purpose=row.purpose, **facts),
    _context,
    title=_("Record the next answer"),
    done=_("The answer is on file."),
)


def _context_of_withdrawal(request: StaffRequest, consent: Consent) -> dict[str, Any]:
    """Returns the arguments of the page, with a list of what was shared already."""
    context = _context(request, consent)
    context["sentences"].append(
        _("From this moment nothing is shared for this purpose, not even what is prepared.")
    )
    if consent.purpose == Purpose.STORING:
        context["sentences"] += effects_in_words(consent.individual, request.user.today())
    return {**context, "shared": already_shared(consent, request.user)}


consent_withdraw = form_view_of_row(
    Permission.CONSENT_CHANGE,
    _view_consent_or_404,
    WithdrawConsentForm,
    consents.withdraw_consent,
    _context_of_withdrawal,
    title=_("Withdraw the consent"),
    submit=_("Withdraw"),
    done=_("The consent is withdrawn. Nothing more is shared for this purpose."),
)


def _step(request: StaffRequest, pk: uuid.UUID, permission: Permission) -> ConsentStep:
    """Returns a visible step that is no mistake, with its corrected day; else raises Http404."""
    rows = ConsentStep.objects.visible_to(request.user, permission).standing().with_day()
    step: ConsentStep = get_object_or_404(rows.select_related("consent__individual"), pk=pk)
    return step


def _context_of_step(request: StaffRequest, step: ConsentStep) -> dict[str, Any]:
    """Returns the arguments of the page, with a list of what was shared, perhaps because of the mistake."""
    context = _context(request, step.consent)
    case = context["case"]
    context["sentences"].append(step.get_status_display())
    return {
        **context,
        "looks": lambda: record_read(
            "consent.read", by=request.user, about=step.consent, case=case
        ),
        "shared": already_shared(step.consent, request.user),
    }


consent_step_correct = form_view_of_row(
    Permission.CONSENT_CHANGE,
    _step,
    CorrectStepForm,
    corrections.correct_consent_step,
    _context_of_step,
    title=_("Correct the answer"),
    done=CORRECTED,
)


def _context_of_row(request: StaffRequest, row: PrivacyNotice | FileBasis) -> dict[str, Any]:
    person = row.individual
    case = case_of(person, request.user.today())
    return {
        "case": case,
        "back": file_page_url(case, "papers", "lawful-start"),
        "looks": lambda: record_view_of_person(request, person),
        "sentences": [f"{person.display_name} · {person.number}", str(row.tag.text)],
    }


def _context_of_notice(request: StaffRequest, notice: PrivacyNotice) -> dict[str, Any]:
    context, dependents = _context_of_row(request, notice), dependents_of_notice(notice)
    sentences = [*context["sentences"], *dependents.before]
    return {**context, "sentences": sentences, "done": dependents.after}


notice_correct = form_view_of_row(
    Permission.CONSENT_CHANGE,
    row_getter(PrivacyNotice, "individual", "text"),
    CorrectNoticeForm,
    corrections.correct_notice,
    _context_of_notice,
    title=_("Correct the privacy notice"),
)


def _context_of_basis(request: StaffRequest, basis: FileBasis) -> dict[str, Any]:
    context, dependents = _context_of_row(request, basis), dependents_of_basis(basis)
    sentences = [*context["sentences"], *dependents.before]
    return {**context, "sentences": sentences, "done": dependents.after}


basis_correct = form_view_of_row(
    Permission.CONSENT_CHANGE,
    row_getter(FileBasis, "individual"),
    CorrectBasisForm,
    corrections.correct_basis,
    _context_of_basis,
    title=_("Correct the basis of the file"),
)
