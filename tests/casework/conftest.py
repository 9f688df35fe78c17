"""What several rooms of casework read in each of their tests."""

import pytest

from reference.loading import load_texts
from tests.cast import Cast


@pytest.fixture(scope="module")
def texts_of_the_file(cast_of_the_file: Cast) -> None:
    """The house's texts, read once for a file whose tests all want them."""
    load_texts()
