"""Pathways and kinds of papers stand on a page for everybody; whoever keeps the lists confirms where a row comes from."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from asylum.pathways.actions import correct_pathway
from asylum.pathways.models import PathwayPaper, PathwayStage, PermitKind
from tests.asylum.build import D
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

SAID = {
    "legal_reference": "Decreto 1067 de 2015, art. 2.2.3.1.6.1",
    "source": "Diario Oficial",
    "confidence": "V1",
    "verified_by": "Abogada de planta",
    "verified_on": D(2019, 5, 2),
}


def test_everybody_reads_the_pathways_and_whoever_keeps_the_lists_confirms_a_source(cast, law):
    call_command("load_pathways", verbosity=0)
    row = PathwayStage.objects.get(country="CO", stage="received")
    address = reverse("pathway-stage-correct", args=[row.pk])
    page = reverse("pathway-detail", args=["CO"])
    for reader in (cast.lucia, cast.adela, cast.ana):
        assert page in page_of(as_(reader).get(reverse("pathway-list"))).links
        shown = page_of(as_(reader).get(page))
        assert shown.says("Clases de papeles", "Salvoconducto SC-2")
        assert (address in shown.links) == (reader == cast.adela)
        assert shown.says("load_pathways") == (reader == cast.adela)
    assert reverse("pathway-list") in page_of(as_(cast.adela).get(reverse("catalogue"))).links
    adela = as_(cast.adela)
    sent = SAID | {"verified_on": "2/5/2019"}
    assert list(
        adela.post(address, sent | {"verified_by": "", "source": ""}).context["form"].errors
    ) == ["source", "verified_by"]
    assert adela.post(address, sent).url == page
    assert page_of(adela.get(page)).says("Diario Oficial", "Abogada de planta, 2 may 2019")
    event = AuditEvent.objects.get(verb="pathway.corrected")
    assert event.details["confidence"] == ["M", "V1"]
    for stranger in (cast.lucia, cast.ana):
        assert as_(stranger).get(address).status_code == 404


@pytest.mark.parametrize("model", [PathwayStage, PathwayPaper, PermitKind])
def test_what_was_confirmed_stays_when_the_tables_are_loaded_again(cast, law, model):
    call_command("load_pathways", verbosity=0)
    row, other = model.objects.filter(country="CO")[:2]
    was = {field.name: getattr(other, field.name) for field in model._meta.concrete_fields}
    correct_pathway(row, **SAID, by=cast.adela)
    model.objects.filter(pk=row.pk).update(place=99)
    model.objects.filter(pk=other.pk).update(source="Otra")
    call_command("load_pathways", verbosity=0)
    row.refresh_from_db()
    other.refresh_from_db()
    assert {name: getattr(row, name) for name in SAID} == SAID
    assert row.place != 99
    assert {name: getattr(other, name) for name in was} == was


def test_a_source_is_confirmed_by_somebody_on_a_day(cast, law):
    row = PathwayStage.objects.filter(country="CO")[0]
    with refused(field="verified_on"):
        correct_pathway(row, **(SAID | {"verified_by": " "}), by=cast.adela)
    with pytest.raises(NotAllowed):
        correct_pathway(row, **SAID, by=cast.lucia)
