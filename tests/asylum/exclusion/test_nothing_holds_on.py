"""A screening stands in nobody's way: acts on the file go as if there were none, and say the same."""

import pytest
from django.db import connection
from django.urls import reverse

from accounts.models import AuditEvent
from asylum.claims.actions import lodge_application
from asylum.exclusion.actions import confirm_conclusion, write_step
from asylum.exclusion.choices import Outcome, StepKind
from asylum.exclusion.models import Screening, ScreeningStep
from casework.cases.actions import close_case
from casework.handovers.actions import assign_case
from casework.merges.actions import merge_individuals, undo_merge
from casework.register.models.case import Case
from casework.rights.actions import erase_individual
from casework.rights.extract import extract_of
from casework.rights.veil import veil_for
from tests.asylum.build import LODGED_ON, a_referred_family
from tests.asylum.exclusion.build import a_screener, a_screening, screens
from tests.build import an_individual, people_of
from tests.casework.compartments.build import confide
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.django_db
WORDS = "Mandaba en el puesto"


def excluded(cast, person) -> Screening:
    """Handed in, screened, concluded by two."""
    elvira, efrain = a_screener(cast), a_screener(cast, "Efraín")
    account = confide(person, cast.ana, "concern", text=WORDS)
    screening = a_screening(person, elvira, account=account, said=WORDS)
    told = {"on": elvira.today(), "by": elvira}
    step = write_step(screening, kind=StepKind.CONCLUDED, outcome=Outcome.EXCLUDED, **told)
    confirm_conclusion(step, by=efrain)
    return screening


def outcome(screening) -> str | None:
    word = Screening.objects.get(pk=screening.pk).counting_outcome
    return word.outcome if word else None


def test_f26_a_merge_moves_nothing_of_it_and_the_screener_finds_who_stands_for_the_record(cast):
    one, other = (_merged(cast, is_screened=screened) for screened in (False, True))
    assert one == other
    screening = Screening.objects.get()
    kept = screening.individual.merged_into
    page = page_of(as_(a_screener(cast)).get(reverse("screening-read", args=[screening.pk])))
    assert page.holds(kept.number)
    write_step(
        screening,
        kind=StepKind.HEARD,
        on=cast.ana.today(),
        said="Después de la fusión",
        by=a_screener(cast),
    )
    undo_merge(kept.merges.get(), by=cast.ana)
    assert outcome(screening) == Outcome.EXCLUDED


def _merged(cast, *, is_screened) -> list[tuple[str, str]]:
    """What a merge writes down that it moved."""
    kept, merged = an_individual(cast), an_individual(cast)
    if is_screened:
        excluded(cast, merged)
    merge = merge_individuals(kept, merged=merged, by=cast.ana)
    return sorted(merge.moved.values_list("model", "column"))


def test_f26_closing_and_erasing_go_as_without_it_and_erase_what_was_said(cast):
    person = an_individual(cast)
    screening = excluded(cast, person)
    close_case(Case.objects.get(), reason="settled", on=cast.ana.today(), by=cast.ana)
    person.refresh_from_db()
    erase_individual(person, by=cast.sonia, reason="retention")
    client = as_(a_screener(cast))
    page = page_of(client.get(reverse("screening-read", args=[screening.pk])))
    assert not page.holds(WORDS)
    assert page_of(client.get(reverse("screening-list"))).says("Aún sin resultado")
    assert outcome(screening) is None
    address = reverse("screening-write", args=[screening.pk, "heard"])
    told = {"on": cast.ana.today().isoformat(), "said": "x"}
    assert client.post(address, told).status_code == 200
    assert not ScreeningStep.objects.filter(kind=StepKind.HEARD).exists()


def test_f26_the_familys_claims_and_the_own_application_stay_as_they_are(cast):
    principal, wife = a_referred_family(cast)[:2]
    claims = [
        lodge_application(person, on=LODGED_ON, by=cast.lucia) for person in (principal, wife)
    ]
    before = [(claim.status, claim.status_on) for claim in claims]
    events = AuditEvent.objects.count()
    screening = excluded(cast, principal)
    told = {"on": cast.ana.today(), "by": a_screener(cast)}
    write_step(screening, kind=StepKind.DECIDED, outcome=Outcome.EXCLUDED, **told)
    for claim in claims:
        claim.refresh_from_db()
    assert [(claim.status, claim.status_on) for claim in claims] == before
    # Two people were given the role, and nothing else was written down for all to read.
    written = AuditEvent.objects.order_by("at")[events:]
    assert {event.verb for event in written} == {"grant.given", "grant.approved"}


def test_f26_an_extract_says_the_same_of_everybody(cast):
    screened, other = an_individual(cast), an_individual(cast)
    excluded(cast, screened)
    one, two = (extract_of(person, by=cast.sonia) for person in (screened, other))
    assert any("examen de exclusión" in str(reason) for reason in one.reasons)
    assert (one.reasons, one.empty) == (two.reasons, two.empty)
    assert WORDS not in str(one)


def test_f26_an_extract_calls_nobody_a_screener(cast):
    screens(cast, cast.luis)
    elvira = a_screener(cast)
    veil = veil_for(an_individual(cast))
    assert (veil.role_of(cast.luis), veil.role_of(elvira)) == (
        "Asesoría jurídica",
        "Alguien del equipo",
    )
    assert "xclusi" not in veil.replace_in("Luis y Elvira estuvieron allí.")


def test_f26_a_case_is_handed_over_as_without_it(cast):
    person = an_individual(cast)
    screening = excluded(cast, person)
    assign_case(Case.objects.get(), caseworker=cast.ana, by=cast.sonia)
    assert people_of(Case.objects.get()) == [person]
    assert outcome(screening) == Outcome.EXCLUDED


def test_f26_no_constraint_of_the_database_leads_from_the_compartment_to_a_file():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint"
            " WHERE contype = 'f' AND conrelid::regclass::text = ANY (%s)",
            [
                [
                    "asylum_screening",
                    "asylum_screeningstep",
                    "asylum_screeninglook",
                    "asylum_screeningpaper",
                    "casework_sealedaccount",
                    "casework_accounthandling",
                ]
            ],
        )
        targets = {target for _table, target in cursor.fetchall()}
    assert targets == {
        "accounts_office",
        "accounts_user",
        "asylum_screening",
        "asylum_screeningpaper",
        "asylum_screeningstep",
        "casework_sealedaccount",
    }
