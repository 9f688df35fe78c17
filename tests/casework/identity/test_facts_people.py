"""Facts of the source articles about one person, each on the data of its acceptance check."""

import datetime

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from casework.consents.actions import record_consent
from casework.consents.choices import Purpose
from casework.contact.actions import add_phone
from casework.home.actions import record_relative
from casework.identity.actions.exposure import restrict_media, wish_anonymity
from casework.identity.actions.onward import add_contact_abroad, record_onward_plan
from casework.needs.actions import record_livelihood, record_need
from casework.plan.actions import draw_up_plan
from casework.register.choices import Category, Sex
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.rules import parse_birth
from casework.service.actions import correct_service, record_sanction, record_service
from casework.service.models import ServiceRecord
from casework.slips.actions import issue_slip
from partners.models import Organisation
from reference.choices import RankBand
from reference.models import Force, NeedCode, Rank, SanctionInstrument
from reporting.actions.named_lists import make_named_list, prepare_named_list
from shelters.actions.placements import place
from tests.aid.build import a_payer
from tests.build import an_individual
from tests.cast import as_, log_in
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.acts import check_in
from tests.shelters.build import a_site, beds_of

pytestmark = [pytest.mark.usefixtures("tables_of_the_file"), pytest.mark.django_db]


@pytest.fixture
def ranks(cast) -> dict[str, Rank]:
    return {rank.code: rank for rank in Rank.objects.all()}


def force(code: str) -> Force:
    return Force.objects.get(code=code)


def test_f06_one_lieutenant_and_two_sergeants_of_the_guard_fall_into_two_bands(cast, ranks):
    for code in ("teniente", "sargento-2", "sargento-1"):
        an_individual(cast, force=force("gnb"), rank=ranks[code])
    bands = ServiceRecord.objects.filter(force="gnb").values_list("rank_band", flat=True)
    assert sorted(bands) == [RankBand.OFFICER, RankBand.PROFESSIONAL, RankBand.PROFESSIONAL]


def test_f08_years_of_service_are_accepted_where_no_date_is_known(cast, ranks):
    person = an_individual(cast, force=force("ejercito"), years_of_service=8)
    record = record_service(person, force=force("gnb"), years_of_service=14, by=cast.ana)
    assert (record.years_of_service, record.served_from, record.served_until) == (14, None, None)
    page = page_of(as_(cast.ana).get(reverse("individual-detail", args=[person.number])))
    assert sorted(page.every_fact("Años de servicio")) == ["14", "8"]


def test_f09_last_role_and_people_under_command_are_sealed_and_corrected_with_their_history(
    cast, ranks
):
    person = an_individual(cast, force=force("gnb"))
    wrong = record_service(
        person, force=force("gnb"), role="Escolta en moto", people_commanded=15, by=cast.ana
    )
    right = correct_service(
        wrong, force=force("gnb"), role="Escolta en moto", people_commanded=50, by=cast.ana
    )
    assert (right.role, right.people_commanded) == ("Escolta en moto", "50")
    assert {"role", "people_commanded"} <= ServiceRecord.Privacy.sealed
    assert ServiceRecord.objects.current().filter(individual=person).count() == 2
    page = page_of(as_(cast.ana).get(reverse("individual-detail", args=[person.number])))
    assert page.every_fact("Personas bajo su mando") == ["50", "15"]
    assert (
        as_(cast.carla).get(reverse("individual-detail", args=[person.number])).status_code == 404
    )


def test_f10_ages_of_36_and_27_are_worked_out_anew_on_the_day_of_the_report(cast):
    told_on = datetime.date(2019, 5, 1)
    by_age = an_individual(cast, born=None, birth=parse_birth("36", on=told_on))
    by_day = an_individual(cast, born=None, birth=parse_birth("12/4/1992", on=told_on))
    assert [person.age_on(told_on) for person in (by_age, by_day)] == [36, 27]
    a_year_before_his_birthday = datetime.date(2020, 4, 11)
    assert by_day.age_on(a_year_before_his_birthday) == 27
    later = datetime.date(2021, 5, 1)
    assert [person.age_on(later) for person in (by_age, by_day)] == [38, 29]


def test_f11_a_woman_who_served_is_counted_as_a_former_member_and_not_as_family(cast, ranks):
    woman = an_individual(
        cast, category=None, sex=Sex.FEMALE, force=force("ejercito"), rank=ranks["sargento-1"]
    )
    assert woman.category == Category.FORMER_MEMBER
    assert list(Individual.objects.former_members()) == [woman]


def test_f43_the_contact_card_warns_before_the_number_which_is_read_on_the_record(cast):
    person = an_individual(cast)
    phone = add_phone(
        person,
        number="0414-1234567",
        label="relative",
        asks_first=True,
        takes_no_voicemail=True,
        call_from=datetime.time(18),
        who_may_answer="La hermana",
        by=cast.ana,
    )
    client = as_(cast.ana)
    card = page_of(
        client.get(reverse("individual-detail", args=[person.number]), HTTP_ACCEPT_LANGUAGE="en")
    )
    assert not card.holds("1234567")
    assert not AuditEvent.objects.filter(verb="phone.read").exists()
    shown = page_of(client.get(reverse("phone-show", args=[person.number, phone.pk])))
    before, after = shown.text.split("+58 414 123 4567")
    assert len(phone.warnings) >= 3
    for warning in phone.warnings:
        assert str(warning) in before, warning
        assert str(warning) not in after
    assert "La hermana" in before
    look = AuditEvent.objects.get(verb="phone.read")
    assert (look.actor, look.is_read) == (cast.ana, True)


def test_f05_soldiers_and_policemen_are_told_apart_and_police_only_can_be_filtered(cast, ranks):
    soldier = an_individual(cast, force=force("gnb"), rank=ranks["sargento-2"])
    policeman = an_individual(cast, force=force("pnb"), rank=ranks["inspector"])
    of_unknown_rank = an_individual(cast, force=force("cicpc"))
    client = as_(cast.ana)
    for address, expected in (
        (reverse("individual-list"), {policeman.number, of_unknown_rank.number}),
        ("/api/v1/individuals/", {policeman.number, of_unknown_rank.number}),
    ):
        text = page_of(client.get(address, {"force_kind": "police"}))
        shown = {each.number for each in (soldier, policeman, of_unknown_rank)}
        assert {number for number in shown if text.holds(number)} == expected
    text = page_of(client.get(reverse("individual-list"), {"rank_band": "professional"}))
    assert (text.holds(soldier.number), text.holds(policeman.number)) == (True, False)
    cases = page_of(client.get(reverse("case-list"), {"force_kind": "police"}))
    assert (cases.holds(soldier.number[:13]), cases.holds(policeman.number[:13])) == (False, True)


def test_f16_a_sole_breadwinner_with_ailing_parents_is_flagged_in_the_vulnerability_list(cast):
    person = an_individual(cast, given_names="Wilmer", family_names="Proveedor")
    an_individual(cast, given_names="Otro", family_names="Cualquiera")
    record_need(
        person,
        code=NeedCode.objects.get(pk="SP-CG"),
        starts_on=datetime.date(2019, 2, 25),
        source="own_account",
        by=cast.ana,
    )
    record_livelihood(
        person,
        dependants_abroad=2,
        is_sole_breadwinner=True,
        note="Sus padres están enfermos y viven de su sueldo.",
        by=cast.ana,
    )
    query = {"is_sole_breadwinner": "true", "family": "SP"}
    text = page_of(as_(cast.ana).get(reverse("need-list"), query))
    assert text.says("Wilmer Proveedor")
    assert text.says("SP-CG")
    assert not text.holds("Otro Cualquiera")
    assert not text.holds("enfermos")
    assert as_(cast.bruno).get(reverse("need-list"), query).content.decode().count("SP-CG") == 0


def test_f16_who_provides_alone_or_for_the_ailing_is_listed_without_a_need_code(cast):
    provider = an_individual(cast, given_names="Wilmer", family_names="Proveedor")
    carer = an_individual(cast, given_names="Dairo", family_names="Cuidador")
    an_individual(cast, given_names="Otro", family_names="Cualquiera")
    record_livelihood(provider, is_sole_breadwinner=True, by=cast.ana)
    record_relative(carer, relation="MOT", is_dependant=True, is_ailing=True, by=cast.ana)
    text = page_of(as_(cast.ana).get(reverse("need-list")))
    assert [text.holds(name) for name in ("Proveedor", "Cuidador", "Cualquiera")] == [
        True,
        True,
        False,
    ]
    others = page_of(as_(cast.bruno).get(reverse("need-list")))
    assert (others.holds("Proveedor"), others.holds("Cuidador")) == (False, False)


def test_f37_a_person_is_linked_to_the_decree_of_27_february_with_evidence(cast):
    person = an_individual(cast)
    decree = SanctionInstrument.objects.get(on=datetime.date(2019, 2, 27))
    facts = {"type": "expulsion", "instrument": decree, "charge": "Traición a la patria"}
    with refused("Say what shows that the person is named"):
        record_sanction(person, names_person="yes", by=cast.ana, **facts)
    sanction = record_sanction(
        person, names_person="yes", evidence="Copia de la gaceta, renglón 41", by=cast.ana, **facts
    )
    assert sanction.on == decree.on
    assert list(decree.sanctions.values_list("individual", "names_person")) == [(person.pk, "yes")]
    text = page_of(as_(cast.ana).get(reverse("individual-detail", args=[person.number])))
    assert text.says("27 de febrero de 2019")
    assert text.says("renglón 41")


def test_f44_the_alias_hides_the_name_and_whoever_must_not_talk_to_media_is_marked(cast):
    person = an_individual(cast, given_names="Leonel", family_names="Verdadero")
    site = a_site(cast.cucuta, beds=(2,), run_by=cast.carla)
    today = cast.cucuta.today()
    check_in(
        place(person, site=site, bed=beds_of(site)[0], starts_on=today, by=cast.sonia),
        by=cast.sonia,
    )
    wish = wish_anonymity(person, wished_on=datetime.date(2019, 3, 1), alias="Halcón", by=cast.ana)
    authority = Organisation.objects.filter(kind="state").first()
    restrict_media(
        person, reason="authority", authority=authority, on=datetime.date(2019, 3, 2), by=cast.ana
    )
    case = person.number[:13]
    lists = {
        cast.ana: ["/cases/", "/people/", f"/cases/{case}/", "/api/v1/individuals/"],
        cast.carla: [
            f"/cases/{case}/card/",
            f"/sites/{site.pk}/",
            f"/sites/{site.pk}/night/",
            "/placements/",
        ],
    }
    shown = ""
    for user, addresses in lists.items():
        for address in addresses:
            answer = as_(user).get(address)
            assert answer.status_code == 200, address
            assert not page_of(answer).holds("Verdadero"), address
            shown += answer.content.decode()
    assert "Halcón" in shown
    page = page_of(as_(cast.ana).get(reverse("individual-detail", args=[person.number])))
    assert page.says(str(authority))
    assert page.says("Verdadero")
    assert wish.wished_on == datetime.date(2019, 3, 1)


def test_f44_search_timeline_and_prints_show_the_alias(cast):
    person = an_individual(cast, given_names="Leonel", family_names="Verdadero")
    issue_slip(person.arrival, by=cast.ana)
    case = person.number[:13]
    in_a_month = cast.ana.today() + datetime.timedelta(days=30)
    draw_up_plan(Case.objects.get(number=case), next_on=in_a_month, by=cast.ana)
    wish_anonymity(person, wished_on=datetime.date(2019, 3, 1), alias="Halcón", by=cast.ana)
    client = as_(cast.ana)
    found = page_of(client.post(reverse("search"), {"q": "Verdadero"}, follow=True))
    rows = " ".join(part.text for part in found.root.where("class", "found"))
    assert ("Halcón" in rows, "Verdadero" in rows, "Leonel" in rows) == (True, False, False)
    names = ("case-timeline", "case-timeline-print", "plan-print")
    addresses = [reverse(name, args=[case]) for name in names]
    for address in [*addresses, reverse("arrival-slip", args=[person.arrival_id])]:
        answer = client.get(address)
        assert answer.status_code == 200, address
        page = page_of(answer)
        assert (page.holds("Verdadero"), page.holds("Leonel")) == (False, False), address
        assert page.says("Halcón"), address


@pytest.mark.parametrize("alias", ["Halcón", ""])
def test_f44_a_list_with_names_says_alias_or_number_even_where_the_name_may_be_shared(
    cast, settings, tmp_path, alias
):
    settings.MEDIA_ROOT = tmp_path
    person = an_individual(cast, given_names="Leonel", family_names="Verdadero")
    other = an_individual(cast, given_names="Abierto", family_names="Conocido")
    for each in (person, other):
        for purpose in (Purpose.UNHCR, Purpose.NAMED_EXPORT):
            record_consent(each, purpose=purpose, status="given", on=cast.ana.today(), by=cast.ana)
    wish_anonymity(person, wished_on=datetime.date(2019, 3, 1), alias=alias, by=cast.ana)
    queued = prepare_named_list(
        office=cast.cucuta,
        recipient=a_payer(),
        purpose=Purpose.UNHCR,
        reason="Reubicación",
        by=cast.sonia,
    )
    make_named_list(queued.pk)
    answer = log_in(cast.sonia).get(reverse("named-list-file", args=[queued.pk]))
    file = b"".join(answer.streaming_content).decode("utf-8-sig")
    assert [line.split(",")[:2] for line in file.splitlines()[1:]] == [
        [person.number, alias or person.number],
        [other.number, "Abierto Conocido"],
    ]
    assert ("Leonel" in file, "Verdadero" in file) == (False, False)


def test_f59_who_has_no_contact_abroad_stands_in_a_list(cast):
    connected, alone = (
        an_individual(cast, family_names=name) for name in ("Conectado", "Solitario")
    )
    add_contact_abroad(connected, country="CL", relation="BRO", name="Su hermano", by=cast.ana)
    record_onward_plan(connected, status="wants", country="CL", by=cast.ana)
    plan = record_onward_plan(connected, status="has_means", country="CL", by=cast.ana)
    client = as_(cast.ana)
    text = page_of(client.get(reverse("individual-list"), {"has_contact_abroad": "false"}))
    assert (text.holds(alone.number), text.holds(connected.number)) == (True, False)
    assert list(connected.onward_plans.current()) == [plan]
    for status, is_shown in (("has_means", True), ("wants", False)):
        text = page_of(client.get(reverse("individual-list"), {"onward": status}))
        assert (text.holds(connected.number)) == is_shown
