"""Runs every test as the application's database role, on a database the owner made and migrated."""

import gc
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partialmethod
from io import StringIO
from pathlib import Path
from typing import Any

import hypothesis
import psycopg
import pytest
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import IntegrityError, OperationalError, connection, connections, transaction
from django.test.utils import teardown_databases
from django.utils import timezone, translation
from xdist.scheduler import LoadFileScheduling

from pages import catalogs, questions
from partners.loading import load_reference
from reference.loading import load_law, load_work_rules
from tests.build import reference
from tests.cast import CAST, Cast, build_cast
from tests.cast import cast as cast
from tests.database import Snapshot, create
from tests.kept_tables import load
from tests.world import Stage, a_stage
from vault.search import forget_frequencies
from worklist.projection.models import KeptDue, KeptKind, TouchedDue
from worklist.projection.update import current_projection

SNAPSHOT = pytest.StashKey[Snapshot]()
BLOCKER = pytest.StashKey[Any]()
# Their tests ask for `stage` as it was built. One process runs them one after the other, and builds it once.
ON_STAGE = (
    "test_two_worlds.py",
    "test_worlds_within_sight.py",
    "test_promises.py",
    "worklist/test_counts_of_today.py",
    "worklist/test_kept.py",
    "seeds/test_clones.py",
)
# Files of long tests, in this order: begun first, so that no process waits for another at the end.
LONGEST = (
    "story/test_every_page_passes_axe.py",
    *ON_STAGE,
    "test_journeys.py",
    "test_no_trace_of_a_screening.py",
    "test_demo.py",
    "story/test_story_in_spanish.py",
    "story/test_story_of_a_renunciation.py",
    "story/test_budgets.py",
    "running/test_first_change.py",
    "running/test_backup.py",
    "running/test_schema.py",
    "casework/search/test_keys_in_a_browser.py",
    "worklist/test_kept_",
    "test_canary.py",
    "shelters/board/test_each_rule.py",
    "shelters/plan/test_may_2019.py",
    # Of the folder that comes last, so that no long file of it begins when the others have ended.
    "worklist/test_ends_of_aid.py",
    "worklist/test_decisions.py",
    "worklist/test_notices_of_rules.py",
)
# A machine that is busy fails nothing, and CI asks the same of each commit. Who searches for more raises the examples by hand.
hypothesis.settings.register_profile(
    "amparo",
    deadline=None,
    derandomize=os.environ.get("CI") == "true",
    suppress_health_check=[
        hypothesis.HealthCheck.too_slow,
        # A test takes back what each example wrote, by itself.
        hypothesis.HealthCheck.function_scoped_fixture,
    ],
)
hypothesis.settings.load_profile("amparo")
TRANSACTIONAL = {"transactional_db", "live_server", "django_db_reset_sequences"}
# What is kept for the tests of the file at hand, the newest last.
KEPT: list[ExitStack] = []
# What builds the worlds, where they are kept for the next file.
BUILT: list[tuple[ExitStack, Stage]] = []


def pytest_configure(config: pytest.Config) -> None:
    """Tests need no manifest of static files, hash passwords quickly, and run by day and by night."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    # Mail leaves and digests are written at whatever hour tests run; those about the night say so themselves.
    settings.MAIL_HOURS, settings.MAIL_DAYS = (0, 24), tuple(range(1, 9))
    config.pluginmanager.register(LongestFirst())
    keep_plans()
    # Nothing that is collected becomes garbage before the first test runs.
    gc.set_threshold(200_000, 50, 50)


def keep_plans() -> None:
    """A statement is planned once for all tests of a process, not anew for each of them.

    psycopg forgets what it prepared wherever something is rolled back, which is at the end of every test: a table may be
    gone that was made meanwhile. No test leaves one, and PostgreSQL itself plans anew where a table was altered."""
    manager = psycopg._preparing.PrepareManager
    manager.prepared_max = 5_000
    settings.DATABASES["default"]["OPTIONS"]["prepare_threshold"] = 0
    forgets = re.compile(rb"^(?:DROP|ALTER|DISCARD ALL|DEALLOCATE ALL)\b").match
    manager._should_discard = partialmethod(
        manager._should_discard, _PrepareManager__should_clear=forgets
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Lets every test that uses the database use the owner's connection too.

    Not the transactional ones: Django would empty the tables after them; `Snapshot` does that."""
    for item in items:
        mark = item.get_closest_marker("django_db")
        fixtures = set(getattr(item, "fixturenames", ()))
        if (mark is None and "db" not in fixtures) or is_transactional(item):
            continue
        if "cast" in fixtures and fixtures.isdisjoint({CAST, "stage"}):
            # First, so that the test's own transaction begins inside that of the file; but whoever
            # reads the whole tables of reference reads them before the few rows that come with the cast.
            item.fixturenames.insert(int("tables_of_the_file" in fixtures), CAST)
        options: dict[str, Any] = {"databases": ["default", "owner"]}
        options |= mark.kwargs if mark else {}
        item.add_marker(pytest.mark.django_db(**options), append=False)


class LongestFirst:
    """A plugin of its own: after pytest-django has sorted, which wants transactional tests last."""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=self.place)

    @staticmethod
    def place(item: pytest.Item) -> int:
        """Where the item's file stands among the longest; all others come after, as they were."""
        path = str(item.path)
        return next((at for at, file in enumerate(LONGEST) if file in path), len(LONGEST))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling:
    return ByFile(config, log)


class ByFile(LoadFileScheduling):  # type: ignore[misc]
    """The tests of a file in one process, and the files of one stage."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return "stage" if file.endswith(ON_STAGE) else file


def is_transactional(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("django_db")
    return bool(mark and mark.kwargs.get("transaction")) or not TRANSACTIONAL.isdisjoint(
        getattr(item, "fixturenames", ())
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Transactional tests come last in a file: what was kept for the others goes before the first of them.

    The stage goes before the first file that does not ask for it."""
    while is_transactional(item) and KEPT:
        KEPT[-1].close()
    if is_transactional(item) or not str(item.path).endswith(ON_STAGE):
        take_stage_down()


def take_stage_down() -> None:
    while BUILT:
        BUILT.pop()[0].close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    yield
    if is_transactional(item) and (snapshot := item.session.stash.get(SNAPSHOT, None)):
        with item.session.stash[BLOCKER].unblock():
            put_back(snapshot)
            ContentType.objects.clear_cache()


def put_back(snapshot: Snapshot) -> None:
    """A second time where the server was still answering a browser that was closed, and wrote while rows were removed."""
    try:
        snapshot.restore()
    except IntegrityError:
        snapshot.restore()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compiles the catalogues, which are not in the repository, before any test or worker loads one."""
    if hasattr(session.config, "workerinput"):
        return
    if changed := [app for app in catalogs.our_apps() if is_to_compile(catalogs.catalog_path(app))]:
        call_command("messages", "compile", *changed, stdout=StringIO())


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: Python need not look through it again and again for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def is_to_compile(catalog: Path) -> bool:
    compiled = catalog.with_suffix(".mo")
    return catalog.exists() and (
        not compiled.exists() or compiled.stat().st_mtime_ns <= catalog.stat().st_mtime_ns
    )


@pytest.fixture(autouse=True)
def own_sample() -> None:
    """No test searches by what a large table of another test held."""
    forget_frequencies()


@pytest.fixture(autouse=True)
def own_language() -> Iterator[None]:
    """Every test begins in Spanish: a request of the test before leaves its reader's language behind."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(scope="session", autouse=True)
def doubted_questions() -> Iterator[None]:
    """In no test a compiled query differs from a fresh compilation, nor while a test is prepared."""
    with questions.checked_again():
        yield


@pytest.fixture(scope="session")
def translations() -> None:
    """Named by tests that read Spanish; the session's start has compiled the catalogues."""


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_test_environment: None,
    django_db_blocker: Any,
    django_db_keepdb: bool,
    django_db_createdb: bool,
    django_db_modify_db_settings: None,
) -> Iterator[None]:
    """A database named test_..., migrated by the owner, with the application's rights on it."""
    with django_db_blocker.unblock():
        databases = create(
            verbosity=request.config.option.verbose,
            keepdb=django_db_keepdb and not django_db_createdb,
        )
        keep_an_empty_day()
        request.session.stash[SNAPSHOT] = Snapshot.take()
        request.session.stash[BLOCKER] = django_db_blocker
    yield
    take_stage_down()
    # The last test is torn down after this fixture, when the connections lead to the real database
    # again: without its snapshot it restores nothing.
    snapshot = request.session.stash[SNAPSHOT]
    del request.session.stash[SNAPSHOT]
    if django_db_keepdb:
        with django_db_blocker.unblock():
            snapshot.restore()
    else:
        with django_db_blocker.unblock():
            _end_other_sessions()
            connections.close_all()
            try:
                teardown_databases(databases, verbosity=request.config.option.verbose)
            except OperationalError as error:
                # A thread of a test may still hold its connection; the next run makes room itself.
                request.node.warn(pytest.PytestWarning(f"The test database stays: {error}"))


def keep_an_empty_day() -> None:
    """Works out what falls due today where nobody is on file: a test that looks at the day works out what it wrote, as a
    house does, and not the whole day, which takes a tenth of a second.

    The rules are read meanwhile: with some of them more tables are asked than without."""
    with transaction.atomic():
        load_reference()
        load_law()
        load_work_rules()
        current_projection(timezone.localdate())
        kept = list(KeptKind.objects.all())
        if KeptDue.objects.exists():
            raise AssertionError("Something falls due where nobody is on file.")
        transaction.set_rollback(True)
    KeptKind.objects.bulk_create(kept)


def nothing_fell_due() -> None:
    """What a file reads before its tests is about nobody: what is kept of the day stays, and on the day of the file's clock."""
    touched = TouchedDue.objects.all()
    if not touched.exclude(case_id=None, person_id=None, site_id=None).exists():
        touched.delete()
        KeptKind.objects.update(day=timezone.localdate())


def _end_other_sessions() -> None:
    """A thread of a test may still hold its connection: dropping the database would wait five seconds for it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()"
        )


@pytest.fixture
def media(settings: Any, tmp_path: Path) -> Path:
    """A folder of the test's own for the files that it stores."""
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture(scope="module")
def stage_of_the_file(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stage]:
    """The worlds for all tests of a file, as they were built; tests ask for `stage`, and none for a `cast` of its own."""
    # What is kept so far holds a cast, and two offices cannot bear one name.
    while KEPT:
        KEPT[-1].close()
    if not BUILT:
        with ExitStack() as building:
            building.enter_context(django_db_blocker.unblock())
            built = building.enter_context(a_stage(tmp_path_factory.mktemp("media")))
            BUILT.append((building.pop_all(), built))
    # Where many pages are opened, queries that other tests compiled are compared again.
    with django_db_blocker.unblock(), questions.checked_again(), transaction.atomic():
        yield BUILT[0][1].anew()
        transaction.set_rollback(True)


@pytest.fixture
def stage(db: None, stage_of_the_file: Stage) -> Stage:
    return stage_of_the_file.anew()


@contextmanager
def kept_for_the_file(blocker: Any) -> Iterator[None]:
    """What is written inside stays for the tests of a file; each of them takes back what it changes.

    It may end early, before a transactional test: a stack that was closed has nothing left to do."""
    with ExitStack() as kept:
        kept.enter_context(blocker.unblock())
        kept.enter_context(transaction.atomic())
        kept.callback(transaction.set_rollback, True)
        KEPT.append(kept)
        kept.callback(KEPT.remove, kept)
        yield


@pytest.fixture(scope="module")
def cast_of_the_file(django_db_setup: None, django_db_blocker: Any) -> Iterator[Cast]:
    """The cast and a few rows of reference, written once for a file; `cast` gives each test a copy of its rows.

    What a fixture of a file writes with `cast_of_the_file.anew()` stays to the end of the file too.
    """
    with kept_for_the_file(django_db_blocker):
        cast = build_cast()
        reference()
        connection.check_constraints()
        nothing_fell_due()
        yield cast


@pytest.fixture(scope="module")
def tables_of_the_file(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The tables of reference, read once for a file whose tests all want them."""
    with kept_for_the_file(django_db_blocker):
        load(load_reference)
        connection.check_constraints()
        nothing_fell_due()
        yield


@pytest.fixture(scope="module")
def law_of_the_file(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The deadline rules, holidays and rules about work alone, read once for a file."""
    with kept_for_the_file(django_db_blocker):
        load(load_law, load_work_rules)
        connection.check_constraints()
        nothing_fell_due()
        yield


@pytest.fixture
def english() -> Iterator[None]:
    """For tests that look at the words of a refusal or a sentence: those of the code, not of a catalogue."""
    with translation.override("en"):
        yield
