"""Pages of a site ask and say the last night that is paid; what is on file is the first that is not."""

import datetime

from django.urls import reverse

from shelters.models import Site
from tests.cast import Cast, as_
from tests.page import page_of
from tests.shelters.build import a_municipality, a_site

LAST, FIRST_WITHOUT = datetime.date(2031, 11, 25), datetime.date(2031, 11, 26)


def typed(**facts: str) -> dict[str, str]:
    return {
        "name": "Hotel Sol",
        "kind": "hotel",
        "accommodation_type": "1",
        "municipality": str(a_municipality().pk),
        "opened_on": "2031-11-01",
        **facts,
    }


def test_a_new_site_is_paid_through_the_night_that_was_typed(cast: Cast) -> None:
    form = as_(cast.adela).get(reverse("site-open")).context["form"]
    kinds = dict(form.fields["accommodation_type"].choices)
    facts = typed(
        accommodation_type=next(each for each in kinds if each),
        office=str(cast.cucuta.pk),
        paid_until="25 nov 2031",
        contract_ends_on="2031-12-31",
    )
    as_(cast.adela).post(reverse("site-open"), facts)
    site = Site.objects.get(name="Hotel Sol")
    assert (site.paid_until, site.contract_ends_on) == (FIRST_WITHOUT, datetime.date(2032, 1, 1))
    page = page_of(as_(cast.adela).get(reverse("site-list")))
    assert page.says(
        "hasta la noche del 25 nov 2031",
        "hasta la noche del 31 dic 2031",
    )


def test_the_form_shows_the_night_again_and_sent_as_it_came_it_moves_no_night(cast: Cast) -> None:
    site = a_site(cast.cucuta, paid_until=FIRST_WITHOUT)
    url = reverse("site-change", args=[site.pk])
    form = as_(cast.adela).get(url).context["form"]
    assert form["paid_until"].value() == LAST
    assert form["contract_ends_on"].value() is None
    sent = {name: form[name].value() or "" for name in form.fields}
    as_(cast.adela).post(url, {**sent, "name": "Hotel Luna"})
    site.refresh_from_db()
    assert (site.name, site.paid_until) == ("Hotel Luna", FIRST_WITHOUT)


def test_a_contract_of_one_night_is_one(cast: Cast) -> None:
    site = a_site(cast.cucuta)
    url = reverse("site-change", args=[site.pk])
    form = as_(cast.adela).get(url).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields}
    night = {"contract_starts_on": "2031-11-25", "contract_ends_on": "2031-11-25"}
    as_(cast.adela).post(url, {**sent, **night})
    site.refresh_from_db()
    assert (site.contract_starts_on, site.contract_ends_on) == (LAST, FIRST_WITHOUT)
    answer = as_(cast.adela).post(
        url, {**sent, **night, "contract_ends_on": "nadie sabe", "version": ""}
    )
    assert "contract_ends_on" in answer.context["form"].errors
