"""Whether arguments name one file, which needs one process, or some tests and not all."""

import pytest

from tests.runner import is_one_file, names_tests


@pytest.mark.parametrize(
    ("arguments", "is_one", "are_some"),
    [
        (["tests/running/test_health.py"], True, True),
        (
            ["tests/running/test_health.py::test_one", "tests/running/test_health.py::test_two"],
            True,
            True,
        ),
        (["tests/running/test_health.py", "-k", "broker"], True, True),
        (["tests/running/test_health.py", "tests/running/test_locks.py"], False, True),
        (["tests/running"], False, True),
        (["-k", "broker"], False, True),
        (["--durations=20"], False, False),
        ([], False, False),
    ],
)
def test_one_file_needs_one_process_and_some_tests_are_not_all(
    arguments: list[str], is_one: bool, are_some: bool
) -> None:
    assert is_one_file(arguments) is is_one
    assert names_tests(arguments) is are_some
