"""Sentences about what follows if a file may not be kept, shown before somebody records that."""

import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from casework.claims.choices import ENDS_THE_FILE, RULES, SubjectRequestKind
from casework.register.models.individual import Individual
from pages.dates import short_date
from reference.calendar import computed_day


def effects_in_words(individual: Individual, today: datetime.date) -> list[str]:
    """Returns sentences, without names, on what follows if this person says that the file may not be kept."""
    return [
        _claim_sentence(individual, today),
        _("Until it is decided the file carries the words “claim pending” (Ley 1581, art. 15)."),
        _("Nothing about this person is shared for any purpose."),
        _(
            "Once no adult of the case agrees, only who looks after it and who answers the claim see it."
        ),
        _("Whoever answers requests about data in this office is told by a notice."),
        _(
            "If a law, a contract, an order or a running claim obliges to keep the file, the answer says so; "
            "else it is erased."
        ),
    ]


def _claim_sentence(individual: Individual, today: datetime.date) -> str:
    """Returns a sentence on the running claim and its last day, or on the answered one, or on the one that would begin."""
    claims = individual.subject_requests.standing().filter(kind__in=ENDS_THE_FILE)
    claim = claims.order_by(F("answered_on").desc(nulls_first=True), "-received_on").first()
    if claim is None:
        country = individual.office.country
        _rule, day = computed_day(RULES[SubjectRequestKind.REVOCATION][0], today, country=country)
        if day is None:
            return _("A claim about the own data begins.")
        return _("A claim about the own data begins, to be answered by %(day)s.") % {
            "day": short_date(day)
        }
    if claim.is_open:
        values = {"day": short_date(claim.due_on) if claim.due_on else "—"}
        return _("A claim about the own data runs, to be answered by %(day)s.") % values
    values = {
        "day": short_date(claim.answered_on),
        "result": claim.get_result_display(),
        "why": claim.get_kept_because_display(),
    }
    if claim.kept_because:
        return _("The claim was answered on %(day)s: %(result)s. %(why)s.") % values
    return _("The claim was answered on %(day)s: %(result)s.") % values
