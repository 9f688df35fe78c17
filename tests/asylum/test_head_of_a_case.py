"""The head of a case says of what ran out that it did, in a word and with the mark of what is late."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import translation

from asylum.claims.actions import move_application
from asylum.file.panels import applications, deadlines, permits
from asylum.filing.slots import first_applications
from asylum.pathways.choices import ApplicationStatus, PermitType
from asylum.procedure.models.deadline import LegalDeadline
from casework.slots.panels import (
    Fact,
    Harm,
    RunsOut,
    facts_for_head,
    glances_of,
    late_and_next_facts,
)
from casework.tasks.actions import set_task
from casework.tasks.slots import tasks_panel
from pages.dates import short_date
from tests.asylum.build import (
    LODGED_ON,
    a_permit,
    a_referred_family,
    an_application,
    answers,
    referred,
)
from tests.build import a_row, an_arrival, people_of
from tests.cast import log_in
from tests.page import page_of

D = datetime.date
DAY = datetime.timedelta(days=1)


def at_noon(day: datetime.date) -> time_machine.travel:
    return time_machine.travel(
        datetime.datetime(day.year, day.month, day.day, 17, tzinfo=datetime.UTC)
    )


def head_of(case, user) -> str:
    return head_on(reverse("case-detail", args=[case.number]), user)


def head_on(address, user) -> str:
    page = log_in(user).get(address).content.decode()
    head = page.split('class="file-head"')[1].split("</section>")[0]
    return " ".join(head.split()).replace("> ", ">")


def glance(panel, case, user) -> list[Fact]:
    return glances_of([panel], case, user).facts.get(panel.slug, [])


def said(facts: list[Fact]) -> list[tuple[str, str]]:
    return [(fact.text, fact.tone) for fact in facts]


@pytest.fixture
def family(cast):
    return a_referred_family(cast)


def test_an_expired_permit_is_said_to_be_expired(cast, family):
    permit = a_permit(cast, family[0], expires_on=D(2019, 11, 19))
    case = family[0].memberships.get().case
    with at_noon(D(2019, 11, 19)), translation.override("es"):
        [soon] = glance(permits, case, cast.lucia)
        assert (soon.text, soon.tone) == ("Salvoconducto SC-2 hasta el 19 nov 2019", "warn")
    with at_noon(D(2019, 11, 22)), translation.override("es"):
        words = "Salvoconducto SC-2: venció el 19 nov 2019"
        [late] = glance(permits, case, cast.lucia)
        assert (late.text, late.tone, late.names) == (words, "trouble", family[0].display_name)
        address = reverse("permit-detail", args=[permit.pk])
        shown = head_of(case, cast.lucia)
        assert f'<a class="tag trouble" href="{address}" title="{words}">' in shown
        assert page_of(shown).says("hace 3 días19 nov 2019: Salvoconducto")
    assert permit.type == PermitType.SC2


def test_an_expired_permit_does_not_hide_the_next_that_expires(cast, family):
    a_permit(cast, family[0], expires_on=D(2019, 11, 19))
    a_permit(cast, family[1], expires_on=D(2019, 12, 2))
    case = family[0].memberships.get().case
    with at_noon(D(2019, 11, 22)), translation.override("es"):
        late, ahead = glance(permits, case, cast.lucia)
    assert said([late, ahead]) == [
        ("Salvoconducto SC-2: venció el 19 nov 2019", "trouble"),
        ("Salvoconducto SC-2 hasta el 2 dic 2019", "warn"),
    ]


def test_after_a_grant_the_visa_carries_the_stay_and_the_safe_conduct_is_not_told(
    cast, law, family
):
    claim = an_application(cast, family[0], status=ApplicationStatus.ADMITTED)
    a_permit(cast, family[0], expires_on=D(2019, 8, 14))
    visa = {"type": PermitType.VISA, "issued_on": D(2019, 5, 3), "expires_on": D(2022, 5, 2)}
    a_permit(cast, family[0], **visa)
    case = family[0].memberships.get().case
    told = []
    for step in (None, ApplicationStatus.RECOGNISED):
        if step:
            move_application(claim, to=step, **answers(step), by=cast.lucia)
        with at_noon(D(2019, 5, 16)), translation.override("es"):
            told.append([fact.text for fact in glance(permits, case, cast.lucia)])
    with at_noon(D(2019, 9, 16)), translation.override("es"):
        told.append([fact.text for fact in glance(permits, case, cast.lucia)])
    safe_conduct, carries = "Salvoconducto SC-2 hasta el 14 ago 2019", "Visa hasta el 2 may 2022"
    assert told == [[safe_conduct], [carries], [carries]]


def test_a_missed_term_is_said_to_be_missed_and_since_when(cast, law, family):
    application = an_application(cast, family[0])
    case = family[0].memberships.get().case
    term = LegalDeadline.objects.running().filter(application=application).earliest("due_on")
    with at_noon(LODGED_ON), translation.override("es"):
        assert not any(fact.tone == "trouble" for fact in glance(deadlines, case, cast.lucia))
    with at_noon(term.due_on + 3 * DAY), translation.override("es"):
        [late, *_more] = glance(deadlines, case, cast.lucia)
        assert late.tone == "trouble"
        assert late.text.endswith(f"plazo vencido el {short_date(term.due_on)}")
        assert (late.act, late.act_url) == ("Registrar", application.get_absolute_url())
        assert late.text in head_of(case, cast.lucia)


def test_a_task_that_is_overdue_is_said_to_be(cast, family):
    case = family[0].memberships.get().case
    today = cast.ana.today()
    set_task(case, title="Llamar a la clínica", due_on=today + DAY, by=cast.ana)
    with translation.override("en"):
        ahead = f"Llamar a la clínica: {spoken(today + DAY)}"
        assert said(glance(tasks_panel, case, cast.ana)) == [(ahead, "warn")]
        with at_noon(today + 4 * DAY):
            late = f"Llamar a la clínica: overdue since {spoken(today + DAY)}"
            assert said(glance(tasks_panel, case, cast.ana)) == [(late, "trouble")]


def spoken(day: datetime.date) -> str:
    return f"{day.day} {day:%b} {day.year}"


def test_what_is_to_be_done_is_offered_to_whoever_may_do_it(cast, law, family):
    first, *_rest = family
    case = first.memberships.get().case
    a_permit(cast, first, expires_on=D(2019, 11, 19))
    an_application(cast, first)
    with at_noon(D(2019, 11, 22)), translation.override("es"):
        set_task(case, title="Llamar a la clínica", due_on=D(2019, 11, 22), by=cast.ana)
        address = reverse("case-detail", args=[case.number])
        acts = {}
        for user in (cast.lucia, cast.sonia):
            client = log_in(user)
            facts = client.get(address).context["file_head"].facts
            acts[user] = {str(fact.act) for fact in facts if fact.act_url}
            opened = {f.act_url: client.get(f.act_url).status_code for f in facts if f.act_url}
            assert set(opened.values()) == {200}, opened
        mine = {"Marcar cumplido", "Renovar", "Presentar", "Completar"}
    assert mine <= acts[cast.lucia]
    seen = {"Ver el plazo", "Ver el permiso", "Ver la solicitud"}
    assert seen <= acts[cast.sonia]
    # Her task she may tick off.
    assert acts[cast.sonia] & mine == {"Marcar cumplido"}
    assert not seen & acts[cast.lucia]
    with translation.override("es"), at_noon(D(2019, 11, 22)):
        facts = [*glance(deadlines, case, cast.sonia), *glance(permits, case, cast.sonia)]
    assert {str(fact.act) for fact in facts} == {"Ver el plazo", "Ver el permiso"}


def test_what_ends_today_is_not_late():
    today = D(2019, 11, 19)

    def words(what, day, _today):
        return f"{what} {day.day}"

    late, ahead = (Harm.PAPER, words), (Harm.PAPER_AHEAD, words)
    ends = [
        RunsOut(today, "a"),
        RunsOut(today - DAY, "b", "Ana"),
        RunsOut(today - DAY, "b", "Luz"),
        RunsOut(today + DAY, "c"),
        RunsOut(today + 20 * DAY, "d"),
    ]
    gone, coming, next_one = late_and_next_facts(ends, today, late=late, ahead=ahead)
    assert (gone.text, gone.tone, gone.who) == ("b 18", "trouble", ("Ana", "Luz"))
    assert (coming.text, coming.tone) == ("a 19", "warn")
    # All that ends soon; of what ends later the first where nothing else does.
    assert next_one.text == "c 20"
    [far] = late_and_next_facts(ends[-1:], today, late=late, ahead=ahead)
    assert (far.text, far.tone) == ("d 9", "quiet")
    assert late_and_next_facts([], today, late=late, ahead=ahead) == []


def test_a_head_shows_four_by_harm_one_of_a_kind_and_never_leaves_out_what_the_law_wants():
    facts = [
        Fact("paper later", Harm.PAPER, on=D(2019, 2, 2)),
        Fact("bed", Harm.BED),
        Fact("paper", Harm.PAPER, on=D(2019, 2, 1)),
        Fact("aid", Harm.AID),
        Fact("child", Harm.CHILD),
        Fact("claim", Harm.LAW),
        Fact("other claim", Harm.LAW),
    ]
    assert [fact.text for fact in facts_for_head(facts)] == [
        "claim",
        "other claim",
        "child",
        "paper",
    ]
    assert [fact.text for fact in facts_for_head(facts[:4])] == ["paper", "bed", "aid"]


def test_further_terms_that_end_soon_stand_before_what_is_calm():
    soon = D(2019, 2, 10)
    facts = [
        Fact("ratify", Harm.TERM_AHEAD, "warn", on=D(2019, 2, 1)),
        Fact("appeal", Harm.TERM_AHEAD, "warn", on=soon),
        Fact("interview", Harm.TERM_AHEAD, "warn", on=D(2019, 2, 9)),
        Fact("paper", Harm.PAPER_AHEAD, on=D(2019, 7, 1)),
        Fact("reference", Harm.LACKING, "warn"),
        Fact("bed", Harm.BED),
    ]
    texts = [fact.text for fact in facts_for_head(facts)]
    assert texts == ["ratify", "interview", "appeal", "bed"]
    # What else is near keeps its place.
    facts += [Fact("aid", Harm.AID, "warn", on=soon), Fact("late", Harm.TERM, "trouble", on=soon)]
    assert [fact.text for fact in facts_for_head(facts)] == ["late", "ratify", "interview", "aid"]


def test_further_terms_that_were_missed_stand_in_the_head_where_there_is_room():
    facts = [
        Fact("ratify", Harm.TERM, "trouble", on=D(2019, 2, 1)),
        Fact("interview", Harm.TERM, "trouble", on=D(2019, 2, 9)),
        Fact("claim", Harm.KNOWN),
    ]
    assert [fact.text for fact in facts_for_head(facts)] == ["ratify", "interview", "claim"]


def test_head_and_terms_say_until_when_somebody_may_lodge_for_a_child_alone(cast, law):
    with at_noon(D(2019, 3, 12)), translation.override("es"):
        case = referred(an_arrival(cast, people=[a_row("Nayibe", born=2006)]), cast)
        child = people_of(case)[0]
        part = reverse("case-part", args=[case.number, "law"])
        page = log_in(cast.lucia).get(part).content.decode()
        section = page.split('id="deadlines"')[1].split("</section>")[0]
        assert "No corre ningún plazo" not in section
        assert "el plazo para solicitar termina" in section
        assert "defensoría de familia" in section
        [ahead] = glance(deadlines, case, cast.lucia)
        words = "Solicitud por presentar a nombre de una niña o un niño: 23 abr 2019"
        assert ahead.text == words
        assert words in head_of(case, cast.lucia)
        # Nobody is reminded: the child is told through whoever cares and signs.
        assert not first_applications.rows(D(2019, 3, 12)).exists()
        an_application(cast, child)
        terms = [str(fact) for fact in glance(deadlines, case, cast.lucia)]
        assert not any("Solicitud por presentar" in term for term in terms)


def test_on_the_page_of_one_person_the_chips_of_the_head_say_whose_they_are(cast, family):
    permit = a_permit(cast, family[1], expires_on=D(2019, 4, 19))
    claim = an_application(cast, family[0])
    name = f">{permit.individual.display_name}: "
    assert name in head_on(claim.get_absolute_url(), cast.lucia)
    assert name in head_of(claim.case, cast.lucia)


def test_who_misses_the_same_of_a_claim_is_named_in_one_chip(cast, law):
    mother, son, *_others = a_referred_family(cast)
    case = mother.arrival.case
    an_application(cast, mother)
    an_application(cast, son, grounds=["1951"])
    with translation.override("en"):
        facts = glance(applications, case, cast.lucia)
    found = [fact for fact in facts if fact.text.startswith("Missing")]
    both = {mother.display_name, son.display_name}
    assert [(str(fact), set(fact.who)) for fact in found] == [
        ("Missing: reference number", both),
        ("Missing: grounds", {mother.display_name}),
    ]
    assert facts_for_head(found) == found[:1]
