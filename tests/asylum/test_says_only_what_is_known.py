"""Pages and papers state what somebody said, on the day on which it was, and ask before they take what can hardly be."""

import datetime
import io

import pytest
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from asylum.claims.actions import move_application
from asylum.interviews.actions import record_interview
from asylum.letters.choices import LetterKind
from asylum.letters.models import Letter
from asylum.papers.choices import Signature, Wording
from asylum.papers.models.renunciation import Renunciation
from asylum.permits.actions import renew_permit
from asylum.permits.corrections import retract_permit
from asylum.procedure.choices import InterviewOutcome
from asylum.renunciation.actions import withdraw_renunciation
from asylum.renunciation.querysets import PeopleWithoutPaper
from casework.compartments.slots import accounts_to_read
from tests.asylum.build import D, S, a_client, a_paper, a_permit, an_application, verify
from tests.asylum.build import a_submitted_paper as submitted
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law")
SIGNED = {"signature": "yes", "wording": "permanent", "signed_on": "10/5/2019"}


def send(cast, name, row, **typed):
    """The form of this page as somebody finds it, with what they type."""
    client, address = as_(cast.lucia), reverse(name, args=row)
    return client.post(address, page_of(client.get(address)).fields | typed)


def timeline(cast, person):
    number = person.memberships.get().case.number
    return page_of(as_(cast.lucia).get(reverse("case-timeline", args=[number])))


def test_that_the_authority_asks_has_the_day_that_somebody_gave_and_no_authority_of_the_paper(cast):
    person = a_client(cast)
    said = SIGNED | {"is_demanded": "yes"}
    refusal = page_of(send(cast, "renunciation-record", [person.pk], **said))
    assert refusal.says("Indique qué día dijo la autoridad que la pide")
    assert not person.renunciations.exists()
    said |= {"demanded_on": "6/5/2019"}
    assert send(cast, "renunciation-record", [person.pk], **said).status_code == 302
    word = person.renunciation_demands.get()
    assert (word.on, word.authority) == (D(2019, 5, 6), None)


def test_the_word_of_the_authority_leads_back_to_the_file_or_to_where_somebody_came_from(cast):
    person = a_client(cast)
    said = {"is_asked": "no", "on": "6/5/2019"}
    number = person.memberships.get().case.number
    answer = send(cast, "renunciation-demand", [person.pk], **said)
    assert answer.url == f"{reverse('case-part', args=[number, 'law'])}#renunciation"
    stages, unknown = (
        reverse("renunciation-file", args=[person.pk]),
        reverse("renunciation-unknown"),
    )
    other = a_client(cast)
    for page in (stages, unknown):
        links = page_of(as_(cast.lucia).get(page)).links
        [link] = [
            each
            for each in links
            if each.startswith(reverse("renunciation-demand", args=[person.pk]))
            or each.startswith(reverse("renunciation-demand", args=[other.pk]))
        ]
        assert as_(cast.lucia).post(link, said).url == page


def test_who_did_not_sign_took_nothing_back_and_is_not_offered_to_sign_in_the_list(cast):
    person = a_client(cast)
    said = {"is_demanded": "yes", "demanded_on": "6/5/2019", "signature": Signature.REFUSED}
    client = as_(cast.lucia)
    address = reverse("renunciation-record", args=[person.pk])
    typed = page_of(client.get(address)).fields | said | {"signed_on": "10/5/2019"}
    page = page_of(client.post(address, typed, follow=True))
    assert page.says("Consta que la persona no firmó")
    assert not page.says("Se registró la renuncia")
    paper = Renunciation.objects.get()
    assert reverse("renunciation-withdraw", args=[paper.pk]) not in page.links
    assert reverse("renunciation-retract", args=[paper.pk]) in page.links
    listed = page_of(client.get(reverse("renunciation-missing")))
    assert listed.says(f"{person.number} No quiso firmar 10 may 2019")
    assert address not in listed.links
    [row] = PeopleWithoutPaper(cast.lucia).without_paper
    assert row.refused_on == D(2019, 5, 10)


def test_the_list_of_who_signed_no_permanent_paper_says_what_else_they_signed(cast):
    temporary = a_paper(cast, wording=Wording.TEMPORARY, signed_on=D(2019, 5, 10)).individual
    taken_back = a_paper(cast, signed_on=D(2019, 5, 10))
    withdraw_renunciation(taken_back, on=D(2019, 5, 12), by=cast.lucia)
    listed = page_of(as_(cast.lucia).get(reverse("renunciation-missing")))
    assert listed.says("La autoridad la pide y no hay declaración permanente firmada")
    assert listed.says("Sin declaración permanente firmada")
    assert listed.says(f"{temporary.number} Solo la temporal, firmada el 10 may 2019")
    told = f"{taken_back.individual.number} Retiró la que había firmado, el 12 may 2019"
    assert listed.says(told)


def test_a_claim_lodged_at_once_was_never_in_preparation(cast):
    claim = an_application(cast)
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    for each in (page, timeline(cast, claim.individual)):
        assert each.says("Presentada")
        assert not each.says("En preparación")


def test_a_claim_that_was_prepared_before_tells_both_days(cast):
    person = a_client(cast)
    assert send(cast, "application-lodge", [person.pk]).status_code == 302
    claim = person.applications.get()
    move_application(claim, to=S.LODGED, on=D(2019, 5, 10), late_reason="Enferma", by=cast.lucia)
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    for each in (page, timeline(cast, person)):
        assert each.says("Presentada")
        assert each.says("En preparación")


@pytest.mark.parametrize("status", [S.RECOGNISED, S.WITHDRAWN])
def test_another_claim_of_who_has_one_on_that_day_is_asked_about(cast, status):
    claim = an_application(cast, status=status)
    person = claim.individual
    said = {"lodged_on": "20/3/2019"}
    asked = send(cast, "application-lodge", [person.pk], **said)
    assert page_of(asked).says("tiene una solicitud presentada el 4 mar 2019", "hizo otra")
    assert person.applications.count() == 1
    sure = send(cast, "application-lodge", [person.pk], **said, is_sure="on")
    assert sure.status_code == 302
    assert person.applications.count() == 2


def test_another_claim_after_one_that_ended_is_not_asked_about(cast):
    claim = an_application(cast, status=S.WITHDRAWN)
    said = {"lodged_on": "10/5/2019", "late_reason": "No sabía"}
    assert send(cast, "application-lodge", [claim.individual_id], **said).status_code == 302


def declare(cast, person, **typed):
    said = {"language": "es"} | typed
    return send(cast, "letter-issue", [person.pk, LetterKind.DECLARATION], **said)


def test_a_declaration_of_who_signed_one_or_would_not_is_asked_about_first(cast):
    paper = verify(submitted(cast), on=D(2019, 5, 2), by=cast.luis)
    unwilling = a_paper(cast, signature=Signature.REFUSED, wording="")
    for row, words in (
        (paper, "firmó una declaración así el 1 mar 2019: Verificada"),
        (unwilling, "no quiso firmar el 1 mar 2019"),
    ):
        asked = declare(cast, row.individual)
        assert page_of(asked).says(words)
        shown = declare(cast, row.individual, is_sure="on")
        assert shown.status_code == 302
        page = page_of(as_(cast.lucia).get(shown.url))
        assert as_(cast.lucia).post(shown.url, page.fields).status_code == 302
        assert Letter.objects.get(individual=row.individual).kind == LetterKind.DECLARATION


def test_a_declaration_of_whom_nobody_asked_yet_is_made_without_a_question(cast):
    assert declare(cast, a_client(cast)).status_code == 302


def test_a_certificate_names_a_document_of_the_person(cast):
    claim = an_application(cast)
    a_permit(cast, claim.individual, number="SC-55")
    client = as_(cast.lucia)
    said = {"language": "es", "paper": "Salvoconducto SC-2 SC-55"}
    row = [claim.individual_id, LetterKind.CERTIFICATE]
    shown = send(cast, "letter-issue", row, **said)
    assert client.post(shown.url, page_of(client.get(shown.url)).fields).status_code == 302
    [letter] = Letter.objects.all()
    pages = PdfReader(io.BytesIO(letter.content())).pages
    assert "SC-55" in " ".join(page.extract_text() for page in pages)
    assert not letter.has_changed


def test_a_renewal_is_told_as_one_and_one_taken_back_leaves_a_line(cast):
    permit = a_permit(cast)
    new = renew_permit(permit, issued_on=D(2019, 5, 10), by=cast.lucia)
    page = timeline(cast, permit.individual)
    assert page.says("renovó un permiso: Salvoconducto SC-2")
    assert page.text.count("recibió un permiso") == 1
    retract_permit(new, reason="Era de otra persona", by=cast.lucia)
    page = timeline(cast, permit.individual)
    assert page.says("se había registrado por error: Salvoconducto SC-2")
    assert not page.says("renovó un permiso")


def test_the_timeline_keeps_day_and_hour_of_a_new_summons_whatever_became_of_it(cast):
    claim = an_application(cast, status=S.ADMITTED)
    first = {"on": D(2019, 5, 2), "interview_on": D(2019, 5, 6)}
    again = {"on": D(2019, 5, 7), "interview_on": D(2019, 5, 14), "at_time": datetime.time(14)}
    for told in (first, again):
        claim = move_application(claim, to=S.SUMMONED, **told, by=cast.lucia)
    assert timeline(cast, claim.individual).says("a 14 may 2019, 14:00")
    record_interview(
        claim.interviews.unsaid().get(), outcome=InterviewOutcome.ATTENDED, by=cast.lucia
    )
    assert timeline(cast, claim.individual).says("a 14 may 2019, 14:00")
    move_application(claim, to=S.INTERVIEWED, on=D(2019, 5, 15), is_sure=True, by=cast.lucia)
    assert timeline(cast, claim.individual).says("a 14 may 2019, 14:00")


def test_the_way_to_what_was_said_in_confidence_says_to_read_it_and_not_that_it_was_read():
    with translation.override("es"):
        assert [str(way.label) for way in accounts_to_read.actions] == ["Leer"]


def test_the_file_of_renunciation_proves_the_act_with_authority_and_reference(cast):
    paper = verify(submitted(cast), on=D(2019, 5, 2), by=cast.luis)
    page = page_of(as_(cast.lucia).get(reverse("renunciation-file", args=[paper.individual_id])))
    assert page.says("Verificada, 2 may 2019 · la aceptó Ministerio de prueba · MRE-1")
