"""A form about somebody's papers leads back to where they stand in the file."""

import pytest
from django.urls import reverse

from asylum.letters.choices import LetterKind
from tests.asylum.build import a_client, a_permit, an_application
from tests.cast import Cast, as_
from tests.page import Page, page_of


def _trail(page: Page) -> str:
    """Where the line above the heading leads."""
    trails = (nav for nav in page.root.all("nav") if "trail" in nav.classes)
    return next((a.attributes["href"] for nav in trails for a in nav.all("a")), "")


@pytest.mark.usefixtures("law")
def test_pages_about_a_paper_lead_back_to_where_papers_stand(cast: Cast) -> None:
    person = a_client(cast)
    claim, permit = an_application(cast, person), a_permit(cast, person)
    law = reverse("case-part", args=[person.memberships.get().case.number, "law"])
    wanted = {
        reverse("permit-record", args=[person.pk]): f"{law}#permits",
        reverse("permit-renew", args=[permit.pk]): permit.get_absolute_url(),
        reverse("permit-cancel", args=[permit.pk]): permit.get_absolute_url(),
        reverse("application-move", args=[claim.pk]): claim.get_absolute_url(),
        reverse("flight-record", args=[person.pk]): f"{law}#flight",
        reverse("renunciation-record", args=[person.pk]): f"{law}#renunciation",
        reverse("letter-choose", args=[person.pk]): f"{law}#letters",
        reverse("letter-issue", args=[person.pk, LetterKind.EMPLOYER]): reverse(
            "letter-choose", args=[person.pk]
        ),
    }
    reader = as_(cast.lucia)
    assert {url: _trail(page_of(reader.get(url))) for url in wanted} == wanted
