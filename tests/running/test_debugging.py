"""The debug page tells everything; so it comes only in the demonstration, and only on this machine."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from config.debugging import only_from_this_machine, refuse_outside_demonstration
from config.running.var_folder import ROOT, free_port

ASK = "from config import settings; print(settings.DEBUG)"
FITTING = {
    "AMPARO_DEBUG": "yes",
    "AMPARO_MODE": "demonstration",
    "AMPARO_HOSTS": "localhost,127.0.0.1,[::1]",
    "AMPARO_BIND": "127.0.0.1:8000",
}


def settings_with(**changed: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **FITTING, **changed}
    return subprocess.run(
        [sys.executable, "-c", ASK], env=environment, cwd=ROOT, capture_output=True, text=True
    )


def test_the_demonstration_on_this_machine_may_debug() -> None:
    assert settings_with().stdout.strip() == "True"


def test_settings_refuse_to_debug_for_a_real_host_at_an_open_address() -> None:
    answer = settings_with(AMPARO_HOSTS="amparo.example.org", AMPARO_BIND="0.0.0.0:8000")
    assert answer.returncode != 0
    assert answer.stderr.strip().endswith(
        "AMPARO_DEBUG is for the demonstration on this machine alone, "
        "but AMPARO_HOSTS is amparo.example.org and AMPARO_BIND is 0.0.0.0:8000."
    )


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("mode", "production"),
        ("mode", ""),
        ("hosts", ["localhost", "amparo.example.org"]),
        ("hosts", ["*"]),
        ("hosts", [".localhost"]),
        ("bind", "0.0.0.0:8000"),
        ("bind", "[::]:8000"),
        ("bind", ":8000"),
        ("bind", "192.0.2.7:8000"),
    ],
)
def test_each_of_mode_hosts_and_address_alone_is_enough_to_refuse(what: str, value: Any) -> None:
    fitting: dict[str, Any] = {"mode": "demonstration", "hosts": ["localhost"], "bind": "[::1]:80"}
    refuse_outside_demonstration(**fitting)
    with pytest.raises(ImproperlyConfigured, match=f"but AMPARO_{what.upper()} is "):
        refuse_outside_demonstration(**{**fitting, what: value})


@pytest.mark.parametrize(
    ("address", "status"), [("127.0.0.1", 200), ("::1", 200), ("192.0.2.7", 403), ("", 403)]
)
def test_a_stranger_gets_nothing_from_a_server_that_debugs(address: str, status: int) -> None:
    def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse("a name")

    request = RequestFactory().get("/", REMOTE_ADDR=address)
    assert only_from_this_machine(page)(request).status_code == status


@pytest.fixture
def address() -> Iterator[str]:
    """A server as `make dev` starts it, but that it stays when the code changes."""
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "manage.py", "runserver", "--noreload", str(port)],
        env={**os.environ, **FITTING},
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(20)


def ask(url: str) -> tuple[int, str]:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(url, timeout=20) as answer:  # noqa: S310
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            time.sleep(0.2)
    raise AssertionError("no answer")


def test_a_developers_server_serves_static_files_and_shows_the_debug_page(address: str) -> None:
    status, page = ask(f"{address}/no-such-page")
    assert status == 404
    assert "DEBUG = True" in page
    # Straight from the app's folder: nothing was collected.
    assert ask(f"{address}/static/pages/amparo.js")[0] == 200
