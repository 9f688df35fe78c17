"""A notice is read to nobody who cannot hear it: the page asks who heard it for them, as it does of an authorisation."""

import pytest
from django.urls import reverse

from casework.consents.actions import say_basis
from casework.consents.models import PrivacyNotice
from casework.consents.start import LawfulStart
from tests.build import a_row, an_arrival, people_of
from tests.casework.consents.test_lawful_start import text_of
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
    say_basis(case, people=[adult], on=cast.ana.today(), start=start, by=cast.ana)
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
