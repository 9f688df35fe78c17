from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.aid.build import a_commitment, an_agreement
from tests.cast import Cast
from tests.shelters.build import a_family


def read(user: User, name: str) -> tuple[int, list[dict[str, object]]]:
    client = Client()
    client.force_login(user)
    answer = client.get(reverse(f"{name}-list"))
    return answer.status_code, answer.json().get("results", []) if answer.status_code == 200 else []


def test_commitments_go_out_to_whoever_sees_the_family_and_without_what_was_said(
    cast: Cast,
) -> None:
    case = a_family(cast.norte, names=["Yorman Secreto"])
    a_commitment(case, by=cast.ana, source="CANARIO")
    status, (row,) = read(cast.ana, "api-commitment")
    assert (status, row["case"], row["site"], row["effective_until"]) == (
        200,
        case.number,
        None,
        None,
    )
    assert "source" not in row
    assert "CANARIO" not in str(row)
    assert read(cast.bruno, "api-commitment") == (200, [])
    assert read(cast.adela, "api-commitment")[0] in {403, 404}


def test_agreements_go_out_to_their_office_only(cast: Cast) -> None:
    agreement = an_agreement(cast)
    _, (row,) = read(cast.adela, "api-agreement")
    assert (row["reference"], row["payer"]) == (agreement.reference, "Fundación Puentes")
    assert read(cast.mara, "api-agreement") == (200, [])
    assert read(cast.ana, "api-agreement")[0] in {403, 404}
