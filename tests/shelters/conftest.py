import datetime

import pytest

from casework.register.models.case import Case
from shelters.models import Site
from tests.cast import Cast
from tests.shelters.build import a_family, a_site


@pytest.fixture
def today(cast: Cast) -> datetime.date:
    return cast.carla.today()


@pytest.fixture
def site(cast: Cast) -> Site:
    """Carla's hotel, with a room for two and one for four."""
    return a_site(cast.cucuta, beds=[2, 4], run_by=cast.carla, name="Hotel Puente")


@pytest.fixture
def family(cast: Cast) -> Case:
    return a_family(cast.norte, 3, names=["Yorman", "Luz", "Eider"])
