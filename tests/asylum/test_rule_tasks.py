"""Tasks that a rule sets: each is open once, whatever language colleagues write in, and falls when the rule holds no more."""

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import translation

from asylum.claims.actions import lodge_application, move_application
from asylum.claims.corrections import correct_application_step
from asylum.pathways.choices import ApplicationStatus, PermitType
from asylum.permits.corrections import correct_permit, retract_permit
from asylum.renunciation.actions import record_demand, withdraw_renunciation
from asylum.rule_tasks.choices import RuleTask
from casework.duplicates.actions import pair_of
from casework.merges.actions import merge_individuals
from casework.merges.models import Merge
from casework.register.models.individual import Individual
from casework.tasks.actions import move_task, settle_task
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from tests.asylum.build import D, a_client, a_permit, a_submitted_paper, an_application, verify
from tests.build import an_individual
from tests.casework.merges.test_merge_individuals import refer
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.django_db
S = ApplicationStatus
DAY = D(2019, 5, 2)
REVIEW = RuleTask.NO_RENUNCIATION


def its_task(person: Individual, rule: RuleTask = REVIEW) -> CaseTask:
    return CaseTask.objects.filter(individual=person, rule=rule).latest("set_at")


@pytest.fixture
def claim(cast, law):
    """Admitted while the authority asked for nothing; it asks now, and one task says that the claim is to be reviewed."""
    claim = an_application(cast)
    record_demand(claim.individual, is_asked=False, on=D(2019, 5, 1), by=cast.lucia)
    claim = move_application(claim, to=S.ADMITTED, on=DAY, by=cast.lucia)
    record_demand(claim.individual, is_asked=True, on=D(2019, 5, 10), by=cast.lucia)
    assert its_task(claim.individual).is_open
    return claim


def test_a_word_that_asks_for_nothing_ends_the_review_and_one_that_asks_opens_it_again(cast, claim):
    client, person = as_(cast.lucia), claim.individual
    address = reverse("renunciation-demand", args=[person.pk])
    typed = {"is_asked": "no", "on": "12/5/2019"}
    assert client.post(address, page_of(client.get(address)).fields | typed).status_code == 302
    assert its_task(person).status == TaskStatus.NOT_NEEDED
    wrong = person.renunciation_demands.standing().first()
    mistake = reverse("word-withdraw", args=[wrong.pk])
    assert client.post(mistake, {"reason": "Era de otra persona."}).status_code == 302
    assert its_task(person).is_open


def test_the_review_falls_with_the_service(cast, claim):
    person = claim.individual
    record = person.service_records.get()
    address = reverse("service-withdraw", args=[person.number, record.pk])
    assert as_(cast.ana).post(address, {"reason": "Nunca sirvió."}).status_code == 302
    assert its_task(person).status == TaskStatus.NOT_NEEDED


def test_the_review_falls_with_the_age(cast, claim):
    person, client = claim.individual, as_(cast.ana)
    address = reverse("individual-correct", args=[person.number])
    typed = page_of(client.get(address)).fields | {"birth": "2002", "which_age": "new"}
    assert client.post(address, typed).status_code == 302
    assert its_task(person).status == TaskStatus.NOT_NEEDED
    typed = page_of(client.get(address)).fields | {"birth": "1990", "which_age": "new"}
    assert client.post(address, typed).status_code == 302
    assert its_task(person).is_open


@pytest.mark.parametrize(
    "step", [{"to": S.WITHDRAWN}, {"to": S.MISTAKEN, "remark": "Era de otra persona."}]
)
def test_the_review_falls_with_the_claim(cast, claim, step):
    address = reverse("application-move", args=[claim.pk])
    sent = {"on": "16/5/2019"} | step
    assert as_(cast.lucia).post(address, sent).status_code == 302
    assert its_task(claim.individual).status == TaskStatus.NOT_NEEDED


def test_a_verified_paper_ends_the_review(cast, claim):
    verify(a_submitted_paper(cast, claim.individual), on=D(2019, 5, 12), by=cast.luis)
    assert its_task(claim.individual).status == TaskStatus.NOT_NEEDED


def test_no_scan_is_asked_for_of_a_verification_that_stands_no_more(cast):
    paper = verify(a_submitted_paper(cast), on=DAY, scan_follows=True, by=cast.luis)
    task = its_task(paper.individual, RuleTask.SCAN_FOLLOWS)
    assert task.is_open
    step = paper.status_changes.latest("at")
    address = reverse("renunciation-step-correct", args=[step.pk])
    typed = page_of(as_(cast.luis).get(address)).fields
    sent = typed | {"is_mistake": "on", "reason": "Era de otra persona."}
    assert as_(cast.luis).post(address, sent).status_code == 302
    task.refresh_from_db()
    assert task.status == TaskStatus.NOT_NEEDED


def test_an_admission_is_not_reviewed_once_the_day_of_the_verification_is_right(cast):
    paper = verify(a_submitted_paper(cast), on=D(2019, 5, 6), by=cast.luis)
    claim = an_application(cast, paper.individual)
    move_application(claim, to=S.ADMITTED, on=D(2019, 5, 7), by=cast.lucia)
    step = paper.status_changes.latest("at")
    address = reverse("renunciation-step-correct", args=[step.pk])
    states = []
    for day in ("8/5/2019", "6/5/2019"):
        assert as_(cast.luis).post(address, {"on": day, "reason": "Error"}).status_code == 302
        states.append(its_task(paper.individual, RuleTask.VERIFIED_LATER).status)
    assert states == [TaskStatus.OPEN, TaskStatus.NOT_NEEDED]


def test_colleagues_of_two_languages_set_one_task(cast, law):
    claim = an_application(cast)
    record_demand(claim.individual, is_asked=False, on=DAY, by=cast.lucia)
    move_application(claim, to=S.ADMITTED, on=DAY, by=cast.lucia)
    connection.check_constraints()
    for code in ("es", "en"):
        with translation.override(code):
            record_demand(claim.individual, is_asked=True, on=DAY, by=cast.lucia)
    assert CaseTask.objects.filter(individual=claim.individual).count() == 1


def test_a_task_on_another_day_is_still_that_of_its_rule(cast, claim):
    moved = move_task(its_task(claim.individual), due_on=D(2019, 5, 30), by=cast.lucia)
    record_demand(claim.individual, is_asked=True, on=D(2019, 5, 11), by=cast.lucia)
    assert CaseTask.objects.open().filter(individual=claim.individual).get() == moved
    record_demand(claim.individual, is_asked=False, on=D(2019, 5, 12), by=cast.lucia)
    moved.refresh_from_db()
    assert moved.status == TaskStatus.NOT_NEEDED


def test_which_of_two_claims_stands_is_not_asked_once_one_does_or_the_merge_is_undone(cast):
    people = an_individual(cast), an_individual(cast, given_names="Jorman", document="V-5.111.222")
    kept, other = sorted(people, key=lambda each: each.number)
    first, _second = [
        lodge_application(
            each, on=cast.ana.today(), late_reason="Estuvo enfermo", by=refer(cast, each)
        )
        for each in people
    ]
    final = {"on": cast.ana.today(), "by": cast.lucia}
    move_application(first, to=S.REFUSED, **final)
    move_application(first, to=S.REFUSED_FINAL, override_reason="No recurrió", **final)
    assert pair_of(*people)
    merge_individuals(kept, merged=other, by=cast.sonia)
    task = its_task(kept, RuleTask.TWO_CLAIMS)
    undo = reverse("merge-undo", args=[Merge.objects.get().pk])
    assert as_(cast.sonia).post(undo).status_code == 302
    task.refresh_from_db()
    assert task.status == TaskStatus.NOT_NEEDED
    merge_individuals(kept, merged=other, by=cast.sonia)
    assert its_task(kept, RuleTask.TWO_CLAIMS).is_open
    first.refresh_from_db()
    move_application(first, to=S.MISTAKEN, remark="Se repitió", **final)
    assert its_task(kept, RuleTask.TWO_CLAIMS).status == TaskStatus.NOT_NEEDED


def test_a_task_that_a_colleague_wrote_with_the_same_words_stays(cast, claim):
    own = its_task(claim.individual)
    CaseTask.objects.filter(pk=own.pk).update(rule="")
    record_demand(claim.individual, is_asked=False, on=D(2019, 5, 12), by=cast.lucia)
    own.refresh_from_db()
    assert own.is_open


@pytest.mark.parametrize("way", ["correct", "undo"])
@pytest.mark.parametrize("to", [S.WITHDRAWN, S.CLOSED, S.REFUSED])
def test_what_a_step_by_mistake_closed_is_open_again_once_it_is_taken_back(cast, claim, to, way):
    task, client = its_task(claim.individual), as_(cast.luis)
    step = {"to": to, "on": "16/5/2019"}
    assert client.post(reverse("application-move", args=[claim.pk]), step).status_code == 302
    task.refresh_from_db()
    assert task.status == TaskStatus.NOT_NEEDED
    last = claim.status_changes.latest("at")
    said = {"on": "16/5/2019", "is_mistake": "on", "reason": "Otra"} if way == "correct" else {}
    page = "application-step-correct" if way == "correct" else "application-move-undo"
    assert as_(cast.lucia).post(reverse(page, args=[last.pk]), said).status_code == 302
    task.refresh_from_db()
    assert task.is_open
    assert CaseTask.objects.filter(individual=claim.individual).count() == 1
    assert page_of(as_(cast.lucia).get(reverse("due-list"))).says("Revisar la solicitud")


def test_what_a_colleague_settled_by_hand_stays_settled(cast, claim):
    task = its_task(claim.individual)
    settle_task(task, status=TaskStatus.NOT_NEEDED, by=cast.lucia)
    move_application(claim, to=S.WITHDRAWN, on=D(2019, 5, 16), by=cast.luis)
    step = claim.status_changes.latest("at")
    correct_application_step(step, is_mistake=True, by=cast.luis)
    task.refresh_from_db()
    assert task.status == TaskStatus.NOT_NEEDED


def test_the_scan_is_asked_for_again_once_a_withdrawal_by_mistake_is_taken_back(cast):
    paper = verify(a_submitted_paper(cast), on=DAY, scan_follows=True, by=cast.luis)
    task = its_task(paper.individual, RuleTask.SCAN_FOLLOWS)
    withdraw_renunciation(paper, on=D(2019, 5, 12), by=cast.lucia)
    task.refresh_from_db()
    assert task.status == TaskStatus.NOT_NEEDED
    page = reverse("renunciation-step-correct", args=[paper.status_changes.latest("at").pk])
    sent = {"on": "12/5/2019", "is_mistake": "on", "reason": "Era de otra persona."}
    assert as_(cast.lucia).post(page, sent).status_code == 302
    task.refresh_from_db()
    assert task.is_open


def test_a_visa_is_registered_by_the_day_of_the_rule_and_its_card_ends_the_task(cast, law):
    """The rule was in the list of law, and nothing reminded of it."""
    person = a_client(cast)
    visa = {"type": PermitType.VISA, "issued_on": D(2019, 5, 2)}
    permit = a_permit(cast, person, **visa)
    task = its_task(person, RuleTask.VISA_TO_REGISTER)
    assert task.is_open
    assert "17 may 2019" in task.title
    retract_permit(permit, reason="Era de otra persona.", by=cast.lucia)
    assert its_task(person, RuleTask.VISA_TO_REGISTER).status == TaskStatus.NOT_NEEDED
    a_permit(cast, person, **visa)
    assert its_task(person, RuleTask.VISA_TO_REGISTER).is_open
    a_permit(cast, person, type=PermitType.CE, issued_on=D(2019, 5, 10))
    assert its_task(person, RuleTask.VISA_TO_REGISTER).status == TaskStatus.DONE


def test_the_day_of_a_visa_put_right_moves_the_day_of_its_registration(cast, law):
    person = a_client(cast)
    permit = a_permit(cast, person, type=PermitType.VISA, issued_on=D(2019, 5, 2))
    facts = {"type": PermitType.VISA, "number": "", "issued_on": D(2019, 5, 6)}
    correct_permit(permit, **facts, by=cast.lucia)
    [task] = CaseTask.objects.open().filter(individual=person, rule=RuleTask.VISA_TO_REGISTER)
    assert "21 may 2019" in task.title
