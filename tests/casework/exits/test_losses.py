"""A death or a forced return: one colleague reports, another confirms, those responsible see it, nothing closes."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from aid.actions.commitments import commit_aid
from aid.choices import AidKind
from aid.models import Commitment
from asylum.claims.actions import lodge_application
from asylum.procedure.models.application import AsylumApplication
from casework.cases.actions import close_case, refer_to_legal
from casework.exits.actions import (
    confirm_loss,
    record_exit,
    report_loss,
    settle_exit,
    withdraw_loss,
)
from casework.exits.models import LossReport
from casework.merges.actions import merge_individuals
from casework.merges.values import MergeRefused
from casework.register.choices import EndReason, ExitType
from casework.register.models.case import Case
from casework.register.models.exit import Exit
from casework.slots.obstacles import follow_ups
from casework.tasks.actions import set_task
from shelters.actions.placements import place
from shelters.models import Placement
from tests.aid.build import an_agreement
from tests.asylum.build import a_paper
from tests.build import an_arrival, an_individual, people_of
from tests.cast import as_, hire
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_site, beds_of
from worklist.due.rows import due
from worklist.scheduler.tick import tick

pytestmark = pytest.mark.django_db
KNOWN = "Muerte o devolución forzada"


def reported(cast, person, kind="death", by=None, **facts):
    told = {"known_from": "Llamó su hermana", "told": "Lo entregaron en el puente"}
    return report_loss(person, kind=kind, on=cast.ana.today(), by=by or cast.ana, **told | facts)


def confirmed(cast, report, by=None):
    return confirm_loss(report, checked_how="Vi el certificado", by=by or cast.sonia)


def test_one_reports_a_second_confirms_and_only_then_has_the_person_left(cast):
    person = people_of(an_arrival(cast))[2]
    client = as_(cast.ana)
    told = {"on": cast.ana.today().isoformat(), "known_from": "Llamó su hermana"}
    address = reverse("loss-report", args=[person.number])
    assert "#id_kind" in page_of(client.post(address, told)).links
    client.post(address, told | {"kind": "death"})
    report = LossReport.objects.get()
    assert not Exit.objects.exists()
    case = report.case
    assert case.members.get(individual=person).left_on is None
    page = page_of(client.get(reverse("case-detail", args=[case.number])))
    assert page.says("Reportado, sin confirmar")
    own = page_of(client.get(report.get_absolute_url()))
    assert reverse("loss-confirm", args=[report.pk]) not in own.links
    other = as_(cast.sonia)
    assert (
        reverse("loss-confirm", args=[report.pk])
        in page_of(other.get(report.get_absolute_url())).links
    )
    other.post(reverse("loss-confirm", args=[report.pk]), {"checked_how": "Vi el certificado"})
    report.refresh_from_db()
    assert (report.confirmed_by, report.exit.type) == (cast.sonia, ExitType.DIED)
    assert case.members.get(individual=person).left_on == cast.ana.today()
    assert page_of(client.get(report.get_absolute_url())).holds("Vi el certificado")
    verbs = AuditEvent.objects.filter(verb__startswith="loss.", is_read=False)
    assert {each.verb for each in verbs} == {"loss.reported", "loss.confirmed"}


def test_nobody_confirms_their_own_word_nor_does_the_database_let_them(cast):
    report = reported(cast, an_individual(cast))
    with refused("Somebody else than the reporter"):
        confirmed(cast, report, by=cast.ana)
    with refused("Say how you checked it", field="checked_how"):
        confirm_loss(report, checked_how=" ", by=cast.sonia)
    confirmed(cast, report)
    with refused("This is confirmed already"):
        confirmed(cast, report)
    with pytest.raises(IntegrityError), transaction.atomic():
        LossReport.objects.filter(pk=report.pk).update(confirmed_by=cast.ana)


def test_one_person_alone_records_neither_a_death_nor_a_forced_return(cast):
    person = an_individual(cast)
    asked = {"asked_by": "Ana", "risk_note": "Arresto"}
    for type_, facts in (("died", {}), ("return", {"is_voluntary": "no", **asked})):
        with refused("a second person confirms it", field="type"):
            record_exit(person, type=type_, on=cast.ana.today(), by=cast.ana, **facts)
    for reason, facts in (
        (EndReason.DIED, {}),
        (EndReason.RETURNED, {"is_voluntary": "no", **asked}),
    ):
        with refused("Report each death", field="reason"), transaction.atomic():
            close_case(Case.objects.get(), reason=reason, on=cast.ana.today(), by=cast.ana, **facts)
    confirmed(cast, reported(cast, person))
    close_case(Case.objects.get(), reason=EndReason.DIED, on=cast.ana.today(), by=cast.ana)
    assert Exit.objects.get().type == ExitType.DIED


def test_a_forced_return_says_who_returned_them_and_the_risk(cast):
    person = an_individual(cast)
    with refused("by whom the person was returned", field="told"):
        reported(cast, person, "return", told="")
    with refused("Say who told you", field="known_from"):
        reported(cast, person, known_from="")
    report = confirmed(cast, reported(cast, person, "return"))
    leaving = report.exit
    assert (leaving.type, leaving.is_voluntary) == ("return", "no")
    assert (leaving.asked_by, leaving.risk_note) == ("", "Lo entregaron en el puente")
    page = page_of(as_(cast.ana).get(leaving.get_absolute_url()))
    assert page.holds("Devolución forzada")
    assert page.holds("Llamó su hermana")
    assert not page.holds("Quién le preguntó a la persona")
    assert page_of(as_(cast.ana).get(reverse("individual-detail", args=[person.number]))).says(
        "Devolución forzada"
    )


def test_whoever_opens_a_claim_learns_that_the_person_is_gone(cast):
    person = an_individual(cast)
    refer_to_legal(Case.objects.get(), by=cast.ana)
    claim = lodge_application(person, on=cast.ana.today(), by=cast.lucia)
    address = claim.get_absolute_url()
    assert not page_of(as_(cast.lucia).get(address)).says("Devolución forzada")
    confirmed(cast, reported(cast, person, "return"))
    assert page_of(as_(cast.lucia).get(address)).says("Devolución forzada")


def test_what_was_still_to_be_done_with_the_person_is_listed(cast):
    person = an_individual(cast)
    case = Case.objects.get()
    refer_to_legal(case, by=cast.ana)
    day = cast.ana.today() + datetime.timedelta(days=2)
    set_task(
        case,
        title="Toma de huellas",
        due_on=day,
        individual=person,
        assigned_to=cast.ana,
        by=cast.ana,
    )
    a_paper(cast, person, signed_on=cast.ana.today())
    left = [each.sentence for each in follow_ups(person, cast.lucia)]
    assert any("Toma de huellas" in sentence for sentence in left)
    assert any("renuncia" in sentence for sentence in left)


def test_who_is_in_charge_is_told_and_a_stranger_is_not(cast):
    person = an_individual(cast)
    case, today = Case.objects.get(), cast.ana.today()
    refer_to_legal(case, by=cast.ana)
    site = a_site(cast.cucuta, beds=(2,), run_by=cast.carla)
    place(person, site=site, bed=beds_of(site)[0], starts_on=today, by=cast.sonia)
    report = reported(cast, person)
    for user in (cast.ana, cast.sonia, cast.lucia, cast.carla):
        assert len(list(due(user, today=today, kinds=["loss_known"]))) == 1, user
    for user in (cast.bruno, cast.mara, cast.adela):
        assert list(due(user, today=today, kinds=["loss_known", "loss_to_confirm"])) == [], user
    page = page_of(as_(cast.lucia).get(reverse("due-list")))
    assert page.says("Reportado, sin confirmar: Muerte")
    assert not page.holds("Llamó su hermana")
    assert len(list(due(cast.sonia, today=today, kinds=["loss_to_confirm"]))) == 1
    confirmed(cast, report)
    assert list(due(cast.sonia, today=today, kinds=["loss_to_confirm"])) == []
    assert page_of(as_(cast.lucia).get(reverse("due-list"))).says("Confirmado: Muerte")
    card = page_of(as_(cast.carla).get(reverse("case-card", args=[case.number])))
    assert card.says("Muerte")


def test_what_stands_open_is_asked_with_a_link_each_and_nothing_closes_by_itself(cast):
    person = an_individual(cast)
    case, today = Case.objects.get(), cast.ana.today()
    refer_to_legal(case, by=cast.ana)
    application = lodge_application(person, on=today, statement="Declara", by=cast.lucia)
    site = a_site(cast.cucuta, beds=(2,), run_by=cast.carla)
    stay = place(person, site=site, bed=beds_of(site)[0], starts_on=today, by=cast.sonia)
    promise = commit_aid(
        person,
        kind=AidKind.MEALS,
        is_firm=True,
        starts_on=today,
        agreement=an_agreement(cast, ends_on=today.replace(year=today.year + 1)),
        by=cast.ana,
    )
    report = confirmed(cast, reported(cast, person))
    wanted = {
        application.get_absolute_url(),
        reverse("placement-detail", args=[stay.pk]),
        reverse("commitment-detail", args=[promise.pk]),
    }
    for page in (report.get_absolute_url(), report.exit.get_absolute_url()):
        assert wanted <= set(page_of(as_(cast.sonia).get(page)).links)
    assert AsylumApplication.objects.open().filter(pk=application.pk).exists()
    still = Commitment.objects.not_ended_on(today)
    assert still.contains(promise)
    assert Placement.objects.open_on(today).contains(stay)


def test_the_reporter_takes_the_word_back_with_a_reason_while_nobody_confirmed_it(cast):
    person = an_individual(cast)
    report = reported(cast, person)
    with refused("waits for a second person"):
        reported(cast, person)
    with refused("Who reported it takes it back"):
        withdraw_loss(report, reason="No era", by=cast.sonia)
    client, address = as_(cast.ana), reverse("loss-withdraw", args=[report.pk])
    assert "#id_reason" in page_of(client.post(address, {"reason": ""})).links
    client.post(address, {"reason": "Era su primo"})
    assert page_of(client.get(report.get_absolute_url())).holds("Era su primo")
    page = page_of(client.get(reverse("case-detail", args=[report.case.number])))
    assert not page.says("Reportado, sin confirmar")
    with refused("taken back already"):
        confirmed(cast, report)
    again = confirmed(cast, reported(cast, person))
    with refused("take the exit back instead"):
        withdraw_loss(again, reason="No era", by=cast.ana)
    settle_exit(again.exit, what="mistake", reason="Está vivo", by=cast.sonia)
    assert list(LossReport.objects.not_outdated()) == []


def test_a_colleague_of_the_team_may_be_the_second_person_and_strangers_may_not(cast):
    person = an_individual(cast)
    report = reported(cast, person)
    for user in (cast.bruno, cast.lucia, cast.carla, cast.mara):
        with pytest.raises(NotAllowed):
            confirmed(cast, report, by=user)
        assert as_(user).get(report.get_absolute_url()).status_code == 404
    hilda = hire("Hilda", "caseworker", cast.cucuta, cast.norte)
    assert confirmed(cast, report, by=hilda).confirmed_by == hilda


def test_two_records_with_a_report_each_are_not_merged_and_one_report_follows(cast):
    kept, merged = an_individual(cast), an_individual(cast)
    mine, theirs = reported(cast, kept), reported(cast, merged)
    with refused("waits for a second person", kind=MergeRefused):
        merge_individuals(kept, merged=merged, by=cast.ana)
    withdraw_loss(mine, reason="No era", by=cast.ana)
    merge_individuals(kept, merged=merged, by=cast.ana)
    theirs.refresh_from_db()
    assert theirs.individual == kept


@pytest.mark.parametrize("name", ["loss-detail", "loss-confirm"])
def test_who_confirms_the_death_of_a_principal_reads_first_that_another_must_be_named(cast, name):
    [head, *_others] = people_of(an_arrival(cast))
    report = reported(cast, head)
    address = reverse("principal-change", args=[report.case.number])
    here = reverse(name, args=[report.pk])
    links = page_of(as_(cast.sonia).get(here)).links
    assert f"{address}?back={here}" in links


def test_after_naming_another_principal_one_is_back_at_the_report(cast):
    [head, other, *_others] = people_of(an_arrival(cast))
    report = reported(cast, head)
    here = reverse("loss-confirm", args=[report.pk])
    address = reverse("principal-change", args=[report.case.number])
    client = as_(cast.sonia)
    chosen = client.get(address, {"back": here})
    assert f'name="back" value="{here}"' in chosen.content.decode()
    assert chosen.context["cancel_url"] == here
    new = report.case.members.get(individual=other)
    query = f"{address}?principal={new.pk}&back={here}"
    form = client.get(query).context["form"]
    sent = {name: form[name].value() or field.choices[1][0] for name, field in form.fields.items()}
    answer = client.post(query, sent)
    assert answer.status_code == 302, answer.context["form"].errors
    assert answer["Location"] == here


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org/", "javascript:x"])
def test_nobody_is_sent_out_of_the_house(cast, elsewhere):
    [head, *_others] = people_of(an_arrival(cast))
    report = reported(cast, head)
    address = reverse("principal-change", args=[report.case.number])
    assert "example" not in as_(cast.sonia).get(address, {"back": elsewhere}).context["cancel_url"]


def test_the_reporter_is_told_before_typing_that_another_person_confirms(cast):
    report = reported(cast, an_individual(cast))
    address = reverse("loss-confirm", args=[report.pk])
    own = as_(cast.ana).get(address).content.decode()
    assert "Usted lo reportó: lo confirma otra persona" in own
    assert 'name="checked_how"' not in own
    assert 'name="checked_how"' in as_(cast.sonia).get(address).content.decode()


def test_nobody_is_sent_to_name_a_principal_where_none_leaves(cast):
    [_head, *_others, child] = people_of(an_arrival(cast))
    report = reported(cast, child)
    address = reverse("principal-change", args=[report.case.number])
    assert address not in page_of(as_(cast.sonia).get(report.get_absolute_url())).links


def test_the_exit_of_a_principal_says_so_before_anything_is_typed(cast):
    [head, *_others] = people_of(an_arrival(cast))
    page = page_of(as_(cast.ana).get(reverse("exit-record", args=[head.number])))
    assert any("/principal/?back=" in link for link in page.links)


def test_the_inbox_says_a_confirmed_loss_once_and_not_as_one_to_confirm(cast):
    report = reported(cast, an_individual(cast))
    tick()
    client = as_(cast.sonia)
    waiting = [
        row for row in page_of(client.get(reverse("inbox"))).rows if "Reportado" in row["Qué"]
    ]
    assert {row["Tipo"] for row in waiting} == {KNOWN, f"{KNOWN} por confirmar"}
    confirmed(cast, report)
    tick()
    rows = page_of(client.get(reverse("inbox"))).rows
    assert [row["Tipo"] for row in rows if "Confirmado" in row["Qué"]] == [KNOWN]
    assert not [row for row in rows if "por confirmar" in row["Tipo"] and "Muerte" in row["Qué"]]


def test_the_page_of_an_exit_leads_to_where_a_death_is_reported(cast):
    head = people_of(an_arrival(cast))[0]
    page = page_of(as_(cast.ana).get(reverse("exit-record", args=[head.number])))
    assert reverse("loss-report", args=[head.number]) in page.links
