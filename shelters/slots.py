"""What shelters answers in slots of casework: obstacles, what is left to settle, who follows, and a person's extract."""

import datetime
from collections.abc import Iterator, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.permissions import Permission as P
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.slots.extract import ExtractPart, LeftOut
from casework.slots.followers import DayFollower
from casework.slots.obstacles import FollowUp, Obstacle, obstacle_in_panel
from pages.dates import short_date
from shelters.door.slots import roll_answer_extract
from shelters.incidents.slots import incident_held
from shelters.models import Placement, StayReason
from shelters.outings.slots import outing_extract
from shelters.plan.models import MoveLine
from shelters.querysets.families import members_without_bed
from shelters.querysets.placement import PlacementQuerySet


def open_placements(case: Case) -> list[Obstacle]:
    """An obstacle to closing the case if members have current or future stays; empty otherwise."""
    open_stays = Placement.objects.filter(case=case).open_on(case.office.today()).count()
    if not open_stays:
        return []
    sentence = ngettext(
        "%(count)s person still has a place. Check them out or cancel the stay first.",
        "%(count)s people still have a place. Check them out or cancel the stays first.",
        open_stays,
    )
    return obstacle_in_panel(case, "aid", "stay", sentence % {"count": open_stays})


def waits_for_beds(case: Case) -> list[str]:
    """A sentence if members have no bed: closing removes the family from the list of those that wait. Otherwise empty."""
    waiting = members_without_bed(case.office.today()).filter(case=case).count()
    if not waiting:
        return []
    sentence = ngettext(
        "%(count)s person has no bed at a site tonight. Once the case is closed, nobody looks for one.",
        "%(count)s people have no bed at a site tonight. Once the case is closed, nobody looks for one.",
        waiting,
    )
    return [sentence % {"count": waiting}]


def stays_forbid_erasing(individual: Individual, today: datetime.date) -> list[str]:
    """A sentence if the person has a place; empty otherwise."""
    if Placement.objects.filter(individual=individual).open_on(today).exists():
        return [_("This person still has a place: check them out or cancel the stay.")]
    return []


def stays_to_end(individual: Individual, user: User) -> list[FollowUp]:
    """A follow-up for each open stay: an exit does not end it, so that the staff of the site checks the empty bed."""
    stays = Placement.objects.visible_to(user).filter(individual=individual)
    return [
        FollowUp(
            _("The place at %(site)s stays taken until the stay is ended.")
            % {"site": stay.site.name},
            reverse("placement-detail", args=[stay.pk]),
        )
        for stay in stays.open_on(user.today()).select_related("site")
    ]


def overlapping_stays(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """One sentence for every stay of the merged record that overlaps one of the survivor's."""
    stays = Placement.objects.filter(cancelled_at=None)
    for stay in stays.filter(individual=merged):
        for other in stays.filter(individual=survivor):
            if _overlap(stay, other):
                day = short_date(max(stay.starts_on, other.starts_on))
                yield Obstacle(
                    _(
                        "Both records have a place on the same nights from %(day)s on: end or cancel one stay first."
                    )
                    % {"day": day},
                    reverse("placement-detail", args=[stay.pk]),
                )


def _overlap(stay: Placement, other: Placement) -> bool:
    starts_before_end = other.ends_on is None or stay.starts_on < other.ends_on
    ends_after_start = stay.ends_on is None or other.starts_on < stay.ends_on
    is_empty = stay.ends_on == stay.starts_on or other.ends_on == other.starts_on
    return starts_before_end and ends_after_start and not is_empty


class StaysFollow:
    """When a person changes cases, the place is kept, and the stay belongs to the new case from then on."""

    def sentences(self, people: Sequence[Individual], *, leaving: Case) -> list[str]:
        stays = self._stays(people, leaving).count()
        if not stays:
            return []
        words = ngettext(
            "%(count)s stay goes along: the bed stays the same.",
            "%(count)s stays go along: the beds stay the same.",
            stays,
        )
        return [words % {"count": stays}]

    def follow(self, people: Sequence[Individual], *, case: Case, by: User) -> None:
        self._stays(people, case).update(case=case)

    @staticmethod
    def _stays(people: Sequence[Individual], case: Case) -> PlacementQuerySet:
        return Placement.objects.filter(individual__in=people).open_on(case.office.today())


class StaysAfterArrival(DayFollower):
    """A stay that begins before a corrected day of arrival contradicts it. Stays keep their nights."""

    def contradictions(
        self, people: Sequence[Individual], *, on: datetime.date, opened: Case | None
    ) -> list[str]:
        earlier = Placement.objects.standing().filter(individual__in=people, starts_on__lt=on)
        return [_("A stay began before this day.")] if earlier.exists() else []

    def follow(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> None:
        """Writes nothing: a stay has its own nights."""


stays_follow, stays_after_arrival = StaysFollow(), StaysAfterArrival()

placement_extract = ExtractPart(
    Placement, gettext_lazy("Stays"), permission=P.PLACEMENT_READ, author="placed_by"
)

stay_reason_extract = ExtractPart(
    StayReason,
    gettext_lazy("Reasons for a place"),
    left_out={
        "placement": gettext_lazy("The stay itself stands among the stays."),
        "reason": gettext_lazy("Why a room was given: it may tell of others who sleep there."),
    },
    first=["rules", "taken_back_at"],
    permission=P.PLACEMENT_READ,
)

move_line_left_out = LeftOut(
    MoveLine,
    gettext_lazy("A bed that a plan of moves proposes: what was applied stands among the stays."),
)

extracts = (
    placement_extract,
    stay_reason_extract,
    roll_answer_extract,
    outing_extract,
    *incident_held,
    move_line_left_out,
)
