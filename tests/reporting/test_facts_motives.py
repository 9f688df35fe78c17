"""F24: why people left, as codes that are counted. F25: a witness of crimes is no suspect."""

import datetime

import pytest
from django.db import connection, transaction
from django.db.utils import IntegrityError
from django.urls import reverse

from asylum.flight.actions import record_flight
from asylum.flight.choices import Motive
from asylum.flight.models import FlightAccount
from reporting.figures.motives import PUBLIC, by_motive
from tests.asylum.build import a_client, a_referred_family
from tests.build import an_individual
from tests.cast import Cast, log_in
from tests.page import page_of
from tests.refusals import refused

NOW = datetime.date(2019, 3, 5)
REPRESSION, WITNESS, HUNGER = Motive.REPRESSION, Motive.WITNESS, Motive.HUNGER


def tell(cast: Cast, *motives: str, person=None, corrects=None, on=NOW) -> FlightAccount:
    person = person or a_client(cast)
    return record_flight(person, told_on=on, motives=motives, by=cast.lucia, corrects=corrects)


def counts(page) -> dict[str, str]:
    return {row["Motivo"]: row["Personas que lo nombraron"] for row in page.rows}


def test_f24_motives_are_written_read_and_counted(cast):
    person = a_client(cast)
    sent = {"told_on": "05/03/2019", "motives": [REPRESSION, HUNGER], "circumstances": "De noche."}
    client = log_in(cast.lucia)
    answer = client.post(reverse("flight-record", args=[person.pk]), sent)
    page = page_of(client.get(answer["Location"]))
    assert page.says(f"{REPRESSION.label}, {HUNGER.label}")
    table = page_of(client.get(reverse("motive-table")))
    named = counts(table)
    assert (named[REPRESSION.label], named[HUNGER.label], named[WITNESS.label]) == ("1", "1", "0")
    assert table.says("Personas con relato: 1")


def test_f24_everybody_counts_once_for_each_motive_of_the_last_account(cast):
    one, other = a_referred_family(cast)[:2]
    first = tell(cast, REPRESSION, WITNESS, person=one)
    tell(cast, HUNGER, person=one, corrects=first)
    tell(cast, REPRESSION, person=other, on=NOW - datetime.timedelta(days=9))
    tell(cast, REPRESSION, HUNGER, person=other)
    table = by_motive(FlightAccount.objects.all())
    named = {row.label: row.number for row in table.rows}
    assert table.people == 2
    assert (named[HUNGER.label], named[REPRESSION.label], named[WITNESS.label]) == (2, 1, 0)
    assert sum(named.values()) == 3


def test_f24_small_numbers_do_not_leave_the_house(cast):
    for each in range(PUBLIC):
        tell(cast, REPRESSION, *([WITNESS] if each < 2 else []))
    inside = counts(page_of(log_in(cast.lucia).get(reverse("motive-table"))))
    assert (inside[REPRESSION.label], inside[WITNESS.label]) == (str(PUBLIC), "2")
    address = reverse("motive-table-public")
    assert page_of(log_in(cast.adela).get(address)).holds("Todavía no hay")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE asylum_flightaccount SET recorded_at = recorded_at - interval '40 days'"
        )
    outside = counts(page_of(log_in(cast.adela).get(address)))
    assert outside[REPRESSION.label] == str(PUBLIC)
    assert outside[WITNESS.label] == f"<{PUBLIC}"
    assert outside[HUNGER.label] == "0"


@pytest.mark.parametrize("who", ["ana", "bruno", "carla", "aurelio", "mara", "sonia"])
def test_f24_only_who_reads_the_accounts_sees_exact_numbers(cast, who):
    tell(cast, WITNESS)
    assert log_in(cast.users[who]).get(reverse("motive-table")).status_code == 404


def test_f24_a_legal_officer_counts_the_own_people_alone(cast):
    tell(cast, WITNESS)
    tell(cast, HUNGER)
    FlightAccount.objects.filter(motives=[HUNGER]).update(individual=an_individual(cast))
    table = counts(page_of(log_in(cast.lucia).get(reverse("motive-table"))))
    assert (table[WITNESS.label], table[HUNGER.label]) == ("1", "0")


def test_f24_an_account_tells_something_and_its_motives_never_change(cast):
    person = a_client(cast)
    with refused("Write something"):
        record_flight(person, told_on=NOW, by=cast.lucia)
    account = tell(cast, WITNESS, person=person)
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        FlightAccount.objects.filter(pk=account.pk).update(motives=[HUNGER])


def test_f25_a_witness_is_counted_and_what_was_seen_is_not_told(cast):
    person = a_client(cast)
    record_flight(
        person,
        told_on=NOW,
        motives=[WITNESS],
        past_events="Dos superiores cargaban la avioneta.",
        by=cast.lucia,
    )
    page = page_of(log_in(cast.lucia).get(reverse("motive-table")))
    assert counts(page)[WITNESS.label] == "1"
    assert not page.holds("avioneta")
    assert not page.holds(person.number)


def test_f24_the_figures_lead_there_each_reader_to_the_own_table(cast):
    own, public = reverse("motive-table"), reverse("motive-table-public")
    assert own in page_of(log_in(cast.lucia).get(reverse("figures"))).links
    assert own not in page_of(log_in(cast.ana).get(reverse("figures"))).links
    assert public in page_of(log_in(cast.adela).get(reverse("report-list"))).links
    assert reverse("report-list") in page_of(log_in(cast.adela).get(public)).links
