"""A name of a class means one thing in the product: a reader need not look from where it was imported."""

from collections import Counter
from collections.abc import Iterable

from tests.source import read
from tests.test_floors import FLOORS, files

# Names that Django and our models ask for: a part of another class, or a program.
GIVEN = {"Meta", "Privacy", "Command"}


def classes(source: str) -> list[str]:
    return [name for name in read(source).classes if name not in GIVEN]


def twice(sources: Iterable[str]) -> list[str]:
    """Names of classes that are defined more than once in these sources."""
    counted = Counter(name for source in sources for name in classes(source))
    return sorted(name for name, times in counted.items() if times > 1)


def test_no_class_has_the_name_of_another_one():
    assert twice(path.read_text() for app in FLOORS for path in files(app)) == []


def test_a_name_given_twice_is_noticed():
    bed = "class Bed:\n    class Meta: ...\n"
    assert twice([bed, "class Room:\n    class Meta: ...\n"]) == []
    assert twice([bed, "class Room: ...\nclass Bed: ...\n"]) == ["Bed"]
    assert twice(["class Room:\n    class Bed: ...\n", bed]) == ["Bed"]
