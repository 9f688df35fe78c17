"""A list with names leaves only with those who agree, asked when it is made and when it is taken."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import Grant
from accounts.roles import Role
from casework.cases.actions import restrict_case
from casework.consents.actions import record_consent, withdraw_consent
from casework.consents.choices import ConsentStatus, Purpose
from casework.consents.models import Consent
from casework.register.models.individual import Individual
from reporting.actions.named_lists import is_out_of_date, make_named_list, prepare_named_list
from reporting.choices import TableStatus
from reporting.models import NamedList
from reporting.querysets import LONGEST_MAKING
from tests.aid.build import a_payer
from tests.build import a_row, an_arrival, people_of
from tests.cast import Cast, hire, log_in
from tests.page import page_of
from tests.refusals import refused
from vault.files import open_file, store_file

pytestmark = pytest.mark.usefixtures("media")

A_MINUTE = datetime.timedelta(minutes=1)


def people(cast: Cast, *names: str) -> list[Individual]:
    """Each in a case of their own."""
    return [people_of(an_arrival(cast, people=[a_row(name, "Prueba")]))[0] for name in names]


def agrees(cast: Cast, person: Individual, *purposes: str, status: str = ConsentStatus.GIVEN):
    for purpose in purposes:
        record_consent(person, purpose=purpose, status=status, on=cast.cucuta.today(), by=cast.ana)


def withdraws(cast: Cast, person: Individual, purpose: str) -> None:
    consent = Consent.objects.get(individual=person, purpose=purpose)
    withdraw_consent(consent, on=cast.cucuta.today(), by=cast.ana)


def queued(cast: Cast, **facts) -> NamedList:
    wanted = {"purpose": Purpose.UNHCR, "reason": "Reubicación", "by": cast.sonia, **facts}
    return prepare_named_list(office=cast.cucuta, recipient=a_payer(), **wanted)


def rows(named_list: NamedList) -> list[list[str]]:
    """The file's number and name of each person, sorted by number."""
    file = open_file(named_list.file_name, key_id=named_list.key_id, row_id=named_list.pk)
    lines = file.read().decode("utf-8-sig").splitlines()[1:]
    return [line.split(",")[:2] for line in lines]


BOTH = (Purpose.UNHCR, Purpose.NAMED_EXPORT)


def test_who_agreed_is_in_and_who_took_it_back_is_out_at_once(cast):
    gabriel, petra = people(cast, "Gabriel", "Petra")
    agrees(cast, gabriel, *BOTH)
    agrees(cast, petra, *BOTH)
    first = make_named_list(queued(cast).pk)
    assert rows(first) == [[gabriel.number, "Gabriel Prueba"], [petra.number, "Petra Prueba"]]
    assert first.left_out == {}
    withdraws(cast, petra, Purpose.UNHCR)
    second = make_named_list(queued(cast).pk)
    assert rows(second) == [[gabriel.number, "Gabriel Prueba"]]
    assert second.left_out == {"withdrawn": 1}


def test_a_list_that_waits_asks_again_when_it_is_made(cast):
    (gabriel,) = people(cast, "Gabriel")
    agrees(cast, gabriel, *BOTH)
    waiting = queued(cast)
    withdraws(cast, gabriel, Purpose.UNHCR)
    made = make_named_list(waiting.pk)
    assert (rows(made), made.left_out) == ([], {"withdrawn": 1})
    assert make_named_list(waiting.pk) is None


def test_the_file_closes_when_somebody_in_it_takes_the_consent_back(cast):
    gabriel, petra = people(cast, "Gabriel", "Petra")
    agrees(cast, gabriel, *BOTH)
    agrees(cast, petra, Purpose.UNHCR)
    made = make_named_list(queued(cast).pk)
    browser = log_in(cast.sonia)
    address = reverse("named-list-file", args=[made.pk])
    answer = browser.get(address)
    assert b"Gabriel Prueba" in b"".join(answer.streaming_content)
    assert "Petra" not in str(rows(made))
    withdraws(cast, gabriel, Purpose.NAMED_EXPORT)
    assert is_out_of_date(made)
    answer = browser.get(address)
    assert (answer.status_code, answer["Location"]) == (302, made.get_absolute_url())
    page = browser.get(made.get_absolute_url()).content.decode()
    assert "ya no lo autoriza" in page
    assert address not in page


def test_who_agreed_without_the_name_stands_under_alias_or_number(cast):
    named, numbered, hidden = people(cast, "Gabriel", "Petra", "Tomás")
    for person in (named, hidden):
        agrees(cast, person, *BOTH)
    agrees(cast, numbered, Purpose.UNHCR)
    hidden.is_anonymous, hidden.alias = True, "Lucero"
    hidden.save()
    assert rows(make_named_list(queued(cast).pk)) == [
        [named.number, "Gabriel Prueba"],
        [numbered.number, numbered.number],
        [hidden.number, "Lucero"],
    ]


def test_a_list_says_how_many_were_left_out_and_why(cast):
    asked, refused, withdrawn, expired, _never = people(
        cast, "Abel", "Berta", "Ciro", "Dora", "Elio"
    )
    agrees(cast, asked, Purpose.UNHCR, status=ConsentStatus.ASKED)
    agrees(cast, refused, Purpose.UNHCR, status=ConsentStatus.REFUSED)
    agrees(cast, withdrawn, Purpose.UNHCR)
    withdraws(cast, withdrawn, Purpose.UNHCR)
    agrees(cast, expired, Purpose.UNHCR)
    Consent.objects.filter(individual=expired).update(expires_on="2019-03-01")
    adult = people_of(an_arrival(cast, people=[a_row("Fabio", born=1990)]))[0]
    facts = {"purpose": Purpose.UNHCR, "status": ConsentStatus.GIVEN, "basis": "guardian"}
    record_consent(adult, on=cast.cucuta.today(), by=cast.ana, **facts)
    # A consent for something else does not count.
    agrees(cast, refused, Purpose.NAMED_EXPORT, Purpose.GOVERNMENT)
    made = make_named_list(queued(cast).pk)
    assert rows(made) == []
    assert made.left_out == {"not_agreed": 3, "refused": 1, "withdrawn": 1, "expired": 1}
    page = log_in(cast.sonia).get(made.get_absolute_url()).content.decode()
    assert "Nunca se preguntó" in page


def test_restricted_people_and_those_of_other_offices_do_not_even_count(cast):
    case = an_arrival(cast, people=[a_row("Secreta", "Prueba")])
    agrees(cast, people_of(case)[0], *BOTH)
    an_arrival(cast, by=cast.mara, team=cast.rio, people=[a_row("Lejana", "Prueba")])
    restrict_case(case, people=[cast.ana], by=cast.sonia)
    other = hire("Sol", Role.SUPERVISOR, cast.cucuta)
    assert len(rows(make_named_list(queued(cast).pk))) == 1, "whoever is named on the case sees it"
    made = make_named_list(queued(cast, by=other).pk)
    assert (rows(made), made.left_out) == ([], {})


def test_only_its_maker_sees_a_list_and_a_lost_role_stops_a_queued_one(cast, client):
    made = make_named_list(queued(cast).pk)
    for other in (cast.ana, cast.mara, cast.adela, cast.lucia, cast.carla, cast.aurelio):
        client.force_login(other)
        assert client.get(made.get_absolute_url()).status_code == 404
        if other != cast.mara:
            with pytest.raises(NotAllowed):
                queued(cast, by=other)
    with refused("You make lists of your own office only"):
        queued(cast, by=cast.mara)
    waiting = queued(cast)
    Grant.objects.filter(user=cast.sonia).update(ends_on="2019-01-01")
    with pytest.raises(NotAllowed):
        make_named_list(waiting.pk)
    waiting.refresh_from_db()
    assert waiting.status == TableStatus.FAILED


def test_a_list_whose_worker_was_killed_is_made_by_the_next_and_leaves_no_names_behind(
    cast, tmp_path
):
    """What a killed worker wrote holds names: it is taken away, and nobody stands in the list twice."""
    gabriel, petra = people(cast, "Gabriel", "Petra")
    for person in (gabriel, petra):
        agrees(cast, person, *BOTH)
    waiting = queued(cast)
    began = timezone.now() - LONGEST_MAKING
    left = store_file(b"half", key_id=waiting.key_id, row_id=waiting.pk)
    (tmp_path / f"{left}.part").write_bytes(b"quarter")
    rows_ = NamedList.objects.filter(pk=waiting.pk)
    rows_.update(status=TableStatus.RUNNING, started_at=began + A_MINUTE, file_name=left)
    assert make_named_list(waiting.pk) is None, "somebody may be at it still"
    rows_.update(started_at=began - A_MINUTE)
    assert list(NamedList.objects.queued()) == [waiting]
    withdraws(cast, petra, Purpose.UNHCR)
    made = make_named_list(waiting.pk)
    assert made.status == TableStatus.READY
    assert rows(made) == [[gabriel.number, "Gabriel Prueba"]]
    assert [line.individual for line in made.lines.all()] == [gabriel]
    files = [
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()
    ]
    assert files == [made.file_name]


def test_a_list_that_fails_half_way_says_so_and_keeps_nothing(cast, tmp_path, settings):
    """Where nothing can be written, its maker reads that it failed; nobody counts as named in it."""
    (gabriel,) = people(cast, "Gabriel")
    agrees(cast, gabriel, *BOTH)
    waiting = queued(cast)
    blocked = tmp_path / "blocked"
    blocked.write_bytes(b"")
    settings.MEDIA_ROOT = blocked
    with pytest.raises(OSError, match="blocked"):
        make_named_list(waiting.pk)
    waiting.refresh_from_db()
    assert waiting.status == TableStatus.FAILED
    assert not waiting.lines.exists()
    page = page_of(log_in(cast.sonia).get(waiting.get_absolute_url()))
    assert page.says("Falló")
    address = reverse("named-list-file", args=[waiting.pk])
    assert address not in page.links


def test_a_list_needs_a_reason_and_is_asked_for_on_a_page(cast):
    with refused("Give the reason"):
        queued(cast, reason=" ")
    browser = log_in(cast.sonia)
    posted = {
        "recipient": a_payer().pk,
        "purpose": Purpose.UNHCR,
        "reason": "Reubicación",
        "office": cast.cucuta.pk,
    }
    answer = browser.post(reverse("named-list-prepare"), posted)
    assert answer["Location"] == NamedList.objects.get().get_absolute_url()


@pytest.mark.parametrize("count", [1, 4])
def test_the_list_of_lists_asks_the_same_number_of_questions(
    cast, client, django_assert_num_queries, count
):
    for _ in range(count):
        queued(cast)
    client.force_login(cast.sonia)
    client.get(reverse("named-list-list"))
    with django_assert_num_queries(LIST_QUERIES):
        client.get(reverse("named-list-list"))


LIST_QUERIES = 7
