"""The privacy notice and the legal basis when a file begins: recorded, or recorded as "not yet"."""

import datetime
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.arrivals.actions.arrivals import log_group_arrival
from casework.arrivals.actions.existing_case import add_to_case
from casework.asking.slots import start_panel
from casework.consents.actions import record_basis, record_telling, withdraw_consent
from casework.consents.choices import NOTICE, Ground, NotToldBecause, text_code
from casework.consents.corrections import correct_basis
from casework.consents.models import Consent, ConsentStep, FileBasis, PrivacyNotice
from casework.consents.rules import NOTICE_TERM
from casework.consents.slots import bases_to_settle, notices_to_tell
from casework.consents.start import LawfulStart
from casework.families.actions.family import add_member
from casework.merges.actions import merge_individuals
from casework.register.models.case import Case
from casework.rights.actions import make_extract
from casework.slots.panels import glances_of
from reference.actions import add_text_version
from reference.models import HouseText
from tests.build import ARRIVED_ON, a_row, an_arrival, an_individual, people_of, reference
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

WORDING = {"title_es": "Nuevo", "body_es": "Otro.", "title_en": "New", "body_en": "Else."}


DAY = datetime.timedelta(days=1)

pytestmark = pytest.mark.usefixtures("texts_of_the_file", "db")


def text_of(code: str = NOTICE, language: str = "es") -> HouseText:
    return HouseText.objects.get(code=code, version=1, language=language)


def told(**facts) -> LawfulStart:
    facts = {"notice": "told", "notice_text": text_of(), "how": "aloud", "told_by": "Rosa"} | facts
    return LawfulStart(**facts)


AUTHORISED = {"ground": "authorised", "given": "spoken"}


def arrived(cast, start: LawfulStart) -> list:
    """Logs a family of two adults, a child and an adult with this start."""
    return people_of(an_arrival(cast, start=start))


def sent(cast, **facts):
    """Returns what the quick-log sends for one person."""
    return {
        "team": cast.norte.pk,
        "on": "2019-02-23",
        "entry_mode": "bridge",
        "head-given_names": "Yorman",
        "head-family_names": "Rodríguez",
        "head-birth": "30",
        "head-force": "unknown",
        "member-TOTAL_FORMS": "0",
        "member-INITIAL_FORMS": "0",
    } | facts


def test_an_arrival_keeps_which_text_was_read_in_which_language_how_and_by_whom(cast):
    reference()
    answers = {"notice": "told", "notice_text": text_of(language="en").pk, "how": "shown"}
    answers |= {"told_by": "Rosa, intérprete", "ground": "authorised", "given": "written"}
    storing = text_of(text_code("storing"))
    answers |= {"said_on": "2019-02-24", "ground_text": storing.pk}
    answer = as_(cast.ana).post(reverse("arrival-log"), sent(cast, **answers))
    assert answer.status_code == 302
    notice, basis = PrivacyNotice.objects.get(), FileBasis.objects.get()
    assert (notice.text.version, notice.text.language, notice.how) == (1, "en", "shown")
    assert (notice.told_by, notice.recorded_by) == ("Rosa, intérprete", cast.ana)
    assert (basis.ground, basis.due_on, basis.on) == (Ground.AUTHORISED, None, ARRIVED_ON + DAY)
    step = ConsentStep.objects.get()
    assert (step.consent.purpose, step.status, step.basis) == ("storing", "given", "written")
    assert step.text == step.consent.text == storing
    papers = reverse("case-part", args=[Case.objects.get().number, "papers"])
    assert "Privacy notice, versión 1" in as_(cast.ana).get(papers).content.decode()


def test_what_was_said_has_the_day_on_which_it_is_recorded_and_not_that_of_the_arrival(cast):
    reference()
    answers = {"notice": "told", "notice_text": text_of(language="es").pk, "how": "paper"}
    answers |= {"ground": "authorised", "given": "written"}
    address, client = reverse("arrival-log"), as_(cast.ana)
    before = client.post(address, sent(cast, **answers, said_on="2019-02-22"))
    assert set(before.context["grid"].arrival.errors) == {"said_on"}
    assert client.post(address, sent(cast, **answers)).status_code == 302
    rows = [model.objects.get() for model in (PrivacyNotice, FileBasis, ConsentStep)]
    assert {row.on for row in rows} == {cast.cucuta.today()}


def test_whoever_is_named_for_a_bus_represents_no_child_who_came_alone(cast):
    year = cast.cucuta.today().year
    start = replace(told(), ground="authorised", given="written", given_by="cada titular")
    families = [
        [a_row("Luz", born=year - 30), a_row("Ana", born=year - 8)],
        [a_row("Brayan", born=year - 16)],
    ]
    on = cast.cucuta.today()
    cases = log_group_arrival(team=cast.norte, families=families, on=on, by=cast.ana, start=start)
    grounds = [[person.file_bases.get().ground for person in people_of(case)] for case in cases]
    assert grounds == [["authorised", "represented"], ["none_yet"]]


def test_nobody_answers_beforehand_and_what_nobody_said_is_not_yet_and_falls_due(cast):
    reference()
    client = as_(cast.ana)
    form = client.get(reverse("arrival-log")).context["grid"].arrival
    assert not any(bound.value() for bound in form.start_fields)
    client.post(reverse("arrival-log"), sent(cast))
    notice, basis = PrivacyNotice.objects.get(), FileBasis.objects.get()
    today = cast.cucuta.today()
    assert (notice.state, notice.because) == ("not_yet", NotToldBecause.UNSAID)
    assert (basis.ground, notice.due_on) == (Ground.NONE_YET, today + NOTICE_TERM)
    assert not Consent.objects.exists()
    for source, row in ((notices_to_tell, notice), (bases_to_settle, basis)):
        [line] = source.rows(today)
        assert (line[1], line[3]) == (today + NOTICE_TERM, row.pk)
        sentence = source.sentence([row.pk])[row.pk][0]
        assert notice.individual.number in sentence
        assert "Yorman" not in sentence
    listed = client.get(reverse("start-list")).content.decode()
    assert notice.individual.number in listed
    assert as_(cast.bruno).get(reverse("start-list")).content.decode().count("A-2019") == 0


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ({"notice": "told", "how": "aloud"}, "notice_text"),
        ({"notice": "told"}, "how"),
        ({"notice": "not_yet"}, "because"),
        ({"notice": "not_yet", "because": "other"}, "notice_note"),
        ({"ground": "authorised"}, "given"),
        ({"ground": "represented", "given": "spoken"}, "given_by"),
        ({"ground": "represented", "given": "spoken", "given_by": "Rosa"}, "cannot_answer"),
        ({"ground": "vital"}, "ground_note"),
        ({"ground": "none_yet"}, "ground_note"),
    ],
)
def test_what_is_said_by_halves_is_told_at_its_field_and_nobody_is_on_file(cast, answers, field):
    reference()
    page = as_(cast.ana).post(reverse("arrival-log"), sent(cast, **answers))
    assert field in page.context["grid"].arrival.errors
    assert not Case.objects.exists()


def test_a_child_never_authorises_and_rests_on_who_represents_it_or_on_nothing_yet(cast):
    adult, wife, child, _brother = arrived(cast, told(**AUTHORISED))
    grounds = {row.individual_id: row for row in FileBasis.objects.newest()}
    assert grounds[adult.pk].ground == grounds[wife.pk].ground == Ground.AUTHORISED
    assert (grounds[child.pk].ground, grounds[child.pk].cannot_answer) == ("none_yet", "child")
    assert not child.consents.exists()
    *_others, named, _brother = arrived(cast, told(**AUTHORISED, given_by="Marleny, su madre"))
    basis = named.file_bases.get()
    assert (basis.ground, basis.given_by) == (Ground.REPRESENTED, "Marleny, su madre")
    step = named.consents.get().steps.get()
    assert (step.basis, step.note) == ("guardian", "Respondió Marleny, su madre. De palabra.")
    with refused("A child does not authorise", field="given_by"):
        start = LawfulStart(**AUTHORISED)
        case = child.memberships.get().case
        record_basis(case, people=[child], on=cast.ana.today(), start=start, by=cast.ana)


@pytest.mark.parametrize(
    ("ground", "of_adults"), [("authorised", "authorised"), ("represented", "none_yet")]
)
def test_being_a_child_is_no_reason_of_an_adult_whatever_was_said_for_all(cast, ground, of_adults):
    start = told(ground=ground, given="spoken", given_by="Íngrid", cannot_answer="child")
    today, year = cast.cucuta.today(), cast.cucuta.today().year
    rows = [a_row("Luz", born=year - 30), a_row("Ana", born=year - 8), a_row("Sol", born=None)]
    [bus] = log_group_arrival(team=cast.norte, families=[rows], on=today, by=cast.ana, start=start)
    kept = [person.file_bases.get() for person in people_of(bus)]
    assert [(row.ground, row.given_by, row.cannot_answer) for row in kept] == [
        (of_adults, "", ""),
        ("represented", "Íngrid", "child"),
        ("none_yet", "", ""),
    ]
    adult, child, _unknown = people_of(bus)
    facts = {"on": today, "by": cast.ana, "start": start}
    if ground == "authorised":
        record_basis(bus, people=[adult], **facts)
        assert not FileBasis.objects.filter(individual=adult).exclude(cannot_answer="").exists()
        return
    with refused("Luz Rodríguez Peña is of age", field="cannot_answer"):
        record_basis(bus, people=[adult, child], **facts)
    unable = replace(start, cannot_answer="unable")
    [row] = record_basis(bus, people=[adult], **facts | {"start": unable})
    with refused("Luz Rodríguez Peña is of age", field="cannot_answer"):
        correct_basis(row, cannot_answer="child", by=cast.ana)


def test_a_notice_that_names_nobody_says_so_to_who_tells_it(cast):
    tell = reverse("notice-tell", args=[an_arrival(cast).number])
    warning = "Este texto no nombra a ninguna organización."
    assert page_of(as_(cast.ana).get(tell)).says(warning)
    HouseText.objects.bulk_create(
        HouseText(
            code=NOTICE, version=2, language=each, title="Aviso", body="Casa Abierta, calle 5"
        )
        for each in ("es", "en")
    )
    page = page_of(as_(cast.ana).get(tell))
    assert page.says("Casa Abierta")
    assert not page.says(warning)


def test_the_pages_of_a_family_tell_the_notice_and_say_the_basis_for_each(cast):
    case = an_arrival(cast)
    people = people_of(case)
    client = as_(cast.ana)
    tell = reverse("notice-tell", args=[case.number])
    assert "Esta organización abre un caso" in client.get(tell).content.decode()
    answer = {"people": [str(people[0].pk), str(people[1].pk)], "on": "2019-03-01"}
    page = client.post(tell, answer | {"notice": ""})
    assert "notice" in page.context["form"].errors
    client.post(tell, answer | {"notice": "not_yet", "because": "unwell"})
    assert PrivacyNotice.objects.filter(state="not_yet", because="unwell").count() == 2
    chosen = {"notice": "told", "notice_text": str(text_of().pk), "how": "paper"}
    client.post(tell, answer | chosen)
    assert {row.state for row in PrivacyNotice.objects.newest()} == {"told"}
    assert list(notices_to_tell.rows(cast.cucuta.today())) == []
    say = reverse("basis-say", args=[case.number])
    storing = text_of(text_code("storing"))
    assert "Autorizo a esta organización" in client.get(say).content.decode()
    grounds = AUTHORISED | {"ground_text": str(storing.pk)}
    assert client.post(say, answer | grounds).status_code == 302
    assert people[0].consents.get().text == storing
    client.post(say, answer | {"ground": "duty", "ground_note": "Ley de archivos"})
    assert {row.ground for row in FileBasis.objects.newest()} == {Ground.DUTY}
    shown = client.get(reverse("case-part", args=[case.number, "papers"])).content.decode()
    assert "Ley de archivos" in shown
    assert {"notice.told", "notice.not_yet", "basis.said"} <= set(
        AuditEvent.objects.values_list("verb", flat=True)
    )
    for user in (cast.bruno, cast.mara, cast.adela):
        assert as_(user).get(tell).status_code == as_(user).get(say).status_code == 404
    with pytest.raises(NotAllowed):
        record_telling(case, people=people, on=cast.ana.today(), start=told(), by=cast.lucia)


def test_the_basis_of_a_family_is_said_in_one_go_the_children_by_whoever_represents_them(cast):
    rows = [a_row(), a_row("Ana"), a_row("Luz", born=ARRIVED_ON.year - 8)]
    people = people_of(an_arrival(cast, people=rows, start=LawfulStart()))
    client, address = as_(cast.ana), reverse("basis-say", args=[Case.objects.get().number])
    typed = {"people": [str(each.pk) for each in people], "on": str(ARRIVED_ON)} | AUTHORISED
    asked = client.post(address, typed).context["form"].errors
    assert list(asked) == ["given_by"]
    said = typed | {"given_by": "Ana, la madre", "cannot_answer": "child"}
    assert client.post(address, said).status_code == 302
    of_each = [FileBasis.objects.newest().get(individual=each) for each in people]
    assert [(row.ground, row.given_by, row.cannot_answer) for row in of_each] == [
        (Ground.AUTHORISED, "", ""),
        (Ground.AUTHORISED, "", ""),
        (Ground.REPRESENTED, "Ana, la madre", "child"),
    ]
    ways = [each.consents.get().steps.get().basis for each in people]
    assert ways == ["spoken", "spoken", "guardian"]


def test_the_file_says_apart_who_lacks_the_notice_and_who_lacks_a_basis(cast):
    people = arrived(cast, LawfulStart())
    case = Case.objects.get()

    def said():
        head = page_of(as_(cast.ana).get(reverse("case-detail", args=[case.number])))
        return [
            words for words in ("sin aviso de privacidad", "sin base legal") if head.holds(words)
        ]

    assert said() == ["sin aviso de privacidad", "sin base legal"]
    record_telling(case, people=people, on=ARRIVED_ON, by=cast.ana, start=told(heard_by="Luz"))
    assert said() == ["sin base legal"]
    ground = LawfulStart(ground="duty", ground_note="Convenio")
    record_basis(case, people=people, on=ARRIVED_ON, by=cast.ana, start=ground)
    assert said() == []


def test_the_timeline_tells_what_was_said_and_no_silence(cast):
    people = arrived(cast, LawfulStart())
    case = Case.objects.get()

    def told_of():
        page = page_of(as_(cast.ana).get(reverse("case-timeline", args=[case.number])))
        return [page.holds(words) for words in ("Aviso de privacidad a ", "Base de la ficha de ")]

    assert told_of() == [False, False]
    absent = LawfulStart(notice="not_yet", because="absent")
    record_telling(case, people=people[:1], on=ARRIVED_ON, by=cast.ana, start=absent)
    none_yet = LawfulStart(ground="none_yet", ground_note="Estaba enferma")
    record_basis(case, people=people[:1], on=ARRIVED_ON, by=cast.ana, start=none_yet)
    assert told_of() == [True, True]


def test_a_small_child_is_told_through_whoever_represents_it(cast):
    year = ARRIVED_ON.year
    rows = [a_row(), a_row("Ana", born=year - 8), a_row("Luz", born=year)]
    start = told(heard_by="Luz", said_on=ARRIVED_ON)
    people = people_of(an_arrival(cast, people=rows, start=start))
    assert [each.privacy_notices.get().how for each in people] == ["aloud", "aloud", "another"]
    record_telling(
        Case.objects.get(), people=people, on=ARRIVED_ON, by=cast.ana, start=told(heard_by="Luz")
    )
    assert [each.privacy_notices.first().how for each in people] == ["aloud", "aloud", "another"]


def test_an_authorisation_that_is_taken_back_leaves_the_file_without_a_basis(cast):
    person = arrived(cast, told(**AUTHORISED))[0]
    withdraw_consent(person.consents.get(), on=cast.ana.today(), by=cast.ana)
    [newest] = FileBasis.objects.newest().filter(individual=person)
    assert newest.ground == Ground.NONE_YET


def test_a_newer_notice_is_shown_as_newer_and_changes_nothing_of_what_was_told(cast):
    case = an_arrival(cast, start=told(**AUTHORISED, given_by="Marleny"))
    today = cast.cucuta.today()
    assert not any(
        older for _person, _notice, older, *_basis in start_panel.context(case, cast.ana)["lines"]
    )
    assert glances_of([start_panel], case, cast.ana).facts == {}
    add_text_version(text_of(), in_force_from=today, by=cast.adela, **WORDING)
    lines = start_panel.context(case, cast.ana)["lines"]
    assert {(notice.text.version, older) for _person, notice, older, *_basis in lines} == {
        (1, True)
    }
    client = as_(cast.ana)
    numbers = [person.number for person in people_of(case)]
    for asked, expected in (("older", True), ("notice", False), ("basis", False)):
        page = client.get(reverse("start-list"), {"lacks": asked}).content.decode()
        assert (numbers[0] in page) is expected


def test_somebody_on_file_who_arrives_again_keeps_what_is_there_and_gets_what_was_said(cast):
    case = an_arrival(cast, people=[a_row(born=1991)], start=told(**AUTHORISED))
    person = people_of(case)[0]
    facts = {"rows": [a_row(born=1991)], "people_on_file": {0: person}, "by": cast.ana}
    add_to_case(case, on=cast.ana.today(), start=LawfulStart(), **facts)
    assert person.privacy_notices.count() == 1
    add_to_case(case, on=cast.ana.today(), start=told(how="paper"), **facts)
    assert PrivacyNotice.objects.newest().get().how == "paper"
    assert FileBasis.objects.get().ground == Ground.AUTHORISED


def test_after_a_merge_the_newest_of_both_records_counts(cast):
    survivor, merged = an_individual(cast), an_individual(cast)
    early, late = ARRIVED_ON, ARRIVED_ON + datetime.timedelta(days=3)
    for person, on, how in ((survivor, early, "aloud"), (merged, late, "paper")):
        case = person.memberships.get().case
        record_telling(case, people=[person], on=on, start=told(how=how), by=cast.ana)
    merge_individuals(survivor, merged=merged, by=cast.sonia)
    assert PrivacyNotice.objects.newest().get(individual=survivor).how == "paper"


def test_the_extract_holds_the_text_that_was_read(cast, english):
    person = arrived(cast, told(**AUTHORISED))[0]
    add_text_version(text_of(), in_force_from=cast.cucuta.today(), by=cast.adela, **WORDING)
    extract = make_extract(person, reason="asked", by=cast.sonia)
    words = [line.value for section in extract.sections for row in section.rows for line in row]
    [read, *_again] = [word for word in words if word.startswith("Aviso de privacidad, version 1")]
    assert text_of().body in read
    assert "Otro." not in " ".join(words)


def test_the_list_asks_the_database_as_often_for_four_as_for_one(cast):
    client = as_(cast.ana)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(reverse("start-list")).status_code == 200
        return len(asked)

    an_arrival(cast, people=[a_row()], start=LawfulStart())
    queries()
    one = queries()
    for place in range(4):
        an_arrival(cast, people=[a_row(f"Yorman {place}")], start=LawfulStart())
    assert queries() <= one


def test_whoever_is_added_later_was_told_nothing_yet_and_that_falls_due(cast):
    member = add_member(
        an_arrival(cast), row=a_row("Keyla", born=2012), joined_on=cast.ana.today(), by=cast.ana
    )
    for source in (notices_to_tell, bases_to_settle):
        due = source.rows_on(cast.ana.today()).filter(individual=member.individual)
        assert due.count() == 1, source.kind
