"""The world in which benchmarks measure: a database of its own that grows, and is taken away afterwards."""

import os
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db import connections
from django.db.models.functions import Now

from accounts.models import Grant, Team, User
from accounts.roles import Role
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from partners.loading import load_reference
from seeds.crowd import add_crowd
from seeds.crowd_lives import Lives
from shelters.models import Posting, Site
from tests.cast import Cast, build_cast, hire
from tests.database import scratch_database
from worklist.kept import bring_up_to_date

SITES_OF_A_COORDINATOR = 8


@dataclass
class World:
    cast: Cast
    teams: list[tuple[Team, User]] = field(default_factory=list)

    def grow(self, size: int) -> None:
        """Until there are so many people."""
        add_crowd(max(0, size - Individual.objects.count()), teams=self.teams, seed=size)

    def grow_in_all(self, size: int) -> None:
        """Likewise, each new family with a life, each new site with a coordinator.

        In a process of its own: what is measured afterwards does not hold what the growing took of memory.
        """
        apart(lambda: self._grow_in_all(size))

    def _grow_in_all(self, size: int) -> None:
        before = set(Case.objects.values_list("pk", flat=True))
        self.grow(size)
        new = Case.objects.select_related("office").order_by("pk")
        lives = Lives(self.cast.ana, self.cast.cucuta.today(), seed=size)
        lives.live([case for case in new if case.pk not in before])
        self.post_coordinators()
        # What the sweep of duplicates costs is measured on its own; here everybody was compared long ago.
        Individual.objects.update(compared_at=Now())
        # As the tick of the first minute does.
        bring_up_to_date(self.cast.cucuta.today())
        tidy()

    def post_coordinators(self) -> None:
        """To every site that nobody runs yet: Carla to the first of all, others to as many each.

        Nobody runs more sites because the organisation has more; but theirs are looked for among all.
        """
        sites = Site.objects.filter(postings=None).order_by("pk")
        for number, site in enumerate(sites, start=Posting.objects.count()):
            self.post(self._coordinator(number // SITES_OF_A_COORDINATOR), site)

    def post(self, coordinator: User, site: Site) -> None:
        """Since it opened."""
        Posting.objects.create(
            user=coordinator, site=site, starts_on=site.opened_on, granted_by=self.cast.sonia
        )

    def _coordinator(self, share: int) -> User:
        if not share:
            return self.cast.carla
        name = f"Coordinator {share}"
        known = User.objects.filter(full_name=name).first()
        return known or hire(name, Role.COORDINATOR, self.cast.cucuta)


@contextmanager
def growing_world() -> Iterator[World]:
    """The cast and the reference tables, and nobody on file yet; pages can be asked for without compiled files."""
    settings.ALLOWED_HOSTS = ["*"]
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    with scratch_database(), tempfile.TemporaryDirectory() as media:
        settings.MEDIA_ROOT = Path(media)
        load_reference()
        cast = build_cast()
        grants = Grant.objects.filter(role=Role.CASEWORKER).select_related("team", "user")
        yield World(cast, [(grant.team, grant.user) for grant in grants if grant.team])


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
