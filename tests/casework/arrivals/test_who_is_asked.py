"""The grid asks in words, and once, whether people served in a force, if that must be known."""

import pytest
from django.urls import reverse

from casework.register.choices import Category
from casework.register.models.individual import Individual
from reference.models import Force
from tests.build import reference
from tests.cast import Cast, log_in


@pytest.fixture
def force(db) -> Force:
    return reference()["force"]


def typed(cast: Cast, *people: dict[str, str], is_group: bool = False) -> dict[str, str]:
    """Returns the grid as a browser sends it; the first person is the head."""
    sent = {
        "on": cast.ana.today().isoformat(),
        "team": str(cast.norte.pk),
        "entry_mode": "unknown",
        "member-TOTAL_FORMS": str(len(people) - 1),
        "member-INITIAL_FORMS": "0",
        "member-MIN_NUM_FORMS": "0",
        "member-MAX_NUM_FORMS": "40",
    }
    if is_group:
        sent["is_group"] = "1"
    for place, person in enumerate(people):
        prefix = "head" if place == 0 else f"member-{place - 1}"
        sent |= {f"{prefix}-{name}": value for name, value in person.items()}
    return sent


def send(cast: Cast, *people: dict[str, str], **more: bool):
    return log_in(cast.ana).post(reverse("arrival-log"), typed(cast, *people, **more))


def errors(answer) -> list[tuple[int, str]]:
    return [(place, bound.name) for place, bound, _ in answer.context["grid"].errors_by_row()]


HEAD = {"given_names": "Yorman", "birth": "34"}


def test_every_head_is_asked_once_and_together_with_what_else_is_wrong(cast):
    answer = send(
        cast,
        HEAD | {"family": "A", "document": "##"},
        {"given_names": "Kevin", "birth": "30", "family": "B"},
        {"given_names": "Darío", "birth": "29", "family": "B"},
        is_group=True,
    )
    found = errors(answer)
    assert found.count((1, "force")) == 1
    assert found.count((2, "force")) == 1
    assert (3, "force") not in found, "who does not come first is not asked"
    assert (1, "document_type") in found
    assert Individual.objects.count() == 0


def test_a_row_without_a_name_is_asked_for_its_name_first(cast):
    assert errors(send(cast, {"birth": "34"})) == [(1, "given_names")]


def test_a_child_with_a_force_is_asked_about_once_and_then_filed(cast, force):
    child = HEAD | {"birth": "15", "force": force.code}
    answer = send(cast, child)
    assert errors(answer) == [(1, "is_child_of_a_force")]
    page = answer.content.decode()
    assert "15 años y una fuerza" in page
    assert Individual.objects.count() == 0
    send(cast, child | {"is_child_of_a_force": "on"})
    assert Individual.objects.get().category == Category.FORMER_MEMBER


def test_an_adult_with_a_force_and_a_child_without_one_are_not_asked(cast, force):
    send(cast, HEAD | {"force": force.code}, {"given_names": "Ángel", "birth": "15"})
    assert Individual.objects.count() == 2


@pytest.mark.parametrize("address", ["", "?group=1"])
def test_the_page_asks_in_words_and_says_what_an_empty_answer_means(cast, force, address):
    page = log_in(cast.ana).get(reverse("arrival-log") + address)
    grid, text = page.context["grid"], page.content.decode()
    head, member = grid.head.fields["force"], grid.members.empty_form.fields["force"]
    assert str(head.label) == str(member.label) == "¿Sirvió en una fuerza?"
    for field in (head, member):
        words = [str(each) for _code, each in field.choices]
        assert (words[:2], words[-1]) == (["—", "No sirvió"], "Todavía nadie le preguntó")
    said = " ".join(text.split())
    assert "cuentan como familiares hasta que se diga que sirvieron" in said
    assert "cabeza" not in text


@pytest.mark.parametrize("is_group", [False, True])
def test_a_head_whom_nobody_asked_yet_is_filed_as_not_asked(cast, force, is_group):
    asked = {"given_names": "Wilmer", "birth": "30", "force": "none"}
    people = [HEAD | {"force": "not_asked"}, asked]
    send(
        cast, *(each | {"family": "A"} if is_group else each for each in people), is_group=is_group
    )
    head, other = Individual.objects.order_by("number")
    assert (head.category, head.is_service_asked) == (Category.RELATIVE, False)
    assert (other.category, other.is_service_asked) == (Category.RELATIVE, True)
    page = log_in(cast.ana).get(reverse("individual-detail", args=[head.number]))
    assert "Nadie preguntó si esta persona sirvió en una fuerza" in page.content.decode()


def test_who_was_not_asked_has_no_rank(cast):
    rank = reference()["rank"]
    answer = send(cast, HEAD | {"force": "not_asked", "rank": rank.code})
    assert errors(answer) == [(1, "rank")]


@pytest.mark.parametrize(
    ("document", "said", "kept"),
    [
        ("V-19.345.678", "", ("VE",)),
        ("V-19.345.678", "CO", ("CO", "VE")),
        ("", "VE CO", ("VE", "CO")),
        ("V-19.345.678", "VE CO", ("VE", "CO")),
        ("", "", ()),
    ],
)
def test_two_nationalities_are_logged_at_the_bridge(cast, document, said, kept):
    send(cast, HEAD | {"force": "none", "document": document, "nationality": said})
    assert Individual.objects.get().nationalities == kept
