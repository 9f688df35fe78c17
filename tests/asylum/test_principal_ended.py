"""The claim on which others depend ended: one task asks to look at each of them, and falls where it goes on again."""

import pytest
from django.urls import reverse

from asylum.pathways.choices import ApplicationStatus as S
from asylum.rule_tasks.choices import RuleTask
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from tests.asylum.build import a_referred_family, an_application
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law")


@pytest.fixture
def claims(cast):
    """Of the head, and of his wife and her brother, who depend on it."""
    man, wife, _son, brother = a_referred_family(cast)
    first = an_application(cast, man)
    return [first, *(an_application(cast, each, depends_on=first) for each in (wife, brother))]


def moved(cast, claim, to) -> None:
    client = as_(cast.lucia)
    address = reverse("application-move", args=[claim.pk]) + f"?to={to}"
    typed = page_of(client.get(address)).fields | {"on": "2/5/2019"}
    if "remark" in typed and to == S.MISTAKEN:
        typed["remark"] = "Era de otra persona"
    answer = client.post(address, typed)
    assert answer.status_code == 302, page_of(answer).refusals


def taken_back(cast, claim) -> None:
    client = as_(cast.lucia)
    step = claim.status_changes.standing().first()
    address = reverse("application-step-correct", args=[step.pk])
    typed = page_of(client.get(address)).fields | {"is_mistake": "on", "reason": "Era de otro"}
    answer = client.post(address, typed)
    assert answer.status_code == 302, page_of(answer).refusals


def asked(status=None):
    tasks = CaseTask.objects.filter(rule=RuleTask.PRINCIPAL_ENDED)
    tasks = tasks.filter(status=status) if status else tasks.open()
    return {task.individual_id for task in tasks}


@pytest.mark.parametrize("end", [S.WITHDRAWN, S.CLOSED, S.MISTAKEN])
def test_each_who_depends_on_it_is_looked_at(cast, claims, end):
    first, *others = claims
    people = {each.individual_id for each in others}
    moved(cast, first, end)
    assert asked() == people
    page = page_of(as_(cast.lucia).get(reverse("due-list")))
    assert page.says("La solicitud de la que depende esta terminó")
    if end == S.MISTAKEN:
        return
    taken_back(cast, first)
    assert (asked(), asked(TaskStatus.NOT_NEEDED)) == (set(), people)


def test_it_falls_for_who_ended_as_well_or_depends_on_nobody_any_more(cast, claims):
    first, wife, brother = claims
    moved(cast, first, S.CLOSED)
    moved(cast, wife, S.WITHDRAWN)
    assert asked() == {brother.individual_id}
    client, address = as_(cast.lucia), reverse("application-correct", args=[brother.pk])
    typed = page_of(client.get(address)).fields | {"depends_on": ""}
    typed |= {"reason": "Pidió por su cuenta"} if "reason" in typed else {}
    answer = client.post(address, typed)
    assert answer.status_code == 302, page_of(answer).refusals
    assert asked() == set()


def test_a_claim_that_is_recognised_or_refused_and_may_be_appealed_asks_nothing(cast, claims):
    moved(cast, claims[0], S.REFUSED)
    assert asked() == set()


def test_a_claim_reopened_closes_what_was_asked(cast, claims):
    moved(cast, claims[0], S.CLOSED)
    moved(cast, claims[0], S.REOPENED)
    assert asked() == set()
