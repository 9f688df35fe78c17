"""The pictures of the README: all there, small, and made by a command that can log in."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from config.running.errors import CommandFailed
from config.running.var_folder import ROOT
from seeds.staff import PASSWORD
from tests.pictures import readme

README = (ROOT / "README.md").read_text(encoding="utf-8")
MOST_OF_ALL = 700_000


def test_the_readme_shows_every_picture_that_is_there() -> None:
    shown = set(re.findall(r"docs/screenshots/([\w-]+\.png)", README))
    assert shown == {path.name for path in readme.FOLDER.iterdir()}
    assert len(shown) == len(readme.PICTURES)


def test_pictures_are_small() -> None:
    sizes = [path.stat().st_size for path in readme.FOLDER.iterdir()]
    assert max(sizes) <= readme.MOST_BYTES
    assert sum(sizes) <= MOST_OF_ALL


def test_the_password_is_that_of_the_demonstration() -> None:
    assert readme.PASSWORD == PASSWORD


def test_a_picture_gets_as_few_colours_as_it_needs_and_noise_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readme, "ROOT", tmp_path)
    calm = io.BytesIO()
    Image.new("RGB", (600, 600), "#0b5750").save(calm, "PNG")
    readme.write(tmp_path / "calm.png", calm.getvalue())
    assert (tmp_path / "calm.png").stat().st_size < len(calm.getvalue())
    noise = io.BytesIO()
    Image.effect_noise((900, 900), 90).convert("RGB").save(noise, "PNG")
    with pytest.raises(CommandFailed):
        readme.write(tmp_path / "noise.png", noise.getvalue())
    assert not (tmp_path / "noise.png").exists()
