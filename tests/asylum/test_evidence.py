"""Evidence both ways, the person's reply, and the one review that contrary facts open."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.actions.grants import end_grant
from accounts.models import Grant
from asylum.evidence.actions import (
    OnlyOfFormerMembers,
    reply_evidence,
    resolve_review,
)
from asylum.evidence.choices import Bearing, Channel, ReplyKind, ReviewResult, Sign
from asylum.evidence.models import Evidence, EvidenceReply, StandingReview
from asylum.evidence.slots import reviews_open
from asylum.papers.models.renunciation import Renunciation
from asylum.people.actions import mark_as_mistake
from asylum.procedure.models.application import AsylumApplication
from tests.asylum.build import (
    D,
    S,
    a_client,
    a_referred_family,
    a_submitted_paper,
    an_application,
    verify,
)
from tests.asylum.files import SEEN_ON, some_evidence
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused


def refused_by_database(sql: str, *parameters: Any) -> str:
    with (
        pytest.raises(IntegrityError) as error,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql, parameters)
    return str(error.value.__cause__.diag.constraint_name)


def states() -> Any:
    """What every paper and claim is and since when."""
    return [
        list(model.objects.order_by("pk").values_list("pk", "status", "status_on"))
        for model in (Renunciation, AsylumApplication)
    ]


def test_f30_contrary_facts_open_exactly_one_review_and_change_nothing_else(cast, law):
    person = a_client(cast)
    verify(a_submitted_paper(cast, person), on=D(2019, 3, 8), by=cast.luis)
    an_application(cast, person, status=S.ADMITTED)
    before, tasks = states(), person.tasks.count()
    first = some_evidence(cast, person)
    second = some_evidence(cast, person, sign=Sign.CALL, channel=Channel.SPEECH, by=cast.luis)
    review = StandingReview.objects.get()
    assert (first.review, second.review, review.is_open) == (review, review, True)
    assert (review.review_on, review.recorded_by) == (D(2019, 5, 19), cast.lucia)
    assert (states(), person.tasks.count()) == (before, tasks)


def test_f30_the_database_holds_that_a_person_has_one_open_review(cast):
    review = some_evidence(cast).review
    sql = (
        "INSERT INTO asylum_standingreview (id, key_id, individual_id, review_on, recorded_at,"
        " recorded_by_id, result) SELECT gen_random_uuid(), key_id, individual_id, review_on,"
        " recorded_at, recorded_by_id, '' FROM asylum_standingreview WHERE id = %s"
    )
    assert refused_by_database(sql, review.pk) == "one_open_review_of_a_person"
    resolve_review(review, result=ReviewResult.NOTED, because="Se habló con él.", by=cast.luis)
    some_evidence(cast, review.individual)
    assert StandingReview.objects.count() == 2


def test_f30_who_recorded_what_speaks_against_it_does_not_resolve_the_review_and_the_file_names_who_did(
    cast,
):
    person = a_client(cast)
    piece = some_evidence(cast, person)
    some_evidence(cast, person, bearing=Bearing.SUPPORTING, by=cast.luis)
    address = reverse("standing-review-resolve", args=[piece.review_id])
    sent = {"result": ReviewResult.NOTED.value, "because": "Se habló con él."}
    page = page_of(as_(cast.lucia).post(address, sent), whatever_status=True)
    assert page.says("Usted registró lo que habla en contra")
    assert StandingReview.objects.get().is_open
    assert as_(cast.luis).post(address, sent).status_code == 302
    file = page_of(as_(cast.lucia).get(reverse("renunciation-file", args=[person.pk])))
    assert file.says(f"{cast.luis}: Queda registrado, sin consecuencias")


def test_f30_the_page_of_a_review_names_who_resolves_it_or_who_gives_a_second_lawyer_the_role(cast):
    address = reverse(
        "standing-review-resolve", args=[some_evidence(cast, a_client(cast)).review_id]
    )
    page = page_of(as_(cast.lucia).get(address))
    assert page.says(f"Quién puede: {cast.luis.full_name}.")
    assert not page.offered("result")
    assert page_of(as_(cast.luis).get(address)).offered("result")
    end_grant(Grant.objects.get(user=cast.luis), on=cast.luis.today(), by=cast.adela)
    page = page_of(as_(cast.lucia).get(address))
    assert page.says("Nadie más de esta oficina puede. Administración le da a alguien")


def test_f30_a_piece_that_was_a_mistake_keeps_nobody_from_resolving(cast):
    person = a_client(cast)
    mistaken = some_evidence(cast, person)
    some_evidence(cast, person, by=cast.luis)
    mark_as_mistake(mistaken, "evidence.withdrawn", reason="De otra persona", by=cast.lucia)
    review = StandingReview.objects.get()
    resolve_review(review, result=ReviewResult.NOTED, because="Se habló.", by=cast.lucia)
    assert not StandingReview.objects.get().is_open


def test_f30_a_review_is_resolved_by_hand_with_a_reason_and_no_day_does_it(cast):
    review = some_evidence(cast).review
    with refused("Give the reason", field="because"):
        resolve_review(review, result=ReviewResult.NOTED, because=" ", by=cast.luis)
    far = D(2021, 1, 1)
    assert [row[0:2] for row in reviews_open.rows(far)] == [("standing_review", D(2019, 5, 19))]
    resolve_review(review, result=ReviewResult.UNFOUNDED, because="Era otro.", by=cast.luis)
    assert list(reviews_open.rows(far)) == []
    review.refresh_from_db()
    assert (review.result, review.because, review.resolved_by) == (
        ReviewResult.UNFOUNDED,
        "Era otro.",
        cast.luis,
    )
    with refused("resolved already"):
        resolve_review(review, result=ReviewResult.NOTED, because="Otra vez.", by=cast.luis)
    half = "UPDATE asylum_standingreview SET resolved_at = NULL WHERE id = %s"
    assert refused_by_database(half, review.pk) == "review_is_resolved_by_somebody_with_a_reason"


def test_what_speaks_for_it_opens_no_review(cast):
    some_evidence(cast, bearing=Bearing.SUPPORTING, sign=Sign.REGRET, channel=Channel.PERSON)
    assert not StandingReview.objects.exists()


def test_the_database_refuses_contrary_evidence_without_a_review(cast):
    piece = some_evidence(cast, bearing=Bearing.SUPPORTING)
    sql = (
        'INSERT INTO asylum_evidence (id, key_id, individual_id, bearing, sign, "on", channel,'
        " source, what, attribution, reliability, recorded_at, recorded_by_id)"
        " SELECT gen_random_uuid(), key_id, individual_id, 'contrary', sign, \"on\", channel,"
        " source, what, attribution, reliability, recorded_at, recorded_by_id"
        " FROM asylum_evidence WHERE id = %s"
    )
    assert refused_by_database(sql, piece.pk) == "what_speaks_against_it_is_reviewed"


def test_f31_waiting_for_orders_is_a_contrary_sign_with_its_source(cast):
    piece = some_evidence(cast)
    piece.refresh_from_db()
    assert (piece.sign, piece.bearing, piece.source) == (
        Sign.COMMAND,
        Bearing.CONTRARY,
        "El Diario Inventado, 10 de mayo",
    )
    with refused("known from", field="source"):
        some_evidence(cast, piece.individual, source=" ")


def test_f27_the_reply_stands_beside_the_allegation(cast):
    piece = some_evidence(cast)
    with refused("before what it answers", field="on"):
        reply_evidence(piece, on=D(2019, 5, 9), kind=ReplyKind.DECLINED, by=cast.lucia)
    with refused("Write what the person said", field="text"):
        reply_evidence(piece, on=SEEN_ON, kind=ReplyKind.ANSWERED, by=cast.lucia)
    said = "Nunca reprimí: me defendí."
    reply_evidence(piece, on=D(2019, 5, 12), kind=ReplyKind.ANSWERED, text=said, by=cast.lucia)
    page = as_(cast.lucia).get(reverse("renunciation-file", args=[piece.individual_id]))
    shown = page.content.decode()
    assert shown.index("Espero órdenes") < shown.index(said)
    assert EvidenceReply.objects.get().evidence == piece


def test_what_was_recorded_is_never_written_over_and_a_mistake_stays_readable(cast):
    piece = some_evidence(cast)
    sql = "UPDATE asylum_evidence SET bearing = 'supporting', review_id = NULL WHERE id = %s"
    assert refused_by_database(sql, piece.pk) == "facts_never_change"
    with refused("Give the reason", field="reason"):
        mark_as_mistake(piece, "evidence.withdrawn", reason="", by=cast.lucia)
    mark_as_mistake(piece, "evidence.withdrawn", reason="Era un homónimo.", by=cast.lucia)
    piece.refresh_from_db()
    assert (piece.is_withdrawn, piece.withdrawn_because) == (True, "Era un homónimo.")
    assert (piece.what, StandingReview.objects.get().is_open) == (
        "«Espero órdenes de mi jefe.»",
        True,
    )
    assert not Evidence.objects.standing().exists()


def test_no_file_is_kept_of_relatives_and_children(cast):
    _soldier, *others = a_referred_family(cast)
    for person in others:
        with pytest.raises(OnlyOfFormerMembers):
            some_evidence(cast, person)
    assert not Evidence.objects.exists()


def test_where_it_is_switched_off_nothing_said_in_public_is_kept_of_one_person(cast, settings):
    settings.KEEPS_PUBLIC_STATEMENTS = False
    person = a_client(cast)
    for channel in (Channel.PRESS, Channel.NETWORK, Channel.SPEECH):
        with refused("nothing is kept", field="channel"):
            some_evidence(cast, person, channel=channel)
    page = as_(cast.lucia).get(reverse("evidence-record", args=[person.pk]))
    offered = [value for value, _label in page.context["form"].fields["channel"].choices]
    assert offered == ["", "authority", "person", "witness", "paper"]
    some_evidence(cast, person, channel=Channel.AUTHORITY)
    assert Evidence.objects.get().channel == Channel.AUTHORITY


@pytest.mark.parametrize("name", ["ana", "sonia", "carla", "adela", "aurelio"])
def test_nobody_but_legal_officers_reads_or_writes_evidence(cast, name):
    user = getattr(cast, name)
    piece = some_evidence(cast)
    with pytest.raises(NotAllowed):
        some_evidence(cast, piece.individual, by=user)
    assert not Evidence.objects.visible_to(user).exists()
    pages = {
        "renunciation-file": piece.individual_id,
        "evidence-record": piece.individual_id,
        "evidence-reply": piece.pk,
        "evidence-withdraw": piece.pk,
        "standing-review-resolve": piece.review_id,
    }
    client = as_(user)
    codes = {page: client.get(reverse(page, args=[key])).status_code for page, key in pages.items()}
    assert codes == dict.fromkeys(pages, 404)


def test_the_whole_way_on_the_pages(cast):
    person, client = a_client(cast), as_(cast.lucia)
    sent = {
        "bearing": "contrary",
        "sign": "call",
        "on": "10/05/2019",
        "what": "Que tomará las armas.",
        "channel": "press",
        "source": "Un periódico",
        "attribution": "doubtful",
        "reliability": "weak",
    }
    page = reverse("evidence-record", args=[person.pk])
    empty = client.post(page, {})
    assert set(empty.context["form"].errors) == set(sent)
    assert client.post(page, sent).status_code == 302
    piece = Evidence.objects.get()
    resolve = reverse("standing-review-resolve", args=[piece.review_id])
    shown = client.get(reverse("renunciation-file", args=[person.pk])).content.decode()
    assert resolve in shown
    heard = {"result": "noted", "because": "Se le oyó."}
    assert as_(cast.luis).post(resolve, heard).status_code == 302
    shown = client.get(reverse("renunciation-file", args=[person.pk])).content.decode()
    assert (resolve in shown, "Se le oyó." in shown) == (False, True)
