"""Of two papers at once of which one states the right to work, list, file, letter and figure say the same."""

import pytest
from django.urls import reverse

from asylum.letters.actions import issue_letter
from asylum.letters.facts import content_of_letter
from asylum.letters.grounds import mark_invalid
from asylum.pathways.choices import PermitType
from asylum.work_right.answers import allowed_to_work, rights_to_work
from asylum.work_right.querysets import people_without_work_right
from casework.identity.actions.identity_documents import add_identity_document
from casework.register.choices import DocumentType
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from tests.asylum.build import D, a_client, a_permit
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.django_db
STATES = {"type": PermitType.OTHER, "number": "OT-2", "work_right": "yes"}
LACKS = {"type": PermitType.OTHER, "number": "OT-1", "work_right": "no"}


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("lacks_until", [None, D(2019, 6, 1), D(2019, 12, 1)])
def test_one_paper_that_states_the_right_is_enough_everywhere(cast, law, is_first, lacks_until):
    person = a_client(cast)
    two = [STATES | {"expires_on": D(2019, 9, 1)}, LACKS | {"expires_on": lacks_until}]
    for each in two if is_first else reversed(two):
        a_permit(cast, person, **each)
    today = cast.lucia.today()
    assert list(people_without_work_right(cast.lucia)) == []
    missing = page_of(as_(cast.ana).get(reverse("work-right-missing")))
    assert not missing.says(person.number)
    file = reverse("case-part", args=[case_of(person, today).number, "law"])
    assert page_of(as_(cast.lucia).get(file)).says("hasta el 1 sep 2019")
    told = content_of_letter("employer", person, today=today, language="es")
    assert (told["paper"], told["ends_on"]) == ("Otro permiso OT-2", "2019-09-01")
    letter = issue_letter(person, kind="employer", language="es", by=cast.lucia)
    [letter] = mark_invalid([letter], today)
    assert (letter.valid_until, letter.has_fallen, letter.has_changed) == (
        D(2019, 9, 1),
        False,
        False,
    )
    assert Individual.objects.filter(allowed_to_work(today), pk=person.pk).exists()


@pytest.mark.parametrize("is_first", [True, False])
def test_of_two_that_state_it_the_one_that_holds_longest_counts(cast, law, is_first):
    person = a_client(cast)
    two = [STATES | {"expires_on": D(2019, 9, 1)}, STATES | {"number": "OT-3"}]
    two[1] |= {"expires_on": D(2019, 7, 1)}
    for each in two if is_first else reversed(two):
        a_permit(cast, person, **each)
    [answer] = rights_to_work([person], "CO", cast.lucia.today()).values()
    assert answer.until == D(2019, 9, 1)


def test_a_paper_that_states_it_counts_before_the_rule_and_a_permit_that_ran_out_lacks_nothing(
    cast, law
):
    person = a_client(cast)
    a_permit(cast, person, **LACKS | {"expires_on": D(2019, 5, 1)})
    assert list(people_without_work_right(cast.lucia)) == []
    a_permit(cast, person, **LACKS | {"number": "OT-4"})
    assert list(people_without_work_right(cast.lucia)) == [person]
    add_identity_document(
        person,
        number="CE-881",
        type=DocumentType.STAY_PAPER,
        country="CO",
        states_work_right="yes",
        by=cast.ana,
    )
    assert list(people_without_work_right(cast.lucia)) == []
