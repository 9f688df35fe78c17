"""What asylum adds to a person's extract. What only legal officers read is included if they make the extract."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from asylum.checklists.models import ChecklistMark
from asylum.interviews.models import ClaimInterview, Interpreter
from asylum.models.application import ApplicationStatusChange, AsylumApplication
from asylum.models.deadline import LegalDeadline
from asylum.models.flight import FlightAccount
from asylum.models.permit import Permit
from asylum.models.renunciation import (
    Renunciation,
    RenunciationDemand,
    RenunciationStatusChange,
)
from asylum.models.term_move import TermMove
from asylum.terms.models import TermExtension
from casework.slots.extract import WHY_NO_SEARCH_HASHES, Held, held_unless_withdrawn, of_person

application_held = Held(
    AsylumApplication,
    _("Asylum applications"),
    ["reference"],
    {
        "reference_token": WHY_NO_SEARCH_HASHES,
        "depends_on": _("On whose claim it depends: that is a third person."),
    },
    permission=P.APPLICATION_READ,
    author="",
)

application_texts_held = Held(
    AsylumApplication,
    _("What applications say"),
    only=["statement", "late_reason", "refusal_ground"],
    permission=P.APPLICATION_CHANGE,
    author="",
)

application_status_change_held = Held(
    ApplicationStatusChange,
    _("How applications went on"),
    ["remark", "earlier_ground"],
    first=["on"],
    rows=of_person(ApplicationStatusChange, "application__individual"),
    permission=P.APPLICATION_CHANGE,
    author="by",
)

legal_deadline_held = Held(
    LegalDeadline,
    _("Legal terms"),
    rows=lambda individual: of_person(LegalDeadline, "application__individual")(
        individual
    ).that_ran(),
    permission=P.APPLICATION_READ,
)

term_extension_held = Held(
    TermExtension,
    _("Extensions of legal terms"),
    ["paper", "mistaken_because"],
    rows=of_person(TermExtension, "deadline__application__individual"),
    permission=P.APPLICATION_CHANGE,
)

checklist_mark_held = Held(
    ChecklistMark,
    _("Papers of a claim"),
    first=["paper"],
    rows=of_person(ChecklistMark, "application__individual"),
    permission=P.APPLICATION_CHANGE,
    author="by",
)

claim_interview_held = Held(
    ClaimInterview,
    _("Interviews with the authority"),
    ["place", "reason", "interpreter_because"],
    {"interpreter": _("Who interprets: that is a third person.")},
    rows=of_person(ClaimInterview, "application__individual"),
    permission=P.APPLICATION_CHANGE,
)

interpreter_held = Held(
    Interpreter,
    _("Work as an interpreter"),
    ["name", "languages", "vetted_by"],
    permission=P.APPLICATION_CHANGE,
)

term_move_held = Held(
    TermMove,
    _("Legal terms that got another day"),
    first=["was_on", "is_on", "is_taken_back"],
    permission=P.APPLICATION_READ,
)

# Everything that belongs to a claim, in reading order.
claims_held = (
    application_held,
    application_texts_held,
    application_status_change_held,
    checklist_mark_held,
    claim_interview_held,
    interpreter_held,
    legal_deadline_held,
    term_extension_held,
    term_move_held,
)

permit_held = Held(
    Permit,
    _("Permits"),
    ["number", "authority", "mistaken_because"],
    {"number_token": WHY_NO_SEARCH_HASHES},
    permission=P.PERMIT_READ,
)

renunciation_held = Held(
    Renunciation,
    _("Renunciation of military activity"),
    ["template_version", "reference"],
    {"witness": _("Witnesses of a renunciation: they are third persons.")},
    first=[
        "wording",
        "language",
        "had_interpreter",
        "are_consequences_explained",
        "signature",
        "signed_on",
        "municipality",
        "authority",
        "is_copy_given",
        "status",
        "status_on",
        "verified_on",
        "accepted_by",
    ],
    permission=P.RENUNCIATION_READ,
)

renunciation_texts_held = Held(
    Renunciation,
    _("What the renunciation says"),
    only=["statement", "verified_without_because"],
    permission=P.RENUNCIATION_CHANGE,
    author="",
)

renunciation_demand_held = held_unless_withdrawn(
    RenunciationDemand,
    _("What the authority says about a renunciation"),
    ["reference", "remark"],
    permission=P.RENUNCIATION_CHANGE,
)

renunciations_held = (renunciation_held, renunciation_texts_held, renunciation_demand_held)
renunciation_status_change_held = Held(
    RenunciationStatusChange,
    _("How the renunciation went on"),
    ["remark"],
    first=["on", "status", "authority"],
    rows=of_person(RenunciationStatusChange, "renunciation__individual"),
    permission=P.RENUNCIATION_CHANGE,
    author="by",
)

flight_account_held = Held(
    FlightAccount,
    _("Flight and events before"),
    ["circumstances", "past_events"],
    first=["told_on"],
    permission=P.FLIGHT_READ,
)
