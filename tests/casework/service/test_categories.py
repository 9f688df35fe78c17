"""The category of a person is the same on all pages: a person alone is not called a relative."""

from django.urls import reverse

from casework.cases.actions import refer_to_legal
from casework.register.choices import Category, Relation
from tests.build import a_row, an_arrival, people_of
from tests.cast import log_in
from tests.page import page_of

UNASKED, CIVIL, RELATIVE = "Nadie le preguntó si sirvió", "Titular civil", "Familiar adulto"


def shown(cast, case, person) -> set[str]:
    """Returns the category on four pages: the file, the list of people, the family, and a page of asylum."""
    client = log_in(cast.ana)
    own = page_of(client.get(reverse("individual-detail", args=[person.number])))
    tags = [each.text for each in own.root.where("class", "tag")]
    family = page_of(client.get(reverse("case-part", args=[case.number, "people"])))
    everybody = page_of(client.get(reverse("individual-list")))
    lodging = reverse("application-lodge", args=[person.pk])
    asylum = page_of(log_in(cast.luis).get(lodging))
    said = {
        row["Categoría"]
        for page in (family, everybody)
        for row in page.rows
        if person.number in row["Nombre"]
    }
    words = (UNASKED, CIVIL, RELATIVE)
    said |= {word for word in words if asylum.says(f"{person.number} {word}")}
    return said | {word for word in words if word in tags}


def test_a_principal_is_a_relative_only_where_somebody_of_the_family_served(cast):
    wife = a_row("Marleny", "Mora", born=1994, relation=Relation.SPOUSE)
    served = a_row(
        "Kevin", "Mora", born=1994, relation=Relation.SPOUSE, category=Category.FORMER_MEMBER
    )
    for facts, others, word in (
        ({"is_service_asked": False}, [wife], UNASKED),
        ({}, [wife], CIVIL),
        ({}, [served], RELATIVE),
    ):
        head = a_row("Rosa", "Mora", born=1991, **facts)
        case = an_arrival(cast, people=[head, *others])
        refer_to_legal(case, by=cast.ana)
        first, second = people_of(case)
        assert shown(cast, case, first) == {word}
        assert others == [served] or shown(cast, case, second) == {RELATIVE}


def test_an_adult_whom_nobody_asked_is_called_that_wherever_they_stand_in_the_family(cast):
    """The tag in the head has the same words as the page of the claim."""
    head = a_row("Kevin", "Mora", born=1994, category=Category.FORMER_MEMBER)
    wife = a_row("Marleny", "Mora", born=1994, relation=Relation.SPOUSE, is_service_asked=False)
    child = a_row("Luz", "Mora", born=2018, relation=Relation.DAUGHTER, is_service_asked=False)
    case = an_arrival(cast, people=[head, wife, child])
    refer_to_legal(case, by=cast.ana)
    _head, second, third = people_of(case)
    assert shown(cast, case, second) == {UNASKED}
    assert not shown(cast, case, third) & {UNASKED, RELATIVE}
