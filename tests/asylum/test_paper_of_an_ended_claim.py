"""A paper that is given while a claim is pending, once that claim ended: one doubt, until somebody asked the authority."""

import datetime

import pytest
from django.urls import reverse

from asylum.claims.actions import move_application
from asylum.letters.choices import LetterKind
from asylum.letters.models import Letter
from asylum.pathways.choices import ApplicationStatus, PermitType
from asylum.permits.actions import cancel_permit, confirm_permit, record_permit
from tests.asylum.build import D, a_client, a_permit, an_application
from tests.asylum.test_letter_grounds import TODAY, is_valid, make
from tests.asylum.test_letters import text_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from worklist.due.rows import due

pytestmark = pytest.mark.usefixtures("law")
S = ApplicationStatus
ASKED = D(2019, 5, 15)
AS_A_FACT = "hoy le permite permanecer"


@pytest.fixture
def paper(cast):
    """Safe-conduct of somebody whose claim was refused for good, and a letter to employers of before."""
    person = a_client(cast)
    claim = an_application(cast, person, status=S.APPEALED)
    permit = a_permit(cast, person, work_right="yes", expires_on=D(2019, 9, 1))
    letter = make(cast, person, LetterKind.EMPLOYER)
    assert AS_A_FACT in text_of(letter.content())
    assert in_doubt(cast.lucia) == []
    move_application(claim, to=S.REFUSED_FINAL, on=D(2019, 5, 14), by=cast.lucia)
    return permit, letter


def in_doubt(user):
    return [
        (row.about_id, row.on) for row in due(user, today=TODAY) if row.kind == "permit_in_doubt"
    ]


def asks(cast, permit, letter) -> set[bool]:
    """Whether the paper, the file and the letter ask if it still holds."""
    client = as_(cast.lucia)
    law = reverse("case-part", args=[permit.case.number, "law"])
    told = {
        page_of(client.get(permit.get_absolute_url())).says("la solicitud terminó"),
        page_of(client.get(law)).says("Su solicitud terminó: pregunte si todavía vale"),
        page_of(client.get(law)).says("Válida: pregunte si su documento todavía vale"),
        page_of(client.get(letter.get_absolute_url())).says("la solicitud terminó"),
    }
    return told | {bool(in_doubt(cast.lucia))}


def test_it_falls_due_for_who_corrects_permits_until_it_is_asked_and_again_if_that_was_none(
    cast, paper
):
    permit, letter = paper
    assert in_doubt(cast.lucia) == [(str(permit.pk), D(2019, 5, 14))]
    assert in_doubt(cast.ana) == []
    assert asks(cast, permit, letter) == {True}
    head = page_of(as_(cast.lucia).get(reverse("case-detail", args=[permit.case.number])))
    assert head.says("de una solicitud que terminó: pregunte si todavía vale")
    client, address = as_(cast.lucia), reverse("permit-confirm", args=[permit.pk])
    assert address in page_of(client.get(permit.get_absolute_url())).links
    said = {"on": "2019-05-13", "reason": "Migración, por teléfono"}
    assert page_of(client.post(address, said)).says("La solicitud terminó después de ese día")
    assert client.post(address, said | {"on": ASKED.isoformat()}).status_code == 302
    assert asks(cast, permit, letter) == {False}
    page = page_of(client.get(permit.get_absolute_url()))
    assert page.says("la autoridad lo dijo el 15 may 2019")
    assert page.says("Migración, por teléfono")
    retract = reverse("permit-confirm-retract", args=[permit.pk])
    assert retract in page.links
    assert client.post(retract, {"reason": "Era de otra persona"}).status_code == 302
    assert asks(cast, permit, letter) == {True}
    cancel_permit(permit, on=TODAY, by=cast.lucia)
    assert in_doubt(cast.lucia) == []
    assert not is_valid(letter)


def test_a_tutela_does_not_answer_whether_the_paper_still_holds(cast, paper):
    """The refusal has its effect until a judge suspends it, and nobody had asked the authority."""
    permit, letter = paper
    claim = permit.individual.applications.get()
    move_application(claim, to=S.TUTELA, on=TODAY, by=cast.lucia)
    assert asks(cast, permit, letter) == {True}
    assert in_doubt(cast.lucia) == [(str(permit.pk), D(2019, 5, 14))]
    confirm_permit(permit, on=D(2019, 5, 15), reason="Por teléfono", by=cast.lucia)
    assert asks(cast, permit, letter) == {False}


@pytest.mark.parametrize(("language", "said"), [("es", "no pudo confirmar"), ("en", "could not")])
def test_a_new_letter_needs_a_reason_and_prints_the_doubt(cast, paper, language, said):
    permit, _letter = paper
    client = as_(cast.lucia)
    address = reverse("letter-issue", args=[permit.individual_id, LetterKind.EMPLOYER])
    assert client.post(address, {"language": language}).status_code == 200
    with refused(field="because"):
        make(cast, permit.individual, LetterKind.EMPLOYER)
    preview = client.post(address, {"language": language, "because": "La pide el empleador"})
    done = client.post(preview.url, page_of(client.get(preview.url)).fields)
    assert done.status_code == 302
    letter = Letter.objects.order_by("-issued_at").first()
    text = text_of(letter.content())
    assert said in text
    for word in (
        AS_A_FACT,
        "today allows them",
        "Negar",
        "To refuse",
        "asilo",
        "asylum",
        "La pide",
    ):
        assert word not in text
    page = page_of(client.get(done.url))
    assert page.says("La pide el empleador")
    assert not page.says("Válida: pregunte")


@pytest.mark.parametrize("status", [S.WITHDRAWN, S.CLOSED, S.CEASED, S.REVOKED])
def test_whatever_ends_a_claim_asks_and_a_paper_of_later_does_not(cast, status):
    person = a_client(cast)
    permit = a_permit(cast, person, work_right="yes", expires_on=D(2019, 9, 1))
    claim = an_application(cast, person, status=status)
    assert [key for key, _on in in_doubt(cast.lucia)] == [str(permit.pk)]
    cancel_permit(permit, on=TODAY, by=cast.lucia)
    given = claim.status_on + datetime.timedelta(days=1)
    record_permit(person, type=PermitType.SC2, issued_on=given, by=cast.lucia)
    assert in_doubt(cast.lucia) == []


def test_no_page_says_that_the_paper_lets_somebody_work_until_a_day(cast, paper):
    permit, _letter = paper
    client = as_(cast.lucia)
    law = reverse("case-part", args=[permit.case.number, "law"])
    for address in (permit.get_absolute_url(), law, reverse("permit-list")):
        page = page_of(client.get(address))
        assert page.says("Su solicitud terminó: pregunte si todavía vale"), address
        assert not page.says("Permite trabajar"), address
    assert "Vigente" not in page.column("Vigencia")[0]


@pytest.mark.parametrize("kind", [PermitType.VISA, PermitType.CE])
def test_who_was_recognised_and_holds_another_paper_is_asked_about_the_one_of_before(cast, kind):
    """A claim that was granted has ended, too: nobody renews the safe-conduct, nor names it to an employer unasked."""

    def kinds():
        rows = due(cast.lucia, today=TODAY)
        return {row.kind for row in rows if row.about_id == str(permit.pk)}

    person = a_client(cast)
    permit = a_permit(cast, person, work_right="yes", expires_on=D(2019, 5, 25))
    an_application(cast, person, status=S.RECOGNISED)
    assert kinds() == {"permit_expires"}
    days = {"issued_on": D(2019, 5, 16), "expires_on": D(2022, 5, 16)}
    other = record_permit(person, type=kind, **days, by=cast.lucia)
    assert kinds() == {"permit_in_doubt"}
    with refused(field="because"):
        make(cast, person, LetterKind.EMPLOYER)
    cancel_permit(other, on=TODAY, by=cast.lucia)
    assert kinds() == {"permit_expires"}
