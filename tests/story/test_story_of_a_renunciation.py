"""A sergeant's renunciation in a browser, in Spanish, over three months and more.

He is identified and declares, is observed, something that another man said is held against him and he answers; two
verify, he is admitted, and recognised. His wife's own claim goes on while his is in doubt. The municipal policeman of
the family comes out as a civilian and is never asked.
"""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from playwright.sync_api import Browser

from asylum.evidence.models import StandingReview
from asylum.papers.models.renunciation import Renunciation
from asylum.procedure.models.application import AsylumApplication
from casework.register.choices import Category, Relation, Sex
from casework.register.models.individual import Individual
from tests.asylum.build import an_authority, referred
from tests.browser import chromium
from tests.build import a_row, an_arrival, people_of, reference
from tests.cast import Cast
from tests.story.desks import Desk, desk_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long(of="looks"),
    pytest.mark.django_db(transaction=True),
]

THREE_MONTHS = 92


@pytest.fixture
def family(cast: Cast, settings: Any, tmp_path: Any) -> list[Individual]:
    """A sergeant, his wife, and her brother, who was a municipal policeman."""
    settings.MEDIA_ROOT = tmp_path
    reference()
    an_authority()
    rows = [
        a_row("Yorman José", sex=Sex.MALE, born=1991, category=Category.FORMER_MEMBER),
        a_row("Marleny", "Suárez", sex=Sex.FEMALE, born=1994, relation=Relation.SPOUSE),
        a_row(
            "Wilmer",
            "Suárez",
            sex=Sex.MALE,
            born=1990,
            relation=Relation.IN_LAW,
            category=Category.FORMER_MEMBER,
        ),
    ]
    case = an_arrival(cast, people=rows, on=cast.cucuta.today() - datetime.timedelta(days=3))
    return people_of(referred(case, cast))


@contextmanager
def after(days: int) -> Iterator[None]:
    with time_machine.travel(timezone.now() + datetime.timedelta(days=days), tick=True):
        yield


def test_the_story_of_a_renunciation(
    live_server: Any, cast: Cast, family: list[Individual]
) -> None:
    sergeant, wife, policeman = family
    address = live_server.url
    with chromium() as browser:
        with desk_of(browser, address, "lucia") as lucia:
            he_is_identified_and_declares(lucia, sergeant, cast)
            he_comes_out_as_a_civilian(lucia, policeman)
            both_apply(lucia, sergeant, wife)
        with after(THREE_MONTHS):
            nothing_passed_by_itself(browser, address, sergeant)
            two_verify(browser, address, sergeant)
            both_are_admitted(browser, address, sergeant, wife)
            somebody_speaks_against_him(browser, address, sergeant)
            hers_goes_on_meanwhile(browser, address, wife)
            he_answers(browser, address, sergeant)
            he_is_recognised(browser, address, sergeant)
        assert Renunciation.objects.filter(individual=policeman).count() == 0


def file_of(desk: Desk, person: Individual) -> None:
    desk.opens(f"/renunciations/file/{person.pk}/")
    desk.sees("Ficha de renuncia")


def chooses(desk: Desk, question: str, said: str) -> None:
    desk.sees(question)
    desk.page.get_by_role("group", name=question).get_by_label(said, exact=True).check()


def fills(desk: Desk, **said: str) -> None:
    """Fields by the name under which they are sent."""
    for name, value in said.items():
        desk.page.locator(f"main [name={name}]").fill(value)


def picks(desk: Desk, name: str, label: str) -> None:
    desk.page.locator(f"main select[name={name}]").select_option(label=label)


def he_is_identified_and_declares(desk: Desk, sergeant: Individual, cast: Cast) -> None:
    file_of(desk, sergeant)
    desk.goes_to("Lo que dice la autoridad")
    chooses(desk, "¿La autoridad le pide la renuncia a esta persona?", "Sí")
    fills(desk, on="hoy", reference="Acta 12")
    picks(desk, "outcome", "Excombatiente")
    picks(desk, "method", "Preguntas, papeles o equipaje")
    desk.presses("Guardar")
    file_of(desk, sergeant)
    desk.sees("Excombatiente", "Acta 12")
    desk.goes_to("Registrar una renuncia")
    chooses(desk, "Firma", "Firmada")
    chooses(desk, "Carácter", "Permanente")
    chooses(desk, "Se explicaron las consecuencias", "Sí")
    chooses(desk, "La persona recibió copia", "Sí")
    desk.presses("Guardar")
    desk.sees("Se registró la renuncia.")
    file_of(desk, sergeant)
    desk.goes_to("Comenzó una observación")
    ends = cast.cucuta.today() + datetime.timedelta(days=90)
    fills(desk, starts_on="hoy", planned_until=ends.isoformat(), review_on=ends.isoformat())
    fills(desk, reasons="Ocho años de servicio; entregó las armas el primer día.")
    desk.presses("Guardar")
    file_of(desk, sergeant)
    desk.sees("Ocho años de servicio")


def he_comes_out_as_a_civilian(desk: Desk, policeman: Individual) -> None:
    file_of(desk, policeman)
    desk.goes_to("Lo que dice la autoridad")
    chooses(desk, "¿La autoridad le pide la renuncia a esta persona?", "No")
    fills(desk, on="hoy", reference="Acta 13")
    picks(desk, "outcome", "Civil")
    desk.presses("Guardar")
    desk.opens("/renunciations/missing/")
    desk.does_not_see("Wilmer")
    desk.opens("/renunciations/unknown/")
    desk.does_not_see("Wilmer")


def both_apply(desk: Desk, sergeant: Individual, wife: Individual) -> None:
    for person in (sergeant, wife):
        desk.opens(f"/applications/new/{person.pk}/")
        fills(desk, lodged_on="hoy")
        desk.presses("Guardar")
        desk.sees("Se registró la solicitud.")


def nothing_passed_by_itself(browser: Browser, address: str, sergeant: Individual) -> None:
    with desk_of(browser, address, "lucia") as lucia:
        file_of(lucia, sergeant)
        lucia.sees("Registrada")
        lucia.does_not_see("Verificada")
        lucia.goes_to("Revisión de la observación")
        chooses(lucia, "¿Qué dijo la autoridad?", "La autoridad la terminó")
        fills(lucia, on="hoy", found="Trabaja en una panadería; sin contacto con su mando.")
        picks(lucia, "authority", "Ministerio de prueba")
        lucia.presses("Guardar")
        file_of(lucia, sergeant)
        lucia.sees("La autoridad la terminó", "Trabaja en una panadería")


def two_verify(browser: Browser, address: str, sergeant: Individual) -> None:
    paper = Renunciation.objects.get(individual=sergeant)
    with desk_of(browser, address, "lucia") as lucia:
        lucia.opens(paper.get_absolute_url())
        lucia.goes_to("Entregarla a la autoridad")
        fills(lucia, on="hoy")
        lucia.presses("Entregarla a la autoridad")
        lucia.sees("Usted registró")
        assert lucia.page.get_by_role("link", name="La autoridad la aceptó").count() == 0
    with desk_of(browser, address, "luis") as luis:
        luis.opens(paper.get_absolute_url())
        luis.goes_to("La autoridad la aceptó")
        fills(luis, on="hoy", reference="MRE-1", because="El acta llega el lunes.")
        picks(luis, "authority", "Ministerio de prueba")
        luis.presses("La autoridad la aceptó")
        luis.sees("Usted registró: Verificada.")


def moves(desk: Desk, person: Individual, to: str, **said: str) -> None:
    claim = AsylumApplication.objects.get(individual=person)
    desk.opens(f"{claim.get_absolute_url()}move/?to={to}")
    desk.page.locator(f"main [name=to][value={to}]").check()
    fills(desk, on="hoy", **said)
    desk.presses("Guardar")
    claim.refresh_from_db()
    assert claim.status == to, desk.page.locator("main").inner_text()


def both_are_admitted(
    browser: Browser, address: str, sergeant: Individual, wife: Individual
) -> None:
    with desk_of(browser, address, "lucia") as lucia:
        for person in (sergeant, wife):
            moves(lucia, person, "admitted")


def somebody_speaks_against_him(browser: Browser, address: str, sergeant: Individual) -> None:
    """What somebody in a video says is put down as his; a review opens, and nothing else changes."""
    with desk_of(browser, address, "luis") as luis:
        file_of(luis, sergeant)
        luis.goes_to("Registrar un indicio")
        chooses(luis, "¿Habla a favor o en contra de la renuncia?", "Habla en contra")
        picks(luis, "sign", "Dijo que tomará las armas, o que no")
        luis.page.locator("main select[name=channel]").select_option(index=1)
        fills(luis, on="hoy", what="Llama a tomar las armas.", source="Un video que circuló")
        chooses(luis, "¿Fue esta persona?", "Con seguridad esta persona")
        chooses(
            luis, "¿Cuánto se le puede creer a la fuente?", "De oídas, o de una fuente interesada"
        )
        luis.presses("Guardar")
    assert StandingReview.objects.filter(individual=sergeant, resolved_at=None).count() == 1
    assert Renunciation.objects.get(individual=sergeant).status == "verified"
    assert AsylumApplication.objects.get(individual=sergeant).status == "admitted"


def hers_goes_on_meanwhile(browser: Browser, address: str, wife: Individual) -> None:
    with desk_of(browser, address, "lucia") as lucia:
        moves(lucia, wife, "summoned", interview_on="hoy")
        moves(lucia, wife, "interviewed")


def he_answers(browser: Browser, address: str, sergeant: Individual) -> None:
    with desk_of(browser, address, "lucia") as lucia:
        file_of(lucia, sergeant)
        lucia.sees("Llama a tomar las armas.")
        lucia.goes_to("Lo que dice la persona")
        chooses(lucia, "¿Respondió la persona?", "Respondió")
        fills(lucia, on="hoy", text="No soy yo: tengo una cicatriz que ese hombre no tiene.")
        lucia.presses("Guardar")
        file_of(lucia, sergeant)
        lucia.sees("tengo una cicatriz")
        lucia.goes_to("Resolver la revisión")
        chooses(lucia, "¿Qué concluyó?", "No se sostiene, o no se trata de esta persona")
        fills(lucia, because="La cicatriz y el año no concuerdan.")
        lucia.presses("Guardar")
        file_of(lucia, sergeant)
        lucia.sees("La cicatriz y el año no concuerdan.", "Verificada")


def he_is_recognised(browser: Browser, address: str, sergeant: Individual) -> None:
    with desk_of(browser, address, "lucia") as lucia:
        moves(lucia, sergeant, "summoned", interview_on="hoy")
        moves(lucia, sergeant, "interviewed")
        moves(lucia, sergeant, "recognised", resolved_on="hoy")
        file_of(lucia, sergeant)
        lucia.sees("Refugio reconocido")
