"""A term that gets another day says so: to whoever changed the law, beside the term, and once to who follows it."""

import datetime
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent, User
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.term_move import TermMove
from asylum.terms.actions import extend_deadline
from casework.merges.actions import merge_individuals
from casework.register.models.case import Case
from pages.dates import short_date
from reference.law import add_rule_version, add_suspension, correct_rule
from reference.models import DeadlineRule, PublicHoliday, TermSuspension
from tests.asylum.build import a_client, an_application
from tests.cast import Cast, as_
from tests.page import Page, page_of
from tests.reference.test_correct_reference import a_correction, sent_by_the_page
from tests.refusals import refused
from worklist.due.rows import due
from worklist.notices.models import Notice
from worklist.scheduler import tick

D = datetime.date
DAY = datetime.timedelta(days=1)
# The appeal of an application refused on 2 May 2019 runs until the 16th.
LAW = {"legal_reference": "Acuerdo 7 de 2019", "source": "Texto oficial", "confidence": "V1"}


@pytest.fixture(autouse=True)
def _law(law, monkeypatch):
    """The rules and holidays as the reference tables say; the tick reads the clock of these tests."""
    monkeypatch.setattr(tick, "database_now", timezone.now)


def an_appeal(cast: Cast) -> LegalDeadline:
    application = an_application(cast, status="refused")
    return application.deadlines.running().get(kind=DeadlineKind.APPEAL)


def suspended(cast: Cast, first: D, last: D, country: str = "CO") -> Page:
    """What the page says after an administrator entered a suspension."""
    sent = LAW | {"country": country, "starts_on": str(first), "through_on": str(last)}
    answer = as_(cast.adela).post(reverse("suspension-add"), sent, follow=True)
    return page_of(answer)


def test_the_message_says_how_many_running_terms_got_another_day(cast):
    an_appeal(cast)
    page = suspended(cast, D(2019, 5, 6), D(2019, 5, 7))
    assert page.says("Plazos en curso que cambian de día: 1.")
    assert suspended(cast, D(2019, 5, 8), D(2019, 5, 8), "BR").says("cambian de día: 0.")
    assert suspended(cast, D(2018, 5, 8), D(2018, 5, 8)).says("cambian de día: 0.")
    sent = {"country": "CO", "on": "2019-05-09", "name": "Luto"}
    page = page_of(as_(cast.adela).post(reverse("holiday-add"), sent, follow=True))
    assert page.says("Plazos en curso que cambian de día: 1.")


def test_the_message_says_that_whoever_follows_a_moved_term_is_told_and_else_nothing(cast):
    empty = suspended(cast, D(2031, 1, 6), D(2031, 1, 7))
    an_appeal(cast)
    moved = suspended(cast, D(2019, 5, 6), D(2019, 5, 7))
    assert [page.says("les llega un aviso") for page in (empty, moved)] == [False, True]


def test_case_and_application_say_what_moved_a_term_and_which_day_it_had(cast):
    term = an_appeal(cast)
    suspended(cast, D(2019, 5, 6), D(2019, 5, 7))
    words = "movido por la suspensión del 6 may 2019 – 7 may 2019 (antes: 16 may 2019)"
    lucia, case = as_(cast.lucia), term.application.case
    for address in (
        reverse("case-part", args=[case.number, "law"]),
        reverse("application-detail", args=[term.application_id]),
    ):
        page = page_of(lucia.get(address))
        assert page.says("20 may 2019", words), address
    move = TermMove.objects.get()
    assert (move.was_on, move.is_on, move.deadline) == (D(2019, 5, 16), D(2019, 5, 20), term)


def test_a_day_that_a_paper_states_does_not_move_and_is_not_counted(cast):
    term = an_appeal(cast)
    given = {"granted_on": D(2019, 5, 10), "paper": "Auto 4"}
    extend_deadline(term, is_on=D(2019, 7, 1), **given, by=cast.lucia)
    assert suspended(cast, D(2019, 5, 6), D(2019, 5, 7)).says("cambian de día: 0.")
    assert not TermMove.objects.exists()
    term.refresh_from_db()
    assert (term.due_on, term.computed_on) == (D(2019, 7, 1), D(2019, 5, 20))
    assert term.extensions.get().was_on == D(2019, 5, 20)


def news(user: Any) -> list[Notice]:
    return list(Notice.objects.filter(user=user, kind="term_moved"))


def test_whoever_follows_the_term_gets_one_notice_and_nobody_else(cast):
    term = an_appeal(cast)
    suspended(cast, D(2019, 5, 6), D(2019, 5, 7))
    for _twice in range(2):
        tick.tick()
    assert [notice.due_on for notice in news(cast.lucia)] == [D(2019, 5, 20)]
    assert not news(cast.adela)
    page = page_of(as_(cast.lucia).get(reverse("inbox")))
    assert page.says("Plazo legal movido", term.application.individual.number, "antes: 16 may 2019")
    rows = due(cast.lucia, today=cast.lucia.today())
    assert "term_moved" not in {row.kind for row in rows}
    filters = as_(cast.lucia).get(reverse("due-list")).content.decode()
    assert "Plazo legal movido" not in filters


def test_a_notice_comes_once_also_when_the_day_is_past_by_then_or_soon_after(cast, monkeypatch):
    an_appeal(cast)
    suspended(cast, D(2019, 5, 6), D(2019, 5, 7))
    # Whoever is not told at all is asked about in another test.
    User.objects.exclude(pk__in=[cast.lucia.pk, cast.adela.pk]).update(is_active=False)
    now = timezone.now()
    # Before the day, on it, the day after, and when it is no longer of late.
    for days in (0, 4, 5, 8):
        monkeypatch.setattr(tick, "database_now", lambda days=days: now + days * DAY)
        tick.tick()
    assert len(news(cast.lucia)) == 1
    monkeypatch.setattr(tick, "database_now", lambda: now)
    suspension = TermSuspension.objects.get()
    address = reverse("suspension-withdraw", args=[suspension.pk])
    as_(cast.adela).post(address, {"reason": "Otro año"})
    for days in (0, 2):
        monkeypatch.setattr(tick, "database_now", lambda days=days: now + days * DAY)
        tick.tick()
    assert sorted(notice.due_on for notice in news(cast.lucia)) == [D(2019, 5, 16), D(2019, 5, 20)]


def test_the_withdrawal_names_law_and_terms_asks_why_and_is_told_beside_the_term(cast):
    term = an_appeal(cast)
    suspended(cast, D(2019, 5, 6), D(2019, 5, 7))
    suspension, adela = TermSuspension.objects.get(), as_(cast.adela)
    address = reverse("suspension-withdraw", args=[suspension.pk])
    page = page_of(adela.get(address))
    assert page.says("Acuerdo 7 de 2019", "Colombia", "vuelven a su día anterior: 1", "Anular")
    assert not page.says("Guardar")
    term.refresh_from_db()
    assert term.due_on == D(2019, 5, 20)
    assert list(adela.post(address, {"reason": " "}).context["form"].errors) == ["reason"]
    done = page_of(adela.post(address, {"reason": "Era de 2018"}, follow=True))
    assert done.says("La suspensión quedó anulada", "cambian de día: 1.", "Era de 2018")
    assert done.says("Suspensiones de términos 0")
    term.refresh_from_db()
    assert term.due_on == D(2019, 5, 16)
    assert adela.get(address).status_code == 404
    page = page_of(as_(cast.lucia).get(reverse("application-detail", args=[term.application_id])))
    assert page.says("se anuló la suspensión del 6 may 2019 – 7 may 2019 (antes: 20 may 2019)")
    event = AuditEvent.objects.get(verb="suspension.withdrawn")
    assert event.details["withdrawn_because"] == ["", "Era de 2018"]


def test_the_time_to_apply_moves_too_and_says_so(cast):
    person = a_client(cast)
    case = Case.objects.get()
    was = next(row.on for row in due(cast.lucia, today=cast.lucia.today()))
    page = suspended(cast, D(2019, 4, 3), D(2019, 4, 4))
    assert page.says("Plazos en curso que cambian de día: 1.")
    move = TermMove.objects.get()
    assert (move.deadline, move.individual, move.was_on) == (None, person, was)
    now = next(row.on for row in due(cast.lucia, today=cast.lucia.today()))
    assert move.is_on == now > was < cast.lucia.today()
    page = page_of(as_(cast.lucia).get(reverse("case-part", args=[case.number, "law"])))
    assert page.says("movido por la suspensión", f"antes: {short_date(was)}")
    tick.tick()
    assert [notice.due_on for notice in news(cast.lucia)] == [now]
    address = reverse("suspension-withdraw", args=[TermSuspension.objects.get().pk])
    assert page_of(as_(cast.adela).get(address)).says("vuelven a su día anterior: 1")


def test_a_holiday_entered_for_the_wrong_country_is_put_right(cast):
    term, adela = an_appeal(cast), as_(cast.adela)
    sent = {"country": "BR", "on": "2019-05-09", "name": "Luto"}
    page = page_of(adela.post(reverse("holiday-add"), sent, follow=True))
    assert page.says("cambian de día: 0.")
    holiday = PublicHoliday.objects.get(name="Luto")
    address = reverse("holiday-correct", args=[holiday.pk])
    page = page_of(adela.post(address, {"country": "CO", "name": "Luto"}, follow=True))
    assert page.says("El cambio quedó guardado", "cambian de día: 1.")
    term.refresh_from_db()
    assert term.due_on == D(2019, 5, 17)
    page = page_of(adela.post(address, {"country": "CO", "name": "Luto"}, follow=True))
    assert page.says("No se cambió nada.")
    assert not page.says("El cambio quedó guardado")
    page = page_of(adela.post(address, {"country": "CO", "name": "Duelo"}, follow=True))
    assert page.says("cambian de día: 0.")
    worked = {"country": "CO", "name": "Duelo", "is_worked": "on"}
    assert page_of(adela.post(address, worked, follow=True)).says("cambian de día: 1.")
    term.refresh_from_db()
    assert term.due_on == D(2019, 5, 16)
    assert TermMove.objects.filter(is_taken_back=True, holiday=holiday).count() == 1


def test_a_country_in_which_the_day_is_off_already_is_refused(cast):
    holiday = PublicHoliday.objects.get(country="BR", on=D(2019, 1, 1))
    address = reverse("holiday-correct", args=[holiday.pk])
    answer = as_(cast.adela).post(address, {"country": "CO", "name": "Año Nuevo"})
    assert list(answer.context["form"].errors) == ["country"]


def test_a_merge_takes_the_moves_along(cast):
    first, second = a_client(cast), a_client(cast)
    suspended(cast, D(2019, 4, 3), D(2019, 4, 4))
    assert TermMove.objects.filter(individual=second).exists()
    merge_individuals(first, merged=second, by=cast.sonia)
    assert TermMove.objects.filter(individual=first).count() == 2


def the_rule() -> DeadlineRule:
    return DeadlineRule.objects.get(code="negative-decision-appeal", country="CO")


def test_the_form_of_a_new_version_begins_without_what_nobody_read_yet(cast):
    rule = the_rule()
    form = as_(cast.adela).get(reverse("rule-version-add", args=[rule.pk])).context["form"]
    unread = ("legal_reference", "perhaps_superseded_by", "source", "confidence", "verified_by")
    assert {form[name].value() for name in unread} == {None}
    assert form["amount"].value() == rule.amount
    sent = sent_by_the_page(rule, valid_from="2030-01-01") | {"legal_reference": "", "source": ""}
    answer = as_(cast.adela).post(reverse("rule-version-add", args=[rule.pk]), sent)
    assert sorted(answer.context["form"].errors) == ["legal_reference", "source"]


def test_a_version_since_a_past_day_asks_first_and_counts_anew_what_began_since(cast):
    older = an_appeal(cast)
    LegalDeadline.objects.filter(pk=older.pk).update(
        starts_on=D(2019, 4, 30), computed_on=D(2019, 5, 15), due_on=D(2019, 5, 15)
    )
    newer, adela = an_appeal(cast), as_(cast.adela)
    address = reverse("rule-version-add", args=[the_rule().pk])
    sent = sent_by_the_page(the_rule(), amount=12, valid_from="2019-05-01")
    page = page_of(adela.post(address, sent))
    assert page.says("empezaron desde entonces", "con la norma de antes: 1", "cambian de día: 1")
    assert DeadlineRule.objects.filter(code=the_rule().code, country="CO").count() == 1
    assert not TermMove.objects.exists()
    done = page_of(adela.post(address, sent | {"is_sure": "on"}, follow=True))
    assert done.says("Plazos en curso que cambian de día: 1.")
    version = DeadlineRule.objects.get(code="negative-decision-appeal", valid_from=D(2019, 5, 1))
    newer.refresh_from_db()
    assert (newer.rule, newer.due_on) == (version, D(2019, 5, 20))
    move = TermMove.objects.get()
    assert (move.deadline, move.rule, move.was_on) == (newer, version, D(2019, 5, 16))
    page = page_of(as_(cast.lucia).get(reverse("application-detail", args=[newer.application_id])))
    assert page.says(
        "contado de nuevo con la versión de la norma vigente desde el 1 may 2019",
        "antes: 16 may 2019",
        "contado con la versión vigente desde el 1 may 2019",
    )


def test_a_term_that_ran_before_keeps_its_day_and_says_that_there_is_a_newer_version(cast):
    term = an_appeal(cast)
    facts = a_correction(the_rule(), amount=3)
    add_rule_version(the_rule(), valid_from=D(2019, 5, 10), is_sure=True, by=cast.adela, **facts)
    term.refresh_from_db()
    assert (term.due_on, term.rule.amount) == (D(2019, 5, 16), 10)
    # Also when the calendar moves it later on, it counts by its own version.
    add_suspension(
        country="CO", starts_on=D(2019, 5, 6), through_on=D(2019, 5, 6), by=cast.adela, **LAW
    )
    term.refresh_from_db()
    assert (term.due_on, term.rule.amount) == (D(2019, 5, 17), 10)
    case = reverse("case-part", args=[term.application.case.number, "law"])
    for address in (case, reverse("application-detail", args=[term.application_id])):
        page = page_of(as_(cast.lucia).get(address))
        assert page.says("contado con la versión vigente desde el 26 may 2015")
        assert page.says("hay una versión desde el 10 may 2019")


def test_a_version_that_begins_in_the_future_asks_nothing(cast):
    an_appeal(cast)
    facts = a_correction(the_rule(), amount=3)
    version = add_rule_version(the_rule(), valid_from=D(2019, 6, 1), by=cast.adela, **facts)
    assert (version.terms_moved, version.terms_recounted) == (0, 0)
    with refused("past", field="is_sure"):
        add_rule_version(
            the_rule_of(D(2019, 5, 1)), valid_from=D(2019, 5, 16), by=cast.adela, **facts
        )


def the_rule_of(day: D) -> DeadlineRule:
    rule = DeadlineRule.objects.in_force("negative-decision-appeal", on=day, country="CO")
    assert rule is not None
    return rule


def test_terms_counted_by_a_rule_that_was_typed_wrong_follow_its_correction(cast):
    term = an_appeal(cast)
    rule = correct_rule(
        the_rule(), **a_correction(the_rule(), amount=11), is_sure=True, by=cast.adela
    )
    assert rule.terms_moved == 1
    term.refresh_from_db()
    assert term.due_on == D(2019, 5, 17)
    page = page_of(as_(cast.lucia).get(reverse("application-detail", args=[term.application_id])))
    assert page.says("vigente desde el 26 may 2015 (antes: 16 may 2019)")


def test_people_who_have_not_applied_are_counted_by_a_new_version_too(cast):
    a_client(cast)
    rule = DeadlineRule.objects.in_force("refugee-application", on=D(2019, 5, 1), country="CO")
    facts = a_correction(rule, amount=6)
    since = cast.lucia.today() - 200 * DAY
    version = add_rule_version(rule, valid_from=since, is_sure=True, by=cast.adela, **facts)
    assert (version.terms_moved, version.terms_recounted) == (1, 1)
    assert TermMove.objects.get().rule == version
