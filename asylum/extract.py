"""What asylum adds to a person's extract. What only legal officers read is included if they make the extract."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from asylum.checklists.models import ChecklistMark
from asylum.choices import ClaimGround, Motive
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
from casework.slots.extract import SEARCH, Held, of_person, standing_held
from casework.slots.extract_words import said_by

asylum_application_held = Held(
    AsylumApplication,
    _("Asylum applications"),
    of_person(AsylumApplication),
    [
        "country",
        "status",
        "status_on",
        "grounds",
        "entered_on",
        "lodged_on",
        "interview_on",
        "resolved_on",
        "decided_on",
        "reference",
    ],
    {
        "reference_token": SEARCH,
        "depends_on": _("On whose claim it depends: that is a third person."),
    },
    permission=P.APPLICATION_READ,
    codes={"grounds": said_by(ClaimGround)},
)

asylum_application_words_held = Held(
    AsylumApplication,
    _("What applications say"),
    of_person(AsylumApplication),
    ["statement", "late_reason", "refusal_ground"],
    permission=P.APPLICATION_CHANGE,
)

application_status_change_held = Held(
    ApplicationStatusChange,
    _("How applications went on"),
    of_person(ApplicationStatusChange, "application__individual"),
    ["on", "status", "is_override", "remark", "earlier_resolved_on", "earlier_ground"],
    permission=P.APPLICATION_CHANGE,
    author="by",
)

legal_deadline_held = Held(
    LegalDeadline,
    _("Legal terms"),
    lambda individual: of_person(LegalDeadline, "application__individual")(individual).that_ran(),
    ["kind", "starts_on", "computed_on", "due_on", "at_time", "ended_on", "was_met", "ticked_on"],
    permission=P.APPLICATION_READ,
)

term_extension_held = Held(
    TermExtension,
    _("Extensions of legal terms"),
    of_person(TermExtension, "deadline__application__individual"),
    ["was_on", "is_on", "granted_on", "paper", "mistaken_on", "mistaken_because"],
    permission=P.APPLICATION_CHANGE,
    author="recorded_by",
)

checklist_mark_held = Held(
    ChecklistMark,
    _("Papers of a claim"),
    of_person(ChecklistMark, "application__individual"),
    ["paper", "state"],
    permission=P.APPLICATION_CHANGE,
    author="by",
)

claim_interview_held = Held(
    ClaimInterview,
    _("Interviews with the authority"),
    of_person(ClaimInterview, "application__individual"),
    ["noticed_on", "on", "at_time", "place", "outcome", "reason", "interpreter_because"],
    {"interpreter": _("Who interprets: that is a third person.")},
    permission=P.APPLICATION_CHANGE,
    author="recorded_by",
)

interpreter_held = Held(
    Interpreter,
    _("Work as an interpreter"),
    of_person(Interpreter),
    ["name", "languages", "vetted_by", "vetted_on", "ended_on"],
    permission=P.APPLICATION_CHANGE,
    author="recorded_by",
)

term_move_held = Held(
    TermMove,
    _("Legal terms that got another day"),
    of_person(TermMove),
    ["was_on", "is_on", "is_taken_back"],
    permission=P.APPLICATION_READ,
)

# Everything that belongs to a claim, in reading order.
claims_held = (
    asylum_application_held,
    asylum_application_words_held,
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
    of_person(Permit),
    [
        "type",
        "number",
        "has_no_number",
        "authority",
        "issued_on",
        "valid_from",
        "expires_on",
        "computed_expires_on",
        "work_right",
        "cancelled_on",
        "mistaken_on",
        "mistaken_because",
    ],
    {"number_token": SEARCH},
    permission=P.PERMIT_READ,
    author="recorded_by",
)

renunciation_held = Held(
    Renunciation,
    _("Renunciation of military activity"),
    of_person(Renunciation),
    [
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
        "template_version",
        "reference",
        "verified_without",
    ],
    {"witness": _("Witnesses of a renunciation: they are third persons.")},
    permission=P.RENUNCIATION_READ,
    author="recorded_by",
)

renunciation_words_held = Held(
    Renunciation,
    _("What the renunciation says"),
    of_person(Renunciation),
    ["statement", "verified_without_because"],
    permission=P.RENUNCIATION_CHANGE,
)

renunciation_demand_held = standing_held(
    RenunciationDemand,
    _("What the authority says about a renunciation"),
    ["is_asked", "authority", "on", "method", "outcome", "reference", "remark"],
    permission=P.RENUNCIATION_CHANGE,
)

renunciations = (renunciation_held, renunciation_words_held, renunciation_demand_held)
renunciation_status_change_held = Held(
    RenunciationStatusChange,
    _("How the renunciation went on"),
    of_person(RenunciationStatusChange, "renunciation__individual"),
    ["on", "status", "remark"],
    permission=P.RENUNCIATION_CHANGE,
    author="by",
)

flight_account_held = Held(
    FlightAccount,
    _("Flight and events before"),
    of_person(FlightAccount),
    ["told_on", "motives", "circumstances", "past_events"],
    permission=P.FLIGHT_READ,
    author="recorded_by",
    codes={"motives": said_by(Motive)},
)
