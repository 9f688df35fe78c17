import datetime

from django.urls import reverse

from accounts.models import User
from aid.due import agreements_ending, commitments_ending
from casework.register.models.case import FamilyMember
from pages.dates import short_date
from tests.aid.build import STARTS_ON, a_commitment, an_agreement
from tests.cast import Cast, as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site
from worklist.due.rows import due
from worklist.scheduler.tick import tick

DAY = datetime.timedelta(days=1)
TODAY = datetime.date(2019, 3, 1)
KINDS = ["commitment_ends", "agreement_ends"]


def seen_by(user: User) -> list[tuple[str, str]]:
    return [(row.kind, row.about_id) for row in due(user, today=TODAY, kinds=KINDS)]


def test_ends_of_aid_reach_those_who_see_the_family_or_the_site(cast: Cast) -> None:
    case = a_family(cast.norte)
    person = FamilyMember.objects.get(case=case).individual
    site = a_site(cast.cucuta, run_by=cast.carla)
    family, personal, of_site = (
        a_commitment(target, by=cast.sonia, until=TODAY + DAY * days)
        for days, target in enumerate((case, person, site), start=1)
    )
    agreement = an_agreement(cast, ends_on=TODAY + DAY * 9)
    own = [("commitment_ends", str(each.pk)) for each in (family, personal, of_site)]
    paid = ("agreement_ends", str(agreement.pk))
    # Carla sees the family because it has no bed.
    assert {name: seen_by(user) for name, user in cast.users.items()} == {
        "ana": own,
        "bruno": own[2:],
        "carla": [*own, paid],
        "lucia": [],
        "luis": [],
        "sonia": [*own, paid],
        "adela": [paid],
        "aurelio": [],
        "mara": [],
    }


def test_what_ends_with_its_agreement_or_was_only_said_or_never_began_is_not_listed(
    cast: Cast,
) -> None:
    case = a_family(cast.norte)
    agreement = an_agreement(cast, ends_on=TODAY + DAY * 5)
    a_commitment(case, by=cast.ana, agreement=agreement, until=TODAY + DAY * 9)
    a_commitment(case, by=cast.ana, is_firm=False, until=TODAY + DAY * 9)
    a_commitment(case, by=cast.ana)
    assert seen_by(cast.ana) == []


def test_the_sentences_name_the_case_by_its_number_only(cast: Cast) -> None:
    case = a_family(cast.norte, names=["Yorman Secreto"])
    commitment = a_commitment(case, by=cast.ana, until=STARTS_ON + DAY)
    agreement = an_agreement(cast, ends_on=TODAY)
    said = commitments_ending.sentence([commitment.pk]) | agreements_ending.sentence([agreement.pk])
    assert {key: text for key, (text, _who) in said.items()} == {
        commitment.pk: f"Alojamiento hasta el 1 feb 2019 · {case.number}",
        agreement.pk: "Fundación Puentes paga hasta el 28 feb 2019: Alojamiento, Comidas (CONV-001)",
    }


def test_every_page_says_the_same_last_day_of_an_aid(cast: Cast) -> None:
    today = cast.ana.today()
    gone_on, case = today + DAY * 3, a_family(cast.norte)
    agreement = an_agreement(cast, ends_on=gone_on)
    paid = a_commitment(case, by=cast.ana, kind="meals", agreement=agreement)
    # This one ends by itself, so that it falls due.
    own = a_commitment(case, by=cast.ana, kind="meals", starts_on=today, until=gone_on)
    tick()
    ana, sonia = cast.ana, cast.sonia
    last, wrong = short_date(gone_on - DAY), short_date(gone_on)
    pages = [
        (sonia, reverse("today"), f"Comidas hasta el {last}"),
        (ana, reverse("due-list"), f"Comidas hasta el {last}"),
        (ana, reverse("case-detail", args=[case.number]), f"Comidas hasta el {last}"),
        (ana, reverse("case-part", args=[case.number, "aid"]), last),
        (ana, reverse("commitment-list"), last),
        (ana, reverse("commitment-detail", args=[paid.pk]), last),
        (ana, reverse("commitment-detail", args=[own.pk]), last),
        (sonia, reverse("forecast"), last),
        (sonia, reverse("agreement-list"), last),
        (sonia, reverse("agreement-detail", args=[agreement.pk]), last),
        (sonia, reverse("due-list"), f"paga hasta el {last}: Alojamiento, Comidas"),
    ]
    for user, address, words in pages:
        page = page_of(as_(user).get(address, HTTP_ACCEPT_LANGUAGE="es"))
        assert page.holds(words), (address, page.text)
        # The first day without is said as such or not at all; the chart of the forecast counts day by day.
        text, _sign, _chart = page.text.partition("Personas por tipo de ayuda")
        assert wrong not in text.replace(f"Nada desde el {wrong}", ""), (address, text)
