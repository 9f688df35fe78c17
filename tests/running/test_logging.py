import json
import logging
import sys

import pytest
from django.test import RequestFactory
from django.urls import resolve

from config.logging import ALLOWED, LOGGING, JsonLine

CANARY = "Yorman Rodríguez"


def line(**facts: object) -> dict[str, object]:
    """What stands in the log after a record with these facts."""
    record = logging.makeLogRecord({"name": "amparo", "levelname": "INFO", **facts})
    text = JsonLine().format(record)
    assert CANARY not in text
    assert "\n" not in text
    return {key: value for key, value in json.loads(text).items() if key != "at"}


def test_a_line_keeps_the_template_and_drops_what_was_put_into_it() -> None:
    assert line(msg="No case of %s", args=(CANARY,)) == {
        "level": "info",
        "logger": "amparo",
        "event": "No case of %s",
    }


def test_a_line_keeps_only_keys_on_the_list() -> None:
    assert "name" not in ALLOWED
    found = line(msg="case.closed", case_id="c-1", given_names=CANARY, note=CANARY)
    assert found["case_id"] == "c-1"
    assert "given_names" not in found
    assert "note" not in found


def test_an_exception_leaves_its_kind_and_its_way_but_not_its_words() -> None:
    try:
        raise ValueError(CANARY)
    except ValueError:
        found = line(msg="Internal Server Error: %s", args=(f"/{CANARY}",), exc_info=sys.exc_info())
    assert found["exception"] == "ValueError"
    assert len(list(found["passed"])) == 1  # type: ignore[call-overload]


def test_a_request_leaves_the_pattern_of_its_address() -> None:
    request = RequestFactory().get("/healthz", {"words": CANARY})
    request.resolver_match = resolve("/healthz")
    found = line(msg="Slow", request=request, status_code=200)
    assert (found["route"], found["method"], found["status_code"]) == ("healthz", "GET", 200)


def test_a_task_leaves_its_name_but_neither_arguments_nor_result() -> None:
    found = line(msg="Task %(name)s", data={"name": "tick", "args": CANARY, "return_value": CANARY})
    assert found["task"] == "tick"


def test_what_our_own_code_adds_goes_the_same_way(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        facts = {"notice_id": "n-1", "recipient": CANARY}
        logging.getLogger("amparo").info("notice.sent", extra=facts)
    found = json.loads(JsonLine().format(caplog.records[-1]))
    assert (found["event"], found["notice_id"]) == ("notice.sent", "n-1")
    assert CANARY not in str(found)


def test_every_handler_writes_such_lines() -> None:
    assert {handler["formatter"] for handler in LOGGING["handlers"].values()} == {"json"}
