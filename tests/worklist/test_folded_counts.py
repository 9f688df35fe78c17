"""Which counts of Today stand open, and which are folded away."""

import datetime

from django.urls import reverse

from casework.cases.actions import refer_to_legal
from casework.tasks.actions import set_task
from pages.context import address
from tests.build import an_arrival, people_of
from tests.casework.compartments.build import a_reader, confide
from tests.cast import as_

DAY = datetime.timedelta(days=1)


def test_of_other_dates_what_is_overdue_or_waits_for_the_reader_alone_is_not_folded_away(cast):
    case = an_arrival(cast)
    person = people_of(case)[0]
    refer_to_legal(case, by=cast.sonia)
    a_reader(cast, cast.lucia)
    task = set_task(case, title="Vacuna", due_on=cast.ana.today() + 9 * DAY, by=cast.ana)

    def is_folded(kind: str) -> bool:
        client = as_(cast.lucia if kind == "account_to_read" else cast.ana)
        counts = client.get(reverse("today")).context["counts"]
        url = address(f"due-list?kind={kind}&when=14")
        return all(each.is_folded for each in counts if each.url == url)

    assert is_folded("task_due")
    assert is_folded("account_to_read")
    type(task).objects.update(due_on=cast.ana.today() - DAY)
    confide(person, cast.ana)
    assert not is_folded("task_due")
    assert not is_folded("account_to_read")
