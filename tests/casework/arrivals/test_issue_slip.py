"""The arrival slip: it is printed for the family, and tells strangers one word."""

import hashlib

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.cases.actions import close_case
from casework.register.choices import EndReason
from casework.slips.actions import issue_slip, revoke_slip
from casework.slips.content import content_hash
from casework.slips.models import ArrivalSlip
from pages.codes import hash_of
from tests.build import a_row, an_arrival
from tests.cast import log_in
from tests.page import page_of
from tests.refusals import refused


def a_slip(cast, **facts):
    return issue_slip(an_arrival(cast, **facts).arrivals.get(), by=cast.ana)


def asked_by_a_stranger(token):
    return Client().get(reverse("slip-check", args=[token]))


def words_of(answer):
    """Returns the content of the page with single blanks."""
    return " ".join(answer.content.decode().split())


def said(answer):
    text = words_of(answer)
    return "not valid" if "No válido · Not valid" in text else "valid" * ("Válido · Valid" in text)


def test_a_stranger_learns_valid_or_not_valid_and_nothing_else(cast):
    slip = a_slip(cast)
    good, bad = asked_by_a_stranger(slip.token), asked_by_a_stranger("x" * len(slip.token))
    assert (said(good), said(bad)) == ("valid", "not valid")
    assert (good.status_code, bad.status_code) == (200, 200)
    text = words_of(good)
    for word in ("A-2019-000001", "Yorman", "Rodríguez", "Puente", slip.token):
        assert word not in text
    same = text.replace("Válido · Valid", "No válido · Not valid")
    assert same == words_of(bad)
    # The two requests may be answered in different seconds.
    apart = {"Content-Length": "", "Expires": ""}
    assert dict(good.headers) | apart == dict(bad.headers) | apart
    assert "no-store" in good["Cache-Control"]


def test_every_code_costs_one_question_in_the_same_words_and_each_that_is_not_valid_the_same(cast):
    """A valid code needs a further query for keys, but its holder learns that it is valid anyway."""
    slip = a_slip(cast)
    revoked = a_slip(cast)
    revoke_slip(revoked.arrival, by=cast.ana)
    asked = []
    for token in (slip.token, revoked.token, "never", "ñ" * 300):
        cache.clear()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            asked_by_a_stranger(token)
        asked.append(
            (len(queries), sum("casework_arrivalslip" in query["sql"] for query in queries))
        )
    assert asked[1:] == [asked[1]] * 3
    assert [slips for _queries, slips in asked] == [1] * 4


def test_a_revoked_a_replaced_and_a_closed_slip_are_not_valid(cast):
    revoked, replaced, closed = a_slip(cast), a_slip(cast), a_slip(cast)
    revoke_slip(revoked.arrival, by=cast.ana)
    fresh = issue_slip(replaced.arrival, by=cast.ana)
    close_case(closed.arrival.case, reason="settled", on=cast.ana.today(), by=cast.ana)
    assert [
        said(asked_by_a_stranger(slip.token)) for slip in (revoked, replaced, closed, fresh)
    ] == [
        "not valid",
        "not valid",
        "not valid",
        "valid",
    ]
    assert list(
        AuditEvent.objects.filter(verb__startswith="slip")
        .order_by("at")
        .values_list("verb", flat=True)
    ) == ["slip.issued"] * 3 + ["slip.revoked", "slip.reissued"]
    with refused("This arrival has no valid slip"):
        revoke_slip(revoked.arrival, by=cast.ana)
    with refused("The case is closed: its slip would not be valid"):
        issue_slip(closed.arrival, by=cast.ana)


def test_who_asks_too_often_is_told_to_wait(cast, monkeypatch):
    slip = a_slip(cast)
    answers = [asked_by_a_stranger(slip.token).status_code for _time in range(31)]
    assert answers == [200] * 30 + [429]
    assert said(asked_by_a_stranger(slip.token)) == ""
    cache.clear()


def test_the_database_holds_the_hash_and_no_token_in_clear(cast):
    slip = a_slip(cast)
    row = ArrivalSlip.objects.values("token", "token_hash").get()
    assert row["token_hash"] == hash_of(slip.token)
    assert slip.token.encode() not in bytes(row["token"])


def test_the_page_shows_the_paper_and_its_picture_holds_an_address_alone(cast, settings):
    settings.PUBLIC_URL = "https://amparo.example"
    case = an_arrival(cast, people=[a_row(), a_row("Marleny", is_anonymous=True, alias="Luna")])
    arrival = case.arrivals.get()
    client = log_in(cast.ana)
    address = reverse("arrival-slip", args=[arrival.pk])
    assert reverse("slip-issue", args=[arrival.pk]) in client.get(address).content.decode()
    assert client.get(reverse("slip-image", args=[arrival.pk])).status_code == 404
    client.post(reverse("slip-issue", args=[arrival.pk]), {"csrf": "x"})
    page = client.get(address).content.decode()
    for word in (case.number, "Yorman José Rodríguez Peña", "Luna", "slip.svg"):
        assert word in page
    assert "Marleny" not in page
    assert page.count(ArrivalSlip.objects.get().token) == 1, "in letters; the picture has its own"
    picture = client.get(reverse("slip-image", args=[arrival.pk]))
    assert picture["Content-Type"].startswith("image/svg+xml")
    assert picture.content.startswith(b"<svg")
    assert b"Yorman" not in picture.content
    look = AuditEvent.objects.filter(verb="slip.read").first()
    assert (look.actor, look.case_id) == (cast.ana, case.pk)


def test_the_code_may_be_dictated_and_one_of_before_stays_valid(cast):
    slip = a_slip(cast)
    dictated = slip.token.lower().replace("-", " ")
    assert said(asked_by_a_stranger(dictated)) == "valid"
    former = "aB3_" * 8
    slip.token, slip.token_hash = former, hashlib.sha256(former.encode()).hexdigest()
    arrival = slip.arrival
    slip.stated_hash = content_hash(former, arrival, arrival.case.number, arrival.individuals.all())
    slip.save(update_fields=["token", "token_hash", "stated_hash"])
    assert said(asked_by_a_stranger(former)) == "valid"
    assert said(asked_by_a_stranger(former.lower())) == "not valid"


def test_revoking_and_replacing_ask_first(cast):
    slip = a_slip(cast)
    client = log_in(cast.ana)
    for name in ("slip-issue", "slip-revoke"):
        assert client.get(reverse(name, args=[slip.arrival_id])).status_code == 200
    assert ArrivalSlip.objects.not_revoked().get() == slip
    client.post(reverse("slip-revoke", args=[slip.arrival_id]), {"csrf": "x"})
    assert not ArrivalSlip.objects.not_revoked().exists()


@pytest.mark.parametrize("name", ["bruno", "carla", "adela", "mara"])
def test_nobody_else_sees_or_gives_out_the_slip(cast, name):
    slip = a_slip(cast)
    client = log_in(cast.users[name])
    for page in ("arrival-slip", "slip-image", "slip-issue", "slip-revoke"):
        assert client.get(reverse(page, args=[slip.arrival_id])).status_code == 404
    with pytest.raises(NotAllowed):
        issue_slip(slip.arrival, by=cast.users[name])
    with pytest.raises(NotAllowed):
        revoke_slip(slip.arrival, by=cast.users[name])


def test_the_acts_of_an_open_file_lead_to_the_slip(cast):
    case = an_arrival(cast)
    slip = reverse("arrival-slip", args=[case.arrivals.get().pk])

    def acts(*part):
        page = page_of(log_in(cast.ana).get(reverse(*part)))
        [menu] = page.root.where("class", "file-bar")
        return {link.attributes["href"]: link.text.strip() for link in menu.all("a")}

    for part in (
        ("case-detail", None, [case.number]),
        ("case-part", None, [case.number, "papers"]),
    ):
        assert acts(*part)[slip] == "Constancia de llegada"
    close_case(case, reason=EndReason.ONWARD, on=cast.ana.today(), by=cast.ana)
    assert slip not in acts("case-detail", None, [case.number])


def test_whoever_works_here_finds_the_case_by_the_code_or_the_whole_link_of_its_slip(cast):
    slip = a_slip(cast)
    client = log_in(cast.ana)
    assert page_of(client.get(reverse("arrival-slip", args=[slip.arrival.pk]))).says(slip.token)
    link = settings.PUBLIC_URL + reverse("slip-check", args=[slip.token])
    for typed in (slip.token, slip.token.lower().replace("-", " "), link):
        page = page_of(client.get(client.post(reverse("search"), {"q": typed})["Location"]))
        assert page.says("A-2019-000001-01"), typed
    elsewhere = log_in(cast.mara)
    page = page_of(elsewhere.get(elsewhere.post(reverse("search"), {"q": link})["Location"]))
    assert not page.holds("A-2019-000001")
    revoke_slip(slip.arrival, by=cast.ana)
    page = page_of(client.get(client.post(reverse("search"), {"q": link})["Location"]))
    assert not page.holds("A-2019-000001")
