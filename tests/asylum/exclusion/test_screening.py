"""Screening for exclusion: opened, followed, concluded by two, read by whose role it is, each look written down first."""

import datetime

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.actions.grants import end_grant
from accounts.models import AuditEvent, Grant, User
from asylum.exclusion.actions import (
    confirm_conclusion,
    decline_conclusion,
    open_screening,
    record_look,
    take_back_step,
    write_step,
)
from asylum.exclusion.choices import Outcome, StepKind
from asylum.exclusion.models import Screening, ScreeningLook, ScreeningStep
from asylum.exclusion.rules import CountingOutcome, StepSummary, counting_outcome
from casework.compartments.models import AccountHandling
from tests.asylum.exclusion.build import a_screener, a_screening
from tests.build import an_individual
from tests.casework.compartments.build import confide
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.django_db
WORDS = "Mandaba en el puesto donde los golpearon"
S = StepKind


@pytest.fixture
def elvira(cast) -> User:
    return a_screener(cast)


@pytest.fixture
def efrain(cast) -> User:
    return a_screener(cast, "Efraín")


def step(screening, kind, by, **facts) -> ScreeningStep:
    return write_step(screening, kind=kind, **({"on": by.today()} | facts), by=by)


def word(screening) -> CountingOutcome | None:
    return Screening.objects.get(pk=screening.pk).counting_outcome


def test_f26_what_is_handed_in_leads_to_a_screening_with_lawyer_outcome_and_appeal(
    cast, elvira, efrain
):
    account = confide(an_individual(cast), cast.ana, "concern", text=WORDS)
    client = as_(elvira)
    assert page_of(client.get(reverse("screening-list"))).holds(account.person.number)
    page = page_of(client.get(reverse("concern-read", args=[account.pk])))
    assert page.holds(WORDS)
    opening = reverse("screening-open-for", args=[account.pk])
    assert opening in page.links
    answer = client.post(opening, page_of(client.get(opening)).fields)
    screening = Screening.objects.get()
    assert (screening.referred_by, screening.referred_on) == ("Ana", account.written_on)
    assert answer["Location"] == reverse("screening-read", args=[screening.pk])
    told = {
        S.LAWYER: {"said": "Dra. Rojas"},
        S.HEARD: {"said": "Fue en defensa propia"},
        S.REVIEWED: {"outcome": Outcome.UNDER_REVIEW},
        S.CONCLUDED: {"outcome": Outcome.EXCLUDED, "said": "Artículo 1F(a)"},
    }
    for kind, facts in told.items():
        address = reverse("screening-write", args=[screening.pk, kind.value])
        form = page_of(client.get(address))
        told_then = {key: str(said) for key, said in facts.items()}
        told_then["on"] = elvira.today().isoformat()
        answer = client.post(address, form.fields | told_then)
        assert answer.status_code == 302, kind
    concluded = ScreeningStep.objects.get(kind=S.CONCLUDED)
    assert word(screening).outcome == Outcome.UNDER_REVIEW
    other = as_(efrain)
    page = page_of(other.get(reverse("screening-read", args=[screening.pk])))
    assert page.says("Dra. Rojas")
    assert page.says("Fue en defensa propia")
    confirm = reverse("screening-confirm", args=[concluded.pk])
    assert confirm in page.links
    assert page_of(other.get(confirm)).says("Lo que dos personas dijeron no se deshace")
    assert other.post(confirm, {"said": ""}).status_code == 302
    assert word(screening) == CountingOutcome(Outcome.EXCLUDED, is_of_the_authority=False)
    step(screening, S.APPEALED, elvira, said="Recurso")
    kinds = [each.kind for each in Screening.objects.get().steps.all()]
    assert kinds == ["opened", "lawyer", "heard", "reviewed", "concluded", "confirmed", "appealed"]


def test_f27_what_the_person_says_stands_beside_what_was_said_of_them(cast, elvira):
    screening = a_screening(an_individual(cast), elvira, said=WORDS)
    step(screening, S.HEARD, elvira, said="Nunca reprimió a nadie")
    page = page_of(as_(elvira).get(reverse("screening-read", args=[screening.pk])))
    assert page.says(WORDS)
    assert page.says("Nunca reprimió a nadie")


def test_f26_excluded_and_not_excluded_count_once_somebody_else_confirms_in_the_database_too(
    cast, elvira, efrain
):
    screening = a_screening(an_individual(cast), elvira)
    concluded = step(screening, S.CONCLUDED, elvira, outcome=Outcome.NOT_EXCLUDED)
    assert word(screening) is None
    with refused("Somebody else than whoever proposed it"):
        confirm_conclusion(concluded, by=elvira)
    for kind, about in ((S.CONFIRMED, concluded), (S.CONFIRMED, None), (S.REVIEWED, concluded)):
        with pytest.raises(IntegrityError), transaction.atomic():
            _forced(screening, kind, by=elvira, answers=about)
    elsewhere = a_screening(an_individual(cast), elvira)
    with pytest.raises(IntegrityError), transaction.atomic():
        _forced(elsewhere, S.CONFIRMED, by=efrain, answers=concluded)
    with refused("A conclusion waits"):
        step(screening, S.CONCLUDED, elvira, outcome=Outcome.EXCLUDED)
    for kind in (S.REVIEWED, S.LAWYER):
        with refused("Say what the outcome is"):
            step(screening, kind, elvira, outcome=Outcome.EXCLUDED)
    decline_conclusion(concluded, said="Falta oír a la persona", by=efrain)
    assert word(screening) is None
    with refused("Somebody has answered this step already"):
        confirm_conclusion(concluded, by=efrain)
    again = step(screening, S.CONCLUDED, efrain, outcome=Outcome.NOT_EXCLUDED)
    confirm_conclusion(again, by=elvira)
    assert word(screening).outcome == Outcome.NOT_EXCLUDED


def _forced(screening, kind, *, by, answers):
    """As no action would write it."""
    step = ScreeningStep(
        key_id=screening.key_id,
        screening=screening,
        kind=kind,
        answers=answers,
        happened_on=by.today(),
        by=by,
    )
    step.save(force_insert=True)


def test_f26_a_decision_of_the_authority_is_its_own_act_and_changes_no_application(cast, elvira):
    screening = a_screening(an_individual(cast), elvira)
    before = AuditEvent.objects.count()
    step(screening, S.DECIDED, elvira, outcome=Outcome.EXCLUDED, said="Resolución 1")
    assert word(screening) == CountingOutcome(Outcome.EXCLUDED, is_of_the_authority=True)
    page = page_of(as_(elvira).get(reverse("screening-list")))
    assert page.says("según la autoridad")
    assert AuditEvent.objects.count() == before


def test_which_outcome_counts():
    two = StepSummary("concluded", "excluded", "confirmed")
    assert counting_outcome([]) is None
    assert counting_outcome([StepSummary("reviewed", "excluded")]) is None
    assert counting_outcome([StepSummary("concluded", "excluded")]) is None
    assert counting_outcome([StepSummary("concluded", "excluded", "declined")]) is None
    assert counting_outcome([two]) == CountingOutcome(Outcome.EXCLUDED, False)
    assert counting_outcome(
        [two, StepSummary("reviewed", "no_concern", "taken_back")]
    ) == counting_outcome([two])
    assert counting_outcome([two, StepSummary("decided", "not_excluded")]) == CountingOutcome(
        Outcome.NOT_EXCLUDED, True
    )
    assert counting_outcome([StepSummary("reviewed", "borrado")]) is None


def test_f26_what_was_written_by_mistake_is_taken_back_and_stays_readable(cast, elvira, efrain):
    screening = a_screening(an_individual(cast), elvira)
    wrong = step(screening, S.REVIEWED, elvira, outcome=Outcome.NO_CONCERN)
    client = as_(elvira)
    address = reverse("screening-take-back", args=[wrong.pk])
    assert address in page_of(client.get(reverse("screening-read", args=[screening.pk]))).links
    assert client.post(address, {"said": "De otra persona"}).status_code == 302
    assert word(screening) is None
    page = page_of(client.get(reverse("screening-read", args=[screening.pk])))
    assert page.says("De otra persona")
    opened = screening.steps.get(kind=S.OPENED)
    take_back_step(opened, said="Se abrió a quien no era", by=efrain)
    with refused("opened by mistake"):
        step(screening, S.HEARD, elvira, said="x")
    second = a_screening(screening.individual, elvira)
    step(second, S.DECIDED, elvira, outcome=Outcome.EXCLUDED)
    with refused("There is an outcome already"):
        take_back_step(second.steps.get(kind=S.OPENED), said="x", by=efrain)


@pytest.mark.parametrize("answering", ["confirm", "decline", "take-back"])
def test_f26_what_is_answered_stands_above_the_answer(cast, elvira, efrain, answering):
    screening = a_screening(an_individual(cast), elvira)
    told = {"outcome": Outcome.EXCLUDED, "said": "Artículo 1F(a)"}
    concluded = step(screening, S.CONCLUDED, elvira, **told)
    page = page_of(as_(efrain).get(reverse(f"screening-{answering}", args=[concluded.pk])))
    for words in (S.CONCLUDED.label, Outcome.EXCLUDED.label, "Artículo 1F(a)", "Elvira"):
        assert page.says(str(words))


def test_one_screening_of_a_person_stands_at_a_time(cast, elvira):
    person = an_individual(cast)
    a_screening(person, elvira)
    with refused("being screened already"):
        a_screening(person, elvira)


def test_f26_for_everybody_else_there_is_no_such_address(cast, elvira):
    account = confide(an_individual(cast), cast.ana, "concern", text=WORDS)
    screening = a_screening(account.individual, elvira)
    concluded = step(screening, S.CONCLUDED, elvira, outcome=Outcome.EXCLUDED)
    other = an_individual(cast)
    for name in ("ana", "carla", "lucia", "luis", "sonia", "adela", "aurelio", "mara"):
        user = cast.users[name]
        client = as_(user)
        for address in _addresses(screening, account, concluded):
            assert client.get(address).status_code == 404, (name, address)
            assert client.post(address, {"said": "x"}).status_code == 404, (name, address)
        with pytest.raises(NotAllowed):
            record_look(screening, by=user)
        with pytest.raises(NotAllowed):
            step(screening, S.HEARD, user, said="x")
        with pytest.raises(NotAllowed):
            confirm_conclusion(concluded, by=user)
        with pytest.raises(NotAllowed):
            a_screening(other, user)
        assert not ScreeningLook.objects.exists(), name


def _addresses(screening, account, concluded):
    return [
        reverse("screening-list"),
        reverse("screening-open"),
        reverse("concern-read", args=[account.pk]),
        reverse("screening-open-for", args=[account.pk]),
        reverse("screening-read", args=[screening.pk]),
        reverse("screening-write", args=[screening.pk, "heard"]),
        reverse("screening-confirm", args=[concluded.pk]),
        reverse("screening-decline", args=[concluded.pk]),
        reverse("screening-take-back", args=[concluded.pk]),
    ]


def test_f26_a_role_that_ended_yesterday_shows_nothing(cast, elvira):
    account = confide(an_individual(cast), cast.ana, "concern", text=WORDS)
    screening = a_screening(account.individual, elvira)
    concluded = step(screening, S.CONCLUDED, elvira, outcome=Outcome.EXCLUDED)
    client, addresses = as_(elvira), _addresses(screening, account, concluded)
    # Nobody confirms what they proposed: their own page to do so opens, and refuses.
    assert {client.get(address).status_code for address in addresses} == {200}
    grant = Grant.objects.get(user=elvira)
    end_grant(grant, on=elvira.today(), by=cast.adela)
    assert {client.get(address)["Location"] for address in addresses} == {reverse("account")}
    assert not page_of(client.get(reverse("account"))).holds(reverse("screening-list"))


def test_f26_each_look_is_written_before_it_is_shown(cast, elvira, efrain):
    account = confide(an_individual(cast), cast.ana, "concern", text=WORDS)
    screening = a_screening(account.individual, elvira, account=account)
    client = as_(efrain)
    before = AuditEvent.objects.count()
    page = page_of(client.get(reverse("screening-read", args=[screening.pk])))
    assert page.says("Efraín")
    client.get(reverse("screening-list"))
    client.get(reverse("screening-write", args=[screening.pk, "heard"]))
    client.get(reverse("concern-read", args=[account.pk]))
    looks = ScreeningLook.objects.values_list("screening", "by__full_name")
    assert list(looks) == [
        (screening.pk, "Efraín"),
        (None, "Efraín"),
        (screening.pk, "Efraín"),
    ]
    assert AccountHandling.objects.filter(what="read", by=efrain).count() == 1
    # The audit log that others read says nothing of it.
    assert AuditEvent.objects.count() == before
    with pytest.raises(Exception, match="permission denied"), transaction.atomic():
        ScreeningLook.objects.update(by=elvira)
    with pytest.raises(Exception, match="permission denied"), transaction.atomic():
        ScreeningStep.objects.update(by=efrain)
    with pytest.raises(Exception, match="permission denied"), transaction.atomic():
        Screening.objects.update(opened_by=efrain)


def test_f26_a_look_that_cannot_be_written_shows_nothing(cast, elvira):
    account = confide(an_individual(cast), cast.ana, "concern", text=WORDS)
    screening = a_screening(account.individual, elvira, said=WORDS)
    client = as_(elvira)
    client.raise_request_exception = False
    # From here on this connection may read and not write: a disk that is full, a table that is locked.
    for name, row in (("screening-read", screening), ("concern-read", account)):
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL transaction_read_only = on")
            answer = client.get(reverse(name, args=[row.pk]))
            transaction.set_rollback(True)
        assert answer.status_code == 500, name
        assert WORDS not in answer.content.decode()
        assert WORDS in client.get(reverse(name, args=[row.pk])).content.decode()


def test_f26_a_restricted_case_and_another_office_stay_closed_to_who_is_not_named(cast, elvira):
    person = an_individual(cast)
    screening = a_screening(person, elvira)
    person.memberships.get().case.__class__.objects.update(is_restricted=True)
    assert not Screening.objects.visible_to(elvira).exists()
    assert as_(elvira).get(reverse("screening-read", args=[screening.pk])).status_code == 404


def test_a_screening_is_opened_by_number_where_nothing_was_handed_in(cast, elvira):
    person = an_individual(cast)
    client, address = as_(elvira), reverse("screening-open")
    told = {"referred_by": "Cancillería", "referred_on": elvira.today().isoformat()}
    answer = client.post(address, {**told, "person": "A-2019-999999-1"})
    assert page_of(answer).says("Nadie tiene este número")
    assert client.post(address, {**told, "person": person.number}).status_code == 302
    assert Screening.objects.get().referred_by == "Cancillería"
    tomorrow = elvira.today() + datetime.timedelta(days=1)
    with refused("This day lies in the future"):
        open_screening(an_individual(cast), referred_by="x", referred_on=tomorrow, by=elvira)


def test_today_counts_for_who_screens_and_for_nobody_else(cast, elvira, efrain):
    account = confide(an_individual(cast), cast.ana, "concern", text=WORDS)
    step(a_screening(account.individual, elvira), S.CONCLUDED, elvira, outcome=Outcome.EXCLUDED)
    assert page_of(as_(efrain).get("/")).says("espera a una segunda persona")
    assert not page_of(as_(elvira).get("/")).says("espera a una segunda persona")
    assert page_of(as_(elvira).get("/")).says("sin examen")
    for name in ("ana", "lucia", "sonia"):
        page = page_of(as_(cast.users[name]).get("/"))
        assert not page.holds(reverse("screening-list")), name


def test_a_concern_that_was_read_waits_until_somebody_examines_it(cast, elvira, efrain):
    """Who looked in and was called away left a concern that nobody was reminded of."""
    account = confide(an_individual(cast), cast.ana, "concern", text=WORDS)
    as_(elvira).get(reverse("concern-read", args=[account.pk]))
    for user in (elvira, efrain):
        assert page_of(as_(user).get("/")).says("1 entregado sin examen")
    assert page_of(as_(efrain).get(reverse("screening-list"))).says("leído, nadie lo examina")
    a_screening(account.individual, elvira, account=account)
    assert not page_of(as_(efrain).get("/")).says("1 entregado sin examen")
    for user in (elvira, efrain):
        assert page_of(as_(user).get("/")).says("1 examen abierto y sin revisar")
    step(Screening.objects.get(), S.CONCLUDED, elvira, outcome=Outcome.EXCLUDED)
    assert not page_of(as_(efrain).get("/")).says("1 examen abierto y sin revisar")


def test_the_list_asks_as_often_for_four_as_for_one(cast, elvira):
    client = as_(elvira)

    def queries():
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("screening-list"))
        return len(asked)

    def one_more():
        account = confide(an_individual(cast), cast.ana, "concern")
        confide(an_individual(cast), cast.ana, "concern")
        step(a_screening(account.individual, elvira), S.HEARD, elvira, said="x")

    one_more()
    client.get(reverse("screening-list"))
    one = queries()
    for _each in range(3):
        one_more()
    assert queries() == one


def test_what_two_people_or_the_authority_said_one_alone_does_not_replace(cast, elvira, efrain):
    settled = {
        StepKind.CONCLUDED: "Excluida",
        StepKind.DECIDED: "Excluida, según la autoridad",
    }
    for kind, said in settled.items():
        screening = a_screening(an_individual(cast), elvira)
        client, address = as_(elvira), reverse("screening-write", args=[screening.pk, S.REVIEWED])
        before = page_of(client.get(address))
        assert before.holds('value="no_concern"')
        told = step(screening, kind, elvira, outcome=Outcome.EXCLUDED, said="1F(a)")
        if kind == StepKind.CONCLUDED:
            confirm_conclusion(told, by=efrain)
        typed = {"on": elvira.today().isoformat(), "said": "Llegó un informe"}
        # Whoever had the form open since before the outcome is told of it.
        late = page_of(client.post(address, before.fields | typed | {"outcome": "no_concern"}))
        assert late.says("un resultado que una sola persona no cambia")
        form = page_of(client.get(address))
        assert form.says("proponga otra conclusión")
        assert not form.holds('value="no_concern"')
        assert client.post(address, form.fields | typed).status_code == 302
        head = page_of(client.get(reverse("screening-read", args=[screening.pk])))
        assert head.says("Llegó un informe")
        assert screening_tags(screening) == [said]
        with refused("propose another conclusion", field="outcome"):
            step(screening, S.REVIEWED, efrain, outcome=Outcome.NO_CONCERN)
        again = step(screening, S.CONCLUDED, efrain, outcome=Outcome.NOT_EXCLUDED, said="Nuevo")
        assert word(screening).outcome == Outcome.EXCLUDED
        confirm_conclusion(again, by=elvira)
        assert screening_tags(screening) == ["No excluida"]


def screening_tags(screening) -> list[str]:
    return [said for said, _tone in Screening.objects.get(pk=screening.pk).tags]


def test_one_alone_said_it_while_the_conclusion_waited(cast, elvira, efrain):
    screening = a_screening(an_individual(cast), elvira)
    concluded = step(screening, S.CONCLUDED, elvira, outcome=Outcome.EXCLUDED, said="1F(a)")
    step(screening, S.REVIEWED, efrain, outcome=Outcome.NO_CONCERN)
    confirm_conclusion(concluded, by=efrain)
    assert word(screening).outcome == Outcome.EXCLUDED


def test_who_proposed_reads_that_it_was_not_confirmed_until_somebody_goes_on(cast, elvira, efrain):
    said = "conclusión suya no se confirmó"
    screening = a_screening(an_individual(cast), elvira)
    concluded = step(screening, S.CONCLUDED, elvira, outcome=Outcome.EXCLUDED, said="1F(a)")
    assert not page_of(as_(elvira).get("/")).says(said)
    address = reverse("screening-decline", args=[concluded.pk])
    assert as_(efrain).post(address, {"said": "Falta oír a la persona"}).status_code == 302
    assert page_of(as_(elvira).get("/")).says(said)
    assert page_of(as_(elvira).get(reverse("screening-list"))).says("una conclusión no se confirmó")
    for user in (efrain, cast.ana, cast.sonia):
        assert not page_of(as_(user).get("/")).says(said), user
    wrong = step(screening, S.REVIEWED, efrain, outcome=Outcome.UNDER_REVIEW)
    assert not page_of(as_(elvira).get("/")).says(said)
    take_back_step(wrong, said="De otra persona", by=efrain)
    assert page_of(as_(elvira).get("/")).says(said)
    assert "una conclusión no se confirmó" in screening_tags(screening)
    again = step(screening, S.CONCLUDED, elvira, outcome=Outcome.EXCLUDED, said="1F(a)")
    assert not page_of(as_(elvira).get("/")).says(said)
    confirm_conclusion(again, by=efrain)
    assert screening_tags(screening) == ["Excluida"]


def test_an_opening_with_an_outcome_is_not_offered_to_be_taken_back(cast, elvira):
    screening = a_screening(an_individual(cast), elvira)
    address = reverse("screening-read", args=[screening.pk])
    opening = reverse("screening-take-back", args=[screening.steps.get().pk])
    assert opening in page_of(as_(elvira).get(address)).links
    decided = step(screening, S.DECIDED, elvira, outcome=Outcome.EXCLUDED, said="Resolución 1")
    links = page_of(as_(elvira).get(address)).links
    assert opening not in links
    assert reverse("screening-take-back", args=[decided.pk]) in links


def test_who_looked_is_one_line_for_a_person_and_a_day(cast, elvira, efrain):
    screening = a_screening(an_individual(cast), elvira)
    address = reverse("screening-read", args=[screening.pk])
    for user in (elvira, elvira, efrain):
        as_(user).get(address)
    page = page_of(as_(elvira).get(address))
    assert page.says("3 veces")
    # Who opened it stands in its step, too.
    assert page.text.count("Efraín") == 1


def test_what_was_handed_in_waits_again_where_its_screening_was_opened_by_mistake(cast, elvira):
    account = confide(an_individual(cast), cast.ana, "concern", text=WORDS)
    screening = a_screening(account.person, elvira, account=account)
    address = reverse("screening-list")
    read = reverse("concern-read", args=[account.pk])
    assert read not in page_of(as_(elvira).get(address)).links
    take_back_step(screening.steps.get(), said="Era otra", by=elvira)
    page = page_of(as_(elvira).get(address))
    assert read in page.links
    opening = reverse("screening-open-for", args=[account.pk])
    client = as_(elvira)
    assert client.post(opening, page_of(client.get(opening)).fields).status_code == 302
