"""Drafts of the quick-log: saved for their author, continued, deleted."""

import datetime
import uuid

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.arrivals.actions.drafts import MOST_LETTERS, discard_draft, save_draft
from casework.arrivals.models import ArrivalDraft
from casework.register.models.case import Case
from tests.build import an_arrival, reference
from tests.casework.file.test_pages import grid
from tests.cast import log_in
from tests.page import page_of
from tests.refusals import refused
from vault.subject_keys import SubjectKey
from worklist.scheduler.tick import tick

WEEK = datetime.timedelta(days=7)


def a_draft(by, *, name="Yorman", submission=None, **facts):
    submission = submission or uuid.uuid4()
    typed = grid(submission=submission, **facts) | {"head-given_names": name}
    return save_draft(
        typed={key: [str(value)] for key, value in typed.items()},
        submission=submission,
        people=2,
        by=by,
    )


def is_key_living(draft):
    return SubjectKey.objects.filter(id=draft.key_id, wrapped__isnull=False).exists()


def test_what_the_script_sends_is_kept_and_the_next_time_takes_its_place(cast):
    reference()
    client, token = log_in(cast.ana), str(uuid.uuid4())
    first = client.post(reverse("draft-save"), grid(submission=token))
    second = client.post(
        reverse("draft-save"), grid(submission=token, **{"head-given_names": "Yorman José"})
    )
    draft = ArrivalDraft.objects.get()
    assert (first.status_code, second.status_code) == (200, 200)
    assert (draft.user, draft.people, draft.typed["head-given_names"]) == (
        cast.ana,
        2,
        ["Yorman José"],
    )
    assert "csrfmiddlewaretoken" not in draft.typed
    assert AuditEvent.objects.filter(verb="draft.saved").count() == 1


def test_an_empty_form_or_one_without_token_keeps_nothing(cast):
    client = log_in(cast.ana)
    empty = {"submission": str(uuid.uuid4()), "member-TOTAL_FORMS": "0"}
    said = client.post(reverse("draft-save"), empty).content.decode()
    assert said == "Todavía no hay borrador: empieza con la primera persona."
    assert client.post(reverse("draft-save"), grid()).status_code == 204
    assert ArrivalDraft.objects.count() == 0


def test_a_draft_is_offered_on_the_page_and_on_today_and_continued_as_it_was(cast):
    reference()
    draft = a_draft(cast.ana, team=cast.norte.pk, **{"member-0-birth": "mañana"})
    client = log_in(cast.ana)
    address = reverse("draft-continue", args=[draft.pk])
    assert address in page_of(client.get(reverse("arrival-log"))).links
    assert address in page_of(client.get(reverse("today"))).links
    page = page_of(client.get(address))
    kept = {
        "head-given_names": "Yorman",
        "member-0-given_names": "Marleny",
        "member-0-birth": "mañana",
        "submission": str(draft.submission),
    }
    assert page.fields.items() >= kept.items()
    assert page.refusals == []
    look = AuditEvent.objects.get(verb="draft.read")
    assert (look.actor, look.about_id, look.is_read) == (cast.ana, str(draft.pk), True)


def test_without_script_the_button_keeps_the_draft_and_leads_back_to_it(cast):
    reference()
    answer = log_in(cast.ana).post(
        reverse("arrival-log"), grid(submission=uuid.uuid4(), save_draft="1")
    )
    draft = ArrivalDraft.objects.get()
    assert answer["Location"] == reverse("draft-continue", args=[draft.pk])
    assert Case.objects.count() == 0


@pytest.mark.parametrize("field", ["head-family_names", "head-alias", "member-0-given_names"])
def test_one_name_is_enough_for_a_draft(cast, field):
    reference()
    typed = {
        "submission": str(uuid.uuid4()),
        "member-TOTAL_FORMS": "1",
        "member-INITIAL_FORMS": "0",
        field: "Yorman",
    }
    log_in(cast.ana).post(reverse("draft-save"), typed)
    draft = ArrivalDraft.objects.get()
    assert (draft.people, draft.typed[field]) == (1, ["Yorman"])


def test_a_refused_draft_says_so_and_loses_nothing(cast):
    reference()
    client = log_in(cast.ana)
    typed = grid(submission=uuid.uuid4(), circumstances="a" * (MOST_LETTERS + 1))
    sentence = "Es demasiado para un borrador."
    said = client.post(reverse("draft-save"), typed).content.decode()
    page = page_of(client.post(reverse("arrival-log"), typed | {"save_draft": "1"}))
    assert said == f"El borrador no está guardado. {sentence}"
    assert page.says(sentence)
    assert page.fields["head-given_names"] == "Yorman"
    assert page.fields["circumstances"] == typed["circumstances"]
    assert ArrivalDraft.objects.count() == 0


def test_the_saved_arrival_removes_the_draft_and_its_key(cast):
    reference()
    client = log_in(cast.ana)
    token = page_of(client.get(reverse("arrival-log"))).fields["submission"]
    client.post(reverse("draft-save"), grid(submission=token))
    draft = ArrivalDraft.objects.get()
    client.post(reverse("arrival-log"), grid(team=cast.norte.pk, submission=token))
    assert (Case.objects.count(), ArrivalDraft.objects.count()) == (1, 0)
    assert not is_key_living(draft)
    late = client.post(reverse("draft-save"), grid(submission=token))
    assert (late.status_code, ArrivalDraft.objects.count()) == (204, 0)


def test_discarding_asks_first_and_destroys_the_key(cast):
    draft = a_draft(cast.ana)
    client = log_in(cast.ana)
    address = reverse("draft-discard", args=[draft.pk])
    assert address in page_of(client.get(reverse("arrival-log"))).links
    asked = page_of(client.get(address))
    assert asked.says("Lo que se escribió allí no se puede recuperar.")
    assert ArrivalDraft.objects.count() == 1
    client.post(address)
    assert ArrivalDraft.objects.count() == 0
    assert not is_key_living(draft)


def test_a_draft_is_its_authors_alone(cast):
    draft = a_draft(cast.ana)
    for user in (cast.bruno, cast.sonia):
        client = log_in(user)
        assert client.get(reverse("draft-continue", args=[draft.pk])).status_code == 404
        assert client.post(reverse("draft-discard", args=[draft.pk])).status_code == 404
        assert not page_of(client.get(reverse("today"))).holds(str(draft.pk))
    with refused("This draft is somebody else's"):
        discard_draft(draft, by=cast.sonia)
    with pytest.raises(NotAllowed):
        a_draft(cast.carla)
    a_draft(cast.bruno, submission=draft.submission)
    draft.refresh_from_db()
    assert (draft.user, ArrivalDraft.objects.count()) == (cast.ana, 2)


def test_after_a_week_the_tick_forgets_the_draft_and_destroys_its_key(cast):
    old, young = a_draft(cast.ana), a_draft(cast.ana)
    ArrivalDraft.objects.filter(pk=old.pk).update(saved_at=timezone.now() - WEEK)
    assert log_in(cast.ana).get(reverse("draft-continue", args=[old.pk])).status_code == 404
    tick()
    assert list(ArrivalDraft.objects.values_list("pk", flat=True)) == [young.pk]
    assert (is_key_living(old), is_key_living(young)) == (False, True)


def test_a_draft_has_a_greatest_size(cast):
    with refused("This is too much for a draft"):
        a_draft(cast.ana, name="a" * (MOST_LETTERS + 1))


def test_the_page_asks_as_often_with_many_drafts_as_with_one(cast, django_assert_max_num_queries):
    client = log_in(cast.ana)
    an_arrival(cast)
    a_draft(cast.ana)
    client.get(reverse("today"))
    counts = []
    for more in (0, 3):
        for _draft in range(more):
            a_draft(cast.ana)
        with django_assert_max_num_queries(90) as asked:
            client.get(reverse("today"))
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_several_drafts_are_one_line_that_opens(cast):
    reference()
    drafts = [a_draft(cast.ana, name=name) for name in ("Yorman", "Kevin", "Rosa")]
    page = page_of(log_in(cast.ana).get(reverse("arrival-log")))
    assert page.says("3 borradores")
    for draft in drafts:
        assert reverse("draft-continue", args=[draft.pk]) in page.links
        assert reverse("draft-discard", args=[draft.pk]) in page.links


def test_a_draft_goes_once_everybody_in_it_is_on_file_from_whichever_form(cast):
    reference()
    same = a_draft(cast.ana)
    other = a_draft(cast.ana, name="Kevin")
    colleagues = a_draft(cast.sonia)
    answer = log_in(cast.ana).post(
        reverse("arrival-log"), grid(submission=uuid.uuid4(), team=cast.norte.pk)
    )
    assert answer.status_code == 302
    assert set(ArrivalDraft.objects.all()) == {other, colleagues}
    assert not is_key_living(same)


def test_a_draft_that_names_one_more_stays(cast):
    reference()
    draft = a_draft(cast.ana, **{"member-1-given_names": "Iker"})
    log_in(cast.ana).post(reverse("arrival-log"), grid(submission=uuid.uuid4(), team=cast.norte.pk))
    assert ArrivalDraft.objects.get() == draft
