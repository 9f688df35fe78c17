import datetime
import re
import smtplib
import threading
import zoneinfo
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connections

from accounts.models import Grant, User
from casework.search.models import NameSearch
from tests.cast import Cast, build_cast, log_in
from tests.worklist.conftest import open_case
from vault.keys import issue_key
from worklist.notices.lines import notice_lines
from worklist.notices.models import Notice
from worklist.scheduler.heartbeats import database_now
from worklist.scheduler.models import Heartbeat
from worklist.scheduler.tick import tick

pytestmark = pytest.mark.usefixtures("opened_is_told")


def today() -> datetime.date:
    return (database_now() - datetime.timedelta(hours=5)).date()


def told(user: User) -> list[tuple[str, int]]:
    return list(
        Notice.objects.filter(user=user, kind="case_opened")
        .order_by("created_at")
        .values_list("about_id", "warning_days")
    )


def test_a_tick_notifies_users_who_see_the_row_and_nobody_else(cast: Cast) -> None:
    case = open_case(cast.norte, today())
    tick()
    expected = {name: [] for name in cast.users} | {
        "ana": [(str(case.pk), 1)],
        "sonia": [(str(case.pk), 1)],
    }
    assert {name: told(user) for name, user in cast.users.items()} == expected


def test_a_second_tick_sends_nothing_twice(cast: Cast) -> None:
    open_case(cast.norte, today())
    first, second = tick(), tick()
    assert first.notices > 0
    assert first.mails > 0
    assert (second.notices, second.mails) == (0, 0)
    assert len(mail.outbox) == first.mails


def test_a_date_that_is_far_off_has_no_notice_yet(cast: Cast) -> None:
    open_case(cast.norte, today() + datetime.timedelta(days=15))
    tick()
    assert told(cast.ana) == []


def test_a_date_that_moved_has_a_second_notice(cast: Cast) -> None:
    case = open_case(cast.norte, today() + datetime.timedelta(days=10))
    tick()
    case.opened_on = today() + datetime.timedelta(days=3)
    case.save()
    tick()
    assert told(cast.ana) == [(str(case.pk), 14), (str(case.pk), 7)]


def test_mail_says_how_many_and_nothing_else(cast: Cast, settings: Any) -> None:
    settings.PUBLIC_URL = "https://amparo.example"
    case = open_case(cast.norte, today())
    open_case(cast.norte, today())
    tick()
    (letter,) = [each for each in mail.outbox if each.to == [cast.ana.email]]
    assert letter.subject == "Amparo: Tiene 2 asuntos"
    assert letter.body.splitlines() == [
        "Tiene 2 asuntos.",
        "",
        "https://amparo.example/inbox/",
        "",
        "Este mensaje no dice nada más a propósito. Por favor, no lo responda.",
    ]
    assert case.number not in letter.message().as_string()


def test_no_mail_leaves_while_it_is_night_where_somebody_works(
    cast: Cast, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MAIL_HOURS = (7, 19)
    midnight = database_now().astimezone(zoneinfo.ZoneInfo("America/Bogota"))
    midnight = midnight.replace(hour=0, minute=0, second=0, microsecond=0)
    left = []
    hours = (0, 6, 7, 12, 18, 19, 23)
    for hour in hours:
        open_case(cast.norte, today())
        moment = midnight + datetime.timedelta(hours=hour, minutes=59)
        monkeypatch.setattr("worklist.scheduler.tick.database_now", lambda moment=moment: moment)
        mail.outbox.clear()
        tick()
        left += [hour for each in mail.outbox if each.to == [cast.ana.email]]
    assert left == [7, 12, 18]
    # What the morning held back went with the first mail; what came in the evening waits for the next day.
    assert Notice.objects.to_mail().filter(user=cast.ana, kind="case_opened").count() == len(
        [19, 23]
    )


def message_id(letter: Any) -> str:
    return str(letter.message()["Message-ID"])


def test_each_mail_about_other_notices_has_another_message_id_without_content(
    cast: Cast, settings: Any
) -> None:
    settings.PUBLIC_URL = "https://amparo.example:8443"
    case = open_case(cast.norte, today())
    tick()
    case.opened_on = today() + datetime.timedelta(days=3)
    case.save()
    tick()
    ids = [message_id(each) for each in mail.outbox]
    assert len(set(ids)) == len(ids) == 4
    assert all(re.fullmatch(r"<[0-9a-f]{64}@amparo\.example>", each) for each in ids)


def test_mail_speaks_the_language_of_the_reader(cast: Cast) -> None:
    User.objects.filter(pk=cast.ana.pk).update(language="en")
    open_case(cast.norte, today())
    tick()
    (letter,) = [each for each in mail.outbox if each.to == [cast.ana.email]]
    assert letter.subject == "Amparo: You have 1 item"


def test_a_notice_that_was_read_in_the_app_is_not_mailed(cast: Cast) -> None:
    open_case(cast.norte, today())
    cast.sonia.is_active = False
    cast.sonia.save()
    read = open_case(cast.norte, today() + datetime.timedelta(days=90))
    Notice.objects.create(
        user=cast.ana,
        kind="case_opened",
        about_type="casework.case",
        about_id=str(read.pk),
        case=read,
        due_on=read.opened_on,
        warning_days=1,
        read_at=database_now(),
    )
    tick()
    (letter,) = [each for each in mail.outbox if each.to == [cast.ana.email]]
    assert "1" in letter.subject


def test_a_notice_about_a_case_that_its_user_no_longer_sees_is_neither_shown_nor_counted_nor_mailed(
    cast: Cast,
) -> None:
    case = open_case(cast.norte, today())
    Notice.objects.create(
        user=cast.bruno,
        kind="case_opened",
        about_type="casework.case",
        about_id=str(case.pk),
        case=case,
        due_on=today(),
        warning_days=1,
    )
    assert not Notice.objects.visible_to(cast.bruno).exists()
    tick()
    assert [each for each in mail.outbox if each.to == [cast.bruno.email]] == []


def test_a_lost_role_takes_its_notices_along(cast: Cast) -> None:
    open_case(cast.norte, today())
    tick()
    assert Notice.objects.visible_to(cast.ana).count() == 1
    Grant.objects.filter(user=cast.ana).update(ends_on=today())
    assert Notice.objects.visible_to(User.objects.get(pk=cast.ana.pk)).count() == 0


class KilledAfterSending(BaseEmailBackend):
    """Sends, and then the worker dies before it can mark what it sent."""

    def send_messages(self, messages: Any) -> int:
        mail.outbox.extend(messages)
        raise KeyboardInterrupt


class Unreachable(BaseEmailBackend):
    def send_messages(self, messages: Any) -> int:
        raise smtplib.SMTPServerDisconnected


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_between_sending_and_marking_loses_no_mail_and_doubles_no_notice(
    settings: Any,
) -> None:
    cast = build_cast()
    open_case(cast.norte, today())
    settings.EMAIL_BACKEND = f"{__name__}.KilledAfterSending"
    with pytest.raises(KeyboardInterrupt):
        tick()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    tick()
    assert len(told(cast.ana)) == 1
    assert not Notice.objects.to_mail().exists()
    assert {cast.ana.email, cast.sonia.email} <= {each.to[0] for each in mail.outbox}
    # The second mail to the same user is recognised by its Message-ID.
    (double,) = [each for each in mail.outbox[1:] if each.to == mail.outbox[0].to]
    assert message_id(double) == message_id(mail.outbox[0])


@pytest.mark.django_db(transaction=True)
def test_a_mail_server_that_is_down_delays_the_mail_and_nothing_else(
    settings: Any,
) -> None:
    cast = build_cast()
    open_case(cast.norte, today())
    settings.EMAIL_BACKEND = f"{__name__}.Unreachable"
    assert tick().mails == 0
    assert len(told(cast.ana)) == 1
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    tick()
    assert [each.to for each in mail.outbox].count([cast.ana.email]) == 1


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_at_once_write_each_notice_once() -> None:
    cast = build_cast()
    for _ in range(20):
        open_case(cast.norte, today())
    start = threading.Barrier(4)
    failures: list[BaseException] = []

    def run() -> None:
        try:
            start.wait()
            tick()
        except BaseException as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(told(cast.ana)) == 20
    assert not Notice.objects.to_mail().exists()
    mailed = sum(
        int(each.subject.split()[2]) for each in mail.outbox if each.to == [cast.ana.email]
    )
    assert mailed == 20


def test_the_clock_of_the_machine_does_not_matter(cast: Cast) -> None:
    open_case(cast.norte, today())
    with time_machine.travel(database_now() + datetime.timedelta(days=40), tick=False):
        assert told(cast.ana) == []
        tick()
        assert [days for _, days in told(cast.ana)] == [1]


def test_typed_names_are_forgotten_after_an_hour(cast: Cast) -> None:
    def typed(minutes_ago: int) -> NameSearch:
        search = NameSearch.objects.create(user=cast.ana, typed="Yorman", key_id=issue_key())
        at = database_now() - datetime.timedelta(minutes=minutes_ago)
        NameSearch.objects.filter(pk=search.pk).update(created_at=at)
        return search

    _old, recent = typed(61), typed(59)
    tick()
    assert list(NameSearch.objects.values_list("pk", flat=True)) == [recent.pk]


def test_the_tick_leaves_its_heartbeat(cast: Cast) -> None:
    tick()
    first = Heartbeat.objects.get(name="tick").beat_at
    tick()
    assert Heartbeat.objects.get(name="tick").beat_at >= first


def lines(user: User) -> list[tuple[datetime.date, datetime.date | None, datetime.date | None]]:
    """Of each notice about a case, newest first: the day told, the day that counts now, the day told before."""
    notices = Notice.objects.filter(user=user, kind="case_opened")
    return [
        (line.notice.due_on, line.current_day, line.earlier_day)
        for line in notice_lines(notices, user)
    ]


def test_a_notice_whose_day_moved_says_so_and_the_new_one_what_was_told_before(cast: Cast) -> None:
    first = today() + datetime.timedelta(days=10)
    case = open_case(cast.norte, first)
    tick()
    assert lines(cast.ana) == [(first, None, None)]
    far = today() + datetime.timedelta(days=40)
    case.opened_on = far
    case.save()
    tick()
    assert lines(cast.ana) == [(first, far, None)], "too far off for a new notice"
    second = today() + datetime.timedelta(days=3)
    case.opened_on = second
    case.save()
    tick()
    assert lines(cast.ana) == [(second, None, first), (first, second, None)]
    page = log_in(cast.ana).get("/inbox/").content.decode()
    assert "La fecha cambió" in page
    assert "avisado antes" in page


def test_a_second_warning_of_one_day_moved_nothing(cast: Cast) -> None:
    day = today() + datetime.timedelta(days=10)
    open_case(cast.norte, day)
    tick()
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=4)):
        Notice.objects.filter(user=cast.ana).update(warning_days=30)
        tick()
    assert [line[1:] for line in lines(cast.ana)] == [(None, None), (None, None)]
