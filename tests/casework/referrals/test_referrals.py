"""Referrals to services outside: lawful moves, consent of the moment, one open per person and service."""

import datetime
import itertools
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.cases.actions import CaseCannotClose, close_case, refer_to_legal
from casework.consents.actions import ConsentMissing, record_consent, withdraw_consent
from casework.consents.choices import Basis, ConsentStatus, Purpose
from casework.families.actions.moves import undo_family_change
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.referrals.actions import AlreadyReferred, move_referral, send_referral, write_referral
from casework.referrals.choices import (
    NEEDS_REASON,
    REFERRAL_MOVES,
    OutsideService,
    ReferralStatus,
    Urgency,
)
from casework.referrals.models import Referral, ReferralStep
from casework.referrals.rules import (
    SentReferral,
    ServiceFigure,
    due_on,
    purposes_of,
    referral_figures,
)
from casework.referrals.slots import referrals_due, referrals_panel
from pages.dates import short_date
from partners.choices import OrganisationKind
from partners.models import Organisation
from tests.asylum.build import undone
from tests.build import a_case, a_family, an_arrival, people_of
from tests.cast import as_, build_cast
from tests.page import page_of
from tests.refusals import refused

DAY = datetime.date(2019, 3, 1)


def a_clinic(kind: str = OrganisationKind.NGO) -> Organisation:
    found, _made = Organisation.objects.get_or_create(
        name=f"Casa de prueba {kind}", defaults={"kind": kind}
    )
    return found


def a_referral(cast, case=None, *, service=OutsideService.HEALTH, kind="ngo", **facts) -> Referral:
    case = case or an_arrival(cast)
    told = {"people": people_of(case)[:1], "organisation": a_clinic(kind), "reason": "Le duele"}
    return write_referral(case, service=service, **(told | {"by": cast.ana} | facts))[0]


def test_a_referral_from_an_older_file_is_drafted_on_the_day_of_the_file(cast):
    assert a_referral(cast, on=DAY).steps.get().on == DAY
    assert a_referral(cast).steps.get().on == cast.ana.today()


def agree(cast, person, purpose=Purpose.HEALTH):
    return record_consent(person, purpose=purpose, status=ConsentStatus.GIVEN, on=DAY, by=cast.ana)


def sent(cast, case=None, on=DAY, **facts) -> Referral:
    referral = a_referral(cast, case, **facts)
    return send_referral(referral, on=on, override_reason="Peligra la vida", by=cast.ana)


WAYS = {
    "draft": [],
    "sent": [],
    "accepted": ["accepted"],
    "refused": ["refused"],
    "completed": ["completed"],
    "revoked": ["revoked"],
}


@pytest.mark.parametrize("here", ReferralStatus.values)
def test_every_pair_of_states_is_lawful_or_refused_as_the_table_says(cast, here):
    referral = a_referral(cast) if here == "draft" else sent(cast)
    agree(cast, referral.individual)
    for step in WAYS[here]:
        referral = move_referral(referral, to=step, on=DAY, remark="Así fue", by=cast.ana)
    steps = ReferralStep.objects.count()
    for there in ReferralStatus.values:
        referral.refresh_from_db()
        if there not in REFERRAL_MOVES[here]:
            with refused("does not follow on", field="to"):
                move_referral(referral, to=there, on=DAY, remark="Así fue", by=cast.ana)
            assert ReferralStep.objects.count() == steps
            continue
        with undone():
            moved = move_referral(referral, to=there, on=DAY, remark="Así fue", by=cast.ana)
            assert moved.status == there
            last = moved.steps.first()
            assert (last.status, last.on, last.by) == (there, DAY, cast.ana)
            assert ReferralStep.objects.count() == steps + 1


def test_why_it_is_sent_without_a_consent_is_not_said_to_be_optional(cast):
    page = page_of(as_(cast.ana).get(reverse("referral-send", args=[a_referral(cast).pk])))
    assert page.says("necesario sin consentimiento")
    assert not page.says("opcional")


def test_without_consent_nothing_leaves_the_house_unless_somebody_says_why(cast):
    referral = a_referral(cast)
    with pytest.raises(ConsentMissing):
        send_referral(referral, on=DAY, by=cast.ana)
    with pytest.raises(ConsentMissing):
        send_referral(referral, on=DAY, override_reason="  ", by=cast.ana)
    moved = send_referral(referral, on=DAY, override_reason="Se desangra", by=cast.ana)
    assert (moved.is_consent_overridden, moved.override_reason) == (True, "Se desangra")
    event = AuditEvent.objects.get(verb="referral.sent")
    assert event.details == {"service": "health", "without_consent": True}


def test_a_consent_of_a_later_day_does_not_allow_what_was_sent_before_it(cast):
    referral = a_referral(cast)
    agree(cast, referral.individual)
    client, address = as_(cast.ana), reverse("referral-send", args=[referral.pk])
    before = DAY - datetime.timedelta(days=1)
    page = page_of(client.post(address, {"on": f"{before:%d/%m/%Y}"}))
    assert page.says("Ese día no había consentimiento para")
    assert page.fields["override_reason"] == ""
    sending = {"on": f"{before:%d/%m/%Y}", "override_reason": "Se desangraba"}
    client.post(address, sending)
    referral.refresh_from_db()
    assert (referral.sent_on, referral.override_reason) == (before, "Se desangraba")


@pytest.mark.parametrize("purpose", [Purpose.UNHCR, Purpose.STORING])
def test_a_refusal_is_told_wherever_a_referral_names_consents_and_nothing_is_sent_against_it(
    cast, purpose
):
    case = an_arrival(cast)
    waiting = a_referral(cast, case, service=OutsideService.TRACING, kind=OrganisationKind.UN)
    person, client = waiting.individual, as_(cast.ana)
    pages = [
        reverse("referral-write", args=[case.number]),
        reverse("referral-detail", args=[waiting.pk]),
        reverse("referral-send", args=[waiting.pk]),
    ]
    said = f"{purpose.label}: {ConsentStatus.REFUSED.label}, 1 mar 2019"
    assert not any(said in client.get(page).content.decode() for page in pages)
    assert page_of(client.get(pages[2])).holds("override_reason")
    record_consent(person, purpose=purpose, status=ConsentStatus.REFUSED, on=DAY, by=cast.ana)
    for page in pages:
        assert said in client.get(page).content.decode(), page
    assert not page_of(client.get(pages[2])).holds("override_reason")
    sending = {"on": "1/3/2019", "override_reason": "Peligra la vida"}
    assert said in client.post(pages[2], sending).content.decode()
    waiting.refresh_from_db()
    assert waiting.status == ReferralStatus.DRAFT
    with pytest.raises(ConsentMissing):
        send_referral(waiting, on=DAY, override_reason="Peligra la vida", by=cast.ana)
    # Who cannot be asked any more: that is a consent of its own ground, which says so.
    for each in {Purpose.UNHCR, purpose}:
        given = ConsentStatus.GIVEN
        record_consent(
            person,
            purpose=each,
            status=given,
            basis=Basis.VITAL_INTEREST,
            on=cast.ana.today(),
            by=cast.ana,
        )
    client.post(pages[2], {"on": cast.ana.today().isoformat()})
    waiting.refresh_from_db()
    assert waiting.status == ReferralStatus.SENT


def test_a_referral_is_blocked_the_moment_consent_is_withdrawn(cast):
    referral = a_referral(cast)
    consent = agree(cast, referral.individual)
    withdraw_consent(consent, on=DAY, by=cast.ana)
    with pytest.raises(ConsentMissing):
        send_referral(referral, on=DAY, by=cast.ana)


def test_a_referral_that_waits_to_be_sent_is_blocked_too(cast):
    case = an_arrival(cast)
    consent = agree(cast, people_of(case)[0])
    waiting = a_referral(cast, case)
    client = as_(cast.ana)
    opened = page_of(client.get(reverse("referral-send", args=[waiting.pk])))
    assert not opened.holds("override_reason")
    withdraw_consent(consent, on=DAY, by=cast.ana)
    # The page was open with consent on it, and is sent now.
    client.post(reverse("referral-send", args=[waiting.pk]), {"on": "2019-03-01"})
    waiting.refresh_from_db()
    assert waiting.status == ReferralStatus.DRAFT
    with pytest.raises(ConsentMissing):
        move_referral(waiting, to=ReferralStatus.SENT, on=DAY, by=cast.ana)


@pytest.mark.django_db(transaction=True)
def test_a_withdrawal_and_a_sending_at_one_moment_never_leave_both_undisturbed():
    cast = build_cast()
    for _round in range(5):
        referral = a_referral(cast)
        consent = agree(cast, referral.individual)
        start = Barrier(2)

        def take_back(consent=consent, start=start):
            start.wait()
            withdraw_consent(consent, on=DAY, by=cast.ana)
            connections.close_all()

        def send(referral=referral, start=start):
            start.wait()
            try:
                send_referral(referral, on=DAY, by=cast.ana)
            except ConsentMissing:
                return "blocked"
            finally:
                connections.close_all()
            return "sent"

        with ThreadPoolExecutor(2) as both:
            withdrawing, sending = both.submit(take_back), both.submit(send)
            withdrawing.result()
            told = sending.result()
        events = list(
            AuditEvent.objects.filter(
                verb__in=["consent.withdrawn", "referral.sent"], case_id=referral.case_id
            )
            .order_by("at")
            .values_list("verb", flat=True)
        )
        wanted = ["referral.sent", "consent.withdrawn"] if told == "sent" else ["consent.withdrawn"]
        assert events == wanted


@pytest.mark.parametrize(
    ("service", "kind", "purposes"),
    [
        ("health", "state", (Purpose.HEALTH, Purpose.GOVERNMENT)),
        ("mental_health", "ngo", (Purpose.HEALTH,)),
        ("legal", "ngo", (Purpose.LEGAL_AID,)),
        ("legal", "state", (Purpose.LEGAL_AID, Purpose.GOVERNMENT)),
        ("legal", "forces", (Purpose.LEGAL_AID, Purpose.GOVERNMENT)),
        ("legal", "un", (Purpose.LEGAL_AID, Purpose.UNHCR)),
        ("cash", "un", (Purpose.UNHCR,)),
        ("education", "state", (Purpose.GOVERNMENT,)),
        ("shelter", "church", (Purpose.AID_ORGANISATION,)),
        ("tracing", "ngo", (Purpose.AID_ORGANISATION,)),
    ],
)
def test_the_consents_that_are_needed_follow_from_service_and_receiver(service, kind, purposes):
    assert purposes_of(service, kind) == purposes


@pytest.mark.parametrize("answer", [None, ConsentStatus.REFUSED])
def test_who_agreed_to_legal_aid_has_not_agreed_that_a_ministry_learns_of_them(cast, answer):
    case = an_arrival(cast)
    [person, *_others] = people_of(case)
    agree = {"status": ConsentStatus.GIVEN, "method": "spoken", "by": cast.ana, "on": DAY}
    record_consent(person, purpose=Purpose.LEGAL_AID, **agree)
    if answer:
        record_consent(person, purpose=Purpose.GOVERNMENT, **(agree | {"status": answer}))
    referral = a_referral(cast, case, service=OutsideService.LEGAL, kind="state")
    page = as_(cast.ana).get(reverse("referral-send", args=[referral.pk]))
    assert str(Purpose.GOVERNMENT.label) in str(page.context["sentences"][-1])
    as_(cast.ana).post(reverse("referral-send", args=[referral.pk]), {"on": "2019-03-02"})
    referral.refresh_from_db()
    assert referral.status == ReferralStatus.DRAFT
    record_consent(person, purpose=Purpose.GOVERNMENT, **agree)
    sent = send_referral(referral, on=DAY, by=cast.ana)
    assert sent.status == ReferralStatus.SENT
    assert not sent.is_consent_overridden


@pytest.mark.parametrize(
    ("service", "urgency", "days"),
    [
        ("health", Urgency.NORMAL, 7),
        ("health", Urgency.URGENT, 2),
        ("education", Urgency.NORMAL, 30),
        ("education", Urgency.SOON, 7),
        ("shelter", Urgency.SOON, 3),
    ],
)
def test_a_referral_is_due_by_its_service_and_urgency(service, urgency, days):
    assert due_on(service, urgency, DAY) == DAY + datetime.timedelta(days=days)


def test_one_person_has_one_open_referral_per_service(cast):
    case = an_arrival(cast)
    referral = a_referral(cast, case)
    with pytest.raises(AlreadyReferred):
        a_referral(cast, case, people=people_of(case)[:2])
    assert Referral.objects.count() == 1
    a_referral(cast, case, service=OutsideService.CASH)
    a_referral(cast, case, people=people_of(case)[1:2])
    move_referral(
        referral, to=ReferralStatus.REVOKED, on=referral.status_on, remark="a", by=cast.ana
    )
    assert a_referral(cast, case).is_open


ASKERS = 8


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
@pytest.mark.parametrize("is_guarded", [True, False])
def test_people_who_refer_somebody_at_one_moment_make_one_referral(is_guarded, monkeypatch):
    """Control: without the partial unique index (dropped for this test) there are several."""
    cast = build_cast()
    case = an_arrival(cast)
    name = "one_open_referral_per_person_and_service"
    definition = ""
    with connections["owner"].cursor() as owner:
        owner.execute("SELECT indexdef FROM pg_indexes WHERE indexname = %s", [name])
        definition = owner.fetchone()[0]
        if not is_guarded:
            owner.execute(f"DROP INDEX {name}")
    # Without the case's lock all of them look before the first writes: the database alone decides.
    monkeypatch.setattr(type(case)._default_manager, "lock", lambda row: row, raising=False)
    start = Barrier(ASKERS)

    def refer(_number: int) -> str:
        start.wait()
        try:
            a_referral(cast, case)
        except AlreadyReferred:
            return "told"
        finally:
            connections.close_all()
        return "made"

    try:
        with ThreadPoolExecutor(ASKERS) as crowd:
            told = Counter(crowd.map(refer, range(ASKERS)))
        assert (told["made"] == 1) is is_guarded
        assert Referral.objects.count() == told["made"]
    finally:
        if not is_guarded:
            with connections["owner"].cursor() as owner:
                owner.execute("TRUNCATE casework_referral CASCADE")
                owner.execute(definition)


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"reason": " "}, "Give the reason"),
        ({"people": []}, "Choose people who belong to the case"),
        ({"people": "stranger"}, "Choose people who belong to the case"),
    ],
)
def test_a_referral_needs_a_reason_and_people_of_the_case(cast, facts, says):
    if facts.get("people") == "stranger":
        facts = {"people": people_of(a_case(cast, name="Otro"))}
    with refused(says):
        a_referral(cast, **facts)


def test_a_decline_and_a_taking_back_say_why_and_days_stay_in_order(cast):
    referral = sent(cast)
    for to in ("refused", "revoked"):
        with refused("Give the reason"):
            move_referral(referral, to=to, on=DAY, by=cast.ana)
    for on, says in (
        (DAY - datetime.timedelta(days=1), "The last step was on a later day"),
        (datetime.date(2199, 1, 1), "This day lies in the future"),
    ):
        with refused(says):
            move_referral(referral, to="accepted", on=on, by=cast.ana)


def test_others_than_the_team_refer_nobody_and_see_nothing(cast):
    referral = a_referral(cast)
    for user in (cast.bruno, cast.lucia, cast.carla, cast.mara):
        with pytest.raises(NotAllowed):
            send_referral(referral, on=DAY, override_reason="a", by=user)
        for name in ("referral-detail", "referral-send", "referral-move"):
            assert as_(user).get(reverse(name, args=[referral.pk])).status_code == 404
    refer_to_legal(referral.case, by=cast.ana)
    assert as_(cast.lucia).get(referral.get_absolute_url()).status_code == 200


def test_a_referral_outside_gives_legal_officers_no_sight(cast):
    referral = sent(cast, service=OutsideService.LEGAL)
    assert (
        as_(cast.lucia).get(reverse("case-detail", args=[referral.case.number])).status_code == 404
    )


def test_open_referrals_keep_a_case_open(cast):
    referral = sent(cast)
    with pytest.raises(CaseCannotClose):
        close_case(referral.case, reason="settled", on=DAY, by=cast.ana)
    move_referral(referral, to="completed", on=DAY, by=cast.ana)
    close_case(referral.case, reason="settled", on=DAY, by=cast.ana)


def test_a_sent_referral_falls_due_and_names_nobody(cast):
    referral = sent(cast)
    a_referral(cast)
    rows = list(referrals_due.rows(cast.cucuta.today()))
    assert [(row[1], row[3], row[7]) for row in rows] == [
        (DAY + datetime.timedelta(days=7), referral.pk, "trouble")
    ]
    sentence = str(referrals_due.sentence([referral.pk])[referral.pk][0])
    assert referral.individual.number in sentence
    assert "Yorman" not in sentence
    assert "Casa de prueba" not in sentence


def test_i19_completed_in_time_of_all_made_by_service():
    def outcome(status, day, service="health"):
        return SentReferral(
            service, status, datetime.date(2019, 3, day), datetime.date(2019, 3, 10)
        )

    outcomes = [
        outcome("completed", 9),
        outcome("completed", 10),
        outcome("completed", 11),
        outcome("refused", 4),
        outcome("sent", 3),
        outcome("accepted", 3),
        outcome("revoked", 4),
        outcome("draft", 1),
        outcome("sent", 3, "cash"),
    ]
    late = datetime.date(2019, 3, 11)
    assert referral_figures(outcomes, late) == [
        ServiceFigure("health", 7, 2, 1, 1, 1, 1),
        ServiceFigure("cash", 1, 0, 0, 0, 1, 0),
    ]
    assert referral_figures(outcomes, late)[0].share_in_time == 2 / 7
    in_time = referral_figures(outcomes, datetime.date(2019, 3, 10))
    assert [(each.no_answer, each.under_way) for each in in_time] == [(0, 2), (0, 1)]
    assert referral_figures([], late) == []


def test_i19_stands_on_the_list_of_supervisors_only(cast):
    referral = sent(cast)
    move_referral(referral, to="completed", on=DAY, by=cast.ana)
    figure = "A tiempo, por servicio"
    assert page_of(as_(cast.sonia).get(reverse("referral-list"))).says(figure)
    assert not page_of(as_(cast.ana).get(reverse("referral-list"))).holds(figure)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", 2),
        ("?status=sent", 1),
        ("?status=draft", 1),
        ("?service=cash", 1),
        ("?is_overdue=on", 1),
        ("?sent_from=2019-03-02", 0),
        ("?urgency=urgent", 0),
    ],
)
def test_the_list_filters(cast, query, found):
    case = an_arrival(cast)
    sent(cast, case)
    a_referral(cast, case, service=OutsideService.CASH)
    a_referral(cast, a_case(cast, by=cast.bruno, name="Otro"), by=cast.bruno)
    text = as_(cast.ana).get(reverse("referral-list") + query).content.decode()
    assert len(re.findall(r"/referrals/[0-9a-f-]{36}/", text)) == found


def test_an_army_is_found_by_its_name_alone_and_chosen_after_a_warning(cast):
    case = an_arrival(cast)
    army, hotel = (
        Organisation.objects.create(name=name, short_name=name[:5], kind=kind)
        for name, kind in (("Fuerza de prueba", "forces"), ("Hotel de prueba", "business"))
    )
    clinic = a_clinic()
    page, client = reverse("referral-write", args=[case.number]), as_(cast.ana)
    offered = page_of(client.get(page))
    assert offered.says(clinic.name)
    for label in ("Organización", "U otra registrada, por su nombre"):
        assert offered.says(f"{label} una de las dos cosas hace falta")
    assert not any(offered.holds(each.name) for each in (army, hotel))
    told = {"people": [people_of(case)[0].pk], "service": "other", "urgency": "normal"}
    told["reason"] = "La persona lo pide"
    for seldom, words in ((army, "quien desertó puede correr peligro"), (hotel, "es un negocio")):
        for named in ({"searched": seldom.short_name}, {"organisation": seldom.pk}):
            warned = page_of(client.post(page, told | named))
            assert warned.holds(words)
            assert not Referral.objects.exists()
    assert page_of(client.post(page, told | {"searched": "Nadie"})).holds("tiene este nombre")
    for who, adds in ((cast.ana, False), (cast.sonia, True)):
        answer = page_of(as_(who).post(page, told | {"searched": "Nadie"}))
        assert answer.says("Quien supervisa o administra puede agregarla.") is not adds
        assert (reverse("organisation-add") in answer.links) is adds
    assert page_of(client.post(page, told)).holds("Elija una organización")
    client.post(page, told | {"searched": "fuerza DE prueba", "is_meant": "on"})
    assert Referral.objects.get().organisation == army


def test_the_pages_write_send_and_answer(cast):
    case = an_arrival(cast)
    people = people_of(case)[:2]
    client = as_(cast.ana)
    told = {"people": [each.pk for each in people], "service": "health", "urgency": "normal"}
    told |= {"organisation": a_clinic().pk, "reason": "Fiebre alta"}
    client.post(reverse("referral-write", args=[case.number]), told)
    first, second = Referral.objects.order_by("individual__number")
    agree(cast, people[0])
    for referral in (first, second):
        client.post(reverse("referral-send", args=[referral.pk]), {"on": "2019-03-01"})
    assert list(
        Referral.objects.order_by("individual__number").values_list("status", flat=True)
    ) == ["sent", "draft"]
    client.post(
        reverse("referral-move", args=[first.pk]),
        {"to": "refused", "on": "2019-03-02", "remark": "No hay cupo"},
    )
    text = page_of(client.get(first.get_absolute_url()))
    assert text.says("Fiebre alta")
    assert text.says("No hay cupo")
    papers = page_of(client.get(reverse("case-part", args=[case.number, "papers"])))
    assert first.get_absolute_url() in papers.links


def test_a_sent_referral_leads_to_those_written_with_it_that_nobody_sent_yet(cast):
    case = an_arrival(cast, people=a_family())
    people, client = people_of(case)[:2], as_(cast.ana)
    told = {"people": [each.pk for each in people], "service": "health", "urgency": "normal"}
    told |= {"organisation": a_clinic().pk, "reason": "Fiebre alta"}
    client.post(reverse("referral-write", args=[case.number]), told)
    first, second = Referral.objects.order_by("individual__number")
    a_referral(cast, case, people=people[1:], service=OutsideService.LEGAL)
    says = "Se escribieron junto con esta y siguen en borrador"
    assert not page_of(client.get(first.get_absolute_url())).says(says)
    for each in people:
        agree(cast, each)
    client.post(reverse("referral-send", args=[first.pk]), {"on": "2019-03-01"})
    page = page_of(client.get(first.get_absolute_url()))
    assert page.says(f"{says}, sin registrar que se enviaron: {people[1].display_name}")
    assert second.get_absolute_url() in page.links
    client.post(reverse("referral-send", args=[second.pk]), {"on": "2019-03-01"})
    assert not page_of(client.get(first.get_absolute_url())).says(says)


def test_list_and_panel_ask_the_database_as_often_for_twelve_referrals_as_for_one(cast):
    case = an_arrival(cast, people=a_family())
    client = as_(cast.sonia)

    def queries() -> tuple[int, int]:
        with CaptureQueriesContext(connection) as listed:
            client.get(reverse("referral-list"))
        with CaptureQueriesContext(connection) as shown:
            referrals_panel.context(case, cast.ana)
        return len(listed), len(shown)

    a_referral(cast, case)
    client.get(reverse("referral-list"))
    one = queries()
    for person, service in itertools.product(people_of(case), OutsideService.values[:3]):
        if not Referral.objects.filter(individual=person, service=service).exists():
            a_referral(cast, case, people=[person], service=service)
    assert Referral.objects.count() >= 12
    assert queries() == one
    assert {"refused", "revoked"} == NEEDS_REASON


def test_a_referral_goes_along_with_who_is_split_off_and_comes_back_with_the_undoing(cast):
    case = an_arrival(cast)
    brother, wife = people_of(case)[3], people_of(case)[1]
    told = {"service": OutsideService.HEALTH, "reason": "No duerme.", "by": cast.ana}
    of_wife = write_referral(case, people=[wife], organisation=a_clinic(), **told)[0]
    agree(cast, brother)
    [mine] = write_referral(case, people=[brother], organisation=of_wife.organisation, **told)
    send_referral(mine, by=cast.ana, on=cast.ana.today())
    client, today = as_(cast.ana), cast.ana.today()
    split = reverse("family-split", args=[case.number])
    member = case.members.get(individual=brother)
    ticked = {f"goes_{member.pk}": "on", "on": f"{today:%d/%m/%Y}"}
    review = client.post(split, ticked | {f"as_{member.pk}": "FP"})
    assert page_of(review).says("1 remisión a un servicio externo pasa con la persona")
    client.post(split, ticked | {f"as_{member.pk}": "FP", "sure": "yes"})
    change = FamilyChange.objects.get(step=FamilyStep.SPLIT)

    def seen_in(each, part="papers") -> set[str]:
        page = page_of(client.get(reverse("case-part", args=[each.number, part])))
        rows = (mine, of_wife)
        return {str(row.pk) for row in rows if row.get_absolute_url() in page.links}

    assert seen_in(change.other_case) == {str(mine.pk)}
    assert seen_in(case) == {str(of_wife.pk)}
    mine.refresh_from_db()
    assert mine.case == change.other_case
    with pytest.raises(CaseCannotClose):
        close_case(change.other_case, reason="onward", on=today, by=cast.ana)
    undo_family_change(change, by=cast.ana)
    assert seen_in(case) == {str(mine.pk), str(of_wife.pk)}


def test_nothing_is_expected_any_more_of_a_referral_that_has_ended(cast):
    referral = sent(cast)
    part = reverse("case-part", args=[referral.case.number, "papers"])
    pages = (part, reverse("referral-list"))
    due = short_date(referral.due_on)
    assert [page_of(as_(cast.ana).get(each)).says(due) for each in pages] == [True, True]
    move_referral(referral, to="completed", on=DAY, by=cast.ana)
    assert [page_of(as_(cast.ana).get(each)).says(due) for each in pages] == [False, False]


def test_a_draft_is_to_be_sent_and_counts_as_open_only_once_it_was(cast):
    case = an_arrival(cast, people=a_family())
    people, client = people_of(case)[:2], as_(cast.ana)
    told = {"people": [each.pk for each in people], "service": "health", "urgency": "normal"}
    told |= {"organisation": a_clinic().pk, "reason": "Fiebre alta"}
    client.post(reverse("referral-write", args=[case.number]), told)
    summary, says = (
        reverse("case-detail", args=[case.number]),
        "Remisión sin enviar: Salud, Casa de",
    )
    for referral, opened in zip(Referral.objects.order_by("written_at"), ("0", "1"), strict=True):
        page = page_of(client.get(summary))
        to_do = page.text.split("Por hacer")[1]
        assert says in to_do
        assert referral.individual.display_name in to_do
        assert page.says("1 remisión abierta") == (opened == "1")
        sending = reverse("referral-send", args=[referral.pk])
        assert f'href="{sending}"' in client.get(summary).content.decode()
        agree(cast, referral.individual)
        client.post(sending, {"on": "2019-03-01"})
    page = page_of(client.get(summary))
    assert page.says("2 remisiones abiertas")
    assert not page.says("Remisión sin enviar")
