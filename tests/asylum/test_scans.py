"""The image of a permit, of a renunciation and of its verification: a document that says what it shows."""

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from asylum.papers.choices import RenunciationStatus
from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation
from asylum.papers.models.scan import PaperScan
from asylum.pathways.choices import PermitType
from asylum.permits.corrections import retract_permit
from asylum.renunciation.actions import retract_renunciation
from asylum.scans.actions import add_scan, withdraw_scan
from casework.cases.actions import move_case
from casework.documents.actions import SentFile, withdraw_document
from casework.documents.models import CaseDocument
from casework.merges.actions import merge_individuals
from casework.rights.extract import extract_of
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from casework.uploads.models import WaitingFile
from tests.asylum.build import (
    D,
    a_client,
    a_paper,
    a_permit,
    a_submitted_paper,
    an_authority,
    verify,
)
from tests.build import an_individual
from tests.casework.documents.build import filed, look_into_all
from tests.casework.documents.papers import a_picture
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("media", "law")
# Nobody in these tests has applied, of which the form asks.
SURE = {"is_sure": "on"}

TASK = "Put the scan of the verification on file"


def a_photo(name="foto.jpg"):
    return SimpleUploadedFile(name, a_picture())


def scanned(paper, by, content=b"uno"):
    document = add_scan(paper, name="papel.txt", content=content, by=by)
    look_into_all()
    return document


def detail(user, paper):
    return page_of(as_(user).get(paper.get_absolute_url()))


@pytest.mark.parametrize("who", ["ana", "lucia"])
def test_the_image_of_a_permit_is_a_document_of_the_person_that_names_the_permit(cast, who):
    permit, user = a_permit(cast), getattr(cast, who)
    address = reverse("permit-scan", args=[permit.pk])
    assert detail(user, permit).links[address] == "Agregar la imagen de este papel"
    answer = as_(user).post(address, {"file": a_photo(), "submission": str(uuid.uuid4())})
    assert answer["Location"] == permit.get_absolute_url()
    look_into_all()
    document = CaseDocument.objects.get()
    assert (document.individual, document.kind, document.filed_by) == (
        permit.individual,
        "permit",
        user,
    )
    assert document.key_id == permit.individual.key_id
    shown = detail(user, permit)
    assert reverse("document-preview", args=[document.newest.pk]) in shown.pictures
    assert document.get_absolute_url() in shown.links
    event = AuditEvent.objects.get(verb="paper.scanned")
    assert (event.actor, event.about_id) == (user, str(permit.pk))
    for page in ("document-list", "document-detail", "case-part"):
        keys = {"document-detail": [document.pk], "case-part": [document.case.number, "papers"]}
        there = page_of(as_(cast.ana).get(reverse(page, args=keys.get(page))))
        assert there.links[permit.get_absolute_url()] == "Salvoconducto SC-2 del 4 mar 2019", page


def test_who_may_not_see_the_paper_or_the_document_meets_neither(cast):
    permit = a_permit(cast)
    document = scanned(permit, cast.lucia)
    for user in (cast.bruno, cast.carla, cast.adela, cast.aurelio, cast.mara):
        client = as_(user)
        assert client.get(permit.get_absolute_url()).status_code == 404
        assert client.get(document.get_absolute_url()).status_code == 404
        assert client.get(reverse("permit-scan", args=[permit.pk])).status_code == 404
        assert client.get(reverse("scan-withdraw", args=[document.pk])).status_code == 404
    with pytest.raises(NotAllowed):
        scanned(permit, cast.bruno)
    document.case.legal_referrals.update(ended_on=D(2019, 5, 15))
    assert as_(cast.lucia).get(reverse("permit-scan", args=[permit.pk])).status_code == 404


def test_the_image_comes_along_with_the_form_that_records_the_permit_and_outlives_its_refusal(cast):
    person, client = a_client(cast), as_(cast.lucia)
    address = reverse("permit-record", args=[person.pk])
    told = {"type": "sc2", "number": "SC2-4", "issued_on": "mañana", "work_right": "unknown"} | SURE
    page = page_of(client.post(address, told | {"file": a_photo("salvoconducto.jpg")}))
    assert page.says("salvoconducto.jpg", "se conserva")
    assert Permit.objects.count() == 0
    client.post(address, told | {"issued_on": "2019-05-01", "kept": page.fields["kept"]})
    look_into_all()
    permit = Permit.objects.get()
    assert permit.scans.get().document.newest.width == 900
    assert not WaitingFile.objects.exists()
    renewed = {"issued_on": "2019-05-10", "file": a_photo()}
    client.post(reverse("permit-renew", args=[permit.pk]), renewed)
    assert permit.renewed_by.scans.count() == 1


def test_a_permit_is_recorded_without_an_image_as_ever(cast):
    person = a_client(cast)
    told = {
        "type": "sc2",
        "number": "SC2-4",
        "issued_on": "2019-05-01",
        "work_right": "unknown",
    } | SURE
    as_(cast.lucia).post(reverse("permit-record", args=[person.pk]), told)
    assert Permit.objects.get().scans.count() == 0
    assert CaseDocument.objects.count() == 0


def test_an_image_that_waited_and_is_dropped_records_the_permit_alone(cast):
    person, client = a_client(cast), as_(cast.lucia)
    address = reverse("permit-record", args=[person.pk])
    told = {"type": "sc2", "number": "SC2-4", "issued_on": "mañana", "work_right": "unknown"} | SURE
    page = page_of(client.post(address, told | {"file": a_photo()}))
    dropped = {"issued_on": "2019-05-01", "kept": page.fields["kept"], "drop": "on"}
    assert client.post(address, told | dropped).status_code == 302
    assert Permit.objects.get().scans.count() == 0
    assert (WaitingFile.objects.count(), CaseDocument.objects.count()) == (0, 0)


def test_a_file_of_a_wrong_kind_records_no_permit(cast):
    person = a_client(cast)
    told = {
        "type": "sc2",
        "number": "SC2-4",
        "issued_on": "2019-05-01",
        "work_right": "unknown",
    } | SURE
    wrong = {"file": SimpleUploadedFile("papel.exe", b"MZ")}
    page = page_of(as_(cast.lucia).post(reverse("permit-record", args=[person.pk]), told | wrong))
    assert "#id_file" in page.links
    assert (Permit.objects.count(), WaitingFile.objects.count()) == (0, 0)


def test_a_renunciation_and_each_of_its_steps_have_images_of_their_own(cast):
    paper = verify(a_submitted_paper(cast), on=D(2019, 5, 2), by=cast.luis)
    step = paper.status_changes.get(status=RenunciationStatus.VERIFIED)
    addresses = {
        reverse("renunciation-scan", args=[paper.pk]),
        reverse("renunciation-step-scan", args=[step.pk]),
    }
    assert addresses <= set(detail(cast.luis, paper).links)
    for address in sorted(addresses):
        assert as_(cast.luis).post(address, {"file": a_photo()}).status_code == 302
    assert {scan.step for scan in paper.scans.all()} == {None, step}
    shown = detail(cast.luis, paper)
    assert shown.says("Renuncia del 1 mar 2019", "Renuncia, Verificada del 2 may 2019")
    recorded = paper.status_changes.get(status=RenunciationStatus.RECORDED)
    assert recorded.scan_url == "", "the image of the paper itself is that of the first step"


def test_the_renunciation_and_its_verification_take_their_image_along(cast):
    person, lucia = a_client(cast), as_(cast.lucia)
    told = {
        "is_demanded": "yes",
        "demanded_on": "2019-03-01",
        "signature": "yes",
        "wording": "permanent",
        "signed_on": "2019-03-01",
        "file": a_photo(),
    }
    assert lucia.post(reverse("renunciation-record", args=[person.pk]), told).status_code == 302
    paper = Renunciation.objects.get()
    assert paper.scans.get().step is None
    lucia.post(reverse("renunciation-submit", args=[paper.pk]), {"on": "2019-03-05"})
    act = {
        "on": "2019-05-02",
        "authority": an_authority().pk,
        "reference": "MRE-1",
        "are_consequences_explained": "yes",
        "is_copy_given": "yes",
        "scan_follows": "on",
        "file": a_photo(),
    }
    as_(cast.luis).post(reverse("renunciation-verify", args=[paper.pk]), act)
    paper.refresh_from_db()
    assert paper.status == RenunciationStatus.VERIFIED
    assert paper.scans.get(step__isnull=False).step.status == RenunciationStatus.VERIFIED
    assert not CaseTask.objects.exists(), "nothing follows that is here already"


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_task_that_asked_for_the_scan_is_done_by_it(cast, language):
    paper = a_submitted_paper(cast)
    with translation.override(language):
        paper = verify(paper, on=D(2019, 5, 2), scan_follows=True, by=cast.luis)
    task = CaseTask.objects.get()
    assert task.title.startswith(TASK) is (language == "en")
    scanned(paper, cast.luis)
    task.refresh_from_db()
    assert task.status == TaskStatus.OPEN, "the image of the paper is not that of its verification"
    scanned(paper.status_changes.get(status=RenunciationStatus.VERIFIED), cast.luis)
    task.refresh_from_db()
    assert (task.status, task.settled_on) == (TaskStatus.DONE, D(2019, 5, 16))


def test_images_follow_a_merge_and_the_task_is_still_found(cast):
    survivor = an_individual(cast, document="V-5.111.222")
    paper = verify(a_submitted_paper(cast), on=D(2019, 5, 2), scan_follows=True, by=cast.luis)
    permit = a_permit(cast, paper.individual)
    document = scanned(permit, cast.lucia)
    merge_individuals(survivor, merged=paper.individual, by=cast.sonia)
    permit.refresh_from_db()
    document.refresh_from_db()
    assert (permit.individual, document.individual) == (survivor, survivor)
    assert document.get_absolute_url() in detail(cast.sonia, permit).links
    paper.refresh_from_db()
    scanned(paper.status_changes.get(status=RenunciationStatus.VERIFIED), cast.luis)
    assert CaseTask.objects.get().status == TaskStatus.DONE


def test_images_go_along_when_the_case_goes_to_another_team(cast):
    permit = a_permit(cast)
    document = scanned(permit, cast.ana)
    assert as_(cast.bruno).get(permit.get_absolute_url()).status_code == 404
    move_case(document.case, team=cast.sur, by=cast.sonia)
    assert document.get_absolute_url() in detail(cast.bruno, permit).links
    assert as_(cast.ana).get(document.get_absolute_url()).status_code == 404


def test_what_was_recorded_by_mistake_takes_its_image_out_of_use(cast):
    person = a_client(cast)
    permit, paper = a_permit(cast, person), a_paper(cast, person)
    documents = [scanned(permit, cast.lucia), scanned(paper, cast.lucia)]
    retract_permit(permit, reason="Era de otra persona.", by=cast.lucia)
    retract_renunciation(paper, remark="Era de otra persona.", by=cast.lucia)
    for document in documents:
        document.refresh_from_db()
        assert document.is_withdrawn
        assert document.withdrawal_reason == "El papel que muestra se registró por error."
    for row in (permit, paper):
        row.refresh_from_db()
        assert not detail(cast.lucia, row).holds("/documents/")
        with refused("This paper was recorded by mistake"):
            scanned(row, cast.ana)
    named = page_of(as_(cast.ana).get(documents[0].get_absolute_url()))
    assert named.says("Salvoconducto SC-2 del 4 mar 2019 (registrado por error)")


def test_a_wrong_image_is_withdrawn_from_the_page_of_the_paper(cast):
    permit = a_permit(cast)
    document = scanned(permit, cast.lucia)
    address = reverse("scan-withdraw", args=[document.pk])
    assert address in detail(cast.lucia, permit).links
    page = page_of(as_(cast.lucia).post(address, {"reason": " "}))
    assert "#id_reason" in page.links
    as_(cast.lucia).post(address, {"reason": "Es de su hermano"})
    document.refresh_from_db()
    assert (document.is_withdrawn, document.withdrawn_by) == (True, cast.lucia)
    assert not detail(cast.lucia, permit).holds(document.get_absolute_url())
    with refused("This document is withdrawn"):
        withdraw_scan(document.scan_of, reason="Otra vez", by=cast.ana)


def test_the_database_holds_that_an_image_is_of_one_paper(cast):
    person = a_client(cast)
    permit, paper = a_permit(cast, person), a_paper(cast, person)
    told = {"name": "a.txt", "content": b"uno", "title": "Papel", "by": cast.ana}
    document = filed(permit.case, **told)
    for wrong in ({}, {"permit": permit, "renunciation": paper}):
        with pytest.raises(IntegrityError, match="scan_is_of_one_paper"), transaction.atomic():
            PaperScan.objects.create(document=document, **wrong)


def test_the_list_of_documents_asks_as_often_for_four_images_as_for_one(cast):
    person, client = a_client(cast), as_(cast.ana)

    def fill():
        permit = a_permit(cast, person, type=PermitType.PPT, scan=SentFile("a.txt", b"uno"))
        assert permit.scans.count() == 1

    def asked(address):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        return len(queries)

    fill()
    permit = Permit.objects.first()
    addresses = [reverse("document-list"), permit.get_absolute_url()]
    for address in addresses:
        client.get(address)
    one = [asked(address) for address in addresses]
    for _time in range(3):
        fill()
        scanned(permit, cast.ana)
    for address in addresses:
        client.get(address)
    assert [asked(address) for address in addresses] == one


def pages_of(user, case, language="es"):
    """What this reader gets of the file and of the lists, the API among them, as it is sent."""
    client = as_(user)
    addresses = [
        reverse("case-part", args=[case.number, "papers"]),
        reverse("case-part", args=[case.number, "law"]),
        reverse("case-detail", args=[case.number]),
        reverse("document-list"),
        reverse("case-timeline", args=[case.number]),
    ]
    return {address: page_of(client.get(address, follow=True)).text for address in addresses}


@pytest.mark.parametrize("who", ["ana", "sonia"])
def test_the_image_of_a_renunciation_is_for_the_legal_team_as_if_there_were_none(cast, who):
    user, paper = getattr(cast, who), a_paper(cast)
    before = pages_of(user, paper.case)
    document = scanned(paper, cast.lucia)
    assert pages_of(user, paper.case) == before
    told = extract_of(paper.individual, by=user)
    assert all(section.title != "Documents of the file" for section in told.sections)
    addresses = [
        document.get_absolute_url(),
        reverse("document-download", args=[document.newest.pk]),
        reverse("document-preview", args=[document.newest.pk]),
        reverse("document-view", args=[document.newest.pk]),
        *(
            reverse(f"document-{act}", args=[document.pk])
            for act in ("replace", "turn", "withdraw")
        ),
        reverse("scan-withdraw", args=[document.pk]),
        reverse("renunciation-scan", args=[paper.pk]),
    ]
    client = as_(user)
    assert {client.get(address).status_code for address in addresses} == {404}
    with pytest.raises(NotAllowed):
        withdraw_document(document, reason="No", by=user)
    filed(paper.case, name="a.txt", content=b"dos", title="Carta", by=cast.ana)
    assert CaseDocument.objects.visible_to(user).get().number == 1
    assert document.get_absolute_url() in detail(cast.luis, paper).links
    assert as_(cast.luis).get(addresses[1]).status_code == 200
