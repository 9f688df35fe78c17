"""What was said in confidence: written once by whoever heard it, read by those named, and nowhere else."""

import datetime

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.cases.actions import close_case, refer_to_legal, restrict_case
from casework.compartments.actions import end_reader, name_reader, read_account, write_account
from casework.compartments.models import AccountHandling, AccountReader, SealedAccount
from casework.merges.actions import merge_individuals
from casework.register.models.case import Case
from casework.rights.actions import erase_individual
from casework.rights.extract import extract_of
from pages.refusals import ActionRefused
from shelters.actions.placements import place
from tests.asylum.exclusion.build import a_screener
from tests.build import a_case, an_individual, people_of
from tests.casework.compartments.build import a_reader, confide
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_site, beds_of
from worklist.due.rows import due
from worklist.notices.models import Notice
from worklist.scheduler.tick import tick

pytestmark = pytest.mark.django_db
WORDS = "Lo colgaron de las manos"
KINDS = ["account_to_read"]


def told(kind="torture", text=WORDS):
    return {"kind": kind, "source": "person", "text": text}


def test_whoever_heard_it_writes_it_once_and_never_sees_it_again(cast):
    a_reader(cast, cast.luis)
    person = an_individual(cast)
    client, address = as_(cast.ana), reverse("account-write", args=[person.number])
    assert address in page_of(client.get(reverse("individual-detail", args=[person.number]))).links
    page = page_of(client.get(address))
    assert page.says("Lo que escriba aquí no lo volverá a ver")
    answer = client.post(address, told(), follow=True)
    assert page_of(answer).says("Quedó escrito")
    account = SealedAccount.objects.get()
    assert account.text == WORDS
    for path in (
        reverse("account-list"),
        reverse("individual-detail", args=[person.number]),
        reverse("case-part", args=[Case.objects.get().number, "people"]),
        reverse("case-timeline", args=[Case.objects.get().number]),
        address,
    ):
        assert not page_of(client.get(path)).holds(WORDS)
    assert client.get(reverse("account-read", args=[account.pk])).status_code == 404
    assert not page_of(client.get(reverse("account-list"))).holds(person.number)
    with pytest.raises(NotAllowed):
        read_account(account, by=cast.ana)


def test_who_is_named_is_told_without_a_word_of_it_and_reads_it(cast):
    a_reader(cast, cast.luis)
    person = an_individual(cast)
    account = confide(person, cast.ana, text=WORDS)
    [row] = due(cast.luis, today=cast.luis.today(), kinds=KINDS)
    assert (row.about_id, row.case_id) == (str(account.pk), None)
    tick()
    assert Notice.objects.filter(kind=KINDS[0]).values_list("user", flat=True).get() == cast.luis.pk
    client = as_(cast.luis)
    for path in ("due-list", "inbox"):
        page = page_of(client.get(reverse(path)))
        assert page.says("Hay algo por leer")
        assert not page.holds(WORDS)
        assert not page.holds(person.number)
    assert page_of(client.get(reverse("account-list"))).holds(person.number)
    page = page_of(client.get(reverse("account-read", args=[account.pk])))
    assert page.holds(WORDS)
    assert page.says("Tortura o trato cruel")
    assert list(due(cast.luis, today=cast.luis.today(), kinds=KINDS)) == []


def test_writing_and_every_look_are_written_down(cast):
    a_reader(cast, cast.luis)
    account = confide(an_individual(cast), cast.ana)
    client, address = as_(cast.luis), reverse("account-read", args=[account.pk])
    client.get(address)
    assert page_of(client.get(address)).says("Ana")
    known = AccountHandling.objects.values_list("what", "by__full_name")
    assert list(known) == [("read", "Luis"), ("read", "Luis"), ("written", "Ana")]
    with pytest.raises(Exception, match="permission denied"), transaction.atomic():
        AccountHandling.objects.update(by=cast.bruno)
    verbs = AuditEvent.objects.filter(verb__startswith="compartment.w")
    # The log tells that something was written and not about whom.
    assert [(each.actor, each.case_id, each.about_id) for each in verbs] == [(cast.ana, None, "")]
    assert AuditEvent.objects.filter(verb="compartment.read", is_read=True).count() == 2


def test_a_concern_of_exclusion_reaches_who_screens_and_leaves_no_trace_for_others(cast):
    elvira = a_screener(cast)
    a_reader(cast, cast.lucia)
    person = an_individual(cast)
    case = Case.objects.get()
    refer_to_legal(case, by=cast.ana)
    before = AuditEvent.objects.count()
    account = confide(person, cast.ana, "concern", text=WORDS)
    client = as_(elvira)
    assert page_of(client.get(reverse("concern-read", args=[account.pk]))).holds(WORDS)
    # Neither written nor read does it stand in the log that others read.
    assert AuditEvent.objects.count() == before
    assert AccountHandling.objects.count() == 2
    other = a_case(cast)
    for user in (cast.ana, cast.lucia, cast.luis, cast.sonia, cast.carla, cast.adela, cast.aurelio):
        assert not SealedAccount.objects.visible_to(user).exists(), user
        assert list(due(user, today=user.today(), kinds=KINDS)) == []
        for page in ("account-read", "concern-read"):
            assert as_(user).get(reverse(page, args=[account.pk])).status_code == 404
    for user in (cast.ana, cast.sonia):
        assert _shape(user, case) == _shape(user, other)


def _shape(user, case):
    """What the door to confidence looks like in a file, without the names."""
    page = as_(user).get(reverse("case-part", args=[case.number, "people"])).content.decode()
    panel = page.split('id="in-confidence"')[1].split("</section>")[0]
    return panel.replace(people_of(case)[0].number, "N")


def test_an_extract_says_the_same_of_everybody(cast):
    a_reader(cast, cast.luis)
    told, other = an_individual(cast), an_individual(cast)
    confide(told, cast.ana, text=WORDS)
    one, two = (extract_of(person, by=cast.sonia) for person in (told, other))
    assert any("en confianza" in str(reason) for reason in one.reasons)
    assert (one.reasons, one.empty) == (two.reasons, two.empty)
    assert WORDS not in str(one)


def test_nothing_is_written_where_nobody_would_read_it(cast):
    person = an_individual(cast)
    for kind in ("torture", "concern"):
        with refused("Nobody is named to read this"), transaction.atomic():
            write_account(person, kind=kind, source="seen", text=WORDS, by=cast.ana)
    assert not SealedAccount.objects.exists()
    page = page_of(
        as_(cast.ana).post(reverse("account-write", args=[person.number]), told(text=WORDS))
    )
    assert "#id_kind" in page.links


def test_of_a_restricted_case_only_a_reader_who_is_named_there_reads(cast):
    for reader in (cast.luis, cast.lucia):
        a_reader(cast, reader)
    person = an_individual(cast)
    restrict_case(Case.objects.get(), people=[cast.lucia], by=cast.sonia)
    confide(person, cast.sonia)
    assert SealedAccount.objects.visible_to(cast.lucia).exists()
    assert not SealedAccount.objects.visible_to(cast.luis).exists()


def test_who_runs_the_site_writes_down_what_a_resident_says(cast):
    a_reader(cast, cast.luis)
    person, case = an_individual(cast), Case.objects.get()
    client, address = as_(cast.carla), reverse("account-write", args=[person.number])
    site = a_site(cast.cucuta, beds=(2,), run_by=cast.carla)
    place(person, site=site, bed=beds_of(site)[0], starts_on=cast.cucuta.today(), by=cast.sonia)
    card = reverse("case-card", args=[case.number])
    assert address in page_of(client.get(card)).links
    assert client.post(address, told("gender")).headers["Location"] == card
    assert SealedAccount.objects.get().kind == "gender"


@pytest.mark.parametrize("who", ["bruno", "adela", "aurelio", "mara"])
def test_whoever_does_not_reach_the_person_writes_nothing(cast, who):
    a_reader(cast, cast.luis)
    person, user = an_individual(cast), cast.users[who]
    assert as_(user).get(reverse("account-write", args=[person.number])).status_code == 404
    with pytest.raises(NotAllowed):
        write_account(person, kind="torture", source="seen", text=WORDS, by=user)


def test_nobody_names_themselves_nor_whom_no_role_lets_read(cast):
    with refused("Nobody names themselves"):
        a_reader(cast, cast.sonia)
    with refused("This colleague has no role for it"):
        a_reader(cast, cast.carla)
    a_reader(cast, cast.ana)
    with refused("This colleague is named already"):
        a_reader(cast, cast.ana)
    for user, kind in (
        (cast.ana, NotAllowed),
        (cast.lucia, NotAllowed),
        (cast.mara, ActionRefused),
    ):
        with pytest.raises(kind):
            name_reader(cast.cucuta, reader=cast.luis, by=user)
    naming = AccountReader.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        AccountReader.objects.filter(pk=naming.pk).update(named_by=cast.ana)


def test_a_reader_reads_until_the_last_day_and_no_longer_than_the_role(cast):
    naming = a_reader(cast, cast.luis)
    account = confide(an_individual(cast), cast.ana)
    assert SealedAccount.objects.visible_to(cast.luis).contains(account)
    client = as_(cast.sonia)
    assert page_of(client.get(reverse("reader-list"))).says("Luis")
    with refused("Nobody else reads it"):
        end_reader(naming, by=cast.sonia)
    tomorrow = cast.sonia.today() + datetime.timedelta(days=1)
    answer = client.post(
        reverse("reader-name"),
        {"reader": cast.lucia.pk, "until": tomorrow.isoformat()},
    )
    assert answer.status_code == 302
    client.post(reverse("reader-end", args=[naming.pk]))
    assert not SealedAccount.objects.visible_to(cast.luis).contains(account)
    with refused("This has ended already"):
        end_reader(naming, by=cast.sonia)
    assert SealedAccount.objects.visible_to(cast.lucia).contains(account)
    cast.lucia.grants.update(ends_on=cast.lucia.today())
    lucia = type(cast.lucia).objects.get(pk=cast.lucia.pk)
    assert not SealedAccount.objects.visible_to(lucia).exists()


def test_after_a_merge_the_reader_finds_the_record_that_stands_and_the_merge_counts_nothing(cast):
    a_reader(cast, cast.luis)
    kept, merged = an_individual(cast), an_individual(cast)
    account = confide(merged, cast.ana)
    merge = merge_individuals(kept, merged=merged, by=cast.ana)
    assert not merge.moved.filter(model="casework.sealedaccount").exists()
    account = SealedAccount.objects.visible_to(cast.luis).get(pk=account.pk)
    assert account.person == kept
    assert page_of(as_(cast.luis).get(reverse("account-list"))).holds(kept.number)
    restrict_case(kept.memberships.get().case, people=[cast.lucia], by=cast.sonia)
    assert not SealedAccount.objects.visible_to(cast.luis).exists(), "of the record that stands"


def test_erasing_the_person_erases_it(cast):
    a_reader(cast, cast.luis)
    person = an_individual(cast)
    confide(person, cast.ana, text=WORDS)
    close_case(Case.objects.get(), reason="settled", on=cast.ana.today(), by=cast.ana)
    person.refresh_from_db()
    erase_individual(person, by=cast.sonia, reason="retention")
    assert SealedAccount.objects.get().is_erased


def test_the_list_asks_as_often_for_four_as_for_one(cast):
    a_reader(cast, cast.luis)
    client = as_(cast.luis)

    def queries():
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("account-list"))
        return len(asked)

    confide(an_individual(cast), cast.ana)
    client.get(reverse("account-list"))
    one = queries()
    for _each in range(3):
        confide(an_individual(cast), cast.ana)
    assert queries() == one


def test_whoever_reads_what_they_wrote_is_not_asked_to_read_it(cast):
    a_reader(cast, cast.luis)
    a_reader(cast, cast.lucia)
    [person] = people_of(a_case(cast))
    refer_to_legal(Case.objects.get(), by=cast.sonia)
    client, address = as_(cast.lucia), reverse("account-write", args=[person.number])
    page = page_of(client.get(address))
    assert page.says("Lo que escriba aquí solo lo volverán a ver las personas designadas")
    assert not page.says("Lo que escriba aquí no lo volverá a ver")
    answer = page_of(client.post(address, told(), follow=True))
    assert answer.says("Quedó escrito. Lo verán las personas designadas.")
    assert not due(cast.lucia, today=cast.lucia.today(), kinds=KINDS)
    assert len(due(cast.luis, today=cast.luis.today(), kinds=KINDS)) == 1
    tick()
    told_to = Notice.objects.filter(kind=KINDS[0]).values_list("user", flat=True)
    assert list(told_to) == [cast.luis.pk]
    assert page_of(client.get(reverse("today"))).says("Escrito en confianza para usted: 0")
