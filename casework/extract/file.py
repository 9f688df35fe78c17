"""The family's file: status, notes, tasks, plan, documents."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from casework.extract import Held, Part, of_family, of_person, of_person_or_family

file = Part(
    _("The file"),
    [
        Held(
            "casework.Case",
            _("Case"),
            of_person("casework.Case", "members__individual"),
            ["number", "status", "opened_on", "closed_on", "end_reason"],
        ),
        Held(
            "casework.CaseStatusChange",
            _("Opening and closing"),
            of_family("casework.CaseStatusChange", day="on"),
            ["on", "status", "reason"],
            author="by",
        ),
        Held(
            "casework.Note",
            _("Notes"),
            of_person_or_family("casework.Note", day="written_at__date"),
            ["written_at", "kind", "text"],
            permission=P.NOTE_READ,
            author="author",
        ),
        Held(
            "casework.NoteVersion",
            _("Notes before they were edited"),
            of_person_or_family(
                "casework.NoteVersion",
                day="note__written_at__date",
                case="note__case",
                person="note__individual",
            ),
            ["replaced_at", "text"],
            permission=P.NOTE_READ,
            author="note__author",
        ),
        Held(
            "casework.CaseTask",
            _("Tasks and appointments"),
            of_person_or_family("casework.CaseTask", day="set_at__date"),
            ["kind", "title", "due_on", "at_time", "place", "status", "settled_on"],
            permission=P.PLAN_READ,
            author="set_by",
        ),
        Held(
            "casework.TaskMove",
            _("How tasks went on"),
            of_person_or_family(
                "casework.TaskMove", day="on", case="task__case", person="task__individual"
            ),
            ["on", "status"],
            permission=P.PLAN_READ,
            author="by",
        ),
        Held(
            "casework.CasePlan",
            _("Plan"),
            of_family("casework.CasePlan", day="drawn_up_on"),
            ["drawn_up_on", "review_on", "is_agreed", "agreed_on"],
            permission=P.PLAN_READ,
            author="responsible",
        ),
        Held(
            "casework.PlanReview",
            _("Reviews of the plan"),
            of_family("casework.PlanReview", day="on", case="plan__case"),
            ["on", "next_on", "is_agreed", "remarks"],
            permission=P.PLAN_READ,
            author="by",
        ),
        Held(
            "casework.PlanGoal",
            _("Goals of the plan"),
            of_person_or_family("casework.PlanGoal", day="set_at__date"),
            ["area", "need", "goal", "target_on", "status", "outcome"],
            permission=P.PLAN_READ,
            author="set_by",
        ),
        Held(
            "casework.PlanStep",
            _("Steps of the plan"),
            of_person_or_family("casework.PlanStep", day="set_at__date", person="goal__individual"),
            ["what", "doer", "due_on", "status", "outcome"],
            permission=P.PLAN_READ,
            author="set_by",
        ),
        Held(
            "casework.CaseDocument",
            _("Documents of the file"),
            of_person_or_family("casework.CaseDocument", day="filed_at__date"),
            ["kind", "title", "filed_at", "withdrawn_on", "withdrawal_reason"],
            permission=P.DOCUMENT_READ,
            author="filed_by",
        ),
        Held(
            "casework.DocumentVersion",
            _("Versions of documents"),
            of_person_or_family(
                "casework.DocumentVersion",
                day="document__filed_at__date",
                case="document__case",
                person="document__individual",
            ),
            ["remark"],
            permission=P.DOCUMENT_READ,
        ),
    ],
    {
        "casework.FamilyChange": _(
            "Steps by which families were joined or split: what they moved is shown as membership."
        ),
        "casework.PlanMove": _("Each move of a goal or step: its present state is shown."),
    },
)
