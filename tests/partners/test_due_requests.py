"""A request between organisations without an answer falls due after a fortnight, for who answers requests."""

import datetime

import pytest

from partners.actions import answer_request, make_request
from partners.models import Organisation
from partners.slots import ANSWER_WITHIN, requests_unanswered
from tests.cast import log_in
from worklist.due.lines import lines_of
from worklist.due.rows import due

DAY = datetime.timedelta(days=1)


@pytest.fixture
def asked(cast):
    partner = Organisation.objects.create(name="Fundación Reservada", kind="ngo")
    return make_request(
        kind="items", on=cast.sonia.today() - ANSWER_WITHIN - DAY, asked_of=partner,
        words="Doscientas cobijas", by=cast.sonia,
    )  # fmt: skip


def test_it_is_due_a_fortnight_after_it_was_asked_and_trouble_after_that(cast, asked):
    falls_on = asked.on + ANSWER_WITHIN
    for today, how_bad in (
        (falls_on - DAY, "warn"),
        (falls_on, "warn"),
        (falls_on + DAY, "trouble"),
    ):
        [row] = requests_unanswered.rows(today)
        assert (row[1], row[3], row[4], row[6], row[7]) == (
            falls_on,
            asked.pk,
            None,
            cast.cucuta.pk,
            how_bad,
        )


def test_who_answers_requests_of_the_office_is_told_and_led_to_the_answer(cast, asked):
    told = {
        name: [row.about_id for row in due(user, today=user.today(), kinds=["request_unanswered"])]
        for name, user in cast.users.items()
    }
    assert {name for name, ids in told.items() if ids} == {
        name
        for name, user in cast.users.items()
        if user.holds("partner_change") and user.office == cast.cucuta
    }
    [line] = lines_of(
        due(cast.sonia, today=cast.sonia.today(), kinds=["request_unanswered"]), cast.sonia
    )
    assert line.is_overdue
    assert "Reservada" not in f"{line.who} {line.what}"
    assert "cobijas" not in f"{line.who} {line.what}"
    assert line.act
    assert log_in(cast.sonia).get(line.act.url).status_code == 200


def test_an_answer_settles_it(cast, asked):
    answer_request(asked, outcome="granted", answered_on=cast.sonia.today(), by=cast.sonia)
    assert list(requests_unanswered.rows(cast.sonia.today())) == []
