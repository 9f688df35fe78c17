"""Reference lists: corrected on a page, kept when loaded again, another country beside the first (F23)."""

import datetime

import pytest
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.actions.offices import open_office
from accounts.models import AuditEvent, Team
from accounts.roles import Role
from asylum.claims.actions import lodge_application, move_application
from asylum.pathways.choices import ApplicationStatus
from asylum.procedure.models.deadline import LegalDeadline
from casework.cases.actions import refer_to_legal
from casework.register.choices import Category
from casework.service.actions import record_sanction
from casework.service.instruments import correct_instrument
from pages.forms import on_file
from partners.loading import load_reference
from reference.actions import correct_municipality
from reference.forms import RuleForm, RuleVersionForm
from reference.law import correct_rule
from reference.models import (
    CrossingPoint,
    DeadlineRule,
    Force,
    Municipality,
    PublicHoliday,
    Rank,
    RegionalDirectorate,
    SanctionInstrument,
)
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_, hire
from tests.page import page_of
from tests.refusals import refused

D = datetime.date


def a_correction(rule: DeadlineRule, **facts: object) -> dict[str, object]:
    names = ("amount", "unit", "legal_reference", "source", "confidence")
    return {name: getattr(rule, name) for name in names} | facts


def sent_by_the_page(rule: DeadlineRule, **facts: object) -> dict[str, object]:
    """What the form of a rule sends when nothing but `facts` was changed."""
    form = RuleForm(initial=on_file(RuleForm, rule))
    said = {name: form[name].value() for name in form.fields}
    return {name: each for name, each in said.items() if each not in (None, False, "")} | facts


@pytest.fixture(autouse=True)
def lists(tables_of_the_file, db):
    """What the lists hold from the start."""


def test_a_corrected_rule_stays_when_the_tables_are_loaded_again_and_the_audit_says_what_changed(
    cast,
):
    rule = DeadlineRule.objects.in_force("negative-decision-appeal", on=D(2019, 5, 1), country="CO")
    correct_rule(
        rule,
        **a_correction(rule, amount=12, confidence="V1"),
        verified_by="Abogada de planta",
        verified_on=D(2026, 1, 9),
        by=cast.adela,
    )
    load_reference()
    rule.refresh_from_db()
    assert (rule.amount, rule.confidence, rule.verified_on) == (12, "V1", D(2026, 1, 9))
    event = AuditEvent.objects.get(verb="rule.corrected")
    assert event.details["amount"] == ["10", "12"]
    assert "unit" not in event.details


def test_what_a_rule_needs_is_refused_in_words(cast):
    rule = DeadlineRule.objects.in_force("negative-decision-appeal", on=D(2019, 5, 1), country="CO")
    for facts, field in (
        ({"unit": "date"}, "fixed_on"),
        ({"fixed_on": D(2030, 1, 1)}, "fixed_on"),
        ({"verified_by": "Alguien"}, "verified_on"),
        ({"valid_to": D(2000, 1, 1)}, "valid_to"),
    ):
        with refused(field=field):
            correct_rule(rule, **a_correction(rule, **facts), by=cast.adela)
    with pytest.raises(NotAllowed):
        correct_rule(rule, **a_correction(rule), by=cast.sonia)


def test_crossings_forces_and_ranks_are_corrected_on_their_pages_and_stay(cast):
    client = as_(cast.adela)
    page = client.get(reverse("catalogue")).content.decode()
    assert "Simón Bolívar" in page
    sent = {
        ("crossing-correct", "tienditas"): {"name": "Puente Atanasio", "is_official": "on"},
        ("force-correct", "gnb"): {"name": "Guardia Nacional", "short_name": "GN"},
        ("rank-correct", "soldado"): {"name": "Soldado raso", "band": "enlisted"},
    }
    for (name, code), facts in sent.items():
        assert client.post(reverse(name, args=[code]), facts).status_code == 302, name
    rule = DeadlineRule.objects.in_force("claim-ratification", on=D(2019, 5, 1), country="CO")
    facts = sent_by_the_page(rule, amount="6", warn_days="5, 2")
    assert client.post(reverse("rule-correct", args=[rule.pk]), facts).status_code == 302
    load_reference()
    assert CrossingPoint.objects.get(code="tienditas").name == "Puente Atanasio"
    assert Force.objects.get(code="gnb").short_name == "GN"
    assert Rank.objects.get(code="soldado").name == "Soldado raso"
    corrected = DeadlineRule.objects.get(pk=rule.pk)
    assert (corrected.amount, corrected.warn_days, corrected.counts_from_next_day) == (
        6,
        [5, 2],
        True,
    )
    assert AuditEvent.objects.filter(verb__endswith=".corrected", actor=cast.adela).count() == 4


def test_f23_an_office_in_another_country_computes_by_its_own_rules_and_colombias_stay(cast):
    colombian = list(DeadlineRule.objects.filter(country="CO").values_list("code", "amount"))
    office = open_office(
        name="Boa Vista", time_zone="America/Boa_Vista", country="BR", by=cast.adela
    )
    team = Team.objects.create(office=office, name="Fronteira")
    worker = hire("Nadia", Role.CASEWORKER, office, team)
    lawyer = hire("Otavio", Role.LEGAL_OFFICER, office)
    entered, decided = D(2019, 3, 1), D(2019, 6, 3)

    due = {}
    for by, legal, base in ((worker, lawyer, office), (cast.ana, cast.lucia, cast.cucuta)):
        case = an_arrival(
            cast, by=by, on=entered, people=[a_row(born=1990, category=Category.FORMER_MEMBER)]
        )
        refer_to_legal(case, by=by)
        claim = lodge_application(people_of(case)[0], on=D(2019, 3, 4), by=legal)
        # Brazil decides after the interview.
        if base == office:
            day = D(2019, 5, 2)
            move_application(
                claim, to=ApplicationStatus.SUMMONED, on=day, interview_on=day, by=legal
            )
            move_application(claim, to=ApplicationStatus.INTERVIEWED, on=day, by=legal)
        move_application(claim, to=ApplicationStatus.REFUSED, on=decided, by=legal)
        term = LegalDeadline.objects.get(application=claim, kind="appeal")
        due[base.country] = term.due_on, term.rule.legal_reference

    assert due["BR"] == (D(2019, 6, 18), "Lei 9.474 de 1997 art. 29; Lei 9.784 de 1999 art. 66")
    assert due["CO"][0] == D(2019, 6, 17)
    assert due["CO"][1].startswith("Ley 1437")
    after = list(DeadlineRule.objects.filter(country="CO").values_list("code", "amount"))
    assert after == colombian
    assert PublicHoliday.objects.filter(country="BR", on=D(2019, 9, 7)).exists()


def test_the_page_of_a_directorate_starts_with_its_departments(cast):
    # The one that comes with the cast has no departments, and what is on file is not loaded over.
    RegionalDirectorate.objects.all().delete()
    load_reference()
    directorate = RegionalDirectorate.objects.get(code="oriente")
    page = as_(cast.adela).get(reverse("directorate-correct", args=[directorate.code]))
    assert page.status_code == 200
    ticked = [str(each.pk) for each in directorate.departments.all()]
    shown = page.content.decode()
    assert ticked
    assert all(
        f'value="{pk}" selected' in shown or f'value="{pk}" checked' in shown for pk in ticked
    )


def test_municipalities_directorates_and_decrees_are_corrected_on_their_pages_and_stay(cast):
    client, page = as_(cast.adela), reverse("catalogue")
    decree = SanctionInstrument.objects.first()
    decree_facts = {name: getattr(decree, name) for name in ("name_en", "source", "confidence")}
    sent = {
        ("municipality-correct", "54001"): {"name": "San José de Cúcuta"},
        ("directorate-correct", RegionalDirectorate.objects.first().code): {"name": "Otra"},
        ("instrument-correct", decree.code): decree_facts
        | {"name_es": "Decreto nuevo", "on": "2019-02-26", "reason": "Gaceta"},
    }
    for (name, code), facts in sent.items():
        address = reverse(name, args=[code])
        assert address in client.get(page).content.decode(), name
        assert as_(cast.sonia).get(address).status_code == 404
        answer = client.post(address, facts)
        assert answer.status_code == 302, (name, answer.context["form"].errors)
    load_reference()
    assert Municipality.objects.get(code="54001").name == "San José de Cúcuta"
    assert RegionalDirectorate.objects.filter(name="Otra").exists()
    decree.refresh_from_db()
    assert (decree.name_es, decree.on) == ("Decreto nuevo", D(2019, 2, 26))
    said = AuditEvent.objects.get(verb="instrument.corrected").details
    assert said["on"][1] == "2019-02-26"
    assert AuditEvent.objects.get(verb="municipality.corrected").details["name"] == [
        "Cúcuta",
        "San José de Cúcuta",
    ]


def test_a_municipality_and_a_decree_are_not_corrected_into_what_cannot_be(cast):
    cucuta, other = Municipality.objects.filter(department="54")[:2]
    with refused("on the list already", field="name"):
        correct_municipality(cucuta, name=f" {other.name.upper()} ", by=cast.adela)
    decree = SanctionInstrument.objects.first()
    with refused("future", field="on"):
        correct_instrument(decree, on=D(2099, 1, 1), by=cast.adela)
    with pytest.raises(NotAllowed):
        correct_municipality(cucuta, name="Otra", by=cast.sonia)
    with pytest.raises(NotAllowed):
        correct_instrument(decree, on=D(2019, 1, 1), by=cast.sonia)


def test_sanctions_that_have_the_day_of_a_decree_follow_its_correction(cast):
    decree = SanctionInstrument.objects.first()
    case = an_arrival(cast)
    [head, *_others] = people_of(case)
    facts = {"type": "other", "instrument": decree, "by": cast.ana}
    of_the_decree = record_sanction(head, **facts)
    of_its_own = record_sanction(head, on=D(2019, 4, 1), **facts)
    was = decree.on
    address = reverse("instrument-correct", args=[decree.code])
    page = as_(cast.adela).get(address).content.decode()
    assert "las sanciones que la llevan: 1, en casos: 1" in page
    with refused("Say why the day is put right", field="reason"):
        correct_instrument(decree, on=D(2019, 2, 1), by=cast.adela)
    correct_instrument(decree, on=D(2019, 2, 1), reason="Gaceta leída.", by=cast.adela)
    with refused("Nothing was changed"):
        correct_instrument(decree, on=D(2019, 2, 1), by=cast.adela)
    said = AuditEvent.objects.get(verb="instrument.corrected").details
    assert said == {"on": [str(was), "2019-02-01"], "reason": "Gaceta leída."}
    for sanction in (of_the_decree, of_its_own):
        sanction.refresh_from_db()
    assert (of_the_decree.on, of_its_own.on) == (D(2019, 2, 1), D(2019, 4, 1))
    event = AuditEvent.objects.get(verb="sanction.day_moved")
    assert (event.case_id, event.details) == (case.pk, {"was": str(was), "is": "2019-02-01"})


def test_a_lawyer_reads_by_which_rules_her_terms_run_and_changes_none(cast):
    crossing = CrossingPoint.objects.get(code="tienditas")
    changes = [
        reverse("rule-correct", args=[DeadlineRule.objects.first().pk]),
        reverse("crossing-correct", args=[crossing.code]),
        reverse("crossing-add"),
    ]
    for user in (cast.lucia, cast.ana, cast.aurelio):
        client = as_(user)
        page = page_of(client.get(reverse("catalogue")))
        assert page.says("Decreto 1067 de 2015", crossing.name)
        assert not set(changes) & set(page.links), user
        assert not [row for row in page.rows if "Acciones" in row]
        assert [client.get(url).status_code for url in changes] == [404] * 3
        assert reverse("catalogue") in page_of(client.get(reverse("list-index"))).links
    assert set(changes) <= set(page_of(as_(cast.adela).get(reverse("catalogue"))).links)


# Which rule it is never changes, and its first day is that of a version.
NOT_CORRECTED = {"id", "code", "country", "valid_from"}


def test_the_page_of_a_rule_sets_every_field_of_it():
    fields = {field.name for field in DeadlineRule._meta.concrete_fields}
    assert set(RuleForm.base_fields) - {"is_sure"} == fields - NOT_CORRECTED
    new = set(RuleVersionForm.base_fields) - {"submission", "is_sure"}
    assert new == fields - (NOT_CORRECTED - {"valid_from"})
