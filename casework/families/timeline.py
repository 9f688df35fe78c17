"""Events of a case's timeline about its family: who joined and left, and by which step."""

import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, F, JSONField, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, JSONArray, JSONObject
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from casework.families.choices import SHOWN_BY_MEMBERSHIPS, FamilyStep
from casework.families.models import FamilyChange
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.slots.timeline import Event, EventSource, TimelineSource


def _author_of_step(member: Any) -> dict[str, Any]:
    """Returns who recorded the step of a membership, as `by`; None if no step moved it."""
    by = User(pk=member.step_by, full_name=member.step_by_name) if member.step_by else None
    return {"by": by}


JOINING_SENTENCES = {
    FamilyStep.JOINED: (
        gettext_lazy("%(whom)s came from another case into the family"),
        gettext_lazy("%(whom)s came together from another case into the family"),
    ),
    FamilyStep.SPLIT: (
        gettext_lazy("%(whom)s came from another case into one of their own"),
        gettext_lazy("%(whom)s came together from another case into one of their own"),
    ),
    None: (
        gettext_lazy("%(whom)s joined the family"),
        gettext_lazy("%(whom)s joined the family together"),
    ),
}
LEAVING_SENTENCES = {
    FamilyStep.JOINED: (
        gettext_lazy("%(whom)s left the family for another case"),
        gettext_lazy("%(whom)s left the family together for another case"),
    ),
    FamilyStep.SPLIT: (
        gettext_lazy("%(whom)s left the family for a case of their own"),
        gettext_lazy("%(whom)s left the family together for a case of their own"),
    ),
    None: (
        gettext_lazy("%(whom)s left the family"),
        gettext_lazy("%(whom)s left the family together"),
    ),
}


def _event_of_move(
    member: Any, day: Any, text_with_number: Any, sentences: Any, **facts: Any
) -> Event:
    """Returns the event of a membership that began or ended, in the words of the step that moved it."""
    sentence, many = map(str, sentences.get(member.step, sentences[None]))
    text = text_with_number % {"number": member.individual.number}
    return Event(day, text, sentence=sentence, many=many, **_author_of_step(member), **facts)


def _event_of_joining(member: Any) -> Event:
    text = gettext("%(number)s joined the family")
    # `step_at` groups the people of one step: only they came together.
    return _event_of_move(
        member, member.joined_on, text, JOINING_SENTENCES, words={"step": member.step_at}
    )


def _event_of_leaving(member: Any) -> Event:
    text = gettext("%(number)s left the family")
    return _event_of_move(member, member.left_on or member.joined_on, text, LEAVING_SENTENCES)


def _event_of_change(change: FamilyChange) -> Event:
    return Event(
        change.at,
        change.get_step_display(),
        sentence=gettext("%(who)s changed the family: %(step)s"),
        words={"step": change.get_step_display()},
    )


def _event_of_relation_change(change: FamilyChange) -> Event:
    """Returns an event on the day of the change or, if that is unknown, of recording."""
    return Event(
        change.on,
        change.get_step_display(),
        sentence=gettext("%(who)s said that a relation changed"),
    )


def _event_of_undo(change: Any) -> Event:
    return Event(
        change.undone_at or change.at,
        gettext("Undone"),
        old=change.get_step_display(),
        sentence=gettext("%(who)s undid a step of the family: %(old)s (%(numbers)s)"),
        words={"numbers": ", ".join(change.numbers)},
    )


def annotations_of_undone_join(user: User) -> dict[str, Any]:
    """Returns annotations for status changes that opened a case again.

    `is_join_undone` says whether the undo of a join opened it, `joined` is the number of the case that the family had
    joined; "" if the user does not see it."""
    joins = FamilyChange.objects.filter(
        other_case=OuterRef("case"),
        step=FamilyStep.JOINED,
        has_closed_other=True,
        undone_by=OuterRef("by"),
        undone_at__gte=OuterRef("at"),
        undone_at__lt=OuterRef("at") + datetime.timedelta(minutes=1),
    )
    visible_joins = joins.filter(case__in=Case.objects.visible_to(user))
    return {
        "is_join_undone": Exists(joins),
        "joined": Coalesce(Subquery(visible_joins.values("case__number")[:1]), Value("")),
    }


def event_of_reopening(change: Any) -> Event:
    """Returns the event of a status change that opened a case again, annotated with `annotations_of_undone_join`."""
    sentence = gettext("%(who)s reopened the case")
    if change.joined:
        sentence = gettext(
            "%(who)s undid that the family joined %(joined)s, and the case is open again"
        )
    elif change.is_join_undone:
        sentence = gettext(
            "%(who)s undid that the family joined another case, and the case is open again"
        )
    return Event(
        change.on, gettext("Case reopened"), sentence=sentence, words={"joined": change.joined}
    )


# Recording an exit also saves the step of leaving. Its event sorts a moment after the exit, whichever was saved first.
MOMENT = datetime.timedelta(milliseconds=1)
# The annotations of `_with_step`.
STEP_FIELDS = ("step", "step_at", "step_by", "step_by_name")


def _with_step(members: Any, **state: Any) -> Any:
    """Annotates memberships with the step that moved them, when it was recorded and by whom."""
    steps = members.steps_of_each(**state)
    return members.annotate(
        step=Subquery(steps.values("step")[:1]),
        step_at=Subquery(steps.values("at")[:1]),
        step_by=Subquery(steps.values("by")[:1]),
        step_by_name=Subquery(steps.values("by__full_name")[:1]),
    )


def _members_who_joined(case: Case, user: User) -> Any:
    """Returns members who joined by a step, or after the case was opened."""
    members = FamilyMember.objects.not_undone().filter(case=case)
    with_step = _with_step(members, before=Value(None, JSONField()))
    return with_step.filter(Q(joined_on__gt=F("case__opened_on")) | Q(step__isnull=False))


def _members_who_left(case: Case, user: User) -> Any:
    members = FamilyMember.objects.not_undone().filter(case=case)
    return _with_step(members, after=JSONObject(left_on=OuterRef("left_on")))


def _members_with_earlier_arrival(case: Case, user: User) -> Any:
    """Returns members whose arrival belongs to another case, because their family was split or joined."""
    members = FamilyMember.objects.not_undone().filter(case=case)
    rows = members.exclude(individual__arrival__case=case).annotate(
        came_on=F("individual__arrival__on"),
        came_at=F("individual__arrival__logged_at"),
        step_by=F("individual__arrival__logged_by"),
        step_by_name=F("individual__arrival__logged_by__full_name"),
    )
    return rows.filter(came_on__isnull=False)


def _event_of_earlier_arrival(member: Any) -> Event:
    return Event(
        member.came_on,
        gettext("Arrived, as another case says"),
        sentence=gettext("%(whom)s arrived, as another case says"),
        many=gettext("%(whom)s arrived together, as another case says"),
        **_author_of_step(member),
    )


def _exit_time() -> Subquery:
    exits = Exit.objects.standing().filter(
        individual=OuterRef("individual"), on=OuterRef("left_on")
    )
    return Subquery(exits.values("recorded_at")[:1])


def _changes(case: Case, user: User) -> Any:
    return FamilyChange.objects.filter(case=case)


def _steps_without_membership(case: Case, user: User) -> Any:
    """Returns steps that other events do not show: they changed no membership, or were undone."""
    shown_elsewhere = (*SHOWN_BY_MEMBERSHIPS, FamilyStep.CHANGED)
    return _changes(case, user).exclude(step__in=shown_elsewhere, undone_at=None)


def _undone_steps(case: Case, user: User) -> Any:
    """Returns steps with `numbers` of the people they moved, because no membership shows an undone step."""
    as_moved = JSONArray(JSONObject(member=F("pk")))
    members = FamilyMember.objects.alias(as_moved=as_moved).filter(
        Q(case=OuterRef("case")) | Q(case=OuterRef("other_case")),
        as_moved__contained_by=OuterRef("moved"),
    )
    numbers = members.order_by("individual__number").values("individual__number").distinct()
    return _changes(case, user).annotate(numbers=ArraySubquery(numbers))


def _relation_changes(case: Case, user: User) -> Any:
    return _changes(case, user).filter(step=FamilyStep.CHANGED, undone_at=None)


people_timeline = TimelineSource(
    "people",
    gettext_lazy("People"),
    Permission.CASE_READ,
    (
        EventSource(
            _members_with_earlier_arrival,
            "came_on",
            _event_of_earlier_arrival,
            person="individual",
            written=F("came_at"),
            fields=("step_by", "step_by_name"),
        ),
        EventSource(
            _members_who_joined,
            "joined_on",
            _event_of_joining,
            person="individual",
            written=F("step_at"),
            fields=STEP_FIELDS,
        ),
        EventSource(
            _members_who_left,
            "left_on",
            _event_of_leaving,
            person="individual",
            written=Coalesce(_exit_time() + MOMENT, F("step_at")),
            fields=STEP_FIELDS,
        ),
        EventSource(_steps_without_membership, "at", _event_of_change, by="by", fields=("step",)),
        EventSource(_relation_changes, "on", _event_of_relation_change, by="by", fields=("step",)),
        EventSource(
            _undone_steps, "undone_at", _event_of_undo, by="undone_by", fields=("step", "numbers")
        ),
    ),
)
