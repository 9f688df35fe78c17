"""Children without an adult of the family on the file and the card, in what falls due, extracts and the timeline."""

import datetime
import uuid
from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import DateField, F, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import due
from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.children.actions import has_best_interests
from casework.children.choices import MaySign
from casework.children.models import AuthorityTold, Caregiver
from casework.children.querysets import (
    ages_to_ask,
    ages_to_ask_in,
    children_alone,
    children_alone_in,
    grown_this_year,
)
from casework.children.rules import RULE
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.register.querysets.case import people_today
from casework.slots.due import PersonDueSource
from casework.slots.extract import ExtractPart
from casework.slots.holdings import holds
from casework.slots.obstacles import Obstacle, doubled_rows
from casework.slots.panels import Fact, Harm
from casework.slots.timeline import Event, TimelineSource, event_source_of_members
from reference.models import TermDay


def _children_to_report(
    today: datetime.date,
    cases: Collection[uuid.UUID] | None = None,
    grown: Collection[int] | None = None,
) -> Any:
    """Returns memberships of children alone who were not reported, with `last_day`, on which the report is due.

    That day follows from the rule of the country; without a rule it is the day of joining."""
    days = TermDay.objects.filter(
        country=OuterRef("individual__office__country"), code=RULE, starts_on=OuterRef("joined_on")
    )
    reported = AuthorityTold.objects.standing().values("individual")
    return (
        children_alone(today, cases, grown)
        .exclude(individual__in=reported)
        .annotate(
            last_day=Coalesce(
                Subquery(days.values("last_on")), F("joined_on"), output_field=DateField()
            ),
            warn_days=Subquery(days.values("rule__warn_days")),
        )
    )


TELL_THE_AUTHORITY = (
    due.DueAction(
        gettext_lazy("Tell the authority"),
        "authority-tell",
        P.INDIVIDUAL_CHANGE,
        due.KeyOf.PERSON_NUMBER,
    ),
)
# An item stays due until the authority is told, or an adult of the family is present.
children_to_tell = due.Source(
    kind="child_alone",
    title=gettext_lazy("Child without an adult of the family"),
    # With this permission a screener sees items of the whole office, although no file.
    permission=P.CASE_CARD,
    about=Individual,
    key="individual_id",
    date="last_day",
    case="case_id",
    office="individual__office_id",
    rows_on=_children_to_report,
    say=lambda child: (
        _("Tell the child-protection authority: %(number)s") % {"number": child.number}
    ),
    person="individual_id",
    warns="warn_days",
    asks_first=grown_this_year,
    actions=TELL_THE_AUTHORITY,
    shown_in_panel="children-alone",
)


# Counted on Today, whether or not the authority was told.
children_without_adult = due.Source(
    kind="child_without_adult",
    title=gettext_lazy("Child without an adult of the family"),
    permission=P.INDIVIDUAL_READ,
    about=FamilyMember,
    date="joined_on",
    case="case_id",
    office="individual__office_id",
    rows_on=children_alone,
    say=str,
    is_state=True,
    asks_first=grown_this_year,
)


# Asks for the age of a present parent before somebody tells the authority.
age_to_ask = PersonDueSource(
    kind="age_to_ask",
    title=gettext_lazy("Whether of age: the age is missing"),
    permission=P.CASE_CARD,
    about=Individual,
    key="individual_id",
    date="joined_on",
    case="case_id",
    rows_on=ages_to_ask,
    say=lambda member: (
        _("Is %(who)s of age? The age is missing.") % {"who": member.individual.number}
    ),
    asks_first=grown_this_year,
    actions=(
        due.DueAction(
            gettext_lazy("Write the age"),
            "individual-correct",
            P.INDIVIDUAL_CHANGE,
            due.KeyOf.PERSON_NUMBER,
        ),
    ),
    shown_in_panel="children-alone",
)


falling_due = (children_to_tell, children_without_adult, age_to_ask)


def double_guardians(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """Yields an obstacle to a merge if both records of the child have a caregiver who signs, perhaps two people."""
    signing = Caregiver.objects.standing().filter(may_sign=MaySign.YES, ended_on=None)
    for guardian in doubled_rows(signing, survivor, merged):
        yield Obstacle(
            _("Under both records somebody signs for the child: end one of the two first."),
            reverse("caregiver-end", args=[guardian.pk]),
        )


def who_signs(individual: Individual, day: datetime.date) -> list[str]:
    """Returns a sentence on who signs for a child who is alone or in care; empty for others."""
    if guardian := guardian_of(individual, day):
        return [
            _("%(who)s signs for the child: %(act)s") % {"who": guardian.who, "act": guardian.act}
        ]
    in_care = individual.caregivers.standing().in_use(day).exists()
    if in_care or children_alone(day).filter(individual=individual).exists():
        return [_("Nobody is on record who may sign for this child: ask for a guardian first.")]
    return []


def guardian_of(individual: Individual, day: datetime.date) -> Caregiver | None:
    """Returns the caregiver who may sign for the child that day, or None."""
    rows = individual.caregivers.standing().in_use(day).filter(may_sign=MaySign.YES)
    caregiver: Caregiver | None = rows.select_related("adult").first()
    return caregiver


class ChildrenPanel:
    """Children alone, and children with a caregiver on file. Without such children the panel is left out."""

    slug, title = "children-alone", gettext_lazy("Children without an adult of the family")
    permission = P.TASK_READ
    page = "people"
    template = "casework/children/children_panel.html"
    is_on_card = True

    def context(self, case: Case, user: User) -> dict[str, Any] | None:
        today = user.today()
        alone = {member.individual_id for member in children_alone_in(case, user)}
        people = people_today(case, user)
        by_child: dict[Any, list[Caregiver]] = {}
        if holds(case, Caregiver):
            caregivers = Caregiver.objects.standing().in_use(today).select_related("adult")
            for caregiver in caregivers.filter(individual__in=people):
                by_child.setdefault(caregiver.individual_id, []).append(caregiver)
        children = [each for each in people if each.pk in alone or each.pk in by_child]
        if not children:
            return None
        reports: dict[Any, list[AuthorityTold]] = {}
        for row in AuthorityTold.objects.standing().filter(individual__in=children):
            reports.setdefault(row.individual_id, []).append(row)
        reads = bool(can(user, P.INDIVIDUAL_READ, about=case))
        may_plan = case.is_open and bool(can(user, P.PLAN_CHANGE, about=case))
        return {
            "children": [
                {
                    "person": child,
                    "is_alone": child.pk in alone,
                    "caregivers": by_child.get(child.pk, []) if reads else [],
                    "told": reports.get(child.pk, []),
                    "may_plan": may_plan and not has_best_interests(child),
                }
                for child in children
            ],
            "reads": reads,
            "may_change": case.is_open and bool(can(user, P.INDIVIDUAL_CHANGE, about=case)),
        }

    def glance(self, case: Case, user: User) -> list[Fact]:
        ask = [
            Fact(
                _("Is %(who)s of age? The age is missing.")
                % {"who": member.individual.display_name},
                Harm.CHILD,
                "warn",
                act=_("Write the age"),
                act_url=reverse("individual-correct", args=[member.individual.number])
                + "#id_birth",
            )
            for member in ages_to_ask_in(case, user)
        ]
        number = len(children_alone_in(case, user))
        if not number:
            return ask
        words = ngettext(
            "A child without an adult of the family",
            "%(number)s children without an adult of the family",
            number,
        )
        return [Fact(words % {"number": number}, Harm.CHILD, "trouble", act=_("Look after")), *ask]


children_panel = ChildrenPanel()

caregiver_extract = ExtractPart(
    Caregiver,
    gettext_lazy("Who cares for a child and signs"),
    left_out={
        "adult": gettext_lazy("Names of other people: who they are to the person stands instead."),
        "name": gettext_lazy("Names of other people: who they are to the person stands instead."),
        "reached_by": gettext_lazy("How somebody else is reached."),
    },
    first=["kind", "may_sign", "act", "starts_on", "ended_on", "withdrawn_because"],
)

authority_told_extract = ExtractPart(
    AuthorityTold,
    gettext_lazy("What the child-protection authority was told"),
    first=["on", "authority", "reference", "note", "withdrawn_because"],
)


def _care_event(caregiver: Caregiver) -> Event:
    return Event(
        caregiver.starts_on,
        _("Somebody cares for the child"),
        new=caregiver.get_kind_display(),
        sentence=_("Somebody cares for %(whom)s: %(new)s"),
        many=_("Somebody cares for %(whom)s: %(new)s"),
    )


def _end_of_care_event(caregiver: Caregiver) -> Event:
    return Event(
        caregiver.ended_on or caregiver.starts_on,
        _("Care for the child ended"),
        sentence=_("The care for %(whom)s ended"),
        many=_("The care for %(whom)s ended"),
    )


def _report_event(report: AuthorityTold) -> Event:
    return Event(
        report.on,
        _("The child-protection authority was told"),
        sentence=_("%(who)s told the child-protection authority about %(whom)s"),
        many=_("%(who)s told the child-protection authority about %(whom)s"),
    )


def _source(model: Any, on: str, to_event: Any, *, by: str, fields: tuple[str, ...] = ()) -> Any:
    return event_source_of_members(
        model, P.INDIVIDUAL_READ, on, to_event, by=by, fields=fields, withdrawn_at=None
    )


children_timeline = TimelineSource(
    "children",
    gettext_lazy("Children without an adult of the family"),
    P.INDIVIDUAL_READ,
    (
        _source(Caregiver, "starts_on", _care_event, by="recorded_by", fields=("kind",)),
        _source(Caregiver, "ended_on", _end_of_care_event, by=""),
        _source(AuthorityTold, "on", _report_event, by="recorded_by"),
    ),
)

VERBS: dict[str, str | Promise] = {
    "authority.told": gettext_lazy("recorded that the child-protection authority was told"),
    "authority.told_withdrawn": gettext_lazy(
        "took back that the child-protection authority was told"
    ),
    "caregiver.ended": gettext_lazy("recorded that somebody no longer cares for a child"),
    "caregiver.recorded": gettext_lazy("recorded who cares for a child"),
    "caregiver.withdrawn": gettext_lazy("took back who cares for a child"),
    "child.listed": gettext_lazy("looked at the children without an adult of their family"),
}
