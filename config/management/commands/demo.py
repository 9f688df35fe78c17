"""`manage.py demo`: the main workflow without a browser, step by step."""

import datetime
import uuid
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from accounts.models import Office, User
from aid.forecasts import family_forecasts, forecast
from asylum.claims.actions import lodge_application
from asylum.papers.choices import Signature, Wording
from asylum.pathways.choices import PermitType
from asylum.permits.actions import record_permit
from asylum.procedure.choices import ClaimGround
from asylum.renunciation.actions import (
    record_renunciation,
    submit_renunciation,
    verify_renunciation,
)
from casework.arrivals.actions.arrivals import log_arrival
from casework.cases.actions import refer_to_legal
from casework.identity.actions.individuals import PersonRow
from casework.register.choices import BirthPrecision, Category, EntryMode, Relation, Sex, YesNo
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.rules import Birth
from pages.dates import distance, short_date
from partners.models import Organisation
from reference.models import CrossingPoint, Force, Rank, RegionalDirectorate
from reporting.actions.tables import make_table, prepare_table, release_table
from reporting.choices import Audience
from reporting.figures.arrivals import arrived_between, by_place, people_of_offices
from shelters.actions.placements import place_family
from shelters.models import Site
from shelters.refusals import NotEnoughBeds
from vault.files import open_file
from worklist.scheduler.tick import tick

FEBRUARY = datetime.date(2019, 2, 1)
MARCH = datetime.date(2019, 3, 1)
# The same submission id each time, so that running the demonstration twice logs one arrival.
SUBMISSION = uuid.UUID("a1f0c5de-5d2b-4c1e-9a57-2f3d1be00567")


class Command(BaseCommand):
    help = "Plays the main job, from an arrival at the bridge to the funder's table, and prints each result."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.IS_PRODUCTION:
            raise CommandError("The demonstration writes invented people: not in production.")
        with override("es"):
            case = self.arrival()
            self.bed(case)
            self.papers(case)
            self.directorates()
            self.church()
            self.losses()
            self.notices()
            self.table()

    def step(self, title: str) -> None:
        self.stdout.write(self.style.MIGRATE_HEADING(f"\n{title}"))

    def say(self, sentence: str) -> None:
        self.stdout.write(f"  {sentence}")

    def staff(self, name: str) -> User:
        try:
            user: User = User.objects.select_related("office").get(email=f"{name}@amparo.example")
            return user
        except User.DoesNotExist:
            raise CommandError("Load the demonstration world first: make run.") from None

    def arrival(self) -> Case:
        self.step("1. A sergeant, his wife, a one-year-old and a brother-in-law reach the bridge")
        ana = self.staff("ana")
        today = ana.today()
        case = log_arrival(
            team=ana.grants_today[0].team,
            rows=family(today),
            on=today,
            crossing=CrossingPoint.objects.get(code="simon-bolivar"),
            entry_mode=EntryMode.BRIDGE,
            directorate=RegionalDirectorate.objects.get(code="oriente"),
            submission=SUBMISSION,
            by=ana,
        )
        people = people_of(case)
        self.say(f"Ana logged case {case.number}: {', '.join(p.number for p in people)}.")
        return case

    def bed(self, case: Case) -> None:
        self.step("2. A coordinator gives the family places in one hotel")
        carla = self.staff("carla")
        today = carla.today()
        if not case.placements.standing().exists():
            sites = Site.objects.visible_to(carla).open_on(today).with_occupancy(today)
            with_room = [each for each in sites if each.occupancy.free >= len(people_of(case))]
            self.place_at_the_first(case, with_room, carla)
        for stay in case.placements.standing().select_related("site", "bed__room", "individual"):
            bed = f"{stay.bed.room.name}, {stay.bed.name}" if stay.bed else "a bed to be named"
            self.say(f"{stay.individual.number}: {stay.site.name}, {bed}")

    def place_at_the_first(self, case: Case, sites: list[Site], by: User) -> None:
        """Places the family at the first site that has beds safe for it. Raises CommandError if none has."""
        reason = "No hay otro lugar esta noche."
        for site in sites:
            try:
                place_family(case, site=site, starts_on=by.today(), reason=reason, by=by)
            except NotEnoughBeds:
                continue
            return
        raise CommandError("No site has safe beds for this family.")

    def papers(self, case: Case) -> None:
        self.step("3. Asylum application, permit, renunciation verified by a second person")
        lucia, luis = self.staff("lucia"), self.staff("luis")
        sergeant, today = people_of(case)[0], lucia.today()
        if not sergeant.applications.exists():
            refer_to_legal(case, by=self.staff("ana"))
            authority = Organisation.objects.get(short_name="Cancillería")
            renunciation = record_renunciation(
                sergeant,
                signed_on=today,
                is_demanded=True,
                demanded_on=today,
                signature=Signature.YES,
                wording=Wording.PERMANENT,
                are_consequences_explained=YesNo.YES,
                is_copy_given=YesNo.YES,
                authority=authority,
                by=lucia,
            )
            submit_renunciation(renunciation, on=today, authority=authority, by=lucia)
            verify_renunciation(renunciation, on=today, reference="MRE-1", by=luis)
            lodge_application(
                sergeant,
                on=today,
                grounds=[ClaimGround.CONVENTION_1951],
                by=lucia,
                entered_on=today,
            )
            record_permit(sergeant, type=PermitType.SC2, issued_on=today, by=lucia)
        application = sergeant.applications.get()
        renunciation = sergeant.renunciations.get()
        self.say(f"Application: {application.get_status_display()}, {application.lodged_on}")
        self.say(
            f"Renunciation: recorded by {renunciation.recorded_by}, verified by {renunciation.verified_by}"
        )
        for permit in sergeant.permits.all():
            self.say(f"{permit.get_type_display()}: until {permit.valid_until}")

    def directorates(self) -> None:
        self.step("4. Arrivals of former members in February 2019, by regional directorate")
        sonia = self.staff("sonia")
        rows = by_place(
            arrived_between(people_of_offices({sonia.office_id}), FEBRUARY, MARCH)
        ).directorates
        for row in rows:
            self.say(f"{row.name:12} {row.former_members:4}   (relatives on top: {row.relatives})")
        self.say(f"{'Total':12} {sum(row.former_members for row in rows):4}")

    def church(self) -> None:
        self.step("5. The church shelter tonight")
        carla = self.staff("carla")
        for site in Site.objects.visible_to(carla).with_occupancy(carla.today()):
            if site.kind == "church_shelter":
                occupancy = site.occupancy
                self.say(
                    f"{site.name}: {occupancy.sleepers} of {occupancy.beds}, {occupancy.percent} %, "
                    f"{occupancy.above_capacity} above capacity"
                )

    def losses(self) -> None:
        self.step("6. Who loses which aid within 14 days")
        sonia = self.staff("sonia")
        today = sonia.today()
        losing = [family.case_id for family in forecast(sonia, within_days=14, on=today)]
        for family_forecast in family_forecasts(losing, within_days=14, on=today):
            for loss in family_forecast.losses:
                self.say(
                    f"{family_forecast.number}: {loss.kind.label}, {len(loss.individual_ids)} people, "
                    f"{short_date(loss.on)} ({distance(loss.on, today)})"
                )

    def notices(self) -> None:
        self.step("7. The right people are told, once")
        self.say(f"First tick: {tick().notices} new notices")
        self.say(f"Second tick: {tick().notices} new notices")

    def table(self) -> None:
        self.step("8. The funder's table, prepared by one person, released by another")
        adela, sonia = self.staff("adela"), self.staff("sonia")
        made_table = make_table(
            prepare_table(
                office=Office.objects.get(staff=adela),
                month=FEBRUARY,
                audience=Audience.PARTNER,
                by=adela,
            ).pk
        )
        if made_table is None:
            raise CommandError("Another worker took the table; run the demonstration again.")
        released = release_table(made_table, by=sonia)
        folder = Path(settings.VAR_DIR) / "demo"
        folder.mkdir(parents=True, exist_ok=True)
        for name, suffix in ((released.csv_name, "csv"), (released.xlsx_name, "xlsx")):
            path = folder / f"{released.file_stem}.{suffix}"
            with open_file(name, key_id=released.key_id, row_id=released.pk) as content:
                path.write_bytes(content.read())
            self.say(f"{path}")


def family(today: datetime.date) -> list[PersonRow]:
    """The four people at the bridge."""
    return [
        PersonRow(
            "Yorman José",
            "Rodríguez Peña",
            Sex.MALE,
            Birth(BirthPrecision.YEAR, None, today.year - 34),
            document="V-18.204.771",
            category=Category.FORMER_MEMBER,
            force=Force.objects.get(code="gnb"),
            rank=Rank.objects.get(code="sargento-2"),
            is_service_asked=True,
        ),
        PersonRow(
            "Yuleisy",
            "Peña Mora",
            Sex.FEMALE,
            Birth(BirthPrecision.YEAR, None, today.year - 29),
            relation=Relation.SPOUSE,
            is_service_asked=True,
        ),
        PersonRow(
            "Génesis",
            "Rodríguez Peña",
            Sex.FEMALE,
            Birth(BirthPrecision.YEAR, None, today.year - 1),
            relation=Relation.DAUGHTER,
            is_service_asked=True,
        ),
        PersonRow(
            "Ender",
            "Peña Mora",
            Sex.MALE,
            Birth(BirthPrecision.YEAR, None, today.year - 23),
            relation=Relation.BROTHER_IN_LAW,
            is_service_asked=True,
        ),
    ]


def people_of(case: Case) -> list[Individual]:
    return list(Individual.objects.filter(memberships__case=case).order_by("number"))
