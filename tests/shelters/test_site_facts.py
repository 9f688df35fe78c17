"""What is known of a site besides its beds: where it is, who guards it, what it asks, how much of which space it has."""

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from shelters.models import SiteAddress
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_room, a_site

WHERE = {"address": "Calle 10 # 4-22", "contact": "Señora Pilar", "phone": "3001234567"}


def detail(user, site):
    return page_of(as_(user).get(reverse("site-detail", args=[site.pk])))


@pytest.fixture
def known(cast, site):
    as_(cast.carla).post(reverse("site-address-change", args=[site.pk]), WHERE)
    return site


def test_who_gives_places_reads_the_address_and_that_is_written_down(cast, known):
    for user in (cast.carla, cast.sonia):
        reads = AuditEvent.objects.filter(verb="site.address_read", actor=user)
        before = reads.count()
        assert detail(user, known).says("Calle 10 # 4-22", "Señora Pilar 3001234567")
        assert reads.count() == before + 1


def test_others_who_see_the_site_see_no_address(cast, known):
    change = reverse("site-address-change", args=[known.pk])
    for user in (cast.ana, cast.adela):
        assert not detail(user, known).holds("Calle 10")
        assert as_(user).get(change).status_code == 404
        assert as_(user).post(change, {"address": "Otra"}).status_code == 404
    assert SiteAddress.objects.get().address == "Calle 10 # 4-22"


def test_the_address_is_typed_anew_and_the_log_says_who_did(cast, known):
    change = reverse("site-address-change", args=[known.pk])
    form = page_of(as_(cast.sonia).get(change))
    assert form.fields["contact"] == "Señora Pilar"
    as_(cast.sonia).post(change, {**WHERE, "address": "Avenida 5"})
    row = SiteAddress.objects.get()
    assert (row.address, row.changed_by) == ("Avenida 5", cast.sonia)
    assert AuditEvent.objects.filter(verb="site.address_changed").count() == 2
    assert page_of(as_(cast.sonia).post(change, {**WHERE, "phone": "¿?"})).refusals


def test_f49_a_site_says_who_guards_it_and_what_it_asks(cast, site):
    address = reverse("site-change", args=[site.pk])
    form = page_of(as_(cast.sonia).get(address))
    told = {
        "code_name": "Casa Verde",
        "night_guard": "police",
        "house_rules": "Sin visitas.\nHasta las 9.",
    }
    as_(cast.sonia).post(address, {**form.fields, **told})
    page = detail(cast.carla, site)
    assert page.every_fact("Nombre en clave") == ["Casa Verde"]
    assert page.every_fact("Vigilancia nocturna") == ["Policía o ejército"]
    assert page.says("Sin visitas. Hasta las 9.")


def test_f48_beds_are_counted_by_kind_of_space(cast):
    site = a_site(cast.cucuta, beds=[2, 4], run_by=cast.carla)
    a_room(site, 8, name="Patio", kind="tent")
    hall = a_room(site, 10, name="Salón", kind="hall")
    hall.beds.filter(position__gt=7).update(kind="mattress")
    [said] = detail(cast.carla, site).every_fact("Camas por tipo de espacio")
    assert said == "Carpa 8 · Salón 7 · Habitación 6 · En el piso 3"
