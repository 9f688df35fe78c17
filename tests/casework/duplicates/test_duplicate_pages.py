"""The pages of possible duplicates as staff meet them."""

import datetime
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from accounts.models import AuditEvent, User
from casework.duplicates.actions import decide_pair, pair_of, sweep_duplicates
from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair
from casework.duplicates.side_by_side import side_by_side
from casework.merges.models import Merge
from casework.merges.rules import differing_facts
from casework.register.choices import BirthPrecision, Category, Sex
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from reference.models import Force
from tests.build import a_row, an_arrival, an_individual, reference
from tests.casework.file.test_pages import grid
from tests.cast import as_
from tests.page import page_of

TYPED = {
    "row-given_names": "Jorman José",
    "row-family_names": "Rodrigues Peña",
    "row-birth": "1991",
    "row-sex": "m",
    "place": "2",
}


def a_pair(cast, *, by: User | None = None, **facts) -> DuplicatePair:
    one = an_individual(cast, by=by)
    other = an_individual(cast, by=by, given_names="Jorman José", **facts)
    return pair_of(one, other)


def test_typing_a_row_shows_who_may_be_on_file_and_the_look_is_recorded(cast):
    person = an_individual(cast, document="V-19.345.678")
    answer = as_(cast.ana).post(reverse("arrival-duplicates"), TYPED, HTTP_ACCEPT_LANGUAGE="en")
    told = page_of(answer)
    assert told.says("Yorman José Rodríguez Peña", "…5678", person.number)
    [look] = AuditEvent.objects.filter(verb="duplicate.searched")
    assert (look.is_read, look.details) == (True, {"individuals": [person.number]})


def test_somebody_of_another_team_never_shows_not_even_as_a_count(cast):
    an_individual(cast, by=cast.bruno)
    nobody = {"row-given_names": "Zulay", "row-family_names": "Izaguirre", "place": "2"}
    client = as_(cast.ana)
    answers = {client.post(reverse("arrival-duplicates"), sent).content for sent in (TYPED, nobody)}
    assert (len(answers), {answer.strip() for answer in answers}) == (1, {b""})


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"row-given_names": "Yorman"},
        TYPED | {"row-birth": "mañana"},
        TYPED | {"row-given_names": "x" * 5000},
        TYPED | {"row-relatives": "\n" * 4001},
    ],
)
def test_half_typed_rows_are_answered_in_peace(cast, sent):
    an_individual(cast)
    assert as_(cast.ana).post(reverse("arrival-duplicates"), sent).status_code == 200


def test_the_piece_of_the_grid_is_asked_for_by_post_alone(cast):
    assert as_(cast.ana).get(reverse("arrival-duplicates")).status_code == 405
    assert as_(cast.carla).post(reverse("arrival-duplicates"), TYPED).status_code == 404


def test_saving_keeps_what_was_chosen_and_chosen_nonsense_never_keeps_from_saving(cast):
    reference()
    person = an_individual(cast)
    chosen = [f"head apart {person.number}", "head maybe x", "member-9 same y", ""]
    sent = grid(team=cast.norte.pk, duplicate=chosen)
    assert as_(cast.ana).post(reverse("arrival-log"), sent).status_code == 302
    [pair] = DuplicatePair.objects.filter(status=PairStatus.SAME)
    assert person in (pair.first, pair.second)


def test_in_a_group_the_choice_belongs_to_its_row_though_families_are_mixed(cast):
    reference()
    person = an_individual(cast)
    mixed = {
        "is_group": "1",
        "head-family": "A",
        "member-0-family": "B",
        "member-0-force": "none",
        "member-1-family": "A",
        "member-1-given_names": "Yorman José",
        "member-1-birth": "28",
        "duplicate": f"member-1 same {person.number}",
    }
    assert (
        as_(cast.ana).post(reverse("arrival-log"), grid(team=cast.norte.pk) | mixed).status_code
        == 302
    )
    [pair] = DuplicatePair.objects.filter(status=PairStatus.SAME)
    [other] = {pair.first, pair.second} - {person}
    assert (other.given_names, Case.objects.count()) == ("Yorman José", 3)


def test_what_was_chosen_survives_a_page_with_errors(cast):
    reference()
    person = an_individual(cast)
    sent = grid(team=cast.norte.pk, duplicate=f"head same {person.number}")
    page = page_of(as_(cast.ana).post(reverse("arrival-log"), sent | {"head-birth": "mañana"}))
    assert f"head same {person.number}" in page.offered("duplicate")
    assert Case.objects.count() == 1


def test_the_queue_decides_merges_and_undoes(cast):
    pair = a_pair(cast)
    client = as_(cast.ana)
    queue = page_of(client.get(reverse("duplicate-list")))
    page = reverse("duplicate-decide", args=[pair.pk])
    assert page in queue.links
    text = page_of(client.get(page, HTTP_ACCEPT_LANGUAGE="en"))
    assert text.says(pair.first.number)
    answer = client.post(
        page, {"status": "same", "grounds": "recognised", "reason": "Reconoció la foto."}
    )
    merge_page = reverse("individual-merge", args=[pair.pk])
    assert answer["Location"] == merge_page
    assert page_of(client.get(page)).says("Reconoció la foto.")
    survivor = pair.second.number
    assert client.get(merge_page).status_code == 200
    answer = client.post(merge_page, {"survivor": survivor, "grounds": "recognised"})
    assert answer["Location"] == reverse("individual-detail", args=[survivor])
    undo = reverse("merge-undo", args=[Merge.objects.get().pk])
    page = page_of(client.get(answer["Location"]))
    assert undo in page.links
    assert f'action="{undo}"' in page.source
    assert page.says("se encuentra por los nombres de las dos fichas")
    assert client.get(undo).status_code == 200
    assert client.post(undo, {"csrf": "x"}).status_code == 302
    assert Individual.objects.exclude(merged_into=None).count() == 0
    assert {"duplicate.read", "duplicate.decided", "individual.merged", "merge.undone"} <= set(
        AuditEvent.objects.values_list("verb", flat=True)
    )


def test_differences_are_said_in_words(cast):
    pair = a_pair(cast, document="V-1.222.333", phone="3001112222")
    client = Client(headers={"accept-language": "en"})
    client.force_login(cast.ana)
    page = client.get(reverse("duplicate-decide", args=[pair.pk])).content.decode()
    assert len(re.findall(r'<span class="tag [^"]*">[^<]+</span>', page)) >= 5


def test_names_are_compared_by_their_sound_and_nothing_else_is(cast):
    one = an_individual(cast, document="V-1.222.333")
    other = an_individual(cast, given_names="Jorman José", document="V-4.555.666", born=1992)
    with override("en"):
        said = {str(row.label): str(row.result) for row in side_by_side(one, other, cast.ana)}
    assert (said["Given names"], said["Family names"]) == ("sounds the same", "same")
    assert (said["Birth"], said["Documents"]) == ("differs",) * 2
    assert not {"Phone", "Case"} & set(said), "what always differs says nothing"


def words(cast, one, other):
    with override("en"):
        return {str(row.label): str(row.result) for row in side_by_side(one, other, cast.ana)}


def test_a_name_more_and_a_year_beside_a_day_contradict_nothing(cast):
    one = an_individual(cast, given_names="Franklin", born=1996)
    other = an_individual(cast, given_names="Franklin Samuel")
    other.birth_precision, other.birth_year = BirthPrecision.DAY, 1996
    other.born_on = datetime.date(1996, 5, 25)
    said = words(cast, one, other)
    assert (said["Given names"], said["Birth"]) == ("compatible", "compatible")
    far = an_individual(cast, given_names="Samuel", born=1990)
    said = words(cast, other, far)
    assert (said["Given names"], said["Birth"]) == ("compatible", "differs")
    assert words(cast, one, far)["Given names"] == "differs"


def test_what_nobody_wrote_down_of_one_differs_from_nothing(cast):
    one = an_individual(cast, force=reference()["force"])
    other = an_individual(cast, sex=Sex.UNKNOWN)
    assert not {"Sex", "Service"} & words(cast, one, other).keys()
    army = an_individual(
        cast, force=Force.objects.create(code="e", name="Ejército", short_name="Ejército")
    )
    assert words(cast, one, army)["Service"] == "differs"


def test_of_whom_nobody_asked_the_category_is_said_as_in_their_file(cast):
    civil = {"born": 1991, "category": Category.RELATIVE}
    unasked = an_individual(cast, **civil, is_service_asked=False)
    civilian = an_individual(cast, **civil)
    army = an_individual(cast, born=1991, category=Category.FORMER_MEMBER)

    def said(one, other):
        with override("en"):
            rows = side_by_side(one, other, cast.ana)
            [row] = [row for row in rows if str(row.label) == "Category"]
            return row.left, row.right, str(row.result)

    nobody, first = "Nobody asked whether they served", "Civilian principal"
    assert said(unasked, civilian) == (nobody, first, "only on one side")
    assert said(army, unasked) == ("Former member of a force", nobody, "only on one side")
    assert said(army, civilian)[1:] == (first, "differs")
    assert differing_facts(army, unasked) == []
    assert [fact.split(":")[0] for fact in differing_facts(army, civilian)] == ["Categoría"]


def test_what_decides_stands_first_and_of_a_phone_the_tail_alone(cast):
    one = an_individual(cast, document="V-1.222.333", phone="3001112222", born=1991)
    other = an_individual(cast, document="V-1.222.333", phone="3009992222", born=1991)
    rows = side_by_side(one, other, cast.ana)
    assert [row.decides for row in rows][:4] == [True, True, True, False]
    phone = rows[2]
    assert (phone.left, phone.right) == ("…2222", "…2222")
    assert phone.tone == "warn", "the same tail is not the same number"


def test_each_answer_offers_the_reasons_that_fit_it_and_two_people_need_one_press(cast):
    pair, client = a_pair(cast), as_(cast.ana)
    address = reverse("duplicate-decide", args=[pair.pk])
    same, different, *_others = client.get(address).context["answers"]
    assert "relatives" not in dict(same.fields["grounds"].choices)
    assert "entered_twice" not in dict(different.fields["grounds"].choices)
    client.post(address, {"status": "same", "grounds": "relatives"})
    pair.refresh_from_db()
    assert pair.status == PairStatus.OPEN
    page = client.get(address).content.decode()
    assert 'name="grounds" value="relatives"' in page
    client.post(address, {"status": "different", "grounds": "relatives"})
    pair.refresh_from_db()
    assert pair.status == PairStatus.DIFFERENT


def test_a_merge_says_twice_who_stays_and_chooses_nobody_beforehand(cast):
    pair, client = a_pair(cast), as_(cast.ana)
    address = reverse("individual-merge", args=[pair.pk])
    page = client.get(address).content.decode()
    for person in (pair.first, pair.second):
        assert f'name="survivor" value="{person.number}"' in page
        assert f"Unir y conservar {person.number}" in page
    assert "checked" not in page
    assert client.post(address, {"grounds": "recognised"}).status_code == 200
    assert not Merge.objects.exists()


def test_what_stands_in_the_way_is_said_and_nothing_typed_is_lost(cast):
    family = an_arrival(cast)
    head = family.members.get(relation_to_principal="FP").individual
    pair = pair_of(head, an_individual(cast))
    client = as_(cast.ana)
    page = reverse("individual-merge", args=[pair.pk])
    other = pair.first if pair.second == head else pair.second
    answer = client.post(page, {"survivor": other.number, "reason": "La madre lo dijo."})
    text = page_of(answer)
    assert answer.status_code == 200
    assert text.says("La madre lo dijo.")
    assert text.says(family.number)


def test_pairs_and_merges_of_another_team_do_not_exist(cast):
    pair = a_pair(cast, by=cast.bruno)
    client = as_(cast.ana)
    for name in ("duplicate-decide", "individual-merge"):
        assert client.get(reverse(name, args=[pair.pk])).status_code == 404
        assert as_(cast.bruno).get(reverse(name, args=[pair.pk])).status_code == 200
    decide_pair(pair, status=PairStatus.SAME, by=cast.bruno)
    as_(cast.bruno).post(
        reverse("individual-merge", args=[pair.pk]),
        {"survivor": pair.first.number, "grounds": "papers"},
    )
    undo = reverse("merge-undo", args=[Merge.objects.get().pk])
    assert (client.get(undo).status_code, as_(cast.bruno).get(undo).status_code) == (404, 200)


def test_today_counts_the_pairs_in_sight(cast):
    a_pair(cast)
    pair_of(an_individual(cast), an_individual(cast, by=cast.bruno))
    address = f"{reverse('duplicate-list')}?status=open"

    def counted(user: User) -> str:
        return re.search(r"\d+", page_of(as_(user).get("/")).links[address])[0]

    assert [counted(user) for user in (cast.ana, cast.bruno, cast.sonia)] == ["1", "0", "2"]


def test_the_queue_asks_the_database_as_often_for_six_pairs_as_for_one(cast):
    client = as_(cast.ana)
    people = [an_individual(cast, given_names=f"Yorman {at}") for at in range(4)]

    def asked() -> int:
        client.get(reverse("duplicate-list"))
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse("duplicate-list")).status_code == 200
        return len(queries)

    pair_of(people[0], people[1])
    one = asked()
    for place, person in enumerate(people):
        for other in people[place + 1 :]:
            pair_of(person, other)
    assert DuplicatePair.objects.count() == 6
    assert asked() == one


def test_a_comparison_costs_the_same_for_large_families(cast):
    def in_a_family_of(size: int) -> DuplicatePair:
        rows = [a_row(f"Hijo {at}", "Rodríguez Peña", born=2010) for at in range(size)]
        case = an_arrival(cast, people=[a_row(born=1991), *rows])
        return pair_of(Individual.objects.filter(arrival__case=case).first(), an_individual(cast))

    client = as_(cast.ana)

    def asked(pair: DuplicatePair) -> int:
        address = reverse("duplicate-decide", args=[pair.pk])
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        return len(queries)

    assert asked(in_a_family_of(2)) == asked(in_a_family_of(12))


@pytest.mark.parametrize("sent", [{}, {"reason": "Sí"}, {"grounds": "other"}, {"grounds": "desk"}])
def test_neither_a_decision_nor_a_merge_goes_without_a_reason(cast, sent):
    pair, client = a_pair(cast), as_(cast.ana)
    decide, merge = (
        reverse(name, args=[pair.pk]) for name in ("duplicate-decide", "individual-merge")
    )
    assert client.post(decide, {"status": "different"} | sent).status_code == 200
    assert client.post(merge, {"survivor": pair.first.number} | sent).status_code == 200
    assert DuplicatePair.objects.get().status == PairStatus.OPEN
    assert not Merge.objects.exists()


def test_before_the_sweep_has_looked_at_a_person_the_page_says_so_and_not_that_nobody_is_alike(
    cast,
):
    one = an_individual(cast)
    address = reverse("duplicates-of", args=[one.number])
    page = page_of(as_(cast.ana).get(address))
    assert page.says("Todavía se está buscando")
    assert not page.says("Ninguna otra persona registrada se parece a esta")
    sweep_duplicates()
    page = page_of(as_(cast.ana).get(address))
    assert page.says("Ninguna otra persona registrada se parece a esta")
    assert not page.says("Todavía se está buscando")


def test_whoever_has_the_same_paper_is_shown_before_the_sweep_and_stands_one_press_away(cast):
    one = an_individual(cast, document="V-19.345.678")
    hers = an_individual(cast, given_names="Zulay", sex="f", document="V19345678")
    elsewhere = an_individual(cast, by=cast.bruno, document="V-19.345.678")
    client, address = as_(cast.ana), reverse("duplicates-of", args=[one.number])
    page = page_of(client.get(address))
    assert page.says("Todavía se está buscando", hers.number, "mismo documento")
    assert not page.says(elsewhere.number)
    [look] = AuditEvent.objects.filter(verb="duplicate.searched")
    assert look.details == {"individuals": [hers.number]}
    assert f'name="pick" value="{hers.number}"' in client.get(address).content.decode()
    answer = client.post(address, {"pick": hers.number})
    pair = DuplicatePair.objects.get()
    assert answer["Location"] == reverse("duplicate-decide", args=[pair.pk])
    assert f'value="{hers.number}"' not in client.get(address).content.decode()


def test_two_records_that_nothing_makes_alike_are_compared_by_number(cast):
    one, other = an_individual(cast), an_individual(cast, given_names="Zulay", sex="f")
    client = as_(cast.ana)
    address = reverse("duplicates-of", args=[one.number])
    assert address in page_of(client.get(reverse("individual-detail", args=[one.number]))).links
    answer = client.post(address, {"q": other.number.lower()})
    pair = DuplicatePair.objects.get()
    assert answer["Location"] == reverse("duplicate-decide", args=[pair.pk])
    assert {pair.first, pair.second} == {one, other}
    assert AuditEvent.objects.filter(verb="duplicate.pointed_out").count() == 1
    page = client.get(reverse("individual-detail", args=[other.number]))
    assert page_of(page).says("1 posible duplicado")


def test_a_number_out_of_sight_one_of_nobody_and_the_own_one_write_nothing_down(cast):
    one, theirs = an_individual(cast), an_individual(cast, by=cast.bruno)
    client, address = as_(cast.ana), reverse("duplicates-of", args=[one.number])
    said = []
    for number in (theirs.number, "A-2019-999999-01"):
        answer = client.post(address, {"q": number})
        assert page_of(answer).says("Nadie tiene este número")
        said.append(answer.status_code)
    assert client.post(address, {"q": one.number}).status_code == 200
    assert (said, DuplicatePair.objects.count()) == ([200, 200], 0)
    assert client.get(reverse("duplicates-of", args=[theirs.number])).status_code == 404


def test_a_pair_with_somebody_out_of_sight_is_not_counted_on_the_persons_page(cast):
    mine = an_individual(cast)
    pair_of(mine, an_individual(cast, by=cast.bruno))
    pages = [reverse(name, args=[mine.number]) for name in ("individual-detail", "duplicates-of")]
    link = reverse("duplicate-decide", args=[DuplicatePair.objects.get().pk])
    shown = [
        as_(user).get(page).content.decode() for user in (cast.ana, cast.sonia) for page in pages
    ]
    assert [link in text for text in shown] == [False, False, False, True]
    assert ["notice warn" in text for text in shown] == [False, False, True, False]


@pytest.mark.parametrize("name", ["duplicates-of", "duplicate-decide", "duplicate-list"])
def test_every_page_about_two_records_says_why_they_are_alike(cast, name):
    pair = a_pair(cast)
    keys = {"duplicates-of": [pair.first.number], "duplicate-decide": [pair.pk]}
    page = page_of(as_(cast.ana).get(reverse(name, args=keys.get(name))))
    assert pair.for_it
    assert page.says(*pair_in_spanish(pair))


def pair_in_spanish(pair: DuplicatePair) -> list[str]:
    with override("es"):
        return [*pair.for_it, *pair.against_it]
