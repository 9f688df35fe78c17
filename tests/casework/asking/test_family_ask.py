"""Asking a family once: a grid in which nothing is answered beforehand, and each answer a row of its own."""

import uuid

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from casework.asking.actions import Answer, ask_family
from casework.consents.actions import record_consent
from casework.consents.choices import Basis, ConsentStatus, Purpose
from casework.consents.models import Consent, ConsentStep
from casework.register.views import file_page_url
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("english")


def a_family(cast):
    """Two adults and a child."""
    people = [a_row("Oriana", born=1985), a_row("Wilmer", born=1979), a_row("Nina", born=2011)]
    return an_arrival(cast, people=people)


def address_of(case):
    return reverse("family-ask", args=[case.number])


def told(cast, **answers):
    return {
        "submission": str(uuid.uuid4()),
        "on": cast.ana.today().isoformat(),
        "read_in": "none",
        "basis": "written",
        "language": "guc",
        "explained_by": "Doña Rosa",
        "had_interpreter": "on",
    } | answers


def test_no_cell_is_answered_beforehand_and_each_has_three_states(cast):
    case = a_family(cast)
    page = page_of(as_(cast.ana).get(address_of(case)))
    cells = {
        name: value
        for name, value in page.fields.items()
        if name.endswith(tuple(f"-{purpose}" for purpose in Purpose.values))
    }
    assert len(cells) == 3 * len(Purpose)
    assert set(cells.values()) <= {"", None}
    assert not page.fields.get("basis")
    assert not page.fields.get("read_in")
    assert page.says("Sin preguntar", "Dado", "Negado")


def test_one_sitting_keeps_each_answer_with_its_step_and_its_line_in_the_audit_log(cast):
    case = a_family(cast)
    one, two, _child = people_of(case)
    sent = told(
        cast,
        **{
            f"{one.number}-legal_aid": "given",
            f"{one.number}-photos": "refused",
            f"{two.number}-legal_aid": "given",
        },
    )
    answer = as_(cast.ana).post(address_of(case), sent, follow=True)
    assert answer.redirect_chain == [(file_page_url(case, "papers", "consents"), 302)]
    assert page_of(answer).says("Quedaron registradas 3 respuestas.")
    assert set(Consent.objects.values_list("individual", "purpose", "status")) >= {
        (one.pk, "legal_aid", "given"),
        (one.pk, "photos", "refused"),
        (two.pk, "legal_aid", "given"),
    }
    steps = ConsentStep.objects.exclude(consent__purpose=Purpose.STORING)
    assert steps.count() == 3
    assert {(each.basis, each.language, each.explained_by) for each in steps} == {
        ("written", "guc", "Doña Rosa")
    }
    assert all(each.had_interpreter and each.by == cast.ana for each in steps)
    verbs = AuditEvent.objects.filter(verb__in=("consent.given", "consent.refused"))
    assert verbs.filter(actor=cast.ana).count() >= 3


def test_a_child_answers_through_who_is_named_for_it(cast):
    case = a_family(cast)
    child = people_of(case)[2]
    client = as_(cast.ana)
    sent = told(cast, **{f"{child.number}-health": "given"})
    nobody = page_of(client.post(address_of(case), sent))
    assert f"#id_{child.number}-voice" in nobody.links
    assert not Consent.objects.filter(individual=child, purpose="health").exists()
    client.post(address_of(case), sent | {f"{child.number}-voice": "Oriana, la madre"})
    step = ConsentStep.objects.get(consent__individual=child, consent__purpose="health")
    assert step.basis == Basis.GUARDIAN
    assert step.note == "Respondió Oriana, la madre. Por escrito."
    with refused("Say who answers for"):
        ask_family(
            case,
            answers=[Answer(child, "photos", "refused")],
            on=cast.ana.today(),
            basis=Basis.SPOKEN,
            by=cast.ana,
        )


def test_who_answers_for_a_child_is_named_where_the_basis_and_the_answer_are_read(cast):
    case = a_family(cast)
    child, client = people_of(case)[2], as_(cast.ana)
    says = {"people": child.pk, "on": cast.ana.today().isoformat(), "ground": "represented"}
    says |= {"given": "spoken", "given_by": "Tania, la madre", "cannot_answer": "child"}
    page = page_of(client.get(reverse("basis-say", args=[case.number])))
    assert (
        client.post(reverse("basis-say", args=[case.number]), page.fields | says).status_code == 302
    )
    consent = Consent.objects.get(individual=child, purpose="storing")
    said = "Respondió Tania, la madre. De palabra."
    assert page_of(client.get(consent.get_absolute_url())).says(said)
    sent = told(cast, **{f"{child.number}-storing": "given", f"{child.number}-voice": "La abuela"})
    assert client.post(address_of(case), sent).status_code == 302
    part = page_of(client.get(reverse("case-part", args=[case.number, "papers"])))
    assert part.says("autorizó: La abuela")


def test_the_timeline_never_says_that_a_child_was_asked(cast):
    case = a_family(cast)
    grown, _two, child = people_of(case)
    ask_family(
        case,
        answers=[
            Answer(grown, "photos", "refused"),
            Answer(child, "photos", "refused", answered_by="Oriana"),
        ],
        on=cast.ana.today(),
        basis=Basis.SPOKEN,
        by=cast.ana,
    )
    page = page_of(as_(cast.ana).get(reverse("case-timeline", args=[case.number])))
    assert page.says(f"le preguntó a {grown.display_name} sobre")
    assert page.says(f"registró lo que se respondió por {child.display_name} sobre")
    assert not page.says(f"le preguntó a {child.display_name}")
    assert not page.says("le preguntó a 2 personas sobre")


def test_the_page_says_to_whom_nobody_told_the_notice_and_whose_basis_follows(cast):
    case = a_family(cast)
    person = people_of(case)[0]
    page = page_of(as_(cast.ana).get(address_of(case)))
    assert page.says("Todavía no se le ha dicho el aviso de privacidad a", person.display_name)
    assert reverse("notice-tell", args=[case.number]) in page.links
    sent = told(cast, **{f"{person.number}-storing": "given", f"{person.number}-photos": "given"})
    answer = as_(cast.ana).post(address_of(case), sent, follow=True)
    assert page_of(answer).says(
        "Quedaron registradas 2 respuestas. De ahí sale la base de 1 ficha."
    )


def test_what_stands_is_left_as_it_is_unless_it_is_answered_anew(cast):
    case = a_family(cast)
    person = people_of(case)[0]
    record_consent(person, purpose="photos", status="given", on=cast.ana.today(), by=cast.ana)
    grid = as_(cast.ana).get(address_of(case)).content.decode()
    cell = grid.split(f'name="{person.number}-photos"')[1].split("</fieldset>")[0]
    assert "Sin cambio" in cell
    assert "Sin preguntar" not in cell


def test_where_somebody_agreed_the_grid_leads_to_where_a_no_is_recorded(cast):
    person = people_of(case := a_family(cast))[0]
    for purpose, status in (("photos", "given"), ("health", "refused")):
        record_consent(person, purpose=purpose, status=status, on=cast.ana.today(), by=cast.ana)
    page = page_of(as_(cast.ana).get(address_of(case)))
    links = {
        purpose: reverse("consent-withdraw", args=[Consent.objects.get(purpose=purpose).pk])
        for purpose in ("photos", "health")
    }
    shown = {name: list(page.root.where("href", url)) for name, url in links.items()}
    assert {name: len(found) for name, found in shown.items()} == {"photos": 1, "health": 0}
    assert page.says("¿Ya no? Retirar")


def test_what_is_left_on_not_asked_is_not_touched_and_an_empty_grid_is_refused(cast):
    case = a_family(cast)
    person = people_of(case)[0]
    record_consent(person, purpose=Purpose.UNHCR, status="given", on=cast.ana.today(), by=cast.ana)
    before = ConsentStep.objects.count()
    page = page_of(as_(cast.ana).post(address_of(case), told(cast)))
    assert "nadie ha respondido nada" in str(page.refusals)
    assert ConsentStep.objects.count() == before
    assert page.fields["explained_by"] == "Doña Rosa"


def test_one_unlawful_answer_names_person_and_purpose_and_keeps_none(cast):
    case = a_family(cast)
    one, two, _child = people_of(case)
    given = {"purpose": Purpose.HEALTH, "status": ConsentStatus.GIVEN, "on": cast.ana.today()}
    record_consent(one, by=cast.ana, **given)
    asked = f"{one.display_name}, Sharing with a health provider"
    with refused(f"{asked}: “Refused” does not follow on “Given”."):
        ask_family(
            case,
            answers=[Answer(two, "photos", "given"), Answer(one, "health", "refused")],
            on=cast.ana.today(),
            basis=Basis.SPOKEN,
            by=cast.ana,
        )
    assert not Consent.objects.filter(purpose="photos").exists()
    assert f"{one.number}-health" in page_of(as_(cast.ana).get(address_of(case))).fields


def test_somebody_of_another_family_is_refused_and_another_team_finds_no_grid(cast):
    case, other = a_family(cast), an_arrival(cast)
    with refused("does not belong"):
        ask_family(
            case,
            answers=[Answer(people_of(other)[0], "photos", "given")],
            on=cast.ana.today(),
            basis=Basis.SPOKEN,
            by=cast.ana,
        )
    for name in ("family-ask", "family-ask-print"):
        address = reverse(name, args=[case.number])
        assert as_(cast.ana).get(address).status_code == 200
        for stranger in (cast.bruno, cast.carla, cast.lucia):
            assert as_(stranger).get(address).status_code == 404


def test_the_paper_to_sign_has_a_line_for_each_and_no_answer(cast):
    case = a_family(cast)
    answer = as_(cast.ana).get(reverse("family-ask-print", args=[case.number]))
    text = answer.content.decode()
    assert text.count('class="signature"') == 3
    assert text.count("☐") == 2 * 3 * len(Purpose)
    assert 'data-print="now"' in text
    assert page_of(answer).says("de quien responde por la niña o el niño")


@pytest.mark.parametrize("first", ["given", "refused"])
def test_who_saves_second_reads_who_answered_meanwhile_and_when(cast, first):
    """Whether the answer on file leaves another one to choose, as a refusal does, or none."""
    case = a_family(cast)
    person, client = people_of(case)[0], as_(cast.ana)
    cell = f"{person.number}-photos"
    record_consent(
        person, purpose="photos", status=first, basis="spoken", on=cast.ana.today(), by=cast.sonia
    )
    answer = client.post(address_of(case), told(cast, **{cell: "refused"}))
    assert answer.status_code == 200
    said = " ".join(
        sentence for each in answer.context["form"].errors.values() for sentence in each
    )
    assert "Sonia registró" in said
    assert person.display_name in said
    assert Consent.objects.get(individual=person).status == first


def test_nothing_but_an_answer_is_taken_from_the_grid(cast):
    case = a_family(cast)
    person = people_of(case)[0]
    how = {"purpose": "photos", "status": "given", "basis": "spoken", "on": cast.ana.today()}
    record_consent(person, **how, by=cast.sonia)
    sent = told(cast, **{f"{person.number}-photos": "withdrawn"})
    assert as_(cast.ana).post(address_of(case), sent).status_code == 200
    assert Consent.objects.get(individual=person).status == "given"
