"""A person left and came back: the exit stays on file, and the person counts as present from the return on."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent
from casework.cases.actions import close_case, reopen_case
from casework.corrections.models import Correction
from casework.exits.actions import record_exit, report_loss, settle_exit
from casework.exits.presence import (
    presence_visible_to,
    returns_without_case_visible_to,
    unaccounted_people,
)
from casework.merges.actions import merge_individuals, undo_merge
from casework.merges.values import MergeRefused
from casework.register.choices import AfterExit, EndReason, ExitType
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from reporting.figures.people import present_on
from shelters.by_night import count_nights
from shelters.models import Placement, Site
from tests.build import a_case, an_arrival, an_individual, people_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_site, a_stay, beds_of

LEFT, BACK = datetime.date(2019, 3, 5), datetime.date(2019, 4, 2)
BEFORE, AWAY, SINCE = (
    datetime.date(2019, 3, 1),
    datetime.date(2019, 3, 20),
    datetime.date(2019, 4, 2),
)
KNOWN = {"reason": "La vio Ana en la puerta"}


def gone(cast, person=None, on=LEFT, type=ExitType.OWN_MEANS) -> Exit:
    return record_exit(person or an_individual(cast), type=type, on=on, by=cast.ana)


def back(cast, leaving, on=BACK) -> Exit:
    return settle_exit(leaving, what=AfterExit.BACK, back_on=on, by=cast.ana, **KNOWN)


def test_the_exit_stays_and_the_person_is_absent_between_and_present_since(cast):
    leaving = back(cast, gone(cast))
    person = leaving.individual
    assert list(Exit.objects.standing()) == [leaving]
    assert not Exit.objects.away().exists()
    here = [FamilyMember.objects.here_on(day).exists() for day in (BEFORE, LEFT, AWAY, SINCE)]
    assert here == [True, False, False, True]
    people = Individual.objects.filter(pk=person.pk)
    counted = [present_on(people, day).exists() for day in (BEFORE, LEFT, AWAY, SINCE)]
    assert counted == [True, False, False, True]
    told = [presence_visible_to(cast.ana, day) for day in (BEFORE, AWAY, SINCE)]
    assert [(each.left, each.returned, each.present) for each in told] == [
        (0, 0, 1),
        (1, 0, 0),
        (1, 1, 1),
    ]
    assert AuditEvent.objects.filter(verb="exit.returned", actor=cast.ana).exists()


def test_nights_between_are_not_slept_and_those_since_are(cast):
    site = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    leaving = back(cast, gone(cast))
    bed = beds_of(site)[0]
    here = {"starts_on": BEFORE, "checked_in_at": timezone.now(), "by": cast.carla}
    a_stay(leaving.individual, site, bed, **here)
    nights = [BEFORE, LEFT, AWAY, SINCE]
    counted = {night.on: night.sleepers for night in count_nights([site], BEFORE, SINCE)}
    assert [counted[night] for night in nights] == [1, 0, 0, 1]
    for night in nights:
        [alone] = Site.objects.filter(pk=site.pk).with_occupancy(night)
        assert alone.occupancy.sleepers == counted[night]
        assert Placement.objects.all_asleep_on(night).count() == counted[night]


def asked(cast, leaving):
    return as_(cast.ana), reverse("exit-back", args=[leaving.pk])


def test_the_form_asks_which_of_the_two_it_was_and_nothing_is_chosen(cast):
    leaving = gone(cast)
    client, address = asked(cast, leaving)
    opened = client.get(address)
    form = opened.context["form"]
    assert [value for value, _words in form.fields["what"].choices] == ["back", "mistake"]
    assert not form["what"].value()
    assert "checked" not in opened.content.decode()
    told = {**KNOWN, "back_on": "2019-04-02"}
    assert client.post(address, told).context["form"].errors.keys() == {"what"}
    without = client.post(address, {**KNOWN, "what": "back"})
    assert without.context["form"].errors.keys() == {"back_on"}
    assert client.post(address, {**told, "what": "back"}).status_code == 302
    page = page_of(client.get(leaving.get_absolute_url()))
    assert page.says("Volvió el 2 abr 2019")
    assert page.says("La vio Ana en la puerta")
    listed = page_of(client.get(reverse("exit-list")))
    assert listed.says("5 mar 2019 – 2 abr 2019")
    number = leaving.individual.number
    assert client.get(reverse("individual-detail", args=[number])).context["exit"] is None
    timeline = page_of(client.get(reverse("case-timeline", args=[leaving.case.number])))
    assert timeline.says("volvió")


def test_nobody_comes_back_before_leaving_tomorrow_or_from_death(cast):
    leaving = gone(cast)
    for on, says in (
        (BEFORE, "Nobody comes back before leaving"),
        (datetime.date(2199, 1, 1), "This day lies in the future"),
    ):
        with refused(says, field="back_on"):
            back(cast, leaving, on)
    Exit.objects.filter(pk=leaving.pk).update(type=ExitType.DIED)
    with refused("A death that was none"):
        back(cast, leaving)
    client, address = asked(cast, leaving)
    form = client.get(address).context["form"]
    assert [value for value, _words in form.fields["what"].choices] == ["mistake"]
    with pytest.raises(IntegrityError), transaction.atomic():
        Exit.objects.filter(pk=leaving.pk).update(back_on=BACK, back_by=cast.ana)


def test_who_came_back_may_leave_again_and_is_not_away_twice_at_once(cast):
    first = back(cast, gone(cast))
    with refused("This person was away on these days already", field="on"):
        gone(cast, first.individual, on=AWAY)
    again = gone(cast, first.individual, on=datetime.date(2019, 5, 1))
    assert list(Exit.objects.away()) == [again]
    with refused("The person left again before that day", field="back_on"):
        back(cast, first, datetime.date(2019, 5, 2))
    with refused("The person left again"):
        settle_exit(first, what=AfterExit.AWAY, by=cast.ana, **KNOWN)
    with refused("This person has left already"):
        report_loss(first.individual, kind="death", on=SINCE, known_from="Su tía", by=cast.ana)


def test_a_return_that_was_none_and_another_day_are_put_right_and_stay_readable(cast):
    leaving = back(cast, gone(cast))
    client, address = asked(cast, leaving)
    choices = client.get(address).context["form"].fields["what"].choices
    assert [value for value, _words in choices] == ["back", "mistake", "away"]
    back(cast, leaving, datetime.date(2019, 4, 9))
    leaving.refresh_from_db()
    assert leaving.back_on == datetime.date(2019, 4, 9)
    client.post(address, {**KNOWN, "what": "away"})
    leaving.refresh_from_db()
    assert (leaving.is_away, leaving.back_by) == (True, None)
    assert Correction.objects.of(leaving).count() == 2
    assert page_of(client.get(leaving.get_absolute_url())).says("9 abr 2019")


def test_reopening_asks_what_became_of_whom_the_closing_let_leave(cast):
    case = an_arrival(cast)
    close_case(case, reason=EndReason.ONWARD, on=LEFT, by=cast.ana)
    with refused("Say whether they had left", field="what"):
        reopen_case(case, by=cast.sonia)
    client, address = as_(cast.sonia), reverse("case-reopen", args=[case.number])
    opened = client.get(address)
    assert not opened.context["form"]["what"].value()
    assert page_of(opened).says(people_of(case)[0].display_name)
    assert client.post(address, {"what": "back"}).context["form"].errors.keys() == {"back_on"}
    assert client.post(address, {"what": "back", "back_on": "2019-04-02"}).status_code == 302
    assert Exit.objects.standing().filter(back_on=BACK).count() == len(people_of(case))
    assert presence_visible_to(cast.sonia, AWAY).present == 0
    assert presence_visible_to(cast.sonia, SINCE).present == len(people_of(case))


@pytest.mark.parametrize(("what", "standing"), [("mistake", 0), ("away", 1)])
def test_a_case_is_reopened_where_nobody_had_left_and_where_they_are_away_still(
    cast, what, standing
):
    case = a_case(cast)
    close_case(case, reason=EndReason.ONWARD, on=LEFT, by=cast.ana)
    reopen_case(case, what=what, by=cast.sonia)
    assert Exit.objects.away().count() == standing


def test_a_case_that_nobody_left_by_its_closing_is_reopened_without_a_question(cast):
    case = a_case(cast)
    close_case(case, reason=EndReason.DUPLICATE, on=LEFT, by=cast.ana)
    client, address = as_(cast.sonia), reverse("case-reopen", args=[case.number])
    assert "what" not in client.get(address).context["form"].fields
    assert client.post(address, {}).status_code == 302


def test_who_came_back_to_a_closed_case_is_pointed_out(cast):
    case = a_case(cast)
    close_case(case, reason=EndReason.ONWARD, on=LEFT, by=cast.ana)
    back(cast, Exit.objects.get())
    assert [each.individual for each in returns_without_case_visible_to(cast.ana)] == people_of(
        case
    )
    assert not unaccounted_people(cast.ana, cast.ana.today()).exists()


def test_both_exits_of_two_records_survive_a_merge_and_its_undoing(cast):
    old = gone(cast, an_individual(cast, document="V-5.111.222"))
    new = gone(cast, an_individual(cast, on=BACK), on=datetime.date(2019, 5, 1))
    merge = merge_individuals(old.individual, merged=new.individual, by=cast.sonia)
    days = list(old.individual.exits.order_by("on").values_list("on", "back_on"))
    assert days == [(LEFT, BACK), (datetime.date(2019, 5, 1), None)]
    undo_merge(merge, by=cast.sonia)
    old.refresh_from_db()
    new.refresh_from_db()
    assert (old.is_away, new.is_away) == (True, True)
    assert old.individual != new.individual


def test_two_absences_on_the_same_days_are_settled_before_a_merge(cast):
    old = back(cast, gone(cast, an_individual(cast, document="V-5.111.222")))
    new = gone(cast, an_individual(cast), on=AWAY)
    with pytest.raises(MergeRefused, match="ausente esos días"):
        merge_individuals(old.individual, merged=new.individual, by=cast.sonia)
