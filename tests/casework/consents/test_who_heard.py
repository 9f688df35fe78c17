"""A notice for a person who cannot hear it needs a name of who heard it; without one it counts as not told.

The page, the quick-log, the form for groups and the import all ask.
"""

import pytest
from django.urls import reverse

from casework.arrivals.actions.arrivals import log_group_arrival
from casework.arrivals.actions.existing_case import add_to_case
from casework.consents.actions import record_basis
from casework.consents.models import PrivacyNotice
from casework.consents.slots import notices_to_tell
from casework.consents.start import LawfulStart
from casework.register.models.case import Case
from tests.build import a_row, an_arrival, people_of, reference
from tests.casework.consents.test_lawful_start import text_of, told
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("texts_of_the_file", "db")


@pytest.fixture
def case(cast):
    return an_arrival(
        cast, people=[a_row(born=1991), a_row("Luz", born=2018), a_row("Sol", born=2009)]
    )


def tell(cast, case, people, **typed):
    told = {"notice": "told", "notice_text": str(text_of().pk), "how": "aloud", "on": "2019-03-01"}
    told["people"] = [str(each.pk) for each in people]
    return as_(cast.ana).post(reverse("notice-tell", args=[case.number]), told | typed)


def heard(person):
    notice = PrivacyNotice.objects.newest().get(individual=person)
    return notice.how, notice.heard_by


def test_who_heard_it_for_a_small_child_is_asked_and_kept_with_the_child_alone(cast, case):
    adult, baby, pupil = people_of(case)
    answer = tell(cast, case, [adult, baby, pupil])
    [error] = answer.context["form"].errors["heard_by"]
    assert error == f"Diga quién lo oyó por {baby.display_name}."
    assert not PrivacyNotice.objects.filter(state="told").exists()
    assert tell(cast, case, [adult, baby, pupil], heard_by="Yorman, su padre").status_code == 302
    assert heard(baby) == ("another", "Yorman, su padre")
    assert heard(adult) == heard(pupil) == ("aloud", "")
    papers = page_of(as_(cast.ana).get(reverse("case-part", args=[case.number, "papers"])))
    assert papers.says("lo oyó Yorman, su padre")


def test_nor_is_it_read_to_who_cannot_express_a_will_or_told_to_somebody_without_a_name(cast, case):
    adult, _baby, pupil = people_of(case)
    assert tell(cast, case, [adult, pupil]).status_code == 302
    assert "heard_by" in tell(cast, case, [pupil], how="another").context["form"].errors
    unable = {"given": "spoken", "given_by": "Luz", "cannot_answer": "unable"}
    start = LawfulStart(ground="represented", **unable)
    record_basis(case, people=[adult], on=cast.ana.today(), start=start, by=cast.ana)
    assert "heard_by" in tell(cast, case, [adult]).context["form"].errors
    assert tell(cast, case, [adult], heard_by="Luz").status_code == 302
    assert heard(adult) == ("another", "Luz")


def test_it_is_put_right_on_the_page_of_the_notice(cast, case):
    _adult, baby, _pupil = people_of(case)
    tell(cast, case, [baby], heard_by="Yorman")
    notice = PrivacyNotice.objects.newest().get(individual=baby)
    address = reverse("notice-correct", args=[notice.pk])
    client = as_(cast.ana)
    typed = page_of(client.get(address)).fields | {
        "heard_by": "Ana, su abuela",
        "reason": "Era ella",
    }
    assert client.post(address, typed).status_code == 302
    assert heard(baby) == ("another", "Ana, su abuela")


def logged(cast, *rows, **typed):
    """Sends the quick-log for Yorman of 30, a baby, a pupil, and further `rows`."""
    reference()
    today = cast.ana.today().isoformat()
    people = [
        {"given_names": "Luz", "birth": "1", "relation": "SON"},
        {"given_names": "Sol", "birth": "9", "relation": "SON"},
        *rows,
    ]
    sent = {
        "team": cast.norte.pk,
        "on": today,
        "entry_mode": "bridge",
        "head-given_names": "Yorman",
        "head-family_names": "Mora",
        "head-birth": "30",
        "head-force": "unknown",
        "member-TOTAL_FORMS": str(len(people)),
        "member-INITIAL_FORMS": "0",
        "notice": "told",
        "notice_text": text_of().pk,
        "how": "aloud",
        "said_on": today,
    }
    for place, facts in enumerate(people):
        row = {"family_names": "Mora", "force": "", **facts}
        sent |= {f"member-{place}-{name}": fact for name, fact in row.items()}
    return as_(cast.ana).post(reverse("arrival-log"), sent | typed)


def by_name():
    notices = PrivacyNotice.objects.newest().select_related("individual")
    return {
        each.individual.given_names: (each.how or each.because, each.heard_by) for each in notices
    }


AUTHORISED = {"ground": "authorised", "given": "spoken", "given_by": "Yorman"}


@pytest.mark.parametrize("more", [{}, AUTHORISED])
def test_the_quick_log_tells_it_to_no_baby_where_nobody_said_who_heard_it(cast, more):
    answer = logged(cast, **more)
    assert answer.status_code == 302, answer.context["grid"].errors_by_row()
    assert by_name() == {"Yorman": ("aloud", ""), "Luz": ("unheard", ""), "Sol": ("aloud", "")}
    case = Case.objects.get()
    papers = page_of(as_(cast.ana).get(reverse("case-part", args=[case.number, "papers"])))
    assert papers.says("Nadie dijo quién lo oyó por la persona")
    [waits] = notices_to_tell.rows_on(cast.ana.today())
    assert waits.individual.given_names == "Luz"


def test_the_quick_log_asks_once_for_all_children_and_keeps_who_it_was(cast):
    page = as_(cast.ana).get(reverse("arrival-log"))
    assert page_of(page).says("Quién lo oyó por los niños")
    assert not page.context["grid"].arrival["heard_by"].value()
    again = {"given_names": "Mar", "birth": "3", "relation": "SON"}
    assert logged(cast, again, heard_by="Yorman, su padre").status_code == 302
    through = ("another", "Yorman, su padre")
    assert by_name() == {
        "Yorman": ("aloud", ""),
        "Luz": through,
        "Sol": ("aloud", ""),
        "Mar": through,
    }


def test_told_to_somebody_else_without_a_name_is_asked_at_its_field(cast):
    answer = logged(cast, how="another")
    assert answer.context["grid"].arrival.errors["heard_by"] == ["Diga quién lo oyó."]


def test_on_a_bus_nobody_heard_it_for_a_child_who_came_without_an_adult(cast):
    year = cast.cucuta.today().year
    start = told(heard_by="cada titular")
    families = [
        [a_row("Ana", born=year - 30), a_row("Luz", born=year - 2)],
        [a_row("Brayan", born=year - 16), a_row("Mar", born=year - 1)],
    ]
    on = cast.cucuta.today()
    log_group_arrival(team=cast.norte, families=families, on=on, by=cast.ana, start=start)
    assert by_name() == {
        "Ana": ("aloud", ""),
        "Luz": ("another", "cada titular"),
        "Brayan": ("aloud", ""),
        "Mar": ("unheard", ""),
    }


def test_who_arrives_again_as_a_baby_keeps_what_was_said_before(cast):
    today = cast.ana.today()
    rows = [a_row(born=1991), a_row("Luz", born=today.year - 2)]
    case = an_arrival(cast, on=today, people=rows)
    adult, baby = people_of(case)
    tell(cast, case, [adult, baby], heard_by="Yorman", on=today)
    facts = {"rows": rows, "people_on_file": {0: adult, 1: baby}, "by": cast.ana}
    add_to_case(case, on=today, start=told(how="paper"), **facts)
    assert (heard(adult), heard(baby)) == (("paper", ""), ("another", "Yorman"))
