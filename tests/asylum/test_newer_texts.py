"""A rule that a newer text may have changed says so beside it, wherever the rule is told."""

import pytest
from django.urls import reverse

from asylum.papers.models.permit import Permit
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from asylum.permits.slots import permits_expiring
from asylum.procedure.models.deadline import LegalDeadline
from asylum.terms.slots import legal_terms
from casework.register.models.case import Case
from reference.models import DeadlineRule
from tests.asylum.build import D, a_client, a_permit, an_application
from tests.cast import as_
from tests.page import page_of

NEWER = "Decreto 0089 de 2025"
SINCE = D(2025, 1, 25)


def test_every_rule_of_which_a_newer_text_is_known_says_so_and_no_other(cast, law, english):
    term = an_application(cast).deadlines.running().get(kind=DeadlineKind.ADMISSION)
    permit = a_permit(cast)
    permit.expires_on, permit.computed_expires_on = None, D(2019, 9, 1)
    told = 0
    for rule in DeadlineRule.objects.filter(country="CO"):
        newer = rule.perhaps_superseded_by
        said = f"perhaps changed by {newer}"
        term.rule = permit.rule = rule
        sentences = (
            LegalDeadline(rule=rule).doubt,
            legal_terms.say(LegalDeadline(rule=rule, kind=term.kind, application=term.application)),
            permits_expiring.say(permit),
        )
        for sentence in sentences:
            assert (said in sentence) if newer else ("perhaps changed" not in sentence), rule.code
        told += bool(newer)
    assert told == 8


def test_a_day_that_stands_on_the_paper_itself_leaves_no_doubt(cast, law):
    permit = a_permit(cast, expires_on=D(2019, 9, 1))
    DeadlineRule.objects.update(perhaps_superseded_by=NEWER)
    assert NEWER not in permits_expiring.say(Permit.objects.get(pk=permit.pk))


def test_the_panel_of_an_admitted_claim_names_the_newer_text(cast, law):
    DeadlineRule.objects.filter(country="CO").update(perhaps_superseded_by=NEWER)
    an_application(cast, status=ApplicationStatus.ADMITTED)
    address = reverse("case-part", args=[Case.objects.get().number, "law"])
    part = page_of(as_(cast.lucia).get(address))
    [source] = [row["Fuente"] for row in part.rows if "Ratificar" in row.get("Qué", "")]
    assert NEWER in source


def test_the_panel_names_it_before_anybody_applied(cast, law):
    DeadlineRule.objects.filter(country="CO").update(perhaps_superseded_by=NEWER)
    a_client(cast)
    address = reverse("case-part", args=[Case.objects.get().number, "law"])
    assert page_of(as_(cast.lucia).get(address)).says(f"quizá la cambió {NEWER}")


def test_only_terms_that_began_since_the_newer_text_are_in_doubt_for_it(law):
    rules = DeadlineRule.objects.filter(perhaps_superseded_by=NEWER)
    for code in rules.values_list("code", flat=True):
        before, since = (
            DeadlineRule.objects.in_force(code, on=day, country="CO")
            for day in (D(2025, 1, 24), D(2025, 1, 25))
        )
        assert not before.perhaps_superseded_by
        # Nobody has read the decree: the length is that of before, and says that it is not confirmed.
        assert (since.amount, since.unit, since.confidence) == (before.amount, before.unit, "M")
        assert before.valid_to == since.valid_from == D(2025, 1, 25)


def test_a_claim_of_before_keeps_the_version_of_its_day(cast, law):
    term = an_application(cast).deadlines.running().get(kind=DeadlineKind.ADMISSION)
    assert term.rule.valid_from == D(2015, 5, 26)
    assert NEWER not in term.doubt


@pytest.mark.parametrize("newer", ["", NEWER])
def test_the_page_of_a_permit_names_it_beside_the_day_by_the_rule(cast, law, newer):
    permit = a_permit(cast)
    DeadlineRule.objects.update(perhaps_superseded_by=newer)
    page = page_of(as_(cast.lucia).get(reverse("permit-detail", args=[permit.pk])))
    assert page.says(NEWER) == bool(newer)


def test_the_list_of_rules_names_it_in_the_row_of_the_rule(cast, law):
    page = page_of(as_(cast.adela).get(reverse("catalogue")))
    said = sum(NEWER in row["Fuente leída"] for row in page.rows if "Regla" in row)
    assert said == DeadlineRule.objects.filter(perhaps_superseded_by=NEWER).count() == 8
