"""Pages of a site ask and say the last night that is paid; what is on file is the first that is not."""

import datetime

from django.urls import reverse

from tests.cast import Cast, as_
from tests.page import page_of
from tests.shelters.build import a_site

LAST, FIRST_WITHOUT = datetime.date(2031, 11, 25), datetime.date(2031, 11, 26)


def sent(form: object) -> dict[str, object]:
    """What a browser would send of the form as it stands."""
    return {name: form[name].value() or "" for name in form.fields}  # type: ignore[attr-defined, index]


def test_a_site_is_paid_and_under_contract_through_the_night_that_was_typed(cast: Cast) -> None:
    site = a_site(cast.cucuta, opened_on=datetime.date(2019, 2, 20))
    adela = as_(cast.adela)
    payment = {"paid_until": "25 nov 2031", "paid_on": cast.adela.today().isoformat()}
    adela.post(reverse("site-payment-record", args=[site.pk]), payment)
    contract = {"starts_on": "2019-02-20", "ends_on": "2031-12-31"}
    adela.post(reverse("site-contract-record", args=[site.pk]), contract)
    site.refresh_from_db()
    assert (site.paid_until, site.contract_ends_on) == (FIRST_WITHOUT, datetime.date(2032, 1, 1))
    page = page_of(adela.get(reverse("site-list")))
    assert page.says(
        "25 nov",
        "hasta la noche del 31 dic 2031",
    )


def test_the_form_shows_the_night_again_and_sent_as_it_came_it_moves_no_night(cast: Cast) -> None:
    site = a_site(cast.cucuta, paid_until=FIRST_WITHOUT)
    url = reverse("site-payment-correct", args=[site.sitepayments.get().pk])
    form = as_(cast.adela).get(url).context["form"]
    assert form["paid_until"].value() == LAST
    answer = as_(cast.adela).post(url, {**sent(form), "paper": "Recibo 12"})
    assert answer.status_code == 302, answer.context["form"].errors
    site.refresh_from_db()
    assert (site.sitepayments.get().paper, site.paid_until) == ("Recibo 12", FIRST_WITHOUT)


def test_a_contract_of_one_night_is_one(cast: Cast) -> None:
    site = a_site(cast.cucuta)
    url = reverse("site-contract-record", args=[site.pk])
    night = {"starts_on": "2031-11-25", "ends_on": "2031-11-25"}
    as_(cast.adela).post(url, night)
    site.refresh_from_db()
    assert (site.contract_starts_on, site.contract_ends_on) == (LAST, FIRST_WITHOUT)
    answer = as_(cast.adela).post(url, {**night, "ends_on": "nadie sabe"})
    assert "ends_on" in answer.context["form"].errors
