"""Terms that an authority extended, and who looks after them."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import override

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from asylum.claims.actions import move_application
from asylum.claims.corrections import correct_application_step
from asylum.letters.choices import LetterKind
from asylum.letters.facts import content_of_letter
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from asylum.procedure.models.deadline import LegalDeadline
from asylum.terms.actions import (
    assign_deadline,
    extend_deadline,
    hand_over_deadlines,
    retract_extension,
)
from tests.asylum.build import D, an_application, answers
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

S = ApplicationStatus
GIVEN = {"granted_on": D(2019, 5, 10), "paper": "Auto 31 de la Cancillería"}


@pytest.fixture
def appeal(cast, law):
    """A term to appeal that runs until Thursday, 16 May 2019."""
    term = an_application(cast, status=S.REFUSED).deadlines.running().get(kind=DeadlineKind.APPEAL)
    assert (term.due_on, term.owner, term.deputy) == (D(2019, 5, 16), cast.lucia, None)
    return term


def shown(user, term):
    return page_of(as_(user).get(term.application.get_absolute_url()))


def test_an_authority_extends_a_term_and_the_day_before_stays_on_file(cast, appeal):
    extension = extend_deadline(appeal, is_on=D(2019, 5, 24), **GIVEN, by=cast.lucia)
    appeal.refresh_from_db()
    assert (appeal.due_on, appeal.computed_on) == (D(2019, 5, 24), D(2019, 5, 16))
    assert (extension.was_on, extension.is_on, extension.paper) == (
        D(2019, 5, 16),
        D(2019, 5, 24),
        GIVEN["paper"],
    )
    page = shown(cast.lucia, appeal)
    assert page.says("Prorrogado")
    assert page.says("16 may 2019")
    assert page.says(GIVEN["paper"])
    assert not shown(cast.ana, appeal).holds(GIVEN["paper"])
    assert AuditEvent.objects.filter(verb="deadline.extended").count() == 1


def test_an_extension_gives_days_by_a_paper_to_a_term_that_runs(cast, appeal):
    for said, field in (
        ({"is_on": D(2019, 5, 16)}, "is_on"),
        ({"is_on": D(2019, 5, 24), "granted_on": D(2019, 5, 17)}, "granted_on"),
        ({"is_on": D(2019, 5, 24), "granted_on": D(2019, 5, 1)}, "granted_on"),
        ({"is_on": D(2019, 5, 24), "paper": " "}, "paper"),
    ):
        with refused(field=field):
            extend_deadline(appeal, **(GIVEN | said), by=cast.lucia)
    with pytest.raises(NotAllowed):
        extend_deadline(appeal, is_on=D(2019, 5, 24), **GIVEN, by=cast.ana)
    move_application(appeal.application, to=S.APPEALED, on=D(2019, 5, 16), by=cast.lucia)
    with refused("has ended already"):
        extend_deadline(appeal, is_on=D(2019, 5, 24), **GIVEN, by=cast.lucia)


def test_an_extension_by_mistake_gives_the_day_back_and_the_newest_goes_first(cast, appeal):
    first = extend_deadline(appeal, is_on=D(2019, 5, 24), **GIVEN, by=cast.lucia)
    second = extend_deadline(appeal, is_on=D(2019, 5, 31), **GIVEN, by=cast.lucia)
    with refused("take that one back first"):
        retract_extension(first, reason="Era de otra persona", by=cast.lucia)
    for extension, day in ((second, D(2019, 5, 24)), (first, D(2019, 5, 16))):
        retract_extension(extension, reason="Era de otra persona", by=cast.lucia)
        appeal.refresh_from_db()
        assert appeal.due_on == day
    assert not appeal.is_extended
    with refused("taken back already"):
        retract_extension(first, reason="Otra vez", by=cast.lucia)


def test_a_term_is_met_in_its_extension_and_missed_after_its_last_day(cast, law):
    def ended(*, until, to, on):
        claim = an_application(cast, status=S.REFUSED)
        term = claim.deadlines.running().get(kind=DeadlineKind.APPEAL)
        LegalDeadline.objects.filter(pk=term.pk).update(due_on=until)
        move_application(claim, to=to, on=on, by=cast.lucia)
        term.refresh_from_db()
        return str(term.status_tag[0])

    assert ended(until=D(2019, 5, 15), to=S.APPEALED, on=D(2019, 5, 15)) == "Cumplido"
    assert ended(until=D(2019, 5, 13), to=S.REFUSED_FINAL, on=D(2019, 5, 14)) == "Incumplido"
    assert ended(until=D(2019, 5, 20), to=S.WITHDRAWN, on=D(2019, 5, 14)) == "Ya no corre"


def test_a_term_has_an_owner_and_somebody_else_who_stands_in(cast, appeal):
    assert shown(cast.lucia, appeal).says("Sin reemplazo")
    term = assign_deadline(appeal, owner=cast.luis, deputy=cast.lucia, by=cast.lucia)
    assert (term.owner, term.deputy) == (cast.luis, cast.lucia)
    with refused(field="deputy"):
        assign_deadline(appeal, owner=cast.luis, deputy=cast.luis, by=cast.lucia)
    for stranger in (cast.ana, cast.mara):
        with refused(field="owner"):
            assign_deadline(appeal, owner=stranger, deputy=None, by=cast.lucia)
    with pytest.raises(IntegrityError), transaction.atomic():
        LegalDeadline.objects.filter(pk=appeal.pk).update(deputy=cast.luis)


def test_the_next_term_of_a_claim_stays_with_whom_the_last_one_was(cast, appeal):
    assign_deadline(appeal, owner=cast.luis, deputy=cast.lucia, by=cast.lucia)
    claim = appeal.application
    move_application(
        claim, **answers(S.REFUSED_FINAL, D(2019, 5, 16)), to=S.REFUSED_FINAL, by=cast.lucia
    )
    leave = claim.deadlines.running().get(kind=DeadlineKind.LEAVE)
    assert (leave.owner, leave.deputy) == (cast.luis, cast.lucia)


def test_a_handover_moves_the_running_terms_of_who_leaves_and_no_others(cast, appeal):
    other = an_application(cast).deadlines.running().get(kind=DeadlineKind.ADMISSION)
    assign_deadline(other, owner=cast.luis, deputy=cast.lucia, by=cast.lucia)
    ended = appeal.application.deadlines.exclude(ended_on=None)
    before = list(ended.values_list("owner", "deputy"))
    passed = hand_over_deadlines(leaving=cast.lucia, taking=cast.luis, by=cast.luis)
    assert (passed.went, passed.stayed) == (2, 0)
    appeal.refresh_from_db()
    other.refresh_from_db()
    assert (appeal.owner, appeal.deputy) == (cast.luis, None)
    assert (other.owner, other.deputy) == (cast.luis, None)
    assert list(ended.values_list("owner", "deputy")) == before
    with refused(field="leaving"):
        hand_over_deadlines(leaving=cast.lucia, taking=cast.luis, by=cast.luis)


def test_pages_extend_assign_and_hand_over(cast, appeal):
    lucia = as_(cast.lucia)
    extend = reverse("deadline-extend", args=[appeal.pk])
    sent = {"is_on": "24/5/2019", "granted_on": "10/5/2019", "paper": "Auto 31"}
    assert lucia.post(extend, sent).status_code == 302
    retract = reverse("extension-retract", args=[appeal.extensions.get().pk])
    assert retract in shown(cast.lucia, appeal).links
    assert lucia.post(retract, {"reason": "Otra persona"}).status_code == 302
    assign = reverse("deadline-assign", args=[appeal.pk])
    form = lucia.get(assign).context["form"]
    assert set(form.fields["owner"].queryset) == {cast.lucia, cast.luis}
    assert lucia.post(assign, {"owner": cast.luis.pk, "deputy": ""}).status_code == 302
    hand_over = reverse("deadline-hand-over")
    sent = {"leaving": cast.luis.pk, "taking": cast.lucia.pk, "confirm": "yes"}
    assert lucia.post(hand_over, sent).status_code == 302
    appeal.refresh_from_db()
    assert (appeal.owner, appeal.due_on) == (cast.lucia, D(2019, 5, 16))
    for address in (extend, assign, retract):
        assert as_(cast.ana).get(address).status_code == 404


def test_a_day_that_is_not_later_is_refused_and_both_days_are_named(cast, appeal):
    client, address = as_(cast.lucia), reverse("deadline-extend", args=[appeal.pk])
    for day, said in (("10/5/2019", "10 may 2019"), ("16/5/2019", "16 may 2019")):
        sent = {"is_on": day, "granted_on": "10/5/2019", "paper": GIVEN["paper"]}
        form = client.post(address, sent).context["form"]
        [error] = form.errors["is_on"]
        assert f"termina ya el 16 may 2019, y {said} no es después" in error
    assert not appeal.extensions.exists()
    with refused("and 10 May 2019 is not later", field="is_on"):
        extend_deadline(appeal, is_on=D(2019, 5, 10), **GIVEN, by=cast.lucia)


def test_an_extension_never_takes_days_that_the_law_gives(cast, appeal):
    """The notification is put on a later day: counted from it, the term ends after the day that was granted."""
    extend_deadline(appeal, is_on=D(2019, 5, 17), **GIVEN, by=cast.lucia)
    step = appeal.application.status_changes.get(status=S.REFUSED)
    address = reverse("application-step-correct", args=[step.pk])
    sent = {"on": "10/5/2019", "reason": "Lo dice el acta"}
    assert as_(cast.lucia).post(address, sent).status_code == 302
    appeal.refresh_from_db()
    assert appeal.computed_on > D(2019, 5, 17)
    assert appeal.due_on == appeal.computed_on
    assert not appeal.is_extended
    correct_application_step(step, on=D(2019, 5, 2), reason="Otra vez", by=cast.lucia)
    appeal.refresh_from_db()
    assert (appeal.due_on, appeal.is_extended) == (D(2019, 5, 17), True)


def test_the_cover_of_an_appeal_says_who_gave_more_time_and_by_which_paper(cast, appeal):
    extend_deadline(appeal, is_on=D(2019, 5, 24), **GIVEN, by=cast.lucia)
    person = appeal.application.individual
    with override("es"):
        facts = content_of_letter(LetterKind.APPEAL, person, today=D(2019, 5, 16), language="es")
    assert facts["last_day"] == "24 de mayo de 2019"
    assert facts["sum"] == (
        "prorrogado el 10 de mayo de 2019, antes era 16 de mayo de 2019: Auto 31 de la Cancillería"
    )
