"""A partner that takes part only unnamed: no file and no paper for others says its name."""

import datetime
import io
import zipfile

import pytest
from django.urls import reverse

from aid.actions.distributions import distribute
from casework.register.models.individual import Individual
from casework.rights.extract import extract_of
from partners.actions import change_organisation, give_role, make_request, record_participation
from partners.choices import RequestKind
from partners.models import Organisation
from reporting.actions.tables import make_table, prepare_table
from shelters.actions.placements import place
from tests.build import an_individual
from tests.cast import Cast, as_
from tests.partners.test_facts_partners import an_organisation
from tests.shelters.build import a_site, beds_of
from vault.files import open_file

APRIL = datetime.date(2019, 4, 30)
FEBRUARY = datetime.date(2019, 2, 1)
NOT_NAMED = "Una organización aliada que no se nombra"


def wary(cast: Cast) -> Organisation:
    partner = an_organisation(cast, "Socorro Discreto", is_named_in_exports=False)
    record_participation(partner, status="wary", on=APRIL, reason="Política", by=cast.adela)
    return partner


def busy(cast: Cast) -> Organisation:
    """A wary partner that gives lodging, asks, is asked, and handed blankets to somebody."""
    partner = wary(cast)
    give_role(partner, role="lodging", starts_on=APRIL, by=cast.adela)
    other = an_organisation(cast, "Fundación Puentes")
    for facts in ({"asked_by": partner, "asked_of": other}, {"asked_of": partner}):
        make_request(kind=RequestKind.ITEMS, on=APRIL, by=cast.adela, **facts)
    helped(cast, by=partner)
    return partner


def helped(cast: Cast, *, by: Organisation) -> Individual:
    person = an_individual(cast)
    today = cast.ana.today()
    distribute(person, provider=by, article="blanket", quantity=2, on=today, by=cast.ana)
    return person


def report_for(cast: Cast, funder: Organisation) -> dict[str, str]:
    """February's table as it leaves: CSV, all that stands in the XLSX, manifest."""
    table = make_table(
        prepare_table(
            office=cast.cucuta, month=FEBRUARY, audience="partner", by=cast.adela, funder=funder
        ).pk
    )
    csv, xlsx = (
        open_file(name, key_id=table.key_id, row_id=table.pk).read()
        for name in (table.csv_name, table.xlsx_name)
    )
    with zipfile.ZipFile(io.BytesIO(xlsx)) as book:
        sheets = "".join(book.read(name).decode() for name in book.namelist())
    return {"csv": csv.decode("utf-8-sig"), "xlsx": sheets, "manifest": str(table.manifest)}


def test_f57_a_report_names_neither_the_wary_partner_it_is_for_nor_the_house_that_one_runs(
    cast, settings, tmp_path
):
    settings.MEDIA_ROOT = tmp_path
    partner = wary(cast)
    house = a_site(
        cast.cucuta, beds=(2,), run_by=cast.carla, name="Casa Discreta", organisation=partner
    )
    today = cast.carla.today()
    place(an_individual(cast), site=house, bed=beds_of(house)[0], starts_on=today, by=cast.carla)
    hidden = report_for(cast, partner)
    assert "Discret" not in "".join(hidden.values())
    saying = {"csv", "xlsx", "manifest"}
    assert {name for name, words in hidden.items() if NOT_NAMED in words} == saying
    change_organisation(
        partner, name=partner.name, kind="ngo", is_named_in_exports=True, by=cast.adela
    )
    said = report_for(cast, partner)
    assert {name for name, words in said.items() if partner.name in words} == saying


@pytest.mark.parametrize(
    ("name", "query", "times"),
    [
        ("who-does-what", "?as=public", 1),
        ("request-report", "", 2),
        ("provider-table", "?as=public", 1),
    ],
)
def test_f57_what_is_printed_for_others_does_not_name_a_wary_partner(cast, name, query, times):
    partner = busy(cast)
    page = as_(cast.sonia).get(reverse(name) + query).content.decode()
    assert partner.name not in page
    assert str(partner.pk) not in page
    assert page.count(NOT_NAMED) == times


@pytest.mark.parametrize("name", ["who-does-what", "request-list", "provider-table"])
def test_inside_the_house_a_wary_partner_has_its_name(cast, name):
    partner = busy(cast)
    page = as_(cast.sonia).get(reverse(name)).content.decode()
    assert partner.name in page
    assert NOT_NAMED not in page


def test_f57_the_extract_that_a_person_takes_home_does_not_name_a_wary_partner(cast):
    partner = wary(cast)
    extract = extract_of(helped(cast, by=partner), by=cast.sonia)
    said = [line.value for section in extract.sections for row in section.rows for line in row]
    assert NOT_NAMED in said
    assert partner.name not in " ".join(said)
