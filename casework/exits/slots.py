"""Exits on the file, in timeline, extract and API; conflicting exits as obstacles to a merge."""

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
from casework.children.querysets import gone_of
from casework.corrections.exits import joined_after
from casework.exits.alone import maybe_missing, missing_in
from casework.exits.due import loss_in_words
from casework.exits.models import LossReport
from casework.exits.returned import in_no_case
from casework.families.timeline import MOMENT
from casework.register.choices import ExitType
from casework.register.models.case import Case
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.querysets.case import family_today, people_today, with_people_of
from casework.slots.api import OF_CASE, Resource
from casework.slots.extract import Held
from casework.slots.holdings import held, holds
from casework.slots.obstacles import Obstacle, doubles, follow_ups
from casework.slots.panels import Fact, Harm
from casework.slots.timeline import Event, Happening, TimelineSource
from pages.addresses import path_to
from pages.questions import ANY_KEY, QueryByKeys
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

exit_held = Held(
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
    """Both records were away on the same days, perhaps in different places: somebody has to decide which is right."""
    back = {leaving.pk: day for leaving, day in joined_after([survivor, merged])}
    mine, theirs = (
        [(each, each.back_on or back.get(each.pk)) for each in person.exits.standing()]
        for person in (survivor, merged)
    )
    for leaving, until in theirs:
        if any(_overlap(leaving.on, until, other.on, end) for other, end in mine):
            yield Obstacle(
                gettext("Both records say that the person was away then: settle one exit first."),
                leaving.get_absolute_url(),
            )


def _overlap(
    first: datetime.date,
    first_end: datetime.date | None,
    second: datetime.date,
    second_end: datetime.date | None,
) -> bool:
    return (first_end is None or second < first_end) and (second_end is None or first < second_end)


loss_held = Held(
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
    """Both records have a report: one must be confirmed or withdrawn first."""
    for report in doubles(LossReport.objects.to_confirm(), survivor, merged):
        yield Obstacle(
            gettext("Both records have a report that waits for a second person: settle one first."),
            report.get_absolute_url(),
        )


def _to_confirm() -> Any:
    return LossReport.objects.to_confirm().filter(case=ANY_KEY).values("individual", "kind")


class LossesPanel:
    """Reported and confirmed losses, with open questions of claim, stay and aid; left out without any."""

    slug, title = "losses", gettext_lazy("Death or forced return")
    permission = P.TASK_READ
    template = "casework/exits/losses_panel.html"
    is_on_card = True
    glances_at = LossReport

    def context(self, case: Case, user: User) -> dict[str, Any] | None:
        if not holds(case, LossReport):
            return None
        known = LossReport.objects.as_known().filter(case=case)
        reports = list(known.select_related("individual"))
        if not reports:
            return None
        return {
            "reports": [(report, follow_ups(report.individual, user)) for report in reports],
            "may_open": bool(can(user, P.EXIT_RECORD, about=case)),
        }

    def rows_for_glance(self, case: Case, user: User) -> Any:
        return QueryByKeys(case.pk, _to_confirm)

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


def _to_look_at() -> Any:
    """Exits that may give a fact for the head of the file."""
    lost = Q(pk__in=maybe_missing().values("pk")) | Q(pk__in=in_no_case().values("pk"))
    return Exit.objects.filter(lost, case=ANY_KEY).values("id")


def _to_settle(case: Case) -> list[Fact]:
    return [
        Fact(
            gettext("A child is missing: %(what)s") % {"what": leaving.kind_in_words},
            Harm.LOSS,
            "trouble",
            leaving.get_absolute_url(),
            leaving.on,
            (leaving.individual.display_name,),
            act=gettext("Tell the authority"),
            act_url=path_to("authority-tell", leaving.individual.number),
        )
        for leaving in missing_in(case)
    ] + [
        Fact(
            gettext("Came back and is in no case"),
            Harm.CHILD,
            "trouble",
            leaving.get_absolute_url(),
            leaving.back_on,
            (leaving.individual.display_name,),
            act=gettext("Take them in"),
            act_url=leaving.get_absolute_url(),
        )
        for leaving in in_no_case().filter(case=case).select_related("individual")
    ]


def _to_close(case: Case, user: User) -> list[Fact]:
    family = family_today(case, user)
    if not (
        case.is_open
        and family
        and gone_of(case, user).issuperset(each.individual_id for each in family)
    ):
        return []
    may_close = can(user, P.CASE_CLOSE, about=case)
    return [
        Fact(
            gettext("Nobody is here any more"),
            Harm.EMPTY,
            "warn",
            act=gettext("Close the case"),
            act_url=path_to("case-close", case.number) if may_close else "",
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
        return QueryByKeys(case.pk, _to_look_at)

    def glance(self, case: Case, user: User, exits: Rows) -> list[Fact]:
        """A missing child comes before nearly everything else; if everybody left, the file can be closed."""
        to_settle = _to_settle(case) if exits else []
        return to_settle or _to_close(case, user)

    def context(self, case: Case, user: User) -> dict[str, Any]:
        exits = held(case, Exit.objects.filter(case=case).select_related("individual"))
        reports = LossReport.objects.filter(case=case).select_related("individual")
        gone = {leaving.individual_id for leaving in exits if leaving.is_away}
        present = people_today(case, user)
        may_change = case.is_open and can(user, self.permission, about=case)
        return {
            "exits": exits,
            "reports": held(case, reports),
            "staying": [person for person in present if may_change and person.pk not in gone],
        }


exits_panel = ExitsPanel()


def _exits(case: Case, user: User) -> Any:
    """Exits of people whom the user sees; each person's page shows how they left."""
    return Exit.objects.visible_to(user, P.INDIVIDUAL_READ).filter(case=case)


def _went(leaving: Exit) -> Event:
    return Event(
        leaving.on,
        gettext("Left us"),
        new=leaving.kind_in_words,
        sentence=gettext("%(whom)s left us: %(new)s")
        if leaving.type != ExitType.LOST_CONTACT
        else gettext("Contact with %(whom)s was lost"),
        many=gettext("%(whom)s left us together: %(new)s")
        if leaving.type != ExitType.LOST_CONTACT
        else gettext("Contact with %(whom)s was lost"),
    )


def _came_back(leaving: Exit) -> Event:
    return Event(
        leaving.back_on or leaving.on,
        gettext("Came back"),
        sentence=gettext("%(whom)s came back"),
        many=gettext("%(whom)s came back together"),
    )


def _returns(case: Case, user: User) -> Any:
    return _exits(case, user).standing()


def _stayed(leaving: Exit) -> Event:
    return Event(
        leaving.annulled_on or leaving.on,
        gettext("The exit was taken back"),
        old=leaving.kind_in_words,
        sentence=gettext("%(who)s took the exit of %(whom)s back: %(old)s"),
        many=gettext("%(who)s took the exit of %(whom)s back: %(old)s"),
    )


def _reports(case: Case, user: User) -> Any:
    return LossReport.objects.visible_to(user).filter(case=case)


def _reported(report: LossReport) -> Event:
    return Event(
        report.reported_on,
        gettext("Reported"),
        new=report.get_kind_display(),
        sentence=gettext("%(who)s reported about %(whom)s: %(new)s"),
        many=gettext("%(who)s reported about %(whom)s: %(new)s"),
    )


def _confirmed(report: LossReport) -> Event:
    return Event(
        report.confirmed_on or report.on,
        gettext("A second person confirmed it"),
        new=report.get_kind_display(),
        sentence=gettext("%(who)s confirmed as the second person about %(whom)s: %(new)s"),
        many=gettext("%(who)s confirmed as the second person about %(whom)s: %(new)s"),
    )


# The fields that `Exit.kind_in_words` reads.
KIND = ("type", "is_voluntary")
# The time of recording of a return is unknown: this places it after the events of the exit, for one day.
AFTER_THE_EXIT = F("recorded_at") + 2 * MOMENT

exits_timeline = TimelineSource(
    "exits",
    gettext_lazy("Exits"),
    P.INDIVIDUAL_READ,
    (
        Happening(_exits, "on", _went, by="recorded_by", person="individual", reads=KIND),
        Happening(
            _returns,
            "back_on",
            _came_back,
            by="back_by",
            person="individual",
            written=AFTER_THE_EXIT,
            reads=KIND,
        ),
        Happening(
            _exits, "annulled_on", _stayed, by="annulled_by", person="individual", reads=KIND
        ),
        Happening(
            _reports,
            "reported_on",
            _reported,
            by="recorded_by",
            person="individual",
            reads=("kind",),
        ),
        Happening(
            _reports,
            "confirmed_on",
            _confirmed,
            by="confirmed_by",
            person="individual",
            reads=("kind",),
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
