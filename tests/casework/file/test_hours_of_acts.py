"""Actions on a case are in the timeline at the hour of the action."""

import re

from django.urls import reverse

from casework.cases.actions import close_case, refer_to_legal, reopen_case
from casework.handovers.actions import assign_case
from casework.notes.actions import write_note
from tests.build import an_arrival
from tests.cast import as_
from tests.page import page_of


def test_acts_of_a_case_have_their_hour_and_stand_in_its_order(cast):
    case = an_arrival(cast, on=cast.ana.today())
    assign_case(case, caseworker=cast.ana, by=cast.ana)
    write_note(case, text="Con miedo.", by=cast.ana)
    refer_to_legal(case, by=cast.ana)
    close_case(case, reason="lost_contact", on=cast.ana.today(), by=cast.ana)
    reopen_case(case, what="mistake", by=cast.sonia)
    text = page_of(as_(cast.ana).get(reverse("case-timeline", args=[case.number]))).text
    acts = ["Sonia reabrió", "Ana cerró", "Ana remitió", "Ana escribió", "Ana lleva"]
    found = [re.search(rf"\d\d:\d\d {act} ", text) for act in acts]
    assert all(found), text
    places = [each.start() for each in found if each]
    assert places == sorted(places), text
