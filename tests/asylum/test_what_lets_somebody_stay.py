"""One answer to what lets somebody stay today: a permit, or a stay paper that stands among the identity documents alone."""

import pytest
from django.urls import reverse

from accounts.due import due_sources
from asylum.file.panels import permits
from asylum.letters.choices import LetterKind
from asylum.letters.facts import CHECK_BY_KIND
from asylum.papers.choices import WorkRight
from asylum.pathways.choices import PermitType
from asylum.permits.actions import cancel_permit, record_permit
from casework.identity.actions.identity_documents import (
    add_identity_document,
    end_identity_document,
)
from casework.register.choices import DocumentEnd, DocumentType, YesNo
from casework.register.models.individual import Individual
from casework.slots.panels import glances_of
from reporting.figures.asylum import papers_held
from reporting.figures.rights import adults_allowed_to_work
from tests.asylum.build import D, a_client, an_application
from tests.cast import as_
from tests.page import page_of

TODAY, TOMORROW, YESTERDAY = D(2019, 5, 16), D(2019, 5, 17), D(2019, 5, 15)
NUMBER = "PPT-445566"


def a_stay_paper(cast, person, **facts):
    facts = {"number": NUMBER, "country": "CO", "valid_from": D(2019, 5, 1)} | facts
    facts = {"valid_until": TOMORROW, "states_work_right": YesNo.YES, "by": cast.ana} | facts
    return add_identity_document(person, type=DocumentType.STAY_PAPER, **facts)


def a_ppt(cast, person, **facts):
    facts = {"number": NUMBER, "expires_on": TOMORROW, "work_right": WorkRight.YES} | facts
    facts = {"issued_on": D(2019, 5, 1), "by": cast.lucia} | facts
    return record_permit(person, type=PermitType.PPT, **facts)


def due(person):
    kinds = {"permit_expires", "stay_paper_expires"}
    rows = [row for each in due_sources if each.kind in kinds for row in each.rows(TODAY)]
    return [(row[0], row[1]) for row in rows if row[9] == person.pk]


def law_part(cast, person):
    number = person.memberships.get().case.number
    return page_of(as_(cast.lucia).get(reverse("case-part", args=[number, "law"])))


def permit_only(cast, person):
    a_ppt(cast, person)


def paper_only(cast, person):
    a_stay_paper(cast, person)


def one_paper_as_both(cast, person):
    a_stay_paper(cast, person, number="ppt 445566")
    a_ppt(cast, person)


def two_papers(cast, person):
    a_stay_paper(cast, person, number="PEP-9")
    a_ppt(cast, person)


def nothing(cast, person):
    pass


def both_ended(cast, person):
    a_stay_paper(cast, person, number="PEP-9", valid_until=YESTERDAY)
    a_ppt(cast, person, expires_on=YESTERDAY)


def paper_ended(cast, person):
    a_stay_paper(cast, person, valid_until=YESTERDAY)


def paper_lost(cast, person):
    paper = a_stay_paper(cast, person)
    end_identity_document(paper, ended_on=TODAY, end_reason=DocumentEnd.LOST, by=cast.ana)


def paper_by_mistake(cast, person):
    paper = a_stay_paper(cast, person)
    end_identity_document(paper, ended_on=TODAY, end_reason=DocumentEnd.MISTAKE, by=cast.ana)


def withdrawn_as_both(cast, person):
    a_stay_paper(cast, person)
    cancel_permit(a_ppt(cast, person), on=TODAY, by=cast.lucia)


def paper_of_another_state(cast, person):
    a_stay_paper(cast, person, country="VE")


def passport_of_here(cast, person):
    told = {"type": DocumentType.OTHER, "country": "CO", "valid_until": TOMORROW}
    add_identity_document(person, number="X-1", by=cast.ana, **told)


def ended_and_another(cast, person):
    a_stay_paper(cast, person, number="PEP-9", valid_until=YESTERDAY)
    a_ppt(cast, person)


def ended_and_a_newer(cast, person):
    a_stay_paper(cast, person, number="PEP-9", valid_until=YESTERDAY)
    a_stay_paper(cast, person)


PERMIT, PAPER = ("permit_expires", TOMORROW), ("stay_paper_expires", TOMORROW)
# What is on file, whether it lets the person stay and work today, and what is reminded.
HELD = [
    (permit_only, True, [PERMIT]),
    (paper_only, True, [PAPER]),
    (one_paper_as_both, True, [PERMIT]),
    (two_papers, True, [PERMIT, PAPER]),
    (ended_and_another, True, [PERMIT]),
    (ended_and_a_newer, True, [PAPER]),
    (nothing, False, []),
    (both_ended, False, [("permit_expires", YESTERDAY), ("stay_paper_expires", YESTERDAY)]),
    (paper_ended, False, [("stay_paper_expires", YESTERDAY)]),
    (paper_lost, False, []),
    (paper_by_mistake, False, []),
    (withdrawn_as_both, False, []),
    (paper_of_another_state, False, []),
    (passport_of_here, False, []),
]


@pytest.mark.parametrize(("put_on_file", "is_held", "reminded"), HELD)
def test_every_place_gives_one_answer_to_what_lets_somebody_stay(
    cast, law, put_on_file, is_held, reminded
):
    person = a_client(cast)
    an_application(cast, person)
    put_on_file(cast, person)
    assert due(person) == reminded
    missing = as_(cast.lucia).get(reverse("permit-missing")).context["page_obj"].object_list
    assert [each.pk for each in missing] == ([] if is_held else [person.pk])
    assert CHECK_BY_KIND[LetterKind.EMPLOYER](person, TODAY) == "" or not is_held
    assert bool(CHECK_BY_KIND[LetterKind.EMPLOYER](person, TODAY)) is not is_held
    everybody = Individual.objects.all()
    assert papers_held(everybody, on=TODAY).valid.part == int(is_held)
    assert adults_allowed_to_work(everybody, on=TODAY).part == int(is_held)
    assert law_part(cast, person).says("Permite trabajar") is is_held


@pytest.mark.parametrize(
    ("put_on_file", "chip", "says"),
    [
        (nothing, "", ["Sin permiso"]),
        (paper_only, "Papel de permanencia", ["Papel de permanencia", "Vence pronto"]),
        (paper_ended, "Papel de permanencia", ["Papel de permanencia", "Vencido"]),
        (one_paper_as_both, "Permiso por protección", ["Permiso por protección"]),
    ],
)
def test_the_part_of_the_case_and_its_chips_tell_the_stay_paper(cast, law, put_on_file, chip, says):
    person = a_client(cast)
    put_on_file(cast, person)
    shown = law_part(cast, person)
    assert shown.says(*says)
    assert shown.says("Sin permiso") is (put_on_file is nothing)
    assert shown.says("Papel de permanencia") is ("Papel de permanencia" in says)
    case, user = person.memberships.get().case, cast.lucia
    facts = glances_of([permits], case, user).facts.get(permits.slug, [])
    assert [fact.what.startswith(chip) for fact in facts] == [True] * bool(chip)
