"""A range that ends before it begins is told at its field on every list, and nothing is found meanwhile."""

from collections.abc import Iterator

import django_filters
import pytest
from django.test import RequestFactory

from pages.filters import BACKWARDS, DayFilter, FilterSet, ends_of_ranges
from tests.cast import log_in
from tests.test_floors import FLOORS, files


def project_filters(kind: type = django_filters.FilterSet) -> Iterator[type]:
    for each in kind.__subclasses__():
        if each.__module__.split(".")[0] in FLOORS and each is not FilterSet:
            yield each
        yield from project_filters(each)


def ranges() -> list[tuple[type, str, str, str]]:
    """Filter set, the parameter that begins a range, the one that ends it, and the field that is told."""
    found = []
    for each in project_filters():
        filters = each.base_filters
        found += [(each, start, end, end) for end, start in ends_of_ranges(filters).items()]
        for name, one in filters.items():
            if isinstance(one, django_filters.DateFromToRangeFilter):
                found.append((each, f"{name}_after", f"{name}_before", name))
    return found


def test_every_list_takes_its_filters_from_the_house():
    assert [each for each in project_filters() if not issubclass(each, FilterSet)] == []
    own = [
        str(path)
        for app in FLOORS
        for path in files(app)
        if "(django_filters.FilterSet)" in path.read_text()
    ]
    assert [path.split("/")[-2:] for path in own] == [["pages", "filters.py"]]


def test_there_are_ranges_of_both_kinds():
    assert {"since", "at_after", "due_from", "lodged_from"} <= {
        start for _, start, _, _ in ranges()
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "start", "end", "told"),
    [pytest.param(*each, id=f"{each[0].__name__}-{each[3]}") for each in ranges()],
)
def test_a_range_that_runs_backwards_is_told_and_finds_nothing(cast, kind, start, end, told):
    model = kind._meta.model
    request = RequestFactory().get("/")
    request.user = cast.ana

    def asked(first: str, last: str) -> FilterSet:
        sent = {start: first, end: last}
        return kind(sent, queryset=model._default_manager.all(), request=request)

    backwards = asked("2019-11-23", "2019-11-20")
    assert backwards.errors == {told: [str(BACKWARDS)]}
    assert list(backwards.qs) == []
    assert asked("2019-11-20", "2019-11-23").errors == {}
    assert asked("2019-11-20", "2019-11-20").errors == {}


@pytest.mark.django_db
def test_the_page_says_it_beside_the_field_and_opens_the_filters(cast):
    page = (
        log_in(cast.ana).get("/exits/?left_from=2019-11-23&left_until=2019-11-20").content.decode()
    )
    assert "El fin es anterior al comienzo." in page
    assert "Un filtro no está bien" in page
    assert "Nada coincide con estos filtros" not in page


def test_two_filters_of_different_fields_are_no_range():
    filters = {
        "people": django_filters.NumberFilter(field_name="people", lookup_expr="gte"),
        "until": DayFilter(field_name="on", lookup_expr="date__lte"),
    }
    assert ends_of_ranges(filters) == {}
    filters["since"] = DayFilter(field_name="on", lookup_expr="date__gte")
    assert ends_of_ranges(filters) == {"until": "since"}
