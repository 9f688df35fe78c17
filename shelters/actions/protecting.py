"""The checks of every action that gives somebody a place: is it safe, is it paid, and if not, for what reason."""

import datetime
import uuid
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from accounts.audit import record
from accounts.models import User
from casework.register.models.case import Case
from pages.questions import ANY_KEY, kept_rows
from shelters.choices import BedRule, Severity
from shelters.models import Placement, Room, StayReason
from shelters.neighbours import ROOM, Neighbours, SleepingPlace
from shelters.refusals import Endangers, ReasonNeeded
from shelters.rule_words import broken_in_words, money_in_words
from shelters.rules.paying import not_covered
from shelters.rules.protection import Breach
from shelters.sleepers import sleeper

# What happens to a child whose family leaves it behind.
OF_THOSE_LEFT = (BedRule.CHILD_WITHOUT_FAMILY, BedRule.CHILD_AMONG_STRANGERS)
FirstNights = Mapping[Breach, datetime.date]
of_room = attrgetter(*ROOM)


def protect(
    stays: Sequence[Placement],
    *,
    left: Sequence[Placement] = (),
    unpaid: Iterable[BedRule] = (),
    reason: str = "",
    by: User,
) -> None:
    """Runs after an action has written its stays and before it commits: a refusal rolls everything back.

    `left` are the stays that the same people gave up: a child who stays there must not be alone. `unpaid` names what ends
    before the stays do. Raises Endangers, or ReasonNeeded if a reason is enough and missing; the reason is saved with each
    stay that needed it.
    """
    if not stays:
        return
    neighbours = _neighbours(stays, left, by.today())
    of_stay = {stay.individual_id: stay for stay in stays}
    places = _places(stays, by.today())
    broken = neighbours.broken_by(places)
    refused = _refused(broken)
    alone = _left_alone(neighbours, left, beside=places)
    if refused or alone:
        of_those = _stays_of(alone)
        raise Endangers(*_sentences(refused, of_stay), *_sentences(alone, of_those))
    asked = {breach: night for breach, night in broken.items() if breach not in refused}
    _keep_reason(stays, asked, list(unpaid), reason=reason, by=by)


def refuse_what_endangers(
    stays: Sequence[Placement], *, left: Sequence[Placement] = (), by: User
) -> None:
    """The same for stays that are restored or corrected: no reason is asked for twice."""
    if not stays and not left:
        return
    neighbours = _neighbours(stays or left, left, by.today())
    places = _places(stays, by.today())
    refused = _refused(neighbours.broken_by(places))
    alone = _left_alone(neighbours, left, beside=places)
    if refused or alone:
        of_stay = {stay.individual_id: stay for stay in stays}
        raise Endangers(*_sentences(refused, of_stay), *_sentences(alone, _stays_of(alone)))


def ask_about_money(
    unpaid: Mapping[Placement, Sequence[BedRule]], *, reason: str, by: User
) -> None:
    """A correction onto nights that are not paid, or under no contract, needs a reason."""
    if not unpaid:
        return
    if not reason.strip():
        sentences = (
            money_in_words(rule, stay.site) for stay, rules in unpaid.items() for rule in rules
        )
        raise ReasonNeeded(*dict.fromkeys(sentences), field="reason")
    for stay, rules in unpaid.items():
        _write_reason(stay, rules, reason=reason, by=by)


def breaking(stays: Sequence[Placement], rule: BedRule, *, today: datetime.date) -> list[Placement]:
    """Those of these stays that break the rule on a night from today on."""
    if not stays:
        return []
    broken = _neighbours(stays, (), today).broken_by(_places(stays, today))
    people = {breach.person for breach in broken if breach.rule == rule}
    return [stay for stay in stays if stay.individual_id in people]


def ask_about_those_left(left: Sequence[Placement], *, reason: str, by: User) -> None:
    """A departure that has happened cannot be refused; if a child stays behind, it needs a note on who looks after it."""
    if not left:
        return
    alone = _left_alone(_neighbours(left, left, by.today()), left)
    if not alone:
        return
    if not reason.strip():
        raise ReasonNeeded(*_sentences(alone, _stays_of(alone)), field="reason")
    for stay in left:
        _write_reason(stay, {breach.rule for breach in alone}, reason=reason, by=by)


def unpaid_nights(stay: Placement, leaves_on: datetime.date | None) -> list[BedRule]:
    """What ends at the site before this day of leaving."""
    site = stay.site
    return list(
        not_covered(leaves_on, paid_until=site.paid_until, contract_ends_on=site.contract_ends_on)
    )


def _neighbours(
    stays: Sequence[Placement], left: Sequence[Placement], today: datetime.date
) -> Neighbours:
    """Everybody around, read under locks: nobody else can change who sleeps in these rooms, or where the family does."""
    cases = {stay.case_id for stay in stays}
    rooms = {stay.bed.room_id for stay in (*stays, *left) if stay.bed}
    # Locks in one order, so that two actions on the same families or rooms cannot deadlock.
    kept_rows(_families_to_lock, values={ANY_KEY: cases})
    kept_rows(_rooms_to_lock, values={ANY_KEY: rooms})
    return Neighbours(
        [stay.individual for stay in stays],
        cases=cases,
        rooms=rooms,
        first=max(today, min(stay.starts_on for stay in stays)),
        today=today,
    )


def _families_to_lock() -> Any:
    rows = Case.objects.select_for_update(no_key=True).filter(pk__in=[ANY_KEY])
    return rows.order_by("pk").values_list("pk")


def _rooms_to_lock() -> Any:
    rows = Room.objects.select_for_update(no_key=True).filter(pk__in=[ANY_KEY])
    return rows.order_by("pk").values_list("pk")


def _places(stays: Sequence[Placement], today: datetime.date) -> list[SleepingPlace]:
    return [
        SleepingPlace.of_stay(
            stay,
            sleeper(stay.individual, stay.case_id, today),
            of_room(stay.bed.room) if stay.bed else (),
            today=today,
            since=today,
        )
        for stay in stays
    ]


def _refused(broken: FirstNights) -> FirstNights:
    return {
        breach: night for breach, night in broken.items() if breach.rule.severity == Severity.REFUSE
    }


def _left_alone(
    neighbours: Neighbours, left: Sequence[Placement], *, beside: Sequence[SleepingPlace] = ()
) -> FirstNights:
    """Children of the family who stay where these people were, without an adult of the family there."""
    sites = {stay.site_id for stay in left}
    cases = {stay.case_id for stay in left}
    staying = [
        place for place in neighbours.places if place.who.family in cases and place.site_id in sites
    ]
    broken = neighbours.broken_by(staying, beside=beside)
    return {breach: night for breach, night in broken.items() if breach.rule in OF_THOSE_LEFT}


def _stays_of(broken: FirstNights) -> dict[uuid.UUID, Placement]:
    people = {breach.person for breach in broken}
    nights = broken.values()
    stays = Placement.objects.overlapping(min(nights), None) if nights else Placement.objects.none()
    return {stay.individual_id: stay for stay in stays.filter(individual__in=people).with_people()}


def _keep_reason(
    stays: Sequence[Placement],
    asked: FirstNights,
    unpaid: Sequence[BedRule],
    *,
    reason: str,
    by: User,
) -> None:
    """Reasons given when the stay began are not asked for again; unpaid nights are."""
    if not asked and not unpaid:
        return
    answered = {
        (answer.individual_id, rule)
        for answer in StayReason.objects.standing().filter(placement__in=stays)
        for rule in answer.rules
    }
    open_ = {
        breach: night
        for breach, night in asked.items()
        if (breach.person, breach.rule) not in answered
    }
    if not open_ and not unpaid:
        return
    if not reason.strip():
        of_stay = {stay.individual_id: stay for stay in stays}
        money = [money_in_words(rule, stays[0].site) for rule in unpaid]
        raise ReasonNeeded(*_sentences(open_, of_stay), *money, field="reason")
    for stay in stays:
        own = {breach.rule for breach in open_ if breach.person == stay.individual_id}
        if rules := own | set(unpaid):
            _write_reason(stay, rules, reason=reason, by=by)


def _write_reason(stay: Placement, rules: Iterable[BedRule], *, reason: str, by: User) -> None:
    codes = sorted(str(rule) for rule in rules)
    StayReason.objects.create(
        key_id=stay.individual.key_id,
        individual=stay.individual,
        placement=stay,
        rules=codes,
        reason=reason.strip(),
        recorded_by=by,
    )
    record("placement.reason_given", by=by, about=stay, details={"rules": codes})


def _sentences(broken: FirstNights, of_stay: Mapping[uuid.UUID, Placement]) -> list[str]:
    """One sentence for each rule, naming everybody concerned."""
    by_rule: dict[BedRule, list[Breach]] = {}
    for breach in broken:
        by_rule.setdefault(breach.rule, []).append(breach)
    said = []
    for rule, breaches in by_rule.items():
        stays = [of_stay[breach.person] for breach in breaches]
        said.append(
            broken_in_words(
                rule,
                who=[stay.individual.display_name for stay in stays],
                site=stays[0].site.name,
                rooms=[stay.bed.room.name for stay in stays if stay.bed],
                on=min(broken[breach] for breach in breaches),
            )
        )
    return said
