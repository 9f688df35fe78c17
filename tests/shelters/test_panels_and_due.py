"""What shelters adds to the case page, to closing a case, and to what falls due."""

import datetime

from django.urls import reverse

from casework.exits.actions import record_exit
from casework.register.choices import ExitType, Relation
from pages.dates import short_date
from shelters.actions import beds
from shelters.actions.cancelling import cancel
from shelters.due import beds_back, contracts_ending, paid_until, stays_ending, surge_reviews
from shelters.models import Placement, Site
from shelters.panels import current_placement
from shelters.slots import open_placements
from tests.cast import as_
from tests.page import page_of
from tests.shelters.acts import check_in, check_out
from tests.shelters.build import a_stay, agreed, beds_of, people_of
from worklist.due.rows import due

DAY = datetime.timedelta(days=1)


def test_the_panel_says_who_sleeps_where_and_who_has_no_bed(cast, site, family, today):
    one, other, last = people_of(family)
    a_stay(one, site, beds_of(site)[0], by=cast.carla)
    a_stay(other, site, by=cast.carla, ends_on=today)
    shown = current_placement.context(family, cast.ana)
    assert [stay.individual for stay, _ in shown["now"]] == [one]
    assert [stay.individual for stay, _ in shown["past"]] == [other]
    assert set(shown["waiting"]) == {other, last}
    assert not shown["may_place"]
    assert current_placement.context(family, cast.carla)["may_place"]
    assert current_placement.glance(family, cast.ana)[0].text == "Hotel Puente, cama 1"


def test_the_panel_says_since_when_and_until_when(cast, client, site, family, today):
    one, other, _last = people_of(family)
    a_stay(one, site, beds_of(site)[0], by=cast.carla, starts_on=today - 3 * DAY)
    leaves = {"planned_end_on": today + 2 * DAY}
    a_stay(other, site, beds_of(site)[1], by=cast.carla, starts_on=today - DAY, **leaves)
    client.force_login(cast.ana)
    page = page_of(client.get(reverse("case-part", args=[family.number, "aid"])))
    assert page.says(f"desde el {short_date(today - 3 * DAY)}; sin día de salida")
    assert page.says(f"desde el {short_date(today - DAY)}; noches hasta el")


def test_the_head_says_until_when_a_bed_is_paid_where_that_ends_first(cast, site, family, today):
    one = people_of(family)[0]
    a_stay(one, site, beds_of(site)[0], by=cast.carla, planned_end_on=today + 60 * DAY)
    facts = {}
    for unpaid_on in (today + 5 * DAY, today + 60 * DAY, today + 90 * DAY):
        Site.objects.update(paid_until=unpaid_on, contract_ends_on=None)
        facts[unpaid_on] = current_placement.glance(family, cast.ana)[0]
    soon, same, later = facts.values()
    assert (soon.tone, soon.on) == ("warn", today + 4 * DAY)
    assert "pagado solo hasta la noche del" in soon.text
    assert soon.short == f"Cama pagada hasta el {short_date(today + 4 * DAY)}"
    Site.objects.update(paid_until=today + 5 * DAY)
    stay = Placement.objects.get()
    said = f"pagado solo hasta la noche del {short_date(today + 4 * DAY)}"
    for address in (
        reverse("case-part", args=[family.number, "aid"]),
        reverse("placement-detail", args=[stay.pk]),
        reverse("placement-list"),
    ):
        assert page_of(as_(cast.sonia).get(address)).says(said), address
    for fact in (same, later):
        assert (fact.tone, fact.on) == ("quiet", today + 59 * DAY)
        assert "pagado" not in fact.text


def test_whoever_closes_a_case_reads_that_its_people_have_no_bed(cast, site, family):
    one, *others = people_of(family)
    page = page_of(as_(cast.ana).get(reverse("case-close", args=[family.number])))
    assert page.says("3 personas no tienen cama esta noche en ningún sitio.", "nadie les busca una")
    for person, bed in zip((one, *others), beds_of(site), strict=False):
        a_stay(person, site, bed, by=cast.carla)
    page = page_of(as_(cast.ana).get(reverse("case-close", args=[family.number])))
    assert not page.says("no tienen cama")


def test_whoever_gives_no_places_reads_who_does(cast, site, family):
    shown = current_placement.context(family, cast.ana)
    assert cast.carla in shown["placers"]
    assert current_placement.context(family, cast.carla)["placers"] == []
    without = current_placement.glance(family, cast.ana)[-1]
    assert (str(without.act), without.act_url) == ("Ver quién asigna el cupo", "")


def test_who_left_and_still_holds_a_bed_is_pointed_out_until_somebody_checks_them_out(
    cast, client, site, family, today
):
    principal = family.members.get(relation_to_principal=Relation.PRINCIPAL).individual
    leaver = next(person for person in people_of(family) if person != principal)
    stay = a_stay(leaver, site, beds_of(site)[0], by=cast.carla, checked_in_at=None)
    still_here = a_stay(principal, site, beds_of(site)[1], by=cast.carla)
    check_in(stay, by=cast.carla)
    leaving = record_exit(leaver, type=ExitType.ONWARD, on=today, by=cast.ana)
    address = reverse("placement-detail", args=[stay.pk])

    def pages() -> list[bool]:
        client.force_login(cast.ana)
        exit_page = client.get(leaving.get_absolute_url()).content.decode()
        client.force_login(cast.carla)
        night = client.get(reverse("site-night", args=[site.pk])).content.decode()
        detail = client.get(address).content.decode()
        here = client.get(reverse("placement-detail", args=[still_here.pk])).content.decode()
        assert "se fue el" not in here
        told = [address in exit_page, night.count("se fue el") == 1]
        return [*told, "se fue el" in detail]

    assert pages() == [True, True, True]
    check_out(stay, on=today, by=cast.carla)
    assert pages() == [False, False, False]


def test_the_case_page_and_the_card_carry_the_panel(cast, client, site, family):
    a_stay(people_of(family)[0], site, beds_of(site)[0], by=cast.carla)
    for user, name in ((cast.ana, "case-detail"), (cast.carla, "case-card")):
        client.force_login(user)
        page = client.get(reverse(name, args=[family.number]))
        assert page.status_code == 200
        assert "Hotel Puente" in page.content.decode()


def test_a_case_stays_open_while_somebody_has_a_place(cast, site, family, today):
    stay = a_stay(people_of(family)[0], site, by=cast.carla, starts_on=today)
    assert len(open_placements(family)) == 1
    cancel(stay, reason="no_show", by=cast.carla)
    assert open_placements(family) == []


def test_everything_with_a_day_falls_due_for_those_whom_it_concerns(cast, site, family, today):
    agreed(site, paid_until=today + DAY, contract_ends_on=today + 9 * DAY)
    stay = a_stay(
        people_of(family)[0], site, beds_of(site)[0], by=cast.carla, planned_end_on=today + 2 * DAY
    )
    (surge,) = beds.add_surge_places(
        site.rooms.first(),
        number=1,
        reason="peak",
        review_on=today + 3 * DAY,
        approved_by=cast.sonia,
        by=cast.carla,
    )
    closure = beds.close_bed(
        beds_of(site)[-1], starts_on=today, ends_on=today + 4 * DAY, reason="damp", by=cast.carla
    )
    ours = [
        source.kind
        for source in (paid_until, stays_ending, surge_reviews, beds_back, contracts_ending)
    ]
    found = [
        (row.kind, row.on, row.about_id, row.case_id)
        for row in due(cast.carla, today=today, kinds=ours)
    ]
    assert found == [
        ("site_paid_until", today + DAY, str(site.pk), None),
        ("stay_ends", today + 2 * DAY, str(stay.pk), family.pk),
        ("surge_review", today + 3 * DAY, str(surge.pk), None),
        ("bed_back", today + 4 * DAY, str(closure.pk), None),
        ("site_contract_ends", today + 9 * DAY, str(site.pk), None),
    ]
    seen = {
        name: {row.kind for row in due(user, today=today, kinds=ours)}
        for name, user in cast.users.items()
    }
    assert seen == {
        "ana": {"stay_ends"},
        "bruno": set(),
        "carla": set(ours),
        "lucia": set(),
        "luis": set(),
        "sonia": set(ours),
        "adela": {"site_paid_until", "site_contract_ends"},
        "aurelio": set(),
        "mara": set(),
    }


def test_what_falls_due_names_nobody(cast, site, family, today):
    stay = a_stay(people_of(family)[0], site, by=cast.carla, planned_end_on=today)
    said, _who = stays_ending.sentence([stay.pk])[stay.pk]
    assert stay.individual.number in said
    assert "Yorman" not in said


def test_a_stay_that_ended_falls_due_no_more(cast, site, family, today):
    a_stay(people_of(family)[0], site, by=cast.carla, planned_end_on=today, ends_on=today)
    assert list(stays_ending.rows(today)) == []
