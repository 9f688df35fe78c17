import datetime
import uuid

from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casework.tasks.actions import set_task
from casework.tasks.models import CaseTask
from pages.context import address, rooms
from tests.aid.build import a_commitment, an_agreement
from tests.cast import Cast, as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site
from worklist.notices.models import Notice
from worklist.notices.unread import unread_notices
from worklist.scheduler.tick import tick

DAY = datetime.timedelta(days=1)


def something_due(cast: Cast, days: int = 3) -> None:
    a_commitment(a_family(cast.norte), by=cast.ana, until=cast.ana.today() + DAY * days)


def something_told(cast: Cast) -> CaseTask:
    """Sonia gives Ana something to do."""
    return set_task(
        a_family(cast.norte),
        title="Llamar",
        due_on=cast.ana.today() + DAY,
        assigned_to=cast.ana,
        by=cast.sonia,
    )


def test_four_rows_cost_as_many_queries_as_one(cast: Cast) -> None:
    client = as_(cast.ana)
    counts: dict[str, list[int]] = {"due-list": [], "inbox": []}
    for more in (1, 3):
        for _ in range(more):
            something_due(cast)
            something_told(cast)
        tick()
        for name, asked in counts.items():
            client.get(reverse(name))
            with CaptureQueriesContext(connection) as queries:
                assert client.get(reverse(name)).status_code == 200
            asked.append(len(queries))
    # A page may show fewer kinds of dates than the first did; each kind asks once.
    for name, (one, four) in counts.items():
        assert four <= one <= 24, (name, counts)


def test_the_list_of_dates_offers_to_narrow_it_and_keeps_whose_dates_they_are(cast: Cast) -> None:
    something_due(cast, 5)
    client, url = as_(cast.ana), reverse("due-list")
    page = page_of(client.get(url, HTTP_ACCEPT_LANGUAGE="es"))
    assert "?filters=open#filters" in page.links
    opened = page_of(client.get(url, {"whose": "mine", "filters": "open"}))
    assert set(opened.fields) >= {"kind", "when", "whose"}
    assert opened.fields["whose"] == "mine"


def test_the_list_narrows_by_kind_and_days(cast: Cast) -> None:
    something_due(cast, -2)
    something_due(cast, 5)
    something_due(cast, 25)
    client = as_(cast.ana)

    def total(**query: str) -> int:
        return client.get(reverse("due-list"), {"kind": "commitment_ends"} | query).context["total"]

    assert [total(), total(when="overdue"), total(when="7"), total(when="30")] == [3, 1, 2, 3]
    assert client.get(reverse("due-list"), {"kind": "agreement_ends"}).status_code == 200


def test_opening_a_notice_reads_it_and_leads_to_where_one_acts(cast: Cast) -> None:
    task = something_told(cast)
    tick()
    client = as_(cast.ana)
    notice = Notice.objects.get(user=cast.ana, kind="task_given")
    assert page_of(client.get(reverse("inbox"))).says("nuevo")
    answer = client.post(reverse("notice-open", args=[notice.pk]))
    assert answer.url == reverse("task-detail", args=[task.pk])
    notice.refresh_from_db()
    assert notice.read_at is not None
    assert as_(cast.bruno).post(reverse("notice-open", args=[notice.pk])).status_code == 404
    assert client.get(reverse("notice-open", args=[notice.pk])).status_code == 405


def test_all_notices_are_read_at_once_and_nobody_elses(cast: Cast) -> None:
    task = something_told(cast)
    set_task(task.case, title="Firmar", due_on=task.due_on, assigned_to=cast.sonia, by=cast.ana)
    tick()
    as_(cast.ana).post(reverse("notice-read-all"))
    assert not Notice.objects.filter(user=cast.ana, read_at=None).exists()
    assert Notice.objects.filter(user=cast.sonia, read_at=None).exists()


def test_dates_and_own_acts_ring_no_bell(cast: Cast) -> None:
    something_due(cast)
    case = a_family(cast.norte)
    set_task(case, title="Llamar", due_on=cast.ana.today() - DAY, by=cast.ana)
    tick()
    assert as_(cast.ana).get(reverse("today")).context["waiting"] == 0


def test_a_bell_counts_to_ninety_nine(cast: Cast) -> None:
    something_told(cast)
    tick()
    one = Notice.objects.get(user=cast.ana, kind="task_given")
    before = Notice.objects.visible_to(cast.ana).unread().count()

    def told(number: int) -> None:
        alike = {"kind": one.kind, "about_type": one.about_type, "case": one.case}
        for _each in range(number):
            about = str(uuid.uuid4())
            Notice.objects.create(
                user=cast.ana, about_id=about, due_on=one.due_on, warning_days=0, **alike
            )

    told(99 - before)
    assert as_(cast.ana).get(reverse("today")).context["waiting"] == 99
    told(1)
    page = as_(cast.ana).get(reverse("today"))
    assert page.context["waiting"] == "99+"
    assert "<b>99+</b>" in page.content.decode()


def test_a_bell_without_anything_costs_one_question(cast: Cast) -> None:
    unread_notices(cast.ana)
    with CaptureQueriesContext(connection) as queries:
        assert unread_notices(cast.ana) == 0
    assert len(queries) == 1


def test_today_shows_each_role_its_own_blocks(cast: Cast) -> None:
    a_site(cast.cucuta, run_by=cast.carla)
    something_due(cast)
    an_agreement(cast, ends_on=cast.ana.today() + DAY * 4)
    shown = {}
    for name, user in cast.users.items():
        page = as_(user).get(reverse("today"))
        assert page.status_code == 200
        shown[name] = [block.slug for block in page.context["blocks"]]
    supervisor = ["tonight", "load"]
    assert shown == {
        "ana": ["week"],
        "bruno": [],
        "carla": ["week", "tonight"],
        "lucia": [],
        "luis": [],
        "sonia": ["week", *supervisor],
        "adela": ["week", "tonight", "by-night", "losing-aid-by-payer"],
        "aurelio": ["watch"],
        "mara": supervisor,
    }


def test_the_menu_has_six_rooms_at_most_and_the_others_stand_behind_the_account(cast: Cast) -> None:
    for user in cast.users.values():
        page = as_(user).get(reverse("today"))
        shown, rest = page.context["menu"], page.context["menu_rest"]
        pages = [each.url for room in [*shown, *rest] for each in room.pages]
        held = [page for _room, pages in settings.ROOMS for page in pages if user.holds(page[2])]
        assert pages == [address(name) for _label, name, *_rest in held]
        assert len(shown) <= settings.MENU_LENGTH == 6
        markup = page.content.decode()
        assert all(f'href="{room.url}"' in markup for room in [*shown, *rest])


def test_a_list_shows_the_lists_beside_it_and_a_file_does_not(cast: Cast) -> None:
    client = as_(cast.sonia)
    lists = client.get(reverse("exit-list")).context["lists"]
    assert address("case-list?status=open") in [page.url for page in lists.row]
    assert [page.url for page in lists.row if page.is_current] == [reverse("exit-list")]
    assert (
        client.get(reverse("case-detail", args=[a_family(cast.norte).number])).context["lists"]
        is None
    )


def test_the_lists_of_a_room_stand_in_one_row_of_a_laptop(cast: Cast) -> None:
    rows: list[list[str]] = []
    for user in cast.users.values():
        permissions = user.permissions_today()
        for path in [page.url for room in rooms(permissions, "/") for page in room.pages]:
            found = [room for room in rooms(permissions, path) if room.is_current]
            for room in found:
                assert [each.url for each in room.row if each.is_current] == [path]
                rows.append([str(each.label) for each in room.row])
    assert {len(row) for row in rows} >= {2, 6}
    assert max(sum(len(label) + 4 for label in row) for row in rows) <= settings.ROW_LETTERS


def test_each_role_has_its_first_act_in_the_frame(cast: Cast) -> None:
    acts = {
        user: as_(user).get(reverse("account")).context["first_act"]
        for user in (cast.ana, cast.carla, cast.adela, cast.aurelio)
    }
    assert acts[cast.aurelio] is None
    assert [act.url for act in acts.values() if act] == [
        reverse("arrival-log"),
        reverse("family-without-bed-list"),
        reverse("report-prepare"),
    ]


def test_the_menu_opens_the_tasks_on_ones_own_and_says_so_when_none_is_open(cast: Cast) -> None:
    client = as_(cast.ana)
    urls = [each.url for each in client.get(reverse("today")).context["lists"].pages]
    [tasks] = [url for url in urls if url.startswith(reverse("task-list"))]
    page = client.get(tasks)
    assert [each.url for each in page.context["lists"].row if each.is_current] == [tasks]
    assert [chip.text for chip in page.context["chips"]] == ["Abierta", "Mías"]
    assert page_of(page).says("No tiene nada abierto.")


def test_the_bell_counts_what_is_not_read(cast: Cast) -> None:
    something_told(cast)
    tick()
    page = as_(cast.ana).get(reverse("today"))
    assert page.context["waiting"] == 1
    assert page_of(page).says("sin leer")
