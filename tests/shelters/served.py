"""Amparo as real web processes serve it from the database of the tests, for tests of what happens at one moment."""

import http.client
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Barrier
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.conf import settings
from django.db import connection
from django.test import Client

from accounts.models import User
from config.running import processes
from config.running.var_folder import ROOT, VarFolder, web_socket
from pages import form_owner
from tests.cast import as_
from tests.page import page_of
from tests.shelters.test_fifty_for_one_bed import nobody_writes_before_all_have_looked

PATIENCE = 180
PROCESSES, THREADS = 2, 20
SESSION, OF_EVERY_FORM = settings.SESSION_COOKIE_NAME, ("csrfmiddlewaretoken", form_owner.FIELD)
# Static files need no manifest here, as in the other tests (tests/conftest.py).
SETTINGS = """
from django.conf import settings
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
from config.wsgi import application
"""


@dataclass(frozen=True)
class Sent:
    """A form that is filled in and not sent yet: who sends it is logged in, and has seen the page."""

    address: str
    body: str
    cookie: str


@dataclass(frozen=True)
class Answered:
    """`status` is 302 after an act, and 200 where the form came back with a sentence."""

    status: int
    page: str


@contextmanager
def served(folder: Path) -> Iterator[int]:
    """The port at which two processes of the web server answer."""
    (folder / "served_here.py").write_text(SETTINGS)
    (folder / "var").mkdir()
    parts = urlsplit(os.environ["DATABASE_URL"])
    with web_socket(VarFolder(folder / "var"), "127.0.0.1") as listener:
        ours = {
            "DATABASE_URL": parts._replace(path=f"/{connection.settings_dict['NAME']}").geturl(),
            "AMPARO_BIND": f"fd://{listener.fileno()}",
            "AMPARO_WEB_WORKERS": str(PROCESSES),
            "AMPARO_WEB_THREADS": str(THREADS),
            "PYTHONPATH": f"{folder}:{ROOT}",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        web = processes.start(
            "The web",
            [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py", "served_here"],
            log=folder / "web.log",
            environment={**os.environ, **ours},
            folder=ROOT,
            inherited_files=[listener.fileno()],
        )
        try:
            port = listener.getsockname()[1]
            assert _send(port, "GET", "/healthz").status == 200
            yield port
        finally:
            processes.stop([web])


def filled_in(user: User, address: str, **typed: str) -> Sent:
    """The form at this address as it stands, with what is typed."""
    browser = as_(user)
    fields = page_of(browser.get(address)).fields | typed
    return _sent(address, fields, browser)


def typed_blind(like: Sent, user: User, address: str, **typed: str) -> Sent:
    """The same by somebody who has another session, with the fields that every form has, taken from `like`.

    A hundred pages need not be made for it."""
    known = dict(parse_qsl(like.body))
    browser = as_(user)
    browser.cookies.load(like.cookie.partition("; ")[2])
    return _sent(address, {name: known[name] for name in OF_EVERY_FORM} | typed, browser)


def _sent(address: str, fields: dict[str, str], browser: Client) -> Sent:
    cookies = sorted(browser.cookies.items(), key=lambda pair: pair[0] != SESSION)
    cookie = "; ".join(f"{name}={each.value}" for name, each in cookies)
    return Sent(address, urlencode(fields), cookie)


def sent_at_once(port: int, forms: Sequence[Sent]) -> list[Answered]:
    """Sends all. Nobody writes before as many have looked as one process serves at once, which may get more than its half."""
    barrier = Barrier(len(forms) + 1)

    def send(form: Sent) -> Answered:
        barrier.wait(PATIENCE)
        return _send(port, "POST", form.address, form)

    with ThreadPoolExecutor(len(forms)) as pool:
        answers = [pool.submit(send, form) for form in forms]
        with nobody_writes_before_all_have_looked(min(len(forms), THREADS)):
            barrier.wait(PATIENCE)
        return [answer.result() for answer in answers]


def statuses(answers: Sequence[Answered]) -> Counter[int]:
    return Counter(each.status for each in answers)


def _send(port: int, method: str, address: str, form: Sent | None = None) -> Answered:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    said = (
        {"Content-Type": "application/x-www-form-urlencoded", "Cookie": form.cookie} if form else {}
    )
    try:
        line.request(method, address, form.body if form else None, said)
        answer = line.getresponse()
        return Answered(answer.status, answer.read().decode())
    finally:
        line.close()
