"""What tests of imports share: reference data, a folder for sheets, and Ana at her browser."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, override_settings

from imports.models import ImportBatch
from tests.cast import Cast, log_in


@pytest.fixture
def house(tables_of_the_file: None, db: None, settings: Any, tmp_path: Any) -> None:
    """Reference data, and a folder of their own for files."""
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture(scope="module")
def house_of_the_file(
    tables_of_the_file: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """The same for what a fixture of a file sends in."""
    folder = tmp_path_factory.mktemp("sheets")
    with override_settings(MEDIA_ROOT=folder):
        yield folder


@pytest.fixture(scope="module")
def ana_of_the_file(house_of_the_file: Path, cast_of_the_file: Cast) -> Client:
    return log_in(cast_of_the_file.anew().ana)


@pytest.fixture
def sent_in(house: None, house_of_the_file: Path, tmp_path: Path) -> Callable[[Any], ImportBatch]:
    """Gives the import with this key that a fixture of the file sent in, with a copy of its sheet."""
    shutil.copytree(house_of_the_file, tmp_path, dirs_exist_ok=True)
    return lambda key: ImportBatch.objects.get(pk=key)


@pytest.fixture
def ana(cast: Cast) -> Client:
    """Ana's browser, just logged in."""
    return log_in(cast.ana)
