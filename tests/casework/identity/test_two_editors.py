"""Two people have a phone's rules, or a need, open at once: the second is told and overwrites nothing unseen."""

import datetime

from django.urls import reverse

from casework.arrivals.actions.arrivals import correct_arrival
from casework.contact.actions import add_phone, change_phone
from casework.needs.actions import record_need, review_need
from tests.build import an_arrival, an_individual
from tests.casework.identity.fill_person import a_code
from tests.cast import log_in
from tests.page import page_of


def test_an_old_page_never_turns_do_not_call_back_into_may_be_called(cast):
    person = an_individual(cast)
    phone = add_phone(person, number="0414 1234567", label="own", may_be_called=True, by=cast.ana)
    address = reverse("phone-change", args=[person.number, phone.pk])
    ana = log_in(cast.ana)
    opened = ana.get(address).context["form"].initial["version"]
    change_phone(phone, may_be_called=False, is_message_only=True, by=cast.sonia)
    typed = {"label": "own", "may_be_called": "on", "asks_first": "on", "version": opened}
    refused = ana.post(address, typed)
    phone.refresh_from_db()
    assert (phone.may_be_called, phone.is_message_only, phone.asks_first) == (False, True, False)
    text = refused.content.decode()
    assert "Sonia" in text
    told = refused.context["conflict"]
    assert (told.by, [(each.theirs, each.yours) for each in told.differences]) == (
        str(cast.sonia),
        [("no", "sí"), ("no", "sí"), ("sí", "no")],
    )
    assert all(each.label in text for each in told.differences)
    assert refused.context["form"]["asks_first"].value()
    again = refused.context["form"].data["version"]
    assert ana.post(address, typed | {"version": again}).status_code == 302
    phone.refresh_from_db()
    assert (phone.may_be_called, phone.changed_by, phone.version) == (True, cast.ana, 3)


def test_the_second_who_looks_at_a_need_sees_the_note_of_the_first(cast):
    person = an_individual(cast)
    need = record_need(
        person,
        code=a_code("DS-PM"),
        starts_on=datetime.date(2019, 3, 1),
        source="observed",
        by=cast.ana,
    )
    address = reverse("need-review", args=[person.number, need.pk])
    ana = log_in(cast.ana)
    opened = ana.get(address).context["form"].initial["version"]
    review_need(need, note="Ya tiene muletas.", by=cast.sonia)
    refused = ana.post(address, {"note": "Sigue igual.", "version": opened})
    need.refresh_from_db()
    assert need.note == "Ya tiene muletas."
    [told] = refused.context["conflict"].differences
    assert (told.theirs, told.yours) == ("Ya tiene muletas.", "Sigue igual.")
    page = page_of(refused)
    assert page.says(
        "Registrado, más nuevo", "Lo suyo, sin guardar", "Ya tiene muletas.", "Sigue igual."
    )


def test_the_second_who_corrects_an_arrival_sees_what_the_first_saved(cast):
    arrival = an_arrival(cast).arrivals.get()
    address = reverse("arrival-correct", args=[arrival.pk])
    ana = log_in(cast.ana)
    typed = {**page_of(ana.get(address)).fields, "circumstances": "Llegó a pie."}
    correct_arrival(arrival, circumstances="Llegó en lancha.", by=cast.sonia)
    page = page_of(ana.post(address, typed))
    arrival.refresh_from_db()
    assert arrival.circumstances == "Llegó en lancha."
    assert page.says("Registrado, más nuevo", "Llegó en lancha.", "Llegó a pie.", str(cast.sonia))
