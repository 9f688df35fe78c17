"""Lists name one person of each family, and fetch no other."""

from casework.file.querysets import with_heads
from casework.register.choices import Relation
from casework.register.models.case import Case, FamilyMember
from tests.build import a_case, an_arrival


def test_a_list_names_and_counts_as_the_whole_family_says(cast):
    today = cast.ana.today()
    whole, headless, left = an_arrival(cast), an_arrival(cast), a_case(cast)
    head = FamilyMember.objects.get(case=headless, relation_to_principal=Relation.PRINCIPAL)
    FamilyMember.objects.filter(pk=head.pk).update(left_on=today)
    FamilyMember.objects.filter(case=left).update(left_on=today)
    expected = {
        case.pk: (case.principal, case.display_name, len(case.people_today))
        for case in Case.objects.with_people(today)
    }
    heads = with_heads(Case.objects.all(), today)
    assert {
        case.pk: (case.principal, case.display_name, case.family_size) for case in heads
    } == expected
    assert [expected[case.pk][2] for case in (whole, headless, left)] == [4, 3, 0]
    assert expected[left.pk][:2] == (None, left.number)
    assert expected[headless.pk][0] != head.individual


def test_of_each_family_one_member_is_fetched(cast, django_assert_num_queries):
    an_arrival(cast)
    with django_assert_num_queries(2):
        [case] = with_heads(Case.objects.all(), cast.ana.today())
        assert [member.individual.number for member in case.heads_today] == [case.principal.number]
        assert case.family_size == 4
