"""A history says who recorded a step and when: nobody reads that a colleague decided it that day."""

from django.urls import reverse

from asylum.pathways.choices import PermitType
from asylum.permits.actions import cancel_permit
from asylum.rule_tasks.choices import RuleTask
from casework.tasks.models import CaseTask
from tests.asylum.build import a_client, a_paper, a_permit, an_application
from tests.cast import as_
from tests.page import page_of


def page(cast, row):
    return page_of(as_(cast.lucia).get(row.get_absolute_url()))


def test_a_step_says_who_recorded_it_and_on_which_later_day(cast, law):
    name = cast.lucia.full_name
    for row in (an_application(cast), a_paper(cast)):
        assert page(cast, row).says(f"registró {name} el")
        assert not page(cast, row).says(f"2019 · {name}")


def test_a_step_of_its_own_day_names_no_second_day(cast, law):
    claim = an_application(cast, on=cast.lucia.today(), late_reason="Estaba enferma")
    assert page(cast, claim).says(f"registró {cast.lucia.full_name}")
    assert not page(cast, claim).says(f"registró {cast.lucia.full_name} el")


def test_the_page_of_a_task_of_a_rule_says_that_a_rule_set_it(cast, law):
    person = a_client(cast)
    a_permit(cast, person, type=PermitType.VISA, issued_on=cast.lucia.today())
    task = CaseTask.objects.get(individual=person, rule=RuleTask.VISA_TO_REGISTER)
    shown = page_of(as_(cast.lucia).get(reverse("task-detail", args=[task.pk])))
    assert shown.says(f"una regla del programa, tras lo que registró {cast.lucia.full_name}")


def test_a_paper_that_counts_no_more_is_not_said_to_count(cast, law):
    permit = a_permit(cast)
    words = "vale mientras no se conozca la fecha del documento"
    assert page(cast, permit).says(words)
    cancel_permit(permit, on=cast.lucia.today(), by=cast.lucia)
    assert not page(cast, permit).says(words)
