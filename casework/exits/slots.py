"""Exits and losses on the file, in timeline, extract, API and audit log, and as obstacles to a merge."""

import datetime
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db.models import F, Q
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.children.querysets import keys_of_absent
from casework.corrections.exits import exits_with_next_case
from casework.exits.children_alone import exits_into_unknown, exits_of_missing_children
from casework.exits.due import loss_in_words
from casework.exits.models import LossReport
from casework.exits.returns import returns_without_case
from casework.families.timeline import MOMENT
from casework.register.choices import ExitType
from casework.register.models.case import Case
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.querysets.case import family_today, people_today, with_people_of
from casework.slots.api import OF_CASE, Resource
from casework.slots.extract import ExtractPart
from casework.slots.holdings import holds, rows_on_file
from casework.slots.obstacles import Obstacle, doubled_rows, follow_ups
from casework.slots.panels import Fact, Harm
from casework.slots.timeline import Event, EventSource, TimelineSource
from pages.addresses import fast_reverse
from pages.questions import PLACEHOLDER, QueryByKeys
from pages.together import Rows

exits_resource = Resource(
    "exits",
    Exit,
    P.EXIT_RECORD,
    "exit",
    (*OF_CASE, "type", "on", "is_voluntary", "destination_country", "back_on", "annulled_on"),
    ("type", "is_voluntary", "destination_country"),
    "on",
    case="case",
)

exit_extract = ExtractPart(
    Exit,
    _("Leaving"),
    left_out={
        "asked_by": _("Who asked the person before a return: a third person or a colleague.")
    },
    first=[
        "type",
        "on",
        "destination_country",
        "destination",
        "is_destination_known",
        "is_voluntary",
        "risk_note",
        "back_on",
        "back_reason",
        "annulled_on",
        "annulment_reason",
    ],
)


def double_exits(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """Yields an obstacle to a merge if both records say that the person was away on the same day."""
    joined_days = {
        person_exit.pk: day for person_exit, day in exits_with_next_case([survivor, merged])
    }
    survivor_absences, merged_absences = (
        [(each, each.back_on or joined_days.get(each.pk)) for each in person.exits.standing()]
        for person in (survivor, merged)
    )
    for person_exit, merged_end in merged_absences:
        if any(
            _overlap(person_exit.on, merged_end, survivor_exit.on, survivor_end)
            for survivor_exit, survivor_end in survivor_absences
        ):
            yield Obstacle(
                gettext("Both records say that the person was away then: settle one exit first."),
                person_exit.get_absolute_url(),
            )


def _overlap(
    first: datetime.date,
    first_end: datetime.date | None,
    second: datetime.date,
    second_end: datetime.date | None,
) -> bool:
    return (first_end is None or second < first_end) and (second_end is None or first < second_end)


loss_extract = ExtractPart(
    LossReport,
    _("Reports of a death or forced return"),
    left_out={
        "known_from": _("Who told it: a third person or a colleague."),
        "checked_how": _("How a colleague checked it, often with a third person."),
        "exit": _("The exit stands by itself."),
    },
    first=["kind", "on", "reported_on", "confirmed_on", "told", "withdrawn_because"],
)


def double_losses(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """Yields an obstacle to a merge if both records have an open report of a death or forced return."""
    for report in doubled_rows(LossReport.objects.to_confirm(), survivor, merged):
        yield Obstacle(
            gettext("Both records have a report that waits for a second person: settle one first."),
            report.get_absolute_url(),
        )


def _reports_to_confirm() -> Any:
    return LossReport.objects.to_confirm().filter(case=PLACEHOLDER).values("individual", "kind")


class LossesPanel:
    """Reported and confirmed losses, with follow-ups about claim, stay and aid. Absent if there is no report."""

    slug, title = "losses", gettext_lazy("Death or forced return")
    permission = P.TASK_READ
    template = "casework/exits/losses_panel.html"
    is_on_card = True
    glances_at = LossReport

    def context(self, case: Case, user: User) -> dict[str, Any] | None:
        if not holds(case, LossReport):
            return None
        losses = LossReport.objects.not_outdated().filter(case=case)
        reports = list(losses.select_related("individual"))
        if not reports:
            return None
        return {
            "reports": [(report, follow_ups(report.individual, user)) for report in reports],
            "may_open": bool(can(user, P.EXIT_RECORD, about=case)),
        }

    def rows_for_glance(self, case: Case, user: User) -> Any:
        return QueryByKeys(case.pk, _reports_to_confirm)

    def glance(self, case: Case, user: User, waiting: Rows) -> list[Fact]:
        reports = [
            LossReport(individual_id=UUID(row["individual"]), kind=row["kind"]) for row in waiting
        ]
        return [
            Fact(
                loss_in_words(report),
                Harm.LOSS,
                "trouble",
                who=(report.individual.display_name,),
                act=gettext("Look at it"),
            )
            for report in with_people_of(reports, people_today(case, user))
        ]


losses_panel = LossesPanel()


def _exits_for_glance() -> Any:
    """The query for exits that may give a fact for the head of the file."""
    is_relevant = Q(pk__in=exits_into_unknown().values("pk")) | Q(
        pk__in=returns_without_case().values("pk")
    )
    return Exit.objects.filter(is_relevant, case=PLACEHOLDER).values("id")


def _facts_of_exits(case: Case) -> list[Fact]:
    return [
        Fact(
            gettext("A child is missing: %(what)s") % {"what": person_exit.kind_in_words},
            Harm.LOSS,
            "trouble",
            person_exit.get_absolute_url(),
            person_exit.on,
            (person_exit.individual.display_name,),
            act=gettext("Tell the authority"),
            act_url=fast_reverse("authority-tell", person_exit.individual.number),
        )
        for person_exit in exits_of_missing_children(case)
    ] + [
        Fact(
            gettext("Came back and is in no case"),
            Harm.CHILD,
            "trouble",
            person_exit.get_absolute_url(),
            person_exit.back_on,
            (person_exit.individual.display_name,),
            act=gettext("Take them in"),
            act_url=person_exit.get_absolute_url(),
        )
        for person_exit in returns_without_case().filter(case=case).select_related("individual")
    ]


def _fact_of_empty_case(case: Case, user: User) -> list[Fact]:
    family = family_today(case, user)
    if not (
        case.is_open
        and family
        and keys_of_absent(case, user).issuperset(each.individual_id for each in family)
    ):
        return []
    may_close = can(user, P.CASE_CLOSE, about=case)
    return [
        Fact(
            gettext("Nobody is here any more"),
            Harm.EMPTY,
            "warn",
            act=gettext("Close the case"),
            act_url=fast_reverse("case-close", case.number) if may_close else "",
        )
    ]


class ExitsPanel:
    slug, title = "exits", gettext_lazy("Exits")
    permission = P.EXIT_RECORD
    page = "papers"
    template = "casework/exits/exits_panel.html"
    folded_without = ("exits", "reports")
    glances_at = Exit

    def rows_for_glance(self, case: Case, user: User) -> Any:
        return QueryByKeys(case.pk, _exits_for_glance)

    def glance(self, case: Case, user: User, exits: Rows) -> list[Fact]:
        """Facts about missing children and people who came back; if there are none, the fact that everybody has left."""
        facts = _facts_of_exits(case) if exits else []
        return facts or _fact_of_empty_case(case, user)

    def context(self, case: Case, user: User) -> dict[str, Any]:
        exits = rows_on_file(case, Exit.objects.filter(case=case).select_related("individual"))
        reports = LossReport.objects.filter(case=case).select_related("individual")
        away_keys = {person_exit.individual_id for person_exit in exits if person_exit.is_away}
        current_people = people_today(case, user)
        may_change = case.is_open and can(user, self.permission, about=case)
        return {
            "exits": exits,
            "reports": rows_on_file(case, reports),
            "staying": [
                person for person in current_people if may_change and person.pk not in away_keys
            ],
        }


exits_panel = ExitsPanel()


def _exits(case: Case, user: User) -> Any:
    """Exits of visible people of the case."""
    return Exit.objects.visible_to(user, P.INDIVIDUAL_READ).filter(case=case)


def _event_of_exit(person_exit: Exit) -> Event:
    return Event(
        person_exit.on,
        gettext("Left us"),
        new=person_exit.kind_in_words,
        sentence=gettext("%(whom)s left us: %(new)s")
        if person_exit.type != ExitType.LOST_CONTACT
        else gettext("Contact with %(whom)s was lost"),
        many=gettext("%(whom)s left us together: %(new)s")
        if person_exit.type != ExitType.LOST_CONTACT
        else gettext("Contact with %(whom)s was lost"),
    )


def _event_of_return(person_exit: Exit) -> Event:
    return Event(
        person_exit.back_on or person_exit.on,
        gettext("Came back"),
        sentence=gettext("%(whom)s came back"),
        many=gettext("%(whom)s came back together"),
    )


def _returns(case: Case, user: User) -> Any:
    return _exits(case, user).standing()


def _event_of_annulment(person_exit: Exit) -> Event:
    return Event(
        person_exit.annulled_on or person_exit.on,
        gettext("The exit was taken back"),
        old=person_exit.kind_in_words,
        sentence=gettext("%(who)s took the exit of %(whom)s back: %(old)s"),
        many=gettext("%(who)s took the exit of %(whom)s back: %(old)s"),
    )


def _reports(case: Case, user: User) -> Any:
    return LossReport.objects.visible_to(user).filter(case=case)


def _event_of_report(report: LossReport) -> Event:
    return Event(
        report.reported_on,
        gettext("Reported"),
        new=report.get_kind_display(),
        sentence=gettext("%(who)s reported about %(whom)s: %(new)s"),
        many=gettext("%(who)s reported about %(whom)s: %(new)s"),
    )


def _event_of_confirmation(report: LossReport) -> Event:
    return Event(
        report.confirmed_on or report.on,
        gettext("A second person confirmed it"),
        new=report.get_kind_display(),
        sentence=gettext("%(who)s confirmed as the second person about %(whom)s: %(new)s"),
        many=gettext("%(who)s confirmed as the second person about %(whom)s: %(new)s"),
    )


# The fields that `Exit.kind_in_words` reads.
KIND_FIELDS = ("type", "is_voluntary")
# Nobody stores when a return was recorded: this time sorts the return after the exit if both are on one day.
TIME_OF_RETURN = F("recorded_at") + 2 * MOMENT

exits_timeline = TimelineSource(
    "exits",
    gettext_lazy("Exits"),
    P.INDIVIDUAL_READ,
    (
        EventSource(
            _exits, "on", _event_of_exit, by="recorded_by", person="individual", fields=KIND_FIELDS
        ),
        EventSource(
            _returns,
            "back_on",
            _event_of_return,
            by="back_by",
            person="individual",
            written=TIME_OF_RETURN,
            fields=KIND_FIELDS,
        ),
        EventSource(
            _exits,
            "annulled_on",
            _event_of_annulment,
            by="annulled_by",
            person="individual",
            fields=KIND_FIELDS,
        ),
        EventSource(
            _reports,
            "reported_on",
            _event_of_report,
            by="recorded_by",
            person="individual",
            fields=("kind",),
        ),
        EventSource(
            _reports,
            "confirmed_on",
            _event_of_confirmation,
            by="confirmed_by",
            person="individual",
            fields=("kind",),
        ),
    ),
)

VERBS: dict[str, str | Promise] = {
    "exit.annulled": _("took an exit back"),
    "exit.listed": _("looked at the list of exits"),
    "exit.read": _("opened an exit"),
    "exit.recorded": _("recorded that somebody left"),
    "exit.return_corrected": _("put right the day on which somebody came back"),
    "exit.returned": _("recorded that somebody came back"),
    "loss.confirmed": _("confirmed a death or forced return"),
    "loss.read": _("opened a report of a death or forced return"),
    "loss.reported": _("reported a death or forced return"),
    "loss.withdrawn": _("took back the report of a death or forced return"),
}
