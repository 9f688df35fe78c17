"""Mail about notices leaves in the hours and on the days of each office; a notice is in Amparo at once."""

import datetime
import zoneinfo
from dataclasses import replace
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.due import due_sources
from accounts.models import AuditEvent, Office, User
from casework.exits.due import losses_to_confirm
from reference.models import PublicHoliday
from shelters.due import notices_given
from tests.cast import Cast, as_
from tests.page import page_of
from tests.worklist.conftest import open_case
from tests.worklist.sources import cases_opened
from worklist.notices.mail import mail_notices
from worklist.notices.models import Notice
from worklist.scheduler.tick import tick

WORKING_WEEK = [1, 2, 3, 4, 5]
UTC = datetime.UTC


def set_by(cast: Cast, office: Office, **sent: Any) -> str:
    """The page after the administrator set when mail leaves at the office."""
    times = {"mails_from": 8, "mails_until": 18, "mail_days": WORKING_WEEK, **sent}
    address = f"/offices/{office.pk}/mail/"
    return as_(cast.adela).post(address, times, follow=True).content.decode()


@pytest.fixture
def waiting(cast: Cast, opened_is_told: None, settings: Any) -> User:
    """Ana has one notice that no mail announced yet, in an office that mails on working days from 8 to 18."""
    set_by(cast, cast.cucuta)
    open_case(cast.norte, cast.ana.today())
    settings.MAIL_HOURS, settings.MAIL_DAYS = (0, 0), ()
    tick()
    Notice.objects.filter(user=cast.ana).update(mailed_at=None)
    mail.outbox.clear()
    return cast.ana


def leaves(user: User, moment: datetime.datetime) -> bool:
    """Whether the mail of the user leaves at this moment; it waits again afterwards."""
    mail.outbox.clear()
    mail_notices(moment)
    Notice.objects.filter(user=user).update(mailed_at=None)
    return any(each.to == [user.email] for each in mail.outbox)


def at(zone: str, *moment: int) -> datetime.datetime:
    return datetime.datetime(*moment, tzinfo=zoneinfo.ZoneInfo(zone))  # type: ignore[misc,arg-type]


def test_the_notice_is_there_at_once_and_its_mail_leaves_at_the_first_hour_of_a_working_day(
    waiting: User,
) -> None:
    assert "nuevo" in as_(waiting).get("/inbox/").content.decode()
    # Friday, the weekend, Monday.
    hours = [(4, 17), (4, 18), (5, 12), (6, 12), (7, 7), (7, 8)]
    left = [leaves(waiting, at("America/Bogota", 2026, 12, *hour)) for hour in hours]
    assert left == [True, False, False, False, False, True]


def test_no_mail_leaves_on_a_public_holiday_of_the_country_unless_the_office_says_so(
    cast: Cast, waiting: User
) -> None:
    new_year = datetime.date(2027, 1, 1)
    noon = at("America/Bogota", 2027, 1, 1, 12)
    assert new_year.isoweekday() in WORKING_WEEK
    assert leaves(waiting, noon)
    PublicHoliday.objects.create(country="VE", on=new_year, name="Año Nuevo")
    assert leaves(waiting, noon)
    day = PublicHoliday.objects.create(country="CO", on=new_year, name="Año Nuevo")
    assert not leaves(waiting, noon)
    # The evening before in UTC is the year before, and the evening in Bogotá is the year after in UTC.
    assert leaves(waiting, at("America/Bogota", 2026, 12, 31, 17))
    set_by(cast, cast.cucuta, mails_until=24)
    assert leaves(waiting, at("America/Bogota", 2026, 12, 31, 23))
    assert not leaves(waiting, at("America/Bogota", 2027, 1, 1, 23))
    set_by(cast, cast.cucuta, mail_days=[*WORKING_WEEK, 8])
    assert leaves(waiting, noon)
    PublicHoliday.objects.filter(pk=day.pk).update(is_worked=True)
    set_by(cast, cast.cucuta)
    assert leaves(waiting, noon)


@pytest.mark.parametrize(
    ("zone", "closed", "opens"),
    [
        # Seven hours after midnight UTC is eight in winter; the clock changes on 25 October 2026 and 28 March 2027.
        ("Europe/Berlin", (2026, 10, 23, 5, 59), (2026, 10, 23, 6)),
        ("Europe/Berlin", (2026, 10, 26, 6, 59), (2026, 10, 26, 7)),
        ("Europe/Berlin", (2027, 3, 26, 6, 59), (2027, 3, 26, 7)),
        ("Europe/Berlin", (2027, 3, 29, 5, 59), (2027, 3, 29, 6)),
        ("America/Caracas", (2026, 12, 31, 11, 59), (2026, 12, 31, 12)),
        ("America/Bogota", (2028, 2, 29, 12, 59), (2028, 2, 29, 13)),
    ],
)
def test_the_clock_of_the_office_counts_also_where_it_is_moved(
    cast: Cast, waiting: User, zone: str, closed: tuple[int, ...], opens: tuple[int, ...]
) -> None:
    office = {"name": "Cúcuta", "country": "CO", "time_zone": zone}
    as_(cast.adela).post(f"/offices/{cast.cucuta.pk}/", office)
    moments = [datetime.datetime(*each, tzinfo=UTC) for each in (closed, opens)]  # type: ignore[misc,arg-type]
    assert [leaves(waiting, moment) for moment in moments] == [False, True]


def test_urgent_kinds_are_mailed_at_any_hour_and_the_rest_goes_on_waiting(
    cast: Cast, waiting: User
) -> None:
    assert notices_given.is_urgent
    assert losses_to_confirm.is_urgent
    midnight = at("America/Bogota", 2026, 12, 5, 0)
    assert not leaves(waiting, midnight)
    with due_sources.filled_with(replace(cases_opened, tells=True, is_urgent=True)):
        other = Notice.objects.create(
            user=waiting,
            kind="digest",
            about_id=str(waiting.pk),
            due_on=waiting.today(),
            warning_days=0,
        )
        mail_notices(midnight)
        assert [each.to for each in mail.outbox].count([waiting.email]) == 1
        other.refresh_from_db()
        assert other.mailed_at is None


def test_another_office_keeps_its_own_hours(cast: Cast, waiting: User) -> None:
    saturday = at("America/Bogota", 2026, 12, 5, 12)
    assert not leaves(waiting, saturday)
    set_by(cast, cast.arauca, mail_days=[6])
    assert not leaves(waiting, saturday)
    set_by(cast, cast.cucuta, mail_days=[6])
    assert leaves(waiting, saturday)


def test_hours_that_are_none_are_refused_in_words_and_by_the_database(cast: Cast) -> None:
    assert "La última hora es posterior a la primera" in set_by(cast, cast.cucuta, mails_until=8)
    assert "data-error-summary" in set_by(cast, cast.cucuta, mail_days=[])
    assert "data-error-summary" in set_by(cast, cast.cucuta, mail_days=[9])
    assert "data-error-summary" in set_by(cast, cast.cucuta, mails_until=25)
    cast.cucuta.refresh_from_db()
    assert cast.cucuta.mails_from is None
    with pytest.raises(IntegrityError), transaction.atomic():
        Office.objects.update(mails_from=9, mails_until=8, mail_days=[1])


def test_the_form_begins_with_what_counts_now_and_the_audit_log_keeps_both(cast: Cast) -> None:
    page = page_of(as_(cast.adela).get(f"/offices/{cast.cucuta.pk}/mail/"))
    assert "martes" in page.text.lower()
    assert "festivos" in page.text.lower()
    set_by(cast, cast.cucuta)
    [event] = AuditEvent.objects.filter(verb="office.mail_times_set")
    assert event.about_id == str(cast.cucuta.pk)
    assert event.details["before"]["mails_from"] is None
    for user in (cast.ana, cast.sonia):
        address = f"/offices/{cast.cucuta.pk}/mail/"
        assert as_(user).post(address, {"mails_from": 1}).status_code == 404


def test_holidays_are_asked_once_for_all_who_wait(cast: Cast, waiting: User) -> None:
    saturday = at("America/Bogota", 2026, 12, 5, 12)
    with CaptureQueriesContext(connection) as one:
        mail_notices(saturday)
    asked = [each for each in one.captured_queries if "publicholiday" in each["sql"]]
    assert len(asked) == 1
