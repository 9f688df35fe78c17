"""No form accepts a rank of the police for an army, or a rank of an army for the police."""

import pytest
from django.urls import reverse

from casework.register.models.individual import Individual
from casework.service.actions import correct_service, record_service
from casework.service.models import ServiceRecord
from reference.choices import ForceKind, RankBand, has_rank
from reference.models import Force, Rank
from tests.build import an_arrival, people_of
from tests.casework.arrivals.test_who_is_asked import HEAD, errors, send
from tests.cast import as_
from tests.page import page_of


@pytest.fixture
def head(tables_of_the_file, cast):
    return people_of(an_arrival(cast))[0]


@pytest.mark.parametrize(
    ("force", "rank", "is_right"),
    [
        ("pnb", "sargento-1", False),
        ("pnb", "supervisor-agregado", True),
        ("gnb", "comisionado-jefe", False),
        ("gnb", "sargento-1", True),
        ("sebin", "coronel", True),
        ("dgcim", "comisario", True),
        ("", "comisario", True),
    ],
)
def test_a_form_refuses_a_rank_that_the_force_does_not_have(cast, head, force, rank, is_right):
    client, add = as_(cast.ana), reverse("service-record", args=[head.number])
    before = ServiceRecord.objects.count()
    answer = client.post(add, page_of(client.get(add)).fields | {"force": force, "rank": rank})
    assert (answer.status_code == 302) == is_right
    assert ServiceRecord.objects.count() - before == is_right
    if not is_right:
        assert answer.context["form"].errors == {
            "rank": ["Esta fuerza no tiene ese grado: corrija la fuerza o el grado."]
        }
    # The quick-log refuses the same.
    known = Individual.objects.count()
    answer = send(cast, HEAD | {"force": force or "unknown", "rank": rank})
    assert (answer.status_code == 302) == is_right
    assert Individual.objects.count() - known == is_right
    assert is_right or errors(answer) == [(1, "rank")]


def test_both_forms_offer_ranks_under_the_heading_of_who_has_them(cast, head):
    for address in (reverse("service-record", args=[head.number]), reverse("arrival-log")):
        page = page_of(as_(cast.ana).get(address))
        groups = {
            group.attributes["label"]: {each.attributes["value"] for each in group.all("option")}
            for group in page.root.all("optgroup")
        }
        assert "supervisor-jefe" in groups["Cuerpo de policía"]
        assert "sargento-1" in groups["Fuerza armada"]
        assert not groups["Cuerpo de policía"] & groups["Fuerza armada"]


def test_a_record_of_before_is_put_right_and_one_without_a_force_keeps_its_rank(cast, head):
    service = record_service(head, rank=Rank.objects.get(code="sargento-1"), by=cast.ana)
    service = correct_service(
        service,
        rank=Rank.objects.get(code="supervisor"),
        force=Force.objects.get(code="pnb"),
        by=cast.ana,
    )
    assert service.rank_band == RankBand.POLICE
    assert has_rank("pnb", ForceKind.POLICE, RankBand.UNKNOWN)
