"""Letters: what they say, that a second print is the first one, and what a stranger learns from the code."""

import copy
import datetime
import io
import json

import pikepdf
import pytest
import time_machine
from django.core.cache import cache
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from asylum.letters.actions import issue_letter, revoke_letter
from asylum.letters.choices import CONTENT_PERMISSION, LetterKind
from asylum.letters.facts import appointments_of, content_of_letter
from asylum.letters.models import Letter
from asylum.letters.rules import LONGEST_WORD, breakable
from asylum.letters.sheet import printed, version_of
from asylum.letters.slots import held
from asylum.pathways.choices import ApplicationStatus, PermitType
from asylum.renunciation.actions import record_demand
from casework.rights.actions import answer_subject_request, record_subject_request
from casework.rights.extract import extract_of
from casework.tasks.actions import set_task
from pages.codes import fresh_code
from tests.asylum.build import a_client, a_permit, a_referred_family, an_application
from tests.build import people_of
from tests.cast import as_, log_in
from tests.page import page_of
from tests.refusals import refused
from vault.errors import Tampered
from vault.files import remove_file, store_file

pytestmark = pytest.mark.usefixtures("law", "whole_of_the_file")

D = datetime.date
LINE = "_" * 34


def text_of(content: bytes) -> str:
    """What a reader of the PDF reads, each run of white space as one blank."""
    pages = PdfReader(io.BytesIO(content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


@pytest.fixture(scope="module")
def whole_of_the_file(cast_of_the_file, law_of_the_file):
    cast = cast_of_the_file.anew()
    person = a_client(cast)
    claim = an_application(cast, person, status=ApplicationStatus.REFUSED, reference="REF-77")
    a_permit(cast, person, type=PermitType.PEP, number="PEP-123", work_right="yes")
    set_task(
        person.memberships.get().case,
        title="Entrevista con la oficina",
        kind="appointment",
        due_on=D(2019, 6, 3),
        at_time=datetime.time(14, 30),
        place="Calle 10 n.º 5-21",
        individual=person,
        by=cast.ana,
    )
    [visit] = appointments_of(person, cast.lucia.today())
    return person, claim, {LetterKind.APPOINTMENT: {"appointment": visit, "bring": "Cédula\nFotos"}}


@pytest.fixture
def whole(whole_of_the_file):
    """Somebody of whom every letter can be made, and what each asks."""
    return copy.deepcopy(whole_of_the_file)


def make(cast, person, kind, language="es", by=None, **asked) -> Letter:
    return issue_letter(person, kind=kind, language=language, by=by or cast.lucia, **asked)


SAID = {
    LetterKind.EMPLOYER: ["Carta para empleadores", "PEP-123", "el derecho al trabajo"],
    LetterKind.CERTIFICATE: ["Constancia de solicitud en trámite", "REF-77", "4 de marzo de 2019"],
    LetterKind.APPOINTMENT: ["3 de junio de 2019", "14:30", "Calle 10 n.º 5-21", "Fotos"],
    LetterKind.DECLARATION: ["genuina y permanente", "□ Firmo esta declaración.", "□ No la firmo."],
    LetterKind.POWER: ["Poder especial", "REF-77", LINE],
    LetterKind.APPEAL: ["Recurso de reposición", "2 de mayo de 2019", "10 días hábiles desde el"],
    LetterKind.REQUEST: ["Copia del acta", "Ministerio de prueba", "Pedimos respuesta"],
}
ASKED = {
    LetterKind.REQUEST: {
        "authority": "Ministerio de prueba",
        "subject": "Copia del acta",
        "text": "Pedimos la copia.\nEs para el recurso.",
    }
}


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("kind", SAID)
def test_a_letter_is_a_tagged_pdf_that_carries_its_text(cast, whole, kind, language):
    person, _claim, asked = whole
    letter = make(cast, person, kind, language, **asked.get(kind, {}), **ASKED.get(kind, {}))
    content = letter.content()
    said = text_of(content)
    for words in SAID[kind] if language == "es" else [SAID[kind][-1]] * (kind in ASKED):
        assert words in said or language == "en"
    assert (person.full_name in said, letter.code in said) == (True, True)
    assert "Amparo" not in said
    assert person.number not in said
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert str(pdf.Root.Lang).split("-")[0] == language
        assert pdf.Root.MarkInfo.Marked
        assert pdf.Root.StructTreeRoot.K
        assert pdf.Root.ViewerPreferences.DisplayDocTitle
        xmp = pdf.open_metadata()
        assert (xmp["pdfuaid:part"], bool(xmp["dc:title"])) == ("1", True)


def test_an_answer_about_own_data_says_what_was_answered(cast):
    person = people_of(a_client(cast).memberships.get().case)[0]
    request = record_subject_request(
        person, kind="access", received_on=D(2019, 5, 2), by=cast.sonia
    )
    answer_subject_request(
        request,
        answered_on=D(2019, 5, 9),
        result="granted",
        answer="Va la copia de todo.",
        by=cast.sonia,
    )
    request.refresh_from_db()
    letter = make(cast, person, LetterKind.ANSWER, by=cast.sonia, request=request)
    said = text_of(letter.content())
    for words in ("2 de mayo de 2019", "Va la copia de todo.", "Ley 1581 de 2012"):
        assert words in said


def test_a_second_print_is_the_first_one(cast, whole):
    person, _claim, _asked = whole
    letter = make(cast, person, LetterKind.CERTIFICATE)
    client = as_(cast.lucia)
    address = reverse("letter-file", args=[letter.pk])
    first = client.get(address)
    # What the file says meanwhile changes nothing.
    person.family_names = "Otro"
    person.save()
    second = client.get(address)
    assert first.content == second.content == letter.content()
    facts = json.loads(letter.filled_in)
    again = printed(
        letter.kind,
        letter.language,
        facts,
        check_address=f"http://localhost:8000{reverse('letter-check')}",
    )
    assert text_of(again) == text_of(first.content)
    assert letter.version == version_of(letter.kind, "es")
    assert first["Content-Disposition"] == 'attachment; filename="certificate-2019-05-16.pdf"'
    assert "no-store" in first["Cache-Control"]
    assert AuditEvent.objects.filter(verb="letter.printed", actor=cast.lucia).count() == 2


def test_the_same_facts_give_the_same_bytes(cast):
    facts = {
        "name": "",
        "code": "7K3M",
        "office": "Cúcuta",
        "today": "",
        "day": [2019, 5, 1],
    }
    one, two = (printed("power", "es", facts, check_address="http://a/letter/") for _ in range(2))
    assert one == two
    assert printed("power", "es", facts | {"name": "A"}, check_address="http://a/letter/") != one


def test_a_file_that_is_not_the_one_issued_is_not_handed_out(cast):
    letter = make(cast, a_client(cast), LetterKind.POWER)
    remove_file(letter.file_name)
    store_file(b"%PDF-1.7", key_id=letter.key_id, row_id=letter.pk, name=letter.file_name)
    with pytest.raises(Tampered):
        letter.content()


@pytest.mark.parametrize(
    "name", ["Wenceslao" * 28 + "123", "Ana " * 63 + "Ana", "#let x = 1; *_`$<a>@", "Nuñez Ä Ł"]
)
def test_a_name_of_any_length_and_signs_stays_whole_on_the_sheet(name):
    facts = {"code": "7K3M", "office": "Cúcuta", "today": "", "day": [2019, 5, 1]}
    sent = facts | {"name": name}
    said = text_of(printed("declaration", "es", sent, check_address="http://a/letter/"))
    for sign in ("\u200b", "\u2010", "-", " "):
        said = said.replace(sign, "")
    assert name.replace(" ", "") in said


def test_signs_that_the_font_does_not_have_are_named():
    facts = {"code": "7K3M", "office": "Cúcuta", "today": "", "day": [2019, 5, 1]}
    with refused("李"):
        printed("power", "es", facts | {"name": "Ana 李"}, check_address="http://a/letter/")


def test_who_has_no_name_on_file_gets_a_line_to_write_on():
    facts = {"code": "7K3M", "office": "Cúcuta", "today": "", "day": [2019, 5, 1]}
    said = text_of(printed("power", "es", facts | {"name": ""}, check_address="http://a/letter/"))
    assert f"Yo, {LINE}" in said


# The code


def asked_by_a_stranger(code):
    return Client().get(reverse("letter-checked", args=[code]))


def words_of(answer):
    return " ".join(answer.content.decode().split())


def verdict(answer):
    text = words_of(answer)
    return "not valid" if "No válida · Not valid" in text else "valid" * ("Válida · Valid" in text)


def test_an_extract_says_what_a_letter_states_of_the_person_and_never_its_code(cast):
    person = a_client(cast)
    an_application(cast, person, reference="REF-71")
    letter = make(cast, person, LetterKind.CERTIFICATE)
    [told] = [
        each for each in extract_of(person, by=cast.sonia).sections if each.title == held.title
    ]
    words = " ".join(line.value for row in told.rows for line in row)
    assert "REF-71" in words
    for other in (letter.code, "{", cast.lucia.full_name):
        assert other not in words


def test_a_stranger_learns_valid_or_not_valid_and_nothing_else(cast):
    letter = make(cast, a_client(cast), LetterKind.POWER)
    good, bad = asked_by_a_stranger(letter.code), asked_by_a_stranger(fresh_code())
    assert (verdict(good), verdict(bad)) == ("valid", "not valid")
    same = words_of(good).replace("Válida · Valid", "No válida · Not valid")
    assert same == words_of(bad)
    apart = {"Content-Length": "", "Expires": ""}
    assert dict(good.headers) | apart == dict(bad.headers) | apart
    assert "no-store" in good["Cache-Control"]
    for word in (letter.individual.full_name, letter.individual.number, letter.code):
        assert word not in words_of(good)


def test_the_code_may_be_typed_as_it_is_read_aloud(cast):
    letter = make(cast, a_client(cast), LetterKind.POWER)
    typed = f" {letter.code.lower().replace('-', ' ')}  "
    answer = Client().get(reverse("letter-check"), {"code": typed}, follow=True)
    assert verdict(answer) == "valid"
    assert verdict(Client().get(reverse("letter-check"), {"code": "???"}, follow=True)) == (
        "not valid"
    )


def test_a_revoked_and_a_run_out_letter_are_not_valid(cast):
    person = a_client(cast)
    letter = make(cast, person, LetterKind.POWER)
    short = make(cast, person, LetterKind.POWER, valid_until=D(2019, 5, 20))
    assert verdict(asked_by_a_stranger(short.code)) == "valid"
    with time_machine.travel(datetime.datetime(2019, 5, 21, 15, tzinfo=datetime.UTC)):
        assert verdict(asked_by_a_stranger(short.code)) == "not valid"
        assert verdict(asked_by_a_stranger(letter.code)) == "valid"
        assert page_of(asked_by_a_stranger(short.code)).says(
            "desde el 21 may 2019", "Not valid since 21 May 2019"
        )
    revoke_letter(letter, reason="Tenía otro nombre.", by=cast.lucia)
    assert verdict(asked_by_a_stranger(letter.code)) == "not valid"
    told = page_of(asked_by_a_stranger(letter.code))
    assert told.says("No es válida desde el 16 may 2019.", "Not valid since 16 May 2019.")
    assert not page_of(asked_by_a_stranger(fresh_code())).says("since")
    with refused("revoked already"):
        revoke_letter(letter, reason="Otra vez.", by=cast.lucia)
    page = page_of(as_(cast.lucia).get(letter.get_absolute_url()))
    assert page.says("Tenía otro nombre.")


def test_a_letter_to_employers_counts_no_longer_than_the_paper_that_it_names(cast):
    person = a_client(cast)
    ends = D(2019, 6, 3)
    a_permit(cast, person, type=PermitType.PEP, number="PEP-9", expires_on=ends, work_right="yes")
    letter = make(cast, person, LetterKind.EMPLOYER)
    assert letter.valid_until == ends
    sooner = make(cast, person, LetterKind.EMPLOYER, valid_until=D(2019, 5, 20))
    assert sooner.valid_until == D(2019, 5, 20)
    with refused("The document that the letter names ends on"):
        make(cast, person, LetterKind.EMPLOYER, valid_until=ends + datetime.timedelta(days=1))
    with time_machine.travel(datetime.datetime(2019, 6, 4, 15, tzinfo=datetime.UTC)):
        assert verdict(asked_by_a_stranger(letter.code)) == "not valid"


def test_who_asks_too_often_is_told_to_wait(cast, monkeypatch):
    cache.clear()
    monkeypatch.setattr("asylum.letters.views.RATE", "2/m/ip")
    answers = [asked_by_a_stranger("x").status_code for _ in range(3)]
    assert answers == [200, 200, 429]


# Who may, and what cannot be written


def test_only_who_may_read_what_a_letter_tells_opens_it(cast, whole):
    person, _claim, _asked = whole
    legal, open_one = make(cast, person, LetterKind.POWER), make(cast, person, LetterKind.EMPLOYER)
    for name, seen in (("lucia", 2), ("ana", 1), ("sonia", 1), ("bruno", 0), ("carla", 0)):
        user = cast.users[name]
        assert Letter.objects.visible_to(user).count() == seen, name
        answers = [
            log_in(user).get(reverse("letter-file", args=[letter.pk])).status_code
            for letter in (open_one, legal)
        ]
        assert answers == [200] * seen + [404] * (2 - seen), name
    with pytest.raises(NotAllowed):
        make(cast, person, LetterKind.POWER, by=cast.ana)
    assert set(CONTENT_PERMISSION) == set(LetterKind)


def test_nothing_is_written_that_the_file_does_not_hold(cast):
    man, wife, son, _brother = a_referred_family(cast)
    for person, kind, said in (
        (wife, LetterKind.DECLARATION, "adult former member"),
        (son, LetterKind.DECLARATION, "adult former member"),
        (son, LetterKind.EMPLOYER, "Too young"),
        (man, LetterKind.EMPLOYER, "No paper on file"),
        (man, LetterKind.CERTIFICATE, "No application"),
        (man, LetterKind.APPEAL, "No term to appeal"),
        (man, LetterKind.APPOINTMENT, "No appointment"),
    ):
        with refused(said):
            make(cast, person, kind)
    record_demand(man, is_asked=False, reference="Oficio 4", on=cast.lucia.today(), by=cast.lucia)
    with refused("does not ask this person"):
        make(cast, man, LetterKind.DECLARATION)
    a_permit(cast, man)
    with refused("contradict each other"):
        make(cast, man, LetterKind.EMPLOYER)
    page = page_of(as_(cast.lucia).get(reverse("letter-choose", args=[man.pk])))
    assert page.says("Las fuentes se contradicen hoy")
    assert Letter.objects.count() == 0


def test_the_page_asks_for_the_language_and_answers_nothing_beforehand(cast):
    person = a_client(cast)
    client, address = as_(cast.lucia), reverse("letter-issue", args=[person.pk, "power"])
    page = page_of(client.get(address))
    assert "language" not in page.fields
    assert page_of(client.post(address, {})).says("idioma")
    sent = client.post(address, {"language": "en", "representative": "Luz Marina Pérez"})
    page = page_of(client.get(sent["Location"]))
    button = {"seen": page.fields["seen"], "submission": page.fields["submission"]}
    made = client.post(sent["Location"], button)
    letter = Letter.objects.get()
    assert made["Location"] == letter.get_absolute_url()
    said = text_of(letter.content())
    assert "Luz Marina Pérez" in said
    assert "Power of attorney" in said
    assert client.get(reverse("letter-issue", args=[person.pk, "nothing"])).status_code == 404


def test_the_database_refuses_a_letter_revoked_by_nobody(cast):
    letter = make(cast, a_client(cast), LetterKind.POWER)
    for wrong in ({"revoked_on": D(2019, 5, 16)}, {"valid_until": D(2019, 5, 1)}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Letter.objects.filter(pk=letter.pk).update(**wrong)
    with refused("run out before"):
        make(cast, letter.individual, LetterKind.POWER, valid_until=D(2019, 5, 15))


def test_a_long_word_can_be_broken_and_a_short_one_is_left_alone():
    assert breakable("Luz Marina") == "Luz Marina"
    broken = breakable("x" * 60)
    assert (broken.replace("\u200b", ""), broken.count("\u200b")) == ("x" * 60, 60 // LONGEST_WORD)


def test_a_paper_without_a_number_is_offered_by_its_kind_alone(cast):
    person = a_client(cast)
    a_permit(cast, person)
    page = page_of(as_(cast.lucia).get(reverse("letter-issue", args=[person.pk, "power"])))
    assert page.says("Salvoconducto SC-2")
    assert not page.says("Salvoconducto SC-2 None")


def test_a_file_with_letters_is_not_said_to_lack_them(cast):
    letter = make(cast, a_client(cast), LetterKind.POWER)
    case = letter.individual.memberships.get().case
    page = page_of(as_(cast.lucia).get(reverse("case-detail", args=[case.number])))
    assert not page.says("cartas")


def test_a_letter_to_employers_asks_for_the_right_to_work_once(cast, whole):
    person, _claim, _asked = whole
    content_of_letter(LetterKind.EMPLOYER, person, today=cast.lucia.today(), language="es")
    with CaptureQueriesContext(connection) as asked:
        content_of_letter(LetterKind.EMPLOYER, person, today=cast.lucia.today(), language="es")
    rules = [each for each in asked if "reference_workrule" in each["sql"]]
    assert len(rules) == 1


@pytest.mark.parametrize(
    ("language", "words", "unsaid"),
    [
        ("en", "allows them to stay in the country.", ("expiry", "explains the rule")),
        ("es", "le permite permanecer en el país.", ("vencimiento", "explica la norma")),
    ],
)
def test_of_a_paper_whose_end_and_norm_nobody_copied_the_letter_says_none(
    cast, language, words, unsaid
):
    """That it ends never is not said either: the day may stand on the paper. The paper itself states the right."""
    person = a_client(cast)
    a_permit(cast, person, type=PermitType.CE, number="CE-9", work_right="yes")
    told = text_of(make(cast, person, LetterKind.EMPLOYER, language=language).content())
    assert words in told
    assert not [word for word in unsaid if word in told]


def test_letters_say_days_with_the_day_first(cast, whole):
    person, _claim, asked = whole
    notice = asked[LetterKind.APPOINTMENT]
    for language, words in (("en", "3 June 2019"), ("es", "3 de junio de 2019")):
        letter = make(cast, person, LetterKind.APPOINTMENT, language=language, **notice)
        said = text_of(letter.content())
        assert words in said
        assert "14:30" in said


def test_the_timeline_tells_the_revocation_of_a_letter_after_the_letter(cast):
    person = a_client(cast)
    claim = an_application(cast, person)
    letter = make(cast, person, LetterKind.CERTIFICATE)
    revoke_letter(letter, reason="Tenía otro nombre.", by=cast.lucia)
    timeline = reverse("case-timeline", args=[claim.case.number])
    text = page_of(as_(cast.lucia).get(timeline)).text
    assert text.index("Lucia revocó una carta de") < text.index("Lucia hizo una carta para")
