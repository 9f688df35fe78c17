"""What the API's schema promises, an answer keeps: asked for what the schema allows, as two roles.

Requests go straight into the application, without a server between."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from rest_framework.throttling import UserRateThrottle
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.actions.tokens import create_token
from tests.world import Stage

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# As a client over the network does: a number in small letters leads to the same in capitals.
AS_SENT = {"follow_redirects": True}
# At every run an address is asked a question or two, in the long run as many as find something now and then.
A_FEW, MANY = 2, 6


@pytest.fixture
def promised(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    """The worlds, before an application that counts no requests and, as for Django's own test client, lets the
    connection be on which the test has not committed."""
    monkeypatch.setattr(UserRateThrottle, "allow_request", lambda *_: True)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield stage
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.django_db
def test_an_answer_is_one_that_the_schema_promises(promised: Stage) -> None:
    every_answer_is_promised(promised, examples=A_FEW)


@pytest.mark.long(of="sight")
@pytest.mark.django_db
def test_every_answer_is_one_that_the_schema_promises(promised: Stage) -> None:
    every_answer_is_promised(promised, examples=MANY)


def every_answer_is_promised(stage: Stage, *, examples: int) -> None:
    answered: set[str] = set()
    for user in (stage.cast.ana, stage.cast.lucia):
        # Whoever asks the application itself gets what it answers as it is: nothing here would unpack it.
        headers = {"Accept-Encoding": "identity"}
        headers |= {"Authorization": f"Token {create_token(user, by=user)}"}
        schema = schemathesis.openapi.from_wsgi(
            "/api/v1/schema/?format=json", get_wsgi_application(), headers=headers
        )
        operations = {each.ok().path: each.ok() for each in schema.get_all_operations()}
        assert len(operations) > 60
        rows, mine = 0, set()
        for path, operation in operations.items():
            detail = next((each for each in operations if each.startswith(f"{path}{{")), None)
            # The questions are the same for each role: where one got answers, the other has its rows looked at.
            if path not in answered and 200 in ask(operation, headers, examples):
                mine |= {path, detail}
            if detail:
                rows += look_at_each(operation, operations[detail], headers)
        assert rows > 20, "single rows were looked at"
        answered |= mine
    assert len(answered) > 60


def ask(operation: Any, headers: dict[str, str], examples: int) -> set[int]:
    """Whatever the schema allows to ask at this address, and some of what it does not; how it was answered."""
    answers: set[int] = set()

    @hypothesis_settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def question(case: Any) -> None:
        answers.add(case.call_and_validate(headers=headers, checks=CHECKS, **AS_SENT).status_code)

    question()
    return answers


def look_at_each(several: Any, one: Any, headers: dict[str, str]) -> int:
    """Opens the first rows of a list by the key that their addresses hold; how many there were."""
    answer = several.Case().call_and_validate(headers=headers, checks=CHECKS, **AS_SENT)
    found = answer.json()["results"][:3] if answer.status_code == 200 else []
    key = next(iter(one.path_parameters)).name
    for row in found:
        one.Case(path_parameters={key: row[key]}).call_and_validate(
            headers=headers, checks=CHECKS, **AS_SENT
        )
    return len(found)
