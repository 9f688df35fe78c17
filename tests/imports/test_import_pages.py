"""Pages of an import cost the same queries however long the sheet, and say what there is to do."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casework.cases.actions import restrict_case
from casework.register.models.case import Case
from imports.choices import ImportStatus
from imports.models import ImportBatch
from tests.cast import log_in
from tests.imports.sheets import as_xlsx, batch_of, checked, put_on_file, upload
from tests.page import page_of

HEADINGS = ["Nombres", "Apellidos", "Edad", "Cédula"]


pytestmark = pytest.mark.usefixtures("house")


def people(count: int, age: str = "30") -> list[list[str]]:
    names = ["Ana", "Berta", "Carla", "Dora", "Elsa", "Flor"]
    return [
        [names[n % 6], f"{names[n // 6 % 6]}{'x' * (n // 36 + 1)}", age, f"{n + 10_000_000}"]
        for n in range(count)
    ]


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert client.get(address).status_code == 200
    return len(caught)


@pytest.mark.parametrize("state", ["good", "wrong"])
def test_the_rows_of_a_sheet_cost_the_same_queries_at_1_and_at_4(cast, ana, state):
    age = "30" if state == "good" else "treinta"
    small, large = (
        checked(ana, as_xlsx([HEADINGS, *people(count, age)]), "a.xlsx", cast.norte)
        for count in (1, 4)
    )
    assert getattr(large, f"rows_{state}") == 4
    costs = [queries(ana, f"/imports/{each.pk}/?rows={state}") for each in (small, large)]
    assert costs[0] == costs[1]


def test_possible_duplicates_cost_the_same_queries_at_1_and_at_4(cast, ana):
    batches = []
    for count in (1, 4):
        rows = [["Ana", "Rojas", "30", "12345678"]] * (count + 1)
        batches.append(checked(ana, as_xlsx([HEADINGS, *rows]), "a.xlsx", cast.norte))
    assert [batch.rows_doubtful for batch in batches] == [1, 4]
    costs = [queries(ana, f"/imports/{each.pk}/?rows=doubtful") for each in batches]
    assert costs[0] == costs[1]


def test_the_list_of_imports_and_of_families_costs_the_same_at_1_and_at_many(cast, ana):
    first = put_on_file(ana, checked(ana, as_xlsx([HEADINGS, *people(1)]), "a.xlsx", cast.norte))
    families = queries(ana, reverse("import-families", args=[first.pk]))
    listed = queries(ana, reverse("import-list"))
    rows = [[name + "z", *rest] for name, *rest in people(4)]
    for row in rows:
        row[3] = ""
    second = checked(ana, as_xlsx([HEADINGS, *rows]), "b.xlsx", cast.norte)
    if second.rows_doubtful:
        ana.post(f"/imports/{second.pk}/accept/")
    second = put_on_file(ana, ImportBatch.objects.get(pk=second.pk))
    assert second.families_done == 4
    for _ in range(3):
        upload(ana, as_xlsx([HEADINGS, *people(1)]), "c.xlsx", cast.norte)
    assert queries(ana, reverse("import-families", args=[second.pk])) == families
    assert queries(ana, reverse("import-list")) == listed


def test_today_says_what_runs_what_failed_and_what_waits(cast, ana):
    assert not any(_numbers(ana))
    rows = [*people(1), ["Luis", "Mora", "treinta", ""]]
    batch = checked(ana, as_xlsx([HEADINGS, *rows]), "a.xlsx", cast.norte)
    ImportBatch.objects.filter(
        pk=batch_of(upload(ana, as_xlsx([HEADINGS, *rows]), "b.xlsx", cast.norte)).pk
    ).update(status=ImportStatus.FAILED)
    ana.post(f"/imports/{batch.pk}/commit/")
    assert _numbers(ana) == [1, 1, 0]
    put_on_file(ana, batch)
    assert _numbers(ana) == [0, 1, 1]
    assert not any(_numbers(log_in(cast.bruno)))


def _numbers(client: Client) -> list[int]:
    """Of imports that run, that failed and that wait."""
    counts = client.get("/").context["counts"]
    return [count.number for count in counts if count.slug == "imports"]


def test_the_progress_of_a_queued_import_is_shown_and_asked_for_again(cast, ana):
    batch = checked(ana, as_xlsx([HEADINGS, *people(3)]), "a.xlsx", cast.norte)
    ana.post(f"/imports/{batch.pk}/commit/")
    page = ana.get(f"/imports/{batch.pk}/")
    assert f'hx-get="/imports/{batch.pk}/"' in page.content.decode()
    part = ana.get(f"/imports/{batch.pk}/", HTTP_HX_REQUEST="true")
    assert b"<html" not in part.content
    ImportBatch.objects.filter(pk=batch.pk).update(status=ImportStatus.DONE)
    assert ana.get(f"/imports/{batch.pk}/", HTTP_HX_REQUEST="true")["HX-Refresh"] == "true"


def test_the_list_of_families_names_those_in_sight(cast, ana):
    batch = put_on_file(ana, checked(ana, as_xlsx([HEADINGS, *people(2)]), "a.xlsx", cast.norte))
    families = page_of(ana.get(reverse("import-families", args=[batch.pk])))
    assert families.says("Ana Anax")
    assert families.says("Berta Anax")
    numbers = list(batch.families.values_list("number", flat=True))
    assert all(families.says(number) for number in numbers)
    case = Case.objects.get(number=numbers[0])
    restrict_case(case, people=[], by=cast.sonia)
    families = page_of(ana.get(reverse("import-families", args=[batch.pk])))
    assert families.says(numbers[0])
    assert not families.holds(reverse("case-detail", args=[numbers[0]]))
    assert not families.says("Ana Anax")
