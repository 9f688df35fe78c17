"""A power of attorney represents somebody once its signature is recorded: on its page, undone there, and counted."""

import pytest
from django.urls import reverse

from accounts.access import NotAllowed
from asylum.letters.actions import issue_letter, retract_signature, revoke_letter, sign_letter
from asylum.letters.choices import LetterKind
from casework.register.models.individual import Individual
from reporting.figures.asylum import legal_help
from tests.asylum.build import D, a_client, an_application
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("law")
TODAY = D(2019, 5, 16)
NOT_YET = "No registrada: todavía no representa a nadie"


def represented() -> int:
    may = {"since": D(2019, 5, 1), "until": D(2019, 5, 31)}
    return legal_help(Individual.objects.all(), **may).represented


@pytest.fixture
def power(cast):
    return issue_letter(a_client(cast), kind=LetterKind.POWER, language="es", by=cast.lucia)


def test_a_power_counts_once_its_page_says_who_signed_it_and_no_more_when_that_was_a_mistake(
    cast, power
):
    client = as_(cast.lucia)
    page = page_of(client.get(power.get_absolute_url()))
    assert page.says(NOT_YET, "Sin firma registrada")
    assert represented() == 0
    address = reverse("letter-sign", args=[power.pk])
    assert address in page.links
    assert page_of(client.get(address)).fields["signer"] == power.individual.full_name
    sent = {"on": "16/5/2019", "signer": "Yorman Rodríguez"}
    assert client.post(address, sent).status_code == 302
    page = page_of(client.get(power.get_absolute_url()))
    assert page.says("16 may 2019, Yorman Rodríguez · Lucia")
    assert not page.says(NOT_YET)
    assert represented() == 1
    undo = reverse("letter-signature-retract", args=[power.pk])
    assert undo in page.links
    assert page_of(client.post(undo, {"reason": ""}), whatever_status=True).refusals
    assert represented() == 1
    assert client.post(undo, {"reason": "Firmó otro poder"}).status_code == 302
    page = page_of(client.get(power.get_absolute_url()))
    assert page.says(NOT_YET, "Yorman Rodríguez", "Firmó otro poder")
    assert represented() == 0


def test_a_signature_is_told_in_the_story_of_the_case_and_a_valid_code_does_not_claim_it(
    cast, power
):
    client, case = as_(cast.lucia), power.individual.memberships.get().case
    story = reverse("case-timeline", args=[case.number])
    told, only_made = "registró que se firmó una carta", "Que esta oficina hizo el papel"
    assert not page_of(client.get(story)).says(told)
    assert page_of(client.get(power.get_absolute_url())).says(only_made)
    sign_letter(power, on=TODAY, signer="Yorman", by=cast.lucia)
    assert page_of(client.get(story)).says(f"Lucia {told}")
    assert not page_of(client.get(power.get_absolute_url())).says(only_made)
    retract_signature(power, reason="Otro", by=cast.lucia)
    assert not page_of(client.get(story)).says(told)


def test_the_strip_of_the_person_tells_an_unsigned_power_from_a_signed_one(cast, power):
    number = power.individual.memberships.get().case.number
    address = reverse("case-part", args=[number, "law"])
    assert page_of(as_(cast.lucia).get(address)).says("Sin firma registrada")
    sign_letter(power, on=TODAY, signer="Yorman", by=cast.lucia)
    assert not page_of(as_(cast.lucia).get(address)).says("Sin firma registrada")


def test_what_no_power_can_say_is_refused(cast, power):
    with refused("The letter was made on a later day", field="on"):
        sign_letter(power, on=D(2019, 5, 15), signer="Yorman", by=cast.lucia)
    with refused("This day lies in the future", field="on"):
        sign_letter(power, on=D(2019, 5, 17), signer="Yorman", by=cast.lucia)
    with refused("Say who signed", field="signer"):
        sign_letter(power, on=TODAY, signer=" ", by=cast.lucia)
    with refused("No signature is recorded"):
        retract_signature(power, reason="Otro", by=cast.lucia)
    with pytest.raises(NotAllowed):
        sign_letter(power, on=TODAY, signer="Yorman", by=cast.ana)
    sign_letter(power, on=TODAY, signer="Yorman", by=cast.lucia)
    with refused("The signature is recorded already"):
        sign_letter(power, on=TODAY, signer="Yorman", by=cast.lucia)
    revoke_letter(power, reason="Otro nombre", by=cast.lucia)
    assert represented() == 0
    other = issue_letter(power.individual, kind=LetterKind.POWER, language="es", by=cast.lucia)
    revoke_letter(other, reason="Otro nombre", by=cast.lucia)
    with refused("This letter is revoked already"):
        sign_letter(other, on=TODAY, signer="Yorman", by=cast.lucia)


def test_no_other_letter_is_signed(cast):
    claim = an_application(cast)
    kind = LetterKind.CERTIFICATE
    letter = issue_letter(claim.individual, kind=kind, language="es", by=cast.lucia)
    page = page_of(as_(cast.lucia).get(letter.get_absolute_url()))
    assert not page.says(NOT_YET)
    with refused("Only of a power of attorney"):
        sign_letter(letter, on=TODAY, signer="Yorman", by=cast.lucia)
