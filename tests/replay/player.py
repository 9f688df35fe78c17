"""Plays the acts of `spring_2019.toml` through pages, as the colleague who would do them: each act is a form that is sent."""

import datetime
import math
from collections.abc import Iterator
from typing import Any

from django.test import Client
from django.urls import reverse

from aid.models import Agreement
from casework.register.choices import Category
from casework.register.models.case import Case, FamilyMember
from partners.models import Organisation
from reference.models import SanctionInstrument
from seeds.people import Inventor
from shelters.models import Bed, MovePlan, Placement, Room, Site
from shelters.plan.solving import solve_plan
from tests.cast import Cast, log_in
from tests.imports.sheets import HEADINGS, as_xlsx, checked, put_on_file
from tests.page import page_of

REASON = "Esa noche no había otro lugar; se les explicó."
SEED = 2019
# For a typed name, the rows among which the form chooses, and the column that holds the name.
NAMED = {
    "provider": (Organisation, "name"),
    "payer": (Organisation, "name"),
    "agreement": (Agreement, "reference"),
    "instrument": (SanctionInstrument, "code"),
}


class Player:
    """Sends the forms of acts. `one_in` above 1 plays with every so many families, for a quick test."""

    def __init__(self, cast: Cast, *, one_in: int = 1) -> None:
        self.cast, self.one_in = cast, one_in
        self.inventor = Inventor(SEED)
        self.browsers: dict[tuple[str, datetime.date], Client] = {}

    @property
    def today(self) -> datetime.date:
        return self.cast.cucuta.today()

    def browser(self, name: str) -> Client:
        """That of a colleague, who logs in anew each day."""
        if (name, self.today) not in self.browsers:
            self.browsers[name, self.today] = log_in(self.cast.users[name])
        return self.browsers[name, self.today]

    def play(self, act: dict[str, Any]) -> None:
        """Plays one act. Raises AssertionError with the words of the page where a form is refused."""
        act = {"says": {}, "site": ""} | act
        more_than_a_form = {
            "import-upload": self.import_sheet,
            "site-open": self.open_site,
            "placement-place": self.place,
            "check-in": self.check_in,
            "check-out": self.check_out,
            "move-plan-make": self.move,
        }
        if page := more_than_a_form.get(act["page"]):
            page(act, Site.objects.filter(name=act["site"]).first())
            return
        for arguments in self.subjects(act):
            self.send(act["by"], act["page"], *arguments, **act["says"])

    def send(
        self, by: str, page: str, *arguments: Any, is_filled: bool = False, **says: Any
    ) -> None:
        """Sends the form as it stands, with what is typed; `is_filled` if it need not be looked at first."""
        address = reverse(page, args=arguments)
        browser = self.browser(by)
        stands = {} if is_filled else page_of(browser.get(address)).fields
        typed = {name: _key(name, value) for name, value in says.items()}
        answer = browser.post(address, stands | typed)
        assert answer.status_code == 302, (address, page_of(answer).refusals)

    def subjects(self, act: dict[str, Any]) -> Iterator[list[Any]]:
        """The arguments of the address of each form: a site, so many families at it, or the people of so many."""
        site = Site.objects.filter(name=act["site"]).first()
        if "families" in act:
            for case in self.families_at(site, act["families"]):
                yield [act["target"], case.pk]
        elif "people" in act:
            for case in self.families_at(site, act["people"]):
                yield from ([member.individual.number] for member in self.members(case))
        else:
            yield [site.pk] if site else []

    def few(self, number: int) -> int:
        return math.ceil(number / self.one_in)

    def families_at(self, site: Site | None, number: int) -> list[Case]:
        """The first who sleep at the site, or without one who have no bed, by number."""
        asleep = Placement.objects.sleeping_on(self.today)
        if site:
            cases = Case.objects.filter(pk__in=asleep.filter(site=site).values("case"))
        else:
            cases = Case.objects.exclude(pk__in=asleep.values("case"))
        return list(cases.order_by("number")[: self.few(number)])

    def members(self, case: Case) -> list[FamilyMember]:
        members = FamilyMember.objects.on(self.today).filter(case=case)
        return list(members.select_related("individual").order_by("individual__number"))

    def import_sheet(self, act: dict[str, Any], _site: None) -> None:
        """The list of a border post: a family for each number of relatives, and those who came alone."""
        kin = [*act["relatives"][:: self.one_in], *[0] * self.few(act["alone"])]
        rows = [
            row for number, relatives in enumerate(kin, 1) for row in self.family(number, relatives)
        ]
        sheet = as_xlsx([HEADINGS, *rows])
        browser, team = self.browser(act["by"]), self.cast.norte
        day = self.today.isoformat()
        batch = checked(browser, sheet, "llegadas.xlsx", team, arrived_on=day)
        assert batch.rows_good == len(rows), (batch.rows_good, len(rows))
        put_on_file(browser, batch)

    def family(self, number: int, relatives: int) -> Iterator[list[str]]:
        """The rows of one family."""
        head = self.inventor.former_member(self.today)
        for person in [head, *self.inventor.relatives(head, self.today, relatives)]:
            served = person.category == Category.FORMER_MEMBER
            yield [
                str(number),
                person.given_names,
                person.family_names,
                person.sex,
                "",
                str(self.today.year - (person.birth.year or 0)),
                person.document,
                "titular" if served else str(person.relation.label),
                person.force.short_name if person.force else "",
                person.rank.name if person.rank else "",
                "",
                f"{self.today:%d/%m/%Y}",
            ]

    def open_site(self, act: dict[str, Any], _site: None) -> None:
        """The site, its rooms, who runs it, and for a hotel its contract and the nights that are paid."""
        by, name = act["by"], act["site"]
        kind = act.get("kind", "hotel")
        self.send(by, "site-open", name=name, kind=kind, municipality=act["municipality"])
        site = Site.objects.get(name=name)
        self.send(by, "posting-grant", site.pk, user=self.cast.carla.pk, starts_on=self.today)
        hall = {"kind": "hall" if "surge" in act else "room", "bed_kind": "bed"}
        for doors, beds in act["rooms"].items():
            self.send(by, "rooms-add", site.pk, names=doors, beds=beds, **hall)
        for room in Room.objects.filter(site=site) if "surge" in act else ():
            facts = {
                "reason": "peak",
                "approved_by": self.cast.sonia.pk,
                "review_on": act["review_on"],
            }
            self.send(by, "surge-add", site.pk, room=room.pk, number=act["surge"], **facts)
        if "paid_until" in act:
            last = act["contract_until"]
            self.send(by, "site-contract-record", site.pk, starts_on=self.today, ends_on=last)
            self.send("carla", "site-payment-record", site.pk, paid_until=act["paid_until"])

    def place(self, act: dict[str, Any], site: Site) -> None:
        """Gives the next families who have no bed a room each, or the next bed to those who are alone."""
        for case in self.families_at(None, act["families"]):
            people = [str(member.individual_id) for member in self.members(case)]
            beds = ",".join(self.free_beds(site, len(people)))
            facts = {"starts_on": self.today, "run": beds, "reason": REASON}
            self.send(act["by"], "placement-place", case.pk, is_filled=True, people=people, **facts)
        self.check_in(act, site)

    def check_in(self, act: dict[str, Any], site: Site | None) -> None:
        """Everybody who is expected today, at the site or, without one, at every site."""
        stays = Placement.objects.filter(
            starts_on=self.today, checked_in_at=None, cancelled_at=None
        )
        for where in [site] if site else Site.objects.all():
            if expected := [str(stay.pk) for stay in stays.filter(site=where)]:
                facts = {"is_filled": True, "stays": expected, "reason": REASON}
                self.send(act["by"], "site-act", where.pk, "check-in", **facts)

    def free_beds(self, site: Site, number: int) -> list[str]:
        """The first beds of the fullest room that holds so many."""
        taken = Placement.objects.sleeping_on(self.today).filter(site=site).values("bed")
        rooms: dict[Any, list[str]] = {}
        for bed in Bed.objects.filter(room__site=site).exclude(pk__in=taken).in_order():
            rooms.setdefault(bed.room_id, []).append(str(bed.pk))
        return min((beds for beds in rooms.values() if len(beds) >= number), key=len)[:number]

    def check_out(self, act: dict[str, Any], site: Site) -> None:
        """The people of so many families at the site."""
        cases = self.families_at(site, act["families"])
        stays = Placement.objects.sleeping_on(self.today).filter(site=site, case__in=cases)
        facts = {"is_filled": True, "stays": [str(stay.pk) for stay in stays], **act["says"]}
        self.send(act["by"], "site-act", site.pk, "check-out", **facts)

    def move(self, act: dict[str, Any], site: Site) -> None:
        """The plan of the site's moves: made, worked out as a worker does, and applied."""
        self.send(act["by"], "move-plan-make", site.pk)
        plan = MovePlan.objects.filter(site=site).latest("made_at")
        solve_plan(plan.pk)
        self.send(act["by"], "move-plan-apply", plan.pk, reason=REASON)


def _key(name: str, value: Any) -> Any:
    """What the form sends: for a name that stands for a row, the key of the row."""
    if name not in NAMED:
        return value
    model, column = NAMED[name]
    return model.objects.get(**{column: value}).pk
