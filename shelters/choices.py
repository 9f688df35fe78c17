"""Choices of shelters, groups of states, and tones."""

import datetime
from typing import Any

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pages.choices import HowCounted, Toned


class SiteKind(models.TextChoices):
    HOTEL = "hotel", _("Hotel")
    CHURCH_SHELTER = "church_shelter", _("Church shelter")
    RECEPTION_CENTRE = "reception_centre", _("Reception centre")
    TENTS = "tents", _("Tents")
    PRIVATE_HOME = "private_home", _("Private home")
    OTHER = "other", _("Other place")


# Kinds of sites where a person is housed without a numbered bed.
HOUSED_WITHOUT_BED = (SiteKind.PRIVATE_HOME,)


class NightGuard(models.TextChoices):
    """Who guards a site at night."""

    NONE = "none", _("Nobody")
    OWN = "own", _("Staff of the site")
    HIRED = "hired", _("A hired guard")
    POLICE = "police", _("Police or army")


class AccommodationType(models.TextChoices):
    """UNHCR's accommodation types."""

    INDIVIDUAL = "I", _("Individual accommodation")
    SELF_SETTLED = "S", _("Self-settled")
    PLANNED_CAMP = "P", _("Planned camp")
    COLLECTIVE = "C", _("Collective centre")
    RECEPTION = "R", _("Reception or transit centre")
    UNDEFINED = "U", _("Not defined")


class RoomKind(models.TextChoices):
    ROOM = "room", _("Room")
    FAMILY_ROOM = "family_room", _("Family room")
    HALL = "hall", _("Hall")
    TENT = "tent", _("Tent")


class ForWhom(models.TextChoices):
    """For whom alone a site or a room is; empty for everybody. A room is also for whom its site is."""

    WOMEN = "women", _("Women only")
    MEN = "men", _("Men only")
    FAMILIES = "families", _("Families only")


class BedKind(models.TextChoices):
    """A surge place is beyond the site's regular beds: occupancy never counts it as capacity."""

    BED = "bed", _("Bed")
    BUNK = "bunk", _("Bunk")
    COT = "cot", _("Cot")
    MATTRESS = "mattress", _("Mattress")
    SURGE = "surge", _("Surge place")


class SurgeReason(models.TextChoices):
    PEAK = "peak", _("More arrivals than beds")
    EVICTION = "eviction", _("Another site closed")
    FAMILY_TOGETHER = "family_together", _("To keep a family together")
    REPAIR = "repair", _("Beds under repair")
    PROTECTION = "protection", _("For somebody's safety")


class ClosureReason(models.TextChoices):
    """Why a bed is out of service."""

    REPAIR = "repair", _("Repair")
    CLEANING = "cleaning", _("Cleaning")
    PEST = "pest", _("Pest control")
    DAMP = "damp", _("Damp or flooding")
    SAFETY = "safety", _("Not safe")
    OWNER = "owner", _("Used by the owner")
    OTHER = "other", _("Another reason")


class CancelReason(models.TextChoices):
    NO_SHOW = "no_show", _("Did not come")
    DECLINED = "declined", _("Declined the place")
    MISTAKE = "mistake", _("Placed by mistake")
    OTHER_PLACE = "other_place", _("Found another place")
    BED_TAKEN = "bed_taken", _("The bed was still taken")


class LeftTo(models.TextChoices):
    """Where somebody goes who is checked out."""

    OWN_RENT = "own_rent", _("A place that they rent")
    RENT_SUBSIDY = "subsidy", _("A place with a rent subsidy")
    RELATIVES = "relatives", _("Relatives or friends")
    ONWARD = "onward", _("Travels on")
    OTHER_SITE = "other_site", _("Another site")
    HOSPITAL = "hospital", _("Hospital")
    NOWHERE = "nowhere", _("The street, or no place")
    OTHER = "other", _("Somewhere else")
    NOT_KNOWN = "not_known", _("Asked, and not known")
    NOT_ASKED = "not_asked", _("Not asked")


# Who left a site for one of these is not without a bed.
PLACE_OF_THEIR_OWN = (LeftTo.OWN_RENT, LeftTo.RENT_SUBSIDY, LeftTo.RELATIVES, LeftTo.ONWARD)


class LeftBecause(models.TextChoices):
    """Why somebody leaves a site."""

    OWN_PLACE = "own_place", _("Found a place of their own")
    FAMILY = "family", _("To be with family")
    WORK = "work", _("Work or studies elsewhere")
    HEALTH = "health", _("Health")
    NOT_SAFE = "not_safe", _("Did not feel safe")
    CONDITIONS = "conditions", _("How the site is")
    PUT_OUT = "put_out", _("The site no longer takes them")
    RULES = "rules", _("Asked to leave over the rules of the site")
    OTHER = "other", _("Another reason")
    NOT_ASKED = "not_asked", _("Not asked")


class EarlierStay(models.TextChoices):
    """What happens to the earlier stay when a stay that began with a move is annulled."""

    RUNS_ON = "runs_on", _("They never left there: that stay runs on")
    ENDED = "ended", _("They left there all the same: that stay stays ended")


class StayStatus(Toned):
    """The state of a stay on a day. It is computed from the dates and never stored."""

    EXPECTED = "expected", "calm", _("Expected")
    ARRIVES = "arrives", "calm", _("Arrives today")
    NOT_ARRIVED = "not_arrived", "warn", _("Has not arrived")
    STAYING = "staying", "good", _("Staying")
    LEAVES = "leaves", "calm", _("Leaves today")
    OVERDUE = "overdue", "warn", _("Should have left")
    ALLOWED = "allowed", "calm", _("Stays on with permission")
    ENDED = "ended", "quiet", _("Left")
    CANCELLED = "cancelled", "quiet", _("Stay cancelled")

    @property
    def awaits_check_in(self) -> bool:
        return self in AWAITED

    @property
    def is_here(self) -> bool:
        return self in HERE

    @property
    def is_to_come(self) -> bool:
        return self in TO_COME

    @property
    def awaits_check_out(self) -> bool:
        return self in (StayStatus.LEAVES, StayStatus.OVERDUE)

    @property
    def stays_past_the_plan(self) -> bool:
        return self in PAST_THE_PLAN

    @property
    def is_staying(self) -> bool:
        """Whether the person is here today and tomorrow."""
        return self == StayStatus.STAYING

    def label_on(self, day: datetime.date, today: datetime.date) -> Any:
        """The label for a past, present or future day."""
        if day == today:
            return self.label
        match self:
            case StayStatus.ARRIVES:
                return _("Arrives that day") if day > today else _("Was to arrive that day")
            case StayStatus.LEAVES:
                return _("Leaves that day") if day > today else _("Was to leave that day")
        return self.label


class StayNight(models.TextChoices):
    """What a night was, or will be, of a stay. It is computed from the dates and never stored."""

    SLEPT = "slept", _("Slept")
    PLANNED = "planned", _("Planned")
    NOT_ARRIVED = "not_arrived", _("Has not arrived")
    LEFT = "left", _("Left")
    ANNULLED = "annulled", _("Stay cancelled")


PAST_THE_PLAN = frozenset({StayStatus.OVERDUE, StayStatus.ALLOWED})
HERE = PAST_THE_PLAN | {StayStatus.STAYING, StayStatus.LEAVES}
AWAITED = frozenset({StayStatus.ARRIVES, StayStatus.NOT_ARRIVED})
TO_COME = AWAITED | {StayStatus.EXPECTED}


class HowNightsCounted(HowCounted):
    """How the rates of this app are counted. A page shows this beside each rate."""

    OCCUPANCY = (
        "I05",
        _(
            "People asleep at a site that night, per bed in service that night. Surge places are no beds."
        ),
    )
    AREA = "area_each", _("The usable area of the site, by the people asleep there that night.")


class Severity(models.TextChoices):
    REFUSE = "refuse", _("Refused")
    ASK_REASON = "ask_reason", _("With a reason that is kept")


class BedRule(models.TextChoices):
    """The rules checked when somebody gets a bed. `shelters/rules/protection.py` has their sources."""

    CHILD_WITHOUT_FAMILY = (
        "child_without_family",
        _("A child sleeps where an adult of the family sleeps"),
    )
    UNACCOMPANIED = "unaccompanied", _("Somebody looks after a child who came without family")
    CHILD_AMONG_STRANGERS = (
        "child_among_strangers",
        _("No child sleeps among adults of other families without an adult of their own"),
    )
    SMALL_CHILD_ALONE = (
        "small_child_alone",
        _("A small child sleeps in the room of an adult of the family"),
    )
    GIRL_WITH_YOUNG_MAN = (
        "girl_with_young_man",
        _("No girl sleeps with a young man alone where the family can be split otherwise"),
    )
    AGE_NOT_KNOWN = "age_not_known", _("Who may be a child does not sleep among strangers")
    WOMEN_ONLY = "women_only", _("No man sleeps in a room for women")
    BOY_IN_WOMEN_ONLY = (
        "boy_in_women_only",
        _("A small boy stays with his mother in a room for women"),
    )
    MEN_ONLY = "men_only", _("No woman sleeps in a room for men")
    GIRL_IN_MEN_ONLY = (
        "girl_in_men_only",
        _("A small girl stays with her father in a room for men"),
    )
    FAMILIES_ONLY = "families_only", _("Nobody sleeps alone in a room for families")
    APART_AT_SITE = "apart_at_site", _("Who is to be kept apart does not sleep at one site")
    KEPT_APART = "kept_apart", _("Who is to be kept apart shares no room")
    MAN_BESIDE_CHILDREN = "man_beside_children", _("No man sleeps beside the children of others")
    BOTH_SEXES = "both_sexes", _("Women and men who are no family share no room")
    NEEDS_GROUND_FLOOR = "needs_ground_floor", _("Who needs the ground floor sleeps on it")
    NEEDS_STEP_FREE = "needs_step_free", _("Who cannot take steps sleeps where there are none")
    NEEDS_SINGLE_ROOM = (
        "needs_single_room",
        _("Who needs a room of their own shares it with nobody but family"),
    )
    JOINS_SINGLE_ROOM = (
        "joins_single_room",
        _("Nobody joins somebody who needs a room of their own"),
    )
    NEEDS_COT = "needs_cot", _("Who needs a cot sleeps where one can be added")
    NEEDS_QUIET = "needs_quiet", _("Who needs quiet sleeps neither in a hall nor in a tent")
    NEEDS_BATHROOM = (
        "needs_bathroom",
        _("Who needs a bathroom of their own sleeps in a room that has one"),
    )
    NOT_PAID = "not_paid", _("The nights are paid")
    NO_CONTRACT = "no_contract", _("The contract covers the nights")
    NOTICE_GIVEN = "notice_given", _("Nobody stays past the day of a notice to leave")
    CLEANING_GAP = "cleaning_gap", _("A bed stays free for cleaning after somebody left it")
    OVERSTAY = "overstay", _("Who stays past the planned day of leaving is allowed to")

    @property
    def severity(self) -> Severity:
        return Severity.REFUSE if self in REFUSED else Severity.ASK_REASON


# The other rules ask for a reason.
REFUSED = frozenset(
    {
        BedRule.CHILD_WITHOUT_FAMILY,
        BedRule.CHILD_AMONG_STRANGERS,
        BedRule.WOMEN_ONLY,
        BedRule.MEN_ONLY,
        BedRule.KEPT_APART,
    }
)


# Texts for broken rules: beside a reason, the label of the rule would read as if it were kept.
NOT_MET: dict[BedRule, str | Promise] = {
    BedRule.CHILD_WITHOUT_FAMILY: _("no adult of the family sleeps where the child does"),
    BedRule.UNACCOMPANIED: _("the child came without an adult of the family"),
    BedRule.CHILD_AMONG_STRANGERS: _("a child sleeps among adults of other families, alone"),
    BedRule.SMALL_CHILD_ALONE: _("a small child sleeps in a room without an adult of the family"),
    BedRule.GIRL_WITH_YOUNG_MAN: _("a girl sleeps in a room with a young man alone"),
    BedRule.AGE_NOT_KNOWN: _("somebody who may be a child sleeps among strangers"),
    BedRule.WOMEN_ONLY: _("somebody who is no woman sleeps in a room for women"),
    BedRule.BOY_IN_WOMEN_ONLY: _("a small boy sleeps with his mother in a room for women"),
    BedRule.MEN_ONLY: _("somebody who is no man sleeps in a room for men"),
    BedRule.GIRL_IN_MEN_ONLY: _("a small girl sleeps with her father in a room for men"),
    BedRule.FAMILIES_ONLY: _("somebody sleeps without family in a room for families"),
    BedRule.APART_AT_SITE: _("people who are to be kept apart sleep at one site"),
    BedRule.KEPT_APART: _("people who are to be kept apart share a room"),
    BedRule.MAN_BESIDE_CHILDREN: _("a man sleeps beside the children of others"),
    BedRule.BOTH_SEXES: _("women and men who are no family share a room"),
    BedRule.NEEDS_GROUND_FLOOR: _("somebody who needs the ground floor sleeps on another"),
    BedRule.NEEDS_STEP_FREE: _("there are steps, or nobody knows, where somebody cannot take any"),
    BedRule.NEEDS_SINGLE_ROOM: _("somebody who needs a room of their own shares it"),
    BedRule.JOINS_SINGLE_ROOM: _("somebody shares a room that another needs for themselves"),
    BedRule.NEEDS_COT: _("no cot is known of where one is needed"),
    BedRule.NEEDS_QUIET: _("somebody who needs quiet sleeps in a hall or a tent"),
    BedRule.NEEDS_BATHROOM: _("somebody who needs a bathroom of their own has none"),
    BedRule.NOT_PAID: _("not all nights are paid"),
    BedRule.NO_CONTRACT: _("the contract does not cover all nights"),
    BedRule.NOTICE_GIVEN: _("nights are past the day of a notice to leave"),
    BedRule.CLEANING_GAP: _("the bed is given before the nights for cleaning are over"),
    BedRule.OVERSTAY: _("the planned day of leaving has passed"),
}
