"""Where each thing that falls due is settled: the verb, the page, and what it asks of the reader."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from accounts.sight import keys_seen
from casework.register.models.case import Case
from casework.register.querysets.reach import reach_of
from casework.tasks.choices import TaskStatus
from pages.context import address
from pages.questions import ANY_KEY, kept_rows
from pages.together import together
from worklist.choices import TASK_DUE
from worklist.due import Due
from worklist.sources import source_of


@dataclass(frozen=True)
class Act:
    """What the reader can do: the words of the link, and its address.

    Where it is a button, `sends` is the answer that it gives there, and `page` where all answers stand. `comes_back` as
    of the way.
    """

    label: str | Promise
    url: str
    sends: tuple[str, str] | None = None
    page: str = ""
    comes_back: bool = False


class KeyOf(StrEnum):
    """What the address of a page wants to know."""

    ROW = "row"
    CASE = "case"
    CASE_NUMBER = "case_number"
    PERSON_NUMBER = "person_number"
    PERSON_AND_ROW = "person_and_row"


@dataclass(frozen=True)
class Way:
    """One act that settles rows of a kind; who lacks the permission for the row's case gets the next way.

    Most lead to a page that asks. One that `sends` an answer is pressed where the row stands, and taken back from the
    message; `all_answers` is the page with the others. One that `comes_back` leads from its page to where it was followed.
    """

    label: str | Promise
    page: str
    permission: P
    wants: KeyOf = KeyOf.ROW
    sends: tuple[str, str] | None = None
    all_answers: str = ""
    comes_back: bool = False


@dataclass(frozen=True)
class Known:
    """The numbers of what a row is about, as far as the reader may see them."""

    case_number: str = ""
    person_number: str = ""


SETTLE_A_TERM = Way(_("Settle"), "deadline-settle", P.APPLICATION_CHANGE, comes_back=True)
TELL_THE_AUTHORITY = (
    Way(_("Tell the authority"), "authority-tell", P.INDIVIDUAL_CHANGE, KeyOf.PERSON_NUMBER),
)
TAKE_IN = (Way(_("Take them in"), "exit-detail", P.EXIT_RECORD),)
WAYS: dict[str, tuple[Way, ...]] = {
    "child_missing": (*TELL_THE_AUTHORITY, Way(_("See the exit"), "exit-detail", P.EXIT_RECORD)),
    "child_alone": TELL_THE_AUTHORITY,
    "child_back": TAKE_IN,
    "person_back": TAKE_IN,
    "age_to_ask": (
        Way(_("Write the age"), "individual-correct", P.INDIVIDUAL_CHANGE, KeyOf.PERSON_NUMBER),
    ),
    "loss_to_confirm": (Way(_("Check the report"), "loss-detail", P.EXIT_RECORD),),
    "loss_known": (Way(_("See the report"), "loss-detail", P.EXIT_RECORD),),
    "site_paid_until": (Way(_("See the site"), "site-detail", P.SITE_READ),),
    "site_contract_ends": (Way(_("See the site"), "site-detail", P.SITE_READ),),
    "stay_ends": (
        Way(_("Extend"), "placement-extend", P.PLACEMENT_CHANGE),
        Way(_("See the stay"), "placement-detail", P.PLACEMENT_READ),
    ),
    "surge_review": (Way(_("Review"), "surge-place-review", P.BED_CHANGE),),
    TASK_DUE: (
        Way(
            _("Settle the task"),
            "task-settle",
            P.TASK_CHANGE,
            sends=("status", str(TaskStatus.DONE)),
            all_answers="task-detail",
        ),
    ),
    "plan_review": (Way(_("Review"), "plan-review", P.PLAN_CHANGE),),
    "permit_expires": (
        Way(_("Renew"), "permit-renew", P.PERMIT_CHANGE),
        Way(_("See the permit"), "permit-detail", P.PERMIT_READ),
    ),
    "stay_paper_expires": (
        Way(_("Replace"), "paper-replace", P.INDIVIDUAL_CHANGE, KeyOf.PERSON_AND_ROW),
    ),
    "appeal_term": (SETTLE_A_TERM,),
    "legal_term": (SETTLE_A_TERM,),
    "legal_term_behind": (SETTLE_A_TERM,),
    "interview": (SETTLE_A_TERM,),
    "interview_to_prepare": (Way(_("Prepare"), "claim-interview", P.APPLICATION_CHANGE),),
    "interview_missed": (Way(_("Record"), "claim-interview", P.APPLICATION_CHANGE),),
    "application_to_lodge": (Way(_("Lodge"), "application-lodge", P.APPLICATION_CHANGE),),
    "renunciation_to_verify": (Way(_("Verify"), "renunciation-detail", P.RENUNCIATION_VERIFY),),
    "standing_review": (Way(_("Resolve"), "standing-review-resolve", P.EVIDENCE_CHANGE),),
    "measure_review": (Way(_("Review"), "measure-review", P.EVIDENCE_CHANGE),),
    "observation_review": (Way(_("Review"), "observation-review", P.EVIDENCE_CHANGE),),
    "commitment_ends": (Way(_("See the aid"), "commitment-detail", P.AID_READ),),
    "agreement_ends": (Way(_("See the agreement"), "agreement-detail", P.AGREEMENT_READ),),
    "detention_review": (Way(_("Ask how they are"), "detention-review", P.HOME_CHANGE),),
    "consent_expires": (Way(_("Ask again"), "consent-detail", P.CONSENT_READ),),
    "notice_to_tell": (Way(_("Tell it"), "notice-tell", P.CONSENT_CHANGE, KeyOf.CASE_NUMBER),),
    "basis_to_settle": (Way(_("Say it"), "basis-say", P.CONSENT_CHANGE, KeyOf.CASE_NUMBER),),
    "referral_due": (Way(_("Follow up"), "referral-detail", P.REFERRAL_READ),),
    "request_unanswered": (Way(_("Answer the request"), "request-answer", P.PARTNER_CHANGE),),
    "slip_fallen": (Way(_("Give it out anew"), "arrival-slip", P.INDIVIDUAL_READ),),
    "need_review": (Way(_("Review"), "need-review", P.NEED_CHANGE, KeyOf.PERSON_AND_ROW),),
    "account_to_read": (Way(_("Read"), "account-read", P.COMPARTMENT_READ),),
}
# Of a family without a bed, and of one of whom nobody says anything more particular.
GIVE_A_BED = (Way(_("Find a bed"), "placement-place", P.PLACEMENT_CHANGE, KeyOf.CASE),)
OPEN_THE_FILE = (
    Way(_("Open the file"), "case-detail", P.CASE_READ, KeyOf.CASE_NUMBER),
    Way(_("Open the card"), "case-card", P.CASE_CARD, KeyOf.CASE_NUMBER),
)


class Reachable:
    """What of these rows the reader reaches with a permission, asked for all of them at once.

    A row of a case by its case, with all permissions together; any other as the page about it asks.
    """

    def __init__(
        self, user: User, case_ids: Iterable[UUID | None], rows: Collection[Due] = ()
    ) -> None:
        self.user = user
        self._cases = {case_id for case_id in case_ids if case_id}
        self._rows: dict[str, set[str]] = {}
        for row in rows:
            if row.case_id is None:
                self._rows.setdefault(row.kind, set()).add(row.about_id)
        self._found: dict[tuple[str, Any], set[str]] = {}
        kinds = {row.kind for row in rows}
        ways = [*OPEN_THE_FILE, *GIVE_A_BED, *(way for kind in kinds for way in WAYS.get(kind, ()))]
        self._permissions = {way.permission for way in ways if user.holds(way.permission)}

    def with_(self, permission: P, case_id: UUID | None, row: Due | None = None) -> bool:
        """Whether the reader may do this, to that case or else to that row."""
        if not self.user.holds(permission):
            return False
        if case_id:
            return str(case_id) in self._cases_seen(permission)
        source = source_of(row.kind) if row else None
        if row is None or source is None:
            return True
        return row.about_id in self._seen(
            row.kind, permission, source.about, self._rows.get(row.kind, set())
        )

    def _cases_seen(self, permission: P) -> set[str]:
        """All permissions that the ways ask for are asked at once."""
        reach = reach_of(self.user, permission)
        if ("", reach) not in self._found:
            asked = {reach_of(self.user, each): each for each in {permission, *self._permissions}}
            among = Case.objects.filter(pk__in=self._cases).order_by().values("pk")
            questions = {
                str(each): among.filter(pk__in=keys_seen(Case.objects, self.user, each))
                for each in asked.values()
            }
            seen = together({}, questions).answers().rows
            for reached, each in asked.items():
                self._found["", reached] = {row["pk"] for row in seen[str(each)]}
        return self._found["", reach]

    def _seen(self, kind: str, permission: P, model: Any, ids: Iterable[Any]) -> set[str]:
        everybody = model._default_manager
        # Permissions of equal reach share the answer.
        by = everybody.reach(self.user, permission) if hasattr(everybody, "reach") else permission
        if (kind, by) not in self._found:
            # Cases, and what is of none: an office, a site, an agreement, all with keys of one kind.
            keys = [key if isinstance(key, UUID) else UUID(key) for key in ids]
            seen = kept_rows(_in_sight, model, self.user, permission, values={ANY_KEY: keys})
            self._found[kind, by] = set(map(str, seen))
        return self._found[kind, by]


class ReachableInFile(Reachable):
    """Rows of one case alone, of which its page asked already what the reader may do."""

    def __init__(self, user: User, case: Case) -> None:
        super().__init__(user, ())
        self._case = case

    def with_(self, permission: P, case_id: UUID | None, row: Due | None = None) -> bool:
        return bool(can(self.user, permission, about=self._case))


def _in_sight(model: Any, user: User, permission: P) -> Any:
    rows = model._default_manager.filter(pk__in=[ANY_KEY])
    seen = keys_seen(model._default_manager, user, permission)
    return rows.filter(pk__in=seen).order_by().values_list("pk", flat=True)


def act_on(row: Due, known: Known, reachable: Reachable) -> Act | None:
    """The first way to settle the row that the reader may go; else the file. None where they have no page about it."""
    ways = WAYS.get(row.kind, ())
    return first_of((*ways, *OPEN_THE_FILE), row.case_id, row, known, reachable)


def first_of(
    ways: Iterable[Way], case_id: UUID | None, row: Due | None, known: Known, reachable: Reachable
) -> Act | None:
    """The first of these ways that is the reader's. What an address needs and nobody knows closes it."""
    about_id = row.about_id if row else ""
    keys: Mapping[KeyOf, tuple[Any, ...]] = {
        KeyOf.ROW: (about_id,),
        KeyOf.CASE: (case_id or "",),
        KeyOf.CASE_NUMBER: (known.case_number,),
        KeyOf.PERSON_NUMBER: (known.person_number,),
        KeyOf.PERSON_AND_ROW: (known.person_number, about_id),
    }
    for way in ways:
        if not all(keys[way.wants]) or not reachable.with_(way.permission, case_id, row):
            continue
        if url := address(way.page, *keys[way.wants]):
            page = address(way.all_answers, *keys[way.wants]) if way.all_answers else ""
            return Act(way.label, url, way.sends, page, way.comes_back)
    return None
