"""What tests of imports share: reference data, a folder for sheets, and Ana at her browser."""

from typing import Any

import pytest
from django.test import Client

from tests.cast import Cast, log_in


@pytest.fixture
def house(tables_of_the_file: None, db: None, settings: Any, tmp_path: Any) -> None:
    """Reference data, and a folder of their own for files."""
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def ana(cast: Cast) -> Client:
    """Ana's browser, just logged in."""
    return log_in(cast.ana)
