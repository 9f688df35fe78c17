"""Checks whether a place is safe and paid, for every action that gives one, and keeps the reason if it is not."""

import datetime
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence

from accounts.audit import record
from accounts.models import User
from casework.register.models.case import Case
from shelters.actions.locks import lock_in_order
from shelters.choices import BedRule, Severity
from shelters.free_beds import not_cleaned
from shelters.holds.actions import settle_holds
from shelters.models import Placement, Room, StayReason
from shelters.neighbours import Neighbours, SleepingPlace
from shelters.refusals import Endangers, ReasonNeeded
from shelters.rule_words import broken_in_words, money_in_words
from shelters.rules.paying import is_past_notice, not_covered
from shelters.rules.protection import Breach
from shelters.rules.stays import ONE_NIGHT
from shelters.sleepers import sleeper

# Rules that are broken for a child whose family leaves it behind.
RULES_FOR_LEFT_CHILDREN = (BedRule.CHILD_WITHOUT_FAMILY, BedRule.CHILD_AMONG_STRANGERS)
FirstNights = Mapping[Breach, datetime.date]
# By stay the rules about money, notice and cleaning that it breaks.
Unpaid = Mapping[Placement, Collection[BedRule]]


def protect(
    stays: Sequence[Placement],
    *,
    left: Sequence[Placement] = (),
    unpaid: Unpaid | None = None,
    reason: str = "",
    by: User,
) -> None:
    """Checks stays that an action has written and not yet committed: a refusal rolls everything back.

    `left` are the stays that the same people gave up: a child who stays there must not be alone. Raises Endangers, or
    ReasonNeeded if a reason is missing that would be enough. Saves the reason with each stay that needs it.
    """
    if not stays:
        return
    neighbours = _neighbours(stays, left, by.today())
    stay_by_person = {stay.individual_id: stay for stay in stays}
    places = _places(stays, by.today())
    broken = neighbours.broken_by(places)
    refused = _refused(broken)
    alone = _left_alone(neighbours, left, beside=places)
    if refused or alone:
        left_behind = _stays_of(alone)
        raise Endangers(*_sentences(refused, stay_by_person), *_sentences(alone, left_behind))
    settle_holds(stays, by=by)
    need_reason = {breach: night for breach, night in broken.items() if breach not in refused}
    _keep_reason(stays, need_reason, unpaid or {}, reason=reason, by=by)


def refuse_what_endangers(
    stays: Sequence[Placement], *, left: Sequence[Placement] = (), by: User
) -> None:
    """Raises Endangers for stays that are restored or corrected. They need no reason, because it was given before."""
    if not stays and not left:
        return
    neighbours = _neighbours(stays or left, left, by.today())
    places = _places(stays, by.today())
    refused = _refused(neighbours.broken_by(places))
    alone = _left_alone(neighbours, left, beside=places)
    if refused or alone:
        stay_by_person = {stay.individual_id: stay for stay in stays}
        raise Endangers(*_sentences(refused, stay_by_person), *_sentences(alone, _stays_of(alone)))


def ask_about_money(unpaid: Unpaid, *, reason: str, by: User) -> None:
    """Saves the reason for nights that are not paid or not under contract. Raises ReasonNeeded without one."""
    if not unpaid:
        return
    if not reason.strip():
        raise ReasonNeeded(*_about_money(unpaid), field="reason")
    for stay, rules in unpaid.items():
        _write_reason(stay, rules, reason=reason, by=by)


def breaking(stays: Sequence[Placement], rule: BedRule, *, today: datetime.date) -> list[Placement]:
    """The stays that break the rule on any night from today on."""
    if not stays:
        return []
    broken = _neighbours(stays, (), today).broken_by(_places(stays, today))
    people = {breach.person for breach in broken if breach.rule == rule}
    return [stay for stay in stays if stay.individual_id in people]


def ask_about_those_left(left: Sequence[Placement], *, reason: str, by: User) -> None:
    """Raises ReasonNeeded if a child stays behind: the reason says who looks after it. A departure cannot be refused."""
    if not left:
        return
    alone = _left_alone(_neighbours(left, left, by.today()), left)
    if not alone:
        return
    if not reason.strip():
        raise ReasonNeeded(*_sentences(alone, _stays_of(alone)), field="reason")
    for stay in left:
        _write_reason(stay, {breach.rule for breach in alone}, reason=reason, by=by)


def unpaid_nights(
    stay: Placement, leaves_on: datetime.date | None, *, since: datetime.date | None = None
) -> list[BedRule]:
    """The rules about money and notice that nights until this day of leaving break at the site.

    The nights begin with the stay, or on the later day `since`.
    """
    starts_on = max(filter(None, (stay.starts_on, since)))
    return list(not_covered(leaves_on, starts_on=starts_on, **stay.site.terms))


def unpaid_when_given(stay: Placement, *, since: datetime.date | None = None) -> list[BedRule]:
    """The rules about money and notice that nights just given break, by placing, moving or extending.

    They are the nights from the first, or from the later day `since`, until the planned end. An open end names only the
    first of them, but goes past any notice. Empty for a move within one site: these nights were given before.
    """
    if since is None and stay.previous and stay.previous.site_id == stay.site_id:
        return []
    first = max(filter(None, (stay.starts_on, since)))
    rules = unpaid_nights(stay, stay.planned_end_on or first + ONE_NIGHT, since=first)
    if is_past_notice(stay.planned_end_on, stay.site.must_leave_on):
        rules.append(BedRule.NOTICE_GIVEN)
    return list(dict.fromkeys(rules))


def uncleaned(
    stay: Placement, *, since: datetime.date | None = None, until: datetime.date | None = None
) -> list[BedRule]:
    """The rule about nights for cleaning, if the bed is not clean by the first night `since`, or somebody else gets it too
    soon after the day of leaving `until`."""
    beds = not_cleaned([stay.site], [stay.individual_id], since=since, until=until)
    return [BedRule.CLEANING_GAP] if stay.bed_id in beds else []


def _neighbours(
    stays: Sequence[Placement], left: Sequence[Placement], today: datetime.date
) -> Neighbours:
    """Reads the neighbours under locks, so that nobody else can change who sleeps in these rooms, or the family's stays."""
    cases = {stay.case_id for stay in stays}
    rooms = {stay.bed.room_id for stay in (*stays, *left) if stay.bed}
    lock_in_order(Case, cases)
    lock_in_order(Room, rooms)
    return Neighbours(
        [stay.individual for stay in stays],
        cases=cases,
        rooms=rooms,
        first=max(today, min(stay.starts_on for stay in stays)),
        today=today,
    )


def _places(stays: Sequence[Placement], today: datetime.date) -> list[SleepingPlace]:
    return [
        SleepingPlace.of_stay(
            stay,
            sleeper(stay.individual, stay.case_id, today),
            (stay.site.for_whom, *((stay.bed.room.pk, *stay.bed.room.facts) if stay.bed else ())),
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
    """The rules broken for children who stay at the sites that these people left, without an adult of the family."""
    sites = {stay.site_id for stay in left}
    cases = {stay.case_id for stay in left}
    staying = [
        place for place in neighbours.places if place.who.family in cases and place.site_id in sites
    ]
    broken = neighbours.broken_by(staying, beside=beside)
    return {
        breach: night for breach, night in broken.items() if breach.rule in RULES_FOR_LEFT_CHILDREN
    }


def _stays_of(broken: FirstNights) -> dict[uuid.UUID, Placement]:
    people = {breach.person for breach in broken}
    nights = broken.values()
    stays = Placement.objects.overlapping(min(nights), None) if nights else Placement.objects.none()
    return {stay.individual_id: stay for stay in stays.filter(individual__in=people).with_people()}


def _keep_reason(
    stays: Sequence[Placement],
    need_reason: FirstNights,
    unpaid: Unpaid,
    *,
    reason: str,
    by: User,
) -> None:
    """Saves the reason. Raises ReasonNeeded without one, unless the stay already has a reason for every broken rule.

    Unpaid nights always need a new reason.
    """
    if not need_reason and not unpaid:
        return
    answered = {
        (answer.individual_id, rule)
        for answer in StayReason.objects.standing().filter(placement__in=stays)
        for rule in answer.rules
    }
    unanswered = {
        breach: night
        for breach, night in need_reason.items()
        if (breach.person, breach.rule) not in answered
    }
    if not unanswered and not unpaid:
        return
    if not reason.strip():
        stay_by_person = {stay.individual_id: stay for stay in stays}
        sentences = [*_sentences(unanswered, stay_by_person), *_about_money(unpaid)]
        raise ReasonNeeded(*sentences, field="reason")
    for stay in stays:
        broken = {breach.rule for breach in unanswered if breach.person == stay.individual_id}
        if rules := broken.union(unpaid.get(stay, ())):
            _write_reason(stay, rules, reason=reason, by=by)


def _about_money(unpaid: Unpaid) -> Iterable[str]:
    broken = ((rule, stay.site) for stay, rules in unpaid.items() for rule in rules)
    return dict.fromkeys(money_in_words(rule, site) for rule, site in broken)


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


def _sentences(broken: FirstNights, stay_by_person: Mapping[uuid.UUID, Placement]) -> list[str]:
    """One sentence for each rule, naming everybody concerned."""
    by_rule: dict[BedRule, list[Breach]] = {}
    for breach in broken:
        by_rule.setdefault(breach.rule, []).append(breach)
    sentences = []
    for rule, breaches in by_rule.items():
        stays = [stay_by_person[breach.person] for breach in breaches]
        sentences.append(
            broken_in_words(
                rule,
                who=[stay.individual.display_name for stay in stays],
                site=stays[0].site.name,
                rooms=[stay.bed.room.name for stay in stays if stay.bed],
                on=min(broken[breach] for breach in breaches),
            )
        )
    return sentences
