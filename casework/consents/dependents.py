"""Sentences about rows that depend on a notice or a basis which may be a mistake."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from casework.consents.corrections import answers_after, notices_recorded_with, step_recorded_with
from casework.consents.models import ConsentStep, FileBasis, PrivacyNotice
from casework.corrections.forms import CORRECTED
from pages.dates import short_date


class Dependents(NamedTuple):
    """`before` has sentences for the form; `after(row)` returns the message after the correction."""

    before: list[str]
    after: Callable[[Any], str]


def _in_words(step: ConsentStep) -> str:
    words = {"answer": step.get_status_display(), "day": short_date(step.day)}
    return _("Keeping the file: %(answer)s, %(day)s") % words


def dependents_of_notice(notice: PrivacyNotice) -> Dependents:
    """Returns sentences about the answers based on the notice. The user says whether they are mistakes too."""
    answers = answers_after(notice)
    rows = "; ".join(_in_words(step) for step in answers)

    def after(row: PrivacyNotice) -> str:
        if not (row.is_mistake and answers):
            return str(CORRECTED)
        remaining = ConsentStep.objects.standing().filter(pk__in=[step.pk for step in answers])
        sentence = (
            _("It still stands; look whether another notice carries it: %(rows)s")
            if remaining.exists()
            else _("Taken back with it: %(rows)s")
        )
        return f"{CORRECTED} {sentence % {'rows': rows}}"

    return Dependents([_("On this notice rests: %(rows)s") % {"rows": rows}] if rows else [], after)


def dependents_of_basis(basis: FileBasis) -> Dependents:
    """Returns sentences about the answer that becomes a mistake with the basis, and the notices recorded with the basis."""
    step = step_recorded_with(basis)
    answer = _in_words(step) if step else ""
    notices = "; ".join(
        _("Privacy notice of %(day)s") % {"day": short_date(row.on)}
        for row in notices_recorded_with(basis)
    )
    before = []
    if answer:
        sentence = _("If this was a mistake, the answer falls with it: %(rows)s")
        before.append(sentence % {"rows": answer})
    if notices:
        sentence_of_notices = _("Written down together with it, and not changed by it: %(rows)s")
        before.append(sentence_of_notices % {"rows": notices})

    def after(row: FileBasis) -> str:
        sentences = [str(CORRECTED)]
        if answer and row.is_mistake:
            sentences.append(_("Taken back with it: %(rows)s") % {"rows": answer})
        if notices and row.is_mistake:
            sentences.append(
                _("Look whether this was a mistake, too: %(rows)s") % {"rows": notices}
            )
        return " ".join(sentences)

    return Dependents(before, after)
