"""What a paper, a letter or a list says today hangs on the age of the person and on how their claim stands."""

import datetime

import pytest
from django.urls import reverse

from asylum.claims.actions import lodge_application, move_application
from asylum.letters.choices import LetterKind
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from casework.register.models.individual import Individual
from tests.asylum.build import D, a_client, a_permit, an_application
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law")
S = ApplicationStatus


@pytest.mark.parametrize(
    ("born", "said"),
    [
        (2003, "solo con permiso del inspector del trabajo"),
        (2007, "No tiene edad para trabajar"),
        (None, "Edad desconocida"),
        (1990, ""),
    ],
)
def test_a_paper_says_a_bare_yes_of_nobody_who_may_be_a_minor(cast, born, said):
    person = a_client(cast)
    precision = "year" if born else "unknown"
    rows = Individual.objects.filter(pk=person.pk)
    rows.update(birth_year=born, birth_precision=precision)
    permit = a_permit(cast, person, work_right="yes", expires_on=D(2019, 9, 1))
    client = as_(cast.lucia)
    page = page_of(client.get(permit.get_absolute_url()))
    assert page.says("Permite trabajar") == (not said)
    assert page.says(said)
    letters = page_of(client.get(reverse("letter-choose", args=[person.pk])))
    offered = reverse("letter-issue", args=[person.pk, LetterKind.EMPLOYER]) in letters.links
    assert offered == (not said)
    assert letters.says(said)


def test_the_interview_of_a_claim_is_offered_for_the_notice_of_an_appointment(cast):
    person, client = a_client(cast), as_(cast.lucia)
    address = reverse("letter-issue", args=[person.pk, LetterKind.APPOINTMENT])
    assert page_of(client.get(address)).says("no tiene próximas citas ni entrevistas")
    claim = an_application(cast, person, status=S.ADMITTED)
    hearing = {"interview_on": D(2019, 6, 3), "at_time": datetime.time(9), "place": "Calle 10"}
    move_application(claim, to=S.SUMMONED, on=D(2019, 5, 2), **hearing, by=cast.lucia)
    form = client.get(address).context["form"]
    [(key, words)] = form.fields["appointment"].choices
    assert "09:00" in words
    done = client.post(address, {"language": "es", "appointment": key})
    assert done.status_code == 302
    assert client.get(done.url).status_code == 200


def test_after_the_claim_ended_its_paper_and_the_letter_about_it_warn(cast):
    person, client = a_client(cast), as_(cast.lucia)
    claim = an_application(cast, person, status=S.APPEALED)
    permit = a_permit(cast, person, work_right="yes", expires_on=D(2019, 9, 1))
    letter = reverse("letter-issue", args=[person.pk, LetterKind.EMPLOYER])
    pages, words = (permit.get_absolute_url(), letter), "la solicitud terminó"
    of_case = reverse("case-part", args=[claim.case.number, "law"])
    assert not page_of(client.get(of_case)).says("Su solicitud terminó")
    assert not any(page_of(client.get(each)).says(words) for each in pages)
    move_application(claim, to=S.REFUSED_FINAL, on=D(2019, 5, 14), by=cast.lucia)
    assert all(page_of(client.get(each)).says(words) for each in pages)
    assert page_of(client.get(of_case)).says("Su solicitud terminó: pregunte si todavía vale")


def test_a_claim_by_mistake_stands_behind_the_one_that_counts_and_not_in_the_head(cast):
    person = a_client(cast)
    wrong = an_application(cast, person)
    facts = {"on": D(2019, 5, 14), "remark": "De otra persona", "by": cast.lucia}
    move_application(wrong, to=S.MISTAKEN, **facts)
    right = lodge_application(person, on=D(2019, 3, 6), by=cast.lucia)
    response = as_(cast.lucia).get(reverse("case-part", args=[right.case.number, "law"]))
    page = page_of(response)
    assert page.text.count("Una solicitud que se registró por error") == 1
    links = list(page.links)
    assert links.index(right.get_absolute_url()) < links.index(wrong.get_absolute_url())


def test_a_ratification_goes_on_after_the_interview_and_says_that_it_expired(cast):
    claim = an_application(cast, status=S.INTERVIEWED)
    term = claim.deadlines.get(kind=DeadlineKind.RATIFY)
    assert term.ended_on is None
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert reverse("deadline-settle", args=[term.pk]) in page.links
    type(term).objects.filter(pk=term.pk).update(due_on=D(2019, 5, 4))
    move_application(claim, to=S.REFUSED, on=D(2019, 5, 14), by=cast.lucia)
    shown = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert shown.says("Vencido, sin marcar como cumplido")


def test_the_page_of_a_permit_sends_nobody_to_legal_aid_where_the_case_is_there(cast):
    permit = a_permit(cast)
    client, words = as_(cast.sonia), "remita el caso a jurídica"
    page = page_of(client.get(permit.get_absolute_url()))
    assert page.says("el caso ya está en jurídica")
    assert not page.says(words)
    permit.case.legal_referrals.open().update(ended_on=D(2019, 5, 16))
    assert page_of(client.get(permit.get_absolute_url())).says(words)
