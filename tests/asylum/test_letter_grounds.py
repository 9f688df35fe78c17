"""A letter of which the ground is gone is not valid: strangers read it at once, and the lawyer is told."""

import datetime
import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from asylum.claims.actions import move_application
from asylum.letters.actions import issue_letter, revoke_letter
from asylum.letters.choices import LetterKind
from asylum.letters.facts import why_not_issued
from asylum.pathways.choices import ApplicationStatus, DeadlineKind, PermitType
from asylum.permits.actions import cancel_permit, renew_permit
from asylum.procedure.models.deadline import LegalDeadline
from casework.register.choices import ExitType
from casework.register.models.individual import Individual
from tests.asylum.build import D, a_client, a_permit, a_referred_family, an_application, answers
from tests.asylum.test_letters import text_of
from tests.cast import as_
from tests.page import page_of
from worklist.due.rows import due

pytestmark = pytest.mark.usefixtures("law")

S = ApplicationStatus
TODAY = D(2019, 5, 16)


def make(cast, person, kind, maker=None, **asked):
    return issue_letter(person, kind=kind, language="es", by=maker or cast.lucia, **asked)


def is_valid(letter):
    page = page_of(Client().get(reverse("letter-checked", args=[letter.code])))
    return not page.says("Not valid")


def since(letter):
    """The day that a stranger reads, in English, and nothing of why."""
    page = page_of(Client().get(reverse("letter-checked", args=[letter.code])))
    found = re.search(r"Not valid since (\d+ \w+ \d+)\.", page.text)
    return found and found.group(1)


def told(cast):
    return [row for row in due(cast.lucia, today=TODAY) if row.kind.startswith("letter_fallen")]


def test_a_letter_to_employers_falls_with_the_permit_that_it_names_though_another_is_held(cast):
    person = a_client(cast)
    a_permit(cast, person)
    permit = a_permit(cast, person, type=PermitType.PEP, number="PEP-9", work_right="yes")
    letter = make(cast, person, LetterKind.EMPLOYER)
    assert (is_valid(letter), told(cast)) == (True, [])
    cancel_permit(permit, on=TODAY, by=cast.lucia)
    assert not is_valid(letter)
    page = page_of(as_(cast.lucia).get(letter.get_absolute_url()))
    assert page.says("Lo que sostiene esta carta ya no es así")
    assert [row.about_id for row in told(cast)] == [str(letter.pk)]
    revoke_letter(letter, reason="Perdió el permiso.", by=cast.lucia)
    assert told(cast) == []


def test_a_stranger_reads_since_when_the_ground_is_gone_in_the_same_words_for_each(cast):
    permit = a_permit(cast, type=PermitType.PEP, number="PEP-9", work_right="yes")
    with time_machine.travel(datetime.datetime(2019, 4, 1, 15, tzinfo=datetime.UTC)):
        employer = make(cast, permit.individual, LetterKind.EMPLOYER)
        claim = an_application(cast)
        certificate = make(cast, claim.individual, LetterKind.CERTIFICATE)
        who = a_client(cast)
        power = make(cast, who, LetterKind.POWER)
    late = make(cast, who, LetterKind.POWER)
    assert [since(each) for each in (employer, certificate, power)] == [None] * 3
    cancel_permit(permit, on=D(2019, 5, 14), by=cast.lucia)
    move_application(claim, to=S.WITHDRAWN, **answers(S.WITHDRAWN), by=cast.lucia)
    died(cast, who, on=D(2019, 5, 10))
    assert since(employer) == "14 May 2019"
    assert since(certificate) == "2 May 2019"
    assert since(power) == "10 May 2019"
    # Nothing ends before it was made.
    assert since(late) == "16 May 2019"
    # What is revoked later is not valid since the day on which its ground fell.
    revoke_letter(certificate, reason="Ya no hay solicitud.", by=cast.lucia)
    assert since(certificate) == "2 May 2019"
    page = page_of(Client().get(reverse("letter-checked", args=[certificate.code])))
    power_page = page_of(Client().get(reverse("letter-checked", args=[power.code])))
    said = [re.sub(r"\d+ \w+ 2019", "", each.text) for each in (page, power_page)]
    assert said[0] == said[1]


@pytest.mark.parametrize("end", [S.WITHDRAWN, S.MISTAKEN])
def test_a_certificate_falls_with_the_claim_and_the_lawyer_is_told_until_it_is_revoked(cast, end):
    claim = an_application(cast)
    letter = make(cast, claim.individual, LetterKind.CERTIFICATE)
    assert (is_valid(letter), told(cast)) == (True, [])
    move_application(claim, to=end, **answers(end), by=cast.lucia)
    assert not is_valid(letter)
    assert len(told(cast)) == 1
    revoke_letter(letter, reason="Ya no hay solicitud.", by=cast.lucia)
    assert told(cast) == []
    page = page_of(as_(cast.lucia).get(letter.get_absolute_url()))
    assert reverse("letter-file", args=[letter.pk]) not in page.links
    name = as_(cast.lucia).get(reverse("letter-file", args=[letter.pk]))["Content-Disposition"]
    assert "REVOKED" in name


def test_of_a_claim_that_only_a_judge_looks_into_no_certificate_says_that_it_is_pending(cast):
    claim = an_application(cast, status=S.REFUSED)
    letter = make(cast, claim.individual, LetterKind.CERTIFICATE)
    assert is_valid(letter)
    for stage in (S.REFUSED_FINAL, S.TUTELA):
        claim = move_application(claim, to=stage, **answers(stage), by=cast.lucia)
        assert not is_valid(letter)
    assert why_not_issued(LetterKind.CERTIFICATE, claim.individual, TODAY)


def died(cast, person, on):
    person.exits.create(
        key_id=person.key_id,
        case=person.memberships.get().case,
        type=ExitType.DIED,
        on=on,
        recorded_by=cast.ana,
    )


def test_who_died_signs_nothing_and_what_was_signed_falls(cast):
    person = a_client(cast)
    letter = make(cast, person, LetterKind.POWER)
    died(cast, person, on=TODAY)
    assert not is_valid(letter)
    for kind in (LetterKind.POWER, LetterKind.DECLARATION, LetterKind.EMPLOYER):
        assert why_not_issued(kind, person, TODAY) == "Esta persona murió."


def test_a_child_gives_no_power_of_attorney(cast):
    child = a_referred_family(cast)[2]
    assert why_not_issued(LetterKind.POWER, child, TODAY).startswith(
        "Un niño o una niña no da poder"
    )
    assert why_not_issued(LetterKind.POWER, child, D(2049, 1, 1)) == ""


def test_a_cover_that_tells_another_last_day_says_so_on_its_page_and_on_the_claim(cast):
    claim = an_application(cast, status=S.REFUSED)
    letter = make(cast, claim.individual, LetterKind.APPEAL)
    pages = [letter.get_absolute_url(), claim.get_absolute_url()]
    words = "se corrigió después"
    client = as_(cast.lucia)
    assert not any(page_of(client.get(page)).says(words) for page in pages)
    terms = LegalDeadline.objects.filter(kind=DeadlineKind.APPEAL)
    terms.update(due_on=terms.get().due_on - datetime.timedelta(days=1))
    assert all(page_of(client.get(page)).says(words) for page in pages)
    assert not page_of(as_(cast.ana).get(claim.get_absolute_url())).says(words)


def test_the_cover_of_an_appeal_says_that_it_is_in_time_only_while_it_is(cast):
    claim = an_application(cast, status=S.REFUSED)
    terms = LegalDeadline.objects.filter(kind=DeadlineKind.APPEAL)
    address = reverse("letter-issue", args=[claim.individual_id, LetterKind.APPEAL])
    for due_on, in_time in ((TODAY, True), (D(2019, 5, 15), False)):
        terms.update(due_on=due_on)
        letter = make(cast, claim.individual, LetterKind.APPEAL)
        said = text_of(letter.content())
        assert ("Dentro del término legal" in said) is in_time
        assert "nterpongo recurso de reposición" in said
        page = page_of(as_(cast.lucia).get(address))
        assert page.says("El plazo para recurrir terminó") is not in_time


def test_a_letter_to_employers_falls_with_the_age_at_which_nobody_would_make_one(cast):
    person = a_client(cast)
    a_permit(cast, person, work_right="yes")
    letter = make(cast, person, LetterKind.EMPLOYER)
    assert (is_valid(letter), told(cast)) == (True, [])
    Individual.objects.filter(pk=person.pk).update(birth_year=2003, birth_precision="year")
    assert not is_valid(letter)
    assert [row.about_id for row in told(cast)] == [str(letter.pk)]


def test_a_letter_that_names_a_permit_says_that_it_was_renewed(cast):
    permit = a_permit(cast, work_right="yes")
    letter = make(cast, permit.individual, LetterKind.EMPLOYER)
    client, words = as_(cast.lucia), "se renovó"
    assert not page_of(client.get(letter.get_absolute_url())).says(words)
    renewed = renew_permit(permit, issued_on=TODAY, work_right="yes", by=cast.lucia)
    page = page_of(client.get(letter.get_absolute_url()))
    assert page.says(words)
    assert renewed.get_absolute_url() in page.links


def test_a_letter_that_was_made_after_a_renewal_under_the_same_number_names_the_current_permit(
    cast,
):
    permit = a_permit(cast, number="SC2-991555", work_right="yes")
    renew_permit(permit, issued_on=TODAY, work_right="yes", by=cast.lucia)
    letter = make(cast, permit.individual, LetterKind.EMPLOYER)
    assert not page_of(as_(cast.lucia).get(letter.get_absolute_url())).says("se renovó")


def test_the_page_of_a_letter_says_what_strangers_read_in_the_same_words(cast):
    """Of each state: valid, run out, revoked, its ground gone, put right."""

    def read_and_shown(letter):
        public = page_of(Client().get(reverse("letter-checked", args=[letter.code])))
        staff = page_of(as_(cast.lucia).get(letter.get_absolute_url()))
        words = "Quien pregunta con su código lee"
        for said in ("No es válida desde", "No válida", "Válida"):
            if public.says(said):
                day = re.search(r"No es válida desde el \d+ \w+ \d+\.", public.text)
                whole = day.group(0) if day else said
                assert staff.says(f"{words} {whole}"), (whole, staff.text)
                return whole
        raise AssertionError(public.text)

    person = a_client(cast)
    permit = a_permit(cast, person, work_right="yes")
    letter = make(cast, person, LetterKind.EMPLOYER)
    assert read_and_shown(letter) == "Válida"
    cancel_permit(permit, on=TODAY, by=cast.lucia)
    assert read_and_shown(letter) == "No es válida desde el 16 may 2019."
    revoke_letter(letter, reason="Se canceló", by=cast.lucia)
    assert read_and_shown(letter) == "No es válida desde el 16 may 2019."
    power = make(cast, person, LetterKind.POWER)
    assert read_and_shown(power) == "Válida"
    person.given_names = "Otro Nombre"
    person.save()
    assert read_and_shown(power) == "No válida"
