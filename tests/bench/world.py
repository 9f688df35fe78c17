"""The world in which benchmarks measure: the demonstration in a database of its own, which grows and is taken away afterwards."""

import os
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connections
from django.db.models.functions import Now

from accounts.models import Office, Team, User
from casework.register.models.individual import Individual
from seeds.world import build_world, grow_world
from tests.bench.measure import Line, milliseconds
from tests.database import scratch_database
from worklist.projection.update import bring_up_to_date

STAFF = ("ana", "bruno", "carla", "lucia", "sonia", "adela", "aurelio")


@dataclass(frozen=True)
class World:
    """The demonstration's office, the team of Ana, and one of each role by first name."""

    office: Office
    puente: Team
    users: dict[str, User]

    def __getattr__(self, name: str) -> User:
        """`world.ana`."""
        try:
            return self.users[name]
        except KeyError:
            raise AttributeError(name) from None

    def grow(self, size: int) -> None:
        """Until there are so many people; as `manage.py seed --people` does it.

        In a process of its own: what is measured afterwards does not hold what the growing took of memory.
        """
        apart(lambda: self._grow(size))

    def _grow(self, size: int) -> None:
        grow_world(size)
        self.calm_down()

    def calm_down(self) -> None:
        """What the sweep of duplicates costs is measured on its own; here everybody was compared long ago."""
        Individual.objects.filter(compared_at=None).update(compared_at=Now())
        # As the tick of the first minute does.
        bring_up_to_date(self.office.today())
        tidy()


@contextmanager
def scratch() -> Iterator[None]:
    """A test database and a folder for files, for as long as the block lasts."""
    with scratch_database(), tempfile.TemporaryDirectory() as media:
        settings.MEDIA_ROOT = Path(media)
        yield


@contextmanager
def growing_world() -> Iterator[World]:
    """The demonstration as it is loaded; pages can be asked for without compiled files."""
    settings.ALLOWED_HOSTS = ["*"]
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    with scratch():
        apart(build_world)
        users = {name: User.objects.get(email=f"{name}@amparo.example") for name in STAFF}
        yield World(users["ana"].office, Team.objects.get(name="Puente"), users)


def grown(world: World, size: int) -> Iterator[Line]:
    """Grows it, and tells how long that took."""
    before = Individual.objects.count()
    ms = milliseconds(lambda: world.grow(size))
    added = Individual.objects.count() - before
    if added:
        note = f"{ms / 60_000:.1f} minutes for {added:,}"
        yield Line("growing the world, per 1,000", size, ms / added * 1_000, note=note)


def apart(act: Callable[[], object]) -> None:
    """Does it in a process of its own, and waits. Raises RuntimeError where that failed; its own words stand before."""
    connections.close_all()
    child = os.fork()
    if not child:
        try:
            act()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    _child, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError("The world did not grow.")


def tidy() -> None:
    """What the database does by itself in time: statistics, and no dead rows."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
