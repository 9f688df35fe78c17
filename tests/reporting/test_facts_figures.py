"""Facts of the sources about figures: what others reported, claims, knowledge of rights, refusals."""

import datetime

import pytest
from django.urls import reverse

from asylum.claims.actions import lodge_application
from asylum.permits.actions import record_permit
from casework.cases.actions import refer_to_legal
from casework.register.choices import Category, Relation, Sex
from casework.register.models.individual import Individual
from casework.work.actions import (
    give_information,
    record_authorisation,
    record_job_application,
    settle_job_application,
)
from partners.actions import correct_figure, report_figure
from partners.choices import CONTEXT_METRICS, DENOMINATORS, Metric, Operator
from partners.loading import load_reference, load_reported_figures
from partners.models import ReportedFigure
from partners.rules import NoShareOfContext, distance_from, share_of_reported
from reference.loading import load_work_rules
from reporting.figures.reported import compare
from reporting.figures.rights import (
    adults_allowed_to_work,
    adults_with_claim,
    knew_of_right,
    refusals_by_reason,
)
from tests.build import a_row, an_arrival, people_of
from tests.cast import Cast, as_
from tests.imports.sheets import as_xlsx, checked, put_on_file
from tests.page import page_of
from tests.refusals import refused

D = datetime.date
APRIL = D(2019, 4, 20)


def soldiers(cast: Cast, count: int, **facts: object) -> list[Individual]:
    rows = [
        a_row(f"Persona {n}", "Prueba", sex=Sex.MALE, born=1990, category=Category.FORMER_MEMBER)
        for n in range(count)
    ]
    return people_of(an_arrival(cast, people=rows, **facts))


def test_f02_four_figures_coexist_beside_our_own_count_of_each_day(cast):
    load_reported_figures()
    soldiers(cast, 3)
    soldiers(cast, 2, on=D(2019, 4, 1))
    figures = ReportedFigure.objects.filter(metric=Metric.FORMER_MEMBERS)
    rows = compare(figures, {cast.cucuta.pk})
    assert [
        (row.figure.operator, row.figure.value, row.own, distance_from(row.own, *_said(row)))
        for row in rows
    ] == [
        (Operator.MORE_THAN, 500, 3, -498),
        (Operator.ABOUT, 1000, 3, -997),
        (Operator.NEARLY, 1000, 5, -995),
        (Operator.MORE_THAN, 1400, 5, -1396),
    ]
    page = page_of(as_(cast.sonia).get(reverse("figures-reported")))
    assert page.says("más de 500")
    assert page.says("contamos 498 menos")


def _said(row: object) -> tuple[str, int, int | None]:
    figure = row.figure
    return figure.operator, figure.value, figure.value_to


@pytest.mark.parametrize(
    ("own", "operator", "value", "value_to", "distance"),
    [
        (567, Operator.MORE_THAN, 500, None, 0),
        (500, Operator.MORE_THAN, 500, None, -1),
        (670, Operator.AT_LEAST, 670, None, 0),
        (990, Operator.ABOUT, 1000, None, -10),
        (109, Operator.EXACTLY, 116, None, -7),
        (116, Operator.EXACTLY, 109, None, 7),
        (120, Operator.BETWEEN, 95, 150, 0),
        (94, Operator.BETWEEN, 95, 150, -1),
        (151, Operator.BETWEEN, 95, 150, 1),
    ],
)
def test_how_far_our_count_is_from_what_a_source_said(own, operator, value, value_to, distance):
    assert distance_from(own, operator, value, value_to) == distance


def test_f37_both_numbers_of_the_decree_are_held_with_their_sources(cast):
    load_reported_figures()
    rows = ReportedFigure.objects.filter(metric=Metric.EXPELLED, on=D(2019, 2, 27))
    assert [row.value for row in rows] == [109, 116]
    assert len({row.source for row in rows}) == 2
    assert [(row.own, row.share) for row in compare(rows, {cast.cucuta.pk})] == [(None, None)] * 2


def test_f69_the_size_of_the_force_is_kept_three_times_and_never_divided_by(cast):
    load_reported_figures()
    soldiers(cast, 3)
    rows = ReportedFigure.objects.filter(metric=Metric.FORCE_SIZE)
    assert [(row.value, row.value_to) for row in rows] == [
        (95_000, 150_000),
        (160_000, None),
        (300_000, None),
    ]
    assert [row.source[-3:-1] for row in rows] == ["S4", "S3", "S0"]
    assert [row.share for row in compare(rows, {cast.cucuta.pk})] == [None, None, None]
    assert set(CONTEXT_METRICS) & set(DENOMINATORS) == set()
    for metric in CONTEXT_METRICS:
        with pytest.raises(NoShareOfContext):
            share_of_reported(1400, metric=metric, value=160_000)
    page = page_of(as_(cast.sonia).get(reverse("figures-reported")))
    assert page.says("95 000 a 150 000")


def test_a_corrected_reported_figure_stays_when_the_tables_are_loaded_again(cast):
    load_reported_figures()
    count = ReportedFigure.objects.count()
    figure = ReportedFigure.objects.get(code="decree-minister")
    facts = {"metric": figure.metric, "on": figure.on, "operator": figure.operator}
    correct_figure(figure, **facts, value=110, source=figure.source, by=cast.adela)
    load_reported_figures()
    figure.refresh_from_db()
    assert (figure.value, ReportedFigure.objects.count()) == (110, count)


def test_a_range_needs_both_ends_and_a_figure_its_source(cast):
    facts = {"metric": "relatives", "on": APRIL, "by": cast.adela, "source": "Prensa"}
    with refused("“Between” needs both ends, the lower first"):
        report_figure(**facts, operator="between", value=5)
    with refused(field="value_to"):
        report_figure(**facts, operator="about", value=5, value_to=9)
    with refused("Say who reported it, and when"):
        report_figure(**facts | {"source": " "}, operator="about", value=5)
    client = as_(cast.adela)
    sent = {"metric": "relatives", "on": "2019-03-17", "operator": "about", "value": "400"}
    assert client.post(reverse("reported-figure-add"), sent).status_code == 200
    sent["source"] = "Prensa, 17 de marzo de 2019"
    assert client.post(reverse("reported-figure-add"), sent).status_code == 302
    figure = ReportedFigure.objects.get()
    correct = reverse("reported-figure-correct", args=[figure.pk])
    assert client.post(correct, sent | {"value": "401"}).status_code == 302
    assert ReportedFigure.objects.get().value == 401


def test_exact_counts_beside_reported_figures_are_the_supervisors(cast):
    load_reported_figures()
    statuses = {
        name: as_(user).get(reverse("figures-reported")).status_code
        for name, user in cast.users.items()
    }
    assert [name for name, status in statuses.items() if status == 200] == ["sonia", "mara"]
    assert as_(cast.adela).get(reverse("reported-figure-list")).context["total"] == 13


@pytest.mark.parametrize("name", ["figures-reported", "reported-figure-list"])
def test_the_comparison_asks_as_often_for_four_figures_as_for_one(
    cast, name, django_assert_max_num_queries
):
    def one_more(number: int) -> None:
        report_figure(
            metric="former_members",
            on=APRIL,
            operator="about",
            value=number,
            source="Prensa",
            by=cast.adela,
        )

    client = as_(cast.sonia)
    one_more(1)
    client.get(reverse(name))
    with django_assert_max_num_queries(20) as one:
        client.get(reverse(name))
    for number in range(2, 5):
        one_more(number)
    with django_assert_max_num_queries(20) as four:
        client.get(reverse(name))
    assert len(one) == len(four)


def test_f63_fifteen_of_fifteen_who_did_not_know_make_nought_per_cent(cast):
    people = soldiers(cast, 15)
    for person in people:
        give_information(
            person, topic="work", on=APRIL, knew_before="no", understood="yes", by=cast.ana
        )
    give_information(people[0], topic="work", on=D(2019, 5, 1), knew_before="yes", by=cast.ana)
    give_information(people[1], topic="health", on=APRIL, knew_before="yes", by=cast.ana)
    share = knew_of_right(Individual.objects.all(), on=cast.cucuta.today())
    assert (share.part, share.whole) == (0, 15)
    assert page_of(as_(cast.sonia).get(reverse("figures-rights"))).says("0 % (0 de 15)")
    assert as_(cast.bruno).get(reverse("figures-rights")).context["knew"].whole == 0


def test_f63_a_sheet_of_fifteen_who_did_not_know_makes_nought_per_cent_after_import(
    cast, settings, tmp_path
):
    settings.MEDIA_ROOT = tmp_path
    load_reference()
    rows = [[f"Persona {letter}", "Prueba", "15/3/1990", "No"] for letter in "abcdefghijklmno"]
    sheet = as_xlsx(
        [["Nombres", "Apellidos", "Nacimiento", "Conocía su derecho a trabajar"], *rows]
    )
    batch = put_on_file(as_(cast.ana), checked(as_(cast.ana), sheet, "a.xlsx", cast.norte))
    assert batch.rows_done == 15
    share = knew_of_right(Individual.objects.all(), on=cast.cucuta.today())
    assert (share.part, share.whole) == (0, 15)
    assert page_of(as_(cast.sonia).get(reverse("figures-rights"))).says("0 % (0 de 15)")


def test_f64_refusals_are_counted_by_reason(cast):
    people = soldiers(cast, 4)
    for person, reason in zip(people, ["document", "document", "rutec", None], strict=True):
        application = record_job_application(person, on=APRIL, by=cast.ana)
        if reason:
            settle_job_application(
                application,
                outcome="refused",
                outcome_on=APRIL,
                refusal_reason=reason,
                by=cast.ana,
            )
    assert [
        number for _label, number in refusals_by_reason(Individual.objects.all(), on=APRIL)
    ] == [
        2,
        1,
        0,
        0,
        0,
    ]


def test_f67_the_share_of_adults_with_a_claim_leaves_children_and_drafts_out(cast):
    people = people_of(
        an_arrival(
            cast,
            people=[
                a_row(born=1990, sex=Sex.MALE, category=Category.FORMER_MEMBER),
                a_row("Marleny", born=1994, sex=Sex.FEMALE, relation=Relation.SPOUSE),
                a_row("Ángel", born=2018, sex=Sex.MALE, relation=Relation.SON),
            ],
        )
    )
    case = people[0].memberships.get().case
    refer_to_legal(case, by=cast.ana)
    lodged = D(2019, 3, 4)
    for person in (people[0], people[2]):
        lodge_application(person, on=lodged, by=cast.lucia)
    everybody = Individual.objects.all()
    before = adults_with_claim(everybody, on=D(2019, 3, 3))
    after = adults_with_claim(everybody, on=lodged)
    assert ((before.part, before.whole), (after.part, after.whole)) == ((0, 2), (1, 2))
    assert page_of(as_(cast.sonia).get(reverse("figures-rights"))).says("50 % (1 de 2)")


def test_i18_a_right_to_work_counts_only_while_it_runs_and_when_nobody_contests_it(cast):
    """What somebody said of it counts for nothing (I18)."""
    load_work_rules()
    people = soldiers(cast, 3)
    refer_to_legal(people[0].memberships.get().case, by=cast.ana)
    for person, work_right in zip(people, ("yes", "unknown", "no"), strict=True):
        record_permit(
            person,
            type="sc2",
            issued_on=D(2019, 3, 1),
            expires_on=D(2019, 5, 31),
            work_right=work_right,
            is_sure=True,
            by=cast.lucia,
        )
        record_authorisation(
            person, rule="sc2_silent", allows="yes", starts_on=D(2019, 3, 1), by=cast.ana
        )
    everybody = Individual.objects.all()
    shares = [adults_allowed_to_work(everybody, on=day) for day in (APRIL, D(2019, 6, 1))]
    assert [(share.part, share.whole) for share in shares] == [(1, 3), (0, 3)]
