"""A day on paper is a date: "6 days ago" is false on the next day."""

import datetime
import re
from typing import Any

import pytest
import time_machine
from django.urls import reverse

from asylum.procedure.models.deadline import LegalDeadline
from casework.tasks.actions import set_task
from pages.stylesheet import stylesheet
from tests.asylum.build import a_permit, a_referred_family, an_application
from tests.cast import Cast, log_in
from tests.page import page_of

pytestmark = pytest.mark.django_db
D = datetime.date
# Figures count over the next 7, 14 and 30 days, from the day that the sheet bears; nothing here falls on one of those.
FAR = r"(?:hace|en) (?!(?:7|14|30) días)\d+ (?:día|mes|año)|\bmañana\b"
ON_SCREEN = re.compile(r'<span class="ago">[^<]*</span>')


def on_paper(answer: Any) -> str:
    """The words of a page without what a print leaves out."""
    text = ON_SCREEN.sub("", answer.content.decode())
    main = page_of(text).text
    assert isinstance(main, str)
    return main


def test_no_printed_page_says_how_far_a_day_is(cast: Cast, law: None) -> None:
    person = a_referred_family(cast)[0]
    case = person.memberships.get().case
    a_permit(cast, person, expires_on=D(2019, 11, 19))
    a_permit(cast, person, expires_on=D(2019, 12, 2))
    claim = an_application(cast, person)
    assert LegalDeadline.objects.running().filter(application=claim).exists()
    for day in (18, 23, 30):
        set_task(case, title="Llamar", due_on=D(2019, 11, day), individual=person, by=cast.ana)
    pages = [
        "/",
        reverse("case-detail", args=[case.number]),
        *(reverse("case-part", args=[case.number, part]) for part in ("law", "plan")),
        reverse("case-timeline", args=[case.number]),
        reverse("case-timeline-print", args=[case.number]),
        reverse("plan-print", args=[case.number]),
        reverse("family-ask-print", args=[case.number]),
        reverse("individual-detail", args=[person.number]),
        *map(reverse, ("due-list", "task-list", "permit-list", "family-without-bed-list")),
        claim.get_absolute_url(),
    ]
    with time_machine.travel(datetime.datetime(2019, 11, 22, 17, tzinfo=datetime.UTC), tick=False):
        far, dates = list[str](), 0
        for user in (cast.ana, cast.lucia, cast.sonia):
            client = log_in(user)
            for page in pages:
                answer = client.get(page)
                if answer.status_code == 200:
                    words = on_paper(answer)
                    far += [f"{page}: {said}" for said in re.findall(FAR, words)]
                    dates += words.count("19 nov 2019")
    assert far == []
    assert dates > 3


def test_what_says_how_far_a_day_is_stands_on_the_screen_alone() -> None:
    printed = stylesheet().partition("@media print")[2]
    assert ".ago" in printed
