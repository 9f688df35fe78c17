"""Whoever changes a rule of law sees whose last day it moves before it counts; whoever follows claims, afterwards."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.roles import Role
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.term_move import TermMove
from asylum.terms.moved import moved_days
from casework.cases.actions import restrict_case
from reference.law import correct_rule
from reference.models import DeadlineRule
from tests.asylum.build import a_client, an_application
from tests.cast import Cast, as_, give, hire
from tests.page import page_of
from tests.reference.test_correct_reference import a_correction, sent_by_the_page
from worklist.notices.models import Notice
from worklist.scheduler import tick

D = datetime.date
# The appeal of an application refused on 2 May 2019 runs until the 16th; with 12 days, until the 20th.
WAS, NOW = "16 may 2019", "20 may 2019"


@pytest.fixture(autouse=True)
def _law(law, monkeypatch):
    monkeypatch.setattr(tick, "database_now", timezone.now)


def an_appeal(cast: Cast, name: str = "Yorman José") -> LegalDeadline:
    claim = an_application(cast, a_client(cast, name=name), status="refused")
    term: LegalDeadline = claim.deadlines.running().get(kind=DeadlineKind.APPEAL)
    return term


def the_rule() -> DeadlineRule:
    return DeadlineRule.objects.get(code="negative-decision-appeal", country="CO")


def who_keeps_the_law_and_follows_claims(cast: Cast) -> User:
    """An administrator of the office who is a legal officer, too."""
    user = hire("Elvira", Role.LEGAL_OFFICER, cast.cucuta)
    give(user, Role.ADMINISTRATOR, cast.cucuta)
    return user


def hidden_from_legal_officers(cast: Cast) -> LegalDeadline:
    """The appeal of somebody whose file only the supervisor sees."""
    term = an_appeal(cast, "Oculto")
    restrict_case(term.application.case, people=[], by=cast.sonia)
    return term


def name_of(term: LegalDeadline) -> str:
    return term.application.individual.display_name


def moved_row(term: LegalDeadline) -> dict[str, str]:
    what = str(DeadlineKind.APPEAL.label)
    return {"Persona": name_of(term), "Plazo": what, "Día anterior": WAS, "Nuevo día": NOW}


def test_the_page_of_a_rule_shows_whose_days_move_before_they_do(cast):
    seen, hidden = an_appeal(cast), hidden_from_legal_officers(cast)
    client = as_(who_keeps_the_law_and_follows_claims(cast))
    address = reverse("rule-correct", args=[the_rule().pk])
    assert "is_sure" not in client.get(address).context["form"].fields
    answer = client.post(address, sent_by_the_page(the_rule(), amount=12))
    page = page_of(answer)
    assert page.rows == [moved_row(seen)]
    assert page.links[reverse("application-detail", args=[seen.application_id])] == name_of(seen)
    assert page.says("Y 1 plazo en una ficha que usted no ve.", "cambian de día: 2.")
    assert not page.says(name_of(hidden))
    for term in (seen, hidden):
        term.refresh_from_db()
        assert (term.due_on, term.rule.amount) == (D(2019, 5, 16), 10)
    assert list(answer.context["form"].errors) == ["is_sure"]
    sent = sent_by_the_page(the_rule(), amount=12, is_sure="on")
    assert page_of(client.post(address, sent, follow=True)).says("cambian de día: 2.")
    seen.refresh_from_db()
    assert seen.due_on == D(2019, 5, 20)


def test_whoever_keeps_the_law_alone_sees_how_many_and_nobodys_name(cast):
    term = an_appeal(cast)
    address = reverse("rule-correct", args=[the_rule().pk])
    page = page_of(as_(cast.adela).post(address, sent_by_the_page(the_rule(), amount=12)))
    assert page.says("1 plazo, en una ficha que usted no ve. A quien lo lleva le llega un aviso.")
    assert not page.says(name_of(term))
    assert not page.says(term.application.individual.number)


def test_a_new_version_since_a_past_day_shows_them_too(cast):
    term = an_appeal(cast)
    client = as_(who_keeps_the_law_and_follows_claims(cast))
    sent = sent_by_the_page(the_rule(), amount=12, valid_from="2019-05-01")
    page = page_of(client.post(reverse("rule-version-add", args=[the_rule().pk]), sent))
    assert page.rows == [moved_row(term)]
    assert not TermMove.objects.exists()


def test_the_time_to_apply_leads_to_the_person(cast):
    person = a_client(cast)
    rule = DeadlineRule.objects.in_force("refugee-application", on=D(2019, 5, 1), country="CO")
    address = reverse("rule-correct", args=[rule.pk])
    client = as_(who_keeps_the_law_and_follows_claims(cast))
    page = page_of(client.post(address, sent_by_the_page(rule, amount=6)))
    assert page.column("Persona") == [person.display_name]
    assert reverse("individual-detail", args=[person.number]) in page.links


def test_a_correction_that_moves_no_day_asks_nothing(cast):
    an_appeal(cast)
    address = reverse("rule-correct", args=[the_rule().pk])
    sent = sent_by_the_page(the_rule(), source="Diario Oficial")
    assert as_(cast.adela).post(address, sent).status_code == 302


def test_after_another_mistake_the_page_asks_anew(cast):
    an_appeal(cast)
    address = reverse("rule-correct", args=[the_rule().pk])
    sent = sent_by_the_page(the_rule(), amount=12, is_sure="on", source="")
    form = as_(cast.adela).post(address, sent | {"source": ""}).context["form"]
    assert list(form.errors) == ["source"]
    assert "is_sure" not in form.fields


def corrected(cast: Cast) -> None:
    rule = the_rule()
    correct_rule(rule, **a_correction(rule, amount=12), is_sure=True, by=cast.adela)


def test_the_notice_leads_a_legal_officer_to_all_files_in_sight_that_moved(cast):
    terms = [an_appeal(cast), an_appeal(cast)]
    hidden = hidden_from_legal_officers(cast)
    to_apply = a_client(cast, name="Sin solicitud")
    corrected(cast)
    tick.tick()
    notices = list(Notice.objects.filter(user=cast.lucia, kind="term_moved"))
    assert len(notices) == len(terms)
    lucia = as_(cast.lucia)
    answer = lucia.post(reverse("notice-open", args=[notices[0].pk]))
    page = page_of(lucia.get(answer.url))
    assert sorted(page.column("Persona")) == sorted(name_of(term) for term in terms)
    assert all(moved_row(term) in page.rows for term in terms)
    assert page.says("contado de nuevo con la versión de la norma vigente desde el 26 may 2015")
    for person in (hidden.application.individual, to_apply):
        assert not page.says(person.display_name)
    # How many others there are is not told: it would say that a closed file exists.
    assert not page.says("no ve")


def test_who_opens_the_file_finds_the_others_that_moved_with_it(cast):
    term = an_appeal(cast)
    corrected(cast)
    address = reverse("term-move-list", args=[TermMove.objects.get().pk])
    claim = term.application.get_absolute_url()
    for who in (cast.lucia, cast.sonia):
        assert address in page_of(as_(who).get(claim)).links
        listed = page_of(as_(who).get(address))
        assert [head for head in listed.root.all("section") if "file-head" in head.classes] == []


def test_whoever_does_not_see_the_file_finds_no_such_page(cast):
    corrected_term = hidden_from_legal_officers(cast)
    corrected(cast)
    address = reverse("term-move-list", args=[TermMove.objects.get().pk])
    assert as_(cast.lucia).get(address).status_code == 404
    assert as_(cast.mara).get(address).status_code == 404
    assert as_(cast.adela).get(address).status_code == 404
    assert page_of(as_(cast.sonia).get(address)).says(name_of(corrected_term))


def test_both_pages_ask_as_often_for_four_files_as_for_one(cast):
    an_appeal(cast)
    user = who_keeps_the_law_and_follows_claims(cast)
    lucia = as_(cast.lucia)
    counts: list[tuple[int, int]] = []
    for extra in (0, 3):
        for _each in range(extra):
            an_appeal(cast)
        rule = the_rule()
        TermMove.objects.all().delete()
        correct_rule(rule, **a_correction(rule, amount=rule.amount + 1), is_sure=True, by=user)
        moves = TermMove.objects.all()
        address = reverse("term-move-list", args=[moves[0].pk])
        lucia.get(address)
        with CaptureQueriesContext(connection) as asked:
            page = page_of(lucia.get(address))
        assert len(page.rows) == extra + 1
        with CaptureQueriesContext(connection) as shown:
            days = moved_days(moves.select_related("deadline"), user)
        assert len(days) == extra + 1
        counts.append((len(asked), len(shown)))
    assert counts[0] == counts[1]
