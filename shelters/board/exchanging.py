"""Who changes beds with whom when the picked people want a bed that is taken, and which beds they get at first."""

import datetime
import uuid
from dataclasses import dataclass

from accounts.models import User
from casework.register.models.individual import Individual
from shelters.board.picking import Picked, stays_with
from shelters.board.words import short_name
from shelters.models import Bed, Placement


@dataclass
class Exchange:
    """The picked people, and `others`: the stays, by person, of the family whose bed they want from the day `on`.

    Without others, the picked people change beds among themselves and with free ones.
    """

    picked: Picked
    wanted: Placement
    others: dict[Individual, Placement]
    on: datetime.date
    beds: list[Bed]

    @property
    def stays(self) -> dict[Individual, Placement]:
        """The present stays of everybody who may change beds, by person."""
        picked = self.picked
        return {
            **{person: picked.stays[person] for person in picked.chosen if picked.moves},
            **self.others,
        }

    @property
    def holders(self) -> dict[uuid.UUID, str]:
        """Who of them has which bed now."""
        return {
            stay.bed_id: short_name(person) for person, stay in self.stays.items() if stay.bed_id
        }

    def beds_after(self, *, parks: bool) -> list[uuid.UUID | None]:
        """The bed of each picked person and of each other one afterwards, as proposed.

        The picked people get the wanted bed, then others of that family, in its room first, then free ones of the room.
        Whose bed they get takes one of theirs or, with `parks`, none; the rest keep their beds.
        """
        now = {person: stay.bed_id for person, stay in self.stays.items()}
        if not self.others:
            return [now.get(person) for person in self.picked.chosen]
        beds = dict(zip(self.picked.chosen, self._wanted_beds(), strict=False))
        given_up = [
            now[person] for person in self.picked.chosen if person in beds and person in now
        ]
        taken = set(beds.values())
        for person in self.picked.chosen:
            beds.setdefault(person, now.get(person))
        for person in self.others:
            if now[person] not in taken:
                beds[person] = now[person]
            else:
                beds[person] = None if parks or not given_up else given_up.pop(0)
        return [beds[person] for person in (*self.picked.chosen, *self.others)]

    def _wanted_beds(self) -> list[uuid.UUID | None]:
        theirs = {stay.bed_id for stay in self.others.values()}
        own = {stay.bed_id for stay in self.picked.stays.values()}
        room = self.wanted.bed.room_id if self.wanted.bed else None
        in_room = [bed for bed in self.beds if bed.room_id == room and bed.pk not in own]
        elsewhere = [bed for bed in self.beds if bed.room_id != room and bed.pk in theirs]
        # A stable sort: their beds of the room, their other ones, free ones of the room.
        wanted = sorted(in_room, key=lambda bed: bed.pk not in theirs)
        count = sum(bed.pk in theirs for bed in wanted)
        ordered = [*wanted[:count], *elsewhere, *wanted[count:]]
        first = [bed.pk for bed in ordered if bed.pk == self.wanted.bed_id]
        return [*first, *(bed.pk for bed in ordered if bed.pk != self.wanted.bed_id)]


def exchange_with(number: str, picked: Picked, *, by: User) -> Exchange | None:
    """The exchange with the family of this person; None if the user may not move them, or they have no bed."""
    theirs = picked.stays if number in picked.numbers else stays_with(number, by)
    wanted = next((stay for person, stay in theirs.items() if person.number == number), None)
    if wanted is None:
        return None
    mine = [picked.stays[person] for person in picked.chosen if picked.moves]
    on = max(picked.starts_on, wanted.starts_on, *(stay.starts_on for stay in mine))
    others = {
        person: stay
        for person, stay in theirs.items()
        if person.number not in picked.numbers
        and stay.starts_on <= on
        and (stay.ends_on is None or stay.ends_on > on)
    }
    stays = [*mine, *others.values()]
    return Exchange(picked, wanted, others, on, _beds_to_choose(stays, on, has_others=bool(others)))


def _beds_to_choose(stays: list[Placement], on: datetime.date, *, has_others: bool) -> list[Bed]:
    """The beds of these stays, and what is free in their rooms; if one party changes beds alone, at its site."""
    held = {stay.bed_id for stay in stays}
    ends = [stay.leaves_on for stay in stays]
    until = None if None in ends else max(day for day in ends if day)
    free = Bed.objects.free_from(
        on, until if until and until > on else None, at={stay.site_id for stay in stays}
    )
    if has_others:
        free = free.filter(room__in={stay.bed.room_id for stay in stays if stay.bed})
    keys = {*held, *free.order_by().values_list("pk", flat=True)}
    return list(Bed.objects.filter(pk__in=keys).select_related("room__site").in_order())
