"""Finds beds for a family: reads which beds are free and who sleeps beside them, and applies the rules."""

import datetime
import uuid
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations, groupby
from operator import attrgetter, itemgetter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.dates import short_date
from pages.questions import PLACEHOLDER, cached_rows
from shelters.choices import BedRule, Severity
from shelters.companions import companions_in_words
from shelters.free_beds import beds_with_rooms, free_beds, nights_asked, not_cleaned
from shelters.models import Bed, Site
from shelters.neighbours import (
    Neighbours,
    SleepingPlace,
    read_first_facts,
    rooms_that_ask,
)
from shelters.offers import BedOffer, SiteOffers, in_words, numbered
from shelters.querysets.families import members_in_their_own, members_without_bed
from shelters.querysets.moment import ANY_NIGHT
from shelters.refusals import NotEnoughBeds
from shelters.rule_words import broken_in_words, money_in_words
from shelters.rules.paying import is_past_notice
from shelters.rules.protection import (
    Breach,
    Sleeper,
    adult_beside,
    is_kind_split,
)
from shelters.rules.room_needs import RULE_OF_NEED
from shelters.rules.runs import FreeBed, Judge, Run, best_runs, spread_over_rooms, swaps
from shelters.sleepers import sleeper


def waiting_members(case: Case, night: datetime.date) -> list[Individual]:
    """Members without a bed that night, by number."""
    return cached_rows(
        _people, members_without_bed, values={ANY_NIGHT: night, PLACEHOLDER: case.pk}
    )


def members_with_own_place(case: Case, night: datetime.date) -> list[Individual]:
    """Members who left a site for a place of their own: they wait for no bed, and may get one again."""
    return cached_rows(
        _people, members_in_their_own, values={ANY_NIGHT: night, PLACEHOLDER: case.pk}
    )


def _people(members_on: Callable[[datetime.date], Any]) -> Any:
    members = members_on(ANY_NIGHT).filter(case=PLACEHOLDER)
    people = Individual.objects.filter(pk__in=members.values("individual")).order_by("number")
    return people.select_related("arrival")


# The neighbours at this number of the best sites are read together; those at further sites only if they are needed.
READ_AT_ONCE = 16


class Search:
    """Finds beds for these members of one family from a night on. Describes only neighbours whom `reader` sees."""

    def __init__(
        self,
        case: Case,
        people: Sequence[Individual],
        *,
        sites: Iterable[Site],
        night: datetime.date,
        until: datetime.date | None,
        reader: User,
        given: Mapping[uuid.UUID, SleepingPlace] | None = None,
        leaves: uuid.UUID | None = None,
    ) -> None:
        """`given` are beds that the same page proposes to other families; `leaves` is the site that is proposed last."""
        self.given, self.leaves, self.left_out = given or {}, leaves, 0
        self.case, self.people, self.reader = case, people, reader
        self.night, self.until, self.today = night, until, reader.today()
        self.who = [self._sleeper(person) for person in people]
        # Past the day of a notice to leave nobody is offered a bed.
        self.sites = {
            site.pk: site for site in sites if not is_past_notice(until, site.must_leave_on)
        }
        free, self.rooms = free_beds(self.sites.values(), night, until, reader=reader)
        self.free = [bed for bed in free if bed.bed_id not in self.given]
        self.not_cleaned = not_cleaned(
            self.sites.values(), {one.person for one in self.who}, since=night, until=until
        )
        self._neighbours: Neighbours | None = None
        self._scope: dict[str, Any] = {"cases": [case.pk], "first": night, "today": self.today}
        self._first_facts: dict[str, Any] | None = None
        self._fewest = dict[uuid.UUID, int]()
        # The first run at each site that a rule refuses.
        self.refused = dict[uuid.UUID, Run]()

    def _sleeper(self, person: Individual) -> Sleeper:
        return sleeper(person, self.case.pk, self.today)

    def _is_cleaned(self, run: Run) -> bool:
        return self.not_cleaned.isdisjoint(bed.bed_id for bed in run.beds)

    def runs(self, *, most_sites: int | None = None) -> list[Run]:
        """The best runs at each site that no rule refuses, best first.

        `most_sites` limits the sites; `left_out` then counts the others with enough free beds. If any are left out, a site
        shows runs that need a reason only if all its runs do.
        """
        sites, not_evaluated = self._best_sites(most_sites)
        shown = sorted(sites[:most_sites], key=lambda ways: ways[0].site_id == self.leaves)
        self.left_out = len(sites) - len(shown) + not_evaluated
        if self.left_out:
            shown = [[run for run in ways if not run.asks] or ways for ways in shown]
        runs = [run for ways in shown for run in ways]
        self._fetch_beds(runs)
        return runs

    def _fetch_beds(self, runs: Iterable[Run]) -> None:
        chosen = [bed.bed_id for run in runs for bed in run.beds]
        values = {PLACEHOLDER: chosen, **nights_asked(self.night, self.until)}
        beds = cached_rows(beds_with_rooms, self.reader, self.until is not None, values=values)
        self.beds = {bed.pk: bed for bed in beds}
        for bed in self.beds.values():
            bed.room.site = self.sites[bed.room.site_id]

    def why_none_at(self, site: Site) -> list[str]:
        """Why nothing is offered at this site, in words. Call after `runs` offered nothing there."""
        wanted, free = len(self.people), sum(bed.site_id == site.pk for bed in self.free)
        if is_past_notice(self.until, site.must_leave_on):
            return [money_in_words(BedRule.NOTICE_GIVEN, site)]
        if site.pk not in self.sites:
            return [
                _("%(site)s is not open on %(day)s.")
                % {"site": site, "day": short_date(self.night)}
            ]
        if run := self.refused.get(site.pk):
            self._fetch_beds([run])
            return self._in_words(run, Severity.REFUSE)
        words = {"site": site, "free": free, "wanted": wanted}
        if not free:
            return [_("%(site)s has no bed that is free on all of these nights.") % words]
        return [
            ngettext(
                "%(site)s has %(free)d bed that is free on all of these nights; %(wanted)d are needed.",
                "%(site)s has %(free)d beds that are free on all of these nights; %(wanted)d are needed.",
                free,
            )
            % words
        ]

    def _best_sites(self, most: int | None) -> tuple[list[list[Run]], int]:
        """The runs at each site, the best site first, and how many sites were not evaluated.

        Sites are ordered by the fit of their free beds; those that certainly need a reason come last. They are evaluated
        until no later site can be among the `most` best.
        """
        fitting = best_runs(self.free, len(self.people), most_at_a_site=1)
        fitting.sort(key=lambda run: (*self._fit(run), run.cost))
        asking = self._sites_that_ask() if most is not None and len(fitting) > most else ()
        fitting = [run._replace(asks=int(run.site_id in asking)) for run in fitting]
        best_first = [run.site_id for run in sorted(fitting, key=self._fit)]
        read = set(best_first[: None if most is None else READ_AT_ONCE])
        if read:
            self._read_neighbours(read)
        fitting = [
            run._replace(asks=max(run.asks, self._fewest_reasons(run.site_id))) for run in fitting
        ]
        queue = sorted((*self._fit(run), index) for index, run in enumerate(fitting))
        of_site = {site: list(beds) for site, beds in groupby(self.free, key=attrgetter("site_id"))}
        evaluated, tried = list[tuple[tuple[int, int, int, int, int], list[Run]]](), 0
        for best in queue:
            if most is not None and sum(order < best for order, _ways in evaluated) >= most:
                break
            tried += 1
            site = fitting[best[-1]].site_id
            if site not in read:
                self._read_neighbours({*best_first} - read)
                read = {*best_first}
            if ways := self._best_at(of_site[site], self._judged):
                evaluated.append(((*self._fit(ways[0]), best[-1]), ways))
        evaluated.sort(key=itemgetter(0))
        return [ways for _order, ways in evaluated], len(queue) - tried

    def _sites_that_ask(self) -> set[uuid.UUID]:
        """Sites that certainly need a reason: outside of `rooms_that_ask` they have too few free beds."""
        if any(each.is_child for each in self.who):
            return set()
        rooms = {bed.room_id for bed in self.free}
        self._first_facts = read_first_facts(
            self.people, rooms=rooms, with_others=True, **self._scope
        )
        asking = rooms_that_ask(self.who, self._first_facts)
        free = Counter(bed.site_id for bed in self.free if bed.room_id not in asking)
        return {site for site in self.sites if free[site] < len(self.people)}

    def _best_at(self, beds: Sequence[FreeBed], judge: Judge) -> list[Run]:
        """The best runs among these beds of one site."""
        fewest = self._fewest_reasons(beds[0].site_id)
        return best_runs(beds, len(self.people), judge=judge, fewest=fewest)

    def _fewest_reasons(self, site: uuid.UUID) -> int:
        """How many reasons every bed of the site needs: what a member needs and no room with a free bed has."""
        if site not in self._fewest:
            rooms = {bed.room_id for bed in self.free if bed.site_id == site}
            offered = set[str]().union(*(self.rooms[room].offers for room in rooms))
            wanted = {
                need for who in self.who for need in self.neighbours.needs.get(who.person, ())
            }
            self._fewest[site] = len(wanted.intersection(RULE_OF_NEED) - offered)
        return self._fewest[site]

    def _read_neighbours(self, sites: Collection[uuid.UUID]) -> None:
        """Reads who sleeps at these sites, in rooms with a free bed."""
        rooms = {bed.room_id for bed in self.free if bed.site_id in sites}
        if self._neighbours:
            self._neighbours.read_more(rooms)
        else:
            self._neighbours = Neighbours(
                self.people,
                rooms=rooms,
                given=self.given.values(),
                first_facts=self._first_facts,
                **self._scope,
            )
        # Rooms in which an adult of the family sleeps already.
        self.rooms_with_adult = self._neighbours.adults_of(self.who, self.night, self.until)
        self.adult_beside = adult_beside(self.who, self._neighbours.leading)
        self.may_leave_a_girl = not all(
            is_kind_split([pair], self.who)
            for pair in combinations(self.who, 2)
            if not all(each.is_child for each in pair)
        )

    @property
    def neighbours(self) -> Neighbours:
        """The neighbours at the evaluated sites. Raises RuntimeError before `runs`."""
        if self._neighbours is None:
            raise RuntimeError("The neighbours are not read yet: call `runs` first.")
        return self._neighbours

    def assignments(self, run: Run) -> dict[Individual, Bed]:
        return dict(zip(self.people, self.beds_of(run), strict=True))

    def beds_of(self, run: Run) -> list[Bed]:
        return [self.beds[bed.bed_id] for bed in run.beds]

    def offers(self, *, most_sites: int | None = None) -> list[SiteOffers]:
        """The best runs, site by site, in words and numbered from 1; `most_sites` as in `runs`."""
        runs = self.runs(most_sites=most_sites)
        seen = self._visible_stays()
        numbers = numbered(runs)
        offers = [
            BedOffer(
                number=numbers[run],
                run=run,
                beds=self.beds_of(run),
                people=self.people,
                companions=self._companions(run, seen),
                asks=self._in_words(run),
                without_adult=self._without_adult(run),
            )
            for run in runs
        ]
        has_needs = (
            any(each.person in self.neighbours.needs for each in self.who) if runs else False
        )
        return in_words(offers, self.night, self.until, has_needs=has_needs)

    def _fit(self, run: Run) -> tuple[int, int, int, int]:
        """Sorts by `Run.fit`, then by the last night that is paid, under contract and before a notice to leave."""
        site = self.sites[run.site_id]
        uncovered = site.first_night_unpaid(self.night)
        ends = [day for day in (uncovered, self.until) if day]
        return (*run.fit, -min(ends, default=datetime.date.max).toordinal())

    def _judged(self, run: Run) -> Run | None:
        """The run with its people in the best order, and the number of its reasons; None if a rule refuses it."""
        if run.rooms > 1:
            grown_up = [not each.is_child for each in self.who]
            ages = [each.least_age for each in self.who]
            run = spread_over_rooms(run, grown_up, self.adult_beside, ages, self.rooms_with_adult)
            if self.may_leave_a_girl:
                run = self._no_girl_alone(run)
        best = self._with_reasons_counted(run)
        if run.rooms == 1 or not any(each.person in self.neighbours.needs for each in self.who):
            return best
        # If a member needs a room that another one was given, they swap beds.
        fewest = self._fewest_reasons(run.site_id)
        for swapped in swaps(run):
            if best and best.asks <= fewest:
                break
            other = self._with_reasons_counted(swapped)
            if other and (best is None or other.asks < best.asks):
                best = other
        return best

    def _no_girl_alone(self, run: Run) -> Run:
        """The run, or with two beds swapped if only that keeps girls from being alone with young men."""
        return next(filter(self._keeps_girls, (run, *swaps(run))), run)

    def _keeps_girls(self, run: Run) -> bool:
        """`is_kind_split` of the rooms of the run."""
        rooms: dict[uuid.UUID, list[Sleeper]] = {}
        for who, bed in zip(self.who, run.beds, strict=True):
            rooms.setdefault(bed.room_id, []).append(who)
        return is_kind_split(list(rooms.values()), self.who)

    def _without_adult(self, run: Run) -> set[uuid.UUID]:
        """Rooms with only children, while an adult sleeps in another."""
        with_adult = {
            bed.room_id for who, bed in zip(self.who, run.beds, strict=True) if not who.is_child
        }
        return {bed.room_id for bed in run.beds} - with_adult - self.rooms_with_adult

    def _with_reasons_counted(self, run: Run) -> Run | None:
        """The run with the number of rules that need a reason; None if a rule refuses it."""
        asks = set[BedRule]()
        for breach, _night in self.neighbours.breaches(self._places(run)):
            if breach.rule.severity == Severity.REFUSE:
                self.refused.setdefault(run.site_id, run)
                return None
            asks.add(breach.rule)
        return run._replace(asks=len(asks) + (not self._is_cleaned(run)))

    def _places(self, run: Run) -> list[SleepingPlace]:
        return [
            SleepingPlace.in_room(who, self.rooms[bed.room_id], self.night, self.until)
            for who, bed in zip(self.who, run.beds, strict=True)
        ]

    def given_with(self, run: Run) -> dict[uuid.UUID, SleepingPlace]:
        """The proposals of the page with this run added, by bed."""
        beds = [bed.bed_id for bed in run.beds]
        places = [each._replace(stay_id=each.who.person) for each in self._places(run)]
        return {**self.given, **dict(zip(beds, places, strict=True))}

    def _broken_by(self, run: Run) -> Mapping[Breach, datetime.date]:
        return self.neighbours.broken_by(self._places(run))

    def _in_words(self, run: Run, severity: Severity = Severity.ASK_REASON) -> list[str]:
        """A sentence for each rule of this severity that the run breaks."""
        broken = self._broken_by(run)
        beds = {person.pk: bed for person, bed in self.assignments(run).items()}
        names = {person.pk: person.display_name for person in self.people}
        by_rule: dict[BedRule, list[Breach]] = {}
        for breach in broken:
            if breach.rule.severity == severity:
                by_rule.setdefault(breach.rule, []).append(breach)
        sentences = [
            broken_in_words(
                rule,
                who=[names[breach.person] for breach in breaches],
                site=beds[breaches[0].person].room.site.name,
                rooms=[beds[breach.person].room.name for breach in breaches],
                on=min(broken[breach] for breach in breaches),
            )
            for rule, breaches in by_rule.items()
        ]
        if severity == Severity.ASK_REASON and not self._is_cleaned(run):
            sentences.append(money_in_words(BedRule.CLEANING_GAP, self.sites[run.site_id]))
        return sentences

    def _visible_stays(self) -> set[uuid.UUID]:
        """The keys of stays in the rooms of the beds that the reader sees, and of the proposals of the page."""
        seen = {stay for bed in self.beds.values() for stay in bed.seen}
        return seen | {place.who.person for place in self.given.values()}

    def _companions(self, run: Run, seen: set[uuid.UUID]) -> dict[uuid.UUID, list[str]]:
        rooms = {bed.room_id for bed in run.beds}
        neighbours = self.neighbours
        return {
            room: companions_in_words(neighbours.in_room(room, self.night, self.until), seen=seen)
            for room in rooms
        }


def assign(
    case: Case, *, site: Site, night: datetime.date, until: datetime.date | None, reader: User
) -> dict[Individual, Bed]:
    """The bed of each waiting member in the best run. Raises NotEnoughBeds."""
    people = waiting_members(case, night)
    search = Search(case, people, sites=[site], night=night, until=until, reader=reader)
    runs = search.runs()
    if not runs:
        raise NotEnoughBeds(
            _("%(site)s has no %(people)s beds free where they could sleep from that night on.")
            % {"site": site, "people": len(people)}
        )
    return search.assignments(runs[0])
