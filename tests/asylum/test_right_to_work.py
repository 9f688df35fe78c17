"""One truth about the right to work: what the paper states, else what the rule of that day says."""

import datetime
from types import SimpleNamespace

import pytest
from django.urls import reverse

from asylum.papers.choices import WorkRight
from asylum.papers.models.permit import Permit
from asylum.pathways.choices import PermitType
from asylum.permits.actions import cancel_permit, record_permit, renew_permit
from asylum.permits.corrections import retract_permit
from asylum.work_right.answers import allowed_to_work, allowing_work, rights_to_work
from asylum.work_right.rules import right_to_work
from casework.identity.actions.identity_documents import (
    add_identity_document,
    end_identity_document,
)
from casework.register.choices import DocumentEnd, DocumentType, YesNo
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from casework.work.choices import WorkGround
from pages.forms import on_file
from reference.choices import AllowsWork
from reference.forms import WorkRuleVersionForm
from reference.law import add_work_rule_version, correct_work_rule
from reference.models import WorkRule
from tests.asylum.build import D, a_client, a_permit, undone
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused


def paper(type=PermitType.SC2, work_right=WorkRight.UNKNOWN, until=None):
    return SimpleNamespace(type=type, work_right=work_right, valid_until=until)


def rule(allows, paper="sc2", since=None, until=None):
    return SimpleNamespace(paper=paper, allows=allows, valid_from=since, valid_to=until)


CHANGED = D(2025, 1, 25)
# Two days before the rule changed, and one after it.
DAYS = (D(2019, 5, 10), D(2019, 8, 2), D(2025, 3, 1))
RULES = [
    rule("contested", until=CHANGED),
    rule("yes", since=CHANGED),
    rule("no", paper="pip"),
    rule("yes", paper="ppt", since=D(2021, 5, 29)),
]


@pytest.mark.parametrize(
    ("papers", "day", "allows"),
    [
        ([paper()], D(2019, 5, 1), "contested"),
        ([paper()], D(2025, 1, 24), "contested"),
        ([paper()], CHANGED, "yes"),
        ([paper(work_right=WorkRight.NO)], CHANGED, "yes"),
        ([paper(work_right=WorkRight.YES)], D(2019, 5, 1), "yes"),
        ([paper(PermitType.PIP), paper()], D(2019, 5, 1), "contested"),
        ([paper(PermitType.PIP)], CHANGED, "no"),
        ([paper(PermitType.PPT)], D(2020, 1, 1), None),
        ([paper(PermitType.VISA)], CHANGED, None),
        ([], CHANGED, None),
    ],
)
def test_the_paper_counts_first_and_then_the_rule_of_the_day(papers, day, allows):
    answer = right_to_work(papers, RULES, day)
    assert (answer.allows if answer else None) == allows


def answer_of(person, day):
    return rights_to_work([person], "CO", day).get(person.pk)


def is_allowed_by_the_query(person, day):
    held = Permit.objects.filter(individual=person).held_on(day)
    return held.filter(allowing_work(day)).exists()


@pytest.mark.parametrize("work_right", WorkRight.values)
def test_a_query_and_the_answer_for_one_person_agree(cast, law, work_right):
    person = a_client(cast)
    told = {"issued_on": D(2019, 5, 1), "work_right": work_right, "is_sure": True}
    for type in PermitType.values:
        with undone():
            record_permit(person, type=type, **told, by=cast.lucia)
            for day in DAYS:
                answer = answer_of(person, day)
                is_allowed = answer is not None and answer.allows == AllowsWork.YES
                assert is_allowed_by_the_query(person, day) is is_allowed, (type, day)


def is_counted(person, day):
    return Individual.objects.filter(allowed_to_work(day), pk=person.pk).exists()


@pytest.mark.parametrize("country", ["CO", "VE"])
@pytest.mark.parametrize("states", YesNo.values)
def test_an_identity_paper_counts_as_a_permit_does_and_the_query_agrees(cast, law, states, country):
    person = a_client(cast)
    add_identity_document(
        person,
        number="CE-881",
        type=DocumentType.STAY_PAPER,
        country=country,
        valid_from=D(2019, 5, 1),
        valid_until=D(2019, 5, 10),
        states_work_right=states,
        by=cast.ana,
    )
    for day in (D(2019, 4, 30), D(2019, 5, 1), D(2019, 5, 10), D(2019, 5, 11)):
        answer = answer_of(person, day)
        holds = D(2019, 5, 1) <= day <= D(2019, 5, 10)
        is_allowed = states == YesNo.YES and country == "CO" and holds
        assert (answer is not None) is is_allowed, f"{day}: a paper that is silent is no no"
        assert is_counted(person, day) is is_allowed, day


@pytest.mark.parametrize("states", YesNo.values)
def test_of_a_permit_and_an_identity_paper_the_one_that_allows_counts(cast, law, states):
    person = a_client(cast)
    told = {"number": "CE-881", "type": DocumentType.OTHER, "country": "CO", "by": cast.ana}
    add_identity_document(person, valid_from=D(2019, 5, 1), states_work_right=states, **told)
    permit = {"issued_on": D(2019, 5, 1), "is_sure": True, "by": cast.lucia}
    for type in [None, *PermitType.values]:
        with undone():
            if type:
                record_permit(person, type=type, **permit)
            for day in DAYS:
                answer = answer_of(person, day)
                is_allowed = answer is not None and answer.allows == AllowsWork.YES
                assert is_counted(person, day) is is_allowed, (type, day)
                assert is_allowed or states != YesNo.YES, (type, day)


def test_an_identity_paper_that_is_held_no_more_or_never_was_says_nothing(cast, law):
    person = a_client(cast)
    told = {"type": DocumentType.STAY_PAPER, "country": "CO", "states_work_right": YesNo.YES}
    paper = add_identity_document(person, number="CE-881", by=cast.ana, **told)
    today = D(2019, 5, 16)
    assert answer_of(person, today).allows == AllowsWork.YES
    assert answer_of(person, D(2019, 5, 15)) is None, "without a first day it holds once recorded"
    shown = page_of(
        as_(cast.ana).get(reverse("case-part", args=[person.memberships.get().case.number, "law"]))
    )
    assert shown.says("el documento lo dice: Papel de permanencia")
    end_identity_document(paper, ended_on=today, end_reason=DocumentEnd.LOST, by=cast.ana)
    assert answer_of(person, today) is None
    assert not is_counted(person, today)
    other = add_identity_document(person, number="CE-882", by=cast.ana, **told)
    tomorrow = today + datetime.timedelta(days=1)
    assert is_counted(person, tomorrow)
    end_identity_document(other, ended_on=today, end_reason=DocumentEnd.MISTAKE, by=cast.ana)
    IdentityDocument.objects.filter(pk=other.pk).update(ended_on=tomorrow)
    assert not is_counted(person, today)


def test_only_a_paper_that_holds_that_day_says_anything(cast, law):
    person = a_client(cast)
    first = a_permit(cast, person, expires_on=D(2019, 5, 20), work_right=WorkRight.YES)
    assert answer_of(person, D(2019, 5, 20)).allows == AllowsWork.YES
    assert answer_of(person, D(2019, 5, 21)) is None
    second = renew_permit(first, issued_on=D(2019, 5, 16), expires_on=D(2019, 8, 16), by=cast.lucia)
    assert answer_of(person, D(2019, 5, 21)).paper == second
    second = cancel_permit(second, on=D(2019, 5, 16), by=cast.lucia)
    assert answer_of(person, D(2019, 5, 21)) is None
    third = a_permit(cast, person, issued_on=D(2019, 5, 2), work_right=WorkRight.YES)
    retract_permit(third, reason="Otra persona.", by=cast.lucia)
    assert answer_of(person, D(2019, 5, 21)) is None


def test_the_case_and_the_permit_say_what_the_law_says_and_whose_word_it_is(cast, law):
    person = a_client(cast)
    permit = a_permit(cast, person, work_right=WorkRight.NO, expires_on=D(2019, 7, 1))
    lucia = as_(cast.lucia)
    shown = page_of(lucia.get(permit.get_absolute_url()))
    assert shown.says("Las fuentes se contradicen", "Decreto 1067 de 2015")
    case = person.memberships.get().case
    part = page_of(lucia.get(reverse("case-part", args=[case.number, "law"])))
    assert part.says("Las fuentes se contradicen")


def test_the_file_says_until_when_on_what_condition_and_that_no_paper_says_anything(cast, law):
    person = a_client(cast)
    lucia, case = as_(cast.lucia), person.memberships.get().case

    def said():
        return page_of(lucia.get(reverse("case-part", args=[case.number, "law"])))

    assert said().says("ningún documento vigente hoy dice sí o no")
    a_permit(cast, person, type=PermitType.PEP, expires_on=D(2019, 7, 1))
    assert said().says("· hasta el 1 jul 2019", "ninguna función militar, policial")


def test_a_version_of_the_law_is_added_on_its_page_and_ends_the_one_before(cast, law):
    sc2 = WorkRule.objects.get(country="CO", paper="sc2", valid_to=None)
    adela, address = as_(cast.adela), reverse("work-rule-version-add", args=[sc2.pk])
    shown = adela.get(address).context["form"]
    assert not shown["allows"].value(), "nobody says beforehand what a law will say"
    sent = {name: shown[name].value() for name in shown.fields if shown[name].value()}
    sent |= {"valid_from": "2027-01-01", "allows": "no", "confidence": "V1"}
    sent |= {"legal_reference": "Ley 9999 de 2026", "source": "Diario Oficial"}
    assert adela.post(address, sent).status_code == 302
    sc2.refresh_from_db()
    assert sc2.valid_to == D(2027, 1, 1)
    assert answer_of_type("sc2", D(2026, 12, 31)) == "yes"
    assert answer_of_type("sc2", D(2027, 1, 1)) == "no"
    with refused("counts from this day already", field="valid_from"):
        add_work_rule_version(sc2, **facts_of(sc2), valid_from=D(2027, 1, 1), by=cast.adela)
    with refused("The end is before the start", field="valid_to"):
        correct_work_rule(sc2, valid_to=D(2020, 1, 1), by=cast.adela)
    turned_round = facts_of(sc2) | {"valid_from": D(2028, 1, 1), "valid_to": D(2027, 6, 1)}
    with refused("The end is before the start", field="valid_to"):
        add_work_rule_version(sc2, **turned_round, by=cast.adela)
    assert as_(cast.sonia).get(address).status_code == 404


def facts_of(row):
    facts = on_file(WorkRuleVersionForm, row)
    return {name: each for name, each in facts.items() if not name.startswith("valid")}


def answer_of_type(type, day):
    answer = right_to_work([paper(type)], WorkRule.objects.filter(country="CO"), day)
    return answer.allows if answer else None


def test_what_somebody_says_about_work_needs_its_source(cast, law):
    person = a_client(cast)
    address = reverse("work-right-record", args=[person.number])
    said = {"rule": WorkGround.SC2_SILENT, "allows": "yes", "starts_on": D(2019, 5, 1).isoformat()}
    answer = as_(cast.ana).post(address, said)
    assert answer.status_code == 200
    assert "source" in answer.context["form"].errors
    assert as_(cast.ana).post(address, said | {"source": "Jefe de obra"}).status_code == 302
    assert answer_of(person, datetime.date(2019, 5, 16)) is None, "what is said is no paper"
