"""The page of all components is for who builds Amparo: it is there in the demonstration alone."""

import pytest
from django.urls import reverse
from pytest_django import Settings

from tests.cast import Cast, as_


@pytest.mark.django_db
@pytest.mark.parametrize(("mode", "status"), [("demonstration", 200), ("production", 404)])
def test_the_gallery_is_there_in_the_demonstration_alone(
    cast: Cast, settings: Settings, mode: str, status: int
) -> None:
    settings.MODE = mode
    for user in (cast.ana, cast.adela):
        assert as_(user).get(reverse("gallery")).status_code == status
