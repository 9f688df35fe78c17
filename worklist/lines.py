"""What falls due as lines for people: the sentence, the day, and the page where to act."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Grant, User
from accounts.permissions import Permission
from casework.documents.models import CaseDocument, DocumentUpload
from pages.context import address
from pages.dates import distance
from worklist.acts import Known, LineAct, Reachable, act_on
from worklist.choices import NEVER_HIDDEN, TASK_DUE
from worklist.due import Due
from worklist.models import DueDecision, Notice
from worklist.names import Name, Names
from worklist.querysets import DIGEST
from worklist.sources import Key, days, sentences, source_of, words

# Pages by kind of notice: where the user can act on it.
PAGES = {
    "aid.agreement": ("agreement-detail", Permission.AGREEMENT_READ),
    "aid.commitment": ("commitment-detail", Permission.AID_READ),
    "asylum.permit": ("permit-detail", Permission.PERMIT_READ),
    "asylum.standingreview": ("standing-review-resolve", Permission.EVIDENCE_CHANGE),
    "asylum.measure": ("measure-review", Permission.EVIDENCE_CHANGE),
    "asylum.observation": ("observation-review", Permission.EVIDENCE_CHANGE),
    "asylum.claiminterview": ("claim-interview", Permission.APPLICATION_CHANGE),
    "asylum.termmove": ("term-move-list", Permission.APPLICATION_READ),
    "asylum.renunciation": ("renunciation-detail", Permission.RENUNCIATION_READ),
    "casework.arrival": ("arrival-slip", Permission.INDIVIDUAL_READ),
    "casework.sealedaccount": ("account-read", Permission.COMPARTMENT_READ),
    "casework.casedocument": ("document-detail", Permission.DOCUMENT_READ),
    "casework.casetask": ("task-detail", Permission.TASK_CHANGE),
    "casework.consent": ("consent-detail", Permission.CONSENT_READ),
    "casework.lossreport": ("loss-detail", Permission.EXIT_RECORD),
    "casework.referral": ("referral-detail", Permission.REFERRAL_READ),
    "partners.partnerrequest": ("request-answer", Permission.PARTNER_CHANGE),
    "casework.detention": ("detention-review", Permission.HOME_CHANGE),
    "shelters.bed": ("surge-place-review", Permission.BED_CHANGE),
    "shelters.site": ("site-detail", Permission.SITE_READ),
    "accounts.office": ("due-list?whose=nobody&when=overdue", Permission.CASE_MOVE),
    "accounts.grant": ("account", Permission.ACCOUNT_CHANGE),
    "reporting.fundertable": ("report-detail", Permission.REPORT_PREPARE),
    "shelters.placement": ("placement-detail", Permission.PLACEMENT_READ),
}
# Kinds whose page is a list.
WITHOUT_A_KEY = ("accounts.office", "accounts.grant")
# Dates as near as this are marked.
SOON = datetime.timedelta(days=7)
LATE, NEAR = "late", "soon"
# Shown for a row that is gone: no sentence, no person.
GONE = ("", None)


@dataclass(frozen=True)
class Line:
    """One due date, ready to be read: when, whom, why, and what the user can do about it.

    `name` is None if the line is about no family or an invisible one; `who` then says whom. `seen_to`
    names the responsible colleague, in lists that show one (`worklist.holders`)."""

    row: Due
    name: Name | None
    who: str
    what: str
    act: LineAct | None
    far: str
    tone: str
    seen_to: str = ""

    @property
    def is_overdue(self) -> bool:
        return self.tone == LATE

    @property
    def may_wait(self) -> bool:
        """Whether it can be postponed: an overdue term of law cannot."""
        return not (self.is_overdue and self.row.kind in NEVER_HIDDEN)

    @property
    def weekday(self) -> str:
        """`mon 23`, for the days of one week."""
        return f"{date_format(self.row.on, 'D').lower()} {self.row.on.day}"


def lines_of(rows: Iterable[Due], user: User) -> list[Line]:
    """One line per row, in their order; a fixed number of questions for each kind."""
    return list(FetchedLines(list(rows), user).lines)


class FetchedLines:
    """The lines of these rows, in order, with the names and the reachable pages of their cases and of further `cases`."""

    def __init__(self, rows: list[Due], user: User, cases: Iterable[UUID | None] = ()) -> None:
        today = user.today()
        about = [*(row.case_id for row in rows), *cases]
        # Names first: their keys are fetched with the sentences.
        self.names = Names(user, about, today)
        said = words((row.kind, row.about_id) for row in rows)
        self.reachable = Reachable(user, about, rows)
        self.lines = [_line(row, said, self.names, self.reachable, today) for row in rows]


def _line(
    row: Due,
    said: dict[Key, tuple[str, str]],
    names: Names,
    reachable: Reachable,
    today: datetime.date,
) -> Line:
    who, what = said.get((row.kind, row.about_id), ("", kind_in_words(row.kind)))
    name = names.of(row.case_id, row.person_id)
    known = Known(name.case_number, name.person_number) if name else Known()
    return Line(
        row=row,
        name=name,
        who=name.shown if name else who or kind_in_words(row.kind),
        what=what,
        act=act_on(row, known, reachable),
        far=distance(row.on, today),
        tone=tone_of(row.on, today),
    )


def tone_of(day: datetime.date, today: datetime.date) -> str:
    """Red for late, ochre for near, no colour for the rest."""
    if day < today:
        return LATE
    return NEAR if day <= today + SOON else ""


@dataclass(frozen=True)
class NoticeLine:
    """One notice, ready to be read. It has no sentence if its subject is settled and gone.

    `now_on` is the current day, if it differs from the one announced; `told_before` is the day that an earlier notice
    announced, if that differs.
    """

    notice: Notice
    title: str
    sentence: str
    name: Name | None = None
    now_on: datetime.date | None = None
    told_before: datetime.date | None = None


def notice_lines(notices: Iterable[Notice], user: User) -> list[NoticeLine]:
    """One line per notice of the user, in their order."""
    notices = list(notices)
    keys = [(notice.kind, notice.about_id) for notice in notices]
    said, present = sentences(keys), days(keys, user.today())
    earlier = _notices_about_same(notices, user)
    names = Names(user, (notice.case_id for notice in notices), user.today())
    return [
        NoticeLine(
            notice=notice,
            title=kind_in_words(notice.kind),
            sentence=_digest() if notice.kind == DIGEST else said.get(key, GONE)[0],
            name=names.of(notice.case_id, said.get(key, GONE)[1]),
            now_on=_moved_to(notice, present.get(key, set())),
            told_before=_told_before(notice, earlier.get(key, [])),
        )
        for notice, key in zip(notices, keys, strict=True)
    ]


def _digest() -> str:
    return _("Dates of yours reached a day of warning: the list says which")


def _moved_to(notice: Notice, present: set[datetime.date]) -> datetime.date | None:
    """The current day, if it differs from the one announced."""
    return None if notice.due_on in present else min(present, default=None)


def _notices_about_same(notices: list[Notice], user: User) -> dict[Key, list[Notice]]:
    """By subject, all the user's notices about the subjects of these; the newest first."""
    found: dict[Key, list[Notice]] = {}
    same = Notice.objects.filter(
        user=user,
        kind__in={notice.kind for notice in notices},
        about_id__in={notice.about_id for notice in notices},
    )
    for notice in same.order_by("-created_at", "-due_on"):
        found.setdefault((notice.kind, notice.about_id), []).append(notice)
    return found


def _told_before(notice: Notice, same: list[Notice]) -> datetime.date | None:
    before = [each.due_on for each in same if each.created_at < notice.created_at]
    return before[0] if before and before[0] != notice.due_on else None


def kind_in_words(kind: str) -> str:
    if kind == DIGEST:
        return _("Dates that come near")
    source = source_of(kind)
    return str(source.title) if source else kind


def page_about(about_type: str, about_id: str, case_number: str, user: User) -> str:
    """The URL where the user acts on it: its own page, or the case's; empty if the user may open neither.

    A handed-over task leads to the task, another handed-over date to the user's list of that kind, a role to the
    colleague's account, a file to its document.
    """
    is_upload = about_type == DocumentUpload._meta.label_lower
    if is_upload and (upload := DocumentUpload.objects.filter(pk=about_id).first()):
        about_type, about_id = CaseDocument._meta.label_lower, str(upload.document_id)
    if about_type == DueDecision._meta.label_lower:
        handed = DueDecision.objects.filter(pk=about_id).first()
        if handed and handed.kind == TASK_DUE and user.holds(Permission.TASK_CHANGE):
            about_type, about_id = handed.about_type, handed.about_id
        elif handed and user.holds(Permission.TASK_READ):
            return address(f"due-list?whose=mine&kind={handed.kind}")
    if about_type == Grant._meta.label_lower and user.holds(Permission.USER_READ):
        given = Grant.objects.visible_to(user).exclude(user=user).filter(pk=about_id).first()
        if given:
            return address("user", given.user_id)
    name, permission = PAGES.get(about_type, ("", None))
    keys = (about_id,) if about_type not in WITHOUT_A_KEY else ()
    if permission and user.holds(permission) and (url := address(name, *keys)):
        return url
    if about_type == User._meta.label_lower and user.holds(Permission.TASK_READ):
        return address("due-list?when=7")
    if case_number and user.holds(Permission.CASE_READ):
        return address("case-detail", case_number)
    if case_number and user.holds(Permission.CASE_CARD):
        return address("case-card", case_number)
    return ""


@dataclass(frozen=True)
class DecisionLine:
    """What somebody decided about a date, ready to be read."""

    decision: DueDecision
    who: str
    small: str
    what: str


def decision_lines(decisions: Iterable[DueDecision], user: User) -> list[DecisionLine]:
    """One line per decision, in their order."""
    decisions = list(decisions)
    keys = [(each.kind, each.about_id) for each in decisions]
    said, whose = words(keys), sentences(keys)
    names = Names(user, (each.case_id for each in decisions), user.today())
    return [
        _decision_line(
            each,
            said.get(key, ("", kind_in_words(each.kind))),
            names.of(each.case_id, whose.get(key, GONE)[1]),
        )
        for each, key in zip(decisions, keys, strict=True)
    ]


def _decision_line(decision: DueDecision, said: tuple[str, str], name: Name | None) -> DecisionLine:
    title, (who, what) = kind_in_words(decision.kind), said
    shown = name.shown if name else who or title
    return DecisionLine(decision, shown, name.small if name else "", what)
