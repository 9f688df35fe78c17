"""Panels of shelters on the case page and on the reduced card."""

import datetime
from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.access import can, once
from accounts.models import User
from accounts.permissions import Permission
from casework.cases.querysets import who_may
from casework.children.querysets import gone_of
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.register.querysets.case import family_today, people_today, with_people_of
from casework.slots.holdings import holds
from casework.slots.panels import SOON, Fact, Harm
from pages.addresses import path_to
from pages.dates import short_date
from pages.questions import PLACEHOLDER, cached_rows
from pages.slots import Slot
from shelters.choices import HOUSED_WITHOUT_BED, PLACE_OF_THEIR_OWN, StayNight
from shelters.models import Placement
from shelters.nights import bed_until, nights_through, only_paid_through
from shelters.phones import set_phones
from shelters.querysets.families import members_without_bed
from shelters.rules.stays import ONE_NIGHT, night_of

# Functions that return, by person of a case, the first night without promised lodging, if the user may know it.
lodging_ends: Slot[Callable[[Case, User], dict[UUID, datetime.date]]] = Slot(
    "until when lodging is promised"
)


class CurrentPlacement:
    """Where all members sleep tonight, and all earlier stays."""

    slug, title = "stay", gettext_lazy("Stay")
    permission = Permission.PLACEMENT_READ
    template = "shelters/panels/current_placement.html"
    none = gettext_lazy("a place tonight")
    is_on_card = True
    page = "aid"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        today = user.today()
        stays = _stays(case, user)
        set_phones([stay for stay in stays if _is_open(stay, today)], user)
        moved_from = {stay.previous_id for stay in stays}
        # Leaves out a stay without a night from which the person moved: the next stay links to it.
        listed = [
            each for each in stays if each.ends_on != each.starts_on or each.pk not in moved_from
        ]
        lines = [(stay, stay.status_on(today)) for stay in listed]
        waiting = _waiting(case, user)
        may_place = case.is_open and can(user, Permission.PLACEMENT_CHANGE, about=case)
        past = [line for line in lines if not _is_open(line[0], today)]
        cancelled = sum(stay.cancelled_at is not None for stay, _status in past)
        placers = who_may(case, Permission.PLACEMENT_CHANGE) if waiting and not may_place else []
        return {
            "placers": placers,
            "now": [line for line in lines if _is_open(line[0], today)],
            "past": past,
            "slept": len(past) - cancelled,
            "cancelled": cancelled,
            "waiting": [member.individual for member in waiting] if case.is_open else [],
            "in_their_own": _in_their_own(listed, case, user),
            "may_place": may_place,
        }

    def glance(self, case: Case, user: User) -> list[Fact]:
        """Facts: where the members sleep tonight and until when, and how many have no bed."""
        today = user.today()
        tonight: dict[Any, list[Placement]] = {}
        for stay in _tonight(case, user):
            tonight.setdefault(stay.site_id, []).append(stay)
        facts = [_sleeping_fact(stays, today) for stays in tonight.values()]
        waiting = len(_waiting(case, user)) if case.is_open else 0
        if waiting:
            without = ngettext("%(count)s without a bed", "%(count)s without a bed", waiting)
            may_place = can(user, Permission.PLACEMENT_CHANGE, about=case)
            place = path_to("placement-place", case.pk) if may_place else ""
            act = _("Give a place") if may_place else _("See who gives a place")
            words = without % {"count": waiting}
            facts.append(Fact(words, Harm.NO_BED, "trouble", act=act, act_url=place))
        return facts


def _in_their_own(stays: list[Placement], case: Case, user: User) -> list[Placement]:
    """The last stay of each member who left a site for a place of their own."""
    newest: dict[UUID, Placement] = {}
    for stay in stays:
        if stay.cancelled_at is None:
            newest.setdefault(stay.individual_id, stay)
    members = {each.individual_id for each in family_today(case, user)}
    return [
        stay
        for stay in newest.values()
        if stay.left_to in PLACE_OF_THEIR_OWN and stay.individual_id in members and not stay.gone_on
    ]


def bed_ends_on(case: Case, user: User) -> datetime.date | None:
    """The first day on which a member leaves tonight's bed; None where no end was named."""
    return min((each.leaves_on for each in _tonight(case, user) if each.leaves_on), default=None)


def sleep_tonight(case: Case, user: User) -> set[UUID]:
    """The keys of members with a stay tonight: the head shows the end of their bed and its payment."""
    return {each.individual_id for each in _tonight(case, user)}


def _tonight(case: Case, user: User) -> list[Placement]:
    """The stays of tonight, without people who have left or did not come: they hold the bed, but do not sleep in it."""
    today = user.today()
    present = [each for each in _stays(case, user) if not each.gone_on]
    begun = [each for each in present if each.starts_on <= today and _is_open(each, today)]
    return [each for each in begun if each.has_arrived or each.starts_on == today]


def _sleeping_fact(stays: list[Placement], today: datetime.date) -> Fact:
    """The site, the bed if there is only one, and the earliest last night.

    It shows the earlier end: a bed is secure only while its nights are paid and under contract.
    """
    site, beds = stays[0].site, sorted({stay.bed.name for stay in stays if stay.bed})
    leaves_on = min((stay.leaves_on for stay in stays if stay.leaves_on), default=None)
    unpaid_on = min((stay.unpaid_on for stay in stays if stay.unpaid_on), default=None)
    words = [str(site)]
    if beds:
        named = ngettext("bed %(beds)s", "beds %(beds)s", len(beds))
        words.append(named % {"beds": ", ".join(beds[:4]) + ("…" if len(beds) > 4 else "")})
    if leaves_on:
        words.append(nights_through(leaves_on))
    ends = leaves_on
    if unpaid_on and (leaves_on is None or unpaid_on < leaves_on):
        words.append(only_paid_through(unpaid_on))
        ends = unpaid_on
    if ends is None:
        names = _names_in(stays)
        return Fact(", ".join(words), Harm.BED, url=_page_of(stays), who=names)
    last = ends - ONE_NIGHT
    until = _("until %(day)s: %(where)s") % {"day": short_date(last), "where": words[0]}
    return Fact(
        ", ".join(words),
        Harm.BED,
        "warn" if last <= today + SOON else "quiet",
        _page_of(stays),
        last,
        _names_in(stay for stay in stays if stay.leaves_on == leaves_on),
        short=bed_until(None, unpaid_on) if ends == unpaid_on else until,
    )


def _names_in(stays: Iterable[Placement]) -> tuple[str, ...]:
    return tuple(stay.individual.display_name for stay in stays)


def _page_of(stays: list[Placement]) -> str:
    return path_to("placement-detail", stays[0].pk) if len(stays) == 1 else ""


@once
def _waiting(case: Case, user: User) -> list[FamilyMember]:
    """Members who are here and have no bed tonight."""
    today, gone = user.today(), gone_of(case, user)
    family = [each for each in family_today(case, user) if each.individual_id not in gone]
    housed = {stay.individual_id for stay in _stays(case, user) if _surely_houses(stay, today)}
    if housed.issuperset(member.individual_id for member in family):
        return []
    members = cached_rows(_members_without_bed, today, values={PLACEHOLDER: case.pk})
    return with_people_of(members, people_today(case, user))


def _members_without_bed(on: datetime.date) -> Any:
    return members_without_bed(on).filter(case=PLACEHOLDER)


@once
def _stays(case: Case, user: User) -> list[Placement]:
    if not holds(case, Placement):
        return []
    is_reached = Placement.objects.are_all_seen_in(case, user)
    stays = cached_rows(_stays_seen, None if is_reached else user, values={PLACEHOLDER: case.pk})
    rows = with_people_of(stays, people_today(case, user))
    ends = {who: day for read in lodging_ends for who, day in read(case, user).items()}
    for stay in rows:
        stay.case, stay.lodging_ends_on = case, ends.get(stay.individual_id)
    _set_leaving(rows, case)
    return rows


def _stays_seen(user: User | None) -> Any:
    """The stays of a case: all, or those that `user` sees."""
    rows = Placement.objects.filter(case=PLACEHOLDER)
    if user is not None:
        rows = rows.visible_to(user, Permission.PLACEMENT_READ)
    return rows.select_related("site", "bed__room").order_by("-starts_on", "individual__number")


def _set_leaving(stays: list[Any], case: Case) -> None:
    """Sets `leaving` of each stay as `Placement.objects.with_people` does."""
    gone: dict[Any, Exit | None] = {
        member.individual_id: member.leaving for member in vars(case).get("members_ever", ())
    }
    is_complete = all(stay.individual_id in gone for stay in stays)
    if not is_complete and holds(case, Exit):
        exits = Exit.objects.away().filter(individual__in=[stay.individual_id for stay in stays])
        gone = {each.individual_id: each for each in exits}
    for stay in stays:
        stay.leaving = gone.get(stay.individual_id)


def _surely_houses(stay: Placement, today: datetime.date) -> bool:
    """Whether the stay certainly gives the person a bed tonight. Once the planned end has passed, only a query can tell."""
    is_here = night_of(stay, today, today) in (StayNight.SLEPT, StayNight.PLANNED)
    is_bed = stay.bed_id is not None or stay.site.kind in HOUSED_WITHOUT_BED
    return is_here and is_bed


def _is_open(stay: Placement, today: datetime.date) -> bool:
    return stay.cancelled_at is None and (stay.ends_on is None or stay.ends_on > today)


current_placement = CurrentPlacement()
