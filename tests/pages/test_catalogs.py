"""The messages command finds what Django would translate, and names what is not yet said."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import gettext, override
from pytest_django import Settings

from pages import catalogs

PYTHON = """
from django.utils.translation import gettext as g
from django.utils.translation import ngettext, pgettext_lazy
g("One " "sentence")
ngettext("%(count)s bed", "%(count)s beds", 2)
pgettext_lazy("month", "May")
"""
TEMPLATE = """{% load i18n %}
  <a title="{% translate "A title" %}">
      {% blocktranslate trimmed count count=beds with site=x %}
        {{ count }} bed in {{ site }}
      {% plural %}
        {{ count }} beds in {{ site }}
      {% endblocktranslate %}
{% include "x.html" with label=_("A label") %} {{ x|default:_("none") }}
{% translate "May" context "verb" %}
"""


@pytest.fixture
def house(tmp_path: Path, settings: object) -> Path:
    settings.BASE_DIR = tmp_path  # type: ignore[attr-defined]
    (tmp_path / "aid").mkdir()
    (tmp_path / "aid" / "words.py").write_text(PYTHON)
    (tmp_path / "templates" / "aid").mkdir(parents=True)
    (tmp_path / "templates" / "aid" / "page.html").write_text(TEMPLATE)
    return tmp_path


@pytest.fixture(autouse=True)
def apps_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogs, "our_apps", lambda: ["aid", "pages"])


def test_sentences_of_python_and_templates_are_found(house: Path) -> None:
    found = {(each.context, each.singular, each.plural) for each in catalogs.sentences("aid")}
    assert found == {
        ("", "One sentence", ""),
        ("", "%(count)s bed", "%(count)s beds"),
        ("month", "May", ""),
        ("", "A title", ""),
        ("", "%(count)s bed in %(site)s", "%(count)s beds in %(site)s"),
        ("", "A label", ""),
        ("", "none", ""),
        ("verb", "May", ""),
    }


def test_what_is_not_translated_is_named_and_fails(house: Path) -> None:
    call_command("messages", "extract", "aid", verbosity=0)
    with pytest.raises(CommandError, match="aid: missing: 'A title'"):
        call_command("messages", "check", "aid", verbosity=0)


def test_known_translations_stay_and_the_file_is_the_same_each_time(house: Path) -> None:
    path = catalogs.catalog_path("aid")
    call_command("messages", "extract", "aid", verbosity=0)
    path.write_text(
        path.read_text().replace('msgid "A label"\nmsgstr ""', 'msgid "A label"\nmsgstr "Rótulo"')
    )
    call_command("messages", "extract", "aid", verbosity=0)
    once = path.read_text()
    call_command("messages", "extract", "aid", verbosity=0)
    assert path.read_text() == once
    assert 'msgstr "Rótulo"' in once
    assert "POT-Creation-Date" not in once


def test_a_translation_without_its_placeholder_is_named(house: Path) -> None:
    (house / "aid" / "words.py").write_text('from x import _\n_("Paid until %(day)s")\n')
    (house / "templates" / "aid" / "page.html").write_text("")
    path = catalogs.catalog_path("aid")
    path.parent.mkdir(parents=True)
    path.write_text(
        'msgid ""\nmsgstr ""\n"Language: es\\n"\n\nmsgid "Paid until %(day)s"\nmsgstr "Pagado"\n'
    )
    assert catalogs.faults("aid") == ["aid: placeholders differ: 'Paid until %(day)s'"]


def test_a_translation_that_says_itself_again_is_named(house: Path) -> None:
    (house / "aid" / "words.py").write_text('from x import _\n_("There are no beds")\n')
    (house / "templates" / "aid" / "page.html").write_text("")
    path = catalogs.catalog_path("aid")
    path.parent.mkdir(parents=True)
    head = 'msgid ""\nmsgstr ""\n"Language: es\\n"\n\nmsgid "There are no beds"\n'
    path.write_text(head + 'msgstr ""\n"No hay camas."\n"No hay camas."\n')
    assert catalogs.faults("aid") == ["aid: says itself again: 'There are no beds'"]
    path.write_text(head + 'msgstr "No hay camas."\n')
    assert catalogs.faults("aid") == []


def test_an_obsolete_sentence_is_named(house: Path) -> None:
    path = catalogs.catalog_path("aid")
    call_command("messages", "extract", "aid", verbosity=0)
    path.write_text(path.read_text() + '\nmsgid "Gone"\nmsgstr "Ido"\n')
    assert "aid: obsolete: 'Gone'" in catalogs.faults("aid")


def test_whoever_compiles_on_a_first_start_speaks_spanish_at_once(
    house: Path, settings: Settings
) -> None:
    settings.LOCALE_PATHS = [house / "aid" / "locale"]
    (house / "aid" / "words.py").write_text('from x import _\n_("A start of today")\n')
    path = catalogs.catalog_path("aid")
    path.parent.mkdir(parents=True)
    head = 'msgid ""\nmsgstr ""\n"Language: es\\n"\n\n'
    path.write_text(head + 'msgid "A start of today"\nmsgstr "Un inicio de hoy"\n')
    with override("es"):
        assert gettext("A start of today") == "A start of today"
        call_command("messages", "compile", "aid", verbosity=0)
        assert gettext("A start of today") == "Un inicio de hoy"
