"""Terms in what falls due, notices, the timeline, extracts, the API, and the work that a leaving colleague hands over."""

import datetime
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.db.models import Exists, F, JSONField, OuterRef, Q, Value
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import due
from accounts.models import User
from accounts.permissions import Permission
from asylum.filing.querysets import to_lodge
from asylum.pathways.choices import DeadlineKind
from asylum.people.querysets import with_case_followed
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.term_move import TermMove
from asylum.procedure.nationals import terms_not_needed
from asylum.terms.models import TermExtension, TermPassed
from casework.children.querysets import grown_this_year
from casework.register.models.case import Case, FamilyMember
from casework.slots.api import Resource
from casework.slots.due import PersonDueSource
from casework.slots.extract import ExtractPart, rows_about
from casework.slots.passing import Work
from casework.slots.timeline import Event, EventSource
from casework.tasks.slots import NEWS_FOR
from pages.dates import short_date


def _terms_in_timeline(case: Case, user: User) -> Any:
    """Returns terms of the claims in the timeline of the case, without those of a step marked as a mistake."""
    claims = AsylumApplication.objects.in_timeline_of(case, user.today())
    return LegalDeadline.objects.filter(application__in=claims).started_terms()


def _extensions(case: Case, user: User) -> Any:
    rows = TermExtension.objects.visible_to(user).standing()
    return rows.filter(deadline__in=_terms_in_timeline(case, user)).select_related("deadline")


def _extension_event(extension: TermExtension) -> Event:
    kind = extension.deadline.get_kind_display()
    return Event(
        extension.granted_on,
        _("Legal term extended: %(kind)s") % {"kind": kind},
        old=short_date(extension.was_on),
        new=short_date(extension.is_on),
        sentence=_("The authority gave %(whom)s more time: %(kind)s, until %(new)s"),
        words={"kind": kind},
    )


extension_event_source = EventSource(
    _extensions,
    "granted_on",
    _extension_event,
    by="recorded_by",
    person="deadline__application__individual",
)


def _handovers(case: Case, user: User) -> Any:
    rows = TermPassed.objects.visible_to(user).filter(deadline__in=_terms_in_timeline(case, user))
    return rows.select_related("deadline", "taking")


def _handover_event(passed: TermPassed) -> Event:
    kind = passed.deadline.get_kind_display()
    sentence = _("%(who)s gave a term of %(whom)s to %(new)s: %(kind)s")
    if passed.taken_back_at:
        sentence = _("%(who)s gave a term of %(whom)s to %(new)s: %(kind)s, and it was taken back")
    if passed.by_id is None:
        sentence = _("A term of %(whom)s went to %(new)s: %(kind)s")
    return Event(
        passed.at,
        _("Legal term handed over: %(kind)s") % {"kind": kind},
        new=str(passed.taking),
        sentence=sentence,
        words={"kind": kind},
    )


handover_event_source = EventSource(
    _handovers, "at", _handover_event, by="by", person="deadline__application__individual"
)


def _recent_handovers(today: datetime.date) -> Any:
    """Returns recent handovers of running terms that the colleague still owns or is deputy of."""
    rows = TermPassed.objects.filter(taken_back_at=None, deadline__ended_on=None)
    still_has_it = Q(deadline__owner=F("taking")) | Q(deadline__deputy=F("taking"))
    rows = rows.filter(still_has_it, on__gte=today - NEWS_FOR)
    return with_case_followed(rows, person="deadline__application__individual")


# A colleague who took the term over without somebody else's help gets no notice.
terms_handed = due.Source(
    kind="term_handed",
    title=gettext_lazy("Legal terms handed to you"),
    permission=Permission.APPLICATION_CHANGE,
    about=TermPassed,
    date="on",
    case="of_case",
    office="deadline__application__individual__office_id",
    related=("deadline__application__individual",),
    rows_on=_recent_handovers,
    say=lambda passed: (
        _("You look after this term from here on: %(kind)s, %(number)s")
        % {
            "kind": passed.deadline.get_kind_display(),
            "number": passed.deadline.application.individual.number,
        }
    ),
    person="deadline__application__individual_id",
    concerns="taking",
    by="by",
    is_news=True,
)


def _running_terms(day: datetime.date) -> Any:
    """Returns running terms, each with the person's current case, because terms are visible with that case."""
    rows = LegalDeadline.objects.running().select_related("owner", "deputy")
    return with_case_followed(rows, person="application__individual")


def _save_handover(term: LegalDeadline, taking: User, by: User | None) -> None:
    TermPassed.objects.create(
        deadline=term,
        leaving=term.owner,
        taking=taking,
        was_owner=term.owner,
        was_deputy=term.deputy,
        on=taking.today(),
        by=by,
    )


_deputy_passed = Work(
    _running_terms,
    holder="deputy",
    permission=Permission.APPLICATION_CHANGE,
    verb="deadline.passed_on",
    case="of_case",
    is_for_nobody=True,
)
_owner_passed = replace(
    _deputy_passed, holder="owner", is_for_nobody=False, deputy="deputy", on_passed=_save_handover
)
terms_to_pass_on = (_deputy_passed, _owner_passed)

resource = Resource(
    path="term-extensions",
    model=TermExtension,
    permission=Permission.APPLICATION_READ,
    verb="application",
    shows=("deadline", "was_on", "is_on", "granted_on", "mistaken_on"),
    day="granted_on",
    person="deadline__application__individual",
)


# How long a moved term is shown as news.
MOVES_STAY_NEWS_FOR = datetime.timedelta(days=14)
# In days: a warning period that is longer than any term, so that a notice is sent at once.
WARN_AT_ONCE = 30_000


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


def _recent_moves(today: datetime.date) -> Any:
    """Returns recent moves of terms to a day that is still ahead, or that was past already when the term moved."""
    moves = TermMove.objects.still_valid().filter(at__date__gte=today - MOVES_STAY_NEWS_FOR)
    # Looks for children alone only in the cases of these moves, because looking in all cases is slow.
    members = FamilyMember.objects.filter(
        individual__in=moves.filter(deadline=None).values("individual")
    )
    cases = list(members.order_by().values_list("case", flat=True))
    not_applied = to_lodge(today, cases).filter(
        individual=OuterRef("individual"), last_day=OuterRef("is_on")
    )
    rows = moves.filter(
        Q(is_on__gte=today) | Q(is_on__lt=F("at__date")),
        Q(deadline__isnull=False) | Exists(not_applied),
    )
    return with_case_followed(rows.annotate(told_once=Value([WARN_AT_ONCE], JSONField())))


# Tells readers once that the day of a term moved; the term itself is listed as `legal_term`.
terms_moved = PersonDueSource(
    kind="term_moved",
    title=gettext_lazy("Legal term moved"),
    permission=Permission.APPLICATION_READ,
    about=TermMove,
    date="is_on",
    related=("deadline", "individual", "suspension", "holiday", "rule"),
    rows_on=_recent_moves,
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
    """Returns the source of running terms of these kinds, either only of overtaken claims or of all others."""

    def rows_on(today: datetime.date) -> Any:
        terms = LegalDeadline.objects.running().filter(kind__in=kinds).exclude(terms_not_needed())
        overtaken = LegalDeadline.objects.running().overtaken().values("pk")
        terms = terms.filter(pk__in=overtaken) if is_overtaken else terms.exclude(pk__in=overtaken)
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
        rows_on=rows_on,
        say=say,
        person="application__individual_id",
        overdue=due.WARN if is_overtaken else due.TROUBLE,
        what=lambda term: _decided_claim_in_words(term) if is_overtaken else term.what,
        warns="rule__warn_days",
        actions=(
            due.DueAction(
                gettext_lazy("Settle"),
                "deadline-settle",
                Permission.APPLICATION_CHANGE,
                comes_back=True,
            ),
        ),
        shown_in_panel="deadlines",
    )


def _decided_claim_in_words(term: LegalDeadline) -> str:
    return _("%(what)s, of a claim that was decided; another one is pending") % {"what": term.what}


def _decided_claim_of_person_in_words(term: LegalDeadline) -> str:
    return f"{_decided_claim_in_words(term)}: {term.application.individual.number}"


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
# Terms of a decided claim whose person has another, pending claim: these items warn but are no trouble.
terms_of_decided_claims = _terms(
    "legal_term_behind",
    gettext_lazy("Legal term of a decided claim"),
    DeadlineKind.VISA,
    DeadlineKind.LEAVE,
    say=_decided_claim_of_person_in_words,
    is_overtaken=True,
)


legal_deadline_extract = ExtractPart(
    LegalDeadline,
    gettext_lazy("Legal terms"),
    rows=lambda individual: rows_about(LegalDeadline, "application__individual")(
        individual
    ).started_terms(),
    permission=Permission.APPLICATION_READ,
)

term_extension_extract = ExtractPart(
    TermExtension,
    gettext_lazy("Extensions of legal terms"),
    ["paper", "mistaken_because"],
    rows=rows_about(TermExtension, "deadline__application__individual"),
    permission=Permission.APPLICATION_CHANGE,
)


term_move_extract = ExtractPart(
    TermMove,
    gettext_lazy("Legal terms that got another day"),
    first=["was_on", "is_on", "is_taken_back"],
    permission=Permission.APPLICATION_READ,
)


def running_terms(case: Case) -> list[str]:
    """Returns a warning if legal terms of the family run."""
    claims = AsylumApplication.objects.followed_in(case, case.office.today())
    terms = LegalDeadline.objects.running().exclude(terms_not_needed())
    count = terms.filter(application__in=claims).count()
    if not count:
        return []
    sentence = ngettext(
        "%(count)d legal term still runs: it stays among what falls due.",
        "%(count)d legal terms still run: they stay among what falls due.",
        count,
    )
    return [sentence % {"count": count}]


VERBS: dict[str, str | Promise] = {
    "deadline.assigned": gettext_lazy("said who looks after a legal term"),
    "deadline.passed_on": gettext_lazy(
        "passed a legal term on from somebody who sees the case no more"
    ),
    "deadline.computed_anew": gettext_lazy(
        "computed a legal term anew, as the day of arrival was corrected"
    ),
    "deadline.corrected": gettext_lazy("corrected that a legal term was settled"),
    "deadline.extended": gettext_lazy("recorded that an authority extended a legal term"),
    "deadline.moved": gettext_lazy("moved a legal term, as the working calendar changed"),
    "deadline.settled": gettext_lazy("settled a legal term"),
    "extension.retracted": gettext_lazy("took back an extension that was recorded by mistake"),
}
