"""A canary in every sealed field: found by whoever may read it, and nowhere else."""

import base64
import datetime
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from django.apps import apps
from django.conf import settings
from django.core import mail
from django.test import Client

from asylum.letters.models import Letter
from asylum.papers.models.renunciation import RenunciationStatusChange
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from casework.arrivals.actions.arrivals import log_arrival
from casework.register.choices import Category
from casework.register.models.individual import Individual
from config.backup import pg_dump_output
from reporting.tasks import make_table
from tests.build import a_row
from tests.cast import build_cast
from tests.world import build_worlds
from vault.fields import EncryptedDateField, EncryptedJSONField, SealedField
from worklist.scheduler.tick import tick

BORN = datetime.date(1931, 7, 13)


def sealed_models() -> Iterator[tuple[Any, list[SealedField]]]:
    """Every model of ours that keeps something sealed, history tables aside: triggers copy those."""
    for model in apps.get_models():
        fields = [field for field in model._meta.concrete_fields if isinstance(field, SealedField)]
        if fields and hasattr(model, "key_id") and not model.__name__.endswith("Event"):
            yield model, fields


def plant() -> list[str]:
    """Writes a canary into every sealed field of a row of every model. Returns the canaries."""
    canaries = []
    for model, fields in sealed_models():
        row = model._base_manager.first()
        assert row is not None, f"{model._meta.label} has no row to plant a canary in"
        for field in fields:
            canary = f"Canario{model.__name__}{field.name}".replace("_", "")
            if isinstance(field, EncryptedDateField):
                setattr(row, field.name, BORN)
                canary = BORN.isoformat()
            elif isinstance(field, EncryptedJSONField):
                setattr(row, field.name, {"canary": canary})
            elif (model, field.name) == (Letter, "filled_in"):
                setattr(row, field.name, json.dumps({"canary": canary}))
            else:
                canary = canary[: getattr(field, "max_length", None)]
                setattr(row, field.name, canary)
            canaries.append(canary)
        _save_as_owner(row)
    return canaries


def _save_as_owner(row: Any) -> None:
    """Histories are insert-only for the application; the owner may plant a canary in them."""
    fields = [field.name for field in row.sealed_fields()]
    walled = {getattr(type(row), name, False) for name in ("append_only", "never_changes")}
    using = "owner" if True in walled else "default"
    row.save(using=using, update_fields=fields)


def disguises(canary: str) -> list[bytes]:
    """The canary as text, as hexadecimal and as base64."""
    plain = canary.encode()
    return [plain, plain.hex().encode(), base64.b64encode(plain)[:-4]]


def hits(canaries: list[str], *places: bytes) -> list[str]:
    return [
        canary
        for canary in canaries
        for place in places
        if any(disguise in place for disguise in disguises(canary))
    ]


def broker_content() -> bytes:
    """Everything that the broker holds."""
    client = redis.Redis.from_url(settings.CELERY_BROKER_URL)
    parts: list[bytes] = []
    for key in client.scan_iter():
        parts.append(key)
        kind = client.type(key)
        if kind == b"list":
            parts.extend(client.lrange(key, 0, -1))
        elif kind == b"hash":
            parts.extend(client.hvals(key))
        elif kind == b"string":
            parts.append(client.get(key) or b"")
    return b"\n".join(parts)


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_no_canary_leaves_the_vault_and_the_person_is_still_found(settings, tmp_path, caplog):
    settings.MEDIA_ROOT = tmp_path / "media"
    caplog.set_level(logging.DEBUG)
    # What else is said depends on what ran before: this shows that somebody listens.
    logging.getLogger(__name__).info("listening")
    cast = build_cast()
    worlds = build_worlds(cast)
    log_arrival(
        team=cast.norte,
        rows=[a_row("Yorman", "Rodríguez", category=Category.FORMER_MEMBER)],
        on=cast.cucuta.today(),
        by=cast.ana,
    )
    client = Client()
    client.force_login(cast.ana)
    search = client.post("/search/", {"typed": "jorman rodriges", "q": "jorman rodriges"})
    assert "Yorman Rodríguez" in client.get(search["Location"]).content.decode()

    canaries = plant()
    assert len(canaries) > 15
    case = worlds.norte.case
    shown = client.get(f"/cases/{case.number}/").content.decode()
    assert any(canary in shown for canary in canaries), "the canary must be readable by its reader"
    make_table.delay(str(worlds.table.pk))
    tick()

    with pg_dump_output("--format=plain") as dump:
        text = dump.read()
    assert case.number.encode() in text, "the dump holds the world"
    media = b"".join(
        path.read_bytes() for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()
    )
    mails = "\n".join(f"{m.subject}\n{m.body}\n{m.from_email}" for m in mail.outbox).encode()
    logs = caplog.text.encode()
    broker = broker_content()
    assert (bool(media), bool(mails), bool(logs), bool(broker)) == (True, True, True, True)
    names = [*canaries, "Yorman", "Rodríguez", "Canarionorte", "Selladonorte"]
    assert hits(names, text) == []
    assert hits(names, media, mails, broker, logs) == []


def test_the_search_for_canaries_finds_one_that_is_there():
    assert hits(["Canario"], b"... Canario ...") == ["Canario"]
    assert hits(["Canario"], b"\\x" + b"Canario".hex().encode()) == ["Canario"]
    assert hits(["Canario"], b"nothing") == []


def test_every_history_of_a_sealed_model_is_insert_only():
    assert ApplicationStatusChange.append_only
    assert RenunciationStatusChange.append_only
    assert not getattr(AsylumApplication, "append_only", False)
    assert Individual in {model for model, _ in sealed_models()}
