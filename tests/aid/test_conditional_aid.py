"""Aid that an agreement makes depend on the renunciation of former fighters, and what is said where it is not on file."""

import datetime
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.due import waiting_counts
from aid.actions.agreements import AgreementRefused, change_agreement
from aid.choices import AidKind, Lack, RenunciationAsked
from aid.conditions import conditions_unmet, unmet_visible_to
from aid.coverage import coverage
from aid.models import Agreement
from aid.rules.conditions import lack_of
from asylum.papers.choices import Identified, Method, Wording
from asylum.papers.standing import RenunciationStanding
from asylum.renunciation.actions import record_demand
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from tests.aid.build import STARTS_ON, a_commitment, a_payer, an_agreement
from tests.asylum.build import a_client, a_paper, a_referred_family, a_submitted_paper, verify
from tests.build import a_case, people_of
from tests.cast import Cast, as_
from tests.page import page_of
from tests.refusals import refused

D = datetime.date
CLAUSE = "Cláusula 6: tras la firma de la renuncia."
NOBODY_SAID: dict[str, Any] = {
    "is_concerned": True,
    "is_asked": None,
    "has_verified": False,
    "may_go_on": False,
    "is_identified": None,
    "has_signed": False,
}


def asking(cast: Cast, condition: str = RenunciationAsked.SIGNED, **facts: Any) -> Agreement:
    return an_agreement(cast, condition=condition, condition_text=CLAUSE, **facts)


def identify(cast: Cast, person: Individual, outcome: str = Identified.FORMER) -> None:
    is_asked = outcome == Identified.FORMER
    said = {"on": D(2019, 3, 1), "method": Method.QUESTIONS, "reference": "ACTA-1"}
    record_demand(person, is_asked=is_asked, outcome=outcome, by=cast.lucia, **said)


def case_of(person: Individual) -> Case:
    return FamilyMember.objects.get(individual=person).case


def covered_family(cast: Cast, agreement: Agreement) -> list[Individual]:
    """A former member whom the authority took for a fighter, his wife, their son, her brother; all are covered."""
    people = a_referred_family(cast)
    identify(cast, people[0])
    a_commitment(case_of(people[0]), by=cast.ana, agreement=agreement)
    return people


def lacks(cast: Cast) -> list[tuple[Individual, str, Lack]]:
    return [
        (each.person, each.agreement.reference, each.lack) for each in unmet_visible_to(cast.ana)
    ]


def test_f28_aid_may_depend_on_the_renunciation_of_former_fighters_and_never_of_their_family(cast):
    agreement = asking(cast)
    fighter, *_family = covered_family(cast, agreement)
    assert lacks(cast) == [(fighter, agreement.reference, Lack.SIGNATURE)]
    before = coverage([fighter.pk], cast.ana.today())
    page = page_of(as_(cast.ana).get(reverse("condition-list")))
    assert page.says(fighter.display_name, "pide la renuncia firmada", "no consta")
    for relative in _family:
        assert not page.holds(relative.display_name)
    # Nothing ends by itself.
    assert coverage([fighter.pk], cast.ana.today()) == before
    a_paper(cast, fighter)
    assert lacks(cast) == []


@pytest.mark.parametrize(
    ("condition", "facts", "lack"),
    [
        ("", {"is_identified": True}, None),
        ("signed", {"is_identified": True}, Lack.SIGNATURE),
        ("signed", {"is_identified": True, "has_signed": True}, None),
        ("signed", {"is_identified": True, "has_verified": True}, None),
        ("verified", {"is_identified": True}, Lack.SIGNATURE),
        ("verified", {"is_identified": True, "has_signed": True}, Lack.VERIFICATION),
        ("verified", {"is_identified": True, "has_signed": True, "has_verified": True}, None),
        ("signed", {}, Lack.STATEMENT),
        ("signed", {"has_signed": True}, None),
        ("verified", {"is_identified": False}, None),
        ("verified", {"is_identified": True, "is_concerned": False}, None),
    ],
)
def test_what_lacks_follows_from_the_condition_and_how_the_renunciation_stands(
    condition, facts, lack
):
    assert lack_of(condition, RenunciationStanding(**(NOBODY_SAID | facts))) == lack


def test_an_agreement_asks_for_the_verified_paper_and_a_temporary_one_serves_nobody(cast):
    agreement = asking(cast, RenunciationAsked.VERIFIED)
    fighter = covered_family(cast, agreement)[0]
    a_paper(cast, fighter, wording=Wording.TEMPORARY)
    assert lacks(cast) == [(fighter, agreement.reference, Lack.SIGNATURE)]
    paper = a_submitted_paper(cast, fighter)
    assert lacks(cast) == [(fighter, agreement.reference, Lack.VERIFICATION)]
    verify(paper, on=D(2019, 4, 1), by=cast.luis)
    assert lacks(cast) == []


@pytest.mark.parametrize("outcome", [Identified.CIVILIAN, Identified.OPEN])
def test_who_was_not_taken_for_a_fighter_is_asked_nothing(cast, outcome):
    agreement = asking(cast)
    person = a_client(cast)
    a_commitment(person, by=cast.ana, agreement=agreement)
    assert lacks(cast) == [(person, agreement.reference, Lack.STATEMENT)]
    identify(cast, person, outcome)
    assert lacks(cast) == []


def test_aid_that_ended_or_was_only_said_and_agreements_without_a_condition_ask_nothing(cast):
    today = cast.ana.today()
    person = a_client(cast)
    identify(cast, person)
    a_commitment(person, by=cast.ana, agreement=an_agreement(cast))
    a_commitment(person, by=cast.ana, agreement=asking(cast), is_firm=False)
    a_commitment(person, by=cast.ana, agreement=asking(cast), until=today)
    assert lacks(cast) == []
    running = asking(cast)
    a_commitment(person, by=cast.ana, agreement=running)
    assert lacks(cast) == [(person, running.reference, Lack.SIGNATURE)]


def test_a_condition_is_said_with_its_clause_and_none_is_taken_for_granted(cast):
    facts: dict[str, Any] = {"condition": RenunciationAsked.SIGNED}
    with refused("Write the clause", field="condition_text"):
        an_agreement(cast, **facts)
    with refused("Choose what this clause asks for", field="condition"):
        an_agreement(cast, condition_text=CLAUSE)
    agreement = an_agreement(cast)
    assert (agreement.condition, agreement.condition_text) == ("", "")
    with pytest.raises(IntegrityError, match="condition_has_its_text"), transaction.atomic():
        Agreement.objects.filter(pk=agreement.pk).update(condition="signed")
    form = as_(cast.adela).get(reverse("agreement-record")).context["form"]
    assert form["condition"].initial is None
    assert form.fields["condition"].choices[0][0] == ""
    page = page_of(as_(cast.adela).get(reverse("agreement-detail", args=[agreement.pk])))
    assert page.says("Condición del financiador", "no se conoce ninguna condición")
    told = {
        "payer": agreement.payer,
        "reference": agreement.reference,
        "kinds": [AidKind.LODGING],
        "starts_on": STARTS_ON,
    }
    change_agreement(agreement, by=cast.adela, condition="signed", condition_text=CLAUSE, **told)
    page = page_of(as_(cast.adela).get(reverse("agreement-detail", args=[agreement.pk])))
    assert page.says("Solo para excombatientes que firmaron la renuncia", CLAUSE)
    with pytest.raises(AgreementRefused):
        change_agreement(agreement, by=cast.adela, condition="signed", **told)


def test_the_lanes_say_it_and_lead_to_the_page_where_it_is_recorded(cast):
    fighter = covered_family(cast, asking(cast))[0]
    case = case_of(fighter)
    own = page_of(as_(cast.ana).get(reverse("case-part", args=[case.number, "aid"])))
    assert own.says(fighter.display_name, "pide la renuncia firmada", "Nada termina por sí solo.")
    assert not own.holds(reverse("renunciation-record", args=[fighter.pk]))
    a_paper(cast, fighter)
    own = page_of(as_(cast.ana).get(reverse("case-part", args=[case.number, "aid"])))
    assert not own.holds("pide la renuncia")


def test_who_may_not_see_a_renunciation_learns_nothing_of_it_from_the_aid(cast):
    agreement = asking(cast)
    fighter = covered_family(cast, agreement)[0]
    assert unmet_visible_to(cast.carla) == unmet_visible_to(cast.bruno) == []
    assert conditions_unmet.count(cast.ana) == 1
    assert conditions_unmet.count(cast.carla) == 0
    for who in (cast.carla, cast.bruno):
        page = page_of(as_(who).get(reverse("condition-list")))
        assert not page.holds(fighter.display_name)
        assert not page.holds(agreement.reference)
        # Nothing says "nobody" to who may not know.
        assert page.says("no ve renuncias") == (who is cast.carla)
    wrong = page_of(as_(cast.ana).get(reverse("condition-list"), {"agreement": "of-all"}))
    assert wrong.says("Esto no se ofrece aquí")
    assert not wrong.says("of-all")
    assert not wrong.says("UUID")
    page = as_(cast.carla).get(reverse("agreement-detail", args=[agreement.pk])).content.decode()
    assert reverse("condition-list") not in page
    card = as_(cast.carla).get(reverse("case-card", args=[case_of(fighter).number]))
    assert "pide la renuncia" not in card.content.decode()


def test_the_list_of_missing_papers_names_the_agreement_to_who_may_see_aid_alone(cast):
    payer = a_payer("Fondo del Puente")
    fighter = covered_family(cast, asking(cast, payer=payer, reference="FDP-9"))[0]
    listed = page_of(as_(cast.ana).get(reverse("renunciation-missing")))
    assert listed.says(fighter.display_name, "Fondo del Puente · FDP-9")
    legal = page_of(as_(cast.lucia).get(reverse("renunciation-missing")))
    assert legal.says(fighter.display_name, "de ella depende ayuda")
    assert not legal.holds("FDP-9")
    file = page_of(as_(cast.lucia).get(reverse("renunciation-file", args=[fighter.pk])))
    assert file.says("Un convenio pide la renuncia", "de ella depende ayuda")


def test_today_counts_the_people_and_leads_to_them(cast):
    assert conditions_unmet in waiting_counts
    agreement = asking(cast)
    fighter = covered_family(cast, agreement)[0]
    a_commitment(fighter, by=cast.ana, agreement=asking(cast))
    page = page_of(as_(cast.ana).get(reverse("today")))
    assert page.says("1 persona cuya ayuda depende de una renuncia que no consta")
    assert page.holds(reverse("condition-list"))


def test_the_page_of_an_agreement_leads_to_whom_it_means(cast):
    agreement = asking(cast)
    meant = covered_family(cast, agreement)[0]
    other = covered_family(cast, asking(cast))[0]
    [link] = [
        url
        for url in page_of(
            as_(cast.sonia).get(reverse("agreement-detail", args=[agreement.pk]))
        ).links
        if url.startswith(reverse("condition-list"))
    ]
    page = page_of(as_(cast.sonia).get(link))
    numbers = {person.number: page.holds(person.number) for person in (meant, other)}
    assert numbers == {meant.number: True, other.number: False}
    assert page.says("De un solo convenio.", "De todos los convenios")


def test_four_people_cost_as_many_queries_as_one(cast):
    client, agreement = as_(cast.ana), asking(cast)
    counts = []
    for more in (1, 3):
        for _ in range(more):
            person = people_of(a_case(cast))[0]
            a_commitment(person, by=cast.ana, agreement=agreement)
        client.get(reverse("condition-list"))
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse("condition-list")).context["total"] == (len(counts) * 3 + 1)
        counts.append(len(queries))
    assert counts[0] == counts[1]
