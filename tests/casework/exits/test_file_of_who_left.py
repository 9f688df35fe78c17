"""All pages of a file say that a person left, and none asks what only a present person can answer."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from casework.cases.actions import close_case
from casework.exits.actions import confirm_loss, report_loss
from casework.register.choices import EndReason
from pages.dates import short_date
from tests.asylum.build import a_permit, a_referred_family, referred
from tests.build import a_case, a_row, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_site, a_stay, beds_of
from worklist.due.rows import due

pytestmark = pytest.mark.usefixtures("law")
BACK = {"what": "back", "reason": "Está en la puerta", "joins": "same"}


@pytest.fixture
def law(law_of_the_file: None, db: None) -> None:
    """Loads the deadline rules of the reference tables."""


@pytest.fixture
def today(cast) -> datetime.date:
    return cast.ana.today()


def leaves(cast, person, today, type_="onward"):
    """Records an exit through the form."""
    client, address = as_(cast.ana), reverse("exit-record", args=[person.number])
    typed = page_of(client.get(address)).fields | {"type": type_, "on": today.isoformat()}
    answer = client.post(address, typed)
    assert answer.status_code == 302, page_of(answer).refusals
    return person.exits.get()


def dies(cast, person, today):
    report = report_loss(person, kind="death", on=today, known_from="El hospital", by=cast.ana)
    return confirm_loss(report, checked_how="Acta", by=cast.sonia)


def file_page(user, case, part=""):
    address = ["case-part", case.number, part] if part else ["case-detail", case.number]
    return page_of(as_(user).get(reverse(address[0], args=address[1:])))


def head(page) -> str:
    [found] = list(page.root.where("class", "file-head"))
    return found.text


def chips(page) -> list[str]:
    [found] = list(page.root.where("class", "file-head"))
    return [each.text for each in found.where("class", "tag")]


def to_do(page) -> list[str]:
    return [each.text for each in page.root.where("class", "about")]


@pytest.mark.parametrize(
    ("type_", "words"),
    [("onward", "se fue el"), ("lost_contact", "se perdió el contacto el"), ("own_means", "se fue el")],
)  # fmt: skip
def test_the_file_of_who_left_alone_says_so_and_is_to_be_closed(cast, today, type_, words):
    case = referred(a_case(cast), cast)
    [person] = people_of(case)
    before = file_page(cast.ana, case)
    assert before.says("1 sin cama", "1 sin aviso")
    leaving = leaves(cast, person, today, type_)
    said = f"{words} {short_date(today)}"
    for user in (cast.ana, cast.lucia):
        for part in ("", "people", "law"):
            page = file_page(user, case, part)
            assert said in head(page), (user, part)
            assert not page.says("sin cama"), (user, part)
            assert not page.says("sin aviso"), (user, part)
        for part in ("", "people"):
            assert file_page(user, case, part).says(f"{leaving.kind_in_words} {short_date(today)}")
    page = file_page(cast.ana, case)
    assert to_do(page)[0] == "Ya no queda nadie aquí"
    assert reverse("case-close", args=[case.number]) in page.links
    assert not page.says("Sale de la familia")
    assert not file_page(cast.ana, case, "people").says("Sale de la familia")
    rows = due(cast.ana, today=today + datetime.timedelta(days=60))
    assert not {"notice_to_tell", "basis_to_settle"} & {row.kind for row in rows}
    assert not page_of(as_(cast.ana).get(reverse("start-list"))).says(person.number)


def test_two_who_left_on_one_day_are_said_to_have_gone_once(cast, today):
    case = an_arrival(cast, people=[a_row("Rosa"), a_row("Belkis")])
    close_case(case, reason=EndReason.ONWARD, on=today, by=cast.ana)
    assert chips(file_page(cast.ana, case)).count(f"se fue el {short_date(today)}") == 1


def test_the_file_of_the_dead_says_that_they_died(cast, today):
    case = a_case(cast)
    [person], site = people_of(case), a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    a_stay(person, site, beds_of(site)[0], by=cast.carla, starts_on=today)
    dies(cast, person, today)
    assert f"falleció el {short_date(today)}" in head(file_page(cast.ana, case))
    assert f"falleció el {short_date(today)}" in head(
        page_of(as_(cast.carla).get(reverse("case-card", args=[case.number])))
    )


def test_whoever_sees_the_person_reads_in_the_timeline_that_they_left(cast, today):
    case = referred(a_case(cast), cast)
    [person] = people_of(case)
    leaves(cast, person, today)
    assert page_of(as_(cast.lucia).get(reverse("individual-detail", args=[person.number]))).says(
        "Siguió viaje a otro país"
    )
    for name in ("case-timeline", "case-timeline-print"):
        for user in (cast.ana, cast.lucia):
            page = page_of(as_(user).get(reverse(name, args=[case.number])))
            assert page.says(f"{person.display_name} se fue: Siguió viaje a otro país"), user


def test_a_legal_date_of_who_left_says_so_in_the_list(cast, today):
    person, *_others = a_referred_family(cast, people=[a_row("Rosa", "Mora", born=1991)])
    a_permit(cast, person, expires_on=today + datetime.timedelta(days=3))
    leaves(cast, person, today)
    page = page_of(as_(cast.lucia).get(reverse("due-list")))
    assert page.says(f"Rosa Mora (se fue el {short_date(today)})")


def test_a_line_about_who_left_keeps_the_name_where_one_is_left(cast, today):
    people = [a_row("Anselmo", "Tovar", born=1985), a_row("Belkis", "Mora", born=1991)]
    man, wife = a_referred_family(cast, people=people)
    client, address = as_(cast.lucia), reverse("application-lodge", args=[wife.pk])
    typed = page_of(client.get(address)).fields | {"lodged_on": "5/3/2019"}
    with time_machine.travel(datetime.datetime(2019, 3, 8, 17, tzinfo=datetime.UTC)):
        assert as_(cast.lucia).post(address, typed).status_code == 302
        day = cast.ana.today()
        leaves(cast, wife, day)
        case = man.memberships.get().case
        name = f"Belkis Mora (se fue el {short_date(day)}):"
        for user in (cast.ana, cast.lucia):
            for part in ("", "people", "law"):
                page = file_page(user, case, part)
                about = [each for each in chips(page) if "Presentada" in each]
                about += [each for each in chips(page) if "decide sobre la admisión" in each]
                assert about
                assert all(name in each for each in about), about
                [own] = [each for each in chips(page) if "Solicitud por presentar" in each]
                assert "Mora" not in own
            assert file_page(user, case).says(f"{name} Presentada")


def test_the_chips_of_a_letter_page_are_those_of_the_file(cast, today):
    person, *_others = a_referred_family(cast)
    case = person.memberships.get().case
    site = a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    for each, bed in zip(people_of(case), beds_of(site), strict=False):
        a_stay(each, site, bed, by=cast.carla, starts_on=today, planned_end_on=today + datetime.timedelta(days=9))  # fmt: skip
    address = reverse("letter-choose", args=[person.pk])
    letter = page_of(as_(cast.ana).get(address))
    assert chips(letter)
    assert chips(letter) == chips(file_page(cast.ana, case))


def test_who_left_and_came_back_on_one_day_is_one_of_the_family_and_the_day_reads_in_order(
    cast, today
):
    case = an_arrival(cast)
    person = people_of(case)[3]
    leaving = leaves(cast, person, today, "absconded")
    sent = BACK | {"back_on": today.isoformat()}
    assert as_(cast.ana).post(reverse("exit-back", args=[leaving.pk]), sent).status_code == 302
    assert not file_page(cast.ana, case).says("Antes pertenecieron a la familia")
    told = page_of(as_(cast.ana).get(reverse("case-timeline", args=[case.number]))).text
    name = person.display_name
    lines = ["se unió a la familia", "volvió", "salió de la familia", "se fue: "]
    places = [told.index(f"{name} {line}") for line in lines]
    assert places == sorted(places)


def test_the_bed_that_who_left_still_holds_is_no_bed_of_the_family(cast, today):
    case = an_arrival(cast)
    first, second, *_others = people_of(case)
    site = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    for person, bed in zip((first, second), beds_of(site), strict=True):
        a_stay(person, site, bed, by=cast.carla, starts_on=today)
    [chip] = [each for each in chips(file_page(cast.ana, case)) if site.name in each]
    assert f"{first.display_name}, {second.display_name}:" in chip
    leaves(cast, second, today)
    [chip] = [each for each in chips(file_page(cast.ana, case)) if site.name in each]
    assert chip.startswith(f"{first.display_name}:")
    page = file_page(cast.ana, case, "aid")
    assert page.says(f"se fue el {short_date(today)}")
