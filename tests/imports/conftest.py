"""What tests of imports share: reference data, a folder for sheets, and Ana at her browser."""

from typing import Any

import pytest
from django.test import Client

from partners.loading import load_reference
from tests.cast import Cast, log_in


@pytest.fixture
def house(db: None, settings: Any, tmp_path: Any) -> None:
    """Reference data, and a folder of their own for files."""
    settings.MEDIA_ROOT = tmp_path
    load_reference()


@pytest.fixture
def ana(cast: Cast) -> Client:
    """Ana's browser, just logged in."""
    return log_in(cast.ana)
