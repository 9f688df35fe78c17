"""The page of papers has a row for each person, and as many buttons for a large family as for one person."""

import pytest

from casework.interviews.actions import log_interview
from casework.register.views import file_page_url
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("english")


def papers_of(case, reader):
    return page_of(as_(reader).get(file_page_url(case, "papers")))


def buttons(page):
    main = next(page.root.all("main"))
    return [each.text for each in main.where("class", "button")]


def test_a_family_of_five_has_the_buttons_of_one_person(cast):
    alone = papers_of(an_arrival(cast, people=[a_row("Oriana")]), cast.ana)
    family = an_arrival(cast, people=[a_row(f"Persona {letter}") for letter in "ABCDE"])
    page = papers_of(family, cast.ana)
    assert buttons(page) == buttons(alone)
    for person in people_of(family):
        rows = [row for row in page.rows if row.get("Quién", "").startswith(person.display_name)]
        assert len(rows) == 2, "what they were told, and what they agreed to"
        for act in ("exit", "loss"):
            assert f"/people/{person.number}/{act}/" in page.links


def test_acts_about_one_person_stand_behind_a_word(cast):
    case = an_arrival(cast, people=[a_row("Oriana"), a_row("Wilmer")])
    page = papers_of(case, cast.sonia)
    folded = {next(each.all("summary")).text: each for each in page.root.all("details")}
    exits = folded["Registrar una salida, una muerte o una devolución forzada"]
    asked = folded["Registrar una petición, o imprimir lo que se guarda"]
    for person in people_of(case):
        assert person.display_name in exits.text
        assert person.display_name in asked.text
    assert page.says("No se ha pedido nada.")


def test_what_holds_nothing_stands_folded_at_the_end_until_it_holds_something(cast):
    case = an_arrival(cast, people=[a_row("Oriana")])

    def folded():
        return [
            next(each.all("section")).attributes["id"] for each in folds(papers_of(case, cast.ana))
        ]

    assert folded() == ["referrals", "interviews", "exits", "data-requests"]
    facts = {"visitor": "journalist", "visitor_name": "Radio", "purpose": "Una nota"}
    log_interview(people_of(case), on=case.opened_on, by=cast.ana, **facts)
    assert folded() == ["referrals", "exits", "data-requests"]


def folds(page):
    return page.root.where("class", "parts")
