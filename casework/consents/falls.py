"""What else is withdrawn, or should be checked, if a notice or a basis was a mistake: shown before and after."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from casework.consents.corrections import notices_with, step_with, steps_with
from casework.consents.models import ConsentStep, FileBasis, PrivacyNotice
from casework.corrections.forms import CORRECTED
from pages.dates import short_date


class Falls(NamedTuple):
    """Sentences for the form, and a function for the message afterwards."""

    before: list[str]
    after: Callable[[Any], str]


def _in_words(step: ConsentStep) -> str:
    words = {"answer": step.get_status_display(), "day": short_date(step.day)}
    return _("Keeping the file: %(answer)s, %(day)s") % words


def falls_with_notice(notice: PrivacyNotice) -> Falls:
    """Answers based on the notice; a mistake in it alone does not decide about them."""
    answers = steps_with(notice)
    rows = "; ".join(_in_words(step) for step in answers)

    def after(row: PrivacyNotice) -> str:
        if not (row.is_mistake and answers):
            return str(CORRECTED)
        still = ConsentStep.objects.standing().filter(pk__in=[step.pk for step in answers])
        said = (
            _("It still stands; look whether another notice carries it: %(rows)s")
            if still.exists()
            else _("Taken back with it: %(rows)s")
        )
        return f"{CORRECTED} {said % {'rows': rows}}"

    return Falls([_("On this notice rests: %(rows)s") % {"rows": rows}] if rows else [], after)


def falls_with_basis(basis: FileBasis) -> Falls:
    """The answer that is withdrawn with it, and the notices recorded together with it."""
    step = step_with(basis)
    answer = _in_words(step) if step else ""
    notices = "; ".join(
        _("Privacy notice of %(day)s") % {"day": short_date(row.on)} for row in notices_with(basis)
    )
    before = []
    if answer:
        falls = _("If this was a mistake, the answer falls with it: %(rows)s")
        before.append(falls % {"rows": answer})
    if notices:
        stays = _("Written down together with it, and not changed by it: %(rows)s")
        before.append(stays % {"rows": notices})

    def after(row: FileBasis) -> str:
        said = [str(CORRECTED)]
        if answer and row.is_mistake:
            said.append(_("Taken back with it: %(rows)s") % {"rows": answer})
        if notices and row.is_mistake:
            said.append(_("Look whether this was a mistake, too: %(rows)s") % {"rows": notices})
        return " ".join(said)

    return Falls(before, after)
