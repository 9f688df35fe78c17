"""What the page of the reference lists costs: the same for many rows as for one."""

from django.urls import reverse

from partners.loading import load_reference
from reference.models import CrossingPoint, RegionalDirectorate
from tests.cast import as_


def test_the_page_of_reference_lists_asks_as_often_for_many_rows_as_for_one(
    cast, django_assert_max_num_queries
):
    client = as_(cast.adela)
    CrossingPoint.objects.create(code="uno", name="Uno")
    RegionalDirectorate.objects.create(code="uno", name="Uno")
    client.get(reverse("catalogue"))
    with django_assert_max_num_queries(15) as one:
        client.get(reverse("catalogue"))
    load_reference()
    with django_assert_max_num_queries(15) as many:
        client.get(reverse("catalogue"))
    assert len(one) == len(many)
