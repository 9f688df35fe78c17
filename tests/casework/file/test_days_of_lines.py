"""A line of the timeline is on the day of the event, and shows a later day of recording."""

import datetime

from django.urls import reverse

from casework.needs.actions import record_need
from pages.dates import short_date
from partners.loading import load_reference
from reference.models import NeedCode
from tests.aid.build import a_commitment
from tests.build import an_arrival, people_of
from tests.casework.referrals.test_referrals import a_referral
from tests.cast import Cast, as_
from tests.page import page_of

DAY = datetime.date(2019, 3, 5)


def test_nobody_recorded_a_need_on_the_day_on_which_it_began(cast: Cast):
    case, today = an_arrival(cast), cast.ana.today()
    load_reference()
    person, code = people_of(case)[0], NeedCode.objects.get(pk="SM-MN")
    record_need(person, code=code, starts_on=DAY, source="x", by=cast.ana)
    for name in ("case-timeline", "case-timeline-print"):
        page = page_of(as_(cast.ana).get(reverse(name, args=[case.number])))
        assert page.says(
            f"Necesidad de {person.display_name}: {code} · registró {cast.ana} el {short_date(today)}"
        )
        assert page.says(f"Llegó la familia · registró {cast.ana} el {short_date(today)}")


def test_what_is_recorded_on_its_day_says_no_other_day(cast: Cast):
    case = an_arrival(cast, on=cast.ana.today())
    page = page_of(as_(cast.ana).get(reverse("case-timeline", args=[case.number])))
    assert page.says(f"Llegó la familia · registró {cast.ana}")
    assert not page.says(f"registró {cast.ana} el")


def test_a_step_of_a_referral_stands_on_its_day(cast: Cast):
    referral = a_referral(cast, on=DAY)
    client = as_(cast.ana)
    address = reverse("case-timeline", args=[referral.case.number])
    [day] = client.get(f"{address}?kind=referrals").context["days"]
    assert day.on == DAY
    assert page_of(client.get(address)).says(
        f"Borrador · registró {cast.ana} el {short_date(cast.ana.today())}"
    )


def test_confirmed_aid_is_not_told_as_a_promise(cast: Cast):
    case = an_arrival(cast)
    a_commitment(case, by=cast.ana, is_firm=True)
    a_commitment(case, by=cast.ana, kind="meals", is_firm=False)
    page = page_of(as_(cast.ana).get(reverse("case-timeline", args=[case.number]) + "?kind=aid"))
    assert page.says("anotó una ayuda confirmada para la familia: Alojamiento")
    assert page.says("anotó una ayuda prometida a la familia: Comidas")
