"""Rows of the grid that raise a question: unlikely ages, no age, no name; and rows that move to the other form."""

import pytest
from django.urls import reverse

from casework.consents.choices import Ground
from casework.consents.models import FileBasis
from casework.register.models.individual import Individual
from tests.build import reference
from tests.casework.arrivals.test_who_is_asked import HEAD, errors, send, typed
from tests.cast import Cast, as_, log_in
from tests.page import page_of

MAN = HEAD | {"birth": "30", "family_names": "Chacín", "force": "none"}
AUTHORISED = {"ground": "authorised", "given": "spoken"}


@pytest.fixture(autouse=True)
def ready(db: None) -> None:
    reference()


@pytest.mark.parametrize(
    ("relation", "birth"), [("MIL", "0"), ("MOT", "12"), ("SON", "36"), ("GRP", "40")]
)
def test_ages_that_hardly_fit_a_relation_are_asked_about_once_and_then_filed(
    cast: Cast, relation: str, birth: str
) -> None:
    other = {"given_names": "Zuly", "birth": birth, "relation": relation}
    name = "member-0-are_ages_right"
    before = page_of(as_(cast.ana).get(reverse("arrival-log")))
    assert not list(before.root.where("name", name))
    answer = send(cast, MAN, other)
    assert errors(answer) == [(2, "are_ages_right")]
    page = page_of(answer)
    assert page.says("Las edades de ambas personas difícilmente concuerdan")
    assert list(page.root.where("name", name))
    assert Individual.objects.count() == 0
    send(cast, MAN, other | {"are_ages_right": "on"})
    assert Individual.objects.count() == 2


@pytest.mark.parametrize("is_group", [False, True])
def test_a_small_child_alone_or_first_of_a_family_is_asked_about_once_and_then_filed(
    cast: Cast, is_group: bool
) -> None:
    child = {"given_names": "Ángel", "birth": "6"}
    rows = (MAN | {"family": "A"}, child | {"family": "B"}) if is_group else (child,)
    name = f"{'member-0' if is_group else 'head'}-is_child_first"
    before = page_of(as_(cast.ana).get(reverse("arrival-log")))
    assert not list(before.root.where("name", "head-is_child_first"))
    answer = send(cast, *rows, is_group=is_group)
    assert errors(answer) == [(len(rows), "is_child_first")]
    page = page_of(answer)
    assert page.says("Una niña o un niño tan pequeño está solo o es titular de una familia")
    assert list(page.root.where("name", name))
    assert Individual.objects.count() == 0
    send(cast, *rows[:-1], rows[-1] | {"is_child_first": "on"}, is_group=is_group)
    assert Individual.objects.count() == len(rows)


def test_a_child_of_twelve_and_a_small_one_behind_a_head_are_not_asked_about(cast: Cast) -> None:
    send(cast, HEAD | {"birth": "12"})
    send(cast, MAN, {"given_names": "Ángel", "birth": "6", "relation": "SON"})
    assert Individual.objects.count() == 3


def test_each_is_compared_with_the_head_of_their_own_family_and_no_unknown_age_is_asked_about(
    cast: Cast,
) -> None:
    send(
        cast,
        MAN | {"family": "A"},
        {"given_names": "Rosa", "birth": "60", "family": "B", "force": "none"},
        {"given_names": "Luis", "birth": "36", "family": "B", "relation": "SON"},
        {"given_names": "Ana", "family": "B", "relation": "MOT"},
        is_group=True,
    )
    assert Individual.objects.count() == 4


def test_somebody_whose_age_nobody_knows_is_no_adult_and_authorises_nothing(cast: Cast) -> None:
    sent = typed(cast, MAN, {"given_names": "X", "relation": "NON"}) | AUTHORISED
    log_in(cast.ana).post(reverse("arrival-log"), sent)
    head, other = Individual.objects.order_by("number")
    grounds = dict(FileBasis.objects.values_list("individual", "ground"))
    assert grounds == {head.pk: Ground.AUTHORISED, other.pk: Ground.NONE_YET}
    assert not other.consents.exists()
    for address in (
        reverse("individual-detail", args=[other.number]),
        reverse("case-part", args=[other.number[:-3], "people"]),
    ):
        page = page_of(as_(cast.ana).get(address))
        assert page.says("Familiar, edad sin dato"), address
    assert not page_of(as_(cast.ana).get(reverse("individual-detail", args=[other.number]))).says(
        "Familiar adulto"
    )


def test_a_newborn_is_filed_without_a_name_and_put_right_before_it_has_one(cast: Cast) -> None:
    baby = {"sex": "f", "birth": "0 m", "relation": "DAU"}
    mother = {"given_names": "Yusneidy", "birth": "28", "force": "none"}
    send(cast, mother, baby)
    child = Individual.objects.get(number__endswith="-02")
    assert (child.given_names, child.family_names, child.alias) == ("", "", "")
    change = reverse("individual-correct", args=[child.number])
    client = log_in(cast.ana)
    fields = page_of(client.get(change)).fields
    client.post(change, fields | {"nationality": "VE"})
    child.refresh_from_db()
    assert child.nationality == "VE"
    client.post(change, page_of(client.get(change)).fields | {"given_names": "Noé"})
    child.refresh_from_db()
    assert child.display_name == "Noé"


def test_who_is_no_newborn_is_asked_for_a_name(cast: Cast) -> None:
    for birth in ("2", ""):
        answer = send(cast, MAN, {"sex": "f", "birth": birth, "relation": "DAU"})
        assert errors(answer) == [(2, "given_names")]


def test_who_has_a_family_name_alone_is_never_written_like_somebody_with_a_whole_name(
    cast: Cast,
) -> None:
    send(cast, MAN, {"family_names": "Chacín Ureña", "birth": "0 m", "relation": "SON"})
    child = Individual.objects.get(number__endswith="-02")
    page = page_of(as_(cast.ana).get(reverse("individual-detail", args=[child.number])))
    assert page.says("(sin nombre) Chacín Ureña")
    client = log_in(cast.ana)
    found = client.get(client.post(reverse("search"), {"q": "Chacín Ureña"})["Location"])
    assert page_of(found).says("(sin nombre) Chacín Ureña")


def test_what_was_typed_is_carried_into_the_form_for_several_families_and_back(cast: Cast) -> None:
    people = MAN, {"given_names": "Rosa", "birth": "29", "relation": "SPO"}
    client = log_in(cast.ana)
    [button] = page_of(client.get(reverse("arrival-log"))).root.where("name", "switch")
    assert (button.attributes["form"], button.text) == ("arrival", "Varias familias juntas")
    group = page_of(client.post(reverse("arrival-log"), typed(cast, *people) | {"switch": "1"}))
    assert group.fields["is_group"] == "1"
    assert group.fields["head-given_names"] == "Yorman"
    assert group.fields["member-0-given_names"] == "Rosa"
    # Rosa has a relation and no letter, so she belongs to the family of the row above; her row says so.
    assert (group.fields["head-family"], group.fields["member-0-family"]) == ("A", "")
    assert group.says("Familia A: Yorman")
    again = page_of(client.post(reverse("arrival-log"), group.fields | {"switch": "1"}))
    assert "is_group" not in again.fields
    assert again.fields["member-0-given_names"] == "Rosa"
    assert Individual.objects.count() == 0
