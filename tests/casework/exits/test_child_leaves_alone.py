"""Exits of children without an adult: what is refused, what is asked, and the search for a missing child."""

import datetime

import pytest
from django.urls import reverse

from casework.exits.actions import record_exit, settle_exit
from casework.exits.children_alone import TYPES_OF_ADULTS, TYPES_OF_MISSING
from casework.register.choices import AfterExit, ExitType
from casework.register.models.exit import Exit
from casework.tasks.models import CaseTask
from tests.asylum.exclusion.build import a_screener
from tests.build import an_arrival, people_of
from tests.casework.children.build import alone
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused


def first_of(user):
    return as_(user).get(reverse("today")).context["first"]


@pytest.fixture
def family(cast):
    """A family born in 1991, 1994, three years ago, and in 1997."""
    case = an_arrival(cast, on=cast.ana.today())
    child = people_of(case)[2]
    child.birth_year, child.born_on = cast.ana.today().year - 3, None
    child.save()
    return case


@pytest.fixture
def child(family):
    return people_of(family)[2]


@pytest.fixture
def sent(cast, child):
    def sent_(type, **told):
        told = {"type": type, "on": cast.ana.today(), **told}
        return as_(cast.ana).post(reverse("exit-record", args=[child.number]), told)

    return sent_


@pytest.mark.parametrize("type_", sorted(TYPES_OF_ADULTS))
def test_reasons_of_grown_ups_are_refused_for_a_child_alone(sent, type_):
    for told in ({}, {"is_sure": "on"}):
        form = sent(type_, **told).context["form"]
        assert form.errors.keys() == {"type"}
        assert "¿Es la persona correcta?" in str(form.errors)
    assert not Exit.objects.exists()


@pytest.mark.parametrize("type_", sorted({ExitType.OWN_MEANS, ExitType.ABSCONDED}))
def test_with_an_adult_who_left_so_on_that_day_a_child_leaves_without_a_question(
    cast, family, sent, type_
):
    record_exit(people_of(family)[3], type=type_, on=cast.ana.today(), by=cast.ana)
    assert sent(type_).status_code == 302
    assert Exit.objects.count() == 2
    assert not CaseTask.objects.exists()


def test_grown_ups_are_asked_nothing(cast, family):
    for type_ in (ExitType.OWN_MEANS, ExitType.ABSCONDED):
        person = people_of(family)[1 if type_ == ExitType.OWN_MEANS else 3]
        told = {"type": type_, "on": cast.ana.today()}
        answer = as_(cast.ana).post(reverse("exit-record", args=[person.number]), told)
        assert answer.status_code == 302
    assert not CaseTask.objects.exists()


@pytest.mark.parametrize("type_", sorted(TYPES_OF_MISSING))
def test_a_missing_child_is_asked_about_warned_of_and_looked_for(cast, family, child, sent, type_):
    asked = sent(type_)
    assert asked.context["form"].errors.keys() == {"is_sure"}
    page = page_of(asked)
    assert page.says("sale sin un adulto de la familia", "se le busca de inmediato")
    assert not Exit.objects.exists()
    assert sent(type_, is_sure="on").status_code == 302
    task = CaseTask.objects.get()
    assert (task.individual, task.due_on, task.assigned_to) == (child, cast.ana.today(), cast.ana)
    file = page_of(as_(cast.ana).get(reverse("case-detail", args=[family.number])))
    assert file.says("sin paradero conocido", child.display_name)
    assert reverse("authority-tell", args=[child.number]) in file.links
    told = as_(cast.ana).get(reverse("authority-tell", args=[child.number]))
    assert told.status_code == 200
    assert page_of(as_(cast.ana).get(reverse("today"))).says("Buscar a la niña o al niño")


def test_who_was_found_is_missing_no_longer(cast, family, child, sent):
    sent(ExitType.ABSCONDED, is_sure="on")
    settle_exit(
        Exit.objects.get(), what=AfterExit.MISTAKE, reason="Estaba en la escuela", by=cast.ana
    )
    file = page_of(as_(cast.ana).get(reverse("case-detail", args=[family.number])))
    assert not file.says("sin paradero conocido")


def test_every_other_exit_of_a_child_alone_asks_whether_it_is_the_right_person(sent):
    assert sent(ExitType.ONWARD).context["form"].errors.keys() == {"is_sure"}
    assert sent(ExitType.ONWARD, is_sure="on").status_code == 302
    assert not CaseTask.objects.exists()


def test_an_import_or_program_is_refused_what_is_not_said_of_a_child(cast, child):
    with refused("is not said of a child alone", field="type"):
        record_exit(child, type=ExitType.OWN_MEANS, on=cast.ana.today(), by=cast.ana)


@pytest.mark.parametrize("type_", sorted(TYPES_OF_MISSING))
def test_a_missing_child_stands_first_on_today_until_the_authority_knows(
    cast, family, child, sent, type_
):
    """The line comes before a child without an adult. The carer and the supervisor see it, other teams do not."""
    alone(cast)
    sent(type_, is_sure="on")
    for user in (cast.ana, cast.sonia):
        first = first_of(user)
        assert [each.harm for each in first][:2] == ["child_missing", "child_alone"]
        assert child.display_name in first[0].who
        assert first[0].act.url == reverse("authority-tell", args=[child.number])
        assert page_of(as_(user).get(reverse("today"))).says("falta una niña o un niño")
    screener = a_screener(cast)
    for user in (cast.bruno, screener):
        assert "child_missing" not in [each.harm for each in first_of(user)]
        assert not page_of(as_(user).get(reverse("today"))).says(child.display_name)
    told = {"on": cast.ana.today(), "authority": "ICBF, centro zonal 2"}
    as_(cast.ana).post(reverse("authority-tell", args=[child.number]), told)
    assert [each.harm for each in first_of(cast.ana)][:1] == ["child_alone"]


@pytest.mark.parametrize("months", [-1, 1])
def test_a_birthday_that_is_known_decides_whether_a_child_is_missing(cast, family, months):
    """By years alone, a person who turns eighteen in the year looks like a child; so do those who left with them."""
    today = cast.ana.today()
    young = people_of(family)[2]
    eighteen = today.replace(year=today.year - 18) - datetime.timedelta(days=30 * months)
    young.birth_year, young.born_on, young.birth_precision = eighteen.year, eighteen, "day"
    young.save()
    record_exit(young, type=ExitType.ABSCONDED, on=today, by=cast.ana)
    assert ["child_missing" for each in first_of(cast.ana) if each.harm == "child_missing"] == (
        ["child_missing"] if months < 0 else []
    )
