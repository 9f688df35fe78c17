"""A claim on the pathway of its country: stages, days of a decision, and the claims of a family."""

import pytest
from django.urls import reverse

from accounts.models import Office
from asylum.claims.actions import lodge_application, move_application
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from asylum.pathways.models import PathwayStage
from asylum.procedure.choices import RefusalGround
from asylum.procedure.models.application import AsylumApplication
from casework.register.models.individual import Individual
from tests.asylum.build import D, a_client, a_referred_family, an_application, answers
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

S = ApplicationStatus
K = DeadlineKind
# How a fighter's claim may end while those of the family go on.
ENDINGS = {
    "refused": (S.REFUSED, {"refusal_ground": RefusalGround.DEFINITION}),
    "excluded": (S.REFUSED, {"refusal_ground": RefusalGround.EXCLUDED}),
    "withdrawn": (S.WITHDRAWN, {}),
}


@pytest.fixture
def family(cast, law):
    """A former member and his wife, whose claim depends on his; their son has one of his own."""
    father, mother, son, _brother = a_referred_family(cast)
    facts = {"on": D(2019, 3, 4), "by": cast.lucia}
    his = lodge_application(father, **facts)
    return his, lodge_application(mother, **facts, depends_on=his), lodge_application(son, **facts)


@pytest.mark.parametrize("ending", ENDINGS)
def test_f26_claims_of_spouse_and_child_survive_what_becomes_of_the_fighters(cast, family, ending):
    his, hers, the_sons = family
    to, said = ENDINGS[ending]
    move_application(his, to=to, on=D(2019, 5, 2), by=cast.lucia, **said)
    for claim in (hers, the_sons):
        claim.refresh_from_db()
        assert (claim.status, claim.status_on, claim.is_open) == (S.LODGED, D(2019, 3, 4), True)
        assert claim.deadlines.running().filter(kind=K.ADMISSION).exists()
        for step in (S.ADMITTED, S.SUMMONED, S.INTERVIEWED, S.RECOGNISED):
            claim = move_application(claim, to=step, **answers(step), by=cast.lucia)
        assert claim.status == S.RECOGNISED


def test_f26_why_a_claim_was_refused_is_read_by_legal_officers_alone(cast, family):
    his, _hers, _the_sons = family
    excluded = {"to": S.REFUSED, "refusal_ground": RefusalGround.EXCLUDED}
    move_application(his, **excluded, on=D(2019, 5, 2), by=cast.lucia)
    words = "Excluida (artículo 1F de la Convención)"
    assert page_of(as_(cast.lucia).get(his.get_absolute_url())).says(words)
    for page in (
        as_(cast.ana).get(his.get_absolute_url()),
        as_(cast.ana).get(reverse("application-list")),
        as_(cast.ana).get(reverse("case-part", args=[his.case.number, "law"])),
    ):
        assert page.status_code == 200
        assert "xcluid" not in page.content.decode()
        assert "Decisión negativa notificada" in page.content.decode()
    kept = AsylumApplication.objects.filter(pk=his.pk).values_list("refusal_ground", flat=True)
    assert b"excluded" not in bytes(kept[0])


def test_a_claim_depends_on_that_of_a_relative_in_the_same_case_and_on_no_other(cast, family):
    his, hers, the_sons = family
    assert list(his.dependants.all()) == [hers]
    stranger = a_client(cast)
    facts = {"on": D(2019, 3, 5), "by": cast.lucia}
    for wrong in (his, hers):
        with refused(field="depends_on"):
            lodge_application(stranger, **facts, depends_on=wrong)
    assert lodge_application(stranger, **facts).depends_on is None
    assert set(AsylumApplication.objects.principals_for(the_sons.individual, cast.lucia)) == {his}


def test_the_page_names_the_claims_that_depend_on_this_one(cast, family):
    his, hers, the_sons = family
    shown = {
        claim.pk: (list(page.context["dependants"]), page.context["principal"])
        for claim in (his, hers, the_sons)
        if (page := as_(cast.lucia).get(claim.get_absolute_url()))
    }
    assert shown == {his.pk: ([hers], None), hers.pk: ([], his), the_sons.pk: ([], None)}
    assert page_of(as_(cast.lucia).get(his.get_absolute_url())).says("De esta solicitud dependen:")


def test_the_form_offers_the_claims_of_the_family_and_puts_right_which_it_was(cast, family):
    his, _hers, the_sons = family
    address = reverse("application-correct", args=[the_sons.pk])
    form = as_(cast.lucia).get(address).context["form"]
    assert list(form.fields["depends_on"].queryset) == [his]
    sent = {"lodged_on": "2019-03-04", "entered_on": "2019-02-23", "depends_on": str(his.pk)}
    assert as_(cast.lucia).post(address, sent).status_code == 302
    the_sons.refresh_from_db()
    assert the_sons.depends_on == his
    of_his = as_(cast.lucia).get(reverse("application-correct", args=[his.pk])).context["form"]
    assert "depends_on" not in of_his.fields


def test_a_decision_bears_its_own_day_and_terms_run_from_its_notice(cast, law):
    claim = an_application(cast)
    with refused(field="resolved_on"):
        move_application(
            claim, to=S.REFUSED, on=D(2019, 5, 2), resolved_on=D(2019, 5, 3), by=cast.lucia
        )
    claim = move_application(
        claim, to=S.REFUSED, on=D(2019, 5, 2), resolved_on=D(2019, 4, 10), by=cast.lucia
    )
    term = claim.deadlines.running().get(kind=K.APPEAL)
    assert (claim.resolved_on, claim.decided_on) == (D(2019, 4, 10), D(2019, 5, 2))
    assert (term.starts_on, term.due_on) == (D(2019, 5, 2), D(2019, 5, 16))


def test_the_term_for_admission_runs_anew_from_the_receipt(cast, law):
    claim = an_application(cast)
    claim = move_application(claim, to=S.RECEIVED, on=D(2019, 3, 20), by=cast.lucia)
    terms = claim.deadlines.filter(kind=K.ADMISSION).order_by("starts_on")
    assert [(term.starts_on, term.was_met) for term in terms] == [
        (D(2019, 3, 4), False),
        (D(2019, 3, 20), None),
    ]


def test_inadmission_is_appealed_and_admission_may_follow(cast, law):
    claim = an_application(cast, status=S.INADMITTED)
    assert claim.deadlines.running().get().kind == K.APPEAL
    for step in (S.APPEALED, S.ADMITTED):
        claim = move_application(claim, to=step, **answers(step), by=cast.lucia)
    assert claim.status == S.ADMITTED


def test_an_archived_claim_is_reopened_unless_the_person_has_made_another_one(cast, law):
    claim = an_application(cast, status=S.CLOSED)
    assert not claim.is_open
    late = {"late_reason": "Se archivó la primera", "by": cast.lucia}
    other = lodge_application(claim.individual, on=D(2019, 5, 3), **late)
    reopened = {"to": S.REOPENED, "on": D(2019, 5, 4), "by": cast.lucia}
    with refused("This person has an open application already", field="to"):
        move_application(claim, **reopened)
    move_application(other, to=S.WITHDRAWN, on=D(2019, 5, 4), by=cast.lucia)
    assert move_application(claim, **reopened).is_open


def test_the_term_to_leave_goes_on_while_a_judge_has_the_claim(cast, law):
    claim = an_application(cast, status=S.TUTELA)
    running = {term.kind: term.due_on for term in claim.deadlines.running()}
    assert running == {K.LEAVE: D(2019, 6, 1), K.RULING: D(2019, 5, 16)}


def test_f23_in_brazil_a_claim_is_decided_without_admission_and_appealed_within_fifteen_days(
    cast, law
):
    person = a_client(cast)
    Office.objects.filter(pk=person.office_id).update(country="BR")
    person = Individual.objects.get(pk=person.pk)
    claim = lodge_application(person, on=D(2019, 3, 4), by=cast.lucia)
    with refused("does not follow on"):
        move_application(claim, to=S.ADMITTED, **answers(S.ADMITTED), by=cast.lucia)
    for step in (S.SUMMONED, S.INTERVIEWED, S.REFUSED):
        claim = move_application(claim, to=step, **answers(step), by=cast.lucia)
    terms = {term.kind: term.due_on for term in claim.deadlines.running()}
    assert terms == {K.APPEAL: D(2019, 5, 17)}


@pytest.mark.parametrize("country", ["CO", "BR"])
def test_f23_a_page_shows_the_pathway_of_a_country_and_of_no_other(cast, law, country):
    page = as_(cast.lucia).get(reverse("pathway-detail", args=[country]))
    stages = [stage.row.stage for stage in page.context["stages"]]
    assert stages == list(PathwayStage.objects.of(country).values_list("stage", flat=True))
    assert as_(cast.lucia).get(reverse("pathway-detail", args=["FR"])).status_code == 404


def test_a_country_without_a_pathway_has_the_general_one_and_one_that_has_its_own_does_not(db):
    general = PathwayStage.objects.filter(country="ZZ")
    assert set(PathwayStage.objects.of("PE")) == set(general)
    assert not set(PathwayStage.objects.of("BR")) & set(general)
