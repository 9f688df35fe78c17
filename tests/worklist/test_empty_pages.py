"""An empty product says on each page what would stand there and what comes first, and promises no good news."""

import datetime

import pytest
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Grant, User
from accounts.roles import Role
from reporting.forms.tables import PrepareTableForm, first_recorded_day
from tests.aid.build import a_commitment
from tests.build import an_arrival, people_of
from tests.cast import SINCE, Cast, as_, give
from tests.page import page_of
from tests.shelters.build import a_family, a_site, a_stay, beds_of


@pytest.mark.parametrize(
    ("who", "page", "sentence", "leads_to"),
    [
        ("adela", "due-list", "Nada de lo registrado vence.", "agreement-record"),
        ("ana", "due-list", "Nada de lo registrado vence.", "arrival-log"),
        ("aurelio", "report-list", "La prepara la administración cuando termina el mes", ""),
        ("adela", "report-list", "y la entrega la supervisión", "report-prepare"),
        ("adela", "request-list", "Anote quién pide qué a quién", "request-make"),
        ("carla", "request-list", "Anote quién pide qué a quién", ""),
        ("adela", "pledge-list", "Empiece por lo que se busca", "pledge-record"),
        ("adela", "forecast-counts", "No hay ayuda registrada", "agreement-record"),
        ("ana", "forecast", "No hay ninguna familia registrada a su alcance", ""),
        ("adela", "site-open", "Quién administra el lugar", "organisation-add"),
    ],
)
def test_an_empty_page_says_the_one_thing_to_do(
    cast: Cast, who: str, page: str, sentence: str, leads_to: str
) -> None:
    shown = page_of(as_(cast.users[who]).get(reverse(page)))
    assert shown.says(sentence), shown.text
    main = next(iter(shown.root.all("main")))
    links = [link.attributes.get("href", "") for link in main.all("a")]
    if leads_to:
        assert reverse(leads_to) in links


def test_no_chart_is_drawn_of_sites_that_are_not_there(cast: Cast) -> None:
    today = page_of(as_(cast.adela).get(reverse("today")))
    assert not today.says("Camas por noche")
    a_site(cast.cucuta, beds=[2], name="Hotel Puente")
    assert page_of(as_(cast.adela).get(reverse("today"))).says("Camas por noche")


def test_nobody_loses_aid_is_said_only_where_somebody_has_some(cast: Cast) -> None:
    far = cast.ana.today() + datetime.timedelta(days=200)
    a_commitment(a_family(cast.norte), by=cast.ana, until=far)
    page = page_of(as_(cast.adela).get(reverse("forecast-counts")))
    assert page.says("Nadie pierde ayuda en estos días.")
    assert not page.says("No hay ayuda registrada")


def test_months_before_anything_was_recorded_are_not_offered(cast: Cast) -> None:
    today = cast.adela.today()
    Grant.objects.filter(office=cast.cucuta).update(starts_on=today)
    adela = User.objects.get(pk=cast.adela.pk)
    assert PrepareTableForm(user=adela).fields["month"].choices == []
    page = page_of(as_(adela).get(reverse("report-prepare")))
    assert page.says("Todavía no hay mes que contar")
    assert not page.says("Quién la leerá")


def test_what_was_recorded_of_earlier_months_counts(cast: Cast) -> None:
    assert first_recorded_day(cast.cucuta) == SINCE
    early = datetime.date(2017, 11, 9)
    an_arrival(cast, on=early)
    assert first_recorded_day(cast.cucuta) == first_recorded_day(cast.arauca, cast.cucuta) == early
    assert first_recorded_day(cast.arauca) == SINCE


def test_a_month_before_this_office_began_is_refused_though_another_has_it(cast: Cast) -> None:
    today = cast.adela.today()
    give(cast.adela, Role.ADMINISTRATOR, cast.arauca)
    Grant.objects.filter(office=cast.arauca).update(starts_on=today)
    asked = {"month": "2019-02-01", "audience": "partner", "office": str(cast.arauca.pk)}
    form = PrepareTableForm(asked, user=User.objects.get(pk=cast.adela.pk))
    assert not form.is_valid()
    assert "Arauca" in form.errors["month"][0]


def test_a_user_who_is_alone_reads_whom_to_invite_and_where_mail_goes(
    cast: Cast, settings: Settings
) -> None:
    settings.EMAIL_HOST, settings.MAIL_LIES_IN_FOLDER = "", True
    page = page_of(as_(cast.adela).get(reverse("user-list")))
    assert page.says("De aquí no sale ningún correo")
    assert not page.says("Por ahora nadie más tiene cuenta")
    assert not page_of(as_(cast.aurelio).get(reverse("user-list"))).says("De aquí no sale")
    settings.MAIL_LIES_IN_FOLDER = False
    assert page_of(as_(cast.adela).get(reverse("user-list"))).says("No hay servidor de correo")
    settings.EMAIL_HOST = "mail.example.org"
    assert not page_of(as_(cast.adela).get(reverse("user-list"))).says("No hay servidor de correo")


def test_the_footer_of_a_demonstration_warns_and_claims_nothing(cast: Cast) -> None:
    page = page_of(as_(cast.adela).get("/"))
    assert page.says("Demostración: no registre aquí a personas reales.")


@pytest.mark.parametrize("query", ["status=open", "status=open&caseworker=nobody"])
def test_a_tab_of_an_empty_list_says_what_comes_first(cast: Cast, query: str) -> None:
    address = f"{reverse('case-list')}?{query}"
    page = page_of(as_(cast.ana).get(address))
    assert page.says("Todavía no hay casos. Registre la primera llegada.")
    assert not page.says("Nada coincide con estos filtros.")
    chosen = page_of(as_(cast.ana).get(f"{address}&is_restricted=true"))
    assert chosen.says("Nada coincide con estos filtros."), "the reader chose these"


def test_a_tab_without_a_row_of_a_list_that_has_some_says_that_nothing_matches(cast: Cast) -> None:
    an_arrival(cast)
    page = page_of(as_(cast.ana).get(f"{reverse('case-list')}?status=closed"))
    assert page.says("Nada coincide con estos filtros.")
    assert not page.says("Todavía no hay casos.")


NOBODY = "Todavía no hay nadie registrado que usted pueda ver."
GOOD_NEWS = {
    "start-list": "A todas las personas se les dio a conocer el aviso más nuevo",
    "renunciation-missing": "Ya firmaron todas las personas",
    "renunciation-unknown": "Consta lo que dice la autoridad",
    "permit-missing": "Todas las personas con caso abierto tienen hoy",
    "work-right-missing": "Todos los documentos registrados mencionan",
    "activity-missing": "Todas las personas que llevan 30 días aquí",
    "family-without-bed-list": "Esta noche todas las personas tienen cama.",
}


@pytest.mark.parametrize("listed", GOOD_NEWS)
def test_no_list_tells_good_news_of_nobody(cast: Cast, listed: str) -> None:
    def says_nobody(reader: User) -> bool:
        page = page_of(as_(reader).get(reverse(listed)))
        assert not (page.says(NOBODY) and page.says(GOOD_NEWS[listed]))
        return page.says(NOBODY)

    assert says_nobody(cast.ana)
    an_arrival(cast)
    assert not says_nobody(cast.ana)
    assert says_nobody(cast.bruno), "whom the other team looks after is out of sight"


def a_family_with_a_bed(cast: Cast) -> None:
    site = a_site(cast.cucuta, beds=[4])
    [person] = people_of(a_family(cast.norte))
    a_stay(person, site, beds_of(site)[0], by=cast.sonia)


def test_an_empty_inbox_names_the_list_of_dates_to_whoever_has_one(cast: Cast) -> None:
    said = {
        name: page_of(as_(cast.users[name]).get(reverse("inbox"))).says("Vencimientos»")
        for name in ("ana", "aurelio")
    }
    assert said == {"ana": True, "aurelio": False}


def test_good_news_is_told_of_somebody(cast: Cast) -> None:
    a_family_with_a_bed(cast)
    for listed in ("renunciation-missing", "work-right-missing", "family-without-bed-list"):
        page = page_of(as_(cast.ana).get(reverse(listed)))
        assert page.says(GOOD_NEWS[listed]), page.text


def test_a_coordinator_without_a_site_does_not_read_that_everybody_has_a_bed(cast: Cast) -> None:
    """Sonia sees somebody without a bed, and Carla, who runs no site yet, nobody."""
    an_arrival(cast, on=cast.ana.today())
    listed = reverse("family-without-bed-list")
    assert "Rodríguez" in page_of(as_(cast.sonia).get(listed)).text
    for address in (listed, reverse("today")):
        page = page_of(as_(cast.carla).get(address))
        assert page.says("Todavía ningún sitio es suyo.", "Supervisión, Administración"), page.text
        assert "Rodríguez" not in page.text
        assert not page.says("todas las personas tienen cama")
        assert not page.says("Un día tranquilo")
        assert "sin cama esta noche" not in page.text
    a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    page = page_of(as_(cast.carla).get(listed))
    assert "Rodríguez" in page.text
    assert not page.says("Todavía ningún sitio es suyo.")


def test_a_supervisor_who_is_coordinator_too_needs_no_posting(cast: Cast) -> None:
    give(cast.sonia, Role.COORDINATOR, cast.cucuta)
    a_family_with_a_bed(cast)
    page = page_of(as_(cast.sonia).get(reverse("family-without-bed-list")))
    assert page.says(GOOD_NEWS["family-without-bed-list"])


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("ana", f"{NOBODY} Registre la primera llegada."),
        ("lucia", NOBODY),
        ("sonia", f"{NOBODY} Registre la primera llegada."),
    ],
)
def test_today_claims_no_calm_day_of_nobody(cast: Cast, who: str, said: str) -> None:
    page = page_of(as_(cast.users[who]).get(reverse("today")))
    assert page.says(said), page.text
    assert not page.says("Un día tranquilo")


def test_before_anybody_is_on_file_today_leads_to_the_first_steps(
    cast: Cast, settings: Settings
) -> None:
    settings.INVENTS_PEOPLE = False
    steps = "Lo primero está abajo, en «Primeros pasos»."
    for who, said in (("adela", steps), ("sonia", f"{NOBODY} {steps}")):
        page = page_of(as_(cast.users[who]).get(reverse("today")))
        assert page.says(said), page.text
        assert not page.says("Un día tranquilo")
    assert not page_of(as_(cast.adela).get(reverse("today"))).says(NOBODY), "she sees no person"
