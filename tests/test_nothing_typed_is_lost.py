"""A form that was sent to a page which is no more: nothing is saved by halves, and what was typed comes back."""

import datetime
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Session, User
from casework.merges.actions import merge_individuals
from casework.notes.models import Note
from casework.register.models.case import Case
from casework.tasks.models import CaseTask
from shelters.models import Bed, Placement
from tests.build import a_case, an_individual, people_of, reference
from tests.cast import PASSWORD, Cast, log_in
from tests.page import Page, page_of
from tests.shelters.build import a_family, a_site, a_stay

TYPED = "Vive con su tía en Los Patios"


def test_who_sends_a_form_to_a_merged_record_is_told_and_gets_it_back(cast: Cast) -> None:
    survivor = an_individual(cast)
    merged = an_individual(cast, given_names="Jorman José", document="V-5.111.222")
    merge_individuals(survivor, merged=merged, by=cast.sonia)
    browser = log_in(cast.ana)
    page = browser.post(
        reverse("individual-correct", args=[merged.number]), {"given_names": TYPED}, follow=True
    )
    text = page.content.decode()
    assert page.redirect_chain[-1][0] == reverse("individual-correct", args=[survivor.number])
    assert "No se guardó nada: entretanto la ficha se unió con esta." in text
    assert TYPED in text
    again = browser.get(reverse("individual-correct", args=[merged.number]), follow=True)
    assert "No se guardó nada" not in again.content.decode()


def send_after_the_session_ended(cast: Cast) -> Client:
    """Ana's browser, at the log-in, with what she had sent."""
    case, browser = a_case(cast), log_in(cast.ana)
    over = timezone.now() - datetime.timedelta(minutes=1)
    Session.objects.filter(user=cast.ana).update(expire_date=over)
    page = browser.post(reverse("note-write", args=[case.number]), {"text": TYPED}, follow=True)
    assert page.redirect_chain[-1][0].startswith("/account/login/?next=")
    text = page.content.decode()
    assert "Su sesión había terminado." in text
    assert TYPED not in text
    assert not Note.objects.exists()
    return browser


def enter(browser: Client, email: str) -> str:
    answer = browser.post("/account/login/", {"login": email, "password": PASSWORD}, follow=True)
    return answer.content.decode()


def test_whose_session_had_ended_gets_back_what_was_typed_after_the_log_in(cast: Cast) -> None:
    text = enter(send_after_the_session_ended(cast), cast.ana.email)
    assert "No se guardó nada: su sesión había terminado." in text
    assert TYPED in text


def test_however_many_requests_a_page_sends_in_the_background_it_is_said_once(cast: Cast) -> None:
    case, browser = a_case(cast), log_in(cast.ana)
    address = reverse("note-write", args=[case.number])
    mark = page_of(browser.get(address)).fields["page_of"]
    browser.post("/account/logout/")
    for _request in range(3):
        browser.post(address, {"text": TYPED, "page_of": mark})
    text = browser.get("/account/login/").content.decode()
    assert text.count("Su sesión había terminado.") == 1


def test_somebody_else_at_that_computer_does_not_read_it(cast: Cast) -> None:
    browser = send_after_the_session_ended(cast)
    assert TYPED not in enter(browser, cast.bruno.email)
    browser.post("/account/logout/")
    assert TYPED not in enter(browser, cast.ana.email)


def test_who_never_logged_in_is_not_told_of_a_session(cast: Cast) -> None:
    assert "sesión había" not in Client().get("/", follow=True).content.decode()


class TestSignedOutInAnotherTab:
    """A page stays open in one tab, and the session is over, or another one, since the other."""

    def send_from_the_open_page(
        self, browser: Client, page: HttpResponse, address: str, **more: str
    ) -> HttpResponse:
        """What was typed, with what the page itself puts into the form."""
        kept = page_of(page).fields
        own = {name: kept[name] for name in ("csrfmiddlewaretoken", "page_of")}
        return browser.post(address, {**own, **(more or {"text": TYPED})}, follow=True)

    def open_note(self, cast: Cast) -> tuple[Client, HttpResponse, str]:
        browser, address = signed_in(cast.ana), reverse("note-write", args=[a_case(cast).number])
        return browser, browser.get(address), address

    def test_who_logs_in_again_gets_back_what_was_sent_after_the_log_out(self, cast: Cast) -> None:
        browser, page, address = self.open_note(cast)
        sign_out(browser)
        sent = self.send_from_the_open_page(browser, page, address)
        assert sent.redirect_chain[-1][0].startswith("/account/login/?next=")
        assert TYPED not in sent.content.decode()
        assert TYPED not in "".join(Session.objects.values_list("session_data", flat=True))
        text = sign_in(browser, cast.ana.email)
        assert "No se guardó nada: su sesión había terminado." in text
        assert TYPED in text
        assert not Note.objects.exists()

    def test_somebody_else_who_logs_in_there_does_not_get_it(self, cast: Cast) -> None:
        browser, page, address = self.open_note(cast)
        sign_out(browser)
        self.send_from_the_open_page(browser, page, address)
        assert TYPED not in sign_in(browser, cast.bruno.email)
        sign_out(browser)
        assert TYPED not in sign_in(browser, cast.ana.email)

    def test_after_a_new_log_in_the_expired_form_shows_what_was_sent(self, cast: Cast) -> None:
        browser, page, address = self.open_note(cast)
        sign_out(browser)
        sign_in(browser, cast.ana.email)
        sent = self.send_from_the_open_page(browser, page, address)
        assert sent.status_code == 403
        assert "no-store" in sent["Cache-Control"]
        [box] = page_of(sent, whatever_status=True).root.all("textarea")
        assert box.text == TYPED
        assert not Note.objects.exists()

    def test_but_not_to_somebody_else_who_logged_in_since(self, cast: Cast) -> None:
        browser, page, address = self.open_note(cast)
        sign_out(browser)
        sign_in(browser, cast.bruno.email)
        sent = self.send_from_the_open_page(browser, page, address)
        assert sent.status_code == 403
        assert TYPED not in sent.content.decode()
        forged = self.send_from_the_open_page(
            browser, page, address, text=TYPED, page_of=str(cast.bruno.pk)
        )
        assert TYPED not in forged.content.decode()

    def test_a_token_that_is_gone_with_the_session_leads_to_the_log_in(self, cast: Cast) -> None:
        browser, page, address = self.open_note(cast)
        browser.cookies.clear()
        sent = self.send_from_the_open_page(browser, page, address)
        assert sent.redirect_chain[-1][0].startswith("/account/login/?next=")
        assert TYPED in sign_in(browser, cast.ana.email)

    def test_a_password_is_not_among_it(self, cast: Cast) -> None:
        browser, page, address = self.open_note(cast)
        sign_out(browser)
        self.send_from_the_open_page(browser, page, address, text=TYPED, password=PASSWORD)
        text = sign_in(browser, cast.ana.email)
        assert TYPED in text
        assert PASSWORD not in text

    def test_what_was_typed_and_chosen_stands_in_the_fields_again_once(self, cast: Cast) -> None:
        case = a_case(cast)
        person = people_of(case)[0]
        browser, address = signed_in(cast.ana), reverse("task-set", args=[case.number])
        page = browser.get(address)
        chosen = {
            "title": TYPED,
            "due_on": "20/12/2026",
            "individual": str(person.pk),
            "kind": "appointment",
        }
        sign_out(browser)
        self.send_from_the_open_page(browser, page, address, **chosen)
        again = page_of(sign_in_to(browser, cast.ana.email, address))
        assert again.messages == [AGAIN]
        assert {name: again.fields.get(name) for name in chosen} == chosen
        # A new form: what is sent now acts once, and by the token of this session.
        old = page_of(page).fields
        assert again.fields["csrfmiddlewaretoken"] != old["csrfmiddlewaretoken"]
        assert not CaseTask.objects.exists()
        once = page_of(browser.get(address))
        assert (once.messages, once.holds(TYPED)) == ([], False)

    def test_it_does_not_stand_in_the_same_form_of_another_family(self, cast: Cast) -> None:
        browser, page, address = self.open_note(cast)
        other = reverse("note-write", args=[a_case(cast).number])
        sign_out(browser)
        self.send_from_the_open_page(browser, page, address)
        elsewhere = page_of(sign_in_to(browser, cast.ana.email, other))
        assert elsewhere.fields["text"] == ""
        assert elsewhere.messages == [
            f"No se guardó nada: su sesión había terminado. Usted había enviado: {TYPED}"
        ]

    def send_after_the_log_out(
        self, user: User, address: str, **changed: Any
    ) -> tuple[Page, HttpResponse]:
        """The page as it was, filled in, and what it answers who sent it after a log-out and logged in again."""
        browser = signed_in(user)
        before = page_of(browser.get(address))
        sign_out(browser)
        browser.post(address, {**before.fields, **changed})
        return before, sign_in_to(browser, user.email, address)

    def test_the_beds_that_were_chosen_and_the_day_of_leaving_stand_there_again(
        self, cast: Cast
    ) -> None:
        address, runs = self.family_with_offers(cast)
        _before, answer = self.send_after_the_log_out(
            cast.carla, address, run=runs[-1], planned_end_on="20/12/2026"
        )
        again = page_of(answer)
        assert again.messages == [AGAIN]
        assert again.offered("run") == runs
        assert (again.fields["run"], again.fields["planned_end_on"]) == (runs[-1], "20/12/2026")
        assert not Placement.objects.exists()

    def test_no_other_bed_is_chosen_in_place_of_one_that_is_offered_no_more(
        self, cast: Cast
    ) -> None:
        address, runs = self.family_with_offers(cast)
        gone = Bed.objects.get(pk=runs[-1].split(",")[0])
        a_stay(people_of(a_family(cast.norte, 1))[0], gone.room.site, gone, by=cast.carla)
        _before, answer = self.send_after_the_log_out(cast.carla, address, run=runs[-1])
        again = page_of(answer)
        assert again.offered("run")
        assert runs[-1] not in again.offered("run")
        assert "run" not in again.fields
        assert again.says("Las camas que había elegido ya no se ofrecen: elija otra vez.")

    def test_who_has_a_bed_by_now_is_not_said_to_stand_in_a_form(self, cast: Cast) -> None:
        address, runs = self.family_with_offers(cast)
        browser = signed_in(cast.carla)
        fields = page_of(browser.get(address)).fields
        sign_out(browser)
        browser.post(address, {**fields, "run": runs[0], "planned_end_on": "20/12/2026"})
        [person] = people_of(Case.objects.get())
        bed = Bed.objects.get(pk=runs[0])
        a_stay(person, bed.room.site, bed, by=cast.carla)
        again = page_of(sign_in_to(browser, cast.carla.email, address))
        assert again.says("Toda esta familia tiene cama.")
        [told] = again.messages
        assert told.startswith("No se guardó nada: su sesión había terminado. Usted había enviado:")
        assert "20/12/2026" in told
        assert runs[0] not in told

    def test_a_choice_alone_waits_too(self, cast: Cast) -> None:
        case = a_case(cast)
        address = reverse("case-assign", args=[case.number])
        _before, answer = self.send_after_the_log_out(
            cast.ana, address, caseworker=str(cast.ana.pk), on=""
        )
        again = page_of(answer)
        assert again.messages == [AGAIN]
        assert again.fields["caseworker"] == str(cast.ana.pk)

    def family_with_offers(self, cast: Cast) -> tuple[str, list[str]]:
        for name in ("Hotel Puente", "Hotel Río"):
            a_site(cast.cucuta, beds=[1], run_by=cast.carla, name=name)
        address = reverse("placement-place", args=[a_family(cast.norte, 1).pk])
        runs = page_of(log_in(cast.carla).get(address)).offered("run")
        assert len(runs) == 2
        return address, runs

    def test_the_rows_of_an_arrival_stand_there_again_and_go_on_as_the_same_draft(
        self, cast: Cast
    ) -> None:
        reference()
        address = reverse("arrival-log")
        rows = {
            "head-given_names": "Yorman",
            "head-birth": "34",
            "member-1-given_names": "Luz Dary",
            "member-1-relation": "SPO",
        }
        before, answer = self.send_after_the_log_out(cast.ana, address, **rows)
        again = page_of(answer)
        assert again.messages == [AGAIN]
        assert {name: again.fields[name] for name in rows} == rows
        assert again.fields["submission"] == before.fields["submission"] != ""
        assert again.refusals == []
        assert not Case.objects.exists()

    def test_what_is_told_elsewhere_is_words_without_keys_and_counts_of_rows(
        self, cast: Cast
    ) -> None:
        reference()
        browser, address = signed_in(cast.ana), reverse("arrival-log")
        fields = page_of(browser.get(address)).fields
        sign_out(browser)
        browser.post(address, {**fields, "head-given_names": "Yorman", "head-birth": "34"})
        [told] = page_of(sign_in_to(browser, cast.ana.email, "/")).messages
        assert "Yorman · 34" in told
        assert fields["member-TOTAL_FORMS"] not in told.split(": ")[-1].split(" · ")
        assert not any(fields[name] in told for name in ("team", "submission", "page_of"))


AGAIN = (
    "No se guardó nada: su sesión había terminado. Lo que había escrito está otra vez en el formulario: revíselo y "
    "envíelo."
)


def signed_in(user: User) -> Client:
    """A browser in which somebody has worked for a while."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(user)
    return browser


def sign_in_to(browser: Client, email: str, address: str) -> HttpResponse:
    """As `sign_in`, with the way to that page."""
    token = page_of(browser.get("/account/login/")).fields["csrfmiddlewaretoken"]
    sent = {"login": email, "password": PASSWORD, "csrfmiddlewaretoken": token, "next": address}
    return browser.post("/account/login/", sent, follow=True)


def sign_in(browser: Client, email: str) -> str:
    """As `enter`, with the token of the log-in's own form."""
    token = page_of(browser.get("/account/login/")).fields["csrfmiddlewaretoken"]
    sent = {"login": email, "password": PASSWORD, "csrfmiddlewaretoken": token}
    return browser.post("/account/login/", sent, follow=True).content.decode()


def sign_out(browser: Client) -> None:
    token = page_of(browser.get("/account/logout/")).fields["csrfmiddlewaretoken"]
    browser.post("/account/logout/", {"csrfmiddlewaretoken": token})
