"""A case that everybody has left: it was not opened by mistake, and nothing is begun in it."""

import datetime

import pytest
from django.urls import reverse

from aid.actions.commitments import commit_aid, end_commitment
from aid.choices import AidKind
from aid.models import Commitment
from casework.cases.actions import close_case, refer_to_legal
from casework.cases.querysets import closing_reasons
from casework.exits.actions import record_exit
from casework.exits.presence import presence_visible_to
from casework.families.actions.builder import join_family
from casework.merges.actions import merge_individuals
from casework.register.choices import EndReason, ExitType, Relation
from casework.register.models.case import Case
from tests.build import a_case, an_arrival, an_individual, people_of
from tests.cast import as_
from tests.refusals import refused

ON = datetime.date(2019, 3, 10)


def emptied(cast, people, case) -> Case:
    """Kept open by aid to the whole family, while everybody joined another."""
    promised = {"kind": AidKind.MEALS, "is_firm": True, "source": "La parroquia"}
    commit_aid(case, starts_on=cast.ana.today(), **promised, by=cast.ana)
    goes = dict.fromkeys(people, Relation.COUSIN)
    join_family(an_arrival(cast), other=case, relations=goes, on=ON, by=cast.ana)
    case.refresh_from_db()
    assert case.is_open
    return case


def reasons_offered(cast, case) -> list[str]:
    form = as_(cast.ana).get(reverse("case-close", args=[case.number])).context["form"]
    return [value for value, _words in form.fields["reason"].choices if value]


def test_a_case_whose_people_joined_another_is_closed_as_joined_alone(cast):
    single = a_case(cast, name="Jonder")
    case = emptied(cast, people_of(single), single)
    assert reasons_offered(cast, case) == [EndReason.JOINED]
    page = as_(cast.ana).get(reverse("case-detail", args=[case.number])).content.decode()
    for gone in ("referral-write", "referral-make", "task-set", "member-add", "document-file"):
        assert reverse(gone, args=[case.number]) not in page, gone
    for stays in ("family-builder", "case-close"):
        assert reverse(stays, args=[case.number]) in page, stays


def test_who_left_it_before_the_others_joined_another_still_came(cast):
    family = an_arrival(cast)
    principal, wife, *others = people_of(family)
    record_exit(wife, type=ExitType.ONWARD, on=ON, by=cast.ana)
    before = presence_visible_to(cast.ana, cast.ana.today()).arrived
    case = emptied(cast, [principal, *others], family)
    reasons = reasons_offered(cast, case)
    assert EndReason.JOINED in reasons
    assert EndReason.DUPLICATE not in reasons
    after = presence_visible_to(cast.ana, cast.ana.today()).arrived
    assert after == before + len(people_of(Case.objects.exclude(pk=case.pk).get())) - 3


def test_a_case_with_people_is_closed_for_every_reason_but_joining(cast):
    assert closing_reasons(a_case(cast)) == set(EndReason.values) - {EndReason.JOINED}


@pytest.mark.parametrize("somebody_left", [False, True])
def test_a_merge_that_empties_a_case_says_mistake_only_where_nobody_else_came_in_it(
    cast, somebody_left
):
    known = an_individual(cast)
    twice = an_arrival(cast)
    principal, *others = people_of(twice)
    if somebody_left:
        for person in others:
            record_exit(person, type=ExitType.ONWARD, on=ON, by=cast.ana)
    else:
        twice = a_case(cast)
        [principal] = people_of(twice)
    arrived = presence_visible_to(cast.sonia, cast.sonia.today()).arrived
    merge_individuals(known, merged=principal, by=cast.sonia)
    twice.refresh_from_db()
    assert not twice.is_open
    reason = EndReason.JOINED if somebody_left else EndReason.DUPLICATE
    assert twice.end_reason == reason
    assert presence_visible_to(cast.sonia, cast.sonia.today()).arrived == arrived - 1


# What begins something in a case, by the name of its page; what finishes, corrects or shows something stays.
BEGINS = (
    "referral-write",
    "referral-make",
    "task-set",
    "member-add",
    "principal-change",
    "document-file",
    "plan-draw-up",
    "incident-record",
    "relative-record",
    "interview-log",
    "note-write",
    "family-ask",
    "notice-tell",
    "basis-say",
)


def test_no_part_of_it_begins_anything_for_any_role(cast):
    single = a_case(cast, name="Jonder")
    refer_to_legal(single, by=cast.ana)
    lived_in, empty = a_case(cast, name="Wilfredo"), emptied(cast, people_of(single), single)
    refer_to_legal(lived_in, by=cast.ana)
    wanted = {case.pk: set() for case in (empty, lived_in)}
    for user in (cast.ana, cast.sonia, cast.lucia, cast.carla):
        client = as_(user)
        for case in (empty, lived_in):
            pages = [client.get(reverse("case-detail", args=[case.number]))]
            parts = pages[0].context["tabs"] if pages[0].status_code == 200 else []
            pages += [client.get(tab["url"]) for tab in parts]
            text = "".join(page.content.decode() for page in pages)
            targets = {name: reverse(name, args=[case.number]) for name in BEGINS}
            for kind in ("aid-commit", "item-distribute"):
                targets[kind] = reverse(kind, args=["case", case.pk])
            wanted[case.pk] |= {
                name for name, url in targets.items() if f'"{url}"' in text or f'"{url}?' in text
            }
    assert wanted[empty.pk] == set()
    assert wanted[lived_in.pk] >= {*BEGINS, "aid-commit"} - {"principal-change", "referral-make"}


@pytest.mark.parametrize("by_form", [True, False])
def test_a_reason_that_says_where_people_are_who_are_elsewhere_is_refused(cast, by_form):
    lived_in, single = a_case(cast), a_case(cast, name="Jonder")
    empty = emptied(cast, people_of(single), single)
    for promised in Commitment.objects.filter(case=empty):
        end_commitment(promised, until=cast.ana.today(), by=cast.ana)
    wrong = ((lived_in, EndReason.JOINED), (empty, EndReason.SETTLED), (empty, EndReason.DUPLICATE))
    for case, reason in wrong:
        if by_form:
            sent = {"reason": reason, "on": cast.ana.today(), "version": case.version}
            page = as_(cast.ana).post(reverse("case-close", args=[case.number]), sent)
            assert "reason" in page.context["form"].errors
        else:
            said = "Somebody is in this case" if case == lived_in else "Nobody is in this case"
            with refused(said):
                close_case(case, reason=reason, on=cast.ana.today(), by=cast.ana)
        case.refresh_from_db()
        assert case.is_open
    close_case(empty, reason=EndReason.JOINED, on=cast.ana.today(), by=cast.ana)
