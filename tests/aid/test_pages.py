import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from accounts.models import AuditEvent
from aid.choices import AidKind
from aid.models import Agreement, Commitment, Cover
from aid.panels import coverage
from casework.register.choices import CaseStatus
from casework.register.models.case import Case, FamilyMember
from casework.slots.panels import Harm
from pages.dates import short_date
from shelters.panels import current_placement
from tests.aid.build import a_commitment, a_payer, an_agreement
from tests.cast import Cast, as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site, a_stay, beds_of

DAY = datetime.timedelta(days=1)


def family_losing_lodging(cast: Cast, name: str = "Yorman") -> Case:
    case = a_family(cast.norte, 2, names=[name])
    a_commitment(case, by=cast.ana, until=cast.ana.today() + DAY * 5)
    return case


def rows_of_everything(cast: Cast, number: int) -> None:
    for _ in range(number):
        family_losing_lodging(cast)
        an_agreement(cast, payer=a_payer(), ends_on=cast.ana.today() + DAY * 9)


@pytest.mark.parametrize(
    ("name", "who"),
    [
        ("agreement-list", "sonia"),
        ("commitment-list", "ana"),
        ("commitment-list", "carla"),
        ("forecast", "ana"),
        ("forecast", "carla"),
        ("forecast-counts", "adela"),
    ],
)
def test_four_rows_cost_as_many_queries_as_one(cast: Cast, name: str, who: str) -> None:
    client = as_(getattr(cast, who))
    counts = []
    for more in (1, 3):
        rows_of_everything(cast, more)
        client.get(reverse(name))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(reverse(name)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 13, [query["sql"][:120] for query in queries.captured_queries]


def test_the_forecast_names_who_loses_what_and_leaves_a_trace(cast: Cast) -> None:
    case = family_losing_lodging(cast, "Yorman")
    other = a_family(cast.sur, names=["Nadie Ajeno"])
    a_commitment(other, by=cast.bruno, until=cast.ana.today() + DAY * 5)
    page = page_of(as_(cast.ana).get(reverse("forecast")))
    assert page.says(case.number, "toda la familia")
    assert not page.holds(other.number)
    assert not page.holds("Nadie Ajeno")
    event = AuditEvent.objects.get(verb="forecast.read")
    assert (event.actor, event.is_read, event.details) == (
        cast.ana,
        True,
        {"days": 14, "families": 1},
    )


def test_the_forecast_and_today_count_who_has_nothing_and_say_what_is_essential(cast: Cast) -> None:
    case = a_family(cast.norte, 2)
    a_commitment(case, by=cast.ana, kind=AidKind.LEGAL)
    family_losing_lodging(cast)
    client = as_(cast.ana)
    answer = client.get(reverse("forecast"))
    page = page_of(answer)
    assert [each["number"] for each in answer.context["counts"]] == [2, 1, 1]
    assert page.says(case.number, "sin ayuda esencial hoy")
    assert page.says("Lo esencial es el alojamiento, las comidas y la atención en salud.")
    today = page_of(client.get(reverse("today")))
    assert today.says("1 familia con alguien sin ayuda esencial hoy")
    assert today.says("2 familias con alguien que queda sin ayuda esencial")


def test_a_count_of_the_forecast_leads_to_its_families_and_says_so(cast: Cast) -> None:
    nothing, losing = a_family(cast.norte, 2), family_losing_lodging(cast)
    client = as_(cast.ana)
    counts = client.get(reverse("forecast"), {"days": "7"}).context["counts"]
    shown = [client.get(reverse("forecast") + each["url"]) for each in counts]
    assert [page.context["total"] for page in shown] == [each["number"] for each in counts]
    assert [page.context["days"] for page in shown] == [7, 7, 7]
    assert page_of(shown[1]).says(nothing.number, "Familias: con alguien sin ayuda esencial hoy")
    assert not page_of(shown[1]).holds(losing.number)
    assert [page.context["chips"][0].url for page in shown] == ["?days=7"] * 3
    empty = page_of(as_(cast.bruno).get(reverse("forecast"), {"show": "losing"}))
    assert empty.says("Ninguna familia así en estos días.")


def test_families_that_lose_one_aid_on_one_day_are_shown_alone_and_said(cast: Cast) -> None:
    soon, later = family_losing_lodging(cast), a_family(cast.norte, 2)
    day = cast.ana.today() + DAY * 6
    a_commitment(later, by=cast.ana, until=day)
    client, address = as_(cast.ana), reverse("forecast")
    asked = {"days": "7", "kind": "lodging", "lost_on": day.isoformat()}
    page = page_of(client.get(address, asked))
    assert page.says(later.number, "Que pierden: Alojamiento")
    assert not page.holds(soon.number)
    # A question about an agreement is asked of the same families.
    assert asked.items() <= page.fields.items()
    assert client.get(address, asked).context["chips"][0].url == "?days=7"
    counts = client.get(address, asked).context["counts"]
    assert {each["url"].partition("&show=")[0] for each in counts} == {"?days=7"}
    nobody = page_of(client.get(address, asked | {"kind": "meals"}))
    assert nobody.says("Ninguna familia así en estos días.")


def test_the_forecast_takes_another_horizon_and_a_question(cast: Cast) -> None:
    client, today = as_(cast.sonia), cast.sonia.today()
    agreement = an_agreement(cast, ends_on=today + DAY * 60)
    case = a_family(cast.norte)
    a_commitment(case, by=cast.sonia, agreement=agreement)
    assert not page_of(client.get(reverse("forecast"), {"days": "30"})).holds(case.number)
    question = {"agreement": agreement.pk, "ends_on": (today + DAY * 3).isoformat(), "days": "7"}
    assert page_of(client.get(reverse("forecast"), question)).says(case.number)
    assert Agreement.objects.get().ends_on == today + DAY * 60


def test_the_case_page_shows_lanes_and_the_same_facts_in_a_table(cast: Cast) -> None:
    case = family_losing_lodging(cast)
    a_commitment(case, by=cast.ana, kind=AidKind.MEALS, source="La parroquia")
    page = page_of(as_(cast.ana).get(reverse("case-part", args=[case.number, "aid"])))
    lanes = [line.text for line in page.root.all("li") if list(line.all("svg"))]
    lodging, meals = (
        next(each for each in lanes if each.startswith(str(kind.label)))
        for kind in (AidKind.LODGING, AidKind.MEALS)
    )
    assert "Nada desde el" in lodging
    assert "Cubierto, sin final fijado." in meals
    assert {"Alojamiento", "Comidas"} <= set(page.column("Tipo de ayuda"))
    assert not list(page.root.where("style"))


def test_a_bed_that_ends_before_lodging_is_paid_is_one_line_and_no_second_day_in_the_head(
    cast: Cast,
) -> None:
    case, today = family_losing_lodging(cast), cast.ana.today()
    site = a_site(cast.cucuta, beds=(4,))

    def lodging() -> tuple[str, list[str]]:
        page = page_of(as_(cast.ana).get(reverse("case-part", args=[case.number, "aid"])))
        [lane] = [line.text for line in page.root.all("li") if list(line.all("svg"))]
        return lane, [str(fact) for fact in coverage.glance(case, cast.ana)]

    lane, facts = lodging()
    assert "Cubierto hasta el" in lane
    assert len(facts) == 1
    for member, bed in zip(case.members.all(), beds_of(site), strict=False):
        until = {"starts_on": today, "planned_end_on": today + DAY * 2}
        a_stay(member.individual, site, bed, by=cast.sonia, **until)
    lane, facts = lodging()
    assert "Cama hasta el " in lane
    assert " · pagada hasta el " in lane
    assert "Cubierto hasta el" not in lane
    assert facts == []


def test_a_bed_that_is_promised_for_less_is_one_line_with_both_days_wherever_it_is_told(
    cast: Cast,
) -> None:
    """In the head, in the part of aid and beside each stay: the earlier day is told, and that it is the one that is paid."""
    case, today = family_losing_lodging(cast), cast.ana.today()
    site = a_site(cast.cucuta, beds=(4,))
    ends = Cover.objects.firm().with_end(today).filter(kind=AidKind.LODGING).first().ends_on
    for member, bed in zip(case.members.all(), beds_of(site), strict=False):
        until = {"starts_on": today, "planned_end_on": ends + DAY * 11}
        a_stay(member.individual, site, bed, by=cast.sonia, **until)
    assert coverage.glance(case, cast.ana) == []
    [bed] = [fact for fact in current_placement.glance(case, cast.ana) if fact.harm == Harm.BED]
    paid, leaves = short_date(ends - DAY), short_date(ends + DAY * 10)
    assert bed.on == ends - DAY
    assert bed.short == f"Cama pagada hasta el {paid}"
    page = page_of(as_(cast.ana).get(reverse("case-part", args=[case.number, "aid"])))
    assert page.says(
        f" · pagada hasta el {paid}.",
        f"noches hasta el {leaves}",
        f"pagado solo hasta la noche del {paid}",
    )
    assert not page.says("Cubierto hasta el")


def test_a_coordinator_commits_meals_to_a_site_and_ends_them(cast: Cast) -> None:
    client, site = as_(cast.carla), a_site(cast.cucuta, run_by=cast.carla)
    today = cast.carla.today()
    answer = client.post(
        reverse("aid-commit", args=["site", site.pk]),
        {"kind": "meals", "starts_on": today.isoformat(), "is_firm": "on", "source": "Contrato"},
    )
    commitment = Commitment.objects.get()
    assert answer.url == reverse("commitment-detail", args=[commitment.pk])
    assert (commitment.site, commitment.kind, commitment.source) == (site, "meals", "Contrato")
    client.post(reverse("commitment-end", args=[commitment.pk]), {"until": today + DAY * 3})
    commitment.refresh_from_db()
    assert commitment.until == today + DAY * 3


def test_who_may_not_commit_finds_no_page(cast: Cast) -> None:
    case, site = a_family(cast.norte), a_site(cast.cucuta)
    person = FamilyMember.objects.get(case=case).individual
    targets = {"case": case, "site": site, "individual": person}
    statuses = {
        (name, target): as_(user).get(reverse("aid-commit", args=[target, row.pk])).status_code
        for name, user in {"ana": cast.ana, "bruno": cast.bruno, "lucia": cast.lucia}.items()
        for target, row in targets.items()
    }
    assert statuses == {
        ("ana", "case"): 200,
        ("ana", "site"): 404,
        ("ana", "individual"): 200,
        **{(name, target): 404 for name in ("bruno", "lucia") for target in targets},
    }
    assert as_(cast.ana).get(reverse("aid-commit", args=["office", case.pk])).status_code == 404


def test_the_administrator_records_changes_and_ends_an_agreement(cast: Cast) -> None:
    client, today = as_(cast.adela), cast.adela.today()
    facts = {
        "office": cast.cucuta.pk,
        "payer": a_payer().pk,
        "reference": "CONV-77",
        "kinds": ["lodging", "meals"],
        "starts_on": today.isoformat(),
        "amount": "12000000",
        "currency": "COP",
    }
    client.post(reverse("agreement-record"), facts)
    agreement = Agreement.objects.get()
    detail = reverse("agreement-detail", args=[agreement.pk])
    assert page_of(client.get(detail)).says("CONV-77")
    client.post(reverse("agreement-change", args=[agreement.pk]), facts | {"reference": "CONV-78"})
    notice = {"given_on": today.isoformat(), "ends_on": (today + DAY * 30).isoformat()}
    client.post(reverse("notice-give", args=[agreement.pk]), notice)
    agreement.refresh_from_db()
    assert (agreement.reference, agreement.ends_on) == ("CONV-78", today + DAY * 30)
    assert as_(cast.mara).get(detail).status_code == 404
    assert as_(cast.carla).get(detail).status_code == 200
    assert as_(cast.carla).get(reverse("agreement-change", args=[agreement.pk])).status_code == 404


def test_who_pays_is_chosen_among_organisations_by_what_they_do(cast: Cast) -> None:
    payer = a_payer()
    form = as_(cast.adela).get(reverse("agreement-record")).context["form"]
    groups = {
        label: [str(each) for _pk, each in rows] for label, rows in form.fields["payer"].choices[1:]
    }
    assert str(payer) in groups["Sin registro de lo que hace"]


def test_a_refusal_stands_at_its_field(cast: Cast) -> None:
    today = cast.adela.today()
    page = as_(cast.adela).post(
        reverse("agreement-record"),
        {
            "office": cast.cucuta.pk,
            "payer": a_payer().pk,
            "reference": "X",
            "kinds": ["meals"],
            "starts_on": today.isoformat(),
            "ends_on": today.isoformat(),
        },
    )
    assert page.status_code == 200
    assert page.context["form"].errors["ends_on"] == ["El convenio termina antes de empezar."]


def test_more_aid_is_offered_to_whoever_may_commit_it(cast: Cast) -> None:
    case = family_losing_lodging(cast)
    with translation.override("es"):
        [mine] = coverage.glance(case, cast.ana)
        assert (mine.act, mine.act_url) == (
            "Registrar más ayuda",
            reverse("aid-commit", args=["case", case.pk]),
        )
        case.status = CaseStatus.CLOSED
        [closed] = coverage.glance(case, cast.ana)
    assert (closed.act, closed.act_url) == ("Ver el apoyo", "")


def test_the_head_of_a_file_names_who_has_the_aid_that_others_of_the_family_lack(
    cast: Cast,
) -> None:
    """As after somebody who eats until a day joined a family that has no meals."""
    case, today = a_family(cast.norte, 2, names=["Jhon", "Rosa"]), cast.ana.today()
    jhon, rosa = (member.individual for member in case.members.order_by("individual__number"))
    ends = {"kind": AidKind.MEALS, "until": today + DAY * 20}
    a_commitment(jhon, by=cast.ana, source="La parroquia", **ends)

    def told_of() -> tuple[tuple[str, ...], bool]:
        head = as_(cast.ana).get(reverse("case-timeline", args=[case.number])).context["file_head"]
        [fact] = [each for each in head.facts if each.harm == Harm.AID]
        return fact.who, fact.is_of_all

    assert told_of() == ((jhon.display_name,), False)
    a_commitment(rosa, by=cast.ana, source="La parroquia", **ends)
    assert told_of()[1]
