"""Addresses of pages for states that seldom are, or that no page of a plain world links to."""

import datetime
from collections.abc import Iterator

import time_machine
from django.apps import apps
from django.db.models import Model
from django.urls import reverse
from django.utils import timezone

from accounts.actions.grants import give_role
from accounts.models import Grant
from accounts.roles import Role
from aid.actions.agreements import give_notice
from aid.models import Agreement
from asylum.letters.actions import draft_letter
from asylum.letters.choices import LetterKind
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from asylum.permits.actions import cancel_permit, confirm_permit
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.term_move import TermMove
from asylum.renunciation.actions import submit_renunciation
from asylum.terms.actions import settle_deadline
from casework.arrivals.actions.arrivals import log_group_arrival
from casework.cases.actions import close_case, refer_to_legal
from casework.compartments.models import SealedAccount
from casework.documents.actions import store_files_to_describe
from casework.exits.actions import report_loss
from casework.families.actions.family import end_membership
from casework.identity.actions.identity_documents import (
    add_identity_document,
    end_identity_document,
)
from casework.merges.models import Merge
from casework.notes.actions import write_note
from casework.register.choices import EndReason, Relation
from casework.register.models.individual import Individual
from casework.rights.actions import ask_to_complete, record_subject_request
from casework.slips.actions import issue_slip
from imports.models import ImportBatch
from partners.models import OrganisationRole
from reference.law import add_suspension
from shelters.actions.beds import close_bed
from shelters.actions.placements import move, place
from shelters.actions.provisional import make_provisional
from shelters.contracts.actions import record_notice
from shelters.contracts.choices import NoticeBy, NoticeReason
from tests.aid.build import an_agreement
from tests.asylum.build import a_client, a_permit, an_application, sign
from tests.build import a_row, an_arrival, people_of
from tests.casework.children.build import alone
from tests.casework.compartments.build import a_reader, confide
from tests.cast import Cast, log_in
from tests.imports.sheets import FAMILY, HEADINGS, as_xlsx, checked, put_on_file
from tests.shelters.acts import check_in
from tests.shelters.build import a_site, a_stay, beds_of
from tests.world import Worlds

# What can be done with a row of a person, by the model of the row.
ROWS_OF_A_PERSON = {
    "Alias": ["alias-show", "alias-end", "alias-correct"],
    "FactChange": ["change-show", "change-correct"],
    "AnonymityWish": ["alias-change", "anonymity-end", "anonymity-correct"],
    "ContactAbroad": ["contact-abroad-show", "contact-abroad-correct", "contact-abroad-end"],
    "MediaRestriction": ["media-lift", "media-correct"],
    "OriginSanction": ["sanction-correct", "sanction-withdraw"],
    "Phone": ["phone-show", "phone-change", "phone-correct", "phone-end"],
    "SpecificNeed": ["need-review", "need-end", "need-withdraw"],
}


def seldom_seen(cast: Cast, worlds: Worlds) -> list[str]:
    """Brings the states about, through actions, and says where their pages are."""
    case = worlds.norte.case
    return [
        # The fullest file first, before the crawl has met its fill of files.
        reverse("case-detail", args=[case.number]),
        *(reverse("individual-detail", args=[person.number]) for person in people_of(case)[:1]),
        *_of_cases(cast, worlds),
        *_of_a_suspension(cast),
        *_of_a_complaint(cast, worlds),
        *_of_stays_and_papers(cast),
        *_of_a_site_with_a_notice(cast),
        *_of_persons(worlds),
        _of_a_lost_paper(cast, worlds),
        *_of_a_child_alone(cast),
        _page("agreement-notice-correct", _under_notice(cast)),
        _page("account-read", _in_confidence(cast, worlds)),
        *(_page("merge-undo", merge) for merge in Merge.objects.all()),
        *(_page("partner-role-end", role) for role in OrganisationRole.objects.all()),
        *(_page("import-families", batch) for batch in ImportBatch.objects.all()),
        _page("import-undo", _imported(cast)),
        _page("grant-refuse", _role_to_approve(cast)),
        _letter_before_it_is_made(cast),
    ]


def _of_a_site_with_a_notice(cast: Cast) -> Iterator[str]:
    """The notice that is withdrawn, and for a family that waits the beds chosen by hand, and the beds of others."""
    today = cast.cucuta.today()
    site = a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    notice = record_notice(
        site,
        received_on=today,
        leaves_on=today + datetime.timedelta(days=10),
        given_by=NoticeBy.values[0],
        cause=NoticeReason.values[0],
        by=cast.carla,
    )
    yield _page("site-notice-withdraw", notice)
    person = people_of(an_arrival(cast, on=today))[0]
    room = a_site(cast.cucuta, beds=[4], run_by=cast.carla).rooms.get()
    yield f"{reverse('board-place')}?pick={person.number}&at={room.pk.hex[:8]}"
    other = people_of(an_arrival(cast, on=today))[0]
    a_stay(other, room.site, room.beds.all()[0], by=cast.carla, starts_on=today)
    yield f"{reverse('board-exchange')}?pick={person.number}&with={other.number}"


def _letter_before_it_is_made(cast: Cast) -> str:
    person, kind = a_client(cast), LetterKind.POWER
    told = {"kind": kind, "language": "es", "typed": {"language": "es"}}
    draft = draft_letter(person, **told, by=cast.lucia)
    return reverse("letter-preview", args=[person.pk, kind, draft.pk])


def _role_to_approve(cast: Cast) -> Grant:
    told = {"office": cast.cucuta, "starts_on": cast.cucuta.today()}
    return give_role(cast.bruno, role=Role.COORDINATOR, **told, by=cast.adela)


def _of_a_suspension(cast: Cast) -> Iterator[str]:
    """One within the term of an appeal, and whose last day it moved."""
    an_application(cast, status=ApplicationStatus.REFUSED)
    day = datetime.date(2019, 5, 7)
    told = {"legal_reference": "Decreto 491 de 2020", "source": "Texto", "confidence": "V1"}
    suspension = add_suspension(country="CO", starts_on=day, through_on=day, **told, by=cast.adela)
    yield _page("suspension-withdraw", suspension)
    yield _page("term-move-list", TermMove.objects.all()[0])


def _of_a_complaint(cast: Cast, worlds: Worlds) -> Iterator[str]:
    """One of which nobody said yet whether it is complete, and one that waits for the person."""
    person, today = people_of(worlds.norte.case)[0], cast.cucuta.today()
    for is_asked in (False, True):
        claim = record_subject_request(person, kind="correction", received_on=today, by=cast.ana)
        if is_asked:
            ask_to_complete(claim, on=today, missing="Qué nombre.", by=cast.sonia)
            yield _page("subject-request-complete", claim)
            yield _page("subject-request-give-up", claim)
        else:
            yield _page("subject-request-incomplete", claim)


def _in_confidence(cast: Cast, worlds: Worlds) -> SealedAccount:
    a_reader(cast, cast.lucia)
    return confide(people_of(worlds.norte.case)[0], cast.ana)


def _under_notice(cast: Cast) -> Agreement:
    today = cast.cucuta.today()
    return give_notice(an_agreement(cast), given_on=today, ends_on=today, by=cast.adela)


def _page(name: str, row: Model) -> str:
    return reverse(name, args=[row.pk])


def _of_cases(cast: Cast, worlds: Worlds) -> Iterator[str]:
    today, case = cast.cucuta.today(), worlds.norte.case
    closed = an_arrival(cast, on=today)
    close_case(closed, reason=EndReason.ONWARD, on=today, by=cast.ana)
    yield reverse("case-reopen", args=[closed.number])
    yield reverse("case-close-undo", args=[closed.number])
    yield reverse("case-reopeners", args=[closed.number])
    yield reverse("case-unrestrict", args=[worlds.restricted.case.number])
    yield reverse("family-join", args=[case.number, an_arrival(cast, on=today).number])
    files = [("a.txt", b"una"), ("b.txt", b"dos")]
    waiting, _faults = store_files_to_describe(case, files=files, by=cast.ana)
    kept = "&".join(f"kept={file.pk}" for file in waiting)
    yield reverse("document-describe", args=[case.number]) + f"?{kept}"
    left = _left_by_one(cast)
    yield reverse("family-bring-back", args=[case.number, left.number])
    member = left.memberships.get()
    yield reverse("member-correct", args=[member.case.number, member.pk])
    families = [[a_row("Wilmer", "Páez")], [a_row("Kevin", "Prado")]]
    [one, _other] = log_group_arrival(team=cast.norte, families=families, on=today, by=cast.ana)
    yield reverse("arrival-group", args=[one.arrivals.get().group])
    yield reverse("group-place", args=[one.arrivals.get().group])
    yield reverse("service-answer", args=[people_of(one)[0].number])
    issue_slip(one.arrivals.get(), by=cast.ana)
    yield reverse("slip-revoke", args=[one.arrivals.get().pk])
    with time_machine.travel(timezone.now() - datetime.timedelta(days=2)):
        note = write_note(case, text="Llamó su hermana.", by=cast.ana)
    yield reverse("note-correct", args=[case.number, note.pk])


def _left_by_one(cast: Cast) -> Individual:
    today = cast.cucuta.today()
    case = an_arrival(cast, on=today - datetime.timedelta(days=2))
    leaver = case.members.exclude(relation_to_principal=Relation.PRINCIPAL).first()
    assert leaver is not None
    return end_membership(leaver, left_on=today, by=cast.ana).individual


def _of_stays_and_papers(cast: Cast) -> Iterator[str]:
    today = cast.cucuta.today()
    case = an_arrival(cast, on=today)
    head = people_of(case)[0]
    tomorrow = today + datetime.timedelta(days=1)
    stay = place(head, site=a_site(cast.cucuta, name="Casa"), starts_on=tomorrow, by=cast.sonia)
    yield _page("placement-cancel", stay)
    yield _page("placement-provisional", stay)
    make_provisional(
        [stay], provisional_until=timezone.now() + datetime.timedelta(days=1), by=cast.sonia
    )
    yield _page("placement-confirm", stay)
    late = people_of(an_arrival(cast, on=today))[0]
    ago = [today - datetime.timedelta(days=days) for days in (5, 1)]
    overdue = a_stay(late, stay.site, by=cast.sonia, starts_on=ago[0], planned_end_on=ago[1])
    yield _page("placement-allow", overdue)
    arrived = people_of(an_arrival(cast, on=today))[0]
    yield _page(
        "placement-check-in", place(arrived, site=stay.site, starts_on=today, by=cast.sonia)
    )
    here = place(
        people_of(an_arrival(cast, on=today))[0], site=stay.site, starts_on=today, by=cast.sonia
    )
    elsewhere = a_site(cast.cucuta, name="Otra casa")
    moved = move(check_in(here, by=cast.sonia), site=elsewhere, on=today, by=cast.sonia)
    yield _page("placement-correct-move", moved)
    damp = close_bed(beds_of(stay.site)[0], starts_on=today, reason="damp", by=cast.sonia)
    yield _page("bed-closure-correct", damp)
    yield _page("bed-undo", damp.bed)
    yield _page("site-undo", stay.site)
    for of_another in (False, True):
        paper = sign(_with_legal_aid(cast), signed_on=today, statement="Renuncia.", by=cast.luis)
        if of_another:
            submit_renunciation(paper, on=today, by=cast.luis)
        yield _page("renunciation-verify" if of_another else "renunciation-submit", paper)
    yield _page("deadline-settle", _a_term(cast))
    term = _a_term(cast)
    yield _page("deadline-correct", settle_deadline(term, on=term.starts_on, by=cast.lucia))
    permit = a_permit(cast, _with_legal_aid(cast), issued_on=today)
    yield _page("permit-cancel-correct", cancel_permit(permit, on=today, by=cast.lucia))
    claim = an_application(cast, status=ApplicationStatus.REFUSED_FINAL)
    permit = a_permit(cast, claim.individual, expires_on=today)
    yield _page("permit-confirm", permit)
    confirmed = confirm_permit(permit, on=today, reason="Cancillería", by=cast.lucia)
    yield _page("permit-confirm-retract", confirmed)


def _a_term(cast: Cast) -> LegalDeadline:
    application = an_application(cast, status=ApplicationStatus.ADMITTED)
    term: LegalDeadline = application.deadlines.get(kind=DeadlineKind.RATIFY)
    return term


def _with_legal_aid(cast: Cast) -> Individual:
    case = an_arrival(cast)
    refer_to_legal(case, by=cast.ana)
    return people_of(case)[0]


def _imported(cast: Cast) -> ImportBatch:
    browser, content = log_in(cast.ana), as_xlsx([HEADINGS, *FAMILY])
    batch = checked(browser, content, "Puente.xlsx", cast.norte)
    # Families of the same names came over the bridge.
    browser.post(reverse("import-accept", args=[batch.pk]))
    return put_on_file(browser, batch)


def _of_a_child_alone(cast: Cast) -> Iterator[str]:
    child, today = alone(cast), cast.cucuta.today()
    yield reverse("case-detail", args=[child.memberships.get().case.number])
    yield reverse("authority-tell", args=[child.number])
    report = report_loss(child, kind="death", on=today, known_from="Una llamada.", by=cast.ana)
    yield _page("loss-withdraw", report)
    yield _page("loss-confirm", report)


def _of_persons(worlds: Worlds) -> Iterator[str]:
    for model, names in ROWS_OF_A_PERSON.items():
        rows = apps.get_model("casework", model).objects
        row = rows.filter(individual__in=worlds.norte.people).last()
        for name in names:
            yield reverse(name, args=[row.individual.number, row.pk])


def _of_a_lost_paper(cast: Cast, worlds: Worlds) -> str:
    person, by = worlds.norte.people[0], cast.ana
    paper = add_identity_document(person, number="P-1122334", type="passport", by=by)
    end_identity_document(paper, ended_on=by.today(), end_reason="lost", by=by)
    return reverse("paper-end-correct", args=[person.number, paper.pk])
