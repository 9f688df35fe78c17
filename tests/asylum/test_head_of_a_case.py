"""The head of a case says of what ran out that it did, in a word and with the mark of what is late."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import translation

from asylum.choices import PermitType
from asylum.due import first_applications
from asylum.models import LegalDeadline
from asylum.panels import deadlines, permits
from casework.slots.panels import late_and_next
from casework.tasks.actions import set_task
from casework.tasks.slots import tasks_panel
from pages.tags import Tag
from tests.asylum.build import LODGED_ON, a_permit, a_referred_family, an_application, referred
from tests.build import a_row, an_arrival, people_of
from tests.cast import log_in

D = datetime.date
DAY = datetime.timedelta(days=1)


def at_noon(day: datetime.date) -> time_machine.travel:
    return time_machine.travel(
        datetime.datetime(day.year, day.month, day.day, 17, tzinfo=datetime.UTC)
    )


def head_of(case, user) -> str:
    page = log_in(user).get(reverse("case-detail", args=[case.number])).content.decode()
    return " ".join(page.split('class="identity"')[1].split("</div>")[0].split())


@pytest.fixture
def family(cast):
    return a_referred_family(cast)


def test_an_expired_permit_is_said_to_be_expired(cast, family):
    permit = a_permit(cast, family[0], expires_on=D(2019, 11, 19))
    case = family[0].memberships.get().case
    with at_noon(D(2019, 11, 19)), translation.override("es"):
        assert permits.glance(case, cast.lucia) == ["Salvoconducto SC-2 hasta el 19 nov 2019"]
    with at_noon(D(2019, 11, 22)), translation.override("es"):
        said = "Salvoconducto SC-2 vencido el 19 nov 2019"
        assert permits.glance(case, cast.lucia) == [Tag(said, "trouble")]
        assert f'<span class="tag trouble">{said}</span>' in head_of(case, cast.lucia)
    assert permit.type == PermitType.SC2


def test_an_expired_permit_does_not_hide_the_next_that_expires(cast, family):
    a_permit(cast, family[0], expires_on=D(2019, 11, 19))
    a_permit(cast, family[1], expires_on=D(2019, 12, 2))
    case = family[0].memberships.get().case
    with at_noon(D(2019, 11, 22)), translation.override("es"):
        late, ahead = permits.glance(case, cast.lucia)
    assert late == Tag("Salvoconducto SC-2 vencido el 19 nov 2019", "trouble")
    assert ahead == "Salvoconducto SC-2 hasta el 2 dic 2019"


def test_a_missed_term_is_said_to_be_missed_and_since_when(cast, law, family):
    application = an_application(cast, family[0])
    case = family[0].memberships.get().case
    term = LegalDeadline.objects.running().filter(application=application).earliest("due_on")
    with at_noon(LODGED_ON), translation.override("es"):
        assert not any(isinstance(fact, Tag) for fact in deadlines.glance(case, cast.lucia))
    with at_noon(term.due_on + 3 * DAY), translation.override("es"):
        [late] = [fact for fact in deadlines.glance(case, cast.lucia) if isinstance(fact, Tag)]
        assert late.tone == "trouble"
        assert late.text.endswith("plazo vencido hace 3 días")
        assert late.text in head_of(case, cast.lucia)


def test_a_task_that_is_overdue_is_said_to_be(cast, family):
    case = family[0].memberships.get().case
    today = cast.ana.today()
    set_task(case, title="Llamar a la clínica", due_on=today + DAY, by=cast.ana)
    with translation.override("en"):
        assert tasks_panel.glance(case, cast.ana) == [f"Next task: {spoken(today + DAY)}"]
        with at_noon(today + 4 * DAY):
            late = Tag(f"Task overdue since {spoken(today + DAY)}", "trouble")
            assert tasks_panel.glance(case, cast.ana) == [late]


def spoken(day: datetime.date) -> str:
    return f"{day.day} {day:%b} {day.year}"


def test_what_ends_today_is_not_late():
    today = D(2019, 11, 19)

    def said(what, day, _today):
        return f"{what} {day.day}"

    ends = [(today, "a"), (today - DAY, "b"), (today + DAY, "c")]
    assert late_and_next(ends, today, late=said, ahead=said) == [Tag("b 18", "trouble"), "a 19"]
    assert late_and_next([], today, late=said, ahead=said) == []


def test_head_and_terms_say_until_when_somebody_may_lodge_for_a_child_alone(cast, law):
    with at_noon(D(2019, 3, 12)), translation.override("es"):
        case = referred(an_arrival(cast, people=[a_row("Nayibe", born=2006)]), cast)
        child = people_of(case)[0]
        address = reverse("case-detail", args=[case.number])
        page = log_in(cast.lucia).get(address).content.decode()
        section = page.split('id="deadlines"')[1].split("</section>")[0]
        assert "No corre ningún plazo" not in section
        assert "el plazo para solicitar termina" in section
        assert "defensoría de familia" in section
        [said] = deadlines.glance(case, cast.lucia)
        assert said == "Solicitud por presentar a nombre de una niña o un niño: 23 abr 2019"
        assert said in head_of(case, cast.lucia)
        # Nobody is reminded: the child is told through whoever cares and signs.
        assert not first_applications.rows(D(2019, 3, 12)).exists()
        an_application(cast, child)
        terms = [str(fact) for fact in deadlines.glance(case, cast.lucia)]
        assert not any("Solicitud por presentar" in term for term in terms)
