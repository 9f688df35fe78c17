"""Events of a case's timeline: assignments, and work that was passed on while the case stayed."""

from typing import Any

from django.db.models import Case as Choice
from django.db.models import Exists, F, JSONField, OuterRef, Subquery, UUIDField, When
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce, JSONArray, TruncDate
from django.utils.translation import gettext as _

from accounts.models import User
from casework.register.models.assignment import CaseAssignment, WorkPassed
from casework.register.models.case import Case, CaseTeamChange
from casework.slots.log_fields import LOG_FIELDS, author_in_log, with_log
from casework.slots.timeline import Event, EventSource
from pages.dates import short_date


def _passed_work(case: Case, user: User) -> Any:
    """Passed work of the case, with `was_with`, the name of the colleague who had it; leaves out rows without work."""
    leaver = Cast(Coalesce(KT("tasks__0__1"), KT("plan_rows__0__2")), UUIDField())
    rows = WorkPassed.objects.filter(case=case).exclude(tasks=[], plan_rows=[])
    former_names = User.objects.filter(pk=OuterRef("leaver")).values("full_name")
    rows = rows.annotate(leaver=leaver).annotate(was_with=Subquery(former_names))
    return rows.select_related("caseworker")


def _event(passed: Any, at: Any, tasks: str, plan: str, both: str, **by: Any) -> Event:
    sentence = plan if not passed.tasks else both if passed.plan_rows else tasks
    return Event(
        at,
        _("Tasks and plan passed on"),
        old=passed.was_with or "",
        new=str(passed.caseworker),
        sentence=sentence,
        **by,
    )


def _event_of_passing(passed: Any) -> Event:
    return _event(
        passed,
        passed.passed_at,
        tasks=_("%(who)s passed tasks from %(old)s to %(new)s"),
        plan=_("%(who)s passed the plan or its goals from %(old)s to %(new)s"),
        both=_("%(who)s passed tasks and plan from %(old)s to %(new)s"),
    )


def _event_of_return(passed: Any) -> Event:
    return _event(
        passed,
        passed.taken_back_at,
        tasks=_("%(who)s undid the passing of tasks from %(old)s to %(new)s"),
        plan=_("%(who)s undid the passing of the plan or its goals from %(old)s to %(new)s"),
        both=_("%(who)s undid the passing of tasks and plan from %(old)s to %(new)s"),
        by=author_in_log(passed),
    )


def _undone_assignments(case: Case, user: User) -> Any:
    rows = CaseAssignment.objects.filter(case=case, ends_on=F("starts_on"))
    return with_log(rows, "case.assignment_taken_back")


def _event_of_undone_assignment(assignment: Any) -> Event:
    return Event(
        assignment.logged_at,
        _("Assignment taken back"),
        new=str(assignment.caseworker),
        sentence=_("%(who)s undid that the case went to %(new)s"),
        by=author_in_log(assignment),
    )


handover_events = (
    EventSource(
        _undone_assignments,
        "logged_at",
        _event_of_undone_assignment,
        fields=("caseworker__full_name", *LOG_FIELDS),
    ),
    EventSource(_passed_work, "passed_at", _event_of_passing, by="passed_by"),
    EventSource(
        lambda case, user: with_log(
            _passed_work(case, user).exclude(taken_back_at=None), "work.taken_back"
        ),
        "taken_back_at",
        _event_of_return,
    ),
)


def _assignments(case: Case, user: User) -> Any:
    """Assignments with `was_held`, `was_with` and `holds_again`.

    `was_held`: it ended on its first day, but lasted hours, until the case moved or another colleague took it. `was_with`:
    who looked after the case before, if not the assigning colleague. `holds_again`: reassigned on that day.
    """
    # `displaced` holds the key and the former end of each assignment that the row ended.
    displaces_this = JSONArray(JSONArray(OuterRef("pk")))
    newer = CaseAssignment.objects.filter(
        case=OuterRef("case"),
        displaced__contains=displaces_this,
        starts_on=OuterRef("starts_on"),
        assigned_at__date__gte=OuterRef("starts_on"),
    )
    team_changes = CaseTeamChange.objects.filter(
        case=OuterRef("case"), at__gt=OuterRef("assigned_at"), at__date=OuterRef("starts_on")
    )
    is_zero_days = When(ends_on=F("starts_on"), then=Exists(newer) | Exists(team_changes))
    rows = CaseAssignment.objects.filter(starts_on__lte=user.today(), case=case)
    former = CaseAssignment.objects.alias(ended=Cast(OuterRef("displaced"), JSONField())).filter(
        case=OuterRef("case"),
        ended__contains=JSONArray(JSONArray("pk")),
        starts_on__lte=OuterRef("starts_on"),
    )
    same_again = CaseAssignment.objects.filter(
        case=OuterRef("case"),
        caseworker=OuterRef("caseworker"),
        starts_on=OuterRef("starts_on"),
        assigned_at__gt=OuterRef("assigned_at"),
    )
    by_others = former.exclude(caseworker=OuterRef("assigned_by"))
    names = by_others.order_by("-starts_on", "-assigned_at").values("caseworker__full_name")[:1]
    return rows.select_related("caseworker").annotate(
        was_held=Choice(is_zero_days, default=False),
        was_with=Subquery(names),
        holds_again=Exists(same_again.exclude(ends_on=F("starts_on"))),
    )


def _sentence_of_passing_on(*, is_own: bool, is_over: bool) -> str:
    """Returns the sentence for a case that another colleague looked after before."""
    if is_own and is_over:
        return _("%(who)s took the case over from %(old)s and looked after it until %(until)s")
    if is_own:
        return _("%(who)s took the case over from %(old)s")
    if is_over:
        return _(
            "%(who)s passed the case from %(old)s to %(new)s, who looked after it until %(until)s"
        )
    return _("%(who)s passed the case from %(old)s to %(new)s")


def _sentence_of_taking_up(*, is_own: bool, is_over: bool) -> str:
    """Returns the sentence for a case without a carer, or whose carer gave it to somebody else."""
    if is_own and is_over:
        return _("%(who)s looked after the case until %(until)s")
    if is_own:
        return _("%(who)s looks after the case from here on")
    if is_over:
        return _("%(who)s gave the case to %(new)s, who looked after it until %(until)s")
    return _("%(who)s gave the case to %(new)s")


def _event_of_assignment(assignment: Any) -> Event:
    is_over = assignment.ends_on == assignment.starts_on
    is_own = assignment.caseworker_id == assignment.assigned_by_id
    old = assignment.was_with or ""
    if is_over and not assignment.was_held:
        # An assignment that ended on its first day may have lasted for hours: nobody recorded how long.
        sentence = _("%(who)s gave the case to %(new)s; later that was undone or changed")
    elif old:
        sentence = _sentence_of_passing_on(is_own=is_own, is_over=is_over)
    else:
        sentence = _sentence_of_taking_up(is_own=is_own, is_over=is_over)
    until = short_date(assignment.starts_on)
    if assignment.holds_again:
        until = _("%(day)s, and again from that day on") % {"day": until}
    return Event(
        assignment.starts_on,
        _("Looked after by"),
        old=old,
        new=str(assignment.caseworker),
        sentence=sentence,
        words={"until": until},
    )


def _planned_assignments(case: Case, user: User) -> Any:
    """Assignments that begin on a later day than they were recorded: the timeline shows the plan, too."""
    return CaseAssignment.objects.filter(case=case, starts_on__gt=TruncDate("assigned_at"))


def _event_of_plan(assignment: Any) -> Event:
    is_over = assignment.ends_on == assignment.starts_on
    return Event(
        assignment.assigned_at,
        _("Looked after by"),
        new=str(assignment.caseworker),
        sentence=(
            _(
                "%(who)s planned the case for %(new)s from %(until)s on; later that was undone or changed"
            )
            if is_over
            else _("%(who)s planned the case for %(new)s from %(until)s on")
        ),
        words={"until": short_date(assignment.starts_on)},
    )


assignment_events = (
    EventSource(
        _planned_assignments,
        "assigned_at",
        _event_of_plan,
        by="assigned_by",
        fields=("caseworker__full_name", "starts_on", "ends_on"),
    ),
    EventSource(
        _assignments,
        "starts_on",
        _event_of_assignment,
        by="assigned_by",
        fields=(
            "caseworker__full_name",
            "caseworker_id",
            "assigned_by_id",
            "ends_on",
            "was_held",
            "was_with",
            "holds_again",
        ),
        is_act=True,
    ),
)
