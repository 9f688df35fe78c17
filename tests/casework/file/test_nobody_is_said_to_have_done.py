"""The timeline names who acted: it does not say that a child answered, and names the people of an undone step."""

import pytest
from django.urls import reverse

from casework.consents.actions import record_consent
from casework.consents.choices import ConsentStatus, Purpose
from casework.families.actions.builder import split_family
from casework.families.actions.family import change_principal
from casework.families.actions.moves import undo_family_change
from casework.families.models import FamilyChange
from casework.identity.actions.exposure import end_anonymity, wish_anonymity
from casework.register.choices import Relation
from casework.rights.actions import answer_subject_request, record_subject_request
from tests.build import an_arrival, people_of
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law_of_the_file")


def timeline(cast, case):
    return page_of(as_(cast.sonia).get(reverse("case-timeline", args=[case.number])))


def test_no_line_says_that_a_child_asked_answered_or_took_back(cast):
    case = an_arrival(cast)
    child, today = people_of(case)[2], cast.ana.today()
    asked = {"purpose": Purpose.LEGAL_AID, "status": ConsentStatus.ASKED, "on": today}
    record_consent(child, **asked, by=cast.ana)
    wish = wish_anonymity(child, wished_on=today, alias="Lucero", by=cast.ana)
    end_anonymity(wish, ended_on=today, by=cast.ana)
    request = record_subject_request(child, kind="access", received_on=today, by=cast.ana)
    said = {"answered_on": today, "result": "granted", "by": cast.sonia}
    answer_subject_request(request, **said)
    page, name = timeline(cast, case), child.full_name
    assert page.says(f"Ana registró para {name}, sobre")
    assert page.says(f"Se registró el pedido de anonimato de {name}")
    assert page.says(f"Se registró que se retira el pedido de anonimato de {name}")
    assert page.says(f"Se registró una petición sobre los datos de {name}")
    assert page.says(f"Se respondió una petición sobre los datos de {name}")
    for words in ("le preguntó a", "pidió anonimato", "preguntó por sus datos", "retiró su pedido"):
        assert not page.says(words), words


def test_a_step_that_was_undone_says_who_undid_it_and_whom_it_moved(cast):
    case = an_arrival(cast)
    head, wife, _child, brother = people_of(case)
    split_family(
        case,
        relations={brother: Relation.PRINCIPAL},
        on=cast.ana.today(),
        by=cast.ana,
    )
    undo_family_change(FamilyChange.objects.latest("at"), by=cast.sonia)
    wifes = case.members.get(individual=wife)
    change_principal(case, principal=wifes, by=cast.ana)
    undo_family_change(FamilyChange.objects.latest("at"), by=cast.sonia)
    page = timeline(cast, case)
    assert page.says(
        f"Sonia deshizo un paso de la familia: Salieron personas a un caso propio ({brother.number})"
    )
    assert page.says(
        f"Sonia deshizo un paso de la familia: Cambio de titular ({head.number}, {wife.number})"
    )
