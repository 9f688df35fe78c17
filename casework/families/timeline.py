"""Families in a case's timeline: who joined and left, and by which step."""

import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, F, JSONField, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, JSONArray, JSONObject
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from casework.families.choices import TOLD_BY_MEMBERSHIPS, FamilyStep
from casework.families.models import FamilyChange
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.slots.timeline import Event, Happening, TimelineSource


def _moved_by(member: Any) -> dict[str, Any]:
    """Who recorded the step behind an entry, if there is one."""
    by = User(pk=member.step_by, full_name=member.step_by_name) if member.step_by else None
    return {"by": by}


JOINED = {
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
LEFT = {
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


def _moved(member: Any, day: Any, said: Any, sentences: Any, **facts: Any) -> Event:
    """A membership that began or ended, in the text of the step that moved it."""
    one, many = map(str, sentences.get(member.step, sentences[None]))
    text = said % {"number": member.individual.number}
    return Event(day, text, sentence=one, many=many, **_moved_by(member), **facts)


def _joined(member: Any) -> Event:
    said = gettext("%(number)s joined the family")
    # People who came by another step did not come together with them.
    return _moved(member, member.joined_on, said, JOINED, words={"step": member.step_at})


def _left(member: Any) -> Event:
    said = gettext("%(number)s left the family")
    return _moved(member, member.left_on or member.joined_on, said, LEFT)


def _changed(change: FamilyChange) -> Event:
    return Event(
        change.at,
        change.get_step_display(),
        sentence=gettext("%(who)s changed the family: %(step)s"),
        words={"step": change.get_step_display()},
    )


def _relation_changed(change: FamilyChange) -> Event:
    """On the day that was stated; if unknown, on the day of recording."""
    return Event(
        change.on,
        change.get_step_display(),
        sentence=gettext("%(who)s said that a relation changed"),
    )


def _undone(change: Any) -> Event:
    return Event(
        change.undone_at or change.at,
        gettext("Undone"),
        old=change.get_step_display(),
        sentence=gettext("%(who)s undid a step of the family: %(old)s (%(numbers)s)"),
        words={"numbers": ", ".join(change.numbers)},
    )


def undone_join(user: User) -> dict[str, Any]:
    """For status changes that opened a case: whether the undoing of a join did, and from which case, if the user sees it."""
    joins = FamilyChange.objects.filter(
        other_case=OuterRef("case"),
        step=FamilyStep.JOINED,
        has_closed_other=True,
        undone_by=OuterRef("by"),
        undone_at__gte=OuterRef("at"),
        undone_at__lt=OuterRef("at") + datetime.timedelta(minutes=1),
    )
    seen = joins.filter(case__in=Case.objects.visible_to(user))
    return {
        "is_join_undone": Exists(joins),
        "joined": Coalesce(Subquery(seen.values("case__number")[:1]), Value("")),
    }


def reopened(change: Any) -> Event:
    """With the fields of `undone_join`."""
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


# An exit is the reason for leaving, whatever step was recorded a moment later.
MOMENT = datetime.timedelta(milliseconds=1)
# Columns of the step that moved a membership.
STEP = ("step", "step_at", "step_by", "step_by_name")


def _with_step(members: Any, **said: Any) -> Any:
    """Each with its step: what it was, when it was recorded and by whom."""
    steps = members.steps_of_each(**said)
    return members.annotate(
        step=Subquery(steps.values("step")[:1]),
        step_at=Subquery(steps.values("at")[:1]),
        step_by=Subquery(steps.values("by")[:1]),
        step_by_name=Subquery(steps.values("by__full_name")[:1]),
    )


def _who_joined(case: Case, user: User) -> Any:
    """Members from the first day did not join, unless a step says so: the case was opened for them."""
    members = FamilyMember.objects.not_undone().filter(case=case)
    joined = _with_step(members, before=Value(None, JSONField()))
    return joined.filter(Q(joined_on__gt=F("case__opened_on")) | Q(step__isnull=False))


def _who_left(case: Case, user: User) -> Any:
    members = FamilyMember.objects.not_undone().filter(case=case)
    return _with_step(members, after=JSONObject(left_on=OuterRef("left_on")))


def _who_came_before(case: Case, user: User) -> Any:
    """People whose arrival is in another case: they were split off, or joined."""
    members = FamilyMember.objects.not_undone().filter(case=case)
    rows = members.exclude(individual__arrival__case=case).annotate(
        came_on=F("individual__arrival__on"),
        came_at=F("individual__arrival__logged_at"),
        step_by=F("individual__arrival__logged_by"),
        step_by_name=F("individual__arrival__logged_by__full_name"),
    )
    return rows.filter(came_on__isnull=False)


def _came_before(member: Any) -> Event:
    return Event(
        member.came_on,
        gettext("Arrived, as another case says"),
        sentence=gettext("%(whom)s arrived, as another case says"),
        many=gettext("%(whom)s arrived together, as another case says"),
        **_moved_by(member),
    )


def _exit_of() -> Subquery:
    leaving = Exit.objects.standing().filter(
        individual=OuterRef("individual"), on=OuterRef("left_on")
    )
    return Subquery(leaving.values("recorded_at")[:1])


def _changes(case: Case, user: User) -> Any:
    return FamilyChange.objects.filter(case=case)


def _steps_without_membership(case: Case, user: User) -> Any:
    """Steps that no membership shows, and that have no day of their own, so that nothing appears twice."""
    hidden = (*TOLD_BY_MEMBERSHIPS, FamilyStep.CHANGED)
    return _changes(case, user).exclude(step__in=hidden, undone_at=None)


def _steps_undone(case: Case, user: User) -> Any:
    """Each with the numbers of the people it moved: nothing else says what became of them."""
    as_moved = JSONArray(JSONObject(member=F("pk")))
    moved = FamilyMember.objects.alias(as_moved=as_moved).filter(
        Q(case=OuterRef("case")) | Q(case=OuterRef("other_case")),
        as_moved__contained_by=OuterRef("moved"),
    )
    numbers = moved.order_by("individual__number").values("individual__number").distinct()
    return _changes(case, user).annotate(numbers=ArraySubquery(numbers))


def _relations_changed(case: Case, user: User) -> Any:
    return _changes(case, user).filter(step=FamilyStep.CHANGED, undone_at=None)


people_timeline = TimelineSource(
    "people",
    gettext_lazy("People"),
    Permission.CASE_READ,
    (
        Happening(
            _who_came_before,
            "came_on",
            _came_before,
            person="individual",
            written=F("came_at"),
            reads=("step_by", "step_by_name"),
        ),
        Happening(
            _who_joined,
            "joined_on",
            _joined,
            person="individual",
            written=F("step_at"),
            reads=STEP,
        ),
        Happening(
            _who_left,
            "left_on",
            _left,
            person="individual",
            written=Coalesce(_exit_of() + MOMENT, F("step_at")),
            reads=STEP,
        ),
        Happening(_steps_without_membership, "at", _changed, by="by", reads=("step",)),
        Happening(_relations_changed, "on", _relation_changed, by="by", reads=("step",)),
        Happening(_steps_undone, "undone_at", _undone, by="undone_by", reads=("step", "numbers")),
    ),
)
