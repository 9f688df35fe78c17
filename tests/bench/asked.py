"""Which pages are asked, by whom, and of whom: the fullest file, a night of many beds, a name that many bear."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Count, Exists, F, IntegerField, OuterRef
from django.db.models.functions import Cast
from django.urls import reverse

from aid.models import Commitment
from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.interview import ClaimInterview
from casework.consents.models import Consent
from casework.documents.choices import DocumentKind
from casework.documents.models import CaseDocument, DocumentUpload
from casework.home.models import HomeIncident
from casework.needs.models import SpecificNeed
from casework.notes.models import Note
from casework.plan.models import CasePlan
from casework.referrals.models import Referral
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.search.actions import remember_search
from casework.search.querysets import MOST_HITS, search_people
from casework.tasks.actions import set_task
from casework.tasks.models import CaseTask
from shelters.models import Placement, Site
from shelters.querysets.families import members_without_bed
from tests.bench import frame_site
from tests.bench.measure import Took
from tests.bench.world import World

STAFF_OF_TODAY = ("ana", "carla", "lucia", "sonia", "adela")
LIST_VIEW, JSON_VIEW = "the ListView", "the JSON view"
MOST_OF_A_LIST, MOST_OF_JSON = 1.3, 1.0
# What a file can hold: by the case, and by its people.
OF_CASE = (
    Commitment,
    CaseTask,
    Note,
    CaseDocument,
    CasePlan,
    Referral,
    Placement,
    Permit,
    AsylumApplication,
    Renunciation,
)
OF_PERSON = (Consent, SpecificNeed, HomeIncident)


@dataclass
class Beside:
    """What Django alone gives of the same rows, and how many times its time a page may take. `names_row` is a text
    by which a row of it is found in Amparo's page."""

    what: str
    path: str
    most: float
    names_row: Callable[[Any], str] | None = None
    times: list[Took] = field(default_factory=list)


@dataclass
class Asked:
    """A page that somebody opens, or sends what `typed` makes to. `before` is done before each look, off the clock; then
    `as_before` is the same page where nothing was done. `growth` is how many times the page it may take at ten times the
    people."""

    title: str
    who: str
    path: str
    growth: float = 1.3
    typed: Callable[[], dict[str, Any]] | None = None
    status: int = 200
    before: Callable[[], object] | None = None
    beside: Beside | None = None
    as_before: "Asked | None" = None
    times: list[Took] = field(default_factory=list)
    statements: int = 0
    kilobytes: float = 0.0

    @property
    def is_opened_alone(self) -> bool:
        """Whether it neither writes what somebody sent nor catches up with a change: statements are judged of these."""
        return self.typed is None and self.before is None


def pages(world: World) -> list[Asked]:
    """What is asked of this world."""
    todays = {who: Asked(f"Today, {who}", who, "/") for who in STAFF_OF_TODAY}
    return [
        Asked("frame of a page", "ana", frame_site.PATH, 1.2),
        *todays.values(),
        *after_a_change(world, todays),
        *lists(),
        *of_files(world),
        *of_sites(world),
        *searches(world),
        Asked("figures", "sonia", "/figures/", 2),
        Asked("forecast", "sonia", "/forecast/", 2),
        Asked("retention", "sonia", "/retention/", 2),
        Asked("exits", "sonia", "/exits/", 2),
        Asked("API, cases", "sonia", "/api/v1/cases/"),
        Asked("API, people", "sonia", "/api/v1/individuals/"),
    ]


def after_a_change(world: World, todays: dict[str, Asked]) -> list[Asked]:
    """Today once a colleague has set a task, moved a stay or corrected a family: the reader's first look catches up with
    what that changes. What leads to it is a trigger, so that it does not matter how the row is written."""
    today = world.office.today()
    case = open_files(world).earliest("number")
    task = partial(set_task, case, title="Llamar mañana", due_on=today, by=world.ana)
    stays = Placement.objects.sleeping_on(today).order_by("pk").values("pk")[:1]
    stay = partial(Placement.objects.filter(pk__in=stays).update, starts_on=F("starts_on"))
    joined = partial(case.members.update, joined_on=F("joined_on"))
    return [
        *(_after("a change", who, task, todays) for who in ("ana", "carla", "lucia", "sonia")),
        _after("a stay", "sonia", stay, todays),
        _after("a family", "sonia", joined, todays),
    ]


def _after(what: str, who: str, change: Callable[[], object], todays: dict[str, Asked]) -> Asked:
    return Asked(f"Today after {what}, {who}", who, "/", before=change, as_before=todays[who])


def lists() -> list[Asked]:
    cases = partial(Beside, LIST_VIEW, most=MOST_OF_A_LIST, names_row=lambda row: row.number)
    stays = Beside(LIST_VIEW, "/residents/", MOST_OF_A_LIST, lambda row: str(row.pk))
    return [
        Asked("due list, ana", "ana", "/due/"),
        Asked("due list, sonia", "sonia", "/due/"),
        Asked("notices", "sonia", "/inbox/"),
        Asked("case list", "sonia", "/cases/", beside=cases("/cases/")),
        Asked(
            "case list, filters open",
            "sonia",
            "/cases/?filters=open",
            beside=cases("/cases/filters/"),
        ),
        Asked("case list, last page", "sonia", "/cases/?page=9999"),
        Asked("people", "sonia", "/people/"),
        Asked("tasks", "ana", "/tasks/"),
        Asked("applications", "lucia", "/applications/"),
        Asked("permits", "lucia", "/permits/"),
        Asked("work right missing", "lucia", reverse("work-right-missing"), 2),
        Asked("renunciations missing", "lucia", "/renunciations/missing/", 2),
        Asked("residents", "sonia", "/placements/", beside=stays),
        Asked("without a bed, sonia", "sonia", "/families-without-bed/"),
        Asked("without a bed, carla", "carla", "/families-without-bed/"),
        Asked("arrival form", "ana", reverse("arrival-log")),
    ]


def of_files(world: World) -> list[Asked]:
    """The fullest file of Ana's team, its parts, its principal, and a paper that is handed in, for another file."""
    case = fullest_file(world)
    other = open_files(world).exclude(pk=case.pk).earliest("number")
    waiting = DocumentUpload.objects.waiting_of(world.ana)
    # As once a worker has looked into it: more than twenty may not wait.
    looked_into = waiting.delete
    person = case.members.order_by("individual__number")[0].individual
    file, part = reverse("case-detail", args=[case.number]), f"/cases/{case.number}/part"
    return [
        *(Asked(f"fullest file, {who}", who, file, 1.2) for who in ("ana", "sonia", "lucia")),
        *(
            Asked(f"file, {slug}", "ana", f"{part}/{slug}/", 1.2)
            for slug in ("people", "papers", "law", "aid")
        ),
        Asked("timeline", "ana", f"/cases/{case.number}/timeline/", 1.2),
        Asked("person", "ana", reverse("individual-detail", args=[person.number]), 1.2),
        Asked(
            "upload of a text",
            "ana",
            reverse("document-file", args=[other.number]),
            1.2,
            a_paper,
            302,
            looked_into,
        ),
    ]


def a_paper() -> dict[str, Any]:
    content = b"Salvoconducto SC-2. El titular puede permanecer en el pais.\n" * 40
    return {
        "file": SimpleUploadedFile("carta.txt", content, content_type="text/plain"),
        "kind": DocumentKind.OTHER,
        "title": "Copia",
        "submission": str(uuid.uuid4()),
    }


def open_files(world: World) -> Any:
    return Case.objects.open().filter(team=world.puente, is_restricted=False)


def fullest_file(world: World) -> Case:
    """An open file that holds as many kinds of things as any; with conditions on aid, and an interview ahead."""
    kinds = [Exists(each.objects.filter(case=OuterRef("pk"))) for each in OF_CASE]
    kinds += [
        Exists(each.objects.filter(individual__memberships__case=OuterRef("pk")))
        for each in OF_PERSON
    ]
    kinds.append(Exists(ClaimInterview.objects.filter(application__case=OuterRef("pk"))))
    conditional = Commitment.objects.exclude(agreement__condition="").exclude(agreement=None)
    kinds.append(Exists(conditional.filter(case=OuterRef("pk"))))
    held = sum((Cast(each, IntegerField()) for each in kinds[1:]), Cast(kinds[0], IntegerField()))
    fullest = open_files(world).annotate(held=held).order_by("-held", "number").first()
    if fullest is None or fullest.held < len(kinds) - 3:
        raise RuntimeError("No file of the crowd holds everything.")
    case: Case = fullest
    return case


def of_sites(world: World) -> list[Asked]:
    """The site with most sleepers, its night, and who waits for beds: a family of four or so, and somebody alone, for whom
    every site is judged."""
    # Not the site that the act of placing was measured at, where everybody is still expected.
    slept = Placement.objects.open_on(world.office.today()).exclude(checked_in_at=None).order_by()
    site = slept.values("site").annotate(people=Count("pk")).order_by("-people")[0]["site"]
    waiting = members_without_bed(world.office.today()).values("case").annotate(people=Count("pk"))
    family = waiting.filter(people__lte=5).order_by("-people", "case__number")[0]["case"]
    alone = waiting.filter(people=1).order_by("case__number")[0]["case"]
    place = reverse("placement-place", args=[family])
    night = Beside(JSON_VIEW, f"/night/{site}/", MOST_OF_JSON)
    first = Site.objects.visible_to(world.carla)[0]
    return [
        Asked("sites", "sonia", "/sites/", beside=Beside(JSON_VIEW, "/sites/", MOST_OF_JSON)),
        Asked("site", "sonia", reverse("site-detail", args=[site])),
        Asked("a night of 100 beds", "sonia", reverse("site-night", args=[site]), beside=night),
        Asked("a night, carla", "carla", reverse("site-night", args=[first.pk])),
        Asked("place a family, sonia", "sonia", place, 2),
        Asked("place a family, carla", "carla", place, 2),
        Asked("place somebody alone", "sonia", reverse("placement-place", args=[alone]), 2),
    ]


def searches(world: World) -> list[Asked]:
    """A common name is typed, whom it finds, and who may be on file already while a row of the quick-log is typed."""
    served = Individual.objects.filter(memberships__case__team=world.puente).order_by("-number")
    person = served[0]
    called = {"given_names": person.given_names.split()[0], "family_names": person.family_names}
    name = f"{called['given_names']} {person.family_names.split()[0]}"
    kept = remember_search(name, by=world.sonia)
    # As many as the page itself looks for: of equally likely ones another number would take others.
    hits = [
        hit.individual.pk for hit in search_people(name, world.sonia, MOST_HITS + 1)[:MOST_HITS]
    ]
    asked = urlencode({"q": name, "id": hits}, doseq=True)
    listed = Beside(LIST_VIEW, f"/found/?{asked}", MOST_OF_A_LIST, lambda row: row.number)
    row = {f"row-{name}": text for name, text in called.items()} | {"row-sex": person.sex}
    typing = reverse("arrival-duplicates")
    return [
        Asked("search, typed", "sonia", reverse("search"), 1.5, lambda: {"q": name}, 302),
        Asked(
            "found names", "sonia", reverse("search-results", args=[kept.pk]), 1.5, beside=listed
        ),
        Asked("suggestions as one types", "ana", typing, 1.5, lambda: row),
    ]
