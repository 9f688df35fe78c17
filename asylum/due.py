"""What falls due in asylum: permits, terms, interviews, first applications, and renunciations to verify."""

import datetime
import uuid
from collections.abc import Callable, Collection
from typing import Any

from django.db.models import Exists, F, JSONField, OuterRef, Q, Subquery, Value
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.permissions import Permission
from asylum.choices import DeadlineKind
from asylum.models import AsylumApplication, LegalDeadline, Permit, Renunciation, TermMove
from asylum.nationals import nationals, needless_terms
from asylum.querysets.rows import gone_for_good, with_case_followed
from asylum.querysets.stay import stay_papers_to_end
from asylum.rules.terms import FILING_RULE
from asylum.terms.slots import terms_handed
from casework.children.querysets import children_alone, grown_this_year
from casework.register.models.case import FamilyMember
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from casework.register.rules import AGE_OF_MAJORITY
from casework.slots.due import OfPerson
from reference.models import TermDay

# How long a moved term is shown as news; and a warning period that is longer than any term.
NEWS_FOR = datetime.timedelta(days=14)
FAR_OFF = 30_000


def _expiry_in_words(permit: Permit) -> str:
    words = _("%(type)s of %(number)s expires") % {
        "type": permit.get_type_display(),
        "number": permit.individual.number,
    }
    return f"{words} ({permit.doubt})" if permit.doubt else words


permits_expiring = OfPerson(
    kind="permit_expires",
    title=gettext_lazy("Permit expires"),
    permission=Permission.PERMIT_READ,
    about=Permit,
    date="valid_until_on",
    related=("individual", "rule"),
    rows_on=lambda today: with_case_followed(Permit.objects.to_renew()),
    say=_expiry_in_words,
    what=lambda permit: _("%(type)s expires") % {"type": permit.get_type_display()},
    warns="rule__warn_days",
    ways=(
        due.Way(gettext_lazy("Renew"), "permit-renew", Permission.PERMIT_CHANGE),
        due.Way(gettext_lazy("See the permit"), "permit-detail", Permission.PERMIT_READ),
    ),
    said_by="permits",
)
# A paper for staying runs out even if no legal officer has recorded it as a permit.
stay_papers_expiring = OfPerson(
    kind="stay_paper_expires",
    title=gettext_lazy("Stay paper expires"),
    permission=Permission.PERMIT_READ,
    about=IdentityDocument,
    date="valid_until",
    rows_on=lambda today: with_case_followed(stay_papers_to_end(today)),
    say=lambda paper: _("Stay paper of %(number)s expires") % {"number": paper.individual.number},
    ways=(
        due.Way(
            gettext_lazy("Replace"),
            "paper-replace",
            Permission.INDIVIDUAL_CHANGE,
            due.KeyOf.PERSON_AND_ROW,
        ),
    ),
    said_by="permits",
)


def _doubt_in_words(permit: Permit) -> str:
    return _("%(type)s of a claim that ended: ask whether it still holds") % {
        "type": permit.get_type_display()
    }


# Until the authority cancels it, or somebody records that the authority confirmed it.
permits_in_doubt = OfPerson(
    kind="permit_in_doubt",
    title=gettext_lazy("Permit of a claim that ended"),
    permission=Permission.PERMIT_CHANGE,
    about=Permit,
    date="claim_ended_on",
    rows_on=lambda today: with_case_followed(Permit.objects.in_doubt(today)),
    say=lambda permit: f"{_doubt_in_words(permit)}: {permit.individual.number}",
    what=_doubt_in_words,
    overdue=due.WARN,
    ways=(due.Way(gettext_lazy("Ask and record"), "permit-detail", Permission.PERMIT_CHANGE),),
    said_by="dates",
)
papers_expiring = (permits_expiring, permits_in_doubt, stay_papers_expiring)


def _term_in_words(term: LegalDeadline) -> str:
    words = _("%(what)s: %(number)s") % {
        "what": term.what,
        "number": term.application.individual.number,
    }
    return f"{words} ({term.doubt})" if term.doubt else words


def _move_in_words(move: TermMove) -> str:
    what = move.deadline.get_kind_display() if move.deadline else str(DeadlineKind.FILE.label)
    words = {"what": what, "number": move.individual.number, "why": move.in_words}
    return _("%(what)s: %(number)s, %(why)s") % words


def _moved_of_late(today: datetime.date) -> Any:
    """Recent moves of terms. A move to a past day is included too; later the overdue term itself is listed."""
    of_late = TermMove.objects.still_so().filter(at__date__gte=today - NEWS_FOR)
    # Looks for children alone only in the cases of these moves: looking in all would be slow.
    moved = FamilyMember.objects.filter(
        individual__in=of_late.filter(deadline=None).values("individual")
    )
    cases = list(moved.order_by().values_list("case", flat=True))
    waiting = to_lodge(today, cases).filter(
        individual=OuterRef("individual"), last_day=OuterRef("is_on")
    )
    rows = of_late.filter(
        Q(is_on__gte=today) | Q(is_on__lt=F("at__date")),
        Q(deadline__isnull=False) | Exists(waiting),
    )
    return with_case_followed(rows.annotate(told_once=Value([FAR_OFF], JSONField())))


# Tells the owner of a term once that its day moved; the term itself is listed elsewhere.
terms_moved = OfPerson(
    kind="term_moved",
    title=gettext_lazy("Legal term moved"),
    permission=Permission.APPLICATION_READ,
    about=TermMove,
    date="is_on",
    related=("deadline", "individual", "suspension", "holiday", "rule"),
    rows_on=_moved_of_late,
    say=_move_in_words,
    warns="told_once",
    is_news=True,
    asks_first=grown_this_year,
)
news = (terms_moved, terms_handed)


def _terms(
    kind: str,
    title: str | Promise,
    *kinds: str,
    say: Callable[[LegalDeadline], str] = _term_in_words,
    is_overtaken: bool = False,
) -> due.Source:
    """Running terms of these kinds, of overtaken claims only or of all others. The text names the doubt if there is
    one."""

    def waiting(today: datetime.date) -> Any:
        terms = LegalDeadline.objects.running().filter(kind__in=kinds).exclude(needless_terms())
        behind = LegalDeadline.objects.running().overtaken().values("pk")
        terms = terms.filter(pk__in=behind) if is_overtaken else terms.exclude(pk__in=behind)
        return with_case_followed(terms, person="application__individual")

    return due.Source(
        kind=kind,
        title=title,
        permission=Permission.APPLICATION_READ,
        about=LegalDeadline,
        date="due_on",
        case="of_case",
        office="application__individual__office_id",
        related=("application__individual", "rule"),
        rows_on=waiting,
        say=say,
        person="application__individual_id",
        overdue=due.WARN if is_overtaken else due.TROUBLE,
        what=lambda term: _behind(term) if is_overtaken else term.what,
        warns="rule__warn_days",
        ways=(
            due.Way(
                gettext_lazy("Settle"),
                "deadline-settle",
                Permission.APPLICATION_CHANGE,
                comes_back=True,
            ),
        ),
        said_by="deadlines",
    )


def _behind(term: LegalDeadline) -> str:
    return _("%(what)s, of a claim that was decided; another one is pending") % {"what": term.what}


def _behind_in_words(term: LegalDeadline) -> str:
    return f"{_behind(term)}: {term.application.individual.number}"


appeals = _terms("appeal_term", gettext_lazy("Appeal"), DeadlineKind.APPEAL)
interviews = _terms("interview", gettext_lazy("Interview"), DeadlineKind.INTERVIEW)
legal_terms = _terms(
    "legal_term",
    gettext_lazy("Legal term"),
    DeadlineKind.FILE,
    DeadlineKind.ADMISSION,
    DeadlineKind.RATIFY,
    DeadlineKind.VISA,
    DeadlineKind.LEAVE,
    DeadlineKind.RULING,
)
# Terms of a decided claim while the person has another one pending: listed, but never first.
terms_behind = _terms(
    "legal_term_behind",
    gettext_lazy("Legal term of a decided claim"),
    DeadlineKind.VISA,
    DeadlineKind.LEAVE,
    say=_behind_in_words,
    is_overtaken=True,
)


def to_lodge(
    today: datetime.date,
    cases: Collection[uuid.UUID] | None = None,
    grown: Collection[int] | None = None,
) -> Any:
    """Members of open cases, and former ones still in the country, without an application, with their last day to
    apply.

    The day follows the country of their office. Every adult has a claim of their own; children share an adult's.
    Excludes those who are or may be children alone: they need protection first. Anybody else of uncertain age is
    included."""
    of_age = Q(individual__birth_year__lte=today.year - AGE_OF_MAJORITY)
    waiting = _without_application(FamilyMember.objects.marked_latest())
    waiting = waiting.filter(Q(individual__birth_year=None) | of_age, individual__merged_into=None)
    return waiting.exclude(pk__in=children_alone(today, cases, grown).values("pk"))


def to_lodge_for_children(today: datetime.date) -> Any:
    """The same for children without an adult of their family: nobody reminds a child, and the term runs."""
    waiting = _without_application(FamilyMember.objects.on(today))
    return waiting.filter(pk__in=children_alone(today).values("pk"))


def _without_application(members: Any) -> Any:
    """Members of open cases without an application who may need one, each with `last_day`, `warn_days` and
    `rule_id`."""
    days = days_to_apply("individual__")
    made = AsylumApplication.objects.made().filter(individual=OuterRef("individual"))
    return (
        members.filter(~Exists(made), ~gone_for_good("individual"), case__closed_on=None)
        .filter(individual__erased_on=None)
        .exclude(individual__arrival=None)
        .exclude(nationals("individual__"))
        .annotate(
            last_day=Subquery(days.values("last_on")),
            warn_days=Subquery(days.values("rule__warn_days")),
            rule_id=Subquery(days.values("rule")),
        )
    )


def days_to_apply(person: str) -> Any:
    """The term to apply for the arrival of the person in the outer query, in a country with such a term."""
    return TermDay.objects.filter(
        country=OuterRef(f"{person}office__country"),
        code=FILING_RULE,
        starts_on=OuterRef(f"{person}arrival__on"),
    )


# Stays until an application is made: a late one is possible, with a reason.
first_applications = due.Source(
    kind="application_to_lodge",
    title=gettext_lazy("Application to lodge"),
    permission=Permission.APPLICATION_READ,
    about=Individual,
    key="individual_id",
    date="last_day",
    case="case_id",
    office="individual__office_id",
    rows_on=to_lodge,
    say=lambda individual: _("No application yet: %(number)s") % {"number": individual.number},
    person="individual_id",
    what=lambda individual: _("the last day to apply for asylum"),
    warns="warn_days",
    asks_first=grown_this_year,
    ways=(due.Way(gettext_lazy("Lodge"), "application-lodge", Permission.APPLICATION_CHANGE),),
    said_by="deadlines",
)
# A signed paper was submitted to the authority; a second person verifies it.
renunciations_to_verify = OfPerson(
    kind="renunciation_to_verify",
    title=gettext_lazy("Renunciation to verify"),
    permission=Permission.RENUNCIATION_VERIFY,
    about=Renunciation,
    date="status_on",
    rows_on=lambda today: with_case_followed(Renunciation.objects.awaiting_verification()),
    say=lambda paper: _("Renunciation to verify: %(number)s") % {"number": paper.individual.number},
    overdue=due.WARN,
    by="recorded_by",
    ways=(due.Way(gettext_lazy("Verify"), "renunciation-detail", Permission.RENUNCIATION_VERIFY),),
    said_by="dates",
)
