"""A relation that nobody stated is stored as not stated, and the pages ask for it."""

from django.urls import reverse

from casework.families.actions.family import correct_relation
from casework.register.choices import Relation, Sex
from casework.register.models.case import FamilyMember
from tests.build import a_row, an_arrival, people_of, reference, team_of
from tests.cast import log_in
from tests.imports.sheets import as_xlsx, checked, put_on_file


def the_baby():
    return FamilyMember.objects.exclude(relation_to_principal=Relation.PRINCIPAL).get()


def test_a_row_of_the_grid_without_a_relation_makes_nobody_another_relative(cast):
    reference()
    sent = {
        "team": team_of(cast.ana).pk,
        "on": "2019-02-23",
        "entry_mode": "bridge",
        "head-given_names": "Marleny",
        "head-family_names": "Prieto",
        "head-sex": "f",
        "head-force": "none",
        "member-TOTAL_FORMS": "1",
        "member-INITIAL_FORMS": "1",
        "member-0-given_names": "Luz",
        "member-0-family_names": "Prieto",
        "member-0-birth": "6/2018",
        "member-0-relation": "",
    }
    client = log_in(cast.ana)
    assert client.post(reverse("arrival-log"), sent).status_code == 302
    baby = the_baby()
    assert baby.relation_to_principal == Relation.UNKNOWN
    case = client.get(reverse("case-detail", args=[baby.case.number]), HTTP_ACCEPT_LANGUAGE="es")
    text = case.content.decode()
    assert "Parentesco sin dato" in text
    assert "Otro familiar" not in text
    assert reverse("member-relation", args=[baby.case.number, baby.pk]) in text
    rows = client.get(f"/api/v1/cases/{baby.case.number}/").json()
    assert [each["relation_to_principal"] for each in rows["people"]] == ["FP", "UNK"]


def test_no_form_offers_that_nobody_said_it_as_a_relation(cast):
    family = an_arrival(cast, people=[a_row(), a_row("Luz")])
    baby = the_baby()
    page = log_in(cast.ana).get(reverse("member-relation", args=[family.number, baby.pk]))
    offered = dict(page.context["form"].fields["relation"].choices)
    assert Relation.UNKNOWN not in offered
    assert Relation.OTHER in offered


def test_a_relation_that_nobody_said_is_asked_for_on_today_until_it_is_said(cast):
    given = reference()
    facts = {"sex": Sex.FEMALE, "born": 2001, "document": "V-12.345.678"}
    family = an_arrival(
        cast,
        crossing=given["crossing"],
        people=[
            a_row(**facts),
            a_row("Luz", **facts | {"document": "V-12.345.679"}),
            a_row("Ana", relation=Relation.SISTER, **facts | {"document": "V-12.345.670"}),
        ],
    )
    baby = FamilyMember.objects.get(relation_to_principal=Relation.UNKNOWN)
    address = reverse("member-relation", args=[family.number, baby.pk])
    client = log_in(cast.ana)

    def asked():
        text = client.get(reverse("today"), HTTP_ACCEPT_LANGUAGE="es").content.decode()
        return text.partition('id="incomplete"')[2].split("</section>")[0]

    block = asked()
    assert address in block
    assert "sin parentesco" in block
    assert [person.number in block for person in people_of(family)] == [False, True, False]
    found = client.get(reverse("individual-list") + "?lacks=new").content.decode()
    assert baby.individual.number in found
    correct_relation(baby, relation=Relation.DAUGHTER, by=cast.ana)
    assert baby.individual.number not in asked()


def test_a_sheet_without_relations_makes_nobody_another_relative(cast):
    ana = log_in(cast.ana)
    sheet = [
        ["Familia", "Nombres", "Apellidos", "Sexo", "Edad", "Parentesco"],
        ["1", "Yorman", "Rodríguez", "M", "34", "titular"],
        ["1", "Luz", "Rodríguez", "F", "2", ""],
    ]
    batch = checked(ana, as_xlsx(sheet), "a.xlsx", cast.norte)
    put_on_file(ana, batch)
    assert the_baby().relation_to_principal == Relation.UNKNOWN
