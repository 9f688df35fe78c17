"""Terms as due items and notices, in the timeline, in extracts and in the API; and what a leaving colleague still holds."""

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
from casework.slots.due import OfPerson
from casework.slots.extract import Held, of_person
from casework.slots.passing import Work
from casework.slots.timeline import Event, Happening
from casework.tasks.slots import NEWS_FOR
from pages.dates import short_date


def _terms_told(case: Case, user: User) -> Any:
    """Terms of the claims of this case's timeline, without those of a step marked as a mistake."""
    claims = AsylumApplication.objects.in_timeline_of(case, user.today())
    return LegalDeadline.objects.filter(application__in=claims).started_terms()


def _extended(case: Case, user: User) -> Any:
    rows = TermExtension.objects.visible_to(user).standing()
    return rows.filter(deadline__in=_terms_told(case, user)).select_related("deadline")


def _more_time(extension: TermExtension) -> Event:
    kind = extension.deadline.get_kind_display()
    return Event(
        extension.granted_on,
        _("Legal term extended: %(kind)s") % {"kind": kind},
        old=short_date(extension.was_on),
        new=short_date(extension.is_on),
        sentence=_("The authority gave %(whom)s more time: %(kind)s, until %(new)s"),
        words={"kind": kind},
    )


extension_happening = Happening(
    _extended,
    "granted_on",
    _more_time,
    by="recorded_by",
    person="deadline__application__individual",
)


def _passed(case: Case, user: User) -> Any:
    rows = TermPassed.objects.visible_to(user).filter(deadline__in=_terms_told(case, user))
    return rows.select_related("deadline", "taking")


def _given(passed: TermPassed) -> Event:
    kind = passed.deadline.get_kind_display()
    said = _("%(who)s gave a term of %(whom)s to %(new)s: %(kind)s")
    if passed.taken_back_at:
        said = _("%(who)s gave a term of %(whom)s to %(new)s: %(kind)s, and it was taken back")
    if passed.by_id is None:
        said = _("A term of %(whom)s went to %(new)s: %(kind)s")
    return Event(
        passed.at,
        _("Legal term handed over: %(kind)s") % {"kind": kind},
        new=str(passed.taking),
        sentence=said,
        words={"kind": kind},
    )


handed = Happening(_passed, "at", _given, by="by", person="deadline__application__individual")


def _of_late(today: datetime.date) -> Any:
    """Running terms recently handed to a colleague, and still theirs."""
    rows = TermPassed.objects.filter(taken_back_at=None, deadline__ended_on=None)
    theirs = Q(deadline__owner=F("taking")) | Q(deadline__deputy=F("taking"))
    rows = rows.filter(theirs, on__gte=today - NEWS_FOR)
    return with_case_followed(rows, person="deadline__application__individual")


# Not for a colleague who took the term over themselves.
terms_handed = due.Source(
    kind="term_handed",
    title=gettext_lazy("Legal terms handed to you"),
    permission=Permission.APPLICATION_CHANGE,
    about=TermPassed,
    date="on",
    case="of_case",
    office="deadline__application__individual__office_id",
    related=("deadline__application__individual",),
    rows_on=_of_late,
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


def _held_on(day: datetime.date) -> Any:
    """Running terms, each with the person's current case, because visibility follows the person."""
    rows = LegalDeadline.objects.running().select_related("owner", "deputy")
    return with_case_followed(rows, person="application__individual")


def _keep_passed(term: LegalDeadline, taking: User, by: User | None) -> None:
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
    _held_on,
    holder="deputy",
    permission=Permission.APPLICATION_CHANGE,
    verb="deadline.passed_on",
    case="of_case",
    is_for_nobody=True,
)
_owner_passed = replace(
    _deputy_passed, holder="owner", is_for_nobody=False, deputy="deputy", on_passed=_keep_passed
)
passed_terms = (_deputy_passed, _owner_passed)

resource = Resource(
    path="term-extensions",
    model=TermExtension,
    permission=Permission.APPLICATION_READ,
    verb="application",
    shows=("deadline", "was_on", "is_on", "granted_on", "mistaken_on"),
    day="granted_on",
    person="deadline__application__individual",
)


# How long a moved term is shown as news; and a warning period that is longer than any term.
MOVES_STAY_NEWS_FOR = datetime.timedelta(days=14)
FAR_OFF = 30_000


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
    of_late = TermMove.objects.still_valid().filter(at__date__gte=today - MOVES_STAY_NEWS_FOR)
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
        terms = LegalDeadline.objects.running().filter(kind__in=kinds).exclude(terms_not_needed())
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


legal_deadline_held = Held(
    LegalDeadline,
    gettext_lazy("Legal terms"),
    rows=lambda individual: of_person(LegalDeadline, "application__individual")(
        individual
    ).started_terms(),
    permission=Permission.APPLICATION_READ,
)

term_extension_held = Held(
    TermExtension,
    gettext_lazy("Extensions of legal terms"),
    ["paper", "mistaken_because"],
    rows=of_person(TermExtension, "deadline__application__individual"),
    permission=Permission.APPLICATION_CHANGE,
)


term_move_held = Held(
    TermMove,
    gettext_lazy("Legal terms that got another day"),
    first=["was_on", "is_on", "is_taken_back"],
    permission=Permission.APPLICATION_READ,
)


def running_terms(case: Case) -> list[str]:
    """A warning while legal terms of decided claims run: the visa, the day to leave."""
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
