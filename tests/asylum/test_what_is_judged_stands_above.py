"""Whoever answers, reviews or takes back reads on the same page what it is about."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from asylum.contradictions.actions import dismiss_contradiction
from asylum.contradictions.finder import contradictions_of
from asylum.evidence.actions import reply_evidence
from asylum.evidence.choices import ReplyKind
from asylum.flight.actions import record_flight
from asylum.identification.actions import contest_identification
from asylum.papers.choices import Identified, Method
from asylum.renunciation.actions import record_demand
from tests.asylum.build import D, a_client
from tests.asylum.files import an_approach, an_observation, some_evidence
from tests.cast import Cast, as_
from tests.page import page_of


def replied(cast: Cast) -> Any:
    piece = some_evidence(cast)
    reply_evidence(
        piece, on=D(2019, 5, 11), kind=ReplyKind.ANSWERED, text="No dije eso.", by=cast.lucia
    )
    return piece


def contested(cast: Cast) -> Any:
    word = record_demand(
        a_client(cast),
        is_asked=True,
        on=D(2019, 3, 1),
        method=Method.QUESTIONS,
        outcome=Identified.FORMER,
        reference="A-1",
        by=cast.lucia,
    )
    return contest_identification(word, on=D(2019, 3, 2), grounds="Era policía.", by=cast.lucia)


def told_too_early(cast: Cast) -> Any:
    person = a_client(cast)
    record_flight(person, told_on=D(2001, 1, 1), circumstances="Salió.", by=cast.lucia)
    return person


def dismissed(cast: Cast) -> Any:
    person = told_too_early(cast)
    [found] = contradictions_of(person, cast.lucia)
    return dismiss_contradiction(person, said=found.said, because="Llamó antes.", by=cast.lucia)


@pytest.mark.parametrize(
    ("name", "made", "words"),
    [
        ("evidence-reply", replied, ["Espero órdenes de mi jefe", "No dije eso."]),
        ("evidence-withdraw", replied, ["Espero órdenes de mi jefe", "No dije eso."]),
        ("contest-settle", contested, ["Era policía."]),
        ("contest-withdraw", contested, ["Era policía."]),
        ("observation-review", an_observation, ["Ocho años de servicio"]),
        ("observation-withdraw", an_observation, ["Ocho años de servicio"]),
        ("approach-withdraw", an_approach, ["Le ofrecieron plata"]),
        ("contradiction-restore", dismissed, ["Llamó antes."]),
    ],
)
def test_what_is_answered_or_taken_back_is_read_above_the_form(
    cast: Cast, name: str, made: Callable[[Cast], Any], words: list[str]
) -> None:
    page = page_of(as_(cast.lucia).get(reverse(name, args=[made(cast).pk])))
    assert page.says(*words)


def test_a_review_shows_the_evidence_that_counts_and_what_the_person_said(cast: Cast) -> None:
    piece = replied(cast)
    review = reverse("standing-review-resolve", args=[piece.review.pk])
    page = page_of(as_(cast.lucia).get(review))
    assert page.says("Espero órdenes de mi jefe", "No dije eso.")


def test_two_days_stand_above_the_question_whether_they_fit(cast: Cast) -> None:
    person = told_too_early(cast)
    [found] = contradictions_of(person, cast.lucia)
    page = page_of(
        as_(cast.lucia).get(reverse("contradiction-dismiss", args=[person.pk, found.said]))
    )
    assert {found.first.url, found.second.url} <= set(page.links)
    assert page.says("1 ene 2001")
    gone = page_of(as_(cast.lucia).get(reverse("contradiction-dismiss", args=[person.pk, "x"])))
    assert not gone.says("1 ene 2001")


def test_an_open_review_stands_before_the_stages_of_the_file(cast: Cast) -> None:
    piece = some_evidence(cast)
    shown = as_(cast.lucia).get(reverse("renunciation-file", args=[piece.individual_id]))
    text = shown.content.decode()
    assert text.index(reverse("standing-review-resolve", args=[piece.review.pk])) < text.index(
        'id="identification"'
    )
