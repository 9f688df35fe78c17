"""Which papers a country issues, what each bears, and who holds none today."""

import datetime

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Office
from asylum.papers.choices import Validity
from asylum.papers.models.permit import Permit
from asylum.pathways.choices import PermitType
from asylum.pathways.models import PermitKind
from asylum.pathways.querysets import permit_types_for
from asylum.permits.actions import cancel_permit, record_permit, renew_permit
from asylum.permits.gaps import gap_in_words
from asylum.work_right.answers import rights_to_work
from casework.register.models.individual import Individual
from reference.choices import AllowsWork
from tests.asylum.build import D, a_client, a_permit, a_referred_family, an_application, referred
from tests.build import a_case, people_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

T = PermitType
TODAY = D(2019, 5, 16)


def in_brazil(person: Individual) -> Individual:
    Office.objects.filter(pk=person.office_id).update(country="BR")
    return Individual.objects.get(pk=person.pk)


def offered(person: Individual) -> set[str]:
    return {code for code, _name in permit_types_for(person)}


def test_f23_each_country_offers_the_papers_that_it_issues(cast, law):
    person = a_client(cast)
    assert offered(person) == {T.SC2, T.SC1, T.PEP, T.PPT, T.TUTOR, T.PIP, T.VISA, T.CE, T.OTHER}
    assert offered(in_brazil(person)) == {T.PROTOCOL, T.DPRNM, T.CRNM, T.VISA, T.OTHER}


def test_f23_a_country_without_papers_on_file_offers_every_kind(cast, law):
    person = a_client(cast)
    Office.objects.filter(pk=person.office_id).update(country="PE")
    assert offered(Individual.objects.get(pk=person.pk)) == set(T)


def test_who_enters_in_2026_is_asked_about_a_paper_of_a_regime_that_was_closed_before(cast, law):
    with time_machine.travel(datetime.datetime(2026, 6, 2, 15, tzinfo=datetime.UTC), tick=False):
        person = people_of(referred(a_case(cast, on=D(2026, 6, 1)), cast))[0]
        assert person.arrival.on == D(2026, 6, 1)
        kinds = [code for code, _name in permit_types_for(person)]
        assert kinds == [T.SC2, T.SC1, T.PIP, T.VISA, T.CE, T.OTHER, T.PEP, T.PPT, T.TUTOR]
        older = [
            name.endswith(", de una estadía anterior") for _code, name in permit_types_for(person)
        ]
        assert older == [False] * 6 + [True] * 3
        client = as_(cast.lucia)
        address = reverse("permit-record", args=[person.pk])
        sent = {"type": "pep", "number": "PEP-1", "issued_on": "1/6/2026", "work_right": "unknown"}
        assert page_of(client.post(address, sent)).says("a nadie que entró tan tarde")
        assert not Permit.objects.exists()
        assert (
            client.post(
                address, sent | {"type": "sc2", "number": "SC2-1", "is_sure": "on"}
            ).status_code
            == 302
        )
        sent = sent | {"type": "ppt", "issued_on": "4/3/2022", "expires_on": "30/5/2031"}
        assert page_of(client.get(address)).says("SC-2 + Permiso por protección temporal PPT")
        assert page_of(client.post(address, sent)).says("antes de ese día")
        assert client.post(address, sent | {"is_sure": "on"}).status_code == 302
        ppt = Permit.objects.get(type=T.PPT)
        page = page_of(client.get(ppt.get_absolute_url()))
        assert page.says("SC-2 + Permiso por protección temporal PPT: hay fallos", "Vigente")
        assert rights_to_work([person], "CO", D(2026, 6, 2))[person.pk].allows == AllowsWork.YES


def test_f23_the_protocol_of_brazil_holds_a_year_and_allows_work(cast, law):
    person = in_brazil(a_client(cast))
    permit = a_permit(cast, person, type=T.PROTOCOL, issued_on=D(2019, 3, 4), number="08000")
    assert permit.valid_until == D(2020, 3, 4)
    answer = rights_to_work([person], "BR", TODAY)[person.pk]
    assert (answer.allows, answer.rule.legal_reference) == (
        AllowsWork.YES,
        "Lei 9.474 de 1997 art. 21",
    )


def test_a_paper_bears_a_number_or_somebody_says_that_it_bears_none(cast, law):
    person = a_client(cast)
    client, address = as_(cast.lucia), reverse("permit-record", args=[person.pk])
    sent = {"type": "sc2", "issued_on": "4/3/2019", "work_right": "unknown", "is_sure": "on"}
    assert "number" in client.post(address, sent).context["form"].errors
    both = client.post(address, sent | {"number": "SC2-1", "has_no_number": "on"})
    assert "has_no_number" in both.context["form"].errors
    assert client.post(address, sent | {"has_no_number": "on"}).status_code == 302
    permit = Permit.objects.get()
    assert (permit.number, permit.has_no_number) == ("", True)
    assert page_of(client.get(permit.get_absolute_url())).says("El documento no lleva número")
    numbered = a_permit(cast, number="SC2-2")
    with pytest.raises(IntegrityError), transaction.atomic():
        Permit.objects.filter(pk=numbered.pk).update(has_no_number=True)


def test_a_paper_older_than_the_arrival_is_asked_about_once_and_then_kept(cast, law):
    person = a_client(cast)
    client, address = as_(cast.lucia), reverse("permit-record", args=[person.pk])
    sent = {"type": "sc2", "number": "SC2-1", "issued_on": "22/8/2018", "work_right": "unknown"}
    assert "is_sure" not in client.get(address).context["form"].fields
    asked = client.post(address, sent)
    assert page_of(asked).says("La llegada consta el 23 feb 2019", "antes de ese día")
    assert not Permit.objects.exists()
    assert client.post(address, sent | {"is_sure": "on"}).status_code == 302
    permit = Permit.objects.get()
    assert permit.issued_on == D(2018, 8, 22)
    correct = reverse("permit-correct", args=[permit.pk])
    for issued_on, code in (("23/2/2019", 302), ("22/2/2019", 200)):
        sent |= {"issued_on": issued_on, "reason": "Se leyó mal"}
        assert client.post(correct, sent).status_code == code


def test_a_renewed_paper_without_a_number_may_bear_one_now(cast, law):
    old = a_permit(cast, has_no_number=True)
    new = renew_permit(old, issued_on=D(2019, 5, 2), number="SC2-9", by=cast.lucia)
    assert (new.number, new.has_no_number) == ("SC2-9", False)


def test_a_paper_holds_from_the_day_that_it_says(cast, law):
    permit = a_permit(cast, valid_from=D(2019, 5, 20), expires_on=D(2019, 8, 20))
    assert [permit.validity_on(D(2019, 5, day)) for day in (19, 20)] == [
        Validity.AHEAD,
        Validity.VALID,
    ]
    assert not Permit.objects.held_on(D(2019, 5, 19)).exists()
    assert Permit.objects.held_on(D(2019, 5, 20)).get() == permit
    with refused(field="expires_on"):
        a_permit(cast, valid_from=D(2019, 5, 20), expires_on=D(2019, 5, 19))


def test_the_page_names_the_authority_that_is_printed_or_else_the_one_that_always_issues(cast, law):
    page = page_of(as_(cast.lucia).get(a_permit(cast).get_absolute_url()))
    assert page.says("Migración Colombia (UAEMC)")
    printed = a_permit(cast, authority="Consulado en Arauca")
    page = page_of(as_(cast.lucia).get(printed.get_absolute_url()))
    assert page.says("Consulado en Arauca")
    assert not page.holds("Migración Colombia (UAEMC)")


def test_who_holds_no_valid_paper_today_is_listed_with_the_gap_in_words(cast, law):
    father, mother, son, brother = a_referred_family(cast)
    a_permit(cast, father, expires_on=TODAY)
    a_permit(cast, mother, expires_on=D(2019, 5, 8))
    cancelled = a_permit(cast, son, expires_on=D(2019, 8, 1))
    cancel_permit(cancelled, on=D(2019, 5, 16), by=cast.lucia)
    record_permit(
        son,
        type=T.SC2,
        issued_on=TODAY,
        valid_from=D(2019, 5, 20),
        number="SC2-3",
        is_sure=True,
        by=cast.lucia,
    )
    page = as_(cast.lucia).get(reverse("permit-missing"))
    said = {person.pk: person.gap for person in page.context["page_obj"].object_list}
    assert said == {
        mother.pk: "Ninguno desde el 9 may 2019, 8 días",
        son.pk: "Ninguno desde el 16 may 2019, 1 día; el próximo vale desde el 20 may 2019",
        brother.pk: "Sin documento en la ficha",
    }
    assert not as_(cast.bruno).get(reverse("permit-missing")).context["page_obj"].object_list


def test_nationals_of_the_country_and_papers_taken_back_count_as_they_are(cast, law):
    person = a_client(cast)
    Permit.objects.filter(pk=a_permit(cast, person).pk).update(mistaken_on=TODAY)
    listed = as_(cast.lucia).get(reverse("permit-missing")).context["page_obj"].object_list
    assert [each.pk for each in listed] == [person.pk]
    assert gap_in_words(listed[0].papers, TODAY) == "Sin documento en la ficha"
    Individual.objects.filter(pk=person.pk).update(nationality="CO")
    assert not as_(cast.lucia).get(reverse("permit-missing")).context["page_obj"].object_list


def test_the_list_of_who_holds_no_paper_asks_as_often_for_four_as_for_one(cast, law):
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            as_(cast.lucia).get(reverse("permit-missing"))
        return len(asked)

    a_permit(cast, expires_on=D(2019, 5, 8))
    queries()
    one = queries()
    for _each in range(4):
        a_permit(cast, expires_on=D(2019, 5, 8))
    assert queries() == one


def test_the_table_of_papers_names_kinds_that_the_house_has_words_for(db):
    assert set(PermitKind.objects.values_list("kind", flat=True)) == set(T)


def test_who_corrects_a_paper_chooses_among_those_of_the_country_and_its_own(cast, law):
    client = as_(cast.lucia)
    permit = a_permit(cast)
    foreign = a_permit(cast, type=T.CRNM)
    for each, more in ((permit, set()), (foreign, {T.CRNM})):
        page = client.get(reverse("permit-correct", args=[each.pk]))
        kinds = {str(code) for code, _name in page.context["form"].fields["type"].choices}
        assert kinds == offered(each.individual) | more


def test_a_paper_of_who_waits_is_asked_about_where_nobody_applied(cast, law):
    person = a_client(cast)
    client, address = as_(cast.lucia), reverse("permit-record", args=[person.pk])
    sent = {"type": "sc2", "number": "SC2-1", "issued_on": "4/3/2019", "work_right": "unknown"}
    asked = client.post(address, sent)
    assert page_of(asked).says("no consta ninguna solicitud. ¿El documento es suyo?")
    assert not Permit.objects.exists()
    assert client.post(address, sent | {"type": "ppt"}).status_code == 302
    assert client.post(address, sent | {"is_sure": "on"}).status_code == 302
    applied = an_application(cast).individual
    address = reverse("permit-record", args=[applied.pk])
    assert client.post(address, sent | {"number": "SC2-2"}).status_code == 302
