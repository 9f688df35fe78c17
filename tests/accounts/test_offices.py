"""Offices, teams and colleagues whose names were mistyped."""

import pytest

from accounts.access import NotAllowed
from accounts.actions.offices import change_office, change_team
from accounts.actions.users import rename_user
from accounts.models import AuditEvent
from tests.cast import log_in
from tests.refusals import refused


def test_a_mistyped_office_is_put_right_from_its_list(cast):
    adela = log_in(cast.adela)
    page = adela.get("/offices/").content.decode()
    address = f"/offices/{cast.cucuta.pk}/"
    assert address in page
    form = adela.get(address).context["form"]
    assert form["name"].value() == cast.cucuta.name
    adela.post(address, {"name": "Cúcuta Centro", "country": "CO", "time_zone": "America/Caracas"})
    was = cast.cucuta.name
    cast.cucuta.refresh_from_db()
    assert (cast.cucuta.name, cast.cucuta.time_zone) == ("Cúcuta Centro", "America/Caracas")
    event = AuditEvent.objects.get(verb="office.changed")
    assert event.details == {"before": {"name": was, "time_zone": "America/Bogota"}}


def test_a_mistyped_team_is_put_right_and_two_do_not_share_a_name(cast):
    adela, address = log_in(cast.adela), f"/teams/{cast.norte.pk}/"
    assert address in adela.get("/offices/").content.decode()
    adela.post(address, {"name": "Frontera"})
    cast.norte.refresh_from_db()
    assert cast.norte.name == "Frontera"
    other = cast.cucuta.teams.exclude(pk=cast.norte.pk).first()
    with refused("a team with this name", field="name"):
        change_team(cast.norte, name=other.name.upper(), by=cast.adela)


def test_nothing_changed_is_said_and_only_administrators_change(cast):
    office = cast.cucuta
    facts = {"name": office.name, "country": office.country, "time_zone": office.time_zone}
    with refused("Nothing was changed"):
        change_office(office, **facts, by=cast.adela)
    with pytest.raises(NotAllowed):
        change_office(office, **facts | {"name": "Otra"}, by=cast.sonia)
    with pytest.raises(NotAllowed):
        change_team(cast.norte, name="Otro", by=cast.ana)
    with pytest.raises(NotAllowed):
        rename_user(cast.ana, full_name="Otra", title="", by=cast.ana)


def test_the_name_of_a_colleague_is_put_right_and_the_address_is_not(cast):
    adela, address = log_in(cast.adela), f"/users/{cast.ana.pk}/name/"
    was = cast.ana.full_name
    assert address in adela.get(f"/users/{cast.ana.pk}/").content.decode()
    assert set(adela.get(address).context["form"].fields) == {"full_name", "title"}
    adela.post(address, {"full_name": "Ana Lucía Rincón"})
    cast.ana.refresh_from_db()
    assert cast.ana.full_name == "Ana Lucía Rincón"
    assert AuditEvent.objects.get(verb="account.renamed").details == {"before": was}
    with refused("Nothing was changed", field="full_name"):
        rename_user(cast.ana, full_name="Ana Lucía Rincón", title="", by=cast.adela)
