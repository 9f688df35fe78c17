"""Looking for beds is an address to come back to; and what the page says of nights and sites that do not fit."""

import datetime
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from casework.register.choices import Sex
from pages.dates import short_date
from shelters.models import Bed, Placement
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)


@pytest.fixture
def address(family):
    return reverse("placement-place", args=[family.pk])


def look(cast, address, **asked):
    return page_of(as_(cast.carla).get(address, asked))


def sent_by(page, **changed):
    return {**page.fields, "people": page.offered("people"), **changed}


class TestALookIsAnAddress:
    @pytest.mark.parametrize("button", ["1", "every_site"])
    def test_that_says_what_is_looked_for_and_no_word(self, cast, site, address, today, button):
        leaves = today + 2 * DAY
        page = look(cast, address)
        sent = sent_by(
            page,
            look=button,
            planned_end_on=leaves.strftime("%d/%m/%Y"),
            only_site=site.pk,
            csrfmiddlewaretoken="ficha",
            run=page.offered("run")[0],
        )
        response = as_(cast.carla).post(address, sent)
        assert response.status_code == 302
        parts = urlsplit(response["Location"])
        asked = parse_qs(parts.query)
        assert {*asked} - {"every_site"} == {
            "people", "starts_on", "planned_end_on", "only_site", "run",
        }  # fmt: skip
        assert ("every_site" in asked, parts.fragment) == (
            (True, "further") if button == "every_site" else (False, "")
        )
        again = page_of(as_(cast.carla).get(response["Location"]))
        assert again.fields["planned_end_on"] == leaves.strftime("%d/%m/%Y")
        assert again.fields["only_site"] == str(site.pk)
        assert not Placement.objects.exists()

    def test_but_for_a_reason_that_somebody_wrote_and_for_what_is_no_day(self, cast, site, address):
        page = look(cast, address)
        for changed in ({"reason": "Su tía Rosa."}, {"starts_on": "Rosa"}):
            response = as_(cast.carla).post(address, sent_by(page, look="1", **changed))
            assert response.status_code == 200
            assert [page_of(response).fields[name] for name in changed] == [*changed.values()]

    def test_of_a_move_too(self, cast, site, family, today):
        for person, bed in zip(people_of(family), beds_of(site)[2:], strict=False):
            stay = a_stay(person, site, bed, by=cast.carla)
        a_site(cast.cucuta, beds=[4], run_by=cast.carla)
        page = look(cast, reverse("placement-move", args=[stay.pk]))
        address = reverse("placement-move", args=[stay.pk])
        response = as_(cast.carla).post(address, sent_by(page, look="1"))
        assert response.status_code == 302
        assert page_of(as_(cast.carla).get(response["Location"])).offered("run")


@pytest.mark.parametrize(("days", "is_later"), [(0, False), (4, True)])
def test_who_gives_a_place_sees_the_night_on_which_it_begins(
    cast, site, family, address, today, days, is_later
):
    first = today + days * DAY
    page = look(cast, address)
    sent = sent_by(page, starts_on=first.isoformat(), run=page.offered("run")[0])
    response = as_(cast.carla).post(address, sent)
    night = reverse("site-night", args=[site.pk])
    assert response["Location"] == (f"{night}?on={first.isoformat()}" if is_later else night)
    assert page_of(as_(cast.carla).get(response["Location"])).says(
        people_of(family)[0].display_name
    )


def test_who_moves_later_sees_that_night(cast, site, family, today):
    [one, *_others] = people_of(family)
    stay = a_stay(one, site, beds_of(site)[0], by=cast.carla)
    other = a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    address, on = reverse("placement-move", args=[stay.pk]), today + 3 * DAY
    sent = {"people": one.pk, "starts_on": on.isoformat(), "run": beds_of(other)[0].pk}
    response = as_(cast.carla).post(address, sent)
    assert response["Location"] == f"{reverse('site-night', args=[other.pk])}?on={on.isoformat()}"


class TestWhoHasAPlaceLater:
    @pytest.fixture
    def later(self, cast, site, family, today):
        """Two of the family have a bed from the fourth night on, and none tonight."""
        for person, bed in zip(people_of(family)[:2], beds_of(site)[2:], strict=False):
            a_stay(person, site, bed, by=cast.carla, starts_on=today + 4 * DAY)
        return today + 4 * DAY

    def test_is_placed_until_then(self, cast, site, family, address, later):
        page = look(cast, address)
        names = ", ".join(person.display_name for person in people_of(family)[:2])
        assert page.says(f"{names}: cupo en Hotel Puente desde el {short_date(later)}")
        assert page.fields["planned_end_on"] == later.strftime("%d/%m/%Y")
        sent = sent_by(page, run=page.offered("run")[0])
        assert as_(cast.carla).post(address, sent).status_code == 302
        new = Placement.objects.exclude(starts_on=later)
        assert [stay.planned_end_on for stay in new] == [later] * 3

    def test_is_told_the_way_out_where_the_end_is_left_open(self, cast, family, address, later):
        page = look(cast, address)
        one = people_of(family)[0]
        sent = sent_by(page, planned_end_on="", people=one.pk)
        free = page_of(as_(cast.carla).post(address, {**sent, "look": "1"}, follow=True))
        assert free.says("cupo en Hotel Puente desde el")
        asked = sent_by(free, people=one.pk, run=free.offered("run")[0])
        [refusal] = page_of(as_(cast.carla).post(address, asked)).refusals
        assert "escriba ese día como día de salida" in refusal
        assert "traslado" not in refusal.casefold()

    def test_but_not_where_the_reader_may_not_see_the_stay(self, cast, site, address, later):
        other = a_site(cast.arauca, beds=[4])
        Placement.objects.update(bed=None, site=other)
        page = look(cast, address)
        assert page.fields["planned_end_on"] == ""
        assert not page.says("desde el")


class TestWhyNothingIsOffered:
    def why(self, cast, site, size=1, sex=Sex.MALE, **asked):
        case = a_family(cast.norte, size)
        for person in people_of(case):
            person.sex = sex
            person.save()
        asked = {"only_site": site.pk, "starts_on": cast.carla.today(), **asked}
        asked["people"] = [person.pk for person in people_of(case)]
        page = look(cast, reverse("placement-place", args=[case.pk]), **asked)
        assert not page.offered("run")
        return page

    def test_too_few_beds(self, cast):
        site = a_site(cast.cucuta, beds=[1, 1], run_by=cast.carla, name="Hotel Puente")
        said = "Hotel Puente tiene 2 camas libres en todas esas noches; se necesitan 5."
        assert self.why(cast, site, 5).says(said)
        [one] = people_of(a_family(cast.norte))
        a_stay(one, site, beds_of(site)[0], by=cast.carla)
        said = "Hotel Puente tiene 1 cama libre en todas esas noches; se necesitan 5."
        assert self.why(cast, site, 5).says(said)
        Bed.objects.filter(room__site=site).update(closed_on=cast.carla.today())
        said = "Hotel Puente no tiene ninguna cama libre en todas esas noches."
        assert self.why(cast, site).says(said)

    def test_a_rule(self, cast):
        site = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
        site.rooms.update(for_whom="women")
        assert self.why(cast, site).says("101 es solo para mujeres")

    def test_the_site_is_closed_by_then(self, cast, today):
        closes = {"closed_on": today + 2 * DAY}
        site = a_site(cast.cucuta, beds=[2], run_by=cast.carla, name="Hotel Puente", **closes)
        page = self.why(cast, site, starts_on=today + 3 * DAY)
        assert page.says(f"Hotel Puente no está abierto el {short_date(today + 3 * DAY)}")
